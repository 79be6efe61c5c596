"""Says which piece lies in an outline, which side is up, and how sure that is. A wrong name is worse than none."""

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from vision.comparing import Comparison, Matcher
from vision.frames import BgrImage
from vision.gallery import Gallery
from vision.glance import BACK_COLOUR
from vision.light import PAPER_LEVEL, PaperLight
from vision.outline import Outline
from vision.partly import COLOUR_WEIGHTS, PartLook
from vision.reading import Face, Sighting
from vision.reasons import How, Reasons
from vision.sampling import DARK_OFFSET, Place, opponents
from vision.surface import Calibration

LEAST_LIKENESS = 0.6  # below, no face is believed
LEAST_LEAD = 0.15  # below, a face has no name
GOOD_LIKENESS = 0.85  # a poorer fit needs a larger lead
LEAD_PER_LIKENESS = 0.5
LEAST_BACK = 0.3
PLAIN_BACK_CONFIDENCE = 0.6  # a back known by colour and plainness alone
_RIVALS = 3
_NOISE_ENERGY = 0.06  # what noise in the dark makes of a plain back
_LEAST_OFF = 0.1  # a colour as near to a face's is the face's
_NEARER = 0.6  # of the distance to another colour
_LEAST_OUTLINE = 0.85  # of the outline of a piece of which but a part is compared
_PART_CONFIDENCE = 0.8


class Recogniser:
    """Names what lies in outlines, with one gallery, and tells `reasons` why."""

    def __init__(self, gallery: Gallery, reasons: Reasons | None = None) -> None:
        self._reasons = reasons or Reasons()
        self._matchers = gallery.matchers
        self._backs = {kind: _BackLook(matcher) for kind, matcher in self._matchers.items()}
        self._parts = {
            name: PartLook(kind, gallery.pictures(name))
            for name, kind in gallery.kinds.items()
            if kind.habits.bears and len(set(gallery.labels(name))) == 1 < len(gallery.pictures(name))
        }

    def look(
        self, image: BgrImage, calibration: Calibration, kind: str, outlines: Sequence[Outline], paper: PaperLight
    ) -> list[tuple[Sighting, float]]:
        """What lies in each outline of one kind, with its likeness to the best artwork.

        A sighting is UNKNOWN where not even the side can be told.
        """
        matcher = self._matchers[kind]
        places = [Place.on(calibration, outline.x_mm, outline.y_mm) for outline in outlines]
        compared = matcher.compare(image, outlines, places)
        seen = []
        for outline, place, found in zip(outlines, places, compared, strict=True):
            sighting = _sighting(matcher, outline, found)
            how = _how(sighting)
            if sighting.face is Face.UNKNOWN:
                light = paper.at(outline.x_mm, outline.y_mm)
                if self._backs[kind].fits(image, outline, place, light):
                    down = _down(matcher, outline, found, PLAIN_BACK_CONFIDENCE)
                    x_mm, y_mm = round(outline.x_mm, 2), round(outline.y_mm, 2)  # a colour is found nowhere better
                    sighting, how = replace(down, x_mm=x_mm, y_mm=y_mm), How.BACK_COLOUR
            if sighting.label is None and sighting.face is not Face.DOWN and kind in self._parts:
                light = paper.at(outline.x_mm, outline.y_mm)
                partly = self._partly(matcher, image, outline, place, light)
                sighting, how = (partly, How.PART) if partly is not None else (sighting, how)
            likeness = float(found.likeness[found.best])
            if sighting.label is not None and how is not How.PART and likeness < GOOD_LIKENESS:
                light = paper.at(outline.x_mm, outline.y_mm)
                if self._backs[kind].has_its_colour(image, outline, place, light, found.best):
                    sighting = replace(sighting, face=Face.UNKNOWN, label=None, confidence=0.0)
                    how = How.COLOUR_OF_BACK
            if kind in self._parts and sighting.face is Face.DOWN and outline.support >= _LEAST_OUTLINE:
                sighting = _as_outlined(sighting, outline)
            self._reasons.judged(sighting, how, matcher.labels, found, needed_lead(likeness))
            seen.append((sighting, likeness))
        return seen

    def _partly(
        self, matcher: Matcher, image: BgrImage, outline: Outline, place: Place, paper: NDArray[np.float64]
    ) -> Sighting | None:
        """The side that is up of a piece that others lie upon, where nothing but the side is to be told."""
        if outline.support < _LEAST_OUTLINE:
            return None
        side = self._parts[outline.kind].side(image, place, outline.rotation_deg, paper)
        if side is None:
            return None
        label = matcher.labels[side]
        return Sighting(
            outline.kind,
            Face.UP if label is not None else Face.DOWN,
            label,
            round(outline.x_mm, 2),
            round(outline.y_mm, 2),
            outline.rotation_deg,
            _PART_CONFIDENCE,
            round(outline.support, 2),
        )


def _as_outlined(sighting: Sighting, outline: Outline) -> Sighting:
    """A back where its outline is: stripes fit as well a little farther along."""
    x_mm, y_mm = round(outline.x_mm, 2), round(outline.y_mm, 2)
    return replace(sighting, x_mm=x_mm, y_mm=y_mm, rotation_deg=outline.rotation_deg)


