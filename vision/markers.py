"""Finds the fiducial markers, calibrates from them, and says in plain words why a picture cannot be used."""

from functools import cache

import cv2
import numpy as np

from vision.errors import CalibrationError
from vision.frames import BgrImage, GrayImage
from vision.lens import Lens
from vision.marker_parts import with_partly_hidden
from vision.reading import Problem
from vision.surface import MARKER_NAMES, Calibration, Points, Surface, fit_camera

DARK_LEVEL = 28  # the brightest marker paper below this
BRIGHT_LEVEL = 215  # the blackest marker ink above this
_POOR_FIT_MM = 0.6  # more says that the lens is another one
SHARP = 14.0  # steepest edges of a picture in focus are twice as steep
BLURRED_MM = 5.0  # a marker's black edge wider than this


@cache
def dictionary() -> cv2.aruco.Dictionary:
    """The family that the table's markers are of."""
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def find_markers(gray: GrayImage) -> dict[int, Points]:
    """The table's markers in a gray picture: id to its corners in pixels, shape (4, 2), clockwise from its top left.

    Tries again with the contrast evened out where light or shadow hides one.
    """
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(dictionary(), settings)
    found: dict[int, Points] = {}
    for attempt in range(2):
        picture = gray if attempt == 0 else cv2.createCLAHE(8.0, (8, 8)).apply(gray)
        corners, ids, _ = detector.detectMarkers(picture)
        if ids is not None:
            for marker, quad in zip(np.reshape(ids, -1), corners, strict=True):
                if marker < 4:
                    found.setdefault(int(marker), np.reshape(quad, (4, 2)).astype(np.float64))
        if len(found) == 4:
            break
    return found


def calibrate(
    image: BgrImage,
    surface: Surface | None = None,
    previous: Calibration | None = None,
    lens: Lens | None = None,
) -> Calibration:
    """Ties the picture to the surface.

    Needs three markers; two are enough with a `previous` calibration of the same camera, whose lens is then trusted, or
    with a `lens` known from a board, which makes the calibration exact between and beyond the markers. A lens with
    which the markers fit poorly is not that of this picture, and left alone.
    Raises CalibrationError with the `Problem` and a sentence.
    """
    surface = surface or Surface()
    gray = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    found = find_markers(gray)
    height_px, width_px = gray.shape
    lens = lens.at_size(width_px, height_px) if lens else None
    needed = 2 if previous or lens else 3
    if len(found) == 2 and not previous:
        rough = fit_camera(surface, found, width_px, height_px, None, lens)
        found = with_partly_hidden(gray, found, rough, dictionary())
    if len(found) < needed:
        raise why_not(gray, found, needed)
    calibration = fit_camera(surface, found, width_px, height_px, previous, lens)
    if lens and calibration.residual_mm > _POOR_FIT_MM and len(found) > 2:
        without = fit_camera(surface, found, width_px, height_px, previous)
        calibration = min(calibration, without, key=lambda c: c.residual_mm)
    _refuse_wrong_order(found)
    light = _marker_light(gray, calibration)
    if light is not None:
        raise light
    return calibration


def _refuse_wrong_order(found: dict[int, Points]) -> None:
    """Markers turn clockwise in any honest picture; sheets swapped on the table do not."""
    centres = [found[i].mean(axis=0) for i in sorted(found)]
    if len(centres) < 3:
        return
    (ax, ay), (bx, by) = centres[1] - centres[0], centres[2] - centres[0]
    if ax * by - ay * bx < 0:
        raise CalibrationError(
            Problem.MIRRORED,
            f"markers {', '.join(map(str, sorted(found)))} run anticlockwise: the marker sheets are swapped, "
            "put 0 to 3 clockwise from the top left",
        )


