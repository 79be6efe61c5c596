"""Looks closely at one proposed outline in the full picture: where exactly it lies, and how much of it shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.detect import Candidate
from vision.frames import BgrImage
from vision.kinds import Kind, turn_matrices, turned
from vision.sampling import Place, Places, Samples
from vision.surface import Calibration

Strengths = NDArray[np.float32]

_STEP_MM = 0.25
_REACH_MM = 5.0  # how far inside and outside of the proposed outline is looked
_RIM_ANGLES = 64
_SIDE_STEP_MM = 0.375
_POINTS = 112  # along all sides
_ARC_POINTS = 8  # a side with fewer is a part of an arc
_SHIFT_STEPS = 11
_SLACK_STEPS, _SHOWS_STEPS = 5, 7  # across, within which an edge counts as a side's and as there: 1 and 1.2 mm
_AT_ONCE = 10  # places: more would not stay in the processor's cache
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
    """As `refine_all`, for one."""
    return refine_all(image, calibration, [candidate], kind)[0]


def refine_all(image: BgrImage, calibration: Calibration, candidates: Sequence[Candidate], kind: Kind) -> list[Outline]:
    """The outlines of candidates moved, and turned unless they are round, to where the picture's edges are."""
    refined = _refine_sides if kind.turns else _refine_round
    places = Places.on(calibration, np.array([(c.x_mm, c.y_mm) for c in candidates]).reshape(-1, 2))
    firsts = range(0, len(candidates), _AT_ONCE)
    return [
        outline
        for first in firsts
        for outline in refined(
            image, places.some(slice(first, first + _AT_ONCE)), candidates[first : first + _AT_ONCE], kind
        )
    ]


@cache
def _across_mm() -> NDArray[np.float64]:
    return np.arange(-_REACH_MM, _REACH_MM + _STEP_MM / 2, _STEP_MM)


def _steps(samples: Samples) -> Strengths:
    """Change over 1 mm along the last axis of samples (places, points, across, 3): (places, points, across - 4).

    The strongest channel's, relative to what is usual at the place; capped.
    """
    places, points, across, _ = samples.shape
    lines = samples.reshape(places * points, across * 3)
    apart = np.asarray(cv2.absdiff(lines[:, 12:], lines[:, :-12]), np.uint8)
    blue, green, red = cv2.split(apart.reshape(places * points, -1, 3))
    change = np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8).reshape(places, points, -1)
    usual = np.median(change.reshape(places, -1), axis=1) + 0.25 * change.max(axis=2).mean(axis=1) + 4
    relative = change * (1 / usual).astype(np.float32)[:, None, None]
    return np.asarray(np.minimum(relative, np.float32(1.5), out=relative), np.float32)


@cache
def _disc_shifts() -> tuple[NDArray[np.float64], Strengths, NDArray[np.intp], Strengths]:
    """Shifts tried for a disc, shape (n, 2) in mm, and what they cost for their length.

    For each where in the flattened profiles its rim lies at each angle, (n, angles); and the matrix that takes the
    profiles to the mean along each rim, (angles * across, n).
    """
    line = np.arange(-3.0, 3.01, 0.375)
    shifts = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    turn = np.arange(_RIM_ANGLES) * 2 * np.pi / _RIM_ANGLES
    outward = np.stack([np.cos(turn), np.sin(turn)])
    across = len(_across_mm()) - 4
    at = np.rint((shifts @ outward - _across_mm()[2]) / _STEP_MM).astype(np.intp).clip(0, across - 1)
    rims = np.arange(_RIM_ANGLES) * across + at
    means = np.zeros((_RIM_ANGLES * across, len(shifts)), np.float32)
    means[rims, np.arange(len(shifts))[:, None]] = 1 / _RIM_ANGLES
    return shifts, (0.01 * np.hypot(*shifts.T)).astype(np.float32), rims, means


@cache
def _disc_grid(radius_mm: float) -> NDArray[np.float64]:
    turn = np.arange(_RIM_ANGLES) * 2 * np.pi / _RIM_ANGLES
    outward = np.stack([np.cos(turn), np.sin(turn)], axis=-1)
    return np.asarray((radius_mm + _across_mm())[:, None] * outward[:, None])


def _refine_round(image: BgrImage, places: Places, candidates: Sequence[Candidate], kind: Kind) -> list[Outline]:
    change = _steps(places.sample(image, _disc_grid(kind.width_mm / 2), places.per_mm)).reshape(len(candidates), -1)
    shifts, costs, rims, means = _disc_shifts()
    best = (change @ means - costs).argmax(axis=1)
    support = (np.take_along_axis(change, rims[best], axis=1) > _SHOWS).mean(axis=1)
    return [
        Outline(kind.name, c.x_mm + float(shift[0]), c.y_mm + float(shift[1]), 0.0, float(share))
        for c, shift, share in zip(candidates, shifts[best], support, strict=True)
    ]


