"""Proposes where outlines of known size lie: every edge point votes for the centres it could belong to."""

from dataclasses import dataclass
from math import hypot

import cv2
import numpy as np
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
_FINE = 2 * _TURNS


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
    votes = np.zeros(view.height * view.width, np.float32)
    for sign in (radius_mm, -radius_mm):
        columns = (edges.x_mm + sign * edges.across_x - view.origin_mm[0]).astype(np.int32)
        rows = (edges.y_mm + sign * edges.across_y - view.origin_mm[1]).astype(np.int32)
        inside = (columns >= 0) & (columns < view.width) & (rows >= 0) & (rows < view.height)
        at = rows[inside] * view.width + columns[inside]
        votes += np.bincount(at, edges.weight[inside], votes.size).astype(np.float32)
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
    sorted_edges, starts = _by_facing(edges)
    found: list[Candidate] = []
    for number in range(_TURNS):
        turn_deg = number * _TURN_STEP_DEG
        chosen = np.r_[tuple(slice(starts[k % _FINE], starts[k % _FINE + 1]) for k in _fine_steps(number))]
        some = sorted_edges.where(chosen)
        x, y = some.x_mm - middle[0], some.y_mm - middle[1]
        cos, sin = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
        half_u = (view.width * cos + view.height * sin) / 2
        half_v = (view.width * sin + view.height * cos) / 2
        u, v = x * cos + y * sin + half_u, y * cos - x * sin + half_v
        lies_along_v = np.abs(some.across_x * cos + some.across_y * sin) > 0.7
        sides = _side_votes(u, v, lies_along_v, some.weight, (half_u * 2, half_v * 2), side_mm)
        rows, columns = _peaks(sides, 4, _SQUARE_LEAST)
        for row, column in zip(rows, columns, strict=True):
            pu, pv = (column + 0.5) * _CELL_MM - half_u, (row + 0.5) * _CELL_MM - half_v
            x_mm, y_mm = pu * cos - pv * sin + middle[0], pu * sin + pv * cos + middle[1]
            found.append(Candidate("square", float(x_mm), float(y_mm), float(turn_deg), float(sides[row, column])))
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


def _by_facing(edges: EdgePoints) -> tuple[EdgePoints, NDArray[np.intp]]:
    """The points sorted by the quarter turn's share that they face, and where each of its fine steps starts."""
    facing_deg = np.degrees(np.arctan2(edges.across_y, edges.across_x)) % 90
    step = np.minimum(facing_deg / (90 / _FINE), _FINE - 1).astype(np.uint8)
    order = np.argsort(step, kind="stable")
    starts = np.concatenate([[0], np.cumsum(np.bincount(step, minlength=_FINE))])
    return edges.where(order), starts


def _fine_steps(turn: int) -> range:
    """The fine steps within 5 degrees of a turn."""
    at = turn * _FINE // _TURNS
    return range(at - 2, at + 2)


def _side_votes(
    u: NDArray[np.float32],
    v: NDArray[np.float32],
    lies_along_v: NDArray[np.bool_],
    weight: NDArray[np.float32],
    size_mm: tuple[float, float],
    side_mm: float,
) -> Votes:
    """How many sides (0 to 4) each centre would have, in cells of 4 mm of a frame turned with the square."""
    columns, rows = int(size_mm[0] / _CELL_MM) + 2, int(size_mm[1] / _CELL_MM) + 2
    half, length = round(side_mm / 2 / _CELL_MM), round(side_mm / _CELL_MM) - 2

    def cells(chosen: NDArray[np.bool_]) -> Votes:
        at = (v[chosen] / _CELL_MM).astype(np.int32) * columns + (u[chosen] / _CELL_MM).astype(np.int32)
        counts = np.bincount(at, weight[chosen], rows * columns).astype(np.float32).reshape(rows, columns)
        return np.asarray(np.minimum(counts / (_CELL_MM * 0.75), 1.0), np.float32)

    upright = cv2.blur(
        cv2.dilate(cells(lies_along_v), np.ones((1, 3), np.uint8)), (1, length), borderType=cv2.BORDER_CONSTANT
    )
    level = cv2.blur(
        cv2.dilate(cells(~lies_along_v), np.ones((3, 1), np.uint8)), (length, 1), borderType=cv2.BORDER_CONSTANT
    )
    sides = np.zeros((rows, columns), np.float32)
    sides[:, half:] += upright[:, :-half]
    sides[:, :-half] += upright[:, half:]
    sides[half:] += level[:-half]
    sides[:-half] += level[half:]
    return sides


def _peaks(votes: Votes, apart: int, least: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the places with most votes within `apart` cells."""
    rows, columns = np.nonzero(votes > least)
    if not rows.size:
        return rows, columns
    highest = cv2.dilate(votes, np.ones((2 * apart + 1, 2 * apart + 1), np.uint8))
    top = votes[rows, columns] >= highest[rows, columns]
    return rows[top], columns[top]
