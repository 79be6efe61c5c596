"""How to play: whose turn it is, what each may do, and what follows by itself."""

from collections.abc import Sequence

from device.events import Event
from device.rules.game import Action, Refusal
from device.rules.italia import choosing, composing, scoring
from device.rules.italia.actions import CallGo, PlaceCard, PlaceFaceDown, Slap, TakeBack, TakeCard
from device.rules.italia.events import GoCalled
from device.rules.italia.fold import apply
from device.rules.italia.reason import Reason, refused
from device.rules.italia.state import Phase, State
from device.rules.italia.view import prompt

AWAITED: dict[Phase, tuple[type[Action], ...]] = {
    Phase.MEMORISING: (PlaceFaceDown,),
    Phase.CHOOSING: (TakeCard,),
    Phase.READY: (CallGo,),
    Phase.COMPOSING: (PlaceCard, TakeBack, Slap),
}


def turns(state: State) -> tuple[int, ...]:
    """The seats that the game waits for: all of them while they memorise, and in phase 2."""
    match state.phase:
        case Phase.MEMORISING:
            return tuple(player.seat.seat for player in state.players if not player.ready)
        case Phase.CHOOSING:
            return () if state.turn is None else (state.turn,)
        case Phase.READY:
            return (state.first,)
        case Phase.COMPOSING:
            return tuple(player.seat.seat for player in state.players)
    return ()


def legal(state: State, seat: int) -> Sequence[Action]:
    """All that the seat may do now."""
    if seat not in turns(state):
        return ()
    match state.phase:
        case Phase.MEMORISING:
            return (PlaceFaceDown(),)
        case Phase.CHOOSING:
            return choosing.PLACES
        case Phase.READY:
            return (CallGo(),)
    return composing.options(state.player(seat))


def act(state: State, seat: int, action: Action) -> list[Event] | Refusal:
    """All that the action makes happen, or why it cannot be."""
    verdict = _out_of_place(state, seat, action) or _verdict(state, seat, action)
    return verdict if isinstance(verdict, Refusal) else with_what_follows(state, verdict)


def _out_of_place(state: State, seat: int, action: Action) -> Refusal | None:
    """Why this is not the moment, or not the seat, for such an action."""
    if state.phase is Phase.OVER:
        return refused(Reason.OVER)
    if state.phase is Phase.SHUFFLING:
        return refused(Reason.SHUFFLING)
    composes = isinstance(action, AWAITED[Phase.COMPOSING])
    if composes and state.phase is not Phase.COMPOSING:  # I14: a warning; everybody waits for "Go!" anew
        return refused(Reason.BEFORE_GO, now=prompt(state))
    if not isinstance(action, AWAITED.get(state.phase, ())):
        return refused(Reason.NOT_NOW, now=prompt(state))
    waiting = turns(state)
    if seat in waiting:
        return None
    if state.phase is Phase.MEMORISING:
        return refused(Reason.MEMORISED)
    return refused(Reason.NOT_YOUR_TURN, name=[state.player(other).seat.name for other in waiting])


def _verdict(state: State, seat: int, action: Action) -> list[Event] | Refusal:
    """The verdict on an action at its moment."""
    match action:
        case PlaceFaceDown():
            return choosing.place_face_down(state, seat)
        case TakeCard():
            return choosing.take_card(state, seat, action)
        case CallGo():
            return [GoCalled(seat)]
        case PlaceCard():
            return composing.place_card(state, seat, action)
        case TakeBack():
            return composing.take_back(state, seat, action)
    return composing.slap((seat,))


def with_what_follows(state: State, events: list[Event]) -> list[Event]:
    """The events, and after a slap the scoring and the next round or the end of the game."""
    for event in events:
        state = apply(state, event)
    if state.phase is not Phase.SCORING:
        return events
    counted = scoring.round_scored(state)
    return [*events, counted, scoring.what_follows(apply(state, counted))]
