"""Special offers with the clock symbol: D, E and F, once in any round after the one in which they were obtained."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from device.events import Event
from device.rules.game import Refusal
from device.rules.pizzeria.actions import MoveSlice, PickSlice
from device.rules.pizzeria.enjoy import leafy
from device.rules.pizzeria.events import OrderChanged, SliceMoved, SlicePicked
from device.rules.pizzeria.offers import clock_is_due
from device.rules.pizzeria.reason import Reason, refused, slice_words
from device.rules.pizzeria.state import Phase, Portion, State


def picks(state: State) -> list[PickSlice]:
    """D: any slice of the pizza, saved, or eaten if it has leaves."""
    eatable = leafy(state.components, state.pizza)
    return [PickSlice(piece, eat) for piece in state.pizza for eat in (True, False) if not eat or piece in eatable]


def pick_slice(state: State, seat: int, action: PickSlice) -> list[Event] | Refusal:
    """D: take a slice before the division, even if one divides oneself; the ring closes to 10 slices (P16)."""
    if action.slice not in state.pizza:
        return refused(Reason.NOT_ON_PIZZA, slice=slice_words(state.components, action.slice))
    if action.eat and not leafy(state.components, (action.slice,)):
        return refused(Reason.NO_LEAVES, slice=slice_words(state.components, action.slice))
    return [SlicePicked(seat, action.slice, action.eat)]


def may_move(state: State, seat: int) -> bool:
    """E: only before choosing in one's own turn (P17), not in the round in which it was obtained (P11)."""
    return state.phase is Phase.CHOOSING and state.order[0] == seat and clock_is_due(state, "E") == seat


def moves(state: State) -> list[MoveSlice]:
    """E: each slice on the edge of a portion to the portion that lies next to it there."""
    return list(dict.fromkeys(MoveSlice(step.slice, step.target) for step in _steps(state.portions)))


class _Step(NamedTuple):
    """A slice that may cross a cut from one portion to the other, in front of the slices there or behind them."""

    slice: str
    source: int
    target: int
    in_front: bool


def _steps(portions: tuple[Portion, ...]) -> Iterator[_Step]:
    """P17: over each cut, both ways; both portions still on the table, a special offer alone has no neighbours.

    No portion may be left with neither slice nor offer.
    """
    pieces = [at for at, portion in enumerate(portions) if portion.slices]
    for first, second in zip(pieces, (*pieces[1:], pieces[0]), strict=True):
        before, after = portions[first], portions[second]
        if before.taken_by is not None or after.taken_by is not None:
            continue
        if len(before.slices) > 1 or before.offer:
            yield _Step(before.slices[-1], first, second, in_front=True)
        if len(after.slices) > 1 or after.offer:
            yield _Step(after.slices[0], second, first, in_front=False)


def move_slice(state: State, action: MoveSlice) -> list[Event] | Refusal:
    """E: the slice goes over one cut to the portion next to its own; the special offer itself does not move."""
    for step in _steps(state.portions):
        if (step.slice, step.target) == (action.slice, action.portion):
            return [SliceMoved(state.order[0], action.slice, _moved(state.portions, step))]
    return _why_not(state, action)


def _moved(portions: tuple[Portion, ...], step: _Step) -> tuple[Portion, ...]:
    left = tuple(piece for piece in portions[step.source].slices if piece != step.slice)
    there = portions[step.target].slices
    grown = (step.slice, *there) if step.in_front else (*there, step.slice)
    new = {step.source: left, step.target: grown}
    return tuple(replace(portion, slices=new.get(at, portion.slices)) for at, portion in enumerate(portions))


def _why_not(state: State, action: MoveSlice) -> Refusal:
    portions = state.portions
    if not 0 <= action.portion < len(portions):
        return refused(Reason.NO_PORTION, portion=action.portion + 1, portions=len(portions))
    words = slice_words(state.components, action.slice)
    source = next((at for at, one in enumerate(portions) if action.slice in one.slices and one.taken_by is None), None)
    if source is None:
        return refused(Reason.NOT_ON_TABLE, slice=words)
    slices = portions[source].slices
    if action.slice not in (slices[0], slices[-1]):
        return refused(Reason.NOT_ON_EDGE, slice=words)
    if len(slices) == 1 and portions[source].offer is None:
        return refused(Reason.NOTHING_LEFT, slice=words)
    return refused(Reason.NO_NEIGHBOUR, slice=words, portion=action.portion + 1)


def choose_first(state: State, seat: int) -> list[Event]:
    """F: this seat chooses first, the others keep their order without it.

    P18: declared once the division is seen; a divider may do so too, then the seat on the right takes the last portion.
    """
    return [OrderChanged(seat, (seat, *(other for other in state.order if other != seat)))]