def why_not(gray: GrayImage, found: dict[int, Points], needed: int) -> CalibrationError:
    """The likeliest reason for which fewer markers than needed were found."""
    flipped = find_markers(np.ascontiguousarray(gray[:, ::-1]))
    if len(flipped) > max(1, len(found)):
        return CalibrationError(
            Problem.MIRRORED, "the picture is mirrored: switch off horizontal or vertical flip in the camera's settings"
        )
    dark, bright = np.percentile(gray, (98, 5))
    if dark < DARK_LEVEL * 1.5:
        return CalibrationError(
            Problem.TOO_DARK, f"the picture is too dark (brightest part {dark:.0f} of 255): add light or exposure"
        )
    if bright > BRIGHT_LEVEL:
        return CalibrationError(
            Problem.TOO_BRIGHT, f"the picture is too bright (darkest part {bright:.0f} of 255): lower the exposure"
        )
    if _sharpness(gray) < SHARP:
        return CalibrationError(Problem.BLURRED, "the picture is blurred: focus the camera and keep it still")
    missing = [f"{i} ({MARKER_NAMES[i]})" for i in range(4) if i not in found]
    return CalibrationError(
        Problem.MARKER_MISSING,
        f"marker {', '.join(missing)} not found, {needed} of 4 needed: uncover it or move the camera until it shows",
    )


def _sharpness(gray: GrayImage) -> float:
    """How steep the steepest edges are, in levels per pixel for full contrast of 100 levels."""
    small = cv2.resize(gray, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.float32)
    slope = np.abs(np.diff(small, axis=1))
    spread = float(np.percentile(small, 99) - np.percentile(small, 1)) + 1.0
    return float(np.percentile(slope, 99.9) / spread * 100)


def marker_looks(image: BgrImage, calibration: Calibration) -> list[tuple[float, float, float]]:
    """For each marker that showed: the level of its paper, of its ink, and the width of a sharp edge in mm."""
    gray = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    return [_edge_profile(gray, calibration, marker) for marker in calibration.markers]


def _marker_light(gray: GrayImage, calibration: Calibration) -> CalibrationError | None:
    """Refuses light or blur under which markers may still be found but pieces cannot be read."""
    looks = [_edge_profile(gray, calibration, marker) for marker in calibration.markers]
    white, black, edge_mm = zip(*looks, strict=True)
    light = light_error(max(white), min(black))
    if light is not None:
        return light
    if min(edge_mm) > BLURRED_MM:
        return CalibrationError(
            Problem.BLURRED,
            f"the picture is blurred (sharp edges are {min(edge_mm):.1f} mm wide): focus the camera and keep it still",
        )
    return None


def light_error(paper: float, ink: float) -> CalibrationError | None:
    """Refuses when the brightest white paper is too dark or the blackest ink too bright."""
    if paper < DARK_LEVEL:
        return CalibrationError(
            Problem.TOO_DARK, f"the picture is too dark (white paper at {paper:.0f} of 255): add light or exposure"
        )
    if ink > BRIGHT_LEVEL:
        return CalibrationError(
            Problem.TOO_BRIGHT, f"the picture is too bright (black ink at {ink:.0f} of 255): lower the exposure"
        )
    return None


def _edge_profile(gray: GrayImage, calibration: Calibration, marker: int) -> tuple[float, float, float]:
    """Across a marker's black border: the level of the paper, of the ink, and the width of the step in mm."""
    surface = calibration.surface
    centre = np.array(surface.marker_centre_mm(marker))
    across = np.arange(-6.0, 4.0, 0.25)  # mm from the border outward (negative) to inward
    along = np.linspace(-0.35, 0.35, 15) * surface.marker_mm
    half = surface.marker_mm / 2
    profiles = []
    for turn in range(4):
        cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[turn]
        grid = np.stack(np.meshgrid(-half + across, along), axis=-1)
        points = centre + np.stack(
            [grid[..., 0] * cos - grid[..., 1] * sin, grid[..., 0] * sin + grid[..., 1] * cos], -1
        )
        px = calibration.to_px(points).astype(np.float32)
        profiles.append(cv2.remap(gray, px[..., 0], px[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
    mean = np.median(np.concatenate(profiles).astype(np.float32), axis=0)
    paper, ink = float(mean[:10].max()), float(mean[-14:].min())
    step = paper - ink
    rising = int(((mean < paper - 0.15 * step) & (mean > ink + 0.15 * step)).sum()) if step > 4 else across.size
    return paper, ink, rising * 0.25
