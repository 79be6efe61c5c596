"""Reads the customers around the game board: who is there, and which side of each card lies up.

Both sides of a card are faces: the first, worth more, until the end of the round in which the customer is served for
the first time, and the later one for the remainder of the game. Seven cards are in play, each customer once.
"""

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from device.rules.slices import Seen
from vision.reading import Face

KIND = "rect"
IN_PLAY = 7  # stated: "randomly place 7 around the game board"


class Side(StrEnum):
    """A side of a customer's card."""

    FIRST = "first"
    LATER = "later"


class Why(StrEnum):
    """Why the customers must be asked about."""

    MISSING = "missing"  # fewer cards are seen than lie there
    TOO_MANY = "too_many"
    UNREAD = "unread"
    TWICE = "twice"  # both sides of one card, or one side of it twice


class Lying(msgspec.Struct, frozen=True):
    """A customer's card, named by its place in what was seen, and its side that lies up."""

    name: str
    side: Side
    at: int


class Customers(msgspec.Struct, frozen=True):
    """The customers in the order of what was seen; `why` must be asked about, with the `cards` it concerns."""

    there: tuple[Lying, ...]
    why: Why | None = None
    cards: tuple[int, ...] = ()


def label(name: str, side: Side) -> str:
    """What the eyes call a side of a customer's card."""
    return f"{name}/{side}"


def read_customers(seen: Sequence[Seen], names: Sequence[str], count: int = IN_PLAY) -> Customers:
    """The customers of these names among all pieces seen; `count` of them lie there."""
    by_label = {label(name, side): (name, side) for name in names for side in Side}
    cards = [at for at, piece in enumerate(seen) if piece.kind == KIND]
    known = {at: by_label.get(str(seen[at].label)) for at in cards if seen[at].face is Face.UP}
    there = tuple(Lying(*of, at) for at, of in known.items() if of is not None)
    called = [card.name for card in there]
    unread = tuple(at for at in cards if known.get(at) is None)
    twice = tuple(card.at for card in there if called.count(card.name) > 1)
    if len(cards) != count:
        return Customers(there, Why.MISSING if len(cards) < count else Why.TOO_MANY, unread)
    if unread or twice:
        return Customers(there, Why.UNREAD if unread else Why.TWICE, unread or twice)
    return Customers(there)
