"""Where slices of a round lie: what Pizza and Pizzeria read from the poses of their wedges.

Space: the table's surface in millimetres, x right, y down; rotation in degrees clockwise from upright, crust up.
"""

from collections.abc import Callable
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Protocol

from vision.reading import Face

Point = tuple[float, float]
Hidden = Callable[[Point], bool]  # whether something that is no piece lies over a place


class Seen(Protocol):
    """A piece that the eyes saw: a sighting, or a piece in their memory."""

    @property
    def kind(self) -> str: ...
    @property
    def face(self) -> Face: ...
    @property
    def label(self) -> str | None: ...
    @property
    def x_mm(self) -> float: ...
    @property
    def y_mm(self) -> float: ...
    @property
    def rotation_deg(self) -> float | None: ...


def outward(turn_deg: float) -> Point:
    """The direction, as a unit vector, from a slice's point to the middle of its crust."""
    return sin(radians(turn_deg)), -cos(radians(turn_deg))


def point_of(piece: Seen, length_mm: float) -> Point:
    """Where the point of a slice lies; `length_mm` from there to the crust. A slice without rotation has none."""
    along_x, along_y = outward(piece.rotation_deg or 0.0)
    return piece.x_mm - along_x * length_mm / 2, piece.y_mm - along_y * length_mm / 2


def far_mm(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def off_deg(turn_deg: float, other_deg: float) -> float:
    """How far a direction is clockwise of another one, -180 to 180."""
    return (turn_deg - other_deg + 180) % 360 - 180


def direction_deg(start: Point, end: Point) -> float:
    """The direction from one place to another, clockwise from straight up."""
    return degrees(atan2(end[0] - start[0], start[1] - end[1]))


def nothing_hidden(place: Point) -> bool:
    """For a table that lies in plain view."""
    return False
