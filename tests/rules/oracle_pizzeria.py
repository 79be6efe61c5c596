"""Who scores what in Pizzeria: written from the rulebook and its rulings alone, plain, to be read beside them."""

from dataclasses import dataclass, field
from fractions import Fraction

TOMATO = "pomodoro"


@dataclass
class Slice:
    """One slice. A mixed one shows two kinds."""

    kinds: tuple[str, ...]
    leaves: int


@dataclass
class Seat:
    """What lies before a player when the slices from the last stack have been divided.

    `flags` are the letters of the owned offers that count at the end, `placed_on` is the kind on which offer C lies,
    `eats` the kind that offer J lets the player eat.
    """

    saved: list[Slice] = field(default_factory=list)
    eaten: list[Slice] = field(default_factory=list)
    flags: str = ""
    placed_on: str | None = None
    eats: str | None = None


def after_dessert(seat: Seat) -> Seat:
    """Offer J, before scoring: all slices of one kind that have leaves (P23)."""
    if seat.eats is None:
        return seat
    assert "J" in seat.flags
    moved = [slice for slice in seat.saved if slice.kinds == (seat.eats,) and slice.leaves > 0]
    assert moved, "these slices must have basil leaves"
    left = [slice for slice in seat.saved if slice not in moved]
    return Seat(left, seat.eaten + moved, seat.flags, seat.placed_on)


def points(table: list[Seat], values: dict[str, int], tie_pays: bool = True) -> list[Fraction]:
    """The points of each player. `values` has the number printed on each kind for which players compare.

    Solo: `tie_pays` is false, as nobody scores for a kind of which both have the same number.
    """
    table = [after_dessert(seat) for seat in table]
    total = [Fraction(0) for _ in table]
    for kind, value in values.items():
        for at in leaders(table, kind, tie_pays):
            total[at] += value
    for at, seat in enumerate(table):
        total[at] += 2 * len([slice for slice in seat.saved if slice.kinds == (TOMATO,)])
        total[at] += sum(slice.leaves for slice in seat.eaten)
        total[at] += special_offers(seat)
    return total


def amount(seat: Seat, kind: str) -> Fraction:
    """How many slices of the kind were saved; a mixed slice is half a slice of each of its kinds."""
    return sum((Fraction(1, len(slice.kinds)) for slice in seat.saved if kind in slice.kinds), Fraction(0))


def leaders(table: list[Seat], kind: str, tie_pays: bool) -> list[int]:
    """Who scores for the kind: the most slices, or the owner of offer I among those who tie (P3, P4, P22, S7)."""
    most = max(amount(seat, kind) for seat in table)
    if most == 0:
        return []
    ahead = [at for at, seat in enumerate(table) if amount(seat, kind) == most]
    if len(ahead) == 1:
        return ahead
    for at in ahead:
        if "I" in table[at].flags:
            return [at]
    return ahead if tie_pays else []


def special_offers(seat: Seat) -> Fraction:
    """Points of the special offers after dessert (P15, P20, P21, P24, P25)."""
    total = Fraction(0)
    if seat.placed_on is not None:  # C
        total += amount(seat, seat.placed_on)
    if "G" in seat.flags:
        total += 5
    if "H" in seat.flags:
        total += len({kind for slice in seat.saved for kind in slice.kinds})
    groups: dict[str, int] = {}
    for slice in seat.eaten:
        (kind,) = slice.kinds
        groups[kind] = groups.get(kind, 0) + 1
    if "K" in seat.flags:
        total += len(groups)
    if "L" in seat.flags and groups:
        total += max(groups.values())
    return total


def winners(table: list[Seat], total: list[Fraction]) -> list[int]:
    """The most points; of those the most slices eaten; then shared (P5)."""
    table = [after_dessert(seat) for seat in table]
    best = [at for at in range(len(table)) if total[at] == max(total)]
    most = max(len(table[at].eaten) for at in best)
    return [at for at in best if len(table[at].eaten) == most]


def solo_totals(
    human: Seat, jeff: Seat, values: dict[str, int], level: str, surplus: dict[str, Slice]
) -> tuple[Fraction, Fraction, Seat]:
    """The human's and Jeff's points, and Jeff after his last meal (S7, S8).

    Medium: `surplus` has the slice that he eats of each kind, where the human decides (S5). Leads and ties are those
    before the meal: it only brings leaves.
    """
    before = points([human, jeff], values, tie_pays=False)
    eats: list[Slice] = []
    for kind in values:
        mine = [slice for slice in jeff.saved if slice.kinds == (kind,) and slice.leaves > 0]  # S4
        if amount(jeff, kind) > amount(human, kind) or not mine:
            continue
        eats += {"easy": [], "medium": [surplus.get(kind, min(mine, key=lambda slice: slice.leaves))], "hard": mine}[
            level
        ]
    left = [slice for slice in jeff.saved if not any(slice is eaten for eaten in eats)]
    return before[0], before[1] + sum(slice.leaves for slice in eats), Seat(left, jeff.eaten + eats)
