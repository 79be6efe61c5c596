"""What happens in Pizzeria. Each event says everything that it changes."""

from device.events import Decision
from device.rules.pizzeria.state import Portion


class PizzeriaEvent(Decision, frozen=True, tag=lambda name: f"pizzeria.{name}"):
    """Base of the game's events; tags begin with the game, as other games name theirs alike."""


class PizzaServed(PizzeriaEvent, frozen=True):
    """The player with the knife took this stack, read its special offer aloud and built a pizza of its slices."""

    seat: int
    stack: int
    slices: tuple[str, ...]
    letter: str | None = None


class OfferReplaced(PizzeriaEvent, frozen=True):
    """The special offer in the middle may not be revealed in this round; it went to the box, a new one came (P8)."""

    letter: str
    new: str


class Divided(PizzeriaEvent, frozen=True):
    """The pizza was divided into these portions; the seats choose in this order."""

    seat: int
    portions: tuple[Portion, ...]
    order: tuple[int, ...]


class PortionTaken(PizzeriaEvent, frozen=True):
    """The seat chose this portion; with `letter` it got the special offer."""

    seat: int
    portion: int
    letter: str | None = None


class Served(PizzeriaEvent, frozen=True):
    """The seat saved and ate the slices of its portion."""

    seat: int
    saved: tuple[str, ...]
    eaten: tuple[str, ...]


class RoundEnded(PizzeriaEvent, frozen=True):
    """All portions are served; the knife goes to this seat."""

    knife: int


class GameEnded(PizzeriaEvent, frozen=True):
    """The slices from the last stack have been divided up; points count as they are."""


class OfferAsked(PizzeriaEvent, frozen=True):
    """The game waits for the seat to use its special offer or to let it be."""

    seat: int
    letter: str


class OfferLeft(PizzeriaEvent, frozen=True):
    """The seat let its special offer be for the moment."""

    seat: int
    letter: str


class OfferLost(PizzeriaEvent, frozen=True):
    """The round in which this special offer could be used is over (P10)."""

    seat: int
    letter: str


class SavedEaten(PizzeriaEvent, frozen=True):
    """Offer A: the seat ate slices that it had saved for later."""

    seat: int
    slices: tuple[str, ...]


class SliceDrawn(PizzeriaEvent, frozen=True):
    """Offer B: the seat drew this slice, which lay at this place among those set aside."""

    seat: int
    place: int
    slice: str


class DrawnServed(PizzeriaEvent, frozen=True):
    """The seat saved or ate the slice that it had drawn."""

    seat: int
    slice: str
    eaten: bool


class KindMarked(PizzeriaEvent, frozen=True):
    """Offer C: the seat placed it on the slices of this kind that it saved for later."""

    seat: int
    kind: str


class SlicePicked(PizzeriaEvent, frozen=True):
    """Offer D: the seat took this slice before the division and saved or ate it."""

    seat: int
    slice: str
    eaten: bool


class SliceMoved(PizzeriaEvent, frozen=True):
    """Offer E: the seat moved the slice to the neighbouring portion; the portions now lie like this."""

    seat: int
    slice: str
    portions: tuple[Portion, ...]


class OrderChanged(PizzeriaEvent, frozen=True):
    """Offer F: the seat chooses first; the seats choose in this order."""

    seat: int
    order: tuple[int, ...]


class KindEaten(PizzeriaEvent, frozen=True):
    """Offer J: the seat ate the slices of this kind that it had saved for later, all that have leaves."""

    seat: int
    kind: str
    slices: tuple[str, ...]


class JeffDined(PizzeriaEvent, frozen=True):
    """After the last round Jeff ate these slices that he had saved for later."""

    slices: tuple[str, ...]


OF_SOLO: tuple[type[PizzeriaEvent], ...] = (JeffDined,)
OF_PIZZERIA: tuple[type[PizzeriaEvent], ...] = (PizzaServed, Divided, PortionTaken, Served, RoundEnded, GameEnded)
OF_SPECIAL_OFFERS: tuple[type[PizzeriaEvent], ...] = (
    OfferReplaced,
    OfferAsked,
    OfferLeft,
    OfferLost,
    SavedEaten,
    SliceDrawn,
    DrawnServed,
    KindMarked,
    SlicePicked,
    SliceMoved,
    OrderChanged,
    KindEaten,
)
