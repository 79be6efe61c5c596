"""Takes the shadows that pieces cast on a plain table out of an enrolment's photograph.

A thick piece with its shadow looks like a larger one beside its place: the shadow's edge is as sharp as its own.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import BgrImage
from vision.sampling import DARK_OFFSET, opponents
from vision.shapes import Shape
from vision.surface import Calibration

_WITHIN_MM, _BEYOND_MM = 5.0, 9.0  # of a roughly known outline: where its shadow and its true edge lie
_AROUND_MM = 60.0  # the table's colour is known from so far around
_DARKER = 0.08  # in logarithms, than the table: a shadow
_CAST, _CAST_PER_DARK = 0.1, 0.12  # how far a shadow's colour may be off, where another light fills it
_ALL_AROUND = 0.75  # of an outline: a dark rim, no shadow
_NEAR_MM = 2.5  # a rim or a shadow reaches an outline at least so nearly
_RIM_POINTS = 64


def without_shadows(image: BgrImage, calibration: Calibration, shapes: Sequence[Shape]) -> BgrImage:
    """The picture with the table's own colour where a piece's shadow falls on it."""
    outlines_px = [calibration.to_px(s.kind.placed_mm(s.x_mm, s.y_mm, s.rotation_deg)) for s in shapes]
    pieces = np.zeros(image.shape[:2], np.uint8)
    for outline in outlines_px:
        cv2.fillPoly(pieces, [np.rint(outline).astype(np.int32)], (255,))
    within, beyond = (cv2.distanceTransform(mask, cv2.DIST_L2, 3) for mask in (pieces, 255 - pieces))
    per_mm = _px_per_mm(calibration)
    levels = np.log(image.astype(np.float32) + np.float32(DARK_OFFSET))
    table = _table_levels(levels, beyond > _BEYOND_MM * per_mm, per_mm)
    shadow = _darker(levels, table) & (within < _WITHIN_MM * per_mm) & (beyond < _BEYOND_MM * per_mm)
    shadow = _without_specks(shadow)
    near_px = 2 * round(_NEAR_MM * per_mm) + 1
    beside = np.asarray(cv2.dilate(shadow.astype(np.uint8), np.ones((near_px, near_px), np.uint8)) > 0)
    for outline in outlines_px:
        if _share_along(outline, beside) > _ALL_AROUND:
            rim = np.zeros(shadow.shape, np.uint8)
            cv2.polylines(rim, [np.rint(outline).astype(np.int32)], True, (1,), round(2 * _BEYOND_MM * per_mm))
            shadow &= rim == 0
    return np.asarray(np.where(shadow[..., None], np.exp(table) - DARK_OFFSET, image), np.uint8)


def _darker(levels: NDArray[np.float32], table: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Where something is darker than the table and else of its colour."""
    off = opponents(levels - table)
    darker = -off[..., 0]
    cast = np.abs(off[..., 1:]).max(axis=-1)
    return np.asarray((darker > _DARKER) & (cast < _CAST + _CAST_PER_DARK * darker))


def _without_specks(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    closed = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    return np.asarray(cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)) > 0)


def _share_along(outline_px: NDArray[np.float64], mask: NDArray[np.bool_]) -> float:
    """Which share of an outline lies on a mask."""
    sides = np.roll(outline_px, -1, axis=0) - outline_px
    lengths = np.hypot(*sides.T)
    ends = np.concatenate([[0.0], np.cumsum(lengths)])
    at = (np.arange(_RIM_POINTS) + 0.5) / _RIM_POINTS * ends[-1]
    side = np.searchsorted(ends, at, side="right") - 1
    points = outline_px[side] + sides[side] * ((at - ends[side]) / lengths[side])[:, None]
    height, width = mask.shape
    columns, rows = np.rint(points).astype(np.intp).T
    return float((mask[rows.clip(0, height - 1), columns.clip(0, width - 1)]).mean())


def _table_levels(levels: NDArray[np.float32], bare: NDArray[np.bool_], per_mm: float) -> NDArray[np.float32]:
    """The bare table's colour around each pixel, carried on under the pieces; logarithms, shape (rows, columns, 3)."""
    height, width = bare.shape
    small = (max(width // 8, 1), max(height // 8, 1))
    known = bare.astype(np.float32)
    across = 2 * round(_AROUND_MM * per_mm / 16) + 1
    weight = cv2.blur(cv2.resize(known, small, interpolation=cv2.INTER_AREA), (across, across))
    sums = cv2.blur(cv2.resize(levels * known[..., None], small, interpolation=cv2.INTER_AREA), (across, across))
    table = np.asarray(sums, np.float32) / np.maximum(np.asarray(weight, np.float32), 1e-3)[..., None]
    return np.asarray(cv2.resize(table, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def _px_per_mm(calibration: Calibration) -> float:
    """In the middle of the surface."""
    middle = np.array([calibration.surface.width_mm, calibration.surface.height_mm]) / 2
    start, end = calibration.to_px(np.array([middle, (middle[0] + 10, middle[1])]))
    return float(np.hypot(*(end - start)) / 10)
