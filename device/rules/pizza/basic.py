"""The basic mode as one object, gathered from this folder."""

from collections.abc import Mapping

from device.events import Event, Seat
from device.rules.game import Action, Line
from device.rules.gathered import Functions, Gathered
from device.rules.pizza import actions, events, fold, play, scoring, setup, view
from device.rules.pizza.components import Components
from device.rules.pizza.state import State


def prompt(state: State) -> Line:
    """What the table should do now."""
    return view.prompt(state, play.turns(state))


class Basic(Gathered[Components, State]):
    """Pizza for 2 to 4 seats, without bonus tiles."""

    name = "pizza"
    title = "Pizza"
    variant = "basic"
    variant_title = "Basic"
    seats = (2, 4)
    events: tuple[type[Event], ...] = events.OF_PIZZA
    actions: tuple[type[Action], ...] = actions.OF_PIZZA
    bonus_tiles = False
    does = Functions(
        setup.chance,
        play.turns,
        play.legal,
        play.act,
        fold.apply,
        scoring.scores,
        scoring.outcome,
        view.view,
        prompt,
        view.own,
    )

    def setup(self, seats: tuple[Seat, ...], settings: Mapping[str, int]) -> State:
        return setup.set_up(self.components, seats, settings, self.bonus_tiles)
