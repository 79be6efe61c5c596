"""Phase 2, the serving phase: in turns, slices are served to customers until everybody has passed."""

from functools import lru_cache

from device.events import Event
from device.rules.game import Refusal, Term
from device.rules.pizza.actions import Serve
from device.rules.pizza.components import SLICES
from device.rules.pizza.events import Passed, RoundEnded, SliceServed
from device.rules.pizza.reason import Reason, refused
from device.rules.pizza.state import Guest, Player, Slice, State
from device.rules.seats import clockwise

OUTER, MIDDLE = 2, 1  # additional points for at least one token in the zone (Z8)


def servings(state: State, player: Player) -> tuple[Serve, ...]:
    """Every customer that every slice fits; the same customer may be served again, by anybody (Z10)."""
    accepted = state.components.accepted
    return tuple(
        Serve(guest.name, at)
        for at, slice in enumerate(player.slices)
        if (tokens := slice.tokens)
        for guest in state.guests
        if fits(accepted[guest.name], tokens)
    )


@lru_cache(maxsize=8192)
def fits(wants: tuple[frozenset[str], ...], tokens: tuple[str, ...]) -> bool:
    """Whether type and number correspond exactly: each token meets one wish, zones do not matter (Z7)."""
    if len(wants) != len(tokens):
        return False
    if not wants:
        return True
    first, rest = wants[0], wants[1:]
    others = (tokens[:at] + tokens[at + 1 :] for at, token in enumerate(tokens) if token in first)
    return any(fits(rest, left) for left in others)


def serve(state: State, seat: int, action: Serve) -> list[Event] | Refusal:
    """The customer is served and scored at once."""
    guest = next((guest for guest in state.guests if guest.name == action.customer), None)
    if guest is None:
        names = [Term(other.name) for other in state.guests]
        return refused(Reason.NO_CUSTOMER, customer=Term(action.customer), customers=names)
    if not 0 <= action.slice < SLICES:
        return refused(Reason.NO_SLICE, slice=action.slice + 1, slices=SLICES)
    slice = state.player(seat).slices[action.slice]
    if slice.served:
        return refused(Reason.SLICE_SERVED, slice=action.slice + 1)
    if not fits(state.components.accepted[guest.name], slice.tokens):
        wants = [Term(want) for want in state.components.customer[guest.name].wants]
        return refused(Reason.NO_MATCH, customer=Term(guest.name), wants=wants, slice=action.slice + 1)
    points = serving_points(state, guest, slice)
    following = _next(state, seat)
    return [SliceServed(seat, guest.name, action.slice, points, seat if following is None else following)]


def serving_points(state: State, guest: Guest, slice: Slice) -> int:
    """The side that lies up, for everybody in the round of the first serving; and the zones (Z8)."""
    customer = state.components.customer[guest.name]
    outer, middle, _ = slice.zones
    return (customer.later if guest.later else customer.first) + (OUTER if outer else 0) + (MIDDLE if middle else 0)


def pass_on(state: State, seat: int) -> list[Event]:
    """Passing is final for this phase (Z9)."""
    following = _next(state, seat)
    return [Passed(seat, following)] if following is not None else [Passed(seat, None), RoundEnded()]


def _next(state: State, seat: int) -> int | None:
    """The next seat to the left that has not passed, other than this one."""
    return next((s for s in clockwise(state.players, seat)[1:] if not state.player(s).passed), None)
