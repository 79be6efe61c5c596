"""The state of a game of Pizzeria Italia: frozen, made only by folding events. Cards are named by their ids."""

from enum import StrEnum

import msgspec

from device.events import Seat
from device.rules.italia.components import Components
from device.rules.seats import player_at


class Phase(StrEnum):
    """Where the round stands."""

    SHUFFLING = "shuffling"
    MEMORISING = "memorising"  # everybody looks at the two cards that were dealt
    CHOOSING = "choosing"  # phase 1
    READY = "ready"  # "Ready, pizzaioli..."
    COMPOSING = "composing"  # phase 2
    SCORING = "scoring"  # the table was slapped
    OVER = "over"


class End(StrEnum):
    """An end of the sequence, as its owner sees it."""

    LEFT = "left"
    RIGHT = "right"


class Laid(msgspec.Struct, frozen=True):
    """A card in a sequence; a turned one shows its right side on the left."""

    card: str
    turned: bool = False


class Player(msgspec.Struct, frozen=True):
    """Who sits there. `deck` is the pizza deck, bottom first, and in phase 2 what is left of it in the hand.

    `dealt` are the two cards that only this player has seen; all saw which others were taken from the table.
    """

    seat: Seat
    deck: tuple[str, ...] = ()
    row: tuple[Laid, ...] = ()
    dealt: tuple[str, ...] = ()
    ready: bool = False
    pizzette: int = 0


class Result(msgspec.Struct, frozen=True):
    """A player's pizza when the phase ended. `fault` says why it is not valid (None: it is), with the cards `at` fault.

    `at` are places in the row, from the left.
    """

    seat: int
    row: tuple[Laid, ...]
    unused: int
    points: int
    fault: str | None = None
    at: tuple[int, ...] = ()


class Scored(msgspec.Struct, frozen=True):
    """The last round that was scored: who won it (None: nobody), and `how`."""

    results: tuple[Result, ...]
    slappers: tuple[int, ...]
    winner: int | None
    how: str


class State(msgspec.Struct, frozen=True):
    """The whole game. `players` sit clockwise; seats are named by their own number.

    `display` are the places of the face-up cards, `pile` the ingredients deck, top first, `aside` what is not needed
    for this round, and `supply` the pizzette that nobody has.
    """

    components: Components
    players: tuple[Player, ...]
    first: int
    supply: int
    aside: tuple[str, ...]
    phase: Phase = Phase.SHUFFLING
    round: int = 0
    turn: int | None = None
    pile: tuple[str, ...] = ()
    display: tuple[str | None, ...] = ()
    removed: tuple[str, ...] = ()
    slappers: tuple[int, ...] = ()
    scored: Scored | None = None

    def player(self, seat: int) -> Player:
        """Who sits there."""
        return player_at(self.players, seat)
