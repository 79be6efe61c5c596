"""Chance: what a game asks of it, and what it brought. The log holds what chance did, never only its seed."""

from collections import Counter

import msgspec

from device.events import Event


class Shuffle(msgspec.Struct, frozen=True):
    """These items are to be put in an order that nobody chose: `what` names them, `seat` whose they are (None: all's).

    Items may be alike. The first of the order lies on top.
    """

    what: str
    items: tuple[str, ...]
    seat: int | None = None


class Roll(msgspec.Struct, frozen=True):
    """So many dice with faces 1 to `faces` are to be rolled."""

    dice: int
    faces: int = 6


class Shuffled(Event, frozen=True):
    """The items now lie in this order, top first."""

    what: str
    order: tuple[str, ...]
    seat: int | None = None


class Rolled(Event, frozen=True):
    """The dice show these numbers, as they fell."""

    dice: tuple[int, ...]


def answers(asked: Shuffle | Roll | None, event: Event) -> bool:
    """Whether the event is what chance was asked for: the same items in some order, or as many dice as asked."""
    match asked, event:
        case Shuffle(), Shuffled():
            same = (asked.what, asked.seat) == (event.what, event.seat)
            return same and Counter(asked.items) == Counter(event.order)
        case Roll(), Rolled():
            return len(event.dice) == asked.dice and all(1 <= die <= asked.faces for die in event.dice)
    return False
