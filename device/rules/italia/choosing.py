"""Phase 1, choosing ingredients: two cards are memorised, then everybody takes visible cards in turns."""

from device.events import Event
from device.rules.game import Refusal
from device.rules.italia.actions import TakeCard
from device.rules.italia.events import CardTaken, ChoosingBegan, LastCardsRemoved, Memorised
from device.rules.italia.reason import Reason, refused
from device.rules.italia.setup import VISIBLE
from device.rules.italia.state import State
from device.rules.seats import clockwise

SECONDS_TO_MEMORISE = 10  # the table's business: people count them, or a clock beside the game does
PLACES: tuple[TakeCard, ...] = tuple(TakeCard(place) for place in range(VISIBLE))


def place_face_down(state: State, seat: int) -> list[Event]:
    """The seat has memorised its cards; phase 1 goes on when everybody has."""
    others_ready = all(player.ready for player in state.players if player.seat.seat != seat)
    return [Memorised(seat), *([ChoosingBegan(state.first)] if others_ready else [])]


def take_card(state: State, seat: int, action: TakeCard) -> list[Event] | Refusal:
    """The seat takes a visible card, and the deck fills its place.

    The deck lasts for everybody's turns but the last one: its last card was flipped in the turn before. Then the two
    visible cards that are left are removed.
    """
    if not 0 <= action.place < VISIBLE:
        return refused(Reason.NO_PLACE, place=action.place + 1, places=VISIBLE)
    card = state.display[action.place]
    if card is None:
        return refused(Reason.NO_PLACE, place=action.place + 1, places=VISIBLE)
    refill = state.pile[0] if state.pile else None
    taken = CardTaken(seat, action.place, card, refill, clockwise(state.players, seat)[1])
    if refill is not None:
        return [taken]
    left = tuple(other for at, other in enumerate(state.display) if other is not None and at != action.place)
    return [taken, LastCardsRemoved(left)]
