"""Says which piece lies in an outline, which side is up, and how sure that is. A wrong name is worse than none."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.frames import BgrImage
from vision.gallery import Gallery
from vision.light import PAPER_LEVEL, PaperLight
from vision.matching import Matcher
from vision.outline import Outline
from vision.reading import Face, Sighting
from vision.sampling import DARK_OFFSET, Place, free_of_light, sample_rings
from vision.surface import Calibration

_SQUARE_TURN_DEG = 5.0  # how far a square's artwork may be turned against its outline
_SEARCH_MM = {"disc": (1.2, 0.6, 0.3), "square": (2.0, 1.5, 0.75)}
_HOPELESS = 0.15  # likeness at the first look below which no shift will help

LEAST_LIKENESS = 0.6
LEAST_LEAD = 0.15
GOOD_LIKENESS = 0.85  # a poorer fit needs a larger lead
LEAD_PER_LIKENESS = 0.5
LEAST_BACK = 0.3
PLAIN_BACK_CONFIDENCE = 0.6  # a back known by colour and plainness alone
_RIVALS = 3


@dataclass(frozen=True, slots=True)
class Comparison:
    """How an outline's inside fits a gallery: per artwork the likeness, and what the best one's is."""

    likeness: NDArray[np.float64]  # shape (artworks,)
    best: int
    lead: float
    rotation_deg: float
    shift_mm: tuple[float, float]


class Recogniser:
    """Names what lies in outlines, with one gallery."""

    def __init__(self, gallery: Gallery) -> None:
        self._matchers = gallery.matchers
        self._backs = {kind: _BackLook(matcher) for kind, matcher in self._matchers.items()}

    def look(
        self, image: BgrImage, calibration: Calibration, outline: Outline, paper: PaperLight
    ) -> tuple[Sighting, Comparison]:
        """What lies in the outline. The sighting is UNKNOWN where not even the side can be told."""
        matcher = self._matchers[outline.kind]
        place = Place.on(calibration, outline.x_mm, outline.y_mm)
        found = compare(matcher, image, place, outline)
        x_mm, y_mm = outline.x_mm + found.shift_mm[0], outline.y_mm + found.shift_mm[1]
        label = matcher.labels[found.best]
        likeness = float(found.likeness[found.best])
        face, confidence, named = Face.UNKNOWN, 0.0, None
        if label is None:
            if likeness >= LEAST_BACK:
                face, confidence = Face.DOWN, min(1.0, 0.6 + likeness)
        elif likeness >= LEAST_LIKENESS:
            face, confidence = Face.UP, _confidence(likeness, found.lead)
            named = label if found.lead >= _needed_lead(likeness) else None
        if face is Face.UNKNOWN and self._backs[outline.kind].fits(image, place, matcher, paper.at(x_mm, y_mm)):
            face, confidence = Face.DOWN, PLAIN_BACK_CONFIDENCE
        rotation_deg = found.rotation_deg if face is Face.UP else None
        rivals = _rivals(matcher, found) if face is not Face.DOWN else ()
        sighting = Sighting(
            outline.kind, face, named, x_mm, y_mm, rotation_deg, round(confidence, 3), round(outline.support, 2), rivals
        )
        return sighting, found


def _needed_lead(likeness: float) -> float:
    return LEAST_LEAD + LEAD_PER_LIKENESS * max(0.0, GOOD_LIKENESS - likeness)


def _confidence(likeness: float, lead: float) -> float:
    """From how far the best leads and how well it fits: 0.5 where naming begins, near 1 for a clear piece."""
    ahead = np.clip((lead - _needed_lead(likeness)) / 0.15, -1.0, 1.0)
    fit = np.clip((likeness - LEAST_LIKENESS) / 0.3, 0.0, 1.0)
    return float(0.5 + 0.25 * ahead + 0.24 * min(fit, max(ahead, 0.0)))


def _rivals(matcher: Matcher, found: Comparison) -> tuple[tuple[str, float], ...]:
    order = np.argsort(-found.likeness)
    named = [(matcher.labels[i], round(max(0.0, float(found.likeness[i])), 3)) for i in order if i != found.best]
    return tuple((label, likeness) for label, likeness in named if label is not None)[:_RIVALS]


def compare(matcher: Matcher, image: BgrImage, place: Place, outline: Outline) -> Comparison:
    """Likeness to every artwork at the best shift and rotation, searched from coarse to fine."""
    steps = _allowed_steps(matcher, outline)
    centre = np.zeros(2)
    best: tuple[float, NDArray[np.float64], NDArray[np.float64]] | None = None
    for step_mm in _SEARCH_MM[matcher.kind]:
        line = np.array([-step_mm, 0.0, step_mm])
        shifts = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2) + centre
        all_likeness = matcher.likeness(image, place, shifts)[:, :, steps]
        top = all_likeness.max(axis=(1, 2))
        at = int(top.argmax())
        if best is None or top[at] > best[0]:
            best = (float(top[at]), all_likeness[at], shifts[at])
            centre = shifts[at]
        if best[0] < _HOPELESS:
            break
    assert best is not None
    likeness = best[1].max(axis=1)
    first = int(likeness.argmax())
    turn = int(steps[best[1][first].argmax()])
    lead = _lead(matcher, best[1], steps, first)
    rotation_deg = turn * 360 / matcher.angles
    return Comparison(likeness, first, lead, rotation_deg, (float(best[2][0]), float(best[2][1])))


def _allowed_steps(matcher: Matcher, outline: Outline) -> NDArray[np.intp]:
    """The rotation steps that the outline allows: all for a disc, around four for a square."""
    degrees = np.arange(matcher.angles) * 360 / matcher.angles
    if matcher.kind == "disc":
        return np.arange(matcher.angles)
    off = (degrees - outline.rotation_deg + 45) % 90 - 45
    return np.nonzero(np.abs(off) <= _SQUARE_TURN_DEG)[0]


def _lead(matcher: Matcher, likeness: NDArray[np.float64], steps: NDArray[np.intp], first: int) -> float:
    """How much of what tells the best from each rival is there: 0.5 all of it, 0 half way, the closest rival counts.

    This is the position of the picture between the two artworks along their difference (a linear discriminant), so
    two pizzas that differ in one topping are judged by that topping alone.
    """
    own_step = int(likeness[first].argmax())
    own = max(float(likeness[first, own_step]), 0.05)
    leads = []
    for rival in range(len(likeness)):
        if rival != first:
            step = int(likeness[rival].argmax())
            shared = min(matcher.between(first, rival, int(steps[step] - steps[own_step])), 0.995)
            leads.append((own - float(likeness[rival, step])) / (2 * own * (1 - shared)))
    return min(leads, default=0.5)


class _BackLook:
    """Knows a back by its plainness and colour where its pattern cannot be seen."""

    def __init__(self, matcher: Matcher) -> None:
        backs = [i for i, label in enumerate(matcher.labels) if label is None]
        faces = [i for i, label in enumerate(matcher.labels) if label is not None]
        self._known = bool(backs) and bool(faces)
        if self._known:
            self._colour = matcher.colours[backs[0]] - np.log(PAPER_LEVEL + DARK_OFFSET)
            self._faces = matcher.colours[faces].mean(axis=0) - np.log(PAPER_LEVEL + DARK_OFFSET)
            usual = float(np.median(matcher.energy[faces]))
            self._plain = min(max(1.5 * float(matcher.energy[backs[0]]), 0.04), 0.75 * usual)

    def fits(self, image: BgrImage, place: Place, matcher: Matcher, paper: NDArray[np.float64]) -> bool:
        """True when the place is as plain as the back and nearer to its colour than to the faces'."""
        if not self._known:
            return False
        samples = sample_rings(image, place, matcher.grid, np.zeros((1, 2)))
        energy = float(np.sqrt((free_of_light(samples, matcher.grid) ** 2).mean()))
        colour = np.log(samples.reshape(-1, 3).mean(axis=0) + DARK_OFFSET) - paper
        to_back, to_faces = np.abs(colour - self._colour), np.abs(colour - self._faces)
        return energy <= self._plain and to_back.max() < 0.5 and to_back.sum() < 0.6 * to_faces.sum()
