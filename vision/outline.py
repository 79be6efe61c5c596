"""Looks closely at one proposed outline in the full picture: where exactly it lies, and how much of it shows."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import Candidate
from vision.frames import BgrImage
from vision.kinds import Kind, turned
from vision.sampling import Place, Samples
from vision.surface import Calibration

Strengths = NDArray[np.float32]

_STEP_MM = 0.25
_REACH_MM = 5.0  # how far inside and outside of the proposed outline is looked
_RIM_ANGLES = 64
_SIDE_STEP_MM = 0.375
_POINTS = 112  # along all sides
_ARC_POINTS = 8  # a side with fewer is a part of an arc
_SHIFT_STEPS = 11
_ALONG_MM = 4.0  # from another outline: an edge is its
_LEAST_OWN = 0.1  # of an outline
_SHOWS = 0.45  # relative edge strength from which a part of an outline counts as seen


@dataclass(frozen=True, slots=True)
class Outline:
    """A refined outline. `support` is the share of it with an edge where it should be, 0 to 1."""

    kind: str
    x_mm: float
    y_mm: float
    rotation_deg: float
    support: float


def refine(image: BgrImage, calibration: Calibration, candidate: Candidate, kind: Kind) -> Outline:
    """The outline of the candidate moved, and turned unless it is round, to where the picture's edges are."""
    place = Place.on(calibration, candidate.x_mm, candidate.y_mm)
    return _refine_sides(image, place, candidate, kind) if kind.turns else _refine_round(image, place, candidate, kind)


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


def _refine_round(image: BgrImage, place: Place, candidate: Candidate, kind: Kind) -> Outline:
    change = _steps(place.sample(image, _disc_grid(kind.width_mm / 2)))
    shifts, lengths_mm, rims = _disc_shifts()
    at_rim = change.take(rims)
    score = at_rim.mean(axis=1) - 0.01 * lengths_mm
    best = int(score.argmax())
    support = float((at_rim[best] > _SHOWS).mean())
    return Outline(
        kind.name, candidate.x_mm + float(shifts[best, 0]), candidate.y_mm + float(shifts[best, 1]), 0.0, support
    )


@dataclass(frozen=True)
class _Sides:
    """The straight sides of an outline, an arc being many short ones, and what is tried to fit them.

    `grid` holds the offsets looked at across points along the sides, (across, points, 2) in the piece's own frame;
    `starts` is where each side's points start; `turns_deg` are the small turns tried and `turned_at`, (turns, across,
    points), where in the flattened profiles the points then lie; `shifts_mm`, (n, 2), and `shifted_at`, (n, sides).
    """

    grid: NDArray[np.float64]
    starts: NDArray[np.intp]
    turns_deg: NDArray[np.float64]
    turned_at: NDArray[np.intp]
    shifts_mm: NDArray[np.float64]
    shifted_at: NDArray[np.intp]
    share: Strengths  # of the outline, by side


