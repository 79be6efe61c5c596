"""Compares what lies in sided outlines with the artworks of a gallery, laid over them as the outline lies.

An outline with sides tells how the piece is turned, but for the turns that bring it onto itself. So the inside is
sampled on an even grid and compared with every artwork in each of those turns, a little shifted and turned until it
fits best. A coarse grid finds the place, a fine one judges.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.comparing import HOPELESS_INSIDE, Comparison, alike_pairs, back_leads, local_leads, summit, vertex
from vision.frames import BgrImage
from vision.grids import COARSE_MM, FINE_MM, SLIDES_MM, Features, Level, Poses, picture_place
from vision.kinds import Kind, turned
from vision.outline import Outline
from vision.sampling import DARK_OFFSET, Place

_COARSE_SHIFTS_MM = (4.0, 2.0, 1.0)
_FINE_TURN_DEG, _FINE_SHIFT_MM = 2.0, 0.7
_GOOD, _CLOSE_MM, _BETTER = 0.85, 1.5, 0.05  # a poorer likeness is sought once more, close to the outline
_NO_OTHER_WAY = 0.85  # an artwork so like itself turned has no way up that matters
_CLEAR = 0.72  # likeness from which nothing else is tried
_LEAST_SLID = 0.5  # likeness of a pattern that may be slid
_HARDLY = 0.5  # likeness below which nothing is named
_CLOSEST = 14  # artworks and turns among which the strongest rival is sought
_OVERTAKEN = 3  # times that a closer look may find another artwork ahead
_GRID = np.array([(x, y, 0.0) for y in (-1, 0, 1) for x in (-1, 0, 1)])
_TURNS = np.array([(0.0, 0.0, t) for t in (-1, 0, 1)])
_CROSS = np.array([(0, 0, 0), (-1, 0, 0), (1, 0, 0), (0, -1, 0), (0, 1, 0)], np.float64)


def _cross_summit(values: NDArray[np.float32]) -> NDArray[np.float64]:
    """Where likeness known in the middle and beside it, left, right, above and below, is highest."""
    middle, left, right, above, below = values
    return (
        np.array([vertex(np.array(line)) for line in ((left, middle, right), (above, middle, below))]) * _FINE_SHIFT_MM
    )


@dataclass
class _Search:
    """Where each outline of a batch is being looked for."""

    image: BgrImage
    places: list[Place]
    turns_deg: NDArray[np.float64]
    poses: Poses

    def at(self, level: Level, left: NDArray[np.intp], steps: Poses) -> NDArray[np.float32]:
        poses = self.poses[left, None] + steps
        return level.likeness(self.image, [self.places[i] for i in left], self.turns_deg[left], poses)


class InsideMatcher:
    """The artworks of one kind with sides, ready to compare."""

    def __init__(self, kind: Kind, artworks: Sequence[tuple[str | None, BgrImage]]) -> None:
        self.kind = kind
        self.labels = tuple(label for label, _ in artworks)
        pictures = [picture for _, picture in artworks]
        self._fine = Level(kind, FINE_MM, pictures)
        self._coarse = Level(kind, COARSE_MM, pictures)
        count = len(artworks)
        self._artwork = np.arange(count * kind.turns) % count
        self._is_back = np.array([self.labels[i] is None for i in self._artwork])
        backs = [picture for label, picture in artworks if label is None]
        self._backs = self._fine.slid(backs) if backs else np.zeros((0, 3 * len(self._fine.points)), np.float32)
        self._shared = self._fine.artworks @ self._fine.artworks.T
        self._local = self._fine.local(self._fine.flat)
        self._between = self._local @ self._local.T
        names = sorted({str(label) for label in self.labels})
        self._named = np.array([names.index(str(self.labels[k])) for k in self._artwork])
        self.energy = np.sqrt((self._coarse.flat[:count] ** 2).mean(axis=1))
        self.colours = np.stack([self._mean_level(picture, picture_place(picture, kind), 0.0) for picture in pictures])

    def compare(self, image: BgrImage, outlines: Sequence[Outline], places: Sequence[Place]) -> list[Comparison]:
        """For each outline how its inside fits the artworks at the best place near it."""
        turns_deg = np.array([outline.rotation_deg for outline in outlines])
        search = _Search(image, list(places), turns_deg, np.zeros((len(outlines), 3)))
        found: dict[int, Comparison] = {}
        left = np.arange(len(outlines))
        for step_mm in _COARSE_SHIFTS_MM:
            if left.size:
                coarse = search.at(self._coarse, left, _GRID * step_mm)
                top = coarse.max(axis=2)
                search.poses[left, :2] += np.stack([summit(values.reshape(3, 3), step_mm) for values in top])
                settled = top.max(axis=1) < HOPELESS_INSIDE
                if step_mm == _COARSE_SHIFTS_MM[-1]:
                    settled |= back_leads(coarse.max(axis=1), self._is_back)
                for i in np.nonzero(settled)[0]:
                    found[int(left[i])] = self._settled(coarse[i], search, int(left[i]))
                left = left[~settled]
        if left.size:
            found |= self._finely(search, left)
            anew = np.array([i for i in left.tolist() if found[i].likeness[found[i].best] < _GOOD], np.intp)
            if anew.size:
                search.poses[anew] = 0.0
                close = search.at(self._fine, anew, _GRID * _CLOSE_MM).max(axis=2)
                search.poses[anew] += (_GRID * _CLOSE_MM)[close.argmax(axis=1)]
                for number, again in self._finely(search, anew).items():
                    first = found[number]
                    if again.likeness[again.best] > max(_CLEAR, first.likeness[first.best] + _BETTER):
                        found[number] = again
        for k, (outline, place) in enumerate(zip(outlines, places, strict=True)):
            if len(self._backs) and found[k].likeness[found[k].best] < _CLEAR:
                found[k] = self._or_back(image, place, outline.rotation_deg, found[k])
        return [found[i] for i in range(len(outlines))]

    def _finely(self, search: _Search, left: NDArray[np.intp]) -> dict[int, Comparison]:
        """The verdict of the fine level on some of the outlines, a little turned and shifted from where they are."""
        turns = search.at(self._fine, left, _TURNS * _FINE_TURN_DEG).max(axis=2)
        search.poses[left, 2] += [_FINE_TURN_DEG * vertex(values) for values in turns]
        fine = search.at(self._fine, left, _CROSS * _FINE_SHIFT_MM)
        chosen = fine.max(axis=2).argmax(axis=1)
        search.poses[left, :2] += np.stack([_cross_summit(values) for values in fine.max(axis=2)])
        places = [search.places[i] for i in left]
        looks = self._fine.local(self._fine.features(search.image, places, search.turns_deg[left], search.poses[left]))
        return {int(i): self._judged(fine[k, chosen[k]], looks[k], search, int(i)) for k, i in enumerate(left)}

    def _or_back(self, image: BgrImage, place: Place, turn_deg: float, found: Comparison) -> Comparison:
        """The back, where its pattern fits better than what was found: stripes are missed by a search in wide steps."""
        alike = self._fine.normal(image, place, turn_deg, np.zeros((1, 3)))[0] @ self._backs.T
        likeness = found.likeness.copy()
        backs = [i for i, label in enumerate(self.labels) if label is None]
        closest = int(alike.argmax())
        back = backs[closest // (len(SLIDES_MM) * self.kind.turns)]
        likeness[back] = max(likeness[back], alike[closest])
        if likeness[back] <= max(likeness[found.best], _LEAST_SLID):
            return found
        return Comparison(likeness, back, 0.0, turn_deg, (0.0, 0.0))

    def _by_artwork(self, templates: NDArray[np.float32]) -> NDArray[np.float32]:
        """The highest of all turns for each artwork, along the last axis."""
        return np.asarray(templates.reshape(*templates.shape[:-1], self.kind.turns, -1).max(axis=-2))

    def _settled(self, coarse: NDArray[np.float32], search: _Search, i: int) -> Comparison:
        highest = coarse.max(axis=0)
        return self._comparison(highest, int(highest.argmax()), 0.0, search, i)

    def _judged(self, likeness: NDArray[np.float32], look: Features, search: _Search, i: int) -> Comparison:
        """At one place: the lead over artworks of other names, or turned the other way, where those differ.

        The likest of all may be behind one that differs from it in a small part only.
        """
        alike = self._local @ look
        best = int(alike.argmax())
        if likeness.max() < _HARDLY:
            return self._comparison(likeness, best, 0.0, search, i)
        closest = np.argsort(-alike)[:_CLOSEST]
        lead, rival = self._lead(look, best, closest)
        for _ in range(_OVERTAKEN):
            if lead >= 0:
                break
            others_lead, others_rival = self._lead(look, rival, closest)
            if others_lead <= lead:
                break
            best, lead, rival = rival, others_lead, others_rival
        return self._comparison(likeness, best, lead, search, i, int(self._artwork[rival]))

    def _lead(self, look: Features, best: int, closest: NDArray[np.intp]) -> tuple[float, int]:
        """How far an artwork in one turn is ahead of its strongest rival among the closest, and which that is."""
        others = closest[(self._named[closest] != self._named[best]) | (self._between[closest, best] < _NO_OTHER_WAY)]
        if not others.size:
            return 0.5, best
        ahead = local_leads(look, self._local[best], self._local[others], self._fine.points.shape[0])
        strongest = int(ahead.argmin())
        return float(ahead[strongest]), int(others[strongest])

    def _comparison(
        self, likeness: NDArray[np.float32], best: int, lead: float, search: _Search, i: int, rival: int | None = None
    ) -> Comparison:
        x_mm, y_mm, turn_deg = (float(value) for value in search.poses[i])
        steps = best // len(self.labels)
        rotation_deg = (search.turns_deg[i] + turn_deg + 360 / self.kind.turns * steps) % 360
        artwork = int(self._artwork[best])
        return Comparison(self._by_artwork(likeness), artwork, lead, float(rotation_deg), (x_mm, y_mm), rival)

    def plain_look(self, image: BgrImage, outline: Outline, place: Place) -> tuple[float, NDArray[np.float64]]:
        """How much contrast the inside of an outline has, and the logarithm of its mean colour, shape (3,)."""
        points = self._coarse.points @ turned(outline.rotation_deg).T
        flat = self._coarse.flat_of(place.sample(image, points[None]))
        return float(np.sqrt((flat**2).mean())), self._mean_level(image, place, outline.rotation_deg)

    def _mean_level(self, image: BgrImage, place: Place, rotation_deg: float) -> NDArray[np.float64]:
        samples = place.sample(image, (self._coarse.points @ turned(rotation_deg).T)[None])
        return np.asarray(np.log(samples.reshape(-1, 3).mean(axis=0) + DARK_OFFSET))

    def alike(self, least: float) -> list[tuple[str, str, float]]:
        """Pairs of labels whose artworks are at least so alike in some turn."""
        count = len(self.labels)
        best = self._shared[:count].reshape(count, self.kind.turns, count).max(axis=1)
        return alike_pairs(self.labels, best, least)
