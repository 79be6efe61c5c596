"""The memory variant as one object: what `device.rules.game.Game` asks for, gathered from this folder."""

from collections.abc import Mapping, Sequence
from typing import Any

from device.events import Event, Seat
from device.rules.chance import Shuffle
from device.rules.game import Action, Line, Outcome, Refusal, Score
from device.rules.xxl import actions, ending, memory_events, memory_fold, memory_view, turning
from device.rules.xxl.components import Components
from device.rules.xxl.memory_state import MemoryState, Player


class Memory:
    """Pizza XXL, memory variant. The rulebook names no number of players: 2 to 6, as the pile goes round (X19)."""

    name = "xxl"
    title = "Pizza XXL"
    variant = "memory"
    variant_title = "Memory"
    seats = (2, 6)
    events: tuple[type[Event], ...] = memory_events.OF_MEMORY
    actions: tuple[type[Action], ...] = actions.OF_MEMORY

    def __init__(self, components: Components) -> None:
        self.components = components

    def setup(self, seats: tuple[Seat, ...], settings: Mapping[str, int]) -> MemoryState:
        """The youngest starts; there are no settings."""
        youngest = min(seats, key=lambda seat: seat.age_order).seat
        return MemoryState(self.components, tuple(Player(seat) for seat in seats), youngest)

    def chance(self, state: MemoryState) -> Shuffle | None:
        return turning.chance(state)

    def turns(self, state: MemoryState) -> tuple[int, ...]:
        return turning.turns(state)

    def legal(self, state: MemoryState, seat: int) -> Sequence[Action]:
        return turning.legal(state, seat)

    def act(self, state: MemoryState, seat: int, action: Action) -> list[Event] | Refusal:
        return turning.act(state, seat, action)

    def apply(self, state: MemoryState, event: Event) -> MemoryState:
        return memory_fold.apply(state, event)

    def scores(self, state: MemoryState) -> tuple[Score, ...]:
        return ending.scores(state.components, state.players)

    def outcome(self, state: MemoryState) -> Outcome | None:
        return Outcome(state.outcome.winners, memory_view.prompt(state)) if state.outcome else None

    def view(self, state: MemoryState, seat: int | None = None) -> dict[str, Any]:
        seen = memory_view.view(state, turning.turns(state))
        return seen if seat is None else {**seen, "own": memory_view.own(state)}

    def prompt(self, state: MemoryState) -> Line:
        return memory_view.prompt(state)
