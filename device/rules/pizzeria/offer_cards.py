"""Reads special offers as they lie: before a player, in the middle of the table, or on a portion.

One lies text side up until it is used, and is then turned face down (R: "after using a special offer"). There is one of
each letter; a card that cannot be read, and a letter that lies there twice or is not in this game, are asked about.
"""

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from device.rules.areas import Polygon, lies_in
from device.rules.slices import Seen
from vision.reading import Face

KIND = "rect"


class Why(StrEnum):
    """Why special offers must be asked about."""

    UNREAD = "unread"  # its letter or its side is not known
    TWICE = "twice"
    NOT_IN_GAME = "not_in_game"
    ON_THE_EDGE = "on_the_edge"  # perhaps it lies beside the area


class Offers(msgspec.Struct, frozen=True):
    """What lies there, named by places in what was seen: `up` by letter, and those that are used or not revealed.

    `why` is the doubt that must be asked about, with the `cards` it concerns.
    """

    up: dict[str, int]
    down: tuple[int, ...]
    why: Why | None = None
    cards: tuple[int, ...] = ()


def read_offers(seen: Sequence[Seen], letters: Sequence[str], area_mm: Polygon | None = None) -> Offers:
    """The special offers among all pieces seen, of these letters; only those in an area, if one is given."""
    lying = {at: True if area_mm is None else lies_in(piece, area_mm) for at, piece in _cards(seen)}
    there = [at for at, inside in lying.items() if inside is not False]
    up = [at for at in there if seen[at].face is Face.UP and seen[at].label is not None]
    down = tuple(at for at in there if seen[at].face is Face.DOWN)
    named = [str(seen[at].label) for at in up]
    doubts = {
        Why.ON_THE_EDGE: tuple(at for at in there if lying[at] is None),
        Why.UNREAD: tuple(at for at in there if at not in up and at not in down),
        Why.NOT_IN_GAME: tuple(at for at, letter in zip(up, named, strict=True) if letter not in letters),
        Why.TWICE: tuple(at for at, letter in zip(up, named, strict=True) if named.count(letter) > 1),
    }
    by_letter = dict(zip(named, up, strict=True))
    for why, cards in doubts.items():
        if cards:
            return Offers(by_letter, down, why, cards)
    return Offers(by_letter, down)


def _cards(seen: Sequence[Seen]) -> list[tuple[int, Seen]]:
    return [(at, piece) for at, piece in enumerate(seen) if piece.kind == KIND]
