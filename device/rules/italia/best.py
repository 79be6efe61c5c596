"""The best pizza that some cards can make: what a player could have had, and what a bot aims at."""

from collections.abc import Sequence
from functools import cache

from device.rules.italia.components import Card
from device.rules.italia.sequence import links, sides

Placed = tuple[int, bool]  # a card's place in the sequence given, and whether it is turned

_Worth = tuple[int, int, tuple[Placed, ...]]  # points with 1 for each card, as an unused one costs 1; cards; the cards


def best_pizza(cards: Sequence[Card], mozzarella: str) -> tuple[Placed, ...]:
    """The valid pizza with the highest score of the round, of equal ones a longest, from left to right.

    Empty where no two of the cards link. Exact: all sequences are tried, but each rest (which cards are left, what the
    last one shows) only once.
    """

    @cache
    def rest(used: int, side: str) -> _Worth:
        """The best way to go on to the right of a card that shows `side` there."""
        best: _Worth = (0, 0, ())
        for at, card in enumerate(cards):
            if used & 1 << at:
                continue
            for turned in (False, True)[: 1 + (card.left != card.right)]:
                left, right = sides(card, turned)
                if links(side, left, mozzarella):
                    after = rest(used | 1 << at, right) if right is not None else (0, 0, ())
                    best = max(best, _with(card, (at, turned), after), key=_value)
        return best

    best: _Worth = (0, 0, ())
    for at, card in enumerate(cards):
        for turned in (False, True)[: 1 + (card.left != card.right)]:
            right = sides(card, turned).right
            if right is None:
                continue
            after = rest(1 << at, right)
            if after[1]:
                best = max(best, _with(card, (at, turned), after), key=_value)
    return best[2]


def _with(card: Card, placed: Placed, after: _Worth) -> _Worth:
    return card.points + 1 + after[0], 1 + after[1], (placed, *after[2])


def _value(worth: _Worth) -> tuple[int, int]:
    return worth[:2]
