"""Ties a picture's pixels to the millimetres of the table's surface, from the four fiducial markers at its corners.

The camera is modelled as a pinhole with square pixels, its axis in the middle of the picture and one term of radial
distortion, so that three markers are enough when something hides the fourth. A lens that is known from a printed board
brings its own axis, focal length and two terms of distortion, and the markers hardly change them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lens import Lens

Points = NDArray[np.float64]  # shape (n, 2)

MARKER_NAMES = ("top left", "top right", "bottom right", "bottom left")
_NUDGED_HOLD = 300.0  # pixels for a radian or a metre: a nudge is some thousandths of these
_LEAST_SLOPE = 0.1  # of a lens's bend: farther out it would turn back
_SQUARE = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])


@dataclass(frozen=True, slots=True)
class Surface:
    """The playing surface: its size, and its markers (ArUco DICT_4X4_50, ids 0 to 3 clockwise from the top left)."""

    width_mm: float = 1120.0
    height_mm: float = 630.0
    marker_mm: float = 40.0
    inset_mm: float = 30.0  # from each edge to a marker's centre

    def marker_centre_mm(self, marker: int) -> tuple[float, float]:
        x_mm = self.inset_mm if marker in (0, 3) else self.width_mm - self.inset_mm
        y_mm = self.inset_mm if marker in (0, 1) else self.height_mm - self.inset_mm
        return x_mm, y_mm

    def marker_corners_mm(self, marker: int, side_mm: float) -> Points:
        """Corners of a square around the marker's centre, clockwise from its top left, shape (4, 2)."""
        return np.array(self.marker_centre_mm(marker)) + _SQUARE * side_mm


@dataclass(frozen=True)
class Calibration:
    """Where the camera stands over the surface, and the two ways between pixels and millimetres.

    `rotation` and `shift_mm` take surface points into the camera's space, `focal_px` is the focal length, `k1` and `k2`
    the radial distortion over the square and the fourth power of the normalised radius, `centre_px` the lens's axis
    (the middle of the picture where not known); `residual_mm` is how well the markers' corners fit.
    """

    surface: Surface
    width_px: int
    height_px: int
    rotation: tuple[float, float, float]  # Rodrigues vector
    shift_mm: tuple[float, float, float]
    focal_px: float
    k1: float
    residual_mm: float
    markers: tuple[int, ...]
    k2: float = 0.0
    centre_px: tuple[float, float] | None = None

    @cached_property
    def _plane(self) -> NDArray[np.float64]:
        matrix = cv2.Rodrigues(np.array(self.rotation))[0]
        return np.asarray(np.column_stack([matrix[:, 0], matrix[:, 1], self.shift_mm]), np.float64)

    @cached_property
    def _from_plane(self) -> NDArray[np.float64]:
        return np.asarray(np.linalg.inv(self._plane), np.float64)

    @cached_property
    def _middle_px(self) -> NDArray[np.float64]:
        return np.array(self.centre_px or (self.width_px / 2, self.height_px / 2))

    def to_px(self, points_mm: NDArray[np.floating]) -> Points:
        """Picture points of surface points, any shape (..., 2)."""
        points = np.asarray(points_mm, dtype=np.float64)
        seen = points @ self._plane[:, :2].T + self._plane[:, 2]
        flat = seen[..., :2] / seen[..., 2:]
        square = (flat**2).sum(axis=-1, keepdims=True)
        stretch = 1 + square * (self.k1 + self.k2 * square)
        return np.asarray(flat * stretch * self.focal_px + self._middle_px)

    def to_mm(self, points_px: NDArray[np.floating]) -> Points:
        """Surface points of picture points, any shape (..., 2)."""
        bent = (np.asarray(points_px, dtype=np.float64) - self._middle_px) / self.focal_px
        flat = unbent(bent, self.k1, self.k2)
        on = flat @ self._from_plane[:, :2].T + self._from_plane[:, 2]
        return np.asarray(on[..., :2] / on[..., 2:])

    def lowered(self, points_mm: NDArray[np.floating], height_mm: float) -> Points:
        """Where points lie that seem to be at `points_mm` of the surface and are so high above it, shape (..., 2)."""
        matrix = cv2.Rodrigues(np.array(self.rotation))[0]
        camera = -matrix.T @ np.array(self.shift_mm)
        share = height_mm / abs(float(camera[2]))
        return np.asarray(points_mm + share * (camera[:2] - points_mm), np.float64)

    @cached_property
    def px_per_mm(self) -> float:
        """Scale at the middle of the surface."""
        middle = np.array([self.surface.width_mm / 2, self.surface.height_mm / 2])
        ends = self.to_px(middle + np.array([(-50.0, 0.0), (50.0, 0.0)]))
        return float(np.hypot(*(ends[1] - ends[0])) / 100)

    @property
    def turned(self) -> bool:
        """True when the camera is mounted upside down (a legal mounting)."""
        down = self.to_px(np.array([[560.0, 100.0], [560.0, 500.0]]))
        return bool(down[1, 1] < down[0, 1])


def unbent(bent: Points, k1: float, k2: float) -> Points:
    """Normalised points of a lens without distortion from those of one that has it, any shape (..., 2)."""
    far = np.sqrt((bent**2).sum(axis=-1, keepdims=True))
    radius = far
    for _ in range(4):  # Newton's method
        square = radius**2
        slope = np.maximum(1 + square * (3 * k1 + 5 * k2 * square), _LEAST_SLOPE)
        radius = radius - (radius * (1 + square * (k1 + k2 * square)) - far) / slope
    return np.asarray(bent * (radius / np.maximum(far, 1e-12)))


