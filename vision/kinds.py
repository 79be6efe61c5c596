"""What a kind of piece is: its outline in millimetres, how it may be turned, and what is asked before it is believed.

Every other part of the eyes takes a `Kind` and never asks which one it is.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Corners = NDArray[np.float64]  # shape (n, 2), millimetres from the middle of the upright bounding box

_DISC_CORNERS = 32
_ARC_STEPS = 12


def _disc(width_mm: float, height_mm: float) -> Corners:
    turn = np.arange(_DISC_CORNERS) * 2 * np.pi / _DISC_CORNERS
    return np.column_stack([np.cos(turn) * width_mm, np.sin(turn) * height_mm]) / 2


def _rect(width_mm: float, height_mm: float) -> Corners:
    return np.asarray(np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array([width_mm, height_mm]) / 2)


def _wedge(width_mm: float, height_mm: float) -> Corners:
    """A slice with its crust up: the point below, the arc around it from left to right."""
    half = half_angle(width_mm, height_mm)
    turn = np.linspace(-half, half, _ARC_STEPS + 1)
    arc = np.column_stack([np.sin(turn), -np.cos(turn)]) * height_mm
    return np.asarray(np.vstack([arc, np.zeros((1, 2))]) + np.array([0.0, height_mm / 2]))


def _row(width_mm: float, height_mm: float) -> tuple[tuple[float, float, float], ...]:
    """To the left and to the right of a card, as x, y in mm and turn in degrees."""
    return (-width_mm, 0.0, 0.0), (width_mm, 0.0, 0.0)


def _round(width_mm: float, height_mm: float) -> tuple[tuple[float, float, float], ...]:
    """Left and right of a slice around the point where all meet, as x, y in mm and turn in degrees."""
    step = 2 * half_angle(width_mm, height_mm)
    across_mm, down_mm = np.sin(step) * height_mm / 2, (1 - np.cos(step)) * height_mm / 2
    return tuple((float(sign * across_mm), float(down_mm), float(sign * np.degrees(step))) for sign in (-1, 1))


def half_angle(width_mm: float, height_mm: float) -> float:
    """Half of the angle, in radians, at the point of a slice as wide and high."""
    return float(np.arcsin(np.clip(width_mm / (2 * height_mm), 0.0, 1.0)))


@dataclass(frozen=True)
class Habits:
    """What holds for a kind of piece whatever its size.

    `turns` is how often its outline comes onto itself in a full turn, 0 where every turn does. `votes` are how much of
    an outline must show (shares of a rim or a crust, sides) where the inside is clear, fair and unclear. `apart` is how
    near two may lie, in shares of the shorter side. More than `most_unclear` shapes that look like nothing are the
    table's own pattern. `stays_mm` is how far one may seem to move and still be the one that lay there, `hidden_mm` how
    near to a hand it may be hidden by it. `rows` gives where the next lies, and how it is turned, when people lay such
    pieces side by side. One that `slips_away` is small enough to be moved unseen under a hand; one
    that `bears` others may have them lying on it, where another has but pictures of them. One that `rolls` may show
    something else wherever it was moved.
    """

    corners: Callable[[float, float], Corners]
    turns: int
    votes: tuple[float, float, float]
    apart: float
    most_unclear: int
    stays_mm: float
    hidden_mm: float
    rows: Callable[[float, float], tuple[tuple[float, float, float], ...]] | None = None
    slips_away: bool = False
    bears: bool = False
    rolls: bool = False


DIE = "cuboid"

HABITS = {
    DIE: Habits(_rect, 4, (1.6, 2.4, 3.0), 0.6, 0, 8.0, 60.0, slips_away=True, rolls=True),
    "square": Habits(_rect, 4, (1.6, 2.4, 3.0), 0.6, 10, 35.0, 90.0),
    "rect": Habits(_rect, 2, (1.6, 2.4, 3.3), 0.6, 10, 20.0, 80.0, _row),
    "wedge": Habits(_wedge, 1, (1.3, 1.8, 2.5), 0.35, 10, 15.0, 90.0, _round, bears=True),
    "disc": Habits(_disc, 0, (0.42, 0.7, 0.75), 0.75, 24, 14.0, 60.0, slips_away=True),
}


@dataclass(frozen=True)
class Kind:
    """One kind of piece of one copy of a game: its name and the size of its upright bounding box."""

    name: str
    width_mm: float
    height_mm: float

    @property
    def habits(self) -> Habits:
        return HABITS[self.name]

    @property
    def turns(self) -> int:
        return self.habits.turns

    @property
    def apart_mm(self) -> float:
        """How near to each other the middles of two such pieces may lie."""
        return self.habits.apart * min(self.width_mm, self.height_mm)

    @cached_property
    def reach_mm(self) -> float:
        """How far the outline reaches from the middle."""
        return float(np.hypot(*self.habits.corners(self.width_mm, self.height_mm).T).max())

    def corners_mm(self, grown_mm: float = 0.0) -> Corners:
        """The outline of the upright piece, clockwise, with `grown_mm` around it."""
        return self.habits.corners(self.width_mm + 2 * grown_mm, self.height_mm + 2 * grown_mm)

    def placed_mm(self, x_mm: float, y_mm: float, rotation_deg: float, grown_mm: float = 0.0) -> Corners:
        """The outline on the surface of a piece that lies there, turned clockwise."""
        return np.asarray(self.corners_mm(grown_mm) @ turned(rotation_deg).T + (x_mm, y_mm))

    def beside_mm(self, x_mm: float, y_mm: float, rotation_deg: float) -> list[tuple[float, float, float]]:
        """Where the pieces next to one that lies there would lie, and how they would be turned."""
        if self.habits.rows is None:
            return []
        steps = np.array(self.habits.rows(self.width_mm, self.height_mm))
        places = steps[:, :2] @ turned(rotation_deg).T + (x_mm, y_mm)
        return [
            (float(x), float(y), float(rotation_deg + step) % 360)
            for (x, y), step in zip(places, steps[:, 2], strict=True)
        ]


def turned(rotation_deg: float) -> NDArray[np.float64]:
    """The matrix that turns clockwise on the surface (x right, y down)."""
    turn = np.radians(rotation_deg)
    return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])


def turn_matrices(rotations_deg: NDArray[np.float64]) -> NDArray[np.float64]:
    """As `turned` for many rotations, of shape (..., 2, 2)."""
    turn = np.radians(rotations_deg)
    cos, sin = np.cos(turn), np.sin(turn)
    return np.stack([np.stack([cos, -sin], axis=-1), np.stack([sin, cos], axis=-1)], axis=-2)
