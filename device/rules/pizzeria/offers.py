"""Special offers: when each may be revealed, who holds which, and when the game asks its owner about it.

The game asks the owner whenever the moment of a special offer has come, so that none (P9) passes unnoticed. Two need
no question: E is used in its owner's own turn, and a lightning offer that was let be until its round ends (P10).
"""

from device.events import Event
from device.rules.game import Line, Refusal
from device.rules.pizzeria.events import OfferAsked, OfferLost, OfferReplaced
from device.rules.pizzeria.reason import Reason, refused
from device.rules.pizzeria.state import Held, Phase, Player, State

LIGHTNING = ("A", "B", "C")  # in the round in which they were obtained
CLOCK = ("D", "E", "F")  # in any later round
FLAG = ("G", "H", "I", "J", "K", "L")  # at the end of the game
NOT_IN_FIRST_ROUND = ("A",)
NOT_IN_LAST_ROUND = ("D", "E", "F")


def replacements(state: State, offer: str | None) -> list[Event]:
    """The special offer on the stack that is taken now is replaced from the pile until one is legal (P8).

    P12: only revealing D, E and F is forbidden in the last round; using one that was obtained earlier is not.
    """
    events: list[Event] = []
    for new in state.pile:
        if offer is None or not _may_not_be_revealed(state, offer):
            break
        events.append(OfferReplaced(offer, new))
        offer = new
    return events


def _may_not_be_revealed(state: State, offer: str) -> bool:
    coming = state.round + 1
    first, last = coming == 1, coming == state.rounds
    return (first and offer in NOT_IN_FIRST_ROUND) or (last and offer in NOT_IN_LAST_ROUND)


def holder(state: State, letter: str) -> tuple[Player, Held] | None:
    """Who has this special offer before them, used or not. There is one of each."""
    for player in state.players:
        for held in player.offers:
            if held.letter == letter:
                return player, held
    return None


def lightning(state: State) -> tuple[int, str] | None:
    """The seat that may still use a lightning offer in this round, and which."""
    for player in state.players:
        for held in player.offers:
            if held.letter in LIGHTNING and not held.spent and held.round == state.round:
                return player.seat.seat, held.letter
    return None


def clock_is_due(state: State, letter: str) -> int | None:
    """The seat that may use this clock offer now. P11: from the round after the one in which it was obtained."""
    found = holder(state, letter)
    if found is None or found[1].spent or found[1].round == state.round:
        return None
    return found[0].seat.seat


def in_first_choice(state: State) -> bool:
    """Whether the pizza is divided and nobody has chosen yet."""
    return state.phase is Phase.CHOOSING and all(portion.taken_by is None for portion in state.portions)


def due(state: State) -> tuple[int, str] | None:
    """The seat and its special offer whose moment is now (P9), whether or not there is something to do with it.

    P19: never two at once, as there is one of each and one comes up in a round. The owner of F is not asked when
    choosing first anyway (P18); lightning offers wait until the owner has served the portion they came with (P10).
    """
    if state.phase is Phase.DIVIDING:
        seat = clock_is_due(state, "D")
        return None if seat is None else (seat, "D")
    if in_first_choice(state):
        seat = clock_is_due(state, "F")
        return None if seat is None or seat == state.order[0] else (seat, "F")
    if state.phase in (Phase.CHOOSING, Phase.CLEARING):
        return lightning(state)
    if state.phase is Phase.DESSERT:
        found = holder(state, "J")
        return (found[0].seat.seat, "J") if found and not found[1].spent else None
    return None


def asked(state: State) -> OfferAsked | None:
    """The question that is due and was not answered at this moment of the game."""
    now = due(state)
    return None if now is None or now[1] == state.left else OfferAsked(*now)


def why_not(state: State, seat: int, letter: str) -> Refusal:
    """Why the seat may not use the special offer of this letter now."""
    found = holder(state, letter)
    if found is None or found[0].seat.seat != seat:
        return refused(Reason.OFFER_NOT_HELD, letter=letter)
    if found[1].spent:
        return refused(Reason.OFFER_SPENT, letter=letter)
    if letter in CLOCK and found[1].round == state.round:
        return refused(Reason.OFFER_TOO_EARLY, letter=letter)
    return refused(Reason.OFFER_NOT_NOW, letter=letter, when=Line(f"pizzeria.offer_when.{letter}"))


def lost(state: State) -> OfferLost | None:
    """A lightning offer whose round ends without it (P10)."""
    now = lightning(state) if state.phase is Phase.CLEARING else None
    return None if now is None else OfferLost(*now)
