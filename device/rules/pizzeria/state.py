"""The state of a game of Pizzeria: frozen, made only by folding events. Slices are named by their ids ("bacon-3")."""

from enum import StrEnum

import msgspec

from device.events import Seat
from device.rules.pizzeria.components import Components
from device.rules.seats import player_at

STACK_SIZE = 11  # slices of a whole pizza


class Phase(StrEnum):
    """Where the game stands; a special offer that is asked about, or a drawn slice, comes between."""

    MIXING = "mixing"  # chance builds the stacks
    NEXT_PIZZA = "next_pizza"  # the knife takes a stack
    DIVIDING = "dividing"
    CHOOSING = "choosing"  # a portion
    SERVING = "serving"  # save or eat what was chosen
    CLEARING = "clearing"  # all portions are served, the knife is not passed yet
    DESSERT = "dessert"  # the last stack is divided up, points are not counted yet
    OVER = "over"


class Level(StrEnum):
    """How hard the solo variant is."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


class Stack(msgspec.Struct, frozen=True):
    """Slices face down, top first, with the special offer that lies on them."""

    slices: tuple[str, ...]
    offer: str | None = None


class Portion(msgspec.Struct, frozen=True):
    """Neighbouring slices of the pizza, clockwise, with the special offer placed on them or alone."""

    slices: tuple[str, ...]
    offer: str | None = None
    taken_by: int | None = None


class Held(msgspec.Struct, frozen=True):
    """A special offer before a player, by its letter.

    `round` is the one in which it was obtained; `kind` where it lies (offer C). A spent one was used, or was lost.
    """

    letter: str
    round: int
    spent: bool = False
    kind: str | None = None


class Player(msgspec.Struct, frozen=True):
    """Who sits there, with the slices saved for later and eaten, in the order in which that happened."""

    seat: Seat
    saved: tuple[str, ...] = ()
    eaten: tuple[str, ...] = ()
    offers: tuple[Held, ...] = ()


class Asked(msgspec.Struct, frozen=True):
    """The table waits for this seat to use a special offer, or to let it be."""

    seat: int
    letter: str


class Drawn(msgspec.Struct, frozen=True):
    """A slice that the seat drew with offer B and has yet to save or to eat."""

    seat: int
    slice: str


class State(msgspec.Struct, frozen=True):
    """The whole game. `players` sit clockwise; seats are named by their own number.

    `slices` and `letters` are in the game, the others stay in the box. A pizza is cut into `cut_into` portions.
    `order` are the seats that have yet to choose, `serving` is the portion whose taker saves or eats. `left` is the
    special offer whose owner let it be at this moment of the game.
    """

    components: Components
    players: tuple[Player, ...]
    knife: int
    slices: tuple[str, ...]
    rounds: int
    cut_into: int
    letters: tuple[str, ...] = ()
    phase: Phase = Phase.MIXING
    round: int = 0
    stacks: tuple[Stack, ...] = ()
    aside: tuple[str, ...] = ()  # the 3 leftover slices, face down
    pile: tuple[str, ...] = ()  # unused special offers, top first
    sent_back: tuple[str, ...] = ()  # special offers that came in the wrong round (P8)
    pizza: tuple[str, ...] = ()  # revealed and not divided yet, clockwise
    offer: str | None = None  # in the middle of the table
    portions: tuple[Portion, ...] = ()
    order: tuple[int, ...] = ()
    serving: int | None = None
    asked: Asked | None = None
    left: str | None = None
    drawn: Drawn | None = None
    level: Level | None = None  # of the solo variant
    last_meal: tuple[str, ...] | None = None  # what Jeff ate after the last round

    @property
    def last_round(self) -> bool:
        """Whether the pizza on the table is the last one."""
        return self.round == self.rounds

    def player(self, seat: int) -> Player:
        """Who sits there."""
        return player_at(self.players, seat)
