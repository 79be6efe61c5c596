"""Gives the pieces of an enrolment their names: the rows as they should lie are laid along the rows as they lie.

Names come from the order of reading. Where pieces are missing or too many, kinds, rows and gaps tell which.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import msgspec
import numpy as np

from vision.shapes import Shape, rows_of

_ROW_BREAK = 0.25  # against a missing or surplus piece, which counts 1: rows that begin elsewhere
_WRONG_GAP = 0.6  # and room for a piece where none is left out, or the reverse
_CLEARLY = 0.15  # by so much the best reading must lead before one piece is named as missing
_MORE_LEFT_OUT = 2  # than the numbers of pieces make necessary


class Expected(msgspec.Struct, frozen=True):
    """A piece that should lie at its place in a row: its name and the name of its kind of outline."""

    label: str
    kind: str


Rows = Sequence[Sequence[Expected]]


@dataclass(frozen=True)
class Named:
    """What lies there as far as can be told. `unsure` are missing pieces that may as well be a neighbour in the row.

    `rows` are all shapes found, row by row; `missing` and `unsure` are (row, place) from 0 in the rows expected.
    """

    pieces: tuple[tuple[str, Shape], ...]
    missing: tuple[tuple[int, int], ...]
    unsure: frozenset[tuple[int, int]]
    extra: tuple[Shape, ...]
    rows: tuple[tuple[Shape, ...], ...]


@dataclass(frozen=True, slots=True)
class _Seat:
    """A piece in its row, expected or found."""

    kind: str
    row: int
    place: int
    x_mm: float = 0.0
    width_mm: float = 0.0


def name_pieces(expected: Rows, shapes: Sequence[Shape]) -> Named:
    """Each expected piece with its shape, and what is missing or too many."""
    rows = rows_of(shapes)
    wanted = [_Seat(piece.kind, r, p) for r, row in enumerate(expected) for p, piece in enumerate(row)]
    found = [_Seat(s.kind.name, r, p, s.x_mm, s.kind.width_mm) for r, row in enumerate(rows) for p, s in enumerate(row)]
    flat = [shape for row in rows for shape in row]
    costs = _Costs(wanted, found)
    if [seat.kind for seat in wanted] == [seat.kind for seat in found]:
        pairs = [(i, i) for i in range(len(wanted))]
    else:
        pairs = costs.cheapest()
    matched = dict(pairs)
    missing = [i for i in range(len(wanted)) if i not in matched]
    taken = set(matched.values())
    return Named(
        tuple((expected[wanted[i].row][wanted[i].place].label, flat[j]) for i, j in pairs),
        tuple((wanted[i].row, wanted[i].place) for i in missing),
        frozenset((wanted[i].row, wanted[i].place) for i in missing if costs.as_well_another(pairs, i)),
        tuple(shape for j, shape in enumerate(flat) if j not in taken),
        tuple(tuple(row) for row in rows),
    )


Pairs = list[tuple[int, int]]


class _Costs:
    """What it costs to read what was found as what was expected."""

    def __init__(self, wanted: Sequence[_Seat], found: Sequence[_Seat]) -> None:
        self._wanted, self._found = wanted, found
        starts = [seat for seat in found if seat.place == 0]
        self._left_mm = min((seat.x_mm - seat.width_mm / 2 for seat in starts), default=0.0)
        kinds = {seat.kind for seat in found}
        self._width_mm = {kind: float(np.median([s.width_mm for s in found if s.kind == kind])) for kind in kinds}
        between_mm = [_between_mm(a, b) for a, b in pairwise(found) if a.row == b.row]
        self._gap_mm = float(np.percentile(between_mm, 25)) if between_mm else None

    def cheapest(self) -> Pairs:
        """The pairs (expected, found) of the cheapest reading."""
        wanted, found = len(self._wanted), len(self._found)
        most_i = max(wanted - found, 0) + _MORE_LEFT_OUT + 1
        most_j = max(found - wanted, 0) + _MORE_LEFT_OUT + 1
        best: dict[tuple[int, int], tuple[float, tuple[int, int]]] = {}
        for i in range(wanted):
            for j in range(found):
                if self._wanted[i].kind != self._found[j].kind:
                    continue
                tried = [(self._step((-1, -1), (i, j)), (-1, -1))]
                for before_i in range(max(0, i - most_i), i):
                    for before_j in range(max(0, j - most_j), j):
                        if before := best.get((before_i, before_j)):
                            step = self._step((before_i, before_j), (i, j))
                            tried.append((before[0] + step, (before_i, before_j)))
                best[i, j] = min(tried)
        return self._traced(best)

    def _traced(self, best: dict[tuple[int, int], tuple[float, tuple[int, int]]]) -> Pairs:
        ends = [
            (cost + self._step(pair, (len(self._wanted), len(self._found))), pair) for pair, (cost, _) in best.items()
        ]
        pair = min(ends, default=(0.0, (-1, -1)))[1]
        pairs: Pairs = []
        while pair != (-1, -1):
            pairs.append(pair)
            pair = best[pair][1]
        return pairs[::-1]

    def _step(self, before: tuple[int, int], pair: tuple[int, int]) -> float:
        """What lies between two pairs: pieces left out on either side, and whether rows and gaps fit."""
        cost = float(pair[0] - before[0] - 1 + pair[1] - before[1] - 1)
        if pair[0] == len(self._wanted):
            return cost
        wanted, found = self._wanted[pair[0]], self._found[pair[1]]
        if before == (-1, -1):
            return cost + self._row_start(wanted, found)
        wanted_before, found_before = self._wanted[before[0]], self._found[before[1]]
        if (wanted.row == wanted_before.row) != (found.row == found_before.row):
            cost += _ROW_BREAK
        elif found.row != found_before.row:
            cost += self._row_start(wanted, found)
        if found.row != found_before.row:
            return cost
        between = self._wanted[before[0] + 1 : pair[0]]
        return cost + self._off(_between_mm(found_before, found), between, 1)

    def _row_start(self, wanted: _Seat, found: _Seat) -> float:
        """Whether a row's first piece lies as far from the left as the pieces before it take."""
        if found.place > 0:
            return 0.0
        before = [seat for seat in self._wanted if seat.row == wanted.row and seat.place < wanted.place]
        return self._off(found.x_mm - found.width_mm / 2 - self._left_mm, before, 0)

    def _off(self, free_mm: float, left_out: Sequence[_Seat], more_gaps: int) -> float:
        """Whether the pieces left out, with a gap beside each, take as much room as is free."""
        if self._gap_mm is None or any(seat.kind not in self._width_mm for seat in left_out):
            return 0.0
        taken_mm = sum(self._width_mm[seat.kind] + self._gap_mm for seat in left_out) + more_gaps * self._gap_mm
        widths_mm = [self._width_mm[seat.kind] for seat in left_out] or list(self._width_mm.values())
        return _WRONG_GAP * min(abs(free_mm - taken_mm) / (min(widths_mm) + self._gap_mm), 1.0)

    def _total(self, pairs: Pairs) -> float:
        ends = [(-1, -1), *pairs, (len(self._wanted), len(self._found))]
        return sum(self._step(before, pair) for before, pair in pairwise(ends))

    def as_well_another(self, pairs: Pairs, missing: int) -> bool:
        """Whether a neighbour of the missing piece in its row may as well be the one that is missing.

        At the end of a row no gap tells: the others may have been moved up.
        """
        seat, usual = self._wanted[missing], self._total(pairs)
        last = not any(self._wanted[i].row == seat.row and i > missing for i, _ in pairs)
        for step in (-1, 1):
            other = missing + step
            at = next((k for k, (i, _) in enumerate(pairs) if i == other), None)
            if at is None or self._wanted[other].row != seat.row or self._wanted[other].kind != seat.kind:
                continue
            swapped = [*pairs[:at], (missing, pairs[at][1]), *pairs[at + 1 :]]
            if last or self._total(swapped) < usual + _CLEARLY:
                return True
        return False


def _between_mm(one: _Seat, other: _Seat) -> float:
    """What is free between two pieces of a row."""
    return other.x_mm - one.x_mm - (one.width_mm + other.width_mm) / 2
