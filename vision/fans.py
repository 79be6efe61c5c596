"""Looks for slices that lie under others like a fan, where the search for whole outlines finds none.

From each slice that is known, places are tried that it would hide in part: turned about the same point, or beside it.
Only what shows there is compared. What looks like some slice, but not clearly like one, is seen without a name.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from vision.comparing import leads
from vision.frames import BgrImage
from vision.gallery import PX_PER_MM, Gallery
from vision.grids import inside_points, picture_place
from vision.kinds import Kind, half_angle, turned
from vision.places import Point
from vision.reading import Face, Sighting
from vision.recognise import needed_lead
from vision.sampling import Place, colour_levels
from vision.surface import Calibration

KIND = "wedge"

Poses = NDArray[np.float64]  # shape (n, 3): x and y in mm, turn in degrees
Levels = NDArray[np.float32]  # shape (n, points, 3): lightness and two colours

_COARSE_MM, _FINE_MM = 5.0, 3.0  # between the points that are compared
_EDGE_MM = 1.5  # around what lies above: its shadow, and how thick it is
_LEAST_SHOWN = 0.15  # of a slice
_TURN_DEG, _STEP_MM = 4.0, 5.0  # between the places tried first
_MOST_TURN_DEG, _MOST_BESIDE_MM, _MOST_ALONG_MM = 32.0, 50.0, 20.0
_LEAST_TURN_DEG, _LEAST_BESIDE_MM = 8.0, 9.0  # one of both, or nothing would show
_CLOSER = ((2.0, 2.0), (1.0, 1.0))  # mm and degrees, step by step
_LEAST_LIKE, _CLEAR, _BETWEEN_OTHERS = 0.6, 0.75, 0.9  # likeness of some slice, of a named one, of one between others
_SOME_EVIDENCE, _CLEAR_EVIDENCE = 0.22, 0.5  # that a slice lies there, if not which; and between others
_LEAST_APART = 0.28  # of what tells two faces apart
_DIFFERS = 0.15  # of the strongest difference: where two faces differ
_BLUR_MM = 1.5  # before that: enrolled pictures lie a little beside each other
_TRIED, _APART_MM, _APART_DEG, _HOPELESS = 8, 7.0, 6.0, 0.4  # of the places tried first, those looked at closely
_SAME_MM, _SAME_DEG = 15.0, 10.0  # so far off may the same slice be seen where but a part of it shows
_AGAIN_MM, _AGAIN_DEG = 6.0, 6.0  # and where it is known
_SURE, _ALL_SHOWN = 0.95, 0.92  # a name that is not doubted; the share of a slice that nothing hides
_NOTHING = 0.02  # contrast that says nothing
_MOST = 30  # found under others
_RIVALS = 8  # told: enough that knowledge may choose among them


@dataclass(frozen=True)
class _Fit:
    """How what shows of a slice at a pose fits the faces: the likeness to each, and of the best to each there."""

    pose: NDArray[np.float64]
    shown: float
    likeness: NDArray[np.float64]
    between: NDArray[np.float64]
    apart: NDArray[np.float64]  # of what tells the best from each, the share that shows

    @property
    def most(self) -> float:
        return float(self.likeness.max())

    @property
    def evidence(self) -> float:
        return float(_evidence(np.array(self.most), np.array(self.shown)))


class Fans:
    """The faces of a gallery's slices, ready to be looked for under each other."""

    def __init__(self, gallery: Gallery) -> None:
        self._kind = gallery.kinds[KIND]
        faces = [(label, picture) for label, picture in gallery.pictures(KIND) if label is not None]
        self._labels = [label for label, _ in faces]
        pictures = [picture for _, picture in faces]
        self._coarse, self._fine = (_Grid(self._kind, pitch_mm, pictures) for pitch_mm in (_COARSE_MM, _FINE_MM))

    def with_hidden(
        self, image: BgrImage, calibration: Calibration, seen: Sequence[Sighting], within: Callable[[Point], bool]
    ) -> list[Sighting]:
        """All sightings, and those of slices under the named ones `within` a part of the surface.

        One of these takes the place of the same slice that was seen unclearly, or named from what shows of it; a name
        that this does not confirm is withdrawn.
        """
        named = [s for s in seen if s.kind == KIND and s.label is not None and s.rotation_deg is not None]
        here = [s for s in named if within((s.x_mm, s.y_mm))]
        doubted = [s for s in here if self._unsure_under(s, [t for t in named if t.confidence > s.confidence])]
        known = [s for s in named if s not in doubted]
        waiting = [s for s in here if s not in doubted]
        above: dict[int, list[Sighting]] = {id(s): [s] for s in waiting}
        found = list[Sighting]()
        while waiting and len(found) < _MOST:
            top = waiting.pop(0)
            for side in (-1, 1):
                new = self._under(image, calibration, top, side, above[id(top)], known)
                if new is None:
                    continue
                found.append(new)
                known.append(new)
                if new.label is not None:
                    above[id(new)] = [*above[id(top)], new]
                    waiting.append(new)
        left = [s for s in seen if s in known or not any(_same(s, other) for other in found)]
        unsure = [s for s in left if s in doubted or (s in here and self._unsure_under(s, found))]
        return [_without_name(s) if s in unsure else s for s in left] + found

    def _unsure_under(self, piece: Sighting, others: Sequence[Sighting]) -> bool:
        """Whether the others hide a part of a slice whose name is not sure."""
        pose = np.array([[piece.x_mm, piece.y_mm, piece.rotation_deg or 0.0]])
        return piece.confidence < _SURE and float(self._coarse.shows(pose, others)[1].mean()) < _ALL_SHOWN

    def _under(
        self,
        image: BgrImage,
        calibration: Calibration,
        top: Sighting,
        side: int,
        above: Sequence[Sighting],
        known: Sequence[Sighting],
    ) -> Sighting | None:
        """What lies under a slice on its left (-1) or right (1), in view of all that is known, or between them."""
        poses = _around(self._kind, top, side)
        fits = [
            (fit, over is known)
            for over, least in ((known, _LEAST_LIKE), (above, _BETWEEN_OTHERS))
            for fit in self._closest(image, calibration, poses, over)
            if fit.most >= least
        ]
        # One that lies deeper fits worse than the next one, which hides a part of it.
        for fit, in_view in sorted(fits, key=lambda f: (f[0].most < _BETWEEN_OTHERS, -f[0].evidence)):
            sighting = self._sighting(fit)
            some = fit.evidence >= (_SOME_EVIDENCE if in_view else _CLEAR_EVIDENCE)
            again = any(_same(sighting, other, _AGAIN_MM, _AGAIN_DEG) for other in known)
            if (some or sighting.label is not None) and not again:
                return sighting
        return None

    def _closest(
        self, image: BgrImage, calibration: Calibration, poses: Poses, above: Sequence[Sighting]
    ) -> list[_Fit]:
        """The likeliest of the places, looked at closely."""
        near = [s for s in above if np.hypot(s.x_mm - poses[0, 0], s.y_mm - poses[0, 1]) < 3 * self._kind.reach_mm]
        closer = [fit for fit in self._coarse.fits(image, calibration, poses, near, _TRIED) if fit.most >= _HOPELESS]
        for step_mm, step_deg in _CLOSER:
            tried = [self._fine.fits(image, calibration, _near(f.pose, step_mm, step_deg), near, 1) for f in closer]
            closer = [fit for fits in tried for fit in fits]
        return closer

    def _sighting(self, fit: _Fit) -> Sighting:
        best = int(fit.likeness.argmax())
        ahead = np.where(fit.apart >= _LEAST_APART, leads(fit.likeness, fit.most, fit.between), -1.0)
        ahead[best] = 0.5
        lead = float(ahead.min())
        needed = needed_lead(fit.most)
        is_named = fit.most >= _CLEAR and lead >= needed
        ranked = [
            (self._labels[i], round(max(0.0, float(fit.likeness[i])), 3))
            for i in np.argsort(-fit.likeness)[: _RIVALS + 1]
        ]
        x_mm, y_mm, turn_deg = (round(float(value), 2) for value in fit.pose)
        return Sighting(
            KIND,
            Face.UP if fit.most >= _CLEAR else Face.UNKNOWN,
            self._labels[best] if is_named else None,
            x_mm,
            y_mm,
            turn_deg % 360,
            round(0.5 + 0.4 * min(1.0, (lead - needed) / 0.3), 3) if is_named else 0.0,
            round(fit.shown, 2),
            tuple(ranked[1:] if is_named else ranked[:_RIVALS]),
        )


