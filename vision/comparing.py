"""Lays each outline's inside over every artwork: which fits best, at which shift and rotation, and how far it leads."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.frames import BgrImage
from vision.matching import Level, Likeness, Matcher
from vision.outline import Outline
from vision.sampling import Place

_SQUARE_TURN_DEG = 5.0  # how far a square's artwork may be turned against its outline
_COARSE_MM = {"disc": (1.2,), "square": (2.5, 1.2)}
_FINE_MM = {"disc": (0.5,), "square": (0.8, 0.4)}
_GRID = np.stack(np.meshgrid([-1.0, 0.0, 1.0], [-1.0, 0.0, 1.0]), axis=-1).reshape(1, 9, 2)
_CROSS = np.array([[(0.0, 0.0), (-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)]])
_HOPELESS = 0.18  # likeness on the coarse level below which no closer look helps
_CLEAR_BACK, _CLEAR_BACK_LEAD = 0.45, 0.2  # likeness on the coarse level, and by how much more than any face
_USUAL_REST, _DOUBT = 0.6, 0.2
_IMPOSSIBLE = -1.0


@dataclass(frozen=True, slots=True)
class Comparison:
    """How an outline's inside fits a gallery: the likeness to each artwork, and which is best.

    `lead` is 0.5 when all that tells the best from its closest rival is there, 0 when the picture lies half way.
    """

    likeness: NDArray[np.float32]  # shape (artworks,)
    best: int
    lead: float
    rotation_deg: float
    shift_mm: tuple[float, float]


def compare(
    matcher: Matcher, image: BgrImage, outlines: Sequence[Outline], places: Sequence[Place]
) -> list[Comparison]:
    """For each outline the best shift is sought on a coarse level; there the fine level judges."""
    found: dict[int, Comparison] = {}
    left = np.arange(len(outlines))
    centres = np.zeros((len(outlines), 2))
    finest_mm = _COARSE_MM[matcher.kind][-1]
    for coarse_mm in _COARSE_MM[matcher.kind]:
        if not left.size:
            break
        shifts = centres[left, None] + _GRID * coarse_mm
        coarse = _likeness(matcher, image, outlines, places, left, shifts, matcher.coarse)
        top = coarse.max(axis=(2, 3))
        centres[left] += np.stack([_summit(values.reshape(3, 3), coarse_mm) for values in top])
        settled = (top.max(axis=1) < _HOPELESS) | ((coarse_mm == finest_mm) & _back_leads(matcher, coarse))
        found |= {int(left[i]): _settled(coarse[i], centres[left[i]]) for i in np.nonzero(settled)[0]}
        left = left[~settled]
    for fine_mm in _FINE_MM[matcher.kind] if left.size else ():
        level = matcher.fine if fine_mm == _FINE_MM[matcher.kind][-1] else matcher.coarse
        shifts = centres[left, None] + _CROSS * fine_mm
        fine = _likeness(matcher, image, outlines, places, left, shifts, level)
        chosen = fine.max(axis=(2, 3)).argmax(axis=1)
        centres[left] = shifts[np.arange(len(left)), chosen]
        if level is matcher.fine:
            found |= {int(i): _judge(matcher, fine[k, chosen[k]], centres[i]) for k, i in enumerate(left)}
    return [found[i] for i in range(len(outlines))]


def _back_leads(matcher: Matcher, coarse: Likeness) -> NDArray[np.bool_]:
    """Which places are so much more like the back than like any face that a closer look adds nothing."""
    highest = coarse.max(axis=(1, 3))
    is_back = np.array([label is None for label in matcher.labels])
    if not is_back.any() or is_back.all():
        return np.zeros(len(coarse), np.bool_)
    back = highest[:, is_back].max(axis=1)
    return np.asarray((back >= _CLEAR_BACK) & (back - highest[:, ~is_back].max(axis=1) >= _CLEAR_BACK_LEAD))


def _settled(coarse: NDArray[np.float32], shift_mm: NDArray[np.float64]) -> Comparison:
    """For an outline that looks like a back, or like nothing, at every shift (shifts, artworks, angles)."""
    highest = coarse.max(axis=(0, 2))
    return Comparison(highest, int(highest.argmax()), 0.0, 0.0, (float(shift_mm[0]), float(shift_mm[1])))


def _likeness(
    matcher: Matcher,
    image: BgrImage,
    outlines: Sequence[Outline],
    places: Sequence[Place],
    chosen: NDArray[np.intp],
    shifts: NDArray[np.float64],
    level: Level,
) -> Likeness:
    """Likeness of the chosen outlines at all rotations that they allow: any for a disc, around four for a square."""
    found = level.likeness(image, [places[i] for i in chosen], shifts)
    if matcher.kind == "square":
        turned_deg = np.arange(level.angles) * 360 / level.angles
        outline_deg = np.array([outlines[i].rotation_deg for i in chosen])[:, None]
        off = np.abs((turned_deg - outline_deg + 45) % 90 - 45) > _SQUARE_TURN_DEG
        found = np.where(off[:, None, None, :], np.float32(_IMPOSSIBLE), found)
    return found


def _summit(top: NDArray[np.float32], step_mm: float) -> NDArray[np.float64]:
    """Where likeness known at 3 by 3 shifts (rows along y) is highest, by parabolas through its highest point."""
    row, column = np.unravel_index(int(top.argmax()), top.shape)
    return np.array([_vertex(top[row]), _vertex(top[:, column])]) * step_mm


def _vertex(values: NDArray[np.float32]) -> float:
    """Where the parabola through values at -1, 0 and 1 is highest, at most half a step outside."""
    before, here, after = (float(value) for value in values)
    bend = before - 2 * here + after
    if bend > -1e-6:
        return float(np.argmax(values)) - 1
    return float(np.clip((before - after) / (2 * bend), -1.5, 1.5))


def _judge(matcher: Matcher, likeness: NDArray[np.float32], shift_mm: NDArray[np.float64]) -> Comparison:
    """From the likeness (artworks, angles) at one shift.

    The lead is the picture's position between two artworks along their difference (a linear discriminant), so two
    pizzas that differ in one topping are judged by that topping alone.
    """
    steps = likeness.argmax(axis=1)
    highest = likeness.max(axis=1)
    best = int(highest.argmax())
    own = max(float(highest[best]), 0.05)
    shared = np.minimum(matcher.between(best, steps - steps[best]), 0.995)
    leads = (own - highest) / (2 * own * (1 - shared))
    unexplained = (1 - own**2) / (2 * (1 - shared))  # what the best leaves over, against what tells it from the rival
    leads -= _DOUBT * np.maximum(unexplained - _USUAL_REST, 0.0)
    leads[best] = 0.5
    rotation_deg = float(steps[best]) * 360 / matcher.fine.angles
    return Comparison(highest, best, float(leads.min()), rotation_deg, (float(shift_mm[0]), float(shift_mm[1])))
