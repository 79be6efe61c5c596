"""Reads a picture's colours at places given in millimetres, and frees them of the light that fell on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import BgrImage
from vision.kinds import turned
from vision.surface import Calibration

Samples = NDArray[np.uint8]  # shape (..., 3), blue-green-red
Feature = NDArray[np.float32]  # shape (n, 3, rings, angles)

DARK_OFFSET = 12.0  # keeps sensor noise in the shadows from counting as contrast


@dataclass(frozen=True, slots=True)
class Place:
    """A small part of a picture, taken as flat: pixel of the centre, and pixels per millimetre along x and y."""

    centre_px: NDArray[np.float64]  # shape (2,)
    per_mm: NDArray[np.float64]  # shape (2, 2), columns are the pixels of one millimetre along x and along y

    @classmethod
    def on(cls, calibration: Calibration, x_mm: float, y_mm: float) -> "Place":
        steps = np.array([(x_mm, y_mm), (x_mm + 1, y_mm), (x_mm, y_mm + 1)])
        centre, right, below = calibration.to_px(steps)
        return cls(centre, np.column_stack([right - centre, below - centre]))

    def sample(self, image: BgrImage, offsets_mm: NDArray[np.floating]) -> Samples:
        """Colours at offsets from the centre, shape (rows, columns, 2) to (rows, columns, 3)."""
        at_px = self.per_mm @ offsets_mm.reshape(-1, 2).T + self.centre_px[:, None]
        x_px, y_px = at_px.astype(np.float32).reshape(2, *offsets_mm.shape[:2])
        return _sample_px(image, x_px, y_px)

    def crop(self, image: BgrImage, size_px: tuple[int, int], px_per_mm: float, rotation_deg: float = 0.0) -> BgrImage:
        """A picture of the place, so wide and high, turned upright for a piece that lies rotated clockwise."""
        matrix = self.per_mm @ turned(rotation_deg) / px_per_mm
        start = self.centre_px - matrix @ ((np.array(size_px) - 1) / 2)
        cut = cv2.warpAffine(
            image,
            np.column_stack([matrix, start]),
            size_px,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(cut, np.uint8)


@dataclass(frozen=True, slots=True)
class Places:
    """Many places of one picture, to be sampled at once."""

    centres_px: NDArray[np.float64]  # shape (n, 2)
    per_mm: NDArray[np.float64]  # shape (n, 2, 2), as in `Place`

    @classmethod
    def on(cls, calibration: Calibration, at_mm: NDArray[np.float64]) -> "Places":
        """Those at points of shape (n, 2)."""
        px = calibration.to_px(at_mm[:, None] + np.array([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]))
        return cls(px[:, 0], (px[:, 1:] - px[:, :1]).swapaxes(1, 2))

    def some(self, which: slice | NDArray[np.intp]) -> "Places":
        return Places(self.centres_px[which], self.per_mm[which])

    def sample(self, image: BgrImage, grid: NDArray[np.floating], matrices: NDArray[np.float64]) -> Samples:
        """Colours on a grid (rows, columns, 2) around each place, (n, rows, columns, 3).

        The matrices (n, 2, 2) take a point of the grid to pixels from the centre: `per_mm`, turned with a piece.
        """
        rows, columns = grid.shape[:2]
        lines = grid.reshape(-1, 2).T.astype(np.float32)
        at_px = matrices.astype(np.float32) @ lines + self.centres_px.astype(np.float32)[..., None]
        x_px, y_px = (np.ascontiguousarray(at_px[:, axis]).reshape(-1, columns) for axis in (0, 1))
        return _sample_px(image, x_px, y_px).reshape(-1, rows, columns, 3)


@cache
def ring_grid(radius_mm: float, rings: int, angles: int) -> NDArray[np.float64]:
    """Offsets of rings around a centre, clockwise from the right, shape (rings, angles, 2) in mm."""
    radii = (np.arange(rings) + 0.5) / rings * radius_mm
    turn = np.arange(angles) * 2 * np.pi / angles
    return np.stack([radii[:, None] * np.cos(turn), radii[:, None] * np.sin(turn)], axis=-1)


def sample_rings(
    image: BgrImage, places: Sequence[Place], grid: NDArray[np.float64], shifts_mm: NDArray[np.float64]
) -> NDArray[np.uint8]:
    """The rings of `grid` around each place moved by its shifts (places, shifts, 2), one after another in one array.

    Gives shape (places * shifts, rings, angles, 3).
    """
    rings, angles = grid.shape[:2]
    per_mm = np.stack([place.per_mm for place in places])
    centres_px = np.stack([place.centre_px for place in places])[:, None] + np.einsum("pij,psj->psi", per_mm, shifts_mm)
    around_px = np.matmul(per_mm.transpose(1, 0, 2), grid.reshape(-1, 2).T).astype(np.float32)
    at_px = around_px[:, :, None] + centres_px.astype(np.float32).transpose(2, 0, 1)[..., None]
    x_px, y_px = at_px.reshape(2, -1, angles)
    return _sample_px(image, x_px, y_px).reshape(-1, rings, angles, 3)


def _sample_px(image: BgrImage, x_px: NDArray[np.float32], y_px: NDArray[np.float32]) -> Samples:
    """Colours at pixel places of shape (rows, columns), shape (rows, columns, 3). At most 32767 rows (OpenCV)."""
    return np.asarray(cv2.remap(image, x_px, y_px, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


@cache
def _log_table() -> NDArray[np.float32]:
    return np.asarray(np.log(np.arange(256) + DARK_OFFSET), np.float32)


def colour_levels(samples: Samples) -> NDArray[np.float32]:
    """Logarithmic lightness, red against green and blue against yellow of each sample, same shape."""
    return np.asarray(opponents(np.asarray(cv2.LUT(samples, _log_table()), np.float32)), np.float32)


def opponents(levels: NDArray[np.floating], axis: int = -1) -> NDArray[np.floating]:
    """Lightness, red against green and blue against yellow of logarithmic blue, green and red along an axis."""
    blue, green, red = np.moveaxis(levels, axis, 0)
    return np.stack([(blue + green + red) / 3, red - green, blue - (green + red) / 2], axis=axis)


def free_of_light(samples: Samples, grid: NDArray[np.float64]) -> Feature:
    """What stays of ring samples when brightness, cast and slope of the light change, shape (n, 3, rings, angles).

    Logarithms turn a light's colour and strength into sums; the plane over the piece that fits best (light falling off
    to one side, the edge of a shadow) is taken away. Lightness and two opponent colours are kept.
    """
    count, rings, angles = samples.shape[:3]
    smooth = cv2.blur(samples.reshape(-1, angles, 3), (3, 1))
    levels = [cv2.LUT(plane, _log_table()).reshape(count, -1) for plane in cv2.split(smooth)]
    flat = opponents(np.stack(levels, axis=1), axis=1)
    plane, fit = _plane_fit(grid.tobytes(), rings, angles)
    flat -= (flat.reshape(-1, rings * angles) @ fit @ plane).reshape(flat.shape)
    return np.asarray(flat.reshape(count, 3, rings, angles), np.float32)


def free_of_plane(samples: Samples, planes: NDArray[np.float32], fit: NDArray[np.float32]) -> NDArray[np.float32]:
    """As `free_of_light` for samples at any points, (n, points, 3), to lightness and colours in a row, (n, 3 * points).

    `planes` and `fit` are what `plane_fit` gives for the points.
    """
    count, points = samples.shape[:2]
    levels = [cv2.LUT(plane, _log_table()) for plane in cv2.split(samples)]
    flat = opponents(np.stack(levels, axis=1), axis=1).reshape(count * 3, points)
    flat = flat - flat @ fit @ planes
    return np.asarray(flat.reshape(count, 3 * points), np.float32)


@cache
def _plane_fit(grid_bytes: bytes, rings: int, angles: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The planes over a grid, shape (3, n), and what finds their parts in samples, (n, 3); outer rings weigh more."""
    at = np.frombuffer(grid_bytes).reshape(-1, 2)
    return plane_fit(at, np.hypot(*at.T))


def plane_fit(at: NDArray[np.float64], weight: NDArray[np.float64]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The planes over points, shape (3, n), and what finds their parts in weighted samples, (n, 3)."""
    planes = np.column_stack([np.ones(len(at)), at / np.abs(at).max()])
    fit = np.linalg.solve(planes.T @ (planes * weight[:, None]), (planes * weight[:, None]).T)
    return planes.T.astype(np.float32), np.asarray(fit.T, np.float32)
