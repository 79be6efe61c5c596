"""Enjoy your meal: choose a portion, then save its slices for later or eat them. And the end of the round."""

from functools import lru_cache
from itertools import combinations

from device.events import Event
from device.rules.game import Refusal
from device.rules.pizzeria.actions import Serve, TakePortion
from device.rules.pizzeria.components import Components
from device.rules.pizzeria.events import PortionTaken, RoundEnded, Served
from device.rules.pizzeria.reason import Reason, refused, slice_words
from device.rules.pizzeria.state import Portion, State
from device.rules.seats import clockwise


def choices(state: State) -> tuple[TakePortion, ...]:
    """The portions that nobody has taken."""
    return tuple(TakePortion(at) for at, portion in enumerate(state.portions) if portion.taken_by is None)


def take_portion(state: State, seat: int, action: TakePortion) -> list[Event] | Refusal:
    """The seat whose turn it is takes a portion, and the special offer on it."""
    if not 0 <= action.portion < len(state.portions):
        return refused(Reason.NO_PORTION, portion=action.portion + 1, portions=len(state.portions))
    portion = state.portions[action.portion]
    if portion.taken_by is not None:
        name = state.player(portion.taken_by).seat.name
        return refused(Reason.PORTION_TAKEN, portion=action.portion + 1, name=name)
    return [PortionTaken(seat, action.portion, portion.offer)]


def leafy(box: Components, slices: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the slices that may be eaten: only slices with basil leaves may."""
    return tuple(piece for piece in slices if box.slice_by_id[piece].leaves)


def servings(state: State) -> tuple[Serve, ...]:
    """Every way to serve the portion just taken: all, none or some of its leafy slices are eaten."""
    return _servings(leafy(state.components, portion_in_hand(state).slices))


@lru_cache(maxsize=1024)
def _servings(eatable: tuple[str, ...]) -> tuple[Serve, ...]:
    return tuple(Serve(eat) for count in range(len(eatable) + 1) for eat in combinations(eatable, count))


def portion_in_hand(state: State) -> Portion:
    """The portion whose taker saves or eats now."""
    return state.portions[state.serving or 0]


def serve(state: State, seat: int, action: Serve) -> list[Event] | Refusal:
    """The seat eats these slices of the portion just chosen and saves the others.

    P6: that is final, also for the first portion in a game of two; a change of mind before the next player chooses
    is the table's undo.
    """
    slices, eat = portion_in_hand(state).slices, action.eat
    strange = [piece for piece in eat if piece not in slices]
    if strange:
        return refused(Reason.NOT_IN_PORTION, slice=slice_words(state.components, strange[0]))
    bare = [piece for piece in eat if piece not in leafy(state.components, slices)]
    if bare:
        return refused(Reason.NO_LEAVES, slice=slice_words(state.components, bare[0]))
    if eat != tuple(piece for piece in slices if piece in eat):
        return refused(Reason.EATING_ORDER)
    return [served(state, seat, eat)]


def served(state: State, seat: int, eat: tuple[str, ...]) -> Served:
    """These slices of the portion in hand are eaten, the others saved for later."""
    return Served(seat, tuple(piece for piece in portion_in_hand(state).slices if piece not in eat), eat)


def nothing_to_eat(state: State) -> bool:
    """Whether the portion in hand leaves nothing to decide: what has no leaves is saved for later."""
    return not leafy(state.components, portion_in_hand(state).slices)


def round_ended(state: State) -> RoundEnded:
    """The knife is passed to the player to the left."""
    return RoundEnded(clockwise(state.players, state.knife)[1])
