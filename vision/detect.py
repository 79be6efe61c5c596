"""Proposes where outlines of known size lie: every edge point votes for the centres it could belong to."""

from collections import defaultdict
from dataclasses import dataclass
from math import hypot
from typing import Protocol

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from vision.edges import CELL_MM, EdgePoints, TopView
from vision.kinds import Kind

Votes = NDArray[np.float32]

_DISC_LEAST = 0.42  # share of the rim that votes, before anyone looks closer
_DISC_BLUR_MM = 1.5
_RECT_LEAST = 1.6  # sides out of four
TURNS = 18
_NEAR_DEG = 45.0  # of a rectangle turned by more, the long side is not the other's
_CONSIDERED = 12  # times as many squares as are wanted: striped tables propose thousands
TURN_STEP_DEG = 90.0 / TURNS
FACING_STEPS = 4  # of 2.5 degrees each


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place where an outline may lie; `votes` sorts candidates of a kind.

    One `beside` a piece was not seen at all: the next would touch there.
    """

    kind: str
    x_mm: float
    y_mm: float
    rotation_deg: float
    votes: float
    beside: bool = False


class Area(Protocol):
    """What was looked at: its size, and where its left top corner lies."""

    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    @property
    def origin_mm(self) -> NDArray[np.float64]: ...


def find_discs(view: Area, edges: EdgePoints, kind: Kind, most: int = 120) -> list[Candidate]:
    """Centres with many edge points one radius away that face them, best first."""
    radius_mm = kind.width_mm / 2
    at = []
    for sign in (radius_mm, -radius_mm):
        columns = (edges.x_mm + sign * edges.across_x - view.origin_mm[0]).astype(np.int32)
        rows = (edges.y_mm + sign * edges.across_y - view.origin_mm[1]).astype(np.int32)
        inside = (columns >= 0) & (columns < view.width) & (rows >= 0) & (rows < view.height)
        at.append(np.where(inside, rows * view.width + columns, view.height * view.width))
    votes = np.bincount(np.concatenate(at), np.tile(edges.weight, 2), view.height * view.width + 1)[:-1]
    votes = votes.astype(np.float32)
    spread = cv2.GaussianBlur(votes.reshape(view.height, view.width), (0, 0), _DISC_BLUR_MM)
    share = spread * (2 * np.pi * _DISC_BLUR_MM**2) / (2 * np.pi * radius_mm)
    rows, columns = _peaks(np.asarray(share, np.float32), round(radius_mm * 0.6), _DISC_LEAST)
    found = [
        Candidate(
            kind.name, float(x + 0.5 + view.origin_mm[0]), float(y + 0.5 + view.origin_mm[1]), 0.0, float(share[y, x])
        )
        for y, x in zip(rows, columns, strict=True)
    ]
    return sorted(found, key=lambda c: -c.votes)[:most]


def find_rects(view: TopView, edges: EdgePoints, kind: Kind, most: int = 60) -> list[Candidate]:
    """Centres with edges along four sides at one of 18 rotations and, unless it is a square, across, best first."""
    middle = np.array([view.width / 2, view.height / 2]) + view.origin_mm
    points, starts = by_facing(edges, middle)
    found: list[Candidate] = []
    for number in range(TURNS):
        frame = TurnedFrame.over(view, number * TURN_STEP_DEG)
        upright, level = (
            frame.cells(points[:, starts[first] : starts[first + FACING_STEPS]])
            for first in (2 * number, 2 * number + 2 * TURNS)
        )
        for across_deg in range(0, 360 // kind.turns, 90):
            wide_mm, high_mm = (kind.height_mm, kind.width_mm) if across_deg else (kind.width_mm, kind.height_mm)
            sides = _side_votes(upright, level, wide_mm, high_mm)
            rows, columns = _peaks(sides, 4, _RECT_LEAST)
            for row, column in zip(rows, columns, strict=True):
                x_mm, y_mm = frame.from_middle_mm(row, column) + middle
                turn_deg = frame.turn_deg + across_deg
                found.append(Candidate(kind.name, float(x_mm), float(y_mm), turn_deg, float(sides[row, column])))
    found.sort(key=lambda c: -c.votes)
    near_mm = 0.2 * min(kind.width_mm, kind.height_mm)
    return spread(found[: _CONSIDERED * most], near_mm, _NEAR_DEG, 360 / kind.turns, most)


def spread(found: list[Candidate], near_mm: float, near_deg: float, period_deg: float, most: int) -> list[Candidate]:
    """The first of candidates, none of which is nearly another one: no farther off and turned by less."""
    kept: list[Candidate] = []
    by_cell: dict[tuple[int, int], list[Candidate]] = defaultdict(list)
    for candidate in found:
        column, row = int(candidate.x_mm // near_mm), int(candidate.y_mm // near_mm)
        around = (
            other
            for x in (column - 1, column, column + 1)
            for y in (row - 1, row, row + 1)
            for other in by_cell.get((x, y), ())
        )
        if not any(_nearly(candidate, other, near_mm, near_deg, period_deg) for other in around):
            kept.append(candidate)
            by_cell[column, row].append(candidate)
            if len(kept) == most:
                break
    return kept


def _nearly(first: Candidate, second: Candidate, near_mm: float, near_deg: float, period_deg: float) -> bool:
    off_deg = (first.rotation_deg - second.rotation_deg + period_deg / 2) % period_deg - period_deg / 2
    return abs(off_deg) <= near_deg and hypot(first.x_mm - second.x_mm, first.y_mm - second.y_mm) <= near_mm


def by_facing(edges: EdgePoints, middle: NDArray[np.float64]) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    """The points sorted by the half turn's share that they face, and where each of its steps of 2.5 degrees starts.

    The points are rows of x and y from the middle in cells, and weight. Steps begin at -5 degrees, so that those within
    5 degrees of any turn and of the turn across it lie side by side; the first are there again after the last.
    """
    count = 4 * TURNS
    facing_deg = np.degrees(np.arctan2(edges.across_y, edges.across_x))
    step = ((facing_deg + (5 + 180)) / (180 / count)).astype(np.uint8) % count
    order = np.argsort(step, kind="stable")
    sizes = np.bincount(step, minlength=count)
    order = np.concatenate([order, order[: sizes[:FACING_STEPS].sum()]])
    starts = np.concatenate([[0], np.cumsum(np.concatenate([sizes, sizes[:FACING_STEPS]]))])
    x, y = (edges.x_mm[order] - middle[0]) / CELL_MM, (edges.y_mm[order] - middle[1]) / CELL_MM
    return np.stack([x, y, edges.weight[order]]).astype(np.float32), starts


@dataclass(frozen=True, slots=True)
class TurnedFrame:
    """Cells of 4 mm that cover a view and are turned with a square; half the size along u and v is in cells."""

    turn_deg: float
    half_u: float
    half_v: float

    @classmethod
    def over(cls, view: TopView, turn_deg: float) -> "TurnedFrame":
        cos, sin = np.abs(np.cos(np.radians(turn_deg))), np.abs(np.sin(np.radians(turn_deg)))
        half_u = (view.width * cos + view.height * sin) / 2 / CELL_MM
        half_v = (view.width * sin + view.height * cos) / 2 / CELL_MM
        return cls(turn_deg, float(half_u), float(half_v))

    def cells(self, points: NDArray[np.float32]) -> NDArray[np.uint8]:
        """How full of edge each cell is, 0 to 255, from points as `by_facing` gives them."""
        rows, columns = int(2 * self.half_v) + 2, int(2 * self.half_u) + 2
        x, y, weight = points
        cos, sin = np.float32(np.cos(np.radians(self.turn_deg))), np.float32(np.sin(np.radians(self.turn_deg)))
        u = (x * cos + y * sin + np.float32(self.half_u)).astype(np.int32)
        v = (y * cos - x * sin + np.float32(self.half_v)).astype(np.int32)
        counts = np.bincount(v * columns + u, weight, rows * columns).reshape(rows, columns)
        return np.asarray(cv2.convertScaleAbs(counts, alpha=255 / (CELL_MM * 0.75)), np.uint8)

    def from_middle_mm(self, row: int, column: int) -> NDArray[np.float64]:
        """Where a cell's centre lies from the middle of the view, shape (2,)."""
        cos, sin = np.cos(np.radians(self.turn_deg)), np.sin(np.radians(self.turn_deg))
        u, v = (column + 0.5 - self.half_u) * CELL_MM, (row + 0.5 - self.half_v) * CELL_MM
        return np.array([u * cos - v * sin, u * sin + v * cos])

    def from_view(self, view: TopView, beyond: float) -> NDArray[np.float64]:
        """The affine matrix from cells of the view to cells here, `beyond` farther along v, shape (2, 3)."""
        cos, sin = np.cos(np.radians(self.turn_deg)), np.sin(np.radians(self.turn_deg))
        x, y = 0.5 - view.width / 2 / CELL_MM, 0.5 - view.height / 2 / CELL_MM
        return np.array(
            [
                [cos, sin, x * cos + y * sin + self.half_u - 0.5],
                [-sin, cos, y * cos - x * sin + self.half_v - 0.5 + beyond],
            ]
        )