@cache
def _sides(kind: Kind) -> _Sides:
    corners = kind.corners_mm()
    along = np.roll(corners, -1, axis=0) - corners
    lengths_mm = np.hypot(*along.T)
    outward = np.column_stack([along[:, 1], -along[:, 0]]) / lengths_mm[:, None]
    counts = np.maximum(np.rint(_POINTS * lengths_mm / lengths_mm.sum()), 2).astype(int)
    points, normals = [], []
    for start, step, normal, count in zip(corners, along, outward, counts, strict=True):
        margin = 0.08 if count > _ARC_POINTS else 0.25
        points.append(start + np.linspace(margin, 1 - margin, count)[:, None] * step)
        normals.append(np.repeat(normal[None], count, axis=0))
    at, facing = np.concatenate(points), np.concatenate(normals)
    across_mm = _across_mm() * (_SIDE_STEP_MM / _STEP_MM)
    grid = at + across_mm[:, None, None] * facing
    rows = len(across_mm) - 4
    turns_deg = np.arange(-4.0, 4.01, 1.0)
    lever_mm = facing[:, 1] * at[:, 0] - facing[:, 0] * at[:, 1]  # how far outward a point moves by one radian
    lean = np.rint(np.radians(turns_deg)[:, None] * lever_mm / _SIDE_STEP_MM).astype(np.intp)
    turned_rows = (np.arange(rows)[None, :, None] + lean[:, None, :]).clip(0, rows - 1)
    line = np.arange(-_SHIFT_STEPS, _SHIFT_STEPS + 1) * _SIDE_STEP_MM
    shifts_mm = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    shifted_rows = (np.rint(shifts_mm @ outward.T / _SIDE_STEP_MM).astype(np.intp) + rows // 2).clip(0, rows - 1)
    return _Sides(
        grid,
        np.concatenate([[0], np.cumsum(counts)[:-1]]),
        turns_deg,
        turned_rows * len(at) + np.arange(len(at)),
        shifts_mm,
        shifted_rows * len(counts) + np.arange(len(counts)),
        (lengths_mm / lengths_mm.sum()).astype(np.float32),
    )


def _refine_sides(image: BgrImage, place: Place, candidate: Candidate, kind: Kind) -> Outline:
    """Tries small turns and shifts together; each side may lie off by the thickness of a pile."""
    sides = _sides(kind)
    matrix = turned(candidate.rotation_deg)
    change = _steps(place.sample(image, sides.grid @ matrix.T))
    leaning = change.take(sides.turned_at)
    sums = np.add.reduceat(leaning, sides.starts, axis=2)
    counts = np.diff(sides.starts, append=leaning.shape[2])
    profiles = _with_slack((sums * (sides.share / counts)).astype(np.float32))
    scores = profiles.reshape(len(profiles), -1).take(sides.shifted_at, axis=1).sum(axis=2)
    best = int(scores.max(axis=1).argmax())
    good = scores[best] >= scores[best].max() - 0.003  # slack makes several shifts equally good: their middle
    shift = sides.shifts_mm[good].mean(axis=0)
    nearest = int(np.hypot(*(sides.shifts_mm - shift).T).argmin())
    shows = _strongest_near(leaning[best]) > _SHOWS
    rows = np.repeat(sides.shifted_at[nearest] // len(counts), counts)
    shift_mm = matrix @ shift
    return Outline(
        kind.name,
        candidate.x_mm + float(shift_mm[0]),
        candidate.y_mm + float(shift_mm[1]),
        (candidate.rotation_deg + float(sides.turns_deg[best])) % 360,
        float(shows[rows, np.arange(len(rows))].mean()),
    )


def _strongest_near(change: Strengths) -> Strengths:
    """The strongest change within 1.2 mm of each place, along the first axis."""
    return np.asarray(cv2.dilate(change, np.ones((7, 1), np.uint8)), np.float32)


def _with_slack(profiles: Strengths) -> Strengths:
    """Each place takes the best of its neighbours within 1 mm, along the second axis."""
    across = profiles.shape[1]
    padded = np.pad(profiles, ((0, 0), (2, 2), (0, 0)))
    return np.asarray(np.maximum.reduce([padded[:, k : k + across] for k in range(5)]))


def own_support(
    image: BgrImage,
    place: Place,
    rotation_deg: float,
    kind: Kind,
    others_mm: list[NDArray[np.float64]],
) -> float:
    """The share of a sided outline with an edge where it should be, without what runs along other outlines.

    The others are corners from the place, shape (n, 2) in mm; 0 where nearly all of the outline is theirs.
    """
    sides, matrix = _sides(kind), turned(rotation_deg)
    change = _strongest_near(_steps(place.sample(image, sides.grid @ matrix.T)))
    points = sides.grid[len(sides.grid) // 2] @ matrix.T
    own = np.ones(len(points), np.bool_)
    for corners in others_mm:
        outline = corners.astype(np.float32)
        far_mm = [abs(cv2.pointPolygonTest(outline, (float(x), float(y)), True)) for x, y in points]
        own &= np.array(far_mm) > _ALONG_MM
    if own.mean() < _LEAST_OWN:
        return 0.0
    return float((change[len(change) // 2] > _SHOWS)[own].mean())


def edge_strength(image: BgrImage, calibration: Calibration, at: Outline, kind: Kind) -> float:
    """How sharply the picture changes exactly along a sided outline, relative to what is usual around it."""
    sides = _sides(kind)
    place = Place.on(calibration, at.x_mm, at.y_mm)
    change = _steps(place.sample(image, sides.grid @ turned(at.rotation_deg).T))
    middle = len(change) // 2
    means = np.add.reduceat(change[middle - 1 : middle + 2].mean(axis=0), sides.starts)
    return float((means / np.diff(sides.starts, append=change.shape[1]) * sides.share).sum())
