"""The state of a game of Pizza XXL: frozen, made only by folding events."""

from enum import StrEnum

import msgspec

from device.events import Seat
from device.rules.seats import player_at
from device.rules.xxl.components import Components

SLOTS = 3  # "3 pizzas are face up"
PIZZAS_TO_WIN = 3
PIZZAS, TOKENS = "pizzas", "tokens"  # what chance shuffles


class Phase(StrEnum):
    """Where the game stands."""

    PLACING = "placing"  # tokens face down, pizzas in their places, before a round
    REVEALING = "revealing"
    CLOSING = "closing"  # a claim was valid; other ready pizzas can still be claimed for a moment
    OVER = "over"


IN_ROUND = (Phase.REVEALING, Phase.CLOSING)


class Token(msgspec.Struct, frozen=True):
    """A token face up in this round: surely down until one time, surely up from the other.

    `piece` is the eyes' number for it, or None when the referee named it or the table was cut off since. Without a
    table it is the token's place, and times are a count.
    """

    kind: str
    piece: int | None
    down_until_ns: int
    up_from_ns: int


class Taken(msgspec.Struct, frozen=True):
    """Who took the pizza of a slot in this round, and when the hand came down."""

    seat: int
    at_ns: int
    tie: bool


class Slot(msgspec.Struct, frozen=True):
    """A place for a face-up pizza."""

    pizza: str | None = None
    taken: Taken | None = None


class Player(msgspec.Struct, frozen=True):
    """A seat's fortunes.

    `touched`: its hand was judged in this round (X6). `third_ns`: when it took its third pizza.
    """

    seat: Seat
    pizzas: tuple[str, ...] = ()
    locked: bool = False
    touched: bool = False
    third_ns: int | None = None


class Outcome(msgspec.Struct, frozen=True):
    """Who won, and why: "three_pizzas", or "pile_empty" (X12)."""

    winners: tuple[int, ...]
    reason: str


class State(msgspec.Struct, frozen=True):
    """The whole game. `players` sit clockwise; seats are named by their own number.

    Only without a table: `deck` is the pile of pizzas, top first, `places` what lies at each place, face up or down,
    `left` the seats that leave their hands off the pizzas. At a table nobody knows the first two.
    """

    components: Components
    players: tuple[Player, ...]
    tie_window_ns: int
    second_claim_window_ns: int
    grace_ns: int
    starter: int
    phase: Phase = Phase.PLACING
    round: int = 0
    opened_ns: int = 0
    slots: tuple[Slot, ...] = (Slot(),) * SLOTS
    tokens: tuple[Token, ...] = ()
    corrected: frozenset[int] = frozenset()
    closes_ns: int | None = None
    questions: tuple[int, ...] = ()  # verdicts of this round that the referee has yet to give
    outcome: Outcome | None = None
    deck: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    left: tuple[int, ...] = ()

    @property
    def turn(self) -> int:
        """Whose turn it is to reveal: clockwise from the starter, one token each."""
        around = [player.seat.seat for player in self.players]
        return around[(around.index(self.starter) + len(self.tokens)) % len(around)]

    @property
    def moment(self) -> int:
        """Without a table: the count that stands for the time of what happens next in this round."""
        times = [self.opened_ns, *(token.up_from_ns for token in self.tokens)]
        return 1 + max([*times, *(slot.taken.at_ns for slot in self.slots if slot.taken)])

    @property
    def everyone_locked(self) -> bool:
        """Nobody may claim any more in this round (X10)."""
        return all(player.locked for player in self.players)

    @property
    def everyone_left(self) -> bool:
        """All who might have claimed leave it (X9)."""
        able = [player.seat.seat for player in self.players if not player.locked and not player.touched]
        return bool(self.left) and all(seat in self.left for seat in able)

    @property
    def won(self) -> frozenset[str]:
        """Pizzas that lie face down before a player."""
        return frozenset(pizza for player in self.players for pizza in player.pizzas)

    @property
    def pizzas_left(self) -> int:
        """Pizzas that nobody has: those in the slots and in the pile."""
        return len(self.components.pizzas) - len(self.won)

    @property
    def pile(self) -> int:
        """Pizzas face down in the pile."""
        return max(0, self.pizzas_left - sum(1 for slot in self.slots if slot.pizza and not slot.taken))

    def youngest(self, seats: tuple[int, ...]) -> int:
        """The youngest of these seats."""
        return min(seats, key=lambda seat: self.player(seat).seat.age_order)

    def player(self, seat: int) -> Player:
        """Who sits there."""
        return player_at(self.players, seat)
