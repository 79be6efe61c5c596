"""Rulings by hand: the camera helps, it never blocks."""

from device.events import ClaimJudged, Event
from device.rules.game import Refusal, Term
from device.rules.refereed import Command, CorrectPiece
from device.rules.xxl.claims import Reason
from device.rules.xxl.events import RoundOpened, RoundVoided, SlotCorrected, TokenHidden, TokenRevealed
from device.rules.xxl.reason import Refused, pizza_words, refused
from device.rules.xxl.state import IN_ROUND, SLOTS, Phase, State
from vision.reading import Face, Piece


class OpenRound(Command, frozen=True, tag="open_round"):
    """Begin the round with these pizzas in the slots (None: those that are known to lie there)."""

    slots: tuple[str | None, ...] | None = None


class CallOffRound(Command, frozen=True, tag="call_off_round"):
    """The round is void (X9, X10)."""


class SetSlot(Command, frozen=True, tag="set_slot"):
    """This pizza (None: no pizza) lies in the slot."""

    slot: int
    pizza: str | None = None


class Reveal(Command, frozen=True, tag="reveal"):
    """A token of this kind was revealed."""

    kind: str


class Award(Command, frozen=True, tag="award"):
    """This seat takes the pizza of the slot."""

    seat: int
    slot: int


COMMANDS = (OpenRound, CallOffRound, SetSlot, Reveal, Award, CorrectPiece)


def decide(state: State, command: Command, piece: Piece | None, now_ns: int) -> list[Event] | Refusal:
    """The events of a referee's command, or why it cannot be. `piece` is the one that CorrectPiece names."""
    if state.phase is Phase.OVER:
        return refused(Refused.OVER)
    match command:
        case OpenRound():
            return _open(state, command, now_ns)
        case CallOffRound():
            return _call_off(state)
        case SetSlot():
            return _set_slot(state, command)
        case Reveal(kind=kind):
            return _reveal(state, kind, None, state.opened_ns, now_ns)
        case Award():
            return _award(state, command, now_ns)
        case CorrectPiece() if piece is not None:
            return _correct(state, command, piece, now_ns)
    return refused(Refused.NO_SUCH_PIECE)


def _call_off(state: State) -> list[Event] | Refusal:
    if state.phase is Phase.CLOSING:
        return refused(Refused.CLAIMED)
    return [RoundVoided(by_referee=True)] if state.phase is Phase.REVEALING else refused(Refused.NO_ROUND)


def _unknown_pizza(state: State, pizzas: tuple[str | None, ...]) -> Refusal | None:
    """A refusal when one of these pizzas does not exist or was won, or one is named twice."""
    named = [pizza for pizza in pizzas if pizza is not None]
    for pizza in named:
        if pizza not in state.components.toppings_of:
            return refused(Refused.UNKNOWN_PIZZA, pizza=repr(pizza))
        if pizza in state.won:
            return refused(Refused.WON_PIZZA, pizza=pizza_words(state.components, pizza))
    if len(set(named)) != len(named):
        return refused(Refused.SAME_PIZZA)
    return None


def _open(state: State, command: OpenRound, now_ns: int) -> list[Event] | Refusal:
    if state.phase is not Phase.PLACING:
        return refused(Refused.ROUND_OPEN)
    pizzas = command.slots if command.slots is not None else tuple(slot.pizza for slot in state.slots)
    expected = min(SLOTS, state.pizzas_left)
    if len(pizzas) != SLOTS or sum(1 for pizza in pizzas if pizza) != expected:
        return refused(Refused.PIZZAS_MISSING, expected=expected)
    return _unknown_pizza(state, pizzas) or [RoundOpened(pizzas, now_ns, state.starter, by_referee=True)]


def _set_slot(state: State, command: SetSlot) -> list[Event] | Refusal:
    if not 0 <= command.slot < SLOTS:
        return refused(Refused.NO_SUCH_SLOT, slot=command.slot, last=SLOTS - 1)
    if state.slots[command.slot].taken:
        return refused(Refused.TAKEN)
    others = tuple(slot.pizza for index, slot in enumerate(state.slots) if index != command.slot and not slot.taken)
    return _unknown_pizza(state, (*others, command.pizza)) or [SlotCorrected(command.slot, command.pizza)]


def _reveal(state: State, kind: str, piece: int | None, down_until_ns: int, up_from_ns: int) -> list[Event] | Refusal:
    if state.phase not in IN_ROUND:
        return refused(Refused.NO_ROUND)
    exist = state.components.counts.get(kind)
    if exist is None:
        return refused(Refused.UNKNOWN_KIND, kind=repr(kind))
    others = sum(1 for token in state.tokens if token.kind == kind and (piece is None or token.piece != piece))
    if others >= exist:
        return refused(Refused.ALL_UP, exist=exist, kind=Term(kind))
    return [TokenRevealed(state.round, kind, piece, down_until_ns, up_from_ns, by_referee=True)]


def _award(state: State, command: Award, now_ns: int) -> list[Event] | Refusal:
    if state.phase not in IN_ROUND:
        return refused(Refused.NO_ROUND)
    if all(player.seat.seat != command.seat for player in state.players):
        return refused(Refused.NO_SUCH_SEAT, seat=command.seat)
    if not 0 <= command.slot < SLOTS or not state.slots[command.slot].pizza or state.slots[command.slot].taken:
        return refused(Refused.EMPTY_SLOT, slot=command.slot)
    return [
        ClaimJudged(
            verdict=0, by="referee", seat=command.seat, slot=command.slot, at_ns=now_ns, reason=Reason.ACCEPTED,
            pizza=state.slots[command.slot].pizza,
        )
    ]  # fmt: skip


def _correct(state: State, command: CorrectPiece, piece: Piece, now_ns: int) -> list[Event] | Refusal:
    if piece.kind != "disc":
        return refused(Refused.USE_SET_SLOT)
    if command.face is not Face.UP or command.label is None:
        return [TokenHidden(piece.id)]
    down_until_ns = max(state.opened_ns, piece.down_until_ns or 0)
    return _reveal(state, command.label, piece.id, down_until_ns, piece.up_from_ns or now_ns)
