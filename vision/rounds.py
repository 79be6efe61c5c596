"""Finds and counts round pieces in any picture seen from above, without calibration: coins, tokens, counters.

Every edge point votes for the middles that it could be the rim of, at one size after the other. A rim shows all around;
the rings printed in a piece are within its own.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import find_discs
from vision.edges import EdgePoints, edge_points
from vision.frames import BgrImage
from vision.kinds import Kind

_LONGER_SIDE_PX = 640  # of the picture that is looked at
_SMALLEST_PX, _LARGEST_PX, _STEP = 16.0, 200.0, 1.05  # diameters there
_ANGLES = 48
_OFF_RIM, _FACING = 0.07, 0.9  # how far off a rim, of its radius, and how straight to its middle an edge must be
_LEAST_SHOWN = 0.78  # of a rim
_WHOLE = 0.85  # of a rim
_SAME = 1.12  # times larger or smaller: the same rim
_LIKE_SIZE = 1.5  # times smaller or larger than the usual piece of a picture, at most
_APART = 0.78  # of the sum of two radii: pieces may touch


@dataclass(frozen=True, slots=True)
class Round:
    """A round piece: middle and radius in the picture's pixels, and the share of its rim that shows."""

    x_px: float
    y_px: float
    radius_px: float
    support: float


@dataclass(frozen=True)
class _Plane:
    width: int
    height: int
    origin_mm: NDArray[np.float64]


def find_rounds(picture: BgrImage) -> tuple[Round, ...]:
    """The round pieces in a picture, of sizes that are alike, from left to right."""
    scale = _LONGER_SIDE_PX / max(picture.shape[:2])
    small = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    height, width = small.shape[:2]
    plane = _Plane(width, height, np.zeros(2))
    edges = edge_points(small, np.ones((height, width), np.bool_), plane.origin_mm)
    found: list[Round] = []
    diameter = _SMALLEST_PX
    while diameter < min(_LARGEST_PX, min(width, height)):
        for candidate in find_discs(plane, edges, Kind("disc", diameter, diameter)):
            shown = _shown(edges, candidate.x_mm, candidate.y_mm, diameter / 2)
            if shown >= _LEAST_SHOWN:
                found.append(Round(candidate.x_mm, candidate.y_mm, diameter / 2, shown))
        diameter *= _STEP
    pieces = _of_like_size(_outermost(found))
    chosen = (Round(r.x_px / scale, r.y_px / scale, r.radius_px / scale, round(r.support, 2)) for r in pieces)
    return tuple(sorted(chosen, key=lambda r: r.x_px))


def _shown(edges: EdgePoints, x: float, y: float, radius: float) -> float:
    """The share of a rim along which edges face its middle."""
    across, down = edges.x_mm - x, edges.y_mm - y
    far = np.hypot(across, down)
    near = np.abs(far - radius) < max(_OFF_RIM * radius, 1.5)
    across, down, far = across[near], down[near], np.maximum(far[near], 1e-6)
    facing = np.abs((across * edges.across_x[near] + down * edges.across_y[near]) / far) > _FACING
    turn = np.arctan2(down[facing], across[facing])
    return float(np.unique(((turn / (2 * np.pi) + 0.5) * _ANGLES).astype(int) % _ANGLES).size / _ANGLES)


def _outermost(found: list[Round]) -> list[Round]:
    """One rim of each piece: the largest whole one, what is printed or stamped within it is no piece."""
    apart: list[Round] = []
    for piece in sorted(found, key=lambda r: (r.support >= _WHOLE, r.radius_px), reverse=True):
        if not any(_overlap(piece, other) for other in apart):
            about = [r for r in found if _same_piece(r, piece)]
            apart.append(max(about, key=lambda r: (round(r.support, 1), r.radius_px)))
    return apart


def _same_piece(one: Round, other: Round) -> bool:
    near = np.hypot(one.x_px - other.x_px, one.y_px - other.y_px) < 0.2 * other.radius_px
    return bool(near and 1 / _SAME < one.radius_px / other.radius_px < _SAME)


def _overlap(one: Round, other: Round) -> bool:
    return bool(np.hypot(one.x_px - other.x_px, one.y_px - other.y_px) < _APART * (one.radius_px + other.radius_px))


def _of_like_size(pieces: list[Round]) -> list[Round]:
    if not pieces:
        return []
    usual = float(np.median([piece.radius_px for piece in pieces]))
    return [piece for piece in pieces if usual / _LIKE_SIZE <= piece.radius_px <= usual * _LIKE_SIZE]
