"""Notices what changed since a picture was last looked at, on a small gray copy."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Frame, GrayImage
from vision.surface import Calibration

_EVERY = 6  # picture pixels per pixel of the small copy
_NOTICED_LEVELS = 10.0  # more than noise and a lamp's flicker do to the mean of six pixels
_SPECK_PX = 2  # changed pixels that lie alone are noise


class Changes:
    """What differs between a picture and the one last looked at. Places are asked for in millimetres."""

    def __init__(self, mask: NDArray[np.uint8], scale: float, calibration: Calibration) -> None:
        self._mask = mask
        self._scale = scale  # picture pixels per pixel of the mask
        self._calibration = calibration

    def __bool__(self) -> bool:
        return bool(self._mask.any())

    def at(self, x_mm: float, y_mm: float, radius_mm: float) -> bool:
        """Whether anything within the radius changed."""
        x, y = self._calibration.to_px(np.array([x_mm, y_mm])) / self._scale
        reach = radius_mm * self._calibration.px_per_mm / self._scale + 1
        rows = slice(max(0, int(y - reach)), max(0, int(y + reach) + 1))
        columns = slice(max(0, int(x - reach)), max(0, int(x + reach) + 1))
        return bool(self._mask[rows, columns].any())

    def box_mm(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of all that changed, on the surface."""
        left, top, width, height = cv2.boundingRect(self._mask)
        corners = np.array([(left, top), (left + width, top), (left + width, top + height), (left, top + height)])
        on_mm = self._calibration.to_mm(corners * self._scale)
        (x0, y0), (x1, y1) = on_mm.min(axis=0), on_mm.max(axis=0)
        return float(x0), float(y0), float(x1), float(y1)


class ChangeWatch:
    """Keeps the small copy of the picture last looked at."""

    def __init__(self, calibration: Calibration) -> None:
        self._calibration = calibration
        self._seen: GrayImage | None = None
        self._newest: tuple[Frame, GrayImage] | None = None

    def since_seen(self, frame: Frame) -> Changes | None:
        """What changed since the picture last marked as seen; None before the first."""
        small = self._small(frame)
        if self._seen is None or self._seen.shape != small.shape:
            return None
        mask = cv2.threshold(cv2.absdiff(small, self._seen), _NOTICED_LEVELS, 255, cv2.THRESH_BINARY)[1]
        if mask.any():
            kernel = np.ones((_SPECK_PX, _SPECK_PX), np.uint8)
            mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel)
        return Changes(np.asarray(mask, np.uint8), frame.image.shape[1] / small.shape[1], self._calibration)

    def mark_seen(self, frame: Frame) -> None:
        self._seen = self._small(frame)

    def _small(self, frame: Frame) -> GrayImage:
        """The small copy, made once for each picture."""
        if self._newest is None or self._newest[0] is not frame:
            self._newest = frame, small_copy(frame)
        return self._newest[1]


def small_copy(frame: Frame) -> GrayImage:
    """The camera's own small gray copy, or every sixth row's green, averaged over six columns."""
    if frame.small is not None:
        return frame.small
    rows = frame.image[::_EVERY]
    width = frame.image.shape[1] // _EVERY
    narrow = cv2.resize(rows, (width, rows.shape[0]), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(narrow, cv2.COLOR_BGR2GRAY), np.uint8)
