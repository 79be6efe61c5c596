"""Sees in every picture whether the markers still lie where the calibration has them, and how far they drifted.

A camera bumped by more than a little is told, as pieces may have moved too. A hair's breadth is followed.
"""

from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.comparing import vertex
from vision.errors import CalibrationError
from vision.frames import BgrImage, GrayImage
from vision.markers import dictionary, find_markers, light_error, why_not
from vision.reading import Problem
from vision.surface import MARKER_NAMES, Calibration, fit_camera

MOVED_MM = 2.0
DRIFTED_MM = 0.5  # a calibration that is off by less is good enough
_SEEN = 0.7  # likeness from which a marker counts as seen near its place
_REACH_PX = 10  # how far from its place a marker is looked for, in the picture halved
_ENOUGH = 2  # markers in their places: with fewer the others may be far off, not hidden
_WORSE_MM = 0.3  # by which the markers may fit less well than before when a drift is followed


class MarkerLook(NamedTuple):
    """How well a marker is recognised near its place (-1 to 1), how far off it lies, and the levels there."""

    likeness: float
    off_mm: NDArray[np.float64]  # shape (2,)
    dark: float
    bright: float


class MarkersSeen(NamedTuple):
    """What the markers say of a picture: why it is refused, those in their places, how far they drifted together."""

    refusal: CalibrationError | None
    shown: tuple[int, ...]
    drift_mm: float = 0.0


class MarkerWatch:
    """Looks for the markers of one calibration in picture after picture; drift is counted from the first."""

    def __init__(self, calibration: Calibration) -> None:
        self._calibration = calibration
        self._first: dict[int, NDArray[np.float64]] = {}

    def look(self, image: BgrImage) -> MarkersSeen:
        """As `check`, and how far the camera drifted: two markers moved as far, or one where only two show.

        Of more, one alone is a sheet that slid.
        """
        looks = [_look_for(image, self._calibration, marker) for marker in range(4)]
        refusal, shown = _judged(image, self._calibration, looks)
        drifts = sorted(
            float(np.hypot(*(looks[marker].off_mm - self._first.setdefault(marker, looks[marker].off_mm))))
            for marker in shown
        )
        if len(drifts) < _ENOUGH:
            return MarkersSeen(refusal, shown)
        return MarkersSeen(refusal, shown, drifts[-1] if len(drifts) == _ENOUGH else drifts[-2])


def check(image: BgrImage, calibration: Calibration) -> tuple[CalibrationError | None, tuple[int, ...]]:
    """Whether a later picture still fits the calibration, and which markers show where they should.

    Looks only into small windows around the markers; hidden ones are no reason to refuse. When fewer than two of them
    are where they should be, the whole picture is searched for the others.
    """
    return _judged(image, calibration, [_look_for(image, calibration, marker) for marker in range(4)])


def follow(image: BgrImage, calibration: Calibration) -> Calibration | None:
    """The calibration of a camera nudged by a hair since; None where the markers do not agree on it."""
    found = find_markers(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8))
    if len(found) < _ENOUGH:
        return None
    width_px, height_px = calibration.width_px, calibration.height_px
    now = fit_camera(calibration.surface, found, width_px, height_px, calibration, nudged=True)
    return now if now.residual_mm <= calibration.residual_mm + _WORSE_MM else None


def _judged(
    image: BgrImage, calibration: Calibration, looks: list[MarkerLook]
) -> tuple[CalibrationError | None, tuple[int, ...]]:
    moved: list[str] = []
    shown: list[int] = []
    for marker, look in enumerate(looks):
        off_mm = float(np.hypot(*look.off_mm))
        if look.likeness >= _SEEN and off_mm > MOVED_MM:
            moved.append(f"{marker} ({MARKER_NAMES[marker]}) by {off_mm:.0f} mm")
        elif look.likeness >= _SEEN:
            shown.append(marker)
    light = light_error(max(look.bright for look in looks), min(look.dark for look in looks))
    if light is not None:
        return light, ()
    if moved and len(moved) >= len(shown):
        return _moved_error(f"marker {', '.join(moved)} moved"), tuple(shown)
    if len(shown) < _ENOUGH:
        refusal = _why_few_show(image, calibration, tuple(shown))
        return refusal, tuple(shown)
    return None, tuple(shown)


