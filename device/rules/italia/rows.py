"""Rows of real cards: which ones are linked by their sides one after the other, and what else touches them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from device.rules.italia.poses import Lie, Relation
from device.rules.italia.state import End

Side = tuple[int, End]  # a card and its side


class Row(NamedTuple):
    """Cards that are linked by their sides, in order, and whether each is turned when read in this direction.

    The order begins with the end that was seen first. `forked`: two cards that are no line with the others, as they
    meet at the same side, or close a ring; the order means nothing then. `touched`: a card of the row and one in
    contact with it that is not linked to it.
    """

    cards: tuple[int, ...]
    turned: tuple[bool, ...]
    forked: tuple[int, int] | None
    touched: tuple[int, int] | None


def rows(found: Sequence[Relation], way: Sequence[Lie]) -> list[Row]:
    """All rows of at least two cards, when the cards lie to each other in this way."""
    links = [relation for relation, lie in zip(found, way, strict=True) if lie is Lie.LINKED]
    touches = [(each.first, each.second) for each, lie in zip(found, way, strict=True) if lie is Lie.TOUCHING]
    result = []
    for group in _groups(links):
        touched = next((pair for pair in touches if group.intersection(pair)), None)
        result.append(_row(group, [link for link in links if link.first in group], touched))
    return result


def _groups(links: Iterable[Relation]) -> list[set[int]]:
    groups: list[set[int]] = []
    for link in links:
        together = {link.first, link.second}.union(*(group for group in groups if group & {link.first, link.second}))
        groups = [group for group in groups if not group & together]
        groups.append(together)
    return groups


def _row(group: set[int], links: Sequence[Relation], touched: tuple[int, int] | None) -> Row:
    beside: dict[Side, Side] = {}
    for link in links:
        one, other = (link.first, link.ends[0]), (link.second, link.ends[1])
        for side, neighbour in ((one, other), (other, one)):
            if side in beside:
                return _no_line(group, (beside[side][0], neighbour[0]), touched)
        beside[one], beside[other] = other, one
    if len(links) == len(group):
        return _no_line(group, (links[0].first, links[0].second), touched)
    return _walked(min(card for card in group if _free_side(card, beside)), beside, touched)


def _no_line(group: set[int], pair: tuple[int, int], touched: tuple[int, int] | None) -> Row:
    return Row(tuple(sorted(group)), (False,) * len(group), pair, touched)


def _free_side(card: int, beside: dict[Side, Side]) -> bool:
    return (card, End.LEFT) not in beside or (card, End.RIGHT) not in beside


def _walked(first: int, beside: dict[Side, Side], touched: tuple[int, int] | None) -> Row:
    """The row from its first card on: a card that is entered by its right side, or left by its left one, is turned."""
    goes_on = End.RIGHT if (first, End.RIGHT) in beside else End.LEFT
    cards, turned = [first], [goes_on is End.LEFT]
    at: Side = (first, goes_on)
    while at in beside:
        card, entered = beside[at]
        cards.append(card)
        turned.append(entered is End.RIGHT)
        at = (card, End.LEFT if entered is End.RIGHT else End.RIGHT)
    return Row(tuple(cards), tuple(turned), None, touched)