@dataclass(frozen=True)
class _Sides:
    """The straight sides of an outline, an arc being many short ones, and what is tried to fit them.

    `grid` holds the offsets looked at across points along the sides, (points, across, 2) in the piece's own frame;
    `starts` is where each side's points start, `side` the side of each point; `turns_deg` are the small turns tried and
    `lean`, (turns, points), by how many steps across they move the points; `shifts_mm`, (n, 2), are the shifts tried,
    `shifted`, (n, sides), how many steps across the sides then lie, and `shift_sums`, (sides * across, n), the matrix
    that takes the sides' profiles to the sum at each shift.
    """

    grid: NDArray[np.float64]
    starts: NDArray[np.intp]
    side: NDArray[np.intp]
    turns_deg: NDArray[np.float64]
    lean: NDArray[np.intp]
    shifts_mm: NDArray[np.float64]
    shifted: NDArray[np.intp]
    shift_sums: Strengths
    weights: Strengths  # of a point of each side: its share of the outline


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
    across = len(across_mm) - 4
    turns_deg = np.arange(-4.0, 4.01, 1.0)
    lever_mm = facing[:, 1] * at[:, 0] - facing[:, 0] * at[:, 1]  # how far outward a point moves by one radian
    lean = np.rint(np.radians(turns_deg)[:, None] * lever_mm / _SIDE_STEP_MM).astype(np.intp)
    steps = np.arange(-_SHIFT_STEPS, _SHIFT_STEPS + 1)
    shifts_mm = np.asarray(np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2) * _SIDE_STEP_MM, np.float64)
    shifted = (np.rint(shifts_mm @ outward.T / _SIDE_STEP_MM).astype(np.intp) + across // 2).clip(0, across - 1)
    shift_sums = np.zeros((len(counts) * across, len(shifts_mm)), np.float32)
    shift_sums[shifted + np.arange(len(counts)) * across, np.arange(len(shifts_mm))[:, None]] = 1
    share = (lengths_mm / lengths_mm.sum()).astype(np.float32)
    return _Sides(
        at[:, None] + across_mm[:, None] * facing[:, None],
        np.concatenate([[0], np.cumsum(counts)[:-1]]),
        np.repeat(np.arange(len(counts)), counts),
        turns_deg,
        lean.clip(-across, across),
        shifts_mm,
        shifted,
        shift_sums,
        share / counts.astype(np.float32),
    )


def _refine_sides(image: BgrImage, places: Places, candidates: Sequence[Candidate], kind: Kind) -> list[Outline]:
    """Tries small turns and shifts together; each side may lie off by the thickness of a pile."""
    sides, count = _sides(kind), len(candidates)
    each = np.arange(count)
    turns = turn_matrices(np.array([c.rotation_deg for c in candidates]))
    change = _steps(places.sample(image, sides.grid, places.per_mm @ turns))
    across = change.shape[2]
    padded = np.pad(change, ((0, 0), (0, 0), (across, across)), mode="edge")
    windows = sliding_window_view(padded, across, axis=2)
    leaning = windows[:, np.arange(len(sides.side)), sides.lean + across]  # (places, turns, points, across)
    profiles = np.add.reduceat(leaning, sides.starts, axis=2) * sides.weights[:, None]
    profiles = _strongest_near(profiles, _SLACK_STEPS).reshape(count, len(sides.turns_deg), -1)
    all_scores = profiles @ sides.shift_sums
    best = all_scores.max(axis=2).argmax(axis=1)
    scores = all_scores[each, best]
    good = scores >= scores.max(axis=1, keepdims=True) - 0.003  # slack makes several equally good: their middle
    shifts = good @ sides.shifts_mm / good.sum(axis=1, keepdims=True)
    row_of_shift = np.rint(shifts / _SIDE_STEP_MM).astype(np.intp) + _SHIFT_STEPS
    nearest = row_of_shift[:, 1] * (2 * _SHIFT_STEPS + 1) + row_of_shift[:, 0]
    shows = _strongest_near(leaning[each, best], _SHOWS_STEPS) > _SHOWS
    at_outline = np.take_along_axis(shows, sides.shifted[nearest][:, sides.side, None], axis=2)
    support = at_outline.mean(axis=(1, 2))
    shifts_mm = np.einsum("nij,nj->ni", turns, shifts)
    return [
        Outline(
            kind.name,
            candidate.x_mm + float(shifts_mm[i, 0]),
            candidate.y_mm + float(shifts_mm[i, 1]),
            (candidate.rotation_deg + float(sides.turns_deg[best[i]])) % 360,
            float(support[i]),
        )
        for i, candidate in enumerate(candidates)
    ]


def _strongest_near(change: Strengths, steps: int) -> Strengths:
    """The strongest of so many steps around each place, along the last axis."""
    lines = change.reshape(-1, change.shape[-1])
    return np.asarray(cv2.dilate(lines, np.ones((1, steps), np.uint8)), np.float32).reshape(change.shape)


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
    change = _strongest_near(_steps(place.sample(image, sides.grid @ matrix.T)[None])[0], _SHOWS_STEPS)
    points = sides.grid[:, sides.grid.shape[1] // 2] @ matrix.T
    own = np.ones(len(points), np.bool_)
    for corners in others_mm:
        outline = corners.astype(np.float32)
        far_mm = [abs(cv2.pointPolygonTest(outline, (float(x), float(y)), True)) for x, y in points]
        own &= np.array(far_mm) > _ALONG_MM
    if own.mean() < _LEAST_OWN:
        return 0.0
    return float((change[:, change.shape[1] // 2] > _SHOWS)[own].mean())


def edge_strength(image: BgrImage, calibration: Calibration, at: Outline, kind: Kind) -> float:
    """How sharply the picture changes exactly along a sided outline, relative to what is usual around it."""
    sides = _sides(kind)
    place = Place.on(calibration, at.x_mm, at.y_mm)
    change = _steps(place.sample(image, sides.grid @ turned(at.rotation_deg).T)[None])[0]
    middle = change.shape[1] // 2
    return float(change[:, middle - 1 : middle + 2].mean(axis=1) @ sides.weights[sides.side])
