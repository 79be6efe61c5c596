"""Finds pieces whose size nobody knows yet, on an otherwise empty table."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import Candidate
from vision.edges import TopView
from vision.frames import BgrImage
from vision.kinds import Kind
from vision.outline import refine_all
from vision.proposals import propose
from vision.surface import Calibration

_SMALLEST_MM, _LARGEST_MM = 12.0, 140.0
_SQUARE, _LONGEST = 1.15, 2.6  # how much longer than wide a square may seem, and any piece be
_SLICE_SHARE = 0.88  # of what a hull and a slice cover together, that both cover
_OUTLINE_EDGE = 3.0  # times the usual change around: an outline, not the table's grain
SIZES_MM = {"disc": np.arange(16.0, 61.0, 1.0), "square": np.arange(40.0, 121.0, 2.0)}
_LEAST_SIDES, _LEAST_RIM = 2.6, 0.6  # votes from which a place holds a square, else a disc, of any size
_FAINT_SIDES, _FAINT_RIM = 1.7, 0.35  # and of a size that others showed
_OUTERMOST_SHARE = {"disc": 0.85, "square": 1.0}  # of the best size's votes: rings inside a disc are clear outlines too
_BESIDE_MM = 12.0
_LEAST_SUPPORT, _SUPPORT_PER_MM = 0.5, 0.03  # of an outline; and what it is worth to lie where it was stated


@dataclass(frozen=True, slots=True)
class Shape:
    """A piece found on an otherwise empty table, of a size not known before."""

    kind: Kind
    x_mm: float
    y_mm: float
    rotation_deg: float


def find_shapes(image: BgrImage, calibration: Calibration) -> list[Shape]:
    """All pieces that stand out from the table, in reading order."""
    view = TopView(calibration)
    mask = view.edge_mask(view.straighten(image), _OUTLINE_EDGE)
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5)))
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found = [shape for contour in contours if (shape := _shape(np.asarray(contour), view.origin_mm)) is not None]
    return [shape for row in rows_of(found) for shape in row]


def _shape(contour: NDArray[np.int32], origin_mm: NDArray[np.float64]) -> Shape | None:
    """The piece that a contour outlines, if it is one; a rectangle is taken to lie more or less upright."""
    hull = cv2.convexHull(contour)
    area = cv2.contourArea(hull)
    (x, y), (width, height), turn_deg = cv2.minAreaRect(contour)
    longer, shorter = max(width, height), min(width, height)
    if shorter < _SMALLEST_MM or longer > min(_LARGEST_MM, _LONGEST * shorter):
        return None
    x_mm, y_mm = np.array([x, y]) + 0.5 + origin_mm
    _, radius = cv2.minEnclosingCircle(contour)
    round_share, filled_share = area / (np.pi * radius**2), area / (width * height)
    if filled_share > 0.9:
        upright_deg = (turn_deg + 45) % 90 - 45
        if round((turn_deg - upright_deg) / 90) % 2:
            width, height = height, width
        square = longer <= _SQUARE * shorter
        kind = Kind("square", shorter - 1, shorter - 1) if square else Kind("rect", width - 1, height - 1)
        return Shape(kind, float(x_mm), float(y_mm), upright_deg)
    if round_share > 0.85:
        diameter_mm = 2 * float(np.sqrt(area / np.pi)) - 1
        return Shape(Kind("disc", diameter_mm, diameter_mm), float(x_mm), float(y_mm), 0.0)
    return _slice(hull.reshape(-1, 2) + 0.5 + origin_mm, area)


def _slice(hull: NDArray[np.float64], area: float) -> Shape | None:
    """The slice of a round that a hull is: its point lies farthest from its middle."""
    moments = cv2.moments(hull.astype(np.float32))
    middle = np.array([moments["m10"], moments["m01"]]) / moments["m00"]
    point = hull[int(np.hypot(*(hull - middle).T).argmax())]
    far_mm = np.hypot(*(hull - point).T)
    radius_mm = float(np.median(far_mm[far_mm > 0.85 * far_mm.max()]))
    half = area / radius_mm**2
    if half > np.pi / 3:
        return None
    axis = (middle - point) / np.hypot(*(middle - point))
    turn_deg = float(np.degrees(np.arctan2(axis[0], -axis[1])))
    centre = point + axis * radius_mm / 2
    kind = Kind("wedge", 2 * radius_mm * float(np.sin(half)) - 1, radius_mm - 1)
    outline = kind.placed_mm(float(centre[0]), float(centre[1]), turn_deg, 0.5)
    shared, _ = cv2.intersectConvexConvex(hull.astype(np.float32), outline.astype(np.float32))
    both = area + cv2.contourArea(outline.astype(np.float32)) - shared
    return Shape(kind, float(centre[0]), float(centre[1]), turn_deg) if shared > _SLICE_SHARE * both else None


def rows_of(shapes: Sequence[Shape]) -> list[list[Shape]]:
    """The shapes in rows: one belongs to the row whose nearest shape covers half of its height or the reverse."""
    rows: list[list[Shape]] = []
    for shape in sorted(shapes, key=lambda s: s.y_mm - s.kind.height_mm / 2):
        for row in rows:
            beside = min(row, key=lambda other: abs(other.x_mm - shape.x_mm))
            top = max(shape.y_mm - shape.kind.height_mm / 2, beside.y_mm - beside.kind.height_mm / 2)
            bottom = min(shape.y_mm + shape.kind.height_mm / 2, beside.y_mm + beside.kind.height_mm / 2)
            if bottom - top > 0.5 * min(shape.kind.height_mm, beside.kind.height_mm):
                row.append(shape)
                break
        else:
            rows.append([shape])
    return [sorted(row, key=lambda s: s.x_mm) for row in rows]


def shapes_by_votes(image: BgrImage, calibration: Calibration, places_mm: list[tuple[float, float]]) -> list[Shape]:
    """At most one disc or square at each place, where contours drown in the table's grain: all sizes are tried.

    All pieces of a kind are taken to be of one size.
    """
    view = TopView(calibration)
    edges = view.edges(view.straighten(image))
    tried = {
        name: [(float(size), propose(view, edges, Kind(name, float(size), float(size)), 200)) for size in sizes]
        for name, sizes in SIZES_MM.items()
    }
    near = {kind: [[_near(c, place) for place in places_mm] for _, c in sizes] for kind, sizes in tried.items()}
    votes = {kind: np.array([[c.votes if c else 0.0 for c in row] for row in rows]) for kind, rows in near.items()}
    square = votes["square"].max(axis=0) >= _LEAST_SIDES
    disc = ~square & (votes["disc"].max(axis=0) >= _LEAST_RIM)
    best = {kind: outermost_size(kind, votes[kind][:, clear]) for kind, clear in (("disc", disc), ("square", square))}
    square |= ~disc & (votes["square"][best["square"]] >= _FAINT_SIDES)
    disc |= ~square & (votes["disc"][best["disc"]] >= _FAINT_RIM)
    shapes = []
    for kind, chosen in (("disc", disc), ("square", square)):
        size_mm = tried[kind][best[kind]][0]
        found = [near[kind][best[kind]][place] for place in np.nonzero(chosen)[0]]
        known = Kind(kind, size_mm, size_mm)
        shapes += [Shape(known, c.x_mm, c.y_mm, (c.rotation_deg + 45) % 90 - 45) for c in found if c]
    return shapes


def outermost_size(name: str, votes: NDArray[np.float64]) -> int:
    """The row of the largest size that has nearly as many votes as the best, over all places (sizes, places)."""
    total = votes.sum(axis=1)
    return int(np.nonzero(total >= _OUTERMOST_SHARE[name] * total.max())[0][-1])


def shapes_of_kind(
    image: BgrImage, calibration: Calibration, kind: Kind, places_mm: list[tuple[float, float]]
) -> list[Shape]:
    """At most one piece of a known kind at each place, more or less upright, whose outline shows by half at least."""
    view = TopView(calibration)
    half = 180 / kind.turns
    upright = [
        c
        for c in propose(view, view.edges(view.straighten(image)), kind, 300)
        if abs((c.rotation_deg + half) % (2 * half) - half) < 45
    ]
    found = []
    for x_mm, y_mm in places_mm:
        near = [c for c in upright if np.hypot(c.x_mm - x_mm, c.y_mm - y_mm) < _BESIDE_MM]
        tried = refine_all(image, calibration, [*near, Candidate(kind.name, x_mm, y_mm, 0.0, 0.0)], kind)
        worth = [o.support - _SUPPORT_PER_MM * np.hypot(o.x_mm - x_mm, o.y_mm - y_mm) for o in tried]
        best = tried[int(np.argmax(worth))]
        if best.support >= _LEAST_SUPPORT:
            found.append(Shape(kind, best.x_mm, best.y_mm, (best.rotation_deg + half) % (2 * half) - half))
    return found


def _near(candidates: list[Candidate], place_mm: tuple[float, float]) -> Candidate | None:
    """The candidate with most votes around a place."""
    here = [c for c in candidates if np.hypot(c.x_mm - place_mm[0], c.y_mm - place_mm[1]) < _BESIDE_MM]
    return max(here, key=lambda c: c.votes, default=None)
