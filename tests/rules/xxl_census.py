"""Every piece of Pizza XXL wherever it lies, and what nobody at the table can know; for both variants."""

from collections import Counter
from collections.abc import Collection, Sequence
from random import Random

from msgspec.structs import replace

from device.rules.xxl.memory_state import MemoryState
from device.rules.xxl.state import State


def pieces(state: State | MemoryState) -> Counter[str]:
    """All pizzas and tokens."""
    found = Counter([*state.deck, *state.places])
    for player in state.players:
        found.update(player.pizzas)
    if isinstance(state, MemoryState):
        found.update(player.pizza for player in state.players if player.pizza)
    else:
        found.update(slot.pizza for slot in state.slots if slot.pizza and not slot.taken)
    return found


def hidden_again(state: State | MemoryState, seat: int | None, rng: Random) -> State | MemoryState:
    """The pile, and the tokens that are not known, dealt anew.

    A player knows what was face up since the last shuffle of the memory variant; whoever only sees the table now, not.
    """
    if isinstance(state, MemoryState):
        known: Collection[int | None] = state.up if seat is None else state.seen
    else:
        known = [token.piece for token in state.tokens]
    deck = list(state.deck)
    rng.shuffle(deck)
    return replace(state, deck=tuple(deck), places=_shuffled(state.places, known, rng))


def _shuffled(places: Sequence[str], known: Collection[int | None], rng: Random) -> tuple[str, ...]:
    hidden = [kind for place, kind in enumerate(places) if place not in known]
    rng.shuffle(hidden)
    return tuple(kind if place in known else hidden.pop() for place, kind in enumerate(places))
