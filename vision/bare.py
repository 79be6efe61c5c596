"""Tells a piece from the bare table: by its colour or by what is printed on it, compared with bare places."""

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import BgrImage
from vision.kinds import Kind, turned
from vision.sampling import DARK_OFFSET, Place
from vision.shapes import Shape
from vision.surface import Calibration

_OUTSIDE_MM = (2.5, 3.5, 4.5)
_FROM_EDGE_MM, _TO_MIDDLE, _RINGS = 2.5, 0.9, 6
_POINTS = 96  # on each ring
_STEP_MM = 45.0  # between bare places that are looked at
_MARGIN_MM = 70.0  # from the surface's edges, where the markers are
_LEAST = 0.01  # in logarithms of level: no table is more even


class Table:
    """How much places of the bare table differ from their surroundings, in logarithms of level."""

    def __init__(self, image: BgrImage, calibration: Calibration, shapes: Sequence[Shape]) -> None:
        self._image, self._calibration = image, calibration
        surface = calibration.surface
        across_mm = np.arange(_MARGIN_MM, surface.width_mm - _MARGIN_MM, _STEP_MM)
        down_mm = np.arange(_MARGIN_MM, surface.height_mm - _MARGIN_MM, _STEP_MM)
        places_mm = np.stack(np.meshgrid(across_mm, down_mm), axis=-1).reshape(-1, 2)
        lie_mm = np.array([(s.x_mm, s.y_mm) for s in shapes]).reshape(-1, 2)
        far_mm = np.hypot(*(places_mm[:, None] - lie_mm).transpose(2, 0, 1))
        self._places_mm = places_mm
        self._free_mm = (far_mm - [s.kind.reach_mm for s in shapes]).min(axis=1, initial=np.inf)
        self._usual: dict[Kind, float] = {}

    def times_bare(self, kind: Kind, x_mm: float, y_mm: float, rotation_deg: float) -> float:
        """How many times more a place differs from its surroundings than bare places of that outline usually do.

        Most of the table is taken to be bare: what lies on it and was not found yet does not count among so many.
        """
        if kind not in self._usual:
            bare = self._places_mm[self._free_mm > kind.reach_mm + max(_OUTSIDE_MM)]
            levels = [self._differs(kind, float(x), float(y), 0.0) for x, y in bare]
            self._usual[kind] = max(float(np.median(levels)) if levels else 0.0, _LEAST)
        return self._differs(kind, x_mm, y_mm, rotation_deg) / self._usual[kind]

    def _differs(self, kind: Kind, x_mm: float, y_mm: float, rotation_deg: float) -> float:
        inside, outside = _rings(kind)
        place, turn = Place.on(self._calibration, x_mm, y_mm), turned(rotation_deg).T
        within, around = (_levels(place.sample(self._image, grid @ turn)) for grid in (inside, outside))
        colour = np.abs(np.median(within, axis=(0, 1)) - np.median(around, axis=(0, 1))).max()
        return float(max(colour, _contrast(within) - _contrast(around)))


def _levels(samples: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Logarithms, evened out along the rings."""
    return np.asarray(cv2.blur(np.log(samples.astype(np.float32) + DARK_OFFSET), (5, 1)), np.float32)


def _contrast(levels: NDArray[np.float32]) -> float:
    off = np.abs(levels - np.median(levels, axis=(0, 1))).max(axis=-1)
    return float(np.percentile(off, 90))


@cache
def _rings(kind: Kind) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Offsets inside and outside of the upright outline, shape (rings, points, 2) each."""
    inward_mm = np.linspace(_FROM_EDGE_MM, _TO_MIDDLE * min(kind.width_mm, kind.height_mm) / 2, _RINGS)
    return np.stack([_ring(kind, -mm) for mm in inward_mm]), np.stack([_ring(kind, mm) for mm in _OUTSIDE_MM])


def _ring(kind: Kind, grown_mm: float) -> NDArray[np.float64]:
    corners = kind.corners_mm(grown_mm)
    closed = np.vstack([corners, corners[:1]])
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(closed, axis=0).T))])
    at = np.linspace(0.0, along[-1], _POINTS, endpoint=False)
    return np.column_stack([np.interp(at, along, closed[:, axis]) for axis in (0, 1)])
