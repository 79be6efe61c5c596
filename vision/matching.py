"""Compares what lies in round outlines with the artworks of a gallery, whatever the rotation and the light.

A piece is sampled on rings around its centre; turning it shifts the samples along each ring, so one Fourier product
gives the likeness at all rotations. Many places are compared at once: a coarse level finds shifts, a fine one judges.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.comparing import HOPELESS, Comparison, alike_pairs, back_leads, leads, summit
from vision.frames import BgrImage
from vision.kinds import Kind
from vision.outline import Outline
from vision.sampling import DARK_OFFSET, Feature, Place, free_of_light, ring_grid, sample_rings

Likeness = NDArray[np.float32]  # shape (places, shifts, artworks, angles), -1 to 1

_RINGS, _ANGLES = 20, 96
_COARSE_MM, _FINE_MM = 1.2, 0.5
_GRID = np.stack(np.meshgrid([-1.0, 0.0, 1.0], [-1.0, 0.0, 1.0]), axis=-1).reshape(1, 9, 2)
_RING = np.array([[(np.cos(turn), np.sin(turn)) for turn in np.arange(12) * np.pi / 6]])
_WIDER = np.concatenate([np.zeros((1, 1, 2)), _RING * 2.4, _RING * 4.8], axis=1)  # mm: so far shadows pull outlines
_CLIMBS, _CLIMB_MM = 3, 1.0
_CLEAR = 0.8  # likeness from which nothing is looked for farther around
_BETTER, _LIKE_ONE = 0.1, 0.72  # how much liker to an artwork, and how like it, a place farther away must be
_CROSS = np.array([[(0.0, 0.0), (-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)]])
_AT_ONCE = 4  # places: more would not stay in the processor's cache
_NOTHING = 0.003  # contrast that says nothing
_INNER = 0.86  # share of the outline's radius compared: rims belong to shadows


@dataclass(frozen=True)
class Level:
    """The artworks sampled on one grid of rings, and what compares pictures with them."""

    grid: NDArray[np.float64]  # shape (rings, angles, 2) in mm
    conjugate: NDArray[np.complexfloating]  # shape (frequencies, 3 * rings, artworks)

    @property
    def angles(self) -> int:
        return int(self.grid.shape[1])

    @classmethod
    def of(cls, grid: NDArray[np.float64], size_mm: float, pictures: Sequence[BgrImage]) -> "Level":
        spectra = np.concatenate([_spectra(enrolled_feature(p, size_mm, grid)) for p in pictures], axis=1)
        return cls(grid, spectra.conj().transpose(0, 2, 1).copy())

    def likeness(self, image: BgrImage, places: Sequence[Place], shifts_mm: NDArray[np.float64]) -> Likeness:
        """Likeness to every artwork at every rotation, for `shifts_mm` of shape (places, shifts, 2)."""
        firsts = range(0, len(places), _AT_ONCE)
        return np.concatenate(
            [self._likeness(image, places[i : i + _AT_ONCE], shifts_mm[i : i + _AT_ONCE]) for i in firsts]
        )

    def highest(self, image: BgrImage, places: Sequence[Place], shifts_mm: NDArray[np.float64]) -> NDArray[np.float32]:
        """The likeness to the likest artwork at its best rotation, shape (places, shifts)."""
        return np.asarray(self.likeness(image, places, shifts_mm).max(axis=(2, 3)))

    def _likeness(self, image: BgrImage, places: Sequence[Place], shifts_mm: NDArray[np.float64]) -> Likeness:
        samples = sample_rings(image, places, self.grid, shifts_mm)
        product = np.matmul(_spectra(free_of_light(samples, self.grid)), self.conjugate)
        alike = np.fft.irfft(np.ascontiguousarray(product.transpose(1, 2, 0)), n=self.angles)
        return np.asarray(alike.reshape(*shifts_mm.shape[:2], -1, self.angles), np.float32)


class RingMatcher:
    """The artworks of one round kind, ready to compare."""

    def __init__(self, kind: Kind, artworks: Sequence[tuple[str | None, BgrImage]]) -> None:
        self.kind = kind
        self.labels = tuple(label for label, _ in artworks)
        size_mm = kind.width_mm
        pictures = [picture for _, picture in artworks]
        grid = ring_grid(size_mm / 2 * _INNER, _RINGS, _ANGLES)
        self._fine = Level.of(grid, size_mm, pictures)
        self._coarse = Level.of(grid[1::2, ::2].copy(), size_mm, pictures)
        features = np.concatenate([enrolled_feature(picture, size_mm, grid) for picture in pictures])
        self.energy = np.sqrt((features**2).mean(axis=(1, 2, 3)))
        self.colours = np.stack([_mean_level(picture) for picture in pictures])
        self._is_back = np.array([label is None for label in self.labels])
        cross = np.matmul(self._fine.conjugate.conj().transpose(0, 2, 1), self._fine.conjugate)
        self._between = np.fft.irfft(cross, n=grid.shape[1], axis=0)  # of a, turned by k steps, to b: (k, a, b)

    def compare(self, image: BgrImage, outlines: Sequence[Outline], places: Sequence[Place]) -> list[Comparison]:
        """For each outline the best shift is sought on a coarse level; there the fine level judges."""
        if not outlines:
            return []
        coarse, centres = self._coarsely(image, places, np.zeros((len(outlines), 1, 2)), _COARSE_MM)
        top = coarse.max(axis=(2, 3))
        unclear = np.nonzero((top.max(axis=1) < _CLEAR) & ~back_leads(coarse.max(axis=(1, 3)), self._is_back))[0]
        if unclear.size:
            self._look_wider(image, [places[int(i)] for i in unclear], unclear, coarse, centres)
            top = coarse.max(axis=(2, 3))
        settled = (top.max(axis=1) < HOPELESS) | back_leads(coarse.max(axis=(1, 3)), self._is_back)
        found = {int(i): _settled(coarse[i], centres[i]) for i in np.nonzero(settled)[0]}
        left = np.nonzero(~settled)[0]
        if left.size:
            for i, comparison in zip(
                left, self._finely(image, [places[int(i)] for i in left], centres[left]), strict=True
            ):
                found[int(i)] = comparison
        return [found[i] for i in range(len(outlines))]

    def _coarsely(
        self, image: BgrImage, places: Sequence[Place], around_mm: NDArray[np.float64], step_mm: float
    ) -> tuple[Likeness, NDArray[np.float64]]:
        """Likeness at 3 by 3 shifts around shifts of shape (places, 1, 2), and where it is highest, (places, 2)."""
        coarse = self._coarse.likeness(image, places, around_mm + _GRID * step_mm)
        summits = [summit(values.reshape(3, 3), step_mm) for values in coarse.max(axis=(2, 3))]
        return coarse, around_mm[:, 0] + np.stack(summits)

    def _finely(self, image: BgrImage, places: Sequence[Place], centres: NDArray[np.float64]) -> list[Comparison]:
        """The verdict of the fine level at each place, where nothing beside shifts of shape (places, 2) fits better."""
        found: dict[int, Comparison] = {}
        left = np.arange(len(places))
        for _ in range(_CLIMBS):
            shifts = centres[left, None] + _CROSS * _FINE_MM
            fine = self._fine.likeness(image, [places[int(i)] for i in left], shifts)
            chosen = fine.max(axis=(2, 3)).argmax(axis=1)
            for k, i in enumerate(left):
                found[int(i)] = self._judge(fine[k, chosen[k]], shifts[k, chosen[k]])
            moved = chosen > 0
            centres[left] = shifts[np.arange(len(left)), chosen]
            left = left[moved]
            if not left.size:
                break
        return [found[i] for i in range(len(places))]

    def _look_wider(
        self,
        image: BgrImage,
        places: Sequence[Place],
        which: NDArray[np.intp],
        coarse: Likeness,
        centres: NDArray[np.float64],
    ) -> None:
        """Looks farther around those places that look like nothing yet: a shadow may have pulled the outline.

        Small artwork is like itself in the very place only: from the likeliest place around all go uphill.
        """
        shifts = np.tile(_WIDER, (len(places), 1, 1))
        before = coarse[which].max(axis=(1, 2, 3))
        around = shifts[np.arange(len(places)), self._coarse.highest(image, places, shifts).argmax(axis=1)][:, None]
        for _ in range(_CLIMBS):
            shifts = around + _GRID * _CLIMB_MM
            around = shifts[np.arange(len(places)), self._coarse.highest(image, places, shifts).argmax(axis=1)][:, None]
        wider, summits = self._coarsely(image, places, around, _FINE_MM)
        better = wider.max(axis=(1, 2, 3)) > np.maximum(before + _BETTER, _LIKE_ONE)
        coarse[which[better]], centres[which[better]] = wider[better], summits[better]

    def _judge(self, likeness: NDArray[np.float32], shift_mm: NDArray[np.float64]) -> Comparison:
        """From the likeness (artworks, angles) at one shift."""
        steps = likeness.argmax(axis=1)
        highest = likeness.max(axis=1)
        best = int(highest.argmax())
        turned = (steps - steps[best]) % len(self._between)
        ahead = leads(highest, float(highest[best]), self._between[turned, best, np.arange(len(self.labels))])
        ahead[best] = 0.5
        rival = int(ahead.argmin())
        rotation_deg = float(steps[best]) * 360 / self._fine.angles
        return Comparison(
            highest, best, float(ahead[rival]), rotation_deg, (float(shift_mm[0]), float(shift_mm[1])), rival
        )

    def plain_look(self, image: BgrImage, outline: Outline, place: Place) -> tuple[float, NDArray[np.float64]]:
        """How much contrast the inside of an outline has, and the logarithm of its mean colour, shape (3,)."""
        samples = sample_rings(image, [place], self._coarse.grid, np.zeros((1, 1, 2)))
        energy = float(np.sqrt((free_of_light(samples, self._coarse.grid) ** 2).mean()))
        return energy, np.asarray(np.log(samples.reshape(-1, 3).mean(axis=0) + DARK_OFFSET))

    def alike(self, least: float) -> list[tuple[str, str, float]]:
        """Pairs of labels whose artworks are at least so alike at some rotation."""
        return alike_pairs(self.labels, self._between.max(axis=0), least)


def _settled(coarse: NDArray[np.float32], shift_mm: NDArray[np.float64]) -> Comparison:
    """For an outline that looks like a back, or like nothing, at every shift (shifts, artworks, angles)."""
    highest = coarse.max(axis=(0, 2))
    return Comparison(highest, int(highest.argmax()), 0.0, 0.0, (float(shift_mm[0]), float(shift_mm[1])))


def enrolled_feature(picture: BgrImage, size_mm: float, grid: NDArray[np.float64]) -> Feature:
    """The light-free samples of a gallery's picture, shape (1, rings, angles, 3)."""
    side_px = picture.shape[0]
    place = Place(np.full(2, (side_px - 1) / 2), np.eye(2) * side_px / size_mm)
    return free_of_light(sample_rings(picture, [place], grid, np.zeros((1, 1, 2))), grid)


def _spectra(features: Feature) -> NDArray[np.complexfloating]:
    """Weighted by ring, normalised and transformed along the rings, shape (frequencies, n, 3 * rings)."""
    count, _, rings, angles = features.shape
    weighted = features * np.sqrt(np.arange(rings, dtype=np.float32) + 0.5)[:, None]
    flat = weighted.reshape(count, 3 * rings, angles)
    nothing = 3 * angles * rings**2 / 2 * _NOTHING**2  # so that two plain places are not alike by their noise
    flat /= np.sqrt(np.einsum("nra,nra->n", flat, flat) + nothing)[:, None, None]
    return np.ascontiguousarray(np.fft.rfft(flat, axis=2).transpose(2, 0, 1))


def _mean_level(picture: BgrImage) -> NDArray[np.float64]:
    """Log of the mean colour within the inscribed circle, shape (3,)."""
    side_px = picture.shape[0]
    rows, columns = np.mgrid[:side_px, :side_px] - (side_px - 1) / 2
    inside = rows**2 + columns**2 < (0.46 * side_px) ** 2
    return np.asarray(np.log(picture[inside].mean(axis=0) + DARK_OFFSET))
