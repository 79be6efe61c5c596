"""The surface from straight above, and the points in it where colour changes sharply: what outlines are made of."""

from copy import copy
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import BgrImage, GrayImage
from vision.surface import Calibration

Box = tuple[float, float, float, float]

CELL_MM = 4  # what lies on the surface is judged by cells of this size
MARGIN_MM = 24.0  # pieces may lie half outside the markers
_LEAST_EDGE = 1.5  # times what the surroundings have
_FULL_EDGE = 2.3
_NOISE = 30.0  # edge strength of a noisy sensor alone, L1 of a Scharr gradient over smoothed levels


@dataclass(frozen=True)
class EdgePoints:
    """Points of sharp change: places in mm, direction of the change as a unit vector, weight up to 1; n of each."""

    x_mm: NDArray[np.float32]
    y_mm: NDArray[np.float32]
    across_x: NDArray[np.float32]
    across_y: NDArray[np.float32]
    weight: NDArray[np.float32]

    def where(self, chosen: NDArray[np.bool_] | NDArray[np.intp]) -> "EdgePoints":
        """Some of the points, by mask or by index."""
        return EdgePoints(
            self.x_mm[chosen], self.y_mm[chosen], self.across_x[chosen], self.across_y[chosen], self.weight[chosen]
        )


class TopView:
    """Straightens pictures of one calibration: 1 px per mm, the surface and a margin around it, or a part of that.

    `width` and `height` are in px and mm, `origin_mm` is the left top corner.
    """

    def __init__(self, calibration: Calibration) -> None:
        self.calibration = calibration
        surface = calibration.surface
        self.origin_mm = np.array([-MARGIN_MM, -MARGIN_MM])
        self.width = round(surface.width_mm + 2 * MARGIN_MM)
        self.height = round(surface.height_mm + 2 * MARGIN_MM)

    def part(self, box_mm: Box) -> "TopView":
        """The view of a box (left, top, right, bottom) alone, widened to whole cells of 4 mm and cut to this view."""
        starts, ends = np.array(box_mm[:2]) - self.origin_mm, np.array(box_mm[2:]) - self.origin_mm
        size = np.array([self.width, self.height])
        left, top = np.clip(np.floor(starts / CELL_MM) * CELL_MM, 0, size - CELL_MM).astype(int)
        right, bottom = np.clip(np.ceil(ends / CELL_MM) * CELL_MM, (left + CELL_MM, top + CELL_MM), size).astype(int)
        part = copy(self)
        part.origin_mm = self.origin_mm + np.array([left, top])
        part.width, part.height = int(right - left), int(bottom - top)
        whole, parts, inside = self._maps
        cut = slice(top, bottom), slice(left, right)
        part._maps = whole[cut], parts[cut], inside[cut]
        part._playing_area = self._playing_area[cut]
        return part

    def shows(self, x_mm: float, y_mm: float) -> bool:
        """Whether a place lies within the view."""
        left, top = self.origin_mm
        return bool(0 <= x_mm - left < self.width and 0 <= y_mm - top < self.height)

    @cached_property
    def _maps(self) -> tuple[NDArray[np.int16], NDArray[np.uint16], NDArray[np.bool_]]:
        columns = np.arange(self.width) + 0.5 + self.origin_mm[0]
        rows = np.arange(self.height) + 0.5 + self.origin_mm[1]
        at_px = self.calibration.to_px(np.stack(np.meshgrid(columns, rows), axis=-1)).astype(np.float32)
        size = np.array([self.calibration.width_px, self.calibration.height_px], np.float32)
        inside = np.asarray(((at_px > 3) & (at_px < size - 4)).all(axis=-1))
        whole, parts = cv2.convertMaps(at_px[..., 0], at_px[..., 1], cv2.CV_16SC2)
        return np.asarray(whole, np.int16), np.asarray(parts, np.uint16), inside

    def straighten(self, image: BgrImage) -> BgrImage:
        """The surface from above, shape (height, width, 3)."""
        whole, parts, _ = self._maps
        return np.asarray(cv2.remap(image, whole, parts, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)

    def inside(self) -> NDArray[np.bool_]:
        """Which parts of the top view the picture shows, shape (height, width)."""
        return self._maps[2]

    def edges(self, above: BgrImage) -> EdgePoints:
        """Where the top view changes sharply, judged against its surroundings so that dim corners count too."""
        return edge_points(above, self._playing_area, self.origin_mm)

    def edge_mask(self, above: BgrImage, times_usual: float) -> GrayImage:
        """255 where the top view changes so many times more than is usual nearby, else 0, shape (height, width)."""
        strength = _strength(*_slopes(above))
        return np.where((strength > times_usual * _surroundings(strength)) & self._playing_area, 255, 0).astype(
            np.uint8
        )

    @cached_property
    def _playing_area(self) -> NDArray[np.bool_]:
        """The picture without the markers and their white borders, which nothing may be read from."""
        area = self.inside().copy()
        surface = self.calibration.surface
        half_mm = surface.marker_mm * 0.88
        for marker in range(4):
            x, y = np.array(surface.marker_centre_mm(marker)) - self.origin_mm
            rows = slice(max(0, int(y - half_mm)), max(0, int(y + half_mm)))
            columns = slice(max(0, int(x - half_mm)), max(0, int(x + half_mm)))
            area[rows, columns] = False
        return area


def edge_points(above: BgrImage, area: NDArray[np.bool_], origin: NDArray[np.float64]) -> EdgePoints:
    """Where a picture changes sharply within an area of it, judged against its surroundings; places from `origin`."""
    across, down = _slopes(above)
    strength = _strength(across, down)
    usual = _surroundings(strength)
    width = above.shape[1]
    at = np.flatnonzero((strength > _LEAST_EDGE * usual) & area)
    rows, columns = at // width, at % width
    gx = across.reshape(-1, 3).take(at, axis=0).astype(np.float32)
    gy = down.reshape(-1, 3).take(at, axis=0).astype(np.float32)
    strongest = np.arange(len(at)) * 3 + (gx**2 + gy**2).argmax(axis=1)
    gx, gy = gx.ravel().take(strongest), gy.ravel().take(strongest)
    length = np.sqrt(gx**2 + gy**2) + 1e-6
    weight = np.minimum(strength.ravel().take(at) / usual.ravel().take(at) / _FULL_EDGE, 1.0)
    return EdgePoints(
        (columns + (0.5 + origin[0])).astype(np.float32),
        (rows + (0.5 + origin[1])).astype(np.float32),
        gx / length,
        gy / length,
        weight.astype(np.float32),
    )


def _slopes(above: BgrImage) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    smooth = cv2.GaussianBlur(above, (3, 3), 0.8)
    across, down = cv2.Scharr(smooth, cv2.CV_16S, 1, 0), cv2.Scharr(smooth, cv2.CV_16S, 0, 1)
    return np.asarray(across, np.int16), np.asarray(down, np.int16)


def _strength(across: NDArray[np.int16], down: NDArray[np.int16]) -> NDArray[np.float32]:
    """The strongest channel's change, |gx| + |gy|, shape (height, width)."""
    blue, green, red = cv2.split(cv2.add(np.abs(across), np.abs(down)))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)


def _surroundings(strength: NDArray[np.float32]) -> NDArray[np.float32]:
    """What change is usual nearby (the table's own grain) and never less than the sensor's noise."""
    small = cv2.resize(strength, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    usual = cv2.blur(np.minimum(small, 4 * np.median(small)), (15, 15)) + _NOISE / 2
    height, width = strength.shape
    return np.asarray(cv2.resize(usual, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
