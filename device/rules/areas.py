"""Whose a piece is: the areas of the table in front of the seats.

Space: the table's surface in millimetres, x right, y down.
"""

from collections.abc import Iterator
from math import hypot

from device.rules.slices import Point, Seen

Polygon = tuple[Point, ...]
EDGE_MM = 10.0  # whose middle is nearer to an area's edge than this may lie in it or not


def lies_in(piece: Seen, area_mm: Polygon, edge_mm: float = EDGE_MM) -> bool | None:
    """Whether the middle of a piece lies in an area; None where it lies on its edge."""
    place = piece.x_mm, piece.y_mm
    if min(_from_side_mm(place, start, end) for start, end in _sides(area_mm)) < edge_mm:
        return None
    return inside(place, area_mm)


def inside(place: Point, area_mm: Polygon) -> bool:
    """Whether a place lies within an area, by counting the sides to its right."""
    x, y = place
    right = [
        (bx - ax) * (y - ay) / (by - ay) + ax > x for (ax, ay), (bx, by) in _sides(area_mm) if (ay > y) != (by > y)
    ]
    return sum(right) % 2 == 1


def _sides(area_mm: Polygon) -> Iterator[tuple[Point, Point]]:
    return zip(area_mm, (*area_mm[1:], area_mm[0]), strict=True)


def _from_side_mm(place: Point, start: Point, end: Point) -> float:
    """How far a place lies from the nearest point of a side."""
    along = end[0] - start[0], end[1] - start[1]
    off = place[0] - start[0], place[1] - start[1]
    length = along[0] ** 2 + along[1] ** 2
    share = min(1.0, max(0.0, (off[0] * along[0] + off[1] * along[1]) / length)) if length else 0.0
    return hypot(off[0] - share * along[0], off[1] - share * along[1])
