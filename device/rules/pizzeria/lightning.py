"""Special offers with the lightning symbol: A, B and C, once in the round in which they were obtained."""

from itertools import combinations

from device.events import Event
from device.rules.game import Action, Refusal, Term
from device.rules.pizzeria.actions import DrawSlice, EatSaved, MarkKind, ServeDrawn
from device.rules.pizzeria.enjoy import leafy, portion_in_hand
from device.rules.pizzeria.events import DrawnServed, KindMarked, SavedEaten, SliceDrawn
from device.rules.pizzeria.offers import lightning
from device.rules.pizzeria.reason import Reason, refused, slice_words
from device.rules.pizzeria.state import Phase, Player, State

MOST_EATEN = 2  # "You may eat up to 2 slices saved for later."
DRAWN_OPTIONS = (ServeDrawn(True), ServeDrawn(False))  # B: a drawn slice that may be eaten


def unasked(state: State, seat: int) -> tuple[str, ...]:
    """The lightning offer that the seat may use while others choose and serve.

    P10: one that was let be may be used until the round ends, but not while its owner serves a portion.
    """
    if state.phase not in (Phase.CHOOSING, Phase.SERVING):
        return ()
    found = lightning(state)
    serving = state.phase is Phase.SERVING and portion_in_hand(state).taken_by == seat
    return (found[1],) if found and found[0] == seat and not serving else ()


def options(state: State, seat: int, letter: str) -> list[Action]:
    """What the seat may do with this lightning offer."""
    player = state.player(seat)
    match letter:
        case "A":
            eatable = leafy(state.components, player.saved)
            return [EatSaved(some) for count in (1, MOST_EATEN) for some in combinations(eatable, count)]
        case "B":
            return [DrawSlice(place) for place in range(len(state.aside))]
    return [MarkKind(kind) for kind in kinds_saved(state, player)]


def kinds_saved(state: State, player: Player) -> list[str]:
    """Each kind of which the player saved a slice or half a slice, in the order of saving."""
    by_id = state.components.slice_by_id
    return list(dict.fromkeys(kind for piece in player.saved for kind in by_id[piece].kinds))


def eat_saved(state: State, seat: int, action: EatSaved) -> list[Event] | Refusal:
    """A: eat one or two saved slices that have leaves (P13); who eats none lets the offer be."""
    saved, slices = state.player(seat).saved, action.slices
    if not 1 <= len(slices) <= MOST_EATEN:
        return refused(Reason.HOW_MANY_SAVED, slices=len(slices), most=MOST_EATEN)
    strange = [piece for piece in slices if piece not in saved]
    if strange:
        return refused(Reason.NOT_SAVED, slice=slice_words(state.components, strange[0]))
    bare = [piece for piece in slices if piece not in leafy(state.components, saved)]
    if bare:
        return refused(Reason.NO_LEAVES, slice=slice_words(state.components, bare[0]))
    if slices != tuple(piece for piece in saved if piece in slices):
        return refused(Reason.EATING_ORDER)
    return [SavedEaten(seat, slices)]


def draw_slice(state: State, seat: int, action: DrawSlice) -> list[Event] | Refusal:
    """B: draw one of the slices set aside, blindly; one without leaves must be saved (P14)."""
    if not 0 <= action.place < len(state.aside):
        return refused(Reason.NO_PLACE, place=action.place + 1, slices=len(state.aside))
    drawn = state.aside[action.place]
    events: list[Event] = [SliceDrawn(seat, action.place, drawn)]
    if not leafy(state.components, (drawn,)):
        events.append(DrawnServed(seat, drawn, eaten=False))
    return events


def mark_kind(state: State, seat: int, action: MarkKind) -> list[Event] | Refusal:
    """C: place it on one kind saved for later, be it half a slice; pomodoro is a kind too (P15)."""
    if action.kind not in kinds_saved(state, state.player(seat)):
        return refused(Reason.KIND_NOT_SAVED, kind=Term(action.kind))
    return [KindMarked(seat, action.kind)]