def _moved_error(what: str) -> CalibrationError:
    return CalibrationError(Problem.MOVED, f"{what}: the camera or the table was bumped, calibrate again")


def _why_few_show(image: BgrImage, calibration: Calibration, shown: tuple[int, ...]) -> CalibrationError | None:
    """None when the others may just be hidden; otherwise what happened to the camera or the light."""
    gray = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    found = find_markers(gray)
    if shown:
        return _elsewhere(found, calibration, shown)
    if len(found) < _ENOUGH:
        why = why_not(gray, found, 1)
        hidden = found and why.problem is Problem.MARKER_MISSING
        return _elsewhere(found, calibration, shown) if hidden else why
    now = fit_camera(calibration.surface, found, calibration.width_px, calibration.height_px, calibration)
    if now.turned != calibration.turned:
        return CalibrationError(
            Problem.UPSIDE_DOWN,
            "the picture is upside down: the camera was turned since it was calibrated, calibrate again",
        )
    return _moved_error("all markers moved")


def _elsewhere(
    found: dict[int, NDArray[np.float64]], calibration: Calibration, shown: tuple[int, ...]
) -> CalibrationError | None:
    """Refuses when markers that are not in their places lie elsewhere."""
    moved = []
    for marker in sorted(set(found) - set(shown)):
        on_mm = calibration.to_mm(found[marker]).mean(axis=0)
        off_mm = float(np.hypot(*(on_mm - calibration.surface.marker_centre_mm(marker))))
        if off_mm > MOVED_MM:
            moved.append(f"{marker} ({MARKER_NAMES[marker]}) by {off_mm:.0f} mm")
    return _moved_error(f"marker {', '.join(moved)} moved") if moved else None


def _look_for(image: BgrImage, calibration: Calibration, marker: int) -> MarkerLook:
    """Looks near a marker's place, in the picture halved."""
    pattern, (left, top) = _marker_pattern(marker, calibration)
    height, width = pattern.shape
    reach = _REACH_PX
    x0, y0, x1, y1 = 2 * (left - reach), 2 * (top - reach), 2 * (left + width + reach), 2 * (top + height + reach)
    if x0 < 0 or y0 < 0 or x1 > calibration.width_px or y1 > calibration.height_px:
        window = cv2.copyMakeBorder(image, 4 * reach, 4 * reach, 4 * reach, 4 * reach, cv2.BORDER_REPLICATE)
        window = window[y0 + 4 * reach : y1 + 4 * reach, x0 + 4 * reach : x1 + 4 * reach]
    else:
        window = image[y0:y1, x0:x1]
    small = cv2.resize(window, (width + 2 * reach, height + 2 * reach), interpolation=cv2.INTER_AREA)
    gray = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    scores = cv2.matchTemplate(gray, pattern, cv2.TM_CCOEFF_NORMED)
    row, column = np.unravel_index(int(scores.argmax()), scores.shape)
    padded = np.pad(scores.astype(np.float32), 1, mode="edge")[row : row + 3, column : column + 3]
    between = np.array([vertex(padded[1]), vertex(padded[:, 1])])
    off_px = 2 * (np.array([column, row]) - reach + between)
    dark, bright = np.percentile(gray, (5, 95))
    return MarkerLook(float(scores.max()), off_px / calibration.px_per_mm, float(dark), float(bright))


@cache
def _marker_pattern(marker: int, calibration: Calibration) -> tuple[GrayImage, tuple[int, int]]:
    """How a marker with its white border should look in the picture halved, and its left top corner there."""
    ideal = np.full((80, 80), 255, np.uint8)
    ideal[10:70, 10:70] = cv2.aruco.generateImageMarker(dictionary(), marker, 60)
    side_mm = calibration.surface.marker_mm * 80 / 60
    corners = calibration.to_px(calibration.surface.marker_corners_mm(marker, side_mm)) / 2
    low = np.floor(corners.min(axis=0)).astype(int)
    width, height = (np.ceil(corners.max(axis=0)).astype(int) - low).tolist()
    warp = cv2.getPerspectiveTransform(
        np.array([(0, 0), (80, 0), (80, 80), (0, 80)], np.float32), (corners - low).astype(np.float32)
    )
    pattern = cv2.warpPerspective(ideal, warp, (width, height), flags=cv2.INTER_LINEAR, borderValue=(255,))
    return np.asarray(pattern, np.uint8), (int(low[0]), int(low[1]))
