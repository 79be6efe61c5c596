"""Proposes where outlines of known size lie: every edge point votes for the centres it could belong to."""

from dataclasses import dataclass
from math import hypot

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from vision.edges import EdgePoints, TopView

Votes = NDArray[np.float32]

_DISC_LEAST = 0.42  # share of the rim that votes, before anyone looks closer
_DISC_BLUR_MM = 1.5
_SQUARE_LEAST = 1.6  # sides out of four
_CELL_MM = 4.0
_TURNS = 18
_CONSIDERED = 12  # times as many squares as are wanted: striped tables propose thousands
_TURN_STEP_DEG = 90.0 / _TURNS
_FACING_STEPS = 4  # of 2.5 degrees each


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place where an outline may lie; `rotation_deg` is a square's, `votes` sorts candidates of a kind."""

    kind: str
    x_mm: float
    y_mm: float
    rotation_deg: float
    votes: float


def find_discs(view: TopView, edges: EdgePoints, diameter_mm: float, most: int = 120) -> list[Candidate]:
    """Centres with many edge points one radius away that face them, best first."""
    radius_mm = diameter_mm / 2
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
            "disc", float(x + 0.5 + view.origin_mm[0]), float(y + 0.5 + view.origin_mm[1]), 0.0, float(share[y, x])
        )
        for y, x in zip(rows, columns, strict=True)
    ]
    return sorted(found, key=lambda c: -c.votes)[:most]


def find_squares(view: TopView, edges: EdgePoints, side_mm: float, most: int = 60) -> list[Candidate]:
    """Centres with edges along four sides at one of 18 rotations, best first."""
    middle = np.array([view.width / 2, view.height / 2]) + view.origin_mm
    points, starts = _by_facing(edges, middle)
    found: list[Candidate] = []
    for number in range(_TURNS):
        frame = _TurnedFrame.over(view, number * _TURN_STEP_DEG)
        upright, level = (
            frame.cells(points[:, starts[first] : starts[first + _FACING_STEPS]])
            for first in (2 * number, 2 * number + 2 * _TURNS)
        )
        sides = _side_votes(upright, level, side_mm)
        rows, columns = _peaks(sides, 4, _SQUARE_LEAST)
        for row, column in zip(rows, columns, strict=True):
            x_mm, y_mm = frame.from_middle_mm(row, column) + middle
            found.append(Candidate("square", float(x_mm), float(y_mm), frame.turn_deg, float(sides[row, column])))
    found.sort(key=lambda c: -c.votes)
    kept: list[Candidate] = []
    for candidate in found[: _CONSIDERED * most]:
        if all(_apart_mm(candidate, k) > side_mm * 0.2 for k in kept):
            kept.append(candidate)
        if len(kept) == most:
            break
    return kept


def _apart_mm(first: Candidate, second: Candidate) -> float:
    return hypot(first.x_mm - second.x_mm, first.y_mm - second.y_mm)


def _by_facing(edges: EdgePoints, middle: NDArray[np.float64]) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    """The points sorted by the half turn's share that they face, and where each of its steps of 2.5 degrees starts.

    The points are rows of x and y from the middle in cells, and weight. Steps begin at -5 degrees, so that those within
    5 degrees of any turn and of the turn across it lie side by side; the first are there again after the last.
    """
    count = 4 * _TURNS
    facing_deg = np.degrees(np.arctan2(edges.across_y, edges.across_x))
    step = ((facing_deg + (5 + 180)) / (180 / count)).astype(np.uint8) % count
    order = np.argsort(step, kind="stable")
    sizes = np.bincount(step, minlength=count)
    order = np.concatenate([order, order[: sizes[:_FACING_STEPS].sum()]])
    starts = np.concatenate([[0], np.cumsum(np.concatenate([sizes, sizes[:_FACING_STEPS]]))])
    x, y = (edges.x_mm[order] - middle[0]) / _CELL_MM, (edges.y_mm[order] - middle[1]) / _CELL_MM
    return np.stack([x, y, edges.weight[order]]).astype(np.float32), starts


@dataclass(frozen=True, slots=True)
class _TurnedFrame:
    """Cells of 4 mm that cover a view and are turned with a square; half the size along u and v is in cells."""

    turn_deg: float
    half_u: float
    half_v: float

    @classmethod
    def over(cls, view: TopView, turn_deg: float) -> "_TurnedFrame":
        cos, sin = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
        half_u = (view.width * cos + view.height * sin) / 2 / _CELL_MM
        half_v = (view.width * sin + view.height * cos) / 2 / _CELL_MM
        return cls(turn_deg, float(half_u), float(half_v))

    def cells(self, points: NDArray[np.float32]) -> NDArray[np.uint8]:
        """How full of edge each cell is, 0 to 255, from points as `_by_facing` gives them."""
        rows, columns = int(2 * self.half_v) + 2, int(2 * self.half_u) + 2
        x, y, weight = points
        cos, sin = np.float32(np.cos(np.radians(self.turn_deg))), np.float32(np.sin(np.radians(self.turn_deg)))
        u = (x * cos + y * sin + np.float32(self.half_u)).astype(np.int32)
        v = (y * cos - x * sin + np.float32(self.half_v)).astype(np.int32)
        counts = np.bincount(v * columns + u, weight, rows * columns).reshape(rows, columns)
        return np.asarray(cv2.convertScaleAbs(counts, alpha=255 / (_CELL_MM * 0.75)), np.uint8)

    def from_middle_mm(self, row: int, column: int) -> NDArray[np.float64]:
        """Where a cell's centre lies from the middle of the view, shape (2,)."""
        cos, sin = np.cos(np.radians(self.turn_deg)), np.sin(np.radians(self.turn_deg))
        u, v = (column + 0.5 - self.half_u) * _CELL_MM, (row + 0.5 - self.half_v) * _CELL_MM
        return np.array([u * cos - v * sin, u * sin + v * cos])


def _side_votes(upright: NDArray[np.uint8], level: NDArray[np.uint8], side_mm: float) -> Votes:
    """How many sides (0 to 4) each centre would have, from the cells with edges along v and along u."""
    half, length = round(side_mm / 2 / _CELL_MM), round(side_mm / _CELL_MM) - 2
    along_v = _box_sums(cv2.dilate(upright, np.ones((1, 3), np.uint8)), (1, length))
    along_u = _box_sums(cv2.dilate(level, np.ones((3, 1), np.uint8)), (length, 1))
    sides = np.zeros(upright.shape, np.uint16)
    sides[:, half:] += along_v[:, :-half]
    sides[:, :-half] += along_v[:, half:]
    sides[half:] += along_u[:-half]
    sides[:-half] += along_u[half:]
    return np.asarray(sides / np.float32(255 * length), np.float32)


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
