"""Tells which slices were taken or moved, from what was seen before and after.

A slice leaves the pizza for the area in front of a player: it is saved there face up, or eaten and lies face down on
the player's stack. Offer E moves a slice to an adjacent portion. What cannot be followed, as a slice that is in a hand
now, is asked about.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import permutations

import msgspec

from device.rules.areas import Polygon, lies_in
from device.rules.pizzeria.layout import kinds_and_leaves
from device.rules.pizzeria.portions import KIND, Layout, Pizza, read_pizza
from device.rules.slices import Seen, far_mm
from vision.reading import Face

MOST_PORTIONS = 6  # one for each player
_STAYED_MM = 60.0  # a slice of the pizza that seems to have moved no farther is the same one, pushed with its portion


class Why(StrEnum):
    """Why it must be asked what was moved."""

    UNREAD = "unread"  # a slice that was moved is not known
    LOST = "lost"  # a slice left the pizza, and lies nowhere
    FROM_NOWHERE = "from_nowhere"  # a slice lies before a player, and left no place
    EATEN_BY_WHOM = "eaten_by_whom"
    WHICH = "which"  # portions differ, and more than one slice may have been moved between them


class Move(msgspec.Struct, frozen=True):
    """One slice that was moved: its places in what was seen before and after, and the seat that has it now.

    One that is eaten has no place of its own any more. One without a seat lies in another portion of the pizza.
    """

    label: str
    before: int
    after: int | None
    seat: int | None
    eaten: bool = False


class Moves(msgspec.Struct, frozen=True):
    """All that was moved, and the doubt that must be asked about with the slices it concerns, if they are known."""

    moves: tuple[Move, ...]
    why: Why | None = None
    labels: tuple[str, ...] = ()


def read_moves(
    before: Sequence[Seen], after: Sequence[Seen], areas_mm: Mapping[int, Polygon], layout: Layout | None = None
) -> Moves:
    """What was taken from the pizza or moved between its portions; `areas_mm` are those in front of the seats."""
    pizza, left_over = read_pizza(before, layout), read_pizza(after, layout)
    stayed = _stayed(before, after, pizza.ring, left_over.ring)
    gone = [at for at in pizza.ring if at not in stayed]
    strange = [at for at in left_over.ring if at not in stayed.values()]
    gained, new = _gained(before, after, areas_mm)
    names = tuple(str(before[at].label) for at in gone if before[at].label is not None)
    if strange or new or len(names) < len(gone):
        return Moves((), Why.UNREAD, names)
    moves, unseen = _saved(before, after, gone, gained)
    if gained:
        return Moves(moves, Why.FROM_NOWHERE, tuple(str(after[at].label) for at, _ in gained))
    eaten, why = _eaten(before, after, unseen, {move.seat for move in moves}, areas_mm)
    if why is not None:
        return Moves(moves, why, tuple(str(before[at].label) for at in unseen))
    regrouped = _regrouped(pizza, left_over, stayed)
    if regrouped is None:
        return Moves((*moves, *eaten), Why.WHICH)
    between = (Move(str(before[at].label), at, stayed[at], None) for at in regrouped)
    return Moves((*moves, *eaten, *between))


def _stayed(before: Sequence[Seen], after: Sequence[Seen], ring: Sequence[int], later: Sequence[int]) -> dict[int, int]:
    """The slices of the pizza that are there still, each with its place in what was seen after; the nearest first."""
    pairs = sorted(
        (far_mm((before[one].x_mm, before[one].y_mm), (after[other].x_mm, after[other].y_mm)), one, other)
        for one in ring
        for other in later
        if before[one].label == after[other].label or None in (before[one].label, after[other].label)
    )
    stayed: dict[int, int] = {}
    for far, one, other in pairs:
        if far <= _STAYED_MM and one not in stayed and other not in stayed.values():
            stayed[one] = other
    return stayed


def _gained(
    before: Sequence[Seen], after: Sequence[Seen], areas_mm: Mapping[int, Polygon]
) -> tuple[list[tuple[int, int]], bool]:
    """The slices face up that players have more than before, with their seats; and whether there are unread ones."""
    gained: list[tuple[int, int]] = []
    unread = False
    for seat, area_mm in areas_mm.items():
        had = Counter(before[at].label for at in _face_up(before, area_mm))
        for at in _face_up(after, area_mm):
            had[after[at].label] -= 1
            if had[after[at].label] < 0 and after[at].label is not None:
                gained.append((at, seat))
        unread = unread or had[None] < 0
    return gained, unread


def _face_up(seen: Sequence[Seen], area_mm: Polygon) -> list[int]:
    """Slices in an area, or on its edge, of which it is not known that they lie face down."""
    slices = [at for at, piece in enumerate(seen) if piece.kind == KIND and piece.face is not Face.DOWN]
    return [at for at in slices if lies_in(seen[at], area_mm) is not False]


def _saved(
    before: Sequence[Seen], after: Sequence[Seen], gone: Sequence[int], gained: list[tuple[int, int]]
) -> tuple[tuple[Move, ...], list[int]]:
    """The slices that lie before a player now, which are taken from `gained`, and those that do not."""
    moves, unseen = [], []
    for at in gone:
        label = str(before[at].label)
        found = next((new for new in gained if after[new[0]].label == label), None)
        if found is None:
            unseen.append(at)
        else:
            gained.remove(found)
            moves.append(Move(label, at, *found))
    return tuple(moves), unseen


def _eaten(
    before: Sequence[Seen],
    after: Sequence[Seen],
    unseen: Sequence[int],
    takers: set[int | None],
    areas_mm: Mapping[int, Polygon],
) -> tuple[list[Move], Why | None]:
    """The slices that nobody saved are eaten by the one player who took some, or whose stack is new."""
    if not unseen:
        return [], None
    if any(kinds_and_leaves(str(before[at].label))[1] == 0 for at in unseen):
        return [], Why.LOST  # only slices with basil leaves may be eaten
    stacks, had = ({seat: _stacks(seen, area) for seat, area in areas_mm.items()} for seen in (after, before))
    takers = takers or {seat for seat in areas_mm if stacks[seat] > had[seat]}
    eaters = [seat for seat in areas_mm if seat in takers and stacks[seat]]
    if len(takers) > 1:
        return [], Why.EATEN_BY_WHOM
    if not eaters:
        return [], Why.LOST
    return [Move(str(before[at].label), at, None, eaters[0], eaten=True) for at in unseen], None


def _stacks(seen: Sequence[Seen], area_mm: Polygon) -> int:
    return sum(
        piece.kind == KIND and piece.face is Face.DOWN and lies_in(piece, area_mm) is not False for piece in seen
    )


def _regrouped(pizza: Pizza, later: Pizza, stayed: Mapping[int, int]) -> tuple[int, ...] | None:
    """The slices that lie in another portion now, as few as explain it; None where several explain it equally well."""
    count = max(len(pizza.portions), len(later.portions))
    if min(len(pizza.portions), len(later.portions)) < 2 or count > MOST_PORTIONS:
        return ()
    ways: dict[tuple[int, ...], int] = {}
    for order in permutations(range(count)):
        moved = tuple(
            at
            for portion, number in zip(pizza.portions, order, strict=False)
            for at in portion
            if number >= len(later.portions) or stayed[at] not in later.portions[number]
        )
        ways[moved] = len(moved)
    fewest = [moved for moved, size in ways.items() if size == min(ways.values())]
    return fewest[0] if len(fewest) == 1 else None
