"""Looks closely at one proposed outline in the full picture: where exactly it lies, and how much of it shows."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import Candidate
from vision.frames import BgrImage
from vision.sampling import Place, Samples
from vision.surface import Calibration

Strengths = NDArray[np.float32]

_STEP_MM = 0.25
_REACH_MM = 5.0  # how far inside and outside of the proposed outline is looked
_RIM_ANGLES = 64
_SIDE_STEP_MM = 0.375
_SIDE_POINTS = 28
_MARKED = 0.45  # of the strongest change around a disc: its own edge at least
_SHOWS = 0.45  # relative edge strength from which a part of an outline counts as seen


@dataclass(frozen=True, slots=True)
class Outline:
    """A refined outline. `support` is the share of it with an edge where it should be, 0 to 1."""

    kind: str
    x_mm: float
    y_mm: float
    rotation_deg: float
    support: float


def refine(image: BgrImage, calibration: Calibration, candidate: Candidate, size_mm: float) -> Outline:
    """The outline of the candidate moved (and for a square turned) to where the picture's edges are."""
    place = Place.on(calibration, candidate.x_mm, candidate.y_mm)
    if candidate.kind == "disc":
        return _refine_disc(image, place, candidate, size_mm)
    return _refine_square(image, place, candidate, size_mm)


@cache
def _across_mm() -> NDArray[np.float64]:
    return np.arange(-_REACH_MM, _REACH_MM + _STEP_MM / 2, _STEP_MM)


def _steps(samples: Samples) -> Strengths:
    """Change over 1 mm along the first axis, the strongest channel, relative to what is usual here; capped."""
    blue, green, red = cv2.split(cv2.absdiff(samples[4:], samples[:-4]))
    change = cv2.max(cv2.max(blue, green), red).astype(np.float32)
    usual = np.median(change) + 0.25 * change.max(axis=0).mean() + 4
    return np.asarray(np.minimum(change / usual, 1.5), np.float32)


@cache
def _disc_shifts() -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.intp]]:
    """Shifts tried for a disc, shape (n, 2) in mm, and their lengths.

    And for each where in the flattened profiles its rim lies at each angle, (n, angles).
    """
    line = np.arange(-3.0, 3.01, 0.375)
    shifts = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    turn = np.arange(_RIM_ANGLES) * 2 * np.pi / _RIM_ANGLES
    outward = np.stack([np.cos(turn), np.sin(turn)])
    rows = np.rint((shifts @ outward - _across_mm()[2]) / _STEP_MM).astype(np.intp)
    rows = rows.clip(0, len(_across_mm()) - 5)
    return shifts, np.hypot(*shifts.T), rows * _RIM_ANGLES + np.arange(_RIM_ANGLES)


@cache
def _disc_grid(radius_mm: float) -> NDArray[np.float64]:
    turn = np.arange(_RIM_ANGLES) * 2 * np.pi / _RIM_ANGLES
    outward = np.stack([np.cos(turn), np.sin(turn)], axis=-1)
    return np.asarray((radius_mm + _across_mm())[:, None, None] * outward)


def _refine_disc(image: BgrImage, place: Place, candidate: Candidate, diameter_mm: float) -> Outline:
    change = _steps(place.sample(image, _disc_grid(diameter_mm / 2)))
    shifts, lengths_mm, rims = _disc_shifts()
    at_rim = change.take(rims)
    score = at_rim.mean(axis=1) - 0.01 * lengths_mm
    best = int(score.argmax())
    support = float((at_rim[best] > _SHOWS).mean())
    return Outline(
        "disc", candidate.x_mm + float(shifts[best, 0]), candidate.y_mm + float(shifts[best, 1]), 0.0, support
    )


@cache
def _square_grid(side_mm: float) -> NDArray[np.float64]:
    """Offsets across the left, right, top and bottom side: shape (across, 4 * points, 2) in the square's own frame."""
    across = _across_mm() * (_SIDE_STEP_MM / _STEP_MM)
    along = np.linspace(-0.42, 0.42, _SIDE_POINTS) * side_mm
    outward, beside = np.meshgrid(side_mm / 2 + across, along, indexing="ij")
    left, right = np.stack([-outward, beside], -1), np.stack([outward, beside], -1)
    top, bottom = np.stack([beside, -outward], -1), np.stack([beside, outward], -1)
    return np.concatenate([left, right, top, bottom], axis=1)


