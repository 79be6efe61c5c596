"""What happens in Pizzeria Italia. Each event says everything that it changes."""

from device.events import Decision
from device.rules.italia.state import End, Laid, Scored


class ItaliaEvent(Decision, frozen=True, tag=lambda name: f"italia.{name}"):
    """Base of the game's events; tags begin with the game, as other games name theirs alike."""


class Memorised(ItaliaEvent, frozen=True):
    """The seat laid its two cards face down before it."""

    seat: int


class ChoosingBegan(ItaliaEvent, frozen=True):
    """All pizza decks lie face down; the seat has the first turn."""

    seat: int


class CardTaken(ItaliaEvent, frozen=True):
    """The seat took the card from this place; `refill` came in its place (None: the deck was empty)."""

    seat: int
    place: int
    card: str
    refill: str | None
    next: int


class LastCardsRemoved(ItaliaEvent, frozen=True):
    """Nobody has a turn any more; the visible cards that are left went off the table."""

    cards: tuple[str, ...]


class GoCalled(ItaliaEvent, frozen=True):
    """The seat called "Go!", and everybody took the own pizza deck."""

    seat: int


class CardPlaced(ItaliaEvent, frozen=True):
    """The seat placed a card at this end of its sequence."""

    seat: int
    laid: Laid
    end: End


class CardTakenBack(ItaliaEvent, frozen=True):
    """The seat took the card at this end of its sequence back."""

    seat: int
    card: str
    end: End


class TableSlapped(ItaliaEvent, frozen=True):
    """The phase is over. Several seats slapped at the same time, as far as could be told (I10)."""

    seats: tuple[int, ...]


class RoundScored(ItaliaEvent, frozen=True):
    """The pizzas were counted; the winner took a pizzetta."""

    scored: Scored


class CardsCollected(ItaliaEvent, frozen=True):
    """All cards are one deck again; this seat begins the next round."""

    first: int


class GameEnded(ItaliaEvent, frozen=True):
    """The seat has all the pizzette that it needs."""

    winner: int


OF_ITALIA: tuple[type[ItaliaEvent], ...] = (
    Memorised,
    ChoosingBegan,
    CardTaken,
    LastCardsRemoved,
    GoCalled,
    CardPlaced,
    CardTakenBack,
    TableSlapped,
    RoundScored,
    CardsCollected,
    GameEnded,
)
