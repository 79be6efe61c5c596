"""The game as one object: what `device.rules.game.Game` asks for, gathered from this folder."""

from collections.abc import Mapping, Sequence
from typing import Any

from device.events import Event, Seat
from device.rules.chance import Shuffle
from device.rules.game import Action, Line, Outcome, Refusal, Score
from device.rules.italia import actions, events, fold, play, scoring, setup, view
from device.rules.italia.components import Components
from device.rules.italia.state import State


class Standard:
    """Pizzeria Italia for 2 to 6 seats."""

    name = "italia"
    title = "Pizzeria Italia"
    variant = "standard"
    variant_title = "Standard"
    seats = (2, 6)
    events: tuple[type[Event], ...] = events.OF_ITALIA
    actions: tuple[type[Action], ...] = actions.OF_ITALIA

    def __init__(self, components: Components) -> None:
        self.components = components

    def setup(self, seats: tuple[Seat, ...], settings: Mapping[str, int]) -> State:
        return setup.set_up(self.components, seats, settings)

    def chance(self, state: State) -> Shuffle | None:
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
        return view.prompt(state)