@cache
def _leanings(side_mm: float) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Small turns tried for a square, in degrees; and for each where in the flattened profiles its sides then lie.

    Those have shape (turns, across, 4 * points).
    """
    slopes_deg = np.arange(-4.0, 4.01, 1.0)
    along = np.linspace(-0.42, 0.42, _SIDE_POINTS) * side_mm
    lean = np.rint(np.tan(np.radians(slopes_deg))[:, None] * along / _SIDE_STEP_MM).astype(np.intp)
    signed = np.concatenate([sign * lean for sign in (1, -1, -1, 1)], axis=1)  # left, right, top, bottom
    across = len(_across_mm()) - 4
    rows = np.arange(across)[None, :, None] + signed[:, None, :]
    return slopes_deg, rows.clip(0, across - 1) * (4 * _SIDE_POINTS) + np.arange(4 * _SIDE_POINTS)


def _refine_square(image: BgrImage, place: Place, candidate: Candidate, side_mm: float) -> Outline:
    """Tries small turns; for each, opposite sides share a shift, give or take the thickness of a pile."""
    turn = np.radians(candidate.rotation_deg)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    change = _steps(place.sample(image, _square_grid(side_mm) @ matrix.T))
    slopes_deg, sides_at = _leanings(side_mm)
    leaning = change.take(sides_at)
    across = leaning.shape[1]
    profiles = leaning.reshape(len(slopes_deg), across, 4, _SIDE_POINTS).mean(axis=3)
    left, right, top, bottom = np.moveaxis(_with_slack(profiles), 2, 0)
    shift_x, shift_y = left[:, ::-1] + right, top[:, ::-1] + bottom
    best = int((shift_x.max(axis=1) + shift_y.max(axis=1)).argmax())
    i, j = _middle_of_best(shift_x[best]), _middle_of_best(shift_y[best])
    shift_mm = matrix @ (np.array([i - across // 2, j - across // 2]) * _SIDE_STEP_MM)
    sides = leaning[best].reshape(across, 4, _SIDE_POINTS)
    at_sides = (across - 1 - i, i, across - 1 - j, j)
    shows = [(sides[max(0, at - 3) : at + 4, k].max(axis=0) > _SHOWS).mean() for k, at in enumerate(at_sides)]
    return Outline(
        "square",
        candidate.x_mm + float(shift_mm[0]),
        candidate.y_mm + float(shift_mm[1]),
        candidate.rotation_deg + float(slopes_deg[best]),
        float(np.mean(shows)),
    )


def _middle_of_best(values: Strengths) -> int:
    """Slack makes several shifts equally good: the one in their middle."""
    best = np.nonzero(values >= values.max() - 0.01)[0]
    return int(best[len(best) // 2])


def _with_slack(profiles: Strengths) -> Strengths:
    """Each place takes the best of its neighbours within 1 mm, along the second axis."""
    across = profiles.shape[1]
    padded = np.pad(profiles, ((0, 0), (2, 2), (0, 0)))
    return np.asarray(np.maximum.reduce([padded[:, k : k + across] for k in range(5)]))


def edge_offset_mm(image: BgrImage, calibration: Calibration, outline: Candidate, size_mm: float) -> float:
    """How far outside (positive) or inside of the outline the change is steepest, within 2.5 mm.

    Of a disc the outermost marked change counts: a ring printed inside may stand out more than a pale edge.
    """
    place = Place.on(calibration, outline.x_mm, outline.y_mm)
    if outline.kind == "disc":
        grid, step_mm = _disc_grid(size_mm / 2), _STEP_MM
    else:
        turn = np.radians(outline.rotation_deg)
        matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        grid, step_mm = _square_grid(size_mm) @ matrix.T, _SIDE_STEP_MM
    profile = _steps(place.sample(image, grid)).mean(axis=1)
    offsets = (np.arange(len(profile)) - len(profile) // 2) * step_mm
    near = np.where(np.abs(offsets) <= 2.5, profile, 0.0)
    if outline.kind == "disc":
        outer = int(np.nonzero(near >= _MARKED * near.max())[0][-1])
        while near[outer - 1] > near[outer]:
            outer -= 1
        near = np.where(np.abs(offsets - offsets[outer]) <= 1.0, np.minimum(near, near[outer]), 0.0)
    steep = np.maximum(near - 0.75 * near.max(), 0.0)
    return float((offsets * steep).sum() / steep.sum())
