"""The basic game as one object, gathered from this folder."""

from collections.abc import Mapping

from device.events import Event, Seat
from device.rules.game import Action
from device.rules.gathered import Functions, Gathered
from device.rules.pizzeria import actions, events, fold, play, scoring, setup, view
from device.rules.pizzeria.components import Components
from device.rules.pizzeria.state import State


class Basic(Gathered[Components, State]):
    """Pizzeria for 2 to 6 seats, without special offers. What was drawn, saved or eaten, all have seen."""

    name = "pizzeria"
    title = "Pizzeria"
    variant = "basic"
    variant_title = "Basic"
    seats = (2, 6)
    events: tuple[type[Event], ...] = events.OF_PIZZERIA
    actions: tuple[type[Action], ...] = actions.OF_PIZZERIA
    special_offers = False
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
    )

    def setup(self, seats: tuple[Seat, ...], settings: Mapping[str, int]) -> State:
        return setup.set_up(self.components, seats, settings, self.special_offers)
