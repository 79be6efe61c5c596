"""The state of a game of Pizza: frozen, made only by folding events.

Locations, slices, zones and spaces of the track are numbered from 0, zones from the outer one in.
"""

from enum import StrEnum

import msgspec

from device.events import Seat
from device.rules.pizza.components import SLICES, Components
from device.rules.seats import player_at

Zones = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
BARE: Zones = ((), (), ())


class Phase(StrEnum):
    """Where the game stands."""

    CUSTOMERS = "customers"  # chance chooses seven of them
    MIXING = "mixing"  # decks and slots are shuffled
    ROLLING = "rolling"
    DECLARING = "declaring"  # opponents draw two: before anybody draws (Z17)
    COOKING = "cooking"
    BONUS = "bonus"  # freed slots bring bonus tiles
    SERVING = "serving"
    RESERVING = "reserving"
    LAST_BONUS = "last_bonus"  # slice bonus: choose a slice at the end of the game
    OVER = "over"


class Slice(msgspec.Struct, frozen=True):
    """A pizza slice: the tokens in its zones, any number of them (Z23), and whether it lies on its eaten side."""

    zones: Zones = BARE
    served: bool = False

    @property
    def tokens(self) -> tuple[str, ...]:
        outer, middle, inner = self.zones
        return (*outer, *middle, *inner)


class Tile(msgspec.Struct, frozen=True):
    """A bonus tile before a player. `slice`: the one chosen for a slice bonus."""

    kind: str
    used: bool = False
    slice: int | None = None


class Landed(msgspec.Struct, frozen=True):
    """A card was played, the disc moved, and its player has yet to say where its token goes."""

    card: str
    location: int
    any_slice: bool


class Ledger(msgspec.Struct, frozen=True):
    """Where the points on the track came from."""

    start: int = 0
    customers: int = 0
    dough: int = 0
    locations: int = 0


class Player(msgspec.Struct, frozen=True):
    """What lies before a seat. `played` has the card on each location; `deck` is hidden, top first.

    `reserved` is the card kept for the next round's hand. `adjust` and `any_slice` are tiles used for the next move,
    `freed` counts slots freed in this cooking phase. `decided`: the seat has nothing to answer in this phase any more;
    `mixed`: its draw pile is shuffled.
    """

    seat: Seat
    points: int = 0
    ledger: Ledger = Ledger()
    slices: tuple[Slice, ...] = (Slice(),) * SLICES
    disc: int = 0
    deck: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    reserved: str | None = None
    played: tuple[str | None, ...] = (None,) * 4
    slots: tuple[tuple[str, ...], ...] = ((),) * 4
    tiles: tuple[Tile, ...] = ()
    freed: int = 0
    adjust: int = 0
    any_slice: bool = False
    landed: Landed | None = None
    limits_others: bool = False
    passed: bool = False
    decided: bool = False
    mixed: bool = False

    @property
    def actions_done(self) -> int:
        """How many ingredient cards were played in this cooking phase."""
        return len(self.played) - self.played.count(None)


class Guest(msgspec.Struct, frozen=True):
    """A customer in the restaurant. `later`: turned to the lower side; `slid`: served for the first time this round."""

    name: str
    later: bool = False
    slid: bool = False


class State(msgspec.Struct, frozen=True):
    """The whole game. `players` sit clockwise; seats are named by their own number.

    `dice` lie on the locations from low to high. `order` are the seats that take bonus tiles, a tile each time.
    `locations_scored`: this round's card locations are counted.
    """

    components: Components
    players: tuple[Player, ...]
    starter: int
    advanced: bool
    supply: dict[str, int]
    stock: dict[str, int]
    phase: Phase = Phase.CUSTOMERS
    round: int = 0
    guests: tuple[Guest, ...] = ()
    dice: tuple[int, ...] = ()
    order: tuple[int, ...] = ()
    locations_scored: bool = False
    turn: int | None = None

    def player(self, seat: int) -> Player:
        """Who sits there."""
        return player_at(self.players, seat)
