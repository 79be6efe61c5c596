"""Before scoring: offer J, the one special offer with the flag symbol that asks for a choice."""

from device.events import Event
from device.rules.game import Refusal, Term
from device.rules.pizzeria.actions import EatKind
from device.rules.pizzeria.enjoy import leafy
from device.rules.pizzeria.events import KindEaten
from device.rules.pizzeria.reason import Reason, refused
from device.rules.pizzeria.state import State


def kinds(state: State, seat: int) -> list[EatKind]:
    """J: the kinds of which the seat saved at least one slice with leaves (P23)."""
    eatable = leafy(state.components, state.player(seat).saved)
    by_id = state.components.slice_by_id
    return [EatKind(kind) for kind in dict.fromkeys(by_id[piece].kinds[0] for piece in eatable)]


def eat_kind(state: State, seat: int, action: EatKind) -> list[Event] | Refusal:
    """J: all slices of the kind that have leaves are eaten; those without and the mixed ones stay saved (P23)."""
    if action not in kinds(state, seat):
        return refused(Reason.KIND_NOT_EATABLE, kind=Term(action.kind))
    by_id = state.components.slice_by_id
    eaten = leafy(state.components, state.player(seat).saved)
    return [KindEaten(seat, action.kind, tuple(piece for piece in eaten if by_id[piece].kinds == (action.kind,)))]
