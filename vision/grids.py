"""Even grids within an outline, and what a picture shows on them.

Samples are freed of light, so that what is left can be compared: lightness and two colours at each point.
"""

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import BgrImage
from vision.kinds import Kind, turn_matrices, turned
from vision.sampling import Place, Places, free_of_plane, plane_fit

Features = NDArray[np.float32]  # shape (n, 3 * points), of length 1
Poses = NDArray[np.float64]  # shape (n, 3): shift along x and y in mm, turn in degrees

FINE_MM, COARSE_MM = 2.0, 4.0
SLIDES_MM = np.stack(np.meshgrid(np.arange(-3.0, 3.1), np.arange(-3.0, 3.1)), axis=-1).reshape(-1, 2)
_MARGIN_MM = 1.5  # not compared along the outline: rims belong to shadows
_AT_ONCE = 8  # places: more would not stay in the processor's cache
_EVEN = 0.2  # of the usual contrast is never evened out
_BLUR_MM, _SURROUNDINGS_MM = 1.4, 7.0
_NOTHING = 0.003  # contrast that says nothing


@cache
def inside_points(kind: Kind, pitch_mm: float) -> NDArray[np.float64]:
    """Points of an even grid within the outline, shape (n, 2) in mm."""
    corners = kind.corners_mm().astype(np.float32)
    low, high = corners.min(axis=0), corners.max(axis=0)
    lines = [np.arange(a + pitch_mm / 2, b, pitch_mm) for a, b in zip(low, high, strict=True)]
    points = np.stack(np.meshgrid(*lines), axis=-1).reshape(-1, 2)
    depth = [cv2.pointPolygonTest(corners, (float(x), float(y)), True) for x, y in points]
    return np.asarray(points[np.array(depth) >= _MARGIN_MM], np.float64)


class Grid:
    """An even grid within an outline, and what is seen on it."""

    def __init__(self, kind: Kind, pitch_mm: float) -> None:
        self.points = inside_points(kind, pitch_mm)
        self._planes, self._fit = plane_fit(self.points, np.ones(len(self.points)))

    def flat_of(self, samples: NDArray[np.uint8]) -> Features:
        """Lightness and colours free of light, (n, 3 * points), of samples (n, points, 3)."""
        return free_of_plane(samples, self._planes, self._fit)

    def features(
        self, image: BgrImage, places: Sequence[Place], turns_deg: NDArray[np.float64], poses: Poses
    ) -> Features:
        """Lightness and colours at each place in one pose, (places, 3 * points), for poses of shape (places, 3)."""
        return self.flat_of(self._samples(image, places, turns_deg, poses[:, None])[:, 0])

    def _samples(
        self, image: BgrImage, places: Sequence[Place], turns_deg: NDArray[np.float64], poses: Poses
    ) -> NDArray[np.uint8]:
        """Colours around places in poses of shape (places, n, 3), all at once: (places, n, points, 3)."""
        per_mm = np.stack([place.per_mm for place in places])
        centres_px = np.stack([place.centre_px for place in places])[:, None] + poses[..., :2] @ per_mm.swapaxes(1, 2)
        matrices = per_mm[:, None] @ turn_matrices(turns_deg[:, None] + poses[..., 2])
        posed = Places(centres_px.reshape(-1, 2), matrices.reshape(-1, 2, 2))
        seen = posed.sample(image, self.points[None], posed.per_mm)
        return seen.reshape(*poses.shape[:2], -1, 3)

    def local(self, flat: Features) -> Features:
        """What stays when each point's surroundings are taken away and their contrast evened out, of length 1.

        Shadows and glare are wider than what is taken away, and glare makes contrast weaker on one side.
        """
        count, points = len(flat), len(self.points)
        detail, wide = _surroundings(self.points.tobytes())
        rows = (flat.reshape(count * 3, points) @ detail).reshape(count, 3, points)
        energy = (rows**2).sum(axis=1)
        usual = energy.mean(axis=1, keepdims=True)
        rows /= np.sqrt(energy @ wide + _EVEN * usual)[:, None]
        return normal(rows.reshape(count, 3 * points))

    def normal(self, image: BgrImage, place: Place, turn_deg: float, poses: Poses) -> Features:
        """What is seen around one place in many poses, (poses, 3 * points), each of length 1."""
        turns_deg = np.full(len(poses), turn_deg)
        return normal(self.features(image, [place] * len(poses), turns_deg, poses))


