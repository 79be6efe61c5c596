"""Plane geometry for remembering pieces: what is near, and what is hidden."""

from collections.abc import Iterable
from math import hypot

from vision.reading import BoardReading

Point = tuple[float, float]
Polygon = tuple[Point, ...]


def apart_mm(first: Point, second: Point) -> float:
    return hypot(first[0] - second[0], first[1] - second[1])


def turned_deg(first: float | None, second: float | None, symmetry_deg: float = 360.0) -> float:
    """The smallest angle between two rotations, 0 where one is not known."""
    if first is None or second is None:
        return 0.0
    off = (first - second) % symmetry_deg
    return min(off, symmetry_deg - off)


def inside(point: Point, polygon: Polygon) -> bool:
    """Whether a point lies within a polygon, by counting the sides to its right."""
    x, y = point
    within = False
    for (ax, ay), (bx, by) in _sides(polygon):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            within = not within
    return within


def hidden(place: Point, reading: BoardReading) -> bool:
    """Whether something that is no piece covers a place of a picture, or glare leaves nothing to be seen there."""
    return any(inside(place, outline) for outline in (*reading.covered_mm, *reading.blinded_mm))


def distance_mm(point: Point, polygon: Polygon) -> float:
    """How far a point lies outside of a polygon; 0 within."""
    if inside(point, polygon):
        return 0.0
    return min((_to_side(point, start, end) for start, end in _sides(polygon)), default=float("inf"))


def middle(polygon: Polygon) -> Point:
    """The mean of a polygon's corners."""
    count = len(polygon)
    return sum(x for x, _ in polygon) / count, sum(y for _, y in polygon) / count


def area(polygon: Polygon) -> float:
    """A polygon's area, whichever way it runs."""
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in _sides(polygon))) / 2


def _sides(polygon: Polygon) -> Iterable[tuple[Point, Point]]:
    return zip(polygon, (*polygon[1:], *polygon[:1]), strict=True)


def _to_side(point: Point, start: Point, end: Point) -> float:
    along = (end[0] - start[0], end[1] - start[1])
    square = along[0] ** 2 + along[1] ** 2
    if square == 0:
        return apart_mm(point, start)
    share = ((point[0] - start[0]) * along[0] + (point[1] - start[1]) * along[1]) / square
    share = max(0.0, min(1.0, share))
    return apart_mm(point, (start[0] + share * along[0], start[1] + share * along[1]))
