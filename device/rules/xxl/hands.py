"""Gameplay of the party variant without a table: people say which token they turn and on which pizza a hand comes down.

One thing happens after another, so nobody is ever "at the same time" (X8), and whoever may still claim is asked: a
round ends once each of them has claimed or left it. Verdicts are those of `claims`, with a count for the time.
"""

from device.events import Event
from device.rules.chance import Shuffle
from device.rules.game import Action, Refusal
from device.rules.refereed import Claim
from device.rules.xxl import claims, fold, view
from device.rules.xxl.actions import Leave, Reveal, Touch
from device.rules.xxl.components import TOKENS
from device.rules.xxl.events import ClaimLeft, RoundEnded, RoundVoided, TokenTurned
from device.rules.xxl.reason import Refused, refused
from device.rules.xxl.state import PIZZAS, SLOTS, Phase, State
from device.rules.xxl.state import TOKENS as ALL_TOKENS


def chance(state: State) -> Shuffle | None:
    """Setup and New Round: the pizzas are shuffled once, the tokens before every round."""
    if state.phase is not Phase.PLACING:
        return None
    if state.round == 0 and not state.deck:
        return Shuffle(PIZZAS, tuple(state.components.toppings_of))
    kinds = (kind for kind, count in state.components.counts.items() for _ in range(count))
    return Shuffle(ALL_TOKENS, tuple(kinds))


def turns(state: State) -> tuple[int, ...]:
    """Who is to reveal; while others are asked whether they claim, those. At a table nobody is asked."""
    if not state.places:
        return ()
    if state.phase is Phase.REVEALING and len(state.tokens) < TOKENS:
        return (state.turn,)
    if _asks(state):
        return tuple(seat for seat in claims.may_claim(state) if seat not in state.left)
    return ()


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """What the seat may do: reveal in its turn, touch a pizza, leave it when asked."""
    if not state.places:
        return ()
    actions: list[Action] = []
    if state.phase is Phase.REVEALING and len(state.tokens) < TOKENS and seat == state.turn:
        up = {token.piece for token in state.tokens}
        actions += [Reveal(place) for place in range(TOKENS) if place not in up]
    if seat in claims.may_claim(state) and seat not in state.left:
        actions += [Touch(at) for at, slot in enumerate(state.slots) if slot.pizza and not slot.taken]
        actions += [Leave()] if _asks(state) else []
    return tuple(actions)


def act(state: State, seat: int, action: Action) -> list[Event] | Refusal:
    """What the action makes happen, up to the end of the round, or why it cannot be."""
    if state.phase is Phase.OVER:
        return refused(Refused.OVER)
    if chance(state) is not None:
        return refused(Refused.SHUFFLING)
    if all(player.seat.seat != seat for player in state.players):
        return refused(Refused.NO_SUCH_SEAT, seat=seat)
    match action:
        case Reveal(place=place):
            return _reveal(state, seat, place)
        case Touch(slot=slot):
            return _not_claiming(state, seat) or _touch(state, seat, slot)
        case Leave():
            return _not_claiming(state, seat) or _leave(state, seat)
    return refused(Refused.OTHER_VARIANT, now=view.prompt(state))


def _asks(state: State) -> bool:
    """Whether those who may claim are asked to claim or leave it (X3, X9)."""
    return state.phase is Phase.CLOSING or (state.phase is Phase.REVEALING and len(state.tokens) == TOKENS)


def _reveal(state: State, seat: int, place: int) -> list[Event] | Refusal:
    if _asks(state):
        return refused(Refused.NOTHING_TO_REVEAL, now=view.prompt(state))
    if seat != state.turn:
        return refused(Refused.NOT_YOUR_TURN, name=state.player(state.turn).seat.name)
    if not 0 <= place < TOKENS:
        return refused(Refused.NO_SUCH_PLACE, place=place, last=TOKENS - 1)
    if any(token.piece == place for token in state.tokens):
        return refused(Refused.UP_ALREADY, place=place)
    return [TokenTurned(seat, place, state.places[place])]


def _not_claiming(state: State, seat: int) -> Refusal | None:
    """Why no hand of this seat counts, if it is so: locked out (X7), one hand (X2, X6), or it has left it."""
    player = state.player(seat)
    if player.locked:
        return refused(Refused.LOCKED_OUT)
    if player.touched:
        return refused(Refused.ONE_HAND)
    return refused(Refused.HAS_LEFT) if seat in state.left else None


def _touch(state: State, seat: int, at: int) -> list[Event] | Refusal:
    if not 0 <= at < SLOTS:
        return refused(Refused.NO_SUCH_SLOT, slot=at, last=SLOTS - 1)
    slot = state.slots[at]
    if slot.taken:
        return refused(Refused.LATE, name=state.player(slot.taken.seat).seat.name)  # X5
    if not slot.pizza:
        return refused(Refused.EMPTY_SLOT, slot=at)
    judged = claims.judge_plainly(state, Claim(seat, at, state.moment))
    return [judged, *_ends(fold.apply(state, judged))]


def _leave(state: State, seat: int) -> list[Event] | Refusal:
    if not _asks(state):
        return refused(Refused.NOTHING_TO_LEAVE)
    left = ClaimLeft(seat)
    return [left, *_ends(fold.apply(state, left))]


def _ends(state: State) -> list[Event]:
    """The end of the round: nobody can claim any more, or wants to (X3, X9, X10)."""
    if state.phase is Phase.CLOSING:
        lies = any(slot.pizza and not slot.taken for slot in state.slots)
        return [] if lies and turns(state) else [RoundEnded()]
    return [RoundVoided()] if state.everyone_locked or state.everyone_left else []