class Level(Grid):
    """The artworks sampled on one grid, in every turn that their outline allows."""

    def __init__(self, kind: Kind, pitch_mm: float, pictures: Sequence[BgrImage]) -> None:
        super().__init__(kind, pitch_mm)
        self._kind = kind
        places = [picture_place(picture, kind) for picture in pictures]
        rows = []
        for turn in range(kind.turns):
            points = self.points @ turned(-360 / kind.turns * turn).T
            rows.append([place.sample(p, points[None])[0] for p, place in zip(pictures, places, strict=True)])
        self.flat = self.flat_of(np.array(rows).reshape(-1, len(self.points), 3))  # by turn, then by artwork
        self.artworks = normal(self.flat)

    def slid(self, pictures: Sequence[BgrImage]) -> Features:
        """Pictures as they look when the outline is a little beside them, in every turn: (all, 3 * points)."""
        rows = [
            picture_place(picture, self._kind).sample(picture, self.points[None] @ matrix.T + SLIDES_MM[:, None])
            for picture in pictures
            for matrix in (turned(-360 / self._kind.turns * turn) for turn in range(self._kind.turns))
        ]
        return normal(self.flat_of(np.concatenate(rows)))

    def likeness(
        self, image: BgrImage, places: Sequence[Place], turns_deg: NDArray[np.float64], poses: Poses
    ) -> NDArray[np.float32]:
        """Likeness to every artwork in every turn, (places, poses, templates), for poses of shape (places, n, 3)."""
        count = poses.shape[1]
        found = []
        for i in range(0, len(places), _AT_ONCE):
            some = slice(i, i + _AT_ONCE)
            samples = self._samples(image, places[some], turns_deg[some], poses[some])
            flat = self.flat_of(samples.reshape(-1, len(self.points), 3))
            found.append(normal(flat) @ self.artworks.T)
        return np.concatenate(found).reshape(len(places), count, -1)


@cache
def _surroundings(points_bytes: bytes) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The matrix that takes from each point, a little blurred, what lies around it, and that of what lies around it.

    Both have shape (points, points).
    """
    points = np.frombuffer(points_bytes).reshape(-1, 2)
    far_mm = np.hypot(*(points[:, None] - points).transpose(2, 0, 1))
    near, wide = (np.exp(-0.5 * (far_mm / reach_mm) ** 2) for reach_mm in (_BLUR_MM, _SURROUNDINGS_MM))
    near, wide = near / near.sum(axis=0), wide / wide.sum(axis=0)
    return (near - wide).astype(np.float32), wide.astype(np.float32)


def inside_level(kind: Kind) -> Grid:
    """The fine grid of a kind."""
    return Grid(kind, FINE_MM)


def normal(flat: Features) -> Features:
    """Features of length 1 each, shape (n, 3 * points)."""
    nothing = flat.shape[1] * _NOTHING**2  # so that two plain places are not alike by their noise
    return np.asarray(flat / np.sqrt(np.einsum("np,np->n", flat, flat) + nothing)[:, None], np.float32)


def picture_place(picture: BgrImage, kind: Kind) -> Place:
    """The middle of an artwork's picture as a place, so that it is sampled as pieces on the surface are."""
    height, width = picture.shape[:2]
    return Place(
        np.array([(width - 1) / 2, (height - 1) / 2]), np.diag([width / kind.width_mm, height / kind.height_mm])
    )
