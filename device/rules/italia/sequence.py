"""What makes a pizza valid, and what it is worth: the same for cards on a screen and for cards that a camera sees.

I1: linked cards show the same icon where they meet, or mozzarella; an edge card is first or last, its open side inward.
"""

from collections.abc import Sequence
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from device.rules.italia.components import Card, Components
from device.rules.italia.state import Laid


class Fault(StrEnum):
    """Why a sequence is not valid."""

    NOTHING_PLACED = "nothing_placed"
    ONE_CARD = "one_card"
    EDGE_INSIDE = "edge_inside"
    CRUST_INSIDE = "crust_inside"
    WRONG_JOIN = "wrong_join"


class Sides(NamedTuple):
    """What a card shows to its left and to its right as it lies; None is crust."""

    left: str | None
    right: str | None


def sides(card: Card, turned: bool) -> Sides:
    """The sides of a card that lies upright or turned."""
    return Sides(card.right, card.left) if turned else Sides(card.left, card.right)


def links(first: str | None, second: str | None, mozzarella: str) -> bool:
    """Whether two sides that meet are linked: the same icon, or mozzarella with anything, crust with nothing."""
    if first is None or second is None:
        return False
    return first == second or mozzarella in (first, second)


def fault(cards: Sequence[tuple[Card | None, bool]], mozzarella: str) -> tuple[Fault, tuple[int, ...]] | None:
    """What is wrong with a sequence of cards (turned or not) from left to right, and the places of the cards concerned.

    A card that could not be read (None) is taken for the right one.
    I2: less than two cards are no sequence of cards linked to each other. I3: two edge cards may be all of a pizza.
    That a pizza has at most two edge cards follows.
    """
    if len(cards) < 2:
        return (Fault.ONE_CARD, (0,)) if cards else (Fault.NOTHING_PLACED, ())
    last = len(cards) - 1
    for at, (card, turned) in enumerate(cards):
        if card is None or not card.edge:
            continue
        if 0 < at < last:
            return Fault.EDGE_INSIDE, (at,)
        if turned != (at == 0):
            return Fault.CRUST_INSIDE, (at,)
    for at, ((first, first_turned), (second, second_turned)) in enumerate(pairwise(cards)):
        if first is None or second is None:
            continue
        if not links(sides(first, first_turned).right, sides(second, second_turned).left, mozzarella):
            return Fault.WRONG_JOIN, (at, at + 1)
    return None


def cards_of(box: Components, row: Sequence[Laid]) -> list[tuple[Card, bool]]:
    """The cards of a row, each with whether it is turned."""
    return [(box.card_by_id[laid.card], laid.turned) for laid in row]


def points(cards: Sequence[Card], unused: int) -> int:
    """The points of a valid pizza: its icons, less one for each card that is not linked."""
    return sum(card.points for card in cards) - unused
