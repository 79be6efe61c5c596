"""Finds a fiducial marker of which a part is hidden, so that it cannot be decoded, where others say it must be."""

import cv2
import numpy as np
from cv2.typing import MatLike

from vision.comparing import vertex
from vision.frames import GrayImage
from vision.surface import Calibration, Points, fit_camera

_LEAST_LIKENESS, _LEAST_QUARTER = 0.6, 0.85  # from which a partly hidden marker, and a quarter of one, counts as seen
_MOST_RESIDUAL_MM = 0.5  # of a camera that explains all markers found; more if one is none
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
        if rough.residual_mm > _MOST_RESIDUAL_MM:
            return dict(found)
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
    moved_px = _moved_px(window, np.asarray(pattern, np.uint8))
    if moved_px is None:
        return None
    moved_px += np.array([max(left, 0), max(top, 0)]) - low
    return np.asarray(rough.to_px(rough.surface.marker_corners_mm(marker, rough.surface.marker_mm)) + moved_px)


def _moved_px(window: GrayImage, pattern: GrayImage) -> Points | None:
    """Where in a window the left top of a pattern lies, shape (2,), by all of it or by a quarter that shows alone."""
    height, width = pattern.shape
    halves = (
        (slice(0, height // 2), slice(height - height // 2, height)),
        (
            slice(0, width // 2),
            slice(width - width // 2, width),
        ),
    )
    parts = [(slice(0, height), slice(0, width), _LEAST_LIKENESS)]
    parts += [(rows, columns, _LEAST_QUARTER) for rows in halves[0] for columns in halves[1]]
    found: list[tuple[float, Points]] = []
    for rows, columns, least in parts:
        # Where the part may lie so that the whole lies within the window.
        within = window[
            rows.start : window.shape[0] - (height - rows.stop),
            columns.start : window.shape[1] - (width - columns.stop),
        ]
        scores = cv2.matchTemplate(within, pattern[rows, columns], cv2.TM_CCOEFF_NORMED)
        row, column = np.unravel_index(int(scores.argmax()), scores.shape)
        if scores[row, column] >= least:
            place = np.array([column, row]) + _between_px(scores, int(row), int(column))
            found.append((float(scores[row, column]) - least, place))
    return max(found, key=lambda f: f[0])[1] if found else None


def _between_px(scores: MatLike, row: int, column: int) -> Points:
    """How far from the best whole pixel the summit of the scores lies, along x and y, shape (2,)."""
    padded = np.pad(scores.astype(np.float32), 1, mode="edge")[row : row + 3, column : column + 3]
    return np.array([vertex(padded[1]), vertex(padded[:, 1])])