class _Grid:
    """The faces sampled on an even grid, and what compares with them the part that shows."""

    def __init__(self, kind: Kind, pitch_mm: float, pictures: Sequence[BgrImage]) -> None:
        self._kind = kind
        self._points = inside_points(kind, pitch_mm)
        self._faces = self._sampled(pictures)
        blurred = [np.asarray(cv2.GaussianBlur(p, (0, 0), _BLUR_MM * PX_PER_MM), np.uint8) for p in pictures]
        self._off = _differences(self._sampled(blurred))

    def _sampled(self, pictures: Sequence[BgrImage]) -> Levels:
        samples = [picture_place(picture, self._kind).sample(picture, self._points[None]) for picture in pictures]
        return colour_levels(np.concatenate(samples))

    def shows(self, poses: Poses, above: Sequence[Sighting]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """The points of slices at these poses, shape (poses, points, 2) in mm, and which of them nothing hides."""
        points = self._points @ np.stack([turned(turn) for turn in poses[:, 2]]).swapaxes(-1, -2) + poses[:, None, :2]
        shows = np.ones(points.shape[:2], np.bool_)
        for piece in above:
            own = (points - (piece.x_mm, piece.y_mm)) @ turned(piece.rotation_deg or 0.0)
            shows &= ~_within(self._kind, own, _EDGE_MM)
        return points, shows

    def fits(
        self, image: BgrImage, calibration: Calibration, poses: Poses, above: Sequence[Sighting], most: int
    ) -> list[_Fit]:
        """The poses at which what shows speaks most for some face, apart from each other; none where little shows."""
        points, shows = self.shows(poses, above)
        enough = shows.mean(axis=1) >= _LEAST_SHOWN
        if not enough.any():
            return []
        poses, visible = poses[enough], shows[enough].astype(np.float32)
        middle = poses[:, :2].mean(axis=0)
        place = Place.on(calibration, float(middle[0]), float(middle[1]))
        likeness = _likeness(colour_levels(place.sample(image, points[enough] - middle)), visible, self._faces)
        evidence = _evidence(likeness.max(axis=1), visible.mean(axis=1))
        found = list[_Fit]()
        while len(found) < most and evidence.max() > 0:
            at = int(evidence.argmax())
            best = self._faces[int(likeness[at].argmax())][None]
            between = _likeness(best, visible[at : at + 1], self._faces)[0]
            off = self._off[int(likeness[at].argmax())]
            apart = off @ visible[at] / np.maximum(off.sum(axis=1), _NOTHING)
            found.append(_Fit(poses[at], float(visible[at].mean()), likeness[at], between, apart))
            off = np.abs(poses - poses[at])
            evidence[(np.hypot(off[:, 0], off[:, 1]) < _APART_MM) & (off[:, 2] < _APART_DEG)] = 0.0
        return found


def _differences(faces: Levels) -> NDArray[np.float64]:
    """Where each two faces differ, light aside: squares, 0 where they hardly do, shape (faces, faces, points)."""
    even = faces - faces.mean(axis=1, keepdims=True)
    off = np.stack([((even - face) ** 2).sum(axis=2) for face in even])
    return np.where(off < _DIFFERS * off.max(axis=2, keepdims=True), 0.0, off).astype(np.float64)


def _around(kind: Kind, top: Sighting, side: int) -> Poses:
    """The places under a slice on one of its sides: about the same point, or beside it."""
    lines = (
        np.arange(-_LEAST_BESIDE_MM, _MOST_BESIDE_MM + 0.1, _STEP_MM) * side,
        np.arange(-_MOST_ALONG_MM, _MOST_ALONG_MM + 0.1, _STEP_MM),
        np.arange(-_LEAST_TURN_DEG, _MOST_TURN_DEG + 0.1, _TURN_DEG) * side,
    )
    steps = np.stack(np.meshgrid(*lines), axis=-1).reshape(-1, 3)
    away = (steps[:, 0] * side >= _LEAST_BESIDE_MM) | (steps[:, 2] * side >= _LEAST_TURN_DEG)
    steps, half_mm, turn_deg = steps[away], kind.height_mm / 2, top.rotation_deg or 0.0
    point = np.array([top.x_mm, top.y_mm]) - half_mm * _outward(np.array(turn_deg))
    turns_deg = turn_deg + steps[:, 2]
    points = point + steps[:, :2] @ turned(turn_deg).T
    return np.column_stack([points + half_mm * _outward(turns_deg), turns_deg])


def _evidence(likeness: NDArray[np.float64], shown: NDArray[np.floating]) -> NDArray[np.float64]:
    """How much speaks for a slice: a little that shows may look like many things."""
    return np.asarray(-shown * np.log(1 - np.clip(likeness, 0.0, 0.999) ** 2))


def _near(pose: NDArray[np.float64], step_mm: float, step_deg: float) -> Poses:
    line = np.arange(-2.0, 2.1)
    steps = np.stack(np.meshgrid(line * step_mm, line * step_mm, line * step_deg), axis=-1).reshape(-1, 3)
    return np.asarray(pose + steps)


def _outward(turn_deg: NDArray[np.float64]) -> NDArray[np.float64]:
    turn = np.radians(turn_deg)
    return np.stack([np.sin(turn), -np.cos(turn)], axis=-1)


def _within(kind: Kind, points: NDArray[np.float64], grown_mm: float) -> NDArray[np.bool_]:
    """Which points, from the middle of an upright slice, lie in its outline with so much around it."""
    half = half_angle(kind.width_mm, kind.height_mm)
    x_mm, y_mm = points[..., 0], points[..., 1] - kind.height_mm / 2
    beside_mm = np.abs(x_mm) * np.cos(half) + y_mm * np.sin(half)
    return np.asarray((np.hypot(x_mm, y_mm) <= kind.height_mm + grown_mm) & (beside_mm <= grown_mm))


def _likeness(seen: Levels, shows: NDArray[np.float32], faces: Levels) -> NDArray[np.float64]:
    """Correlation over the points that show, shape (n, faces); the light on one slice is taken as even."""
    count = shows.sum(axis=1, keepdims=True)
    shared = own = theirs = np.zeros((len(shows), len(faces)))
    for look, face in zip(np.moveaxis(seen, -1, 0), np.moveaxis(faces, -1, 0), strict=True):
        shown = look * shows
        mean, mean_face = shown.sum(axis=1, keepdims=True) / count, shows @ face.T / count
        shared = shared + shown @ face.T - count * mean * mean_face
        theirs = theirs + shows @ (face**2).T - count * mean_face**2
        own = own + (look * shown).sum(axis=1, keepdims=True) - count * mean**2
    nothing = count * _NOTHING**2
    return np.asarray(shared / np.sqrt((np.maximum(own, 0) + nothing) * (np.maximum(theirs, 0) + nothing)), np.float64)


def _same(one: Sighting, other: Sighting, near_mm: float = _SAME_MM, near_deg: float = _SAME_DEG) -> bool:
    off_deg = ((one.rotation_deg or 0.0) - (other.rotation_deg or 0.0) + 180) % 360 - 180
    near = np.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) < near_mm
    return bool(near and abs(off_deg) < near_deg)


def _without_name(piece: Sighting) -> Sighting:
    rivals = ((str(piece.label), piece.confidence), *piece.rivals)
    return replace(piece, label=None, confidence=0.0, rivals=rivals)