def _sighting(matcher: Matcher, outline: Outline, found: Comparison) -> Sighting:
    """What the comparison alone says."""
    label = matcher.labels[found.best]
    likeness = float(found.likeness[found.best])
    if label is None and likeness >= LEAST_BACK:
        return _down(matcher, outline, found, min(0.99, 0.65 + 0.4 * likeness))
    x_mm, y_mm = _place_mm(outline, found)
    support = round(outline.support, 2)
    if label is None or likeness < LEAST_LIKENESS:
        turn = _outline_turn(matcher, found)
        return Sighting(outline.kind, Face.UNKNOWN, None, x_mm, y_mm, turn, 0.0, support, _rivals(matcher, found, None))
    named = label if found.lead >= needed_lead(likeness) else None
    confidence = round(_confidence(likeness, found.lead), 3)
    rivals = _rivals(matcher, found, named)
    return Sighting(outline.kind, Face.UP, named, x_mm, y_mm, found.rotation_deg, confidence, support, rivals)


def _how(sighting: Sighting) -> How:
    """What the comparison alone decided."""
    if sighting.face is Face.UP:
        return How.NAMED if sighting.label is not None else How.RIVALS
    return How.BACK_PATTERN if sighting.face is Face.DOWN else How.LIKE_NOTHING


def _outline_turn(matcher: Matcher, found: Comparison) -> float | None:
    """The rotation as far as the outline alone tells it."""
    turns = matcher.kind.turns
    return found.rotation_deg % (360 / turns) if turns else None


def _down(matcher: Matcher, outline: Outline, found: Comparison, confidence: float) -> Sighting:
    x_mm, y_mm = _place_mm(outline, found)
    turn = _outline_turn(matcher, found)
    return Sighting(outline.kind, Face.DOWN, None, x_mm, y_mm, turn, round(confidence, 3), round(outline.support, 2))


def _place_mm(outline: Outline, found: Comparison) -> tuple[float, float]:
    return round(outline.x_mm + found.shift_mm[0], 2), round(outline.y_mm + found.shift_mm[1], 2)


def needed_lead(likeness: float) -> float:
    """How far an artwork must be ahead of its rivals to give its name: farther where it fits more poorly."""
    return LEAST_LEAD + LEAD_PER_LIKENESS * max(0.0, GOOD_LIKENESS - likeness)


def _confidence(likeness: float, lead: float) -> float:
    """From how far the best leads and how well it fits: 0.5 where naming begins, near 1 for a clear piece."""
    ahead = max(-1.0, min(1.0, (lead - needed_lead(likeness)) / 0.15))
    fit = max(0.0, min(1.0, (likeness - LEAST_LIKENESS) / 0.3))
    return 0.5 + 0.25 * ahead + 0.24 * min(fit, max(ahead, 0.0))


def _rivals(matcher: Matcher, found: Comparison, named: str | None) -> tuple[tuple[str, float], ...]:
    """The best names but for the one given, with their likeness."""
    rivals = []
    for i in np.argsort(-found.likeness):
        label = matcher.labels[i]
        if label is not None and label != named:
            rivals.append((label, round(max(0.0, float(found.likeness[i])), 3)))
    return tuple(rivals[:_RIVALS])


class _BackLook:
    """Knows a back by its plainness and colour where its pattern cannot be seen."""

    def __init__(self, matcher: Matcher) -> None:
        self._matcher = matcher
        backs = [i for i, label in enumerate(matcher.labels) if label is None]
        faces = [i for i, label in enumerate(matcher.labels) if label is not None]
        self._known = bool(backs) and bool(faces)
        if self._known:
            usual = float(np.median(matcher.energy[faces]))
            self._plain = min(max(1.5 * float(matcher.energy[backs[0]]), _NOISE_ENERGY), 0.75 * usual)
            plain_faces = [i for i in faces if matcher.energy[i] <= min(1.5 * self._plain, 0.8 * usual)]
            colours = opponents(matcher.colours - np.log(PAPER_LEVEL + DARK_OFFSET))
            self._colours = colours
            self._back = colours[backs[0]]
            self._faces = np.concatenate([colours[faces].mean(axis=0, keepdims=True), colours[plain_faces]])

    def fits(self, image: BgrImage, outline: Outline, place: Place, paper: NDArray[np.float64]) -> bool:
        """True when the place is as plain as the back and clearly nearer to its colour than to the faces'."""
        if not self._known:
            return False
        energy, level = self._matcher.plain_look(image, outline, place)
        colour = opponents(level - paper)
        off = np.abs(colour - self._back)
        to_faces = (np.abs(colour - self._faces) * COLOUR_WEIGHTS).sum(axis=1).min()
        near = (off < BACK_COLOUR).all() and (off * COLOUR_WEIGHTS).sum() < _NEARER * to_faces
        return bool(energy <= self._plain and near)

    def has_its_colour(
        self, image: BgrImage, outline: Outline, place: Place, paper: NDArray[np.float64], face: int
    ) -> bool:
        """True when the place clearly has the back's colour, or a paler one, rather than that of a face found there.

        Glare adds light: it takes from how dark a colour is and from the strength of its hue alike.
        """
        if not self._known:
            return False
        _, level = self._matcher.plain_look(image, outline, place)
        colour = opponents(level - paper)
        to_back, to_face = (off_paler(colour, full) for full in (self._back, self._colours[face]))
        return bool(to_back < _NEARER * to_face and to_face > _LEAST_OFF)


def off_paler(colour: NDArray[np.floating], full: NDArray[np.float64]) -> float:
    """How far a colour is from another one, which may be paler."""
    weighted, towards = colour * COLOUR_WEIGHTS, full * COLOUR_WEIGHTS
    paler = float(np.clip(weighted @ towards / max(float(towards @ towards), 1e-6), 0.0, 1.0))
    return float(np.abs(weighted - paler * towards).sum())
