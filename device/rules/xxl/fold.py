"""What each event does to the state. Never fails, never decides: an event that no longer fits changes nothing."""

from msgspec.structs import replace

from device.events import ClaimJudged, Event
from device.rules.chance import Shuffled
from device.rules.xxl.claims import Reason
from device.rules.xxl.ending import outcome_of
from device.rules.xxl.events import (
    ClaimLeft,
    RoundEnded,
    RoundOpened,
    RoundVoided,
    SlotCorrected,
    TokenHidden,
    TokenRevealed,
    TokenTurned,
)
from device.rules.xxl.state import IN_ROUND, PIZZAS, PIZZAS_TO_WIN, Phase, Player, Slot, State, Taken, Token


def apply(state: State, event: Event) -> State:
    """The state after the event."""
    match event:
        case RoundOpened():
            return _open_round(state, event)
        case TokenRevealed():
            return _reveal(state, event)
        case TokenTurned():
            return _turn(state, event)
        case Shuffled():
            return _shuffle(state, event)
        case ClaimLeft(seat=seat):
            return replace(state, left=(*state.left, seat))
        case TokenHidden(piece=piece):
            tokens = tuple(token for token in state.tokens if token.piece != piece)
            return replace(state, tokens=tokens, corrected=state.corrected | {piece})
        case SlotCorrected(slot=slot, pizza=pizza) if not state.slots[slot].taken:
            return _set_slot(state, slot, Slot(_in_reach(state, pizza)))
        case ClaimJudged():
            return _claim(state, event)
        case RoundEnded() if state.phase is Phase.CLOSING:
            return _end_round(state)
        case RoundVoided(by_referee=by_referee) if state.phase is Phase.REVEALING:
            void = by_referee or state.everyone_locked or state.everyone_left
            return _void_round(state) if void else state
    return state


def resume(state: State, same_clock: bool) -> State:
    """The state after the table was cut off: the eyes number pieces anew; times of another clock mean "long ago"."""
    tokens = tuple(replace(token, piece=None) for token in state.tokens)
    state = replace(state, tokens=tokens, corrected=frozenset())
    if same_clock:
        return state
    return replace(
        state,
        opened_ns=0,
        closes_ns=None if state.closes_ns is None else 0,
        tokens=tuple(replace(token, down_until_ns=0, up_from_ns=0) for token in tokens),
    )


def _open_round(state: State, event: RoundOpened) -> State:
    if state.phase is Phase.CLOSING:  # after an overruled claim, nobody saw that the round before had an end
        state = _end_round(state)
    if state.phase is Phase.OVER:
        return state
    return replace(
        state,
        phase=Phase.REVEALING,
        round=state.round + 1,
        opened_ns=event.at_ns,
        starter=event.starter,
        slots=tuple(Slot(_in_reach(state, pizza)) for pizza in event.pizzas),
        tokens=(),
        corrected=frozenset(),
        closes_ns=None,
        questions=(),
        left=(),
        players=tuple(replace(player, locked=False, touched=False) for player in state.players),
    )


def _in_reach(state: State, pizza: str | None) -> str | None:
    """The pizza if it can lie face up: it is in the box, and nobody has it by a later ruling."""
    return pizza if pizza in state.components.toppings_of and pizza not in state.won else None


def _reveal(state: State, event: TokenRevealed) -> State:
    others = tuple(other for other in state.tokens if event.piece is None or other.piece != event.piece)
    all_up = sum(1 for other in others if other.kind == event.kind) >= state.components.counts.get(event.kind, 0)
    if state.phase not in IN_ROUND or event.round != state.round or all_up:
        return state
    token = Token(event.kind, event.piece, event.down_until_ns, event.up_from_ns)
    corrected = state.corrected | {event.piece} if event.by_referee and event.piece is not None else state.corrected
    return replace(state, tokens=(*others, token), corrected=corrected)


def _shuffle(state: State, event: Shuffled) -> State:
    """Setup and New Round, without a table: the pile of pizzas, or the tokens, with which the round is open.

    Every empty slot gets a new pizza from the pile.
    """
    if event.what == PIZZAS:
        return replace(state, deck=event.order)
    deck, slots = list(state.deck), []
    for slot in state.slots:
        slots.append(slot.pizza or (deck.pop(0) if deck else None))
    opened = _open_round(state, RoundOpened(tuple(slots), 0, state.starter))
    return replace(opened, deck=tuple(deck), places=event.order)


def _turn(state: State, event: TokenTurned) -> State:
    if state.phase is not Phase.REVEALING:
        return state
    at = state.moment
    return replace(state, tokens=(*state.tokens, Token(event.kind, event.place, at, at)))


def _claim(state: State, event: ClaimJudged) -> State:
    if state.phase not in IN_ROUND:
        return state
    match event.reason:
        case Reason.ACCEPTED if event.pizza is not None:
            return _take(state, event, event.pizza)
        case Reason.FALSE_CLAIM:
            return _set_player(state, replace(state.player(event.seat), locked=True, touched=True))
        case Reason.LATE | Reason.LOST_TIE:
            return _set_player(state, replace(state.player(event.seat), touched=True))
        case Reason.ASK_REFEREE:
            return replace(state, questions=(*state.questions, event.verdict))
    return state


def _take(state: State, event: ClaimJudged, pizza: str) -> State:
    """The pizza goes face down before its claimer; other ready ones stay claimable for a moment (X3).

    A later ruling may give it to another: whoever had it gives it up.
    """
    state = replace(state, players=tuple(_without(player, pizza) for player in state.players))
    player = state.player(event.seat)
    pizzas = (*player.pizzas, pizza)
    third_ns = event.at_ns if len(pizzas) == PIZZAS_TO_WIN else player.third_ns
    state = _set_player(state, replace(player, pizzas=pizzas, touched=True, third_ns=third_ns))
    slot = Slot(pizza, Taken(event.seat, event.at_ns, event.tie))
    state = _set_slot(state, event.slot, slot)
    if state.closes_ns is not None:
        return replace(state, phase=Phase.CLOSING)
    closes_ns = event.at_ns + state.second_claim_window_ns
    return replace(state, phase=Phase.CLOSING, closes_ns=closes_ns, left=())


def _without(player: Player, pizza: str) -> Player:
    if pizza not in player.pizzas:
        return player
    pizzas = tuple(other for other in player.pizzas if other != pizza)
    return replace(player, pizzas=pizzas, third_ns=player.third_ns if len(pizzas) >= PIZZAS_TO_WIN else None)


def _end_round(state: State) -> State:
    """New Round, or End of the Game."""
    outcome = outcome_of(state)
    takers = tuple(slot.taken.seat for slot in state.slots if slot.taken)
    return replace(
        state,
        phase=Phase.OVER if outcome else Phase.PLACING,
        outcome=outcome,
        starter=state.youngest(takers) if takers else state.starter,  # X4
        closes_ns=None,
        questions=(),
        slots=tuple(Slot() if slot.taken else slot for slot in state.slots),
    )


def _void_round(state: State) -> State:
    """X10: tokens down and shuffled, locks off, the same pizzas; left of the last revealer begins."""
    return replace(
        state,
        phase=Phase.PLACING,
        starter=state.turn,
        closes_ns=None,
        questions=(),
        players=tuple(replace(player, locked=False, touched=False) for player in state.players),
    )


def _set_player(state: State, player: Player) -> State:
    players = tuple(player if other.seat == player.seat else other for other in state.players)
    return replace(state, players=players)


def _set_slot(state: State, index: int, slot: Slot) -> State:
    return replace(state, slots=(*state.slots[:index], slot, *state.slots[index + 1 :]))
