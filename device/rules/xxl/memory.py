"""The memory variant as one object, gathered from this folder."""

from collections.abc import Mapping

from device.events import Event, Seat
from device.rules.game import Action, Outcome, Score
from device.rules.gathered import Functions, Gathered
from device.rules.xxl import actions, ending, memory_events, memory_fold, memory_view, turning
from device.rules.xxl.components import Components
from device.rules.xxl.memory_state import MemoryState, Player


def scores(state: MemoryState) -> tuple[Score, ...]:
    """A pizza face down before a player counts one."""
    return ending.scores(state.components, state.players)


def outcome(state: MemoryState) -> Outcome | None:
    """Who won, once the game is over."""
    return Outcome(state.outcome.winners, memory_view.prompt(state)) if state.outcome else None


class Memory(Gathered[Components, MemoryState]):
    """Pizza XXL, memory variant. The rulebook names no number of players: 2 to 6, as the pile goes round (X19)."""

    name = "xxl"
    title = "Pizza XXL"
    variant = "memory"
    variant_title = "Memory"
    seats = (2, 6)
    events: tuple[type[Event], ...] = memory_events.OF_MEMORY
    actions: tuple[type[Action], ...] = actions.OF_MEMORY
    does = Functions(
        turning.chance,
        turning.turns,
        turning.legal,
        turning.act,
        memory_fold.apply,
        scores,
        outcome,
        memory_view.view,
        memory_view.prompt,
        memory_view.own,
    )

    def setup(self, seats: tuple[Seat, ...], settings: Mapping[str, int]) -> MemoryState:
        """The youngest starts; there are no settings."""
        youngest = min(seats, key=lambda seat: seat.age_order).seat
        return MemoryState(self.components, tuple(Player(seat) for seat in seats), youngest)
