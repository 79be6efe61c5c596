"""The game as one object, gathered from this folder."""

from collections.abc import Mapping

from device.events import Event, Seat
from device.rules.game import Action
from device.rules.gathered import Functions, Gathered
from device.rules.italia import actions, events, fold, play, scoring, setup, view
from device.rules.italia.components import Components
from device.rules.italia.state import State


class Standard(Gathered[Components, State]):
    """Pizzeria Italia for 2 to 6 seats."""

    name = "italia"
    title = "Pizzeria Italia"
    variant = "standard"
    variant_title = "Standard"
    seats = (2, 6)
    events: tuple[type[Event], ...] = events.OF_ITALIA
    actions: tuple[type[Action], ...] = actions.OF_ITALIA
    does = Functions(
        setup.chance,
        play.turns,
        play.legal,
        play.act,
        fold.apply,
        scoring.scores,
        scoring.outcome,
        view.view,
        view.prompt,
        view.own,
    )

    def setup(self, seats: tuple[Seat, ...], settings: Mapping[str, int]) -> State:
        return setup.set_up(self.components, seats, settings)
