"""Compares what lies in outlines with the artworks of a gallery, whatever the rotation and the light.

A piece is sampled on rings around its centre; turning it shifts the samples along each ring, so one Fourier product
gives the likeness at all rotations. Many places are compared at once: a coarse level finds shifts, a fine one judges.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.frames import BgrImage
from vision.sampling import DARK_OFFSET, Feature, Place, free_of_light, ring_grid, sample_rings

Likeness = NDArray[np.float32]  # shape (places, shifts, artworks, angles), -1 to 1

_RINGS = {"disc": 20, "square": 20}
_ANGLES = {"disc": 96, "square": 120}
_COARSER = {"disc": 2, "square": 1}  # fewer angles on the coarse level; a square's shift needs all of them
_AT_ONCE = 4  # places: more would not stay in the processor's cache
_NOTHING = 0.003  # contrast that says nothing
_INNER = {"disc": 0.86, "square": 0.97}  # share of the outline's radius compared: rims belong to shadows


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

    def _likeness(self, image: BgrImage, places: Sequence[Place], shifts_mm: NDArray[np.float64]) -> Likeness:
        samples = sample_rings(image, places, self.grid, shifts_mm)
        product = np.matmul(_spectra(free_of_light(samples, self.grid)), self.conjugate)
        alike = np.fft.irfft(np.ascontiguousarray(product.transpose(1, 2, 0)), n=self.angles)
        return np.asarray(alike.reshape(*shifts_mm.shape[:2], -1, self.angles), np.float32)


class Matcher:
    """The artworks of one kind, ready to compare."""

    def __init__(self, kind: str, size_mm: float, artworks: Sequence[tuple[str | None, BgrImage]]) -> None:
        self.kind = kind
        self.size_mm = size_mm
        self.labels = tuple(label for label, _ in artworks)
        pictures = [picture for _, picture in artworks]
        grid = ring_grid(size_mm / 2 * _INNER[kind], _RINGS[kind], _ANGLES[kind])
        self.fine = Level.of(grid, size_mm, pictures)
        self.coarse = Level.of(grid[1::2, :: _COARSER[kind]].copy(), size_mm, pictures)
        features = np.concatenate([enrolled_feature(picture, size_mm, grid) for picture in pictures])
        self.energy = np.sqrt((features**2).mean(axis=(1, 2, 3)))
        self.colours = np.stack([_mean_level(picture) for picture in pictures])
        cross = np.matmul(self.fine.conjugate.conj().transpose(0, 2, 1), self.fine.conjugate)
        self._between = np.fft.irfft(cross, n=grid.shape[1], axis=0)  # of a, turned by k steps, to b: (k, a, b)

    def alike(self, least: float) -> list[tuple[str, str, float]]:
        """Pairs of labels whose artworks are at least so alike at some rotation."""
        best = self._between.max(axis=0)
        return [
            (first, second, float(best[i, j]))
            for i, first in enumerate(self.labels)
            for j, second in enumerate(self.labels)
            if i < j and first is not None and second is not None and best[i, j] >= least
        ]

    def between(self, first: int, steps: NDArray[np.intp]) -> NDArray[np.floating]:
        """Likeness of one artwork to each one turned by its own number of rotation steps, shape (artworks,)."""
        return np.asarray(self._between[steps % len(self._between), first, np.arange(len(self.labels))])


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
