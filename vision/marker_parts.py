"""Finds a fiducial marker of which a part is hidden, so that it cannot be decoded, where others say it must be."""

import cv2
import numpy as np

from vision.frames import GrayImage
from vision.surface import Calibration, Points, fit_camera

_LEAST_LIKENESS = 0.6  # from which a partly hidden marker counts as seen
_REACHES_PX = (60, 12)  # how far from its expected place it is looked for, first and then with a better calibration
_PATTERN_PX, _BORDER_PX = 60, 10


def with_partly_hidden(
    gray: GrayImage, found: dict[int, Points], rough: Calibration, dictionary: cv2.aruco.Dictionary
) -> dict[int, Points]:
    """The markers found and those that show in part, id to corners in pixels, shape (4, 2).

    `rough` is a calibration by those found, which are two at least.
    """
    corners = dict(found)
    for reach_px in _REACHES_PX:
        seen = {
            marker: places
            for marker in range(4)
            if marker not in found and (places := _look_for(gray, rough, marker, reach_px, dictionary)) is not None
        }
        corners = {**found, **seen}
        if not seen:
            break
        rough = fit_camera(rough.surface, corners, rough.width_px, rough.height_px, None)
    return corners


def _look_for(
    gray: GrayImage, rough: Calibration, marker: int, reach_px: int, dictionary: cv2.aruco.Dictionary
) -> Points | None:
    """The corners of a marker that looks much as expected near its expected place."""
    whole_px = _PATTERN_PX + 2 * _BORDER_PX
    ideal = np.full((whole_px, whole_px), 255, np.uint8)
    inner = slice(_BORDER_PX, _BORDER_PX + _PATTERN_PX)
    ideal[inner, inner] = cv2.aruco.generateImageMarker(dictionary, marker, _PATTERN_PX)
    side_mm = rough.surface.marker_mm * whole_px / _PATTERN_PX
    outer = rough.to_px(rough.surface.marker_corners_mm(marker, side_mm))
    low = np.floor(outer.min(axis=0)).astype(int)
    width, height = (np.ceil(outer.max(axis=0)).astype(int) - low).tolist()
    left, top = (low - reach_px).tolist()
    window = gray[max(top, 0) : low[1] + height + reach_px, max(left, 0) : low[0] + width + reach_px]
    if window.shape[0] < height or window.shape[1] < width:
        return None
    corners = np.array([(0, 0), (whole_px, 0), (whole_px, whole_px), (0, whole_px)], np.float32)
    warp = cv2.getPerspectiveTransform(corners, (outer - low).astype(np.float32))
    pattern = cv2.warpPerspective(ideal, warp, (width, height), flags=cv2.INTER_AREA, borderValue=(255,))
    scores = cv2.matchTemplate(window, pattern, cv2.TM_CCOEFF_NORMED)
    row, column = np.unravel_index(int(scores.argmax()), scores.shape)
    if scores[row, column] < _LEAST_LIKENESS:
        return None
    moved_px = np.array([column + max(left, 0), row + max(top, 0)]) - low
    return np.asarray(rough.to_px(rough.surface.marker_corners_mm(marker, rough.surface.marker_mm)) + moved_px)
