"""Compares what lies in an outline with the artworks of a gallery, whatever the rotation and the light.

A piece is sampled on rings around its centre; turning it shifts the samples along each ring, so one Fourier product
gives the likeness at all rotations.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.frames import BgrImage
from vision.sampling import DARK_OFFSET, Feature, Place, free_of_light, ring_grid, sample_rings

Spectra = NDArray[np.complexfloating]

_RINGS = {"disc": 20, "square": 28}
_ANGLES = {"disc": 96, "square": 144}
_INNER = {"disc": 0.86, "square": 0.97}  # share of the outline's radius compared: rims belong to shadows


@dataclass(frozen=True, slots=True)
class Match:
    """How one side of a piece fits: likeness -1 to 1, at which rotation (clockwise) and shift."""

    label: str | None
    likeness: float
    rotation_deg: float
    lead: float  # 0.5 when this artwork explains all that tells it from the next best, 0 in the middle between them


class Matcher:
    """The artworks of one kind, ready to compare."""

    def __init__(self, kind: str, size_mm: float, artworks: Sequence[tuple[str | None, BgrImage]]) -> None:
        self.kind = kind
        self.size_mm = size_mm
        self.labels = tuple(label for label, _ in artworks)
        self.angles = _ANGLES[kind]
        self.grid = ring_grid(size_mm / 2 * _INNER[kind], _RINGS[kind], self.angles)
        self._weights = np.sqrt(np.arange(_RINGS[kind]) + 0.5).astype(np.float32)[:, None, None]
        features = np.concatenate([self._enrolled(picture) for _, picture in artworks])
        self.energy = np.sqrt((features**2).mean(axis=(1, 2, 3)))
        self.colours = np.stack([_mean_level(picture) for _, picture in artworks])
        spectra = self._spectra(features)
        self._conjugate = spectra.conj().transpose(2, 1, 0)  # frequency, sample, artwork
        cross = np.einsum("fan,fnb->abf", spectra.transpose(2, 0, 1), self._conjugate)
        self._between = np.fft.irfft(cross, n=self.angles, axis=2)  # likeness of a turned by k steps against b

    def _enrolled(self, picture: BgrImage) -> Feature:
        side_px = picture.shape[0]
        place = Place(np.full(2, (side_px - 1) / 2), np.eye(2) * side_px / self.size_mm)
        return free_of_light(sample_rings(picture, place, self.grid, np.zeros((1, 2))), self.grid)

    def _spectra(self, features: Feature) -> Spectra:
        """Weighted, normalised and transformed along the rings, shape (n, rings * 3, frequencies)."""
        weighted = features * self._weights
        norm = np.sqrt((weighted**2).sum(axis=(1, 2, 3), keepdims=True)) + 1e-6
        flat = (weighted / norm).transpose(0, 1, 3, 2).reshape(len(features), -1, self.angles)
        return np.asarray(np.fft.rfft(flat, axis=2))

    def likeness(self, image: BgrImage, place: Place, shifts_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        """Likeness to every artwork at every shift and rotation step, shape (shifts, artworks, angles)."""
        spectra = self._spectra(free_of_light(sample_rings(image, place, self.grid, shifts_mm), self.grid))
        product = np.matmul(spectra.transpose(2, 0, 1), self._conjugate)  # frequency, shift, artwork
        return np.fft.irfft(product, n=self.angles, axis=0).transpose(1, 2, 0)

    def alike(self, least: float) -> list[tuple[str, str, float]]:
        """Pairs of labels whose artworks are at least so alike at some rotation."""
        best = self._between.max(axis=2)
        return [
            (first, second, float(best[i, j]))
            for i, first in enumerate(self.labels)
            for j, second in enumerate(self.labels)
            if i < j and first is not None and second is not None and best[i, j] >= least
        ]

    def between(self, first: int, second: int, steps: int) -> float:
        """Likeness of one artwork, turned by rotation steps, to another."""
        return float(self._between[first, second, steps % self.angles])


def _mean_level(picture: BgrImage) -> NDArray[np.float64]:
    """Log of the mean colour within the inscribed circle, shape (3,)."""
    side_px = picture.shape[0]
    rows, columns = np.mgrid[:side_px, :side_px] - (side_px - 1) / 2
    inside = rows**2 + columns**2 < (0.46 * side_px) ** 2
    return np.asarray(np.log(picture[inside].mean(axis=0) + DARK_OFFSET))
