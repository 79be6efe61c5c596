"""What happens in Pizza. Slices, zones and locations are numbered from 0."""

from device.events import Decision


class PizzaEvent(Decision, frozen=True, tag=lambda name: f"pizza.{name}"):
    """Base of the game's events; tags begin with the game, as other games name theirs alike."""


class CookingBegan(PizzaEvent, frozen=True):
    """Nobody declares anything any more; everybody draws ingredient cards."""


class CardPlayed(PizzaEvent, frozen=True):
    """The seat placed a card, and its disc went to this space of the track."""

    seat: int
    card: str
    location: int
    disc: int


class ToppingAsked(PizzaEvent, frozen=True):
    """The seat has to say what becomes of its token."""

    seat: int
    card: str
    location: int
    any_slice: bool


class SliceTopped(PizzaEvent, frozen=True):
    """A token was placed. `slot`: the location whose slot it came from; None: from the supply."""

    seat: int
    slice: int
    zone: int
    token: str
    slot: int | None


class ToppingSkipped(PizzaEvent, frozen=True):
    """The slice had been served: no token was placed."""

    seat: int


class DoughMade(PizzaEvent, frozen=True):
    """The seat paid, and turned the served slice back."""

    seat: int
    slice: int
    cost: int


class TileUsed(PizzaEvent, frozen=True):
    """A tile was used: `kind` is its action, `copy` says that a copy tile did it. `change` is a die's."""

    seat: int
    kind: str
    copy: bool
    change: int = 0


class TokenAdded(PizzaEvent, frozen=True):
    """An extra token from the supply went where the disc is."""

    seat: int
    slice: int
    zone: int
    token: str


class TileLeft(PizzaEvent, frozen=True):
    """The seat lets the others draw as they do."""

    seat: int


class CookingEnded(PizzaEvent, frozen=True):
    """All have played three cards. These seats may take bonus tiles, in this order."""

    order: tuple[int, ...]


class TileTaken(PizzaEvent, frozen=True):
    """The seat took a bonus tile for a freed slot."""

    seat: int
    kind: str


class TileDeclined(PizzaEvent, frozen=True):
    """The seat took none."""

    seat: int


class LocationsScored(PizzaEvent, frozen=True):
    """Each seat's points for the card location that it did not use, as far as the track goes."""

    points: tuple[tuple[int, int], ...]


class ServingBegan(PizzaEvent, frozen=True):
    """The starting player has the first turn to serve."""

    seat: int


class SliceServed(PizzaEvent, frozen=True):
    """The seat served a slice; `next` has the next turn."""

    seat: int
    customer: str
    slice: int
    points: int
    next: int


class Passed(PizzaEvent, frozen=True):
    """The seat serves no more in this phase; `next` has the next turn (None: all have passed)."""

    seat: int
    next: int | None


class RoundEnded(PizzaEvent, frozen=True):
    """Customers served for the first time are turned, and all cards go back beside the board."""


class CardReserved(PizzaEvent, frozen=True):
    """The seat kept its last card for the next round (None: it shuffles all)."""

    seat: int
    card: str | None


class LastBonusAsked(PizzaEvent, frozen=True):
    """The rounds are over; slice bonuses are to be chosen."""


class SliceChosen(PizzaEvent, frozen=True):
    """The seat chose the slice for a slice bonus."""

    seat: int
    slice: int


class GameEnded(PizzaEvent, frozen=True):
    """Final scoring takes place."""


OF_PIZZA: tuple[type[PizzaEvent], ...] = (
    CookingBegan,
    CardPlayed,
    ToppingAsked,
    SliceTopped,
    ToppingSkipped,
    DoughMade,
    TileUsed,
    TokenAdded,
    TileLeft,
    CookingEnded,
    TileTaken,
    TileDeclined,
    LocationsScored,
    ServingBegan,
    SliceServed,
    Passed,
    RoundEnded,
    CardReserved,
    LastBonusAsked,
    SliceChosen,
    GameEnded,
)
