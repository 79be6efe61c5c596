"""Measures round pieces on a plain table: where their rims are, whatever shadows they cast.

Along a rim the colour changes from the piece to what lies around it, everywhere in the same sense. Along the edge of a
shadow it changes the other way round, so that no circle through both is one rim.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.frames import BgrImage
from vision.sampling import Place
from vision.surface import Calibration

_STEP_MM = 0.1
_ACROSS_MM = 0.5  # on each side of a rim
_FULL_LEVELS = 8.0  # a change by so much counts in full: what lies in the light has a weaker edge
_ANGLES = 48
_SHIFTS_MM = np.arange(-4.0, 4.1, 0.5)
_CLOSE_SHIFTS_MM = np.arange(-1.5, 1.6, 0.75)
_SIZES = 0.7, 1.35  # of the rough size
_MARKED = 0.9  # of the most marked size: the outermost is the piece's own
_NEARLY = 0.97  # of the best place: as good

Scores = NDArray[np.float64]  # shape (radii, shifts down, shifts across)


def measure_rounds(
    image: BgrImage, calibration: Calibration, places_mm: Sequence[tuple[float, float]], rough_mm: float
) -> float:
    """The common diameter of round pieces in mm; the rough one may be off by a third, the places by 4 mm."""
    radii_mm = np.arange(_SIZES[0] * rough_mm / 2, _SIZES[1] * rough_mm / 2, _STEP_MM)
    all_scores = [_scores(image, Place.on(calibration, *place), radii_mm) for place in places_mm]
    total = np.sum([scores.max(axis=(1, 2)) for scores in all_scores], axis=0)
    outermost = int(np.flatnonzero(total >= _MARKED * total.max())[-1])
    while outermost and total[outermost - 1] > total[outermost]:
        outermost -= 1
    innermost = outermost
    while innermost and total[innermost - 1] >= _NEARLY * total[outermost]:
        innermost -= 1
    return round(float(radii_mm[innermost] + radii_mm[outermost]), 1)


def middle_of_round(
    image: BgrImage, calibration: Calibration, x_mm: float, y_mm: float, diameter_mm: float
) -> tuple[float, float]:
    """The middle of a round piece of known size that lies within 4 mm of a place."""
    scores = _scores(image, Place.on(calibration, x_mm, y_mm), np.array([diameter_mm / 2]))[0]
    rows, columns = np.nonzero(scores >= _NEARLY * scores.max())
    return x_mm + float(_SHIFTS_MM[columns].mean()), y_mm + float(_SHIFTS_MM[rows].mean())


def rim_consistency(image: BgrImage, calibration: Calibration, x_mm: float, y_mm: float, diameter_mm: float) -> float:
    """How much of a circle near a place has the colour change in one sense, 0 to 1."""
    place, radii_mm = Place.on(calibration, x_mm, y_mm), np.array([diameter_mm / 2])
    return float(_scores(image, place, radii_mm, _CLOSE_SHIFTS_MM).max())


def _scores(
    image: BgrImage, place: Place, radii_mm: NDArray[np.float64], shifts_mm: NDArray[np.float64] = _SHIFTS_MM
) -> Scores:
    """How much of a rim each circle is: 1 where the colour changes in one sense all around it."""
    turn = np.arange(_ANGLES) * 2 * np.pi / _ANGLES
    outward = np.column_stack([np.cos(turn), np.sin(turn)])
    scores = np.zeros((len(radii_mm), len(shifts_mm), len(shifts_mm)))
    for row, down in enumerate(shifts_mm):
        for column, across in enumerate(shifts_mm):
            rings = outward * np.concatenate([radii_mm - _ACROSS_MM, radii_mm + _ACROSS_MM])[:, None, None]
            seen = place.sample(image, rings + np.array([across, down])).astype(np.float32)
            change = np.clip((seen[: len(radii_mm)] - seen[len(radii_mm) :]) / _FULL_LEVELS, -1, 1)
            scores[:, row, column] = np.abs(change.mean(axis=1)).max(axis=1)
    return scores