def _side_votes(upright: NDArray[np.uint8], level: NDArray[np.uint8], wide_mm: float, high_mm: float) -> Votes:
    """How many sides (0 to 4) each centre would have, from the cells with edges along v and along u."""
    half_u, half_v = round(wide_mm / 2 / CELL_MM), round(high_mm / 2 / CELL_MM)
    length_u, length_v = round(wide_mm / CELL_MM) - 2, round(high_mm / CELL_MM) - 2
    along_v = _box_sums(cv2.dilate(upright, np.ones((1, 3), np.uint8)), (1, length_v))
    along_u = _box_sums(cv2.dilate(level, np.ones((3, 1), np.uint8)), (length_u, 1))
    sides = np.zeros(upright.shape, np.float32)
    sides[:, half_u:] += along_v[:, :-half_u]
    sides[:, :-half_u] += along_v[:, half_u:]
    if length_u != length_v:
        sides *= np.float32(length_u / length_v)
    sides[half_v:] += along_u[:-half_v]
    sides[:-half_v] += along_u[half_v:]
    sides /= np.float32(255 * length_u)
    return sides


def _box_sums(cells: MatLike, size: tuple[int, int]) -> NDArray[np.uint16]:
    sums = cv2.boxFilter(cells, cv2.CV_16U, size, normalize=False, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(sums, np.uint16)


def _peaks(votes: Votes, apart: int, least: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the places with most votes within `apart` cells."""
    rows, columns = np.divmod(np.flatnonzero(votes > least), votes.shape[1])
    if not rows.size:
        return rows, columns
    highest = cv2.dilate(votes, np.ones((2 * apart + 1, 2 * apart + 1), np.uint8))
    top = votes[rows, columns] >= highest[rows, columns]
    return rows[top], columns[top]
