"""The basic mode as one object: what `device.rules.game.Game` asks for, gathered from this folder."""

from collections.abc import Mapping, Sequence
from typing import Any

from device.events import Event, Seat
from device.rules.chance import Roll, Shuffle
from device.rules.game import Action, Line, Outcome, Refusal, Score
from device.rules.pizza import actions, events, fold, play, scoring, setup, view
from device.rules.pizza.components import Components
from device.rules.pizza.state import State


class Basic:
    """Pizza for 2 to 4 seats, without bonus tiles."""

    name = "pizza"
    title = "Pizza"
    variant = "basic"
    variant_title = "Basic"
    seats = (2, 4)
    events: tuple[type[Event], ...] = events.OF_PIZZA
    actions: tuple[type[Action], ...] = actions.OF_PIZZA
    bonus_tiles = False

    def __init__(self, components: Components) -> None:
        self.components = components

    def setup(self, seats: tuple[Seat, ...], settings: Mapping[str, int]) -> State:
        return setup.set_up(self.components, seats, settings, self.bonus_tiles)

    def chance(self, state: State) -> Shuffle | Roll | None:
        return setup.chance(state)

    def turns(self, state: State) -> tuple[int, ...]:
        return play.turns(state)

    def legal(self, state: State, seat: int) -> Sequence[Action]:
        return play.legal(state, seat)

    def act(self, state: State, seat: int, action: Action) -> list[Event] | Refusal:
        return play.act(state, seat, action)

    def apply(self, state: State, event: Event) -> State:
        return fold.apply(state, event)

    def scores(self, state: State) -> tuple[Score, ...]:
        return scoring.scores(state)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def view(self, state: State, seat: int | None = None) -> dict[str, Any]:
        seen = view.view(state, play.turns(state))
        return seen if seat is None else {**seen, "own": view.own(state, seat)}

    def prompt(self, state: State) -> Line:
        return view.prompt(state, play.turns(state))
