"""Draws a reading on its picture, for people: what was read where, how sure, and why not."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import BgrImage
from vision.gallery import Gallery
from vision.reading import BoardReading, Face, Sighting
from vision.surface import Calibration

_GREEN, _AMBER, _GRAY, _RED = (80, 200, 60), (40, 170, 250), (190, 190, 190), (60, 60, 230)
MARGIN_MM = 70.0  # around the middle of a piece: it, its words, and a hand that comes near
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def draw_reading(image: BgrImage, reading: BoardReading, calibration: Calibration | None, gallery: Gallery) -> BgrImage:
    """A copy of the picture with outlines and words; only the problem's sentence without a calibration."""
    drawn = image.copy()
    scale = image.shape[1] / 2304
    if reading.problem is not None:
        _write(drawn, reading.detail or reading.problem, (round(40 * scale), round(80 * scale)), _RED, 1.2 * scale)
    if calibration is None:
        return drawn
    for corners in (*reading.covered_mm, *reading.blinded_mm):
        _outline(drawn, calibration.to_px(np.array(corners)), _RED, scale)
    for sighting in reading.sightings:
        colour, words = _words(sighting)
        kind = gallery.kinds[sighting.kind]
        corners_mm = kind.placed_mm(sighting.x_mm, sighting.y_mm, sighting.rotation_deg or 0.0)
        corners_px = calibration.to_px(corners_mm)
        _outline(drawn, corners_px, colour, scale)
        left, bottom = corners_px[:, 0].min(), corners_px[:, 1].max()
        _write(drawn, words, (round(left), round(bottom + 26 * scale)), colour, 0.7 * scale)
    return drawn


def close_up(drawn: BgrImage, reading: BoardReading, calibration: Calibration) -> BgrImage:
    """The part of a picture in which the pieces lie, with room around them, in the picture's own proportions."""
    if not reading.sightings:
        return drawn
    places_mm = np.array([[sighting.x_mm, sighting.y_mm] for sighting in reading.sightings])
    around_mm = np.vstack([places_mm - MARGIN_MM, places_mm + MARGIN_MM])
    places_px = calibration.to_px(around_mm)
    height_px, width_px = drawn.shape[:2]
    centre_px = (places_px.min(axis=0) + places_px.max(axis=0)) / 2
    share = float(np.max(np.ptp(places_px, axis=0) / (width_px, height_px)))
    size_px = np.minimum(np.ceil(np.array([width_px, height_px]) * share), (width_px, height_px)).astype(int)
    left, top = np.clip(np.rint(centre_px - size_px / 2), 0, (width_px, height_px) - size_px).astype(int)
    return drawn[top : top + size_px[1], left : left + size_px[0]]


def _words(sighting: Sighting) -> tuple[tuple[int, int, int], str]:
    """Colour and label: green for a name, gray for face down, amber for "cannot tell" and what it may be."""
    if sighting.face is Face.DOWN:
        return _GRAY, "down"
    if sighting.label is not None:
        return _GREEN, f"{sighting.label} {sighting.confidence:.2f}"
    guesses = ", ".join(label for label, _ in sighting.rivals[:2])
    return _AMBER, f"cannot tell ({guesses}?)" if guesses else "cannot tell"


def _outline(drawn: BgrImage, corners_px: NDArray[np.float64], colour: tuple[int, int, int], scale: float) -> None:
    cv2.polylines(drawn, [np.rint(corners_px).astype(np.int32)], True, colour, max(1, round(3 * scale)), cv2.LINE_AA)


def _write(drawn: BgrImage, words: str, at: tuple[int, int], colour: tuple[int, int, int], size: float) -> None:
    """Coloured letters on a dark edge, readable on any table."""
    plain = words.encode("ascii", "replace").decode("ascii")
    cv2.putText(drawn, plain, at, _FONT, size, (20, 20, 20), max(1, round(size * 6)), cv2.LINE_AA)
    cv2.putText(drawn, plain, at, _FONT, size, colour, max(1, round(size * 2)), cv2.LINE_AA)
