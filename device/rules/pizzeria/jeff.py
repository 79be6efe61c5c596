"""Jeff, the virtual player: which portion he chooses, and which slices of it he saves for later or eats.

Kinds are judged one by one; as mixed slices are not in the solo game, their order cannot matter (S1), and no halves are
compared (S10).
"""

from itertools import combinations, product

from device.rules.pizzeria.components import Components
from device.rules.pizzeria.state import Portion

JEFF = -1  # his seat: no real one has this number
NAME = "Jeff"
MOST_AHEAD = 2  # slices: a larger lead is of no use to him


def portions_for_jeff(portions: tuple[Portion, ...]) -> tuple[int, ...]:
    """The largest of the portions that are left, by number of slices; the human chooses among equal ones (S6)."""
    left = {at: len(portion.slices) for at, portion in enumerate(portions) if portion.taken_by is None}
    return tuple(at for at, size in left.items() if size == max(left.values()))


def eaten_of_a_kind(ahead: int, slices: int, leafy: int) -> int:
    """How many slices of a kind Jeff eats of those in his portion; he saves the others.

    `ahead` is how many more slices of the kind he has saved than the human (negative: fewer), `leafy` how many of the
    `slices` in the portion have leaves. Slices without leaves cannot be eaten, so they are always saved (S4).
    """
    if ahead >= MOST_AHEAD:  # "2 more" means at least two (S2)
        return leafy
    if ahead <= -2 and ahead + slices < 0:  # he would not even draw level
        return leafy
    surplus = ahead + slices - MOST_AHEAD  # also when he was behind (S3)
    return min(leafy, max(0, surplus))


def meals(
    box: Components, portion: tuple[str, ...], jeffs: tuple[str, ...], humans: tuple[str, ...]
) -> tuple[tuple[str, ...], ...]:
    """What Jeff may eat of his portion, given what both saved before: one way, or several for the human to choose from.

    There are several where some slices of a kind are surplus and their leaves differ (S5). The first has the fewest
    leaves.
    """
    by_kind = []
    for kind in dict.fromkeys(_kind(box, piece) for piece in portion):
        mine = [piece for piece in portion if _kind(box, piece) == kind]
        leafy = [piece for piece in mine if box.slice_by_id[piece].leaves]
        eaten = eaten_of_a_kind(_count(box, jeffs, kind) - _count(box, humans, kind), len(mine), len(leafy))
        by_kind.append(_ways(box, leafy, eaten))
    ways = [frozenset(piece for part in choice for piece in part) for choice in product(*by_kind)]
    return tuple(tuple(piece for piece in portion if piece in way) for way in ways)


def _ways(box: Components, leafy: list[str], number: int) -> list[tuple[str, ...]]:
    """Ways to eat so many of these slices of one kind that differ in their leaves, the fewest first."""
    different: dict[tuple[int, ...], tuple[str, ...]] = {}
    for chosen in combinations(leafy, number):
        different.setdefault(tuple(sorted(box.slice_by_id[piece].leaves for piece in chosen)), chosen)
    return [different[leaves] for leaves in sorted(different, key=lambda leaves: (sum(leaves), leaves))]


def last_meals(
    box: Components, jeffs: tuple[str, ...], humans: tuple[str, ...], all_of_them: bool
) -> tuple[tuple[str, ...], ...]:
    """What Jeff may eat at the end of the medium (one slice of a kind) and the hard level (all slices of a kind).

    He does so with each kind in which he does not have the lead, which he may have fewer of, or as many.
    """
    by_kind = []
    for kind in box.kinds:
        mine = _count(box, jeffs, kind)
        if mine and mine <= _count(box, humans, kind):
            leafy = [piece for piece in jeffs if _kind(box, piece) == kind and box.slice_by_id[piece].leaves]
            by_kind.append(_ways(box, leafy, len(leafy) if all_of_them else min(1, len(leafy))))
    ways = [frozenset(piece for part in choice for piece in part) for choice in product(*by_kind)]
    return tuple(tuple(piece for piece in jeffs if piece in way) for way in ways)


def _kind(box: Components, piece: str) -> str:
    """The kind of a slice; mixed ones are not in the solo game."""
    return box.slice_by_id[piece].kinds[0]


def _count(box: Components, slices: tuple[str, ...], kind: str) -> int:
    return sum(1 for piece in slices if _kind(box, piece) == kind)
