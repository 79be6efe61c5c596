"""Finds pieces whose size nobody knows yet: discs and squares on an otherwise empty table."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import Candidate, find_discs, find_squares
from vision.edges import TopView
from vision.frames import BgrImage
from vision.surface import Calibration

_SMALLEST_MM, _LARGEST_MM = 12.0, 140.0
_OUTLINE_EDGE = 3.0  # times the usual change around: an outline, not the table's grain
_DISC_SIZES_MM = np.arange(16.0, 61.0, 1.0)
_SQUARE_SIZES_MM = np.arange(40.0, 121.0, 2.0)
_LEAST_SIDES, _LEAST_RIM = 2.6, 0.6  # votes from which a place holds a square, else a disc, of any size
_FAINT_SIDES, _FAINT_RIM = 1.7, 0.35  # and of a size that others showed
_OUTERMOST_SHARE = {"disc": 0.85, "square": 1.0}  # of the best size's votes: rings inside a disc are clear outlines too
_BESIDE_MM = 12.0


@dataclass(frozen=True, slots=True)
class Shape:
    """A piece found on an otherwise empty table, of a size not known before."""

    kind: str
    x_mm: float
    y_mm: float
    rotation_deg: float
    size_mm: float


def find_shapes(image: BgrImage, calibration: Calibration) -> list[Shape]:
    """All discs and squares that stand out from the table, in reading order."""
    view = TopView(calibration)
    mask = view.edge_mask(view.straighten(image), _OUTLINE_EDGE)
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5)))
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found = [shape for contour in contours if (shape := _shape(np.asarray(contour), view.origin_mm)) is not None]
    return _reading_order(found)


def _shape(contour: NDArray[np.int32], origin_mm: NDArray[np.float64]) -> Shape | None:
    """The disc or square that a contour is, if it is one."""
    hull = cv2.convexHull(contour)
    area = cv2.contourArea(hull)
    (x, y), (width, height), turn_deg = cv2.minAreaRect(contour)
    longer, shorter = max(width, height), min(width, height)
    if shorter < _SMALLEST_MM or longer > min(_LARGEST_MM, 1.15 * shorter):
        return None
    x_mm, y_mm = np.array([x, y]) + 0.5 + origin_mm
    _, radius = cv2.minEnclosingCircle(contour)
    round_share, square_share = area / (np.pi * radius**2), area / (width * height)
    if square_share > 0.9:
        return Shape("square", float(x_mm), float(y_mm), (turn_deg + 45) % 90 - 45, shorter - 1)
    if round_share > 0.85:
        return Shape("disc", float(x_mm), float(y_mm), 0.0, 2 * float(np.sqrt(area / np.pi)) - 1)
    return None


def _reading_order(shapes: list[Shape]) -> list[Shape]:
    """Row by row: a piece belongs to the row whose first piece covers half of its height or the reverse."""
    rows: list[list[Shape]] = []
    for shape in sorted(shapes, key=lambda s: s.y_mm - s.size_mm / 2):
        for row in rows:
            top = max(shape.y_mm - shape.size_mm / 2, row[0].y_mm - row[0].size_mm / 2)
            bottom = min(shape.y_mm + shape.size_mm / 2, row[0].y_mm + row[0].size_mm / 2)
            if bottom - top > 0.5 * min(shape.size_mm, row[0].size_mm):
                row.append(shape)
                break
        else:
            rows.append([shape])
    return [shape for row in rows for shape in sorted(row, key=lambda s: s.x_mm)]


def shapes_by_votes(image: BgrImage, calibration: Calibration, places_mm: list[tuple[float, float]]) -> list[Shape]:
    """At most one disc or square at each place, where contours drown in the table's grain: all sizes are tried.

    All pieces of a kind are taken to be of one size.
    """
    view = TopView(calibration)
    edges = view.edges(view.straighten(image))
    tried = {
        "disc": [(float(size), find_discs(view, edges, float(size), most=200)) for size in _DISC_SIZES_MM],
        "square": [(float(size), find_squares(view, edges, float(size), most=200)) for size in _SQUARE_SIZES_MM],
    }
    near = {kind: [[_near(c, place) for place in places_mm] for _, c in sizes] for kind, sizes in tried.items()}
    votes = {kind: np.array([[c.votes if c else 0.0 for c in row] for row in rows]) for kind, rows in near.items()}
    square = votes["square"].max(axis=0) >= _LEAST_SIDES
    disc = ~square & (votes["disc"].max(axis=0) >= _LEAST_RIM)
    best = {
        kind: _common(votes[kind][:, clear], _OUTERMOST_SHARE[kind])
        for kind, clear in (("disc", disc), ("square", square))
    }
    square |= ~disc & (votes["square"][best["square"]] >= _FAINT_SIDES)
    disc |= ~square & (votes["disc"][best["disc"]] >= _FAINT_RIM)
    shapes = []
    for kind, chosen in (("disc", disc), ("square", square)):
        size_mm = tried[kind][best[kind]][0]
        found = [near[kind][best[kind]][place] for place in np.nonzero(chosen)[0]]
        shapes += [Shape(kind, c.x_mm, c.y_mm, (c.rotation_deg + 45) % 90 - 45, size_mm) for c in found if c]
    return shapes


def _common(votes: NDArray[np.float64], share: float) -> int:
    """The row of the largest size that has nearly as many votes as the best, over all places (sizes, places)."""
    total = votes.sum(axis=1)
    return int(np.nonzero(total >= share * total.max())[0][-1])


def _near(candidates: list[Candidate], place_mm: tuple[float, float]) -> Candidate | None:
    """The candidate with most votes around a place."""
    here = [c for c in candidates if np.hypot(c.x_mm - place_mm[0], c.y_mm - place_mm[1]) < _BESIDE_MM]
    return max(here, key=lambda c: c.votes, default=None)