@dataclass(frozen=True, slots=True)
class _Expected:
    """The lens that is expected before the markers are fitted, and how tightly: log of the focal length, k1, growth."""

    focal_px: float
    k1: float
    k2: float
    centre_px: tuple[float, float] | None
    tightness: NDArray[np.float64]

    @classmethod
    def of(cls, start: "Calibration | None", lens: Lens | None, width_px: int) -> "_Expected":
        if start is not None:
            return cls(start.focal_px, start.k1, start.k2, start.centre_px, np.array([30.0, 2000.0, 1.0]))
        if lens is not None:
            return cls(lens.focal_px, lens.k1, lens.k2, lens.centre_px, np.array([100.0, 2000.0, 1.0]))
        return cls(0.77 * width_px, 0.0, 0.0, None, np.array([4.0, 40.0, 1.0]))


def fit_camera(
    surface: Surface,
    corners_px: dict[int, Points],
    width_px: int,
    height_px: int,
    start: Calibration | None = None,
    lens: Lens | None = None,
    nudged: bool = False,
) -> Calibration:
    """The camera that explains the markers' corners (id to shape (4, 2)), by damped least squares.

    Weak expectations (an ordinary lens, little distortion, a marker printed or bloomed a little too big or small) keep
    three markers well-posed; `start` narrows lens and distortion to those of an earlier calibration, `lens` to those
    measured with a board. One for pictures of another shape is not used. A camera that was only `nudged` since `start`
    is sought near its place, so that two markers tell well how.
    """
    ids = tuple(sorted(corners_px))
    seen = np.concatenate([corners_px[i] for i in ids])
    expected_lens = _Expected.of(start, lens.at_size(width_px, height_px) if lens else None, width_px)
    tightness = expected_lens.tightness

    def camera(params: NDArray[np.float64], residual_mm: float = 0.0) -> Calibration:
        turn = (float(params[0]), float(params[1]), float(params[2]))
        shift = (float(params[3] * 1000), float(params[4] * 1000), float(params[5] * 1000))
        focal, k1 = float(expected_lens.focal_px * np.exp(params[6])), float(expected_lens.k1 + params[7])
        k2, centre_px = expected_lens.k2, expected_lens.centre_px
        return Calibration(
            surface, width_px, height_px, turn, shift, focal, k1, residual_mm, ids, k2=k2, centre_px=centre_px
        )

    def misfit(params: NDArray[np.float64]) -> NDArray[np.float64]:
        side_mm = surface.marker_mm + params[8]
        expected = np.concatenate([surface.marker_corners_mm(i, side_mm) for i in ids])
        off_px = (camera(params).to_px(expected) - seen).ravel()
        return np.concatenate([off_px, params[6:9] * tightness, (params[:6] - first[:6]) * hold])

    first, hold = _first_pose(surface, corners_px, expected_lens, width_px, height_px), 0.0
    if start and nudged:
        first[:6], hold = [*start.rotation, *(shift / 1000 for shift in start.shift_mm)], _NUDGED_HOLD
    params = least_squares(misfit, first)
    off_px = misfit(params)[: seen.size]
    fitted = camera(params)
    residual_mm = float(np.sqrt((off_px**2).mean()) / fitted.px_per_mm)
    return camera(params, residual_mm)


def _first_pose(
    surface: Surface, corners_px: dict[int, Points], lens: _Expected, width_px: int, height_px: int
) -> NDArray[np.float64]:
    """A pose to start from: the homography of the corners, taken apart for the lens expected."""
    on_mm = np.concatenate([surface.marker_corners_mm(i, surface.marker_mm) for i in sorted(corners_px)])
    seen = np.concatenate([corners_px[i] for i in sorted(corners_px)])
    middle_px = np.array(lens.centre_px or (width_px / 2, height_px / 2))
    flat = unbent((seen - middle_px) / lens.focal_px, lens.k1, lens.k2)
    homography = np.asarray(cv2.findHomography(on_mm, flat)[0], np.float64)
    homography /= np.sqrt(np.linalg.norm(homography[:, 0]) * np.linalg.norm(homography[:, 1]))
    if homography[2, 2] < 0:
        homography = -homography
    axes = np.column_stack([homography[:, 0], homography[:, 1], np.cross(homography[:, 0], homography[:, 1])])
    left, _, right = np.linalg.svd(axes)
    turn = cv2.Rodrigues(left @ right)[0].ravel()
    return np.concatenate([turn, homography[:, 2] / 1000, np.zeros(3)])


def least_squares(
    misfit: Callable[[NDArray[np.float64]], NDArray[np.float64]], start: NDArray[np.float64], rounds: int = 40
) -> NDArray[np.float64]:
    """Levenberg-Marquardt with numeric derivatives, for a handful of parameters near 1 in size."""
    params, damping = start, 1e-3
    off = misfit(params)
    for _ in range(rounds):
        steps = np.eye(params.size) * 1e-6
        slope = np.stack([(misfit(params + step) - off) / 1e-6 for step in steps], axis=1)
        square = slope.T @ slope
        change = np.linalg.solve(square + damping * np.diag(np.diag(square) + 1e-9), -slope.T @ off)
        tried = misfit(params + change)
        if (tried**2).sum() < (off**2).sum():
            settled = (off**2).sum() - (tried**2).sum() < 1e-6
            params, off, damping = params + change, tried, damping / 10
            if settled:
                break
        else:
            damping *= 10
    return params
