"""Finds where something large that is not a piece (a hand, a sleeve, a cup) lies over the surface.

Strong edges that no piece explains are joined to outlines, the picture's border closing those that reach over it. An
outline that is broad and whose inside differs in colour from what lies around it is foreign; creases, grain and glare
have no inside of their own.
"""

from collections.abc import Mapping
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.edges import CELL_MM, EdgePoints, TopView
from vision.frames import BgrImage
from vision.kinds import Kind
from vision.reading import Sighting
from vision.sampling import colour_levels

Polygon = tuple[tuple[float, float], ...]
Cells = NDArray[np.uint8]

_LEAST_POINTS = 2  # strong edge points that make a cell an edge cell
_PIECE_MARGIN_MM = 7.0  # a piece's shadow and thickness belong to it
_LEAST_CELLS = 16  # in an outline worth a look
_GAP_CELLS = 9  # gaps that are closed in an outline
_MOUTH_CELLS = 70  # how wide an arm may be where it reaches over the border
_BREADTH_CELLS = 5  # narrower things are pens, creases and shadows' edges
_LEAST_AREA_CELLS = 60
_LEAST_CONTRAST = 0.15  # difference of logarithmic colour between inside and around
_MOST = 12  # more things than this are the table's own pattern
_AROUND_CELLS = (15, 61)
_INNER_SHARE, _OUTER_SHARE = 70, 40  # per cent; an outline may catch some table, and shadows lie around a hand


class CoverWatch:
    """Keeps for each cell of a view whether it has strong edges and which colour, part by part as they are looked at.

    `look` at the whole view comes first.
    """

    def __init__(self, view: TopView) -> None:
        self._view = view
        self._shape = view.height // CELL_MM, view.width // CELL_MM
        self._edges = np.zeros(self._shape, np.uint8)
        self._colours = np.zeros((*self._shape, 3), np.float32)

    @cached_property
    def _beyond(self) -> Cells:
        """1 where the picture does not show the surface, and along the border."""
        inside = self._view.inside().astype(np.uint8)
        beyond = 1 - np.asarray(cv2.resize(inside, self._shape[::-1], interpolation=cv2.INTER_NEAREST), np.uint8)
        beyond[[0, -1], :] = 1
        beyond[:, [0, -1]] = 1
        return beyond

    @cached_property
    def _border(self) -> NDArray[np.int32]:
        """The cells along the border of what the picture shows, in order, shape (n, 2)."""
        borders, _ = cv2.findContours(1 - self._beyond, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        return np.asarray(max(borders, key=len), np.int32).reshape(-1, 2)

    def look(self, part: TopView, above: BgrImage, edges: EdgePoints) -> None:
        """Takes in what a part of the view, or the whole, shows."""
        left, top = np.rint((part.origin_mm - self._view.origin_mm) / CELL_MM).astype(int)
        rows, columns = part.height // CELL_MM, part.width // CELL_MM
        small = cv2.resize(above[: rows * CELL_MM, : columns * CELL_MM], (columns, rows), interpolation=cv2.INTER_AREA)
        self._edges[top : top + rows, left : left + columns] = _edge_cells(part, edges, (rows, columns))
        self._colours[top : top + rows, left : left + columns] = colour_levels(np.asarray(small, np.uint8))

    def covered(self, sightings: list[Sighting], kinds: Mapping[str, Kind]) -> tuple[Polygon, ...]:
        """Outlines in mm of what covers the surface, largest first."""
        pieces = _piece_cells(self._view, sightings, kinds, self._shape)
        other = pieces | self._beyond
        wide = np.asarray(cv2.dilate(self._edges & (1 - pieces), np.ones((3, 3), np.uint8)), np.uint8)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(wide | pieces, connectivity=8)
        edge_counts = np.bincount(labels[(wide & (1 - pieces)) > 0], minlength=count)
        found: list[Polygon] = []
        for number in range(1, count):
            broad = min(stats[number, cv2.CC_STAT_WIDTH], stats[number, cv2.CC_STAT_HEIGHT]) > _BREADTH_CELLS
            if broad and edge_counts[number] >= _LEAST_CELLS:
                closed = _closed_along(self._border, (labels == number).astype(np.uint8))
                found += [
                    _polygon(self._view, contour)
                    for contour, region in _regions(_inside(closed, other))
                    if _stands_out(self._colours, region, other)
                ]
        return tuple(sorted(found, key=_area, reverse=True)) if len(found) <= _MOST else ()


def _edge_cells(view: TopView, edges: EdgePoints, shape: tuple[int, int]) -> Cells:
    """1 in each cell with strong edges."""
    rows, columns = shape
    strong = edges.weight >= 1.0
    across = np.minimum(((edges.x_mm[strong] - view.origin_mm[0]) / CELL_MM).astype(np.int32), columns - 1)
    down = np.minimum(((edges.y_mm[strong] - view.origin_mm[1]) / CELL_MM).astype(np.int32), rows - 1)
    counts = np.bincount(down * columns + across, minlength=rows * columns)
    return (counts.reshape(shape) >= _LEAST_POINTS).astype(np.uint8)


def _piece_cells(view: TopView, sightings: list[Sighting], kinds: Mapping[str, Kind], shape: tuple[int, int]) -> Cells:
    cells = np.zeros(shape, np.uint8)
    for sighting in sightings:
        kind = kinds[sighting.kind]
        corners = kind.placed_mm(sighting.x_mm, sighting.y_mm, sighting.rotation_deg or 0.0, _PIECE_MARGIN_MM)
        cv2.fillPoly(cells, [np.rint((corners - view.origin_mm) / CELL_MM - 0.5).astype(np.int32)], (1,))
    return cells


def _inside(outline: Cells, other: Cells) -> Cells:
    """All that an outline encloses; what is other and thin parts taken away."""
    cut = _around(outline, 0)
    round_gap = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_GAP_CELLS, _GAP_CELLS))
    closed = np.asarray(cv2.morphologyEx(np.pad(outline[cut], _GAP_CELLS), cv2.MORPH_CLOSE, round_gap), np.uint8)
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = np.zeros_like(closed)
    cv2.drawContours(filled, contours, -1, (1,), cv2.FILLED)
    filled[np.pad(other[cut], _GAP_CELLS) > 0] = 0
    broad = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_BREADTH_CELLS + 2, _BREADTH_CELLS + 2))
    inside = np.zeros_like(outline)
    inside[cut] = cv2.morphologyEx(filled, cv2.MORPH_OPEN, broad)[_GAP_CELLS:-_GAP_CELLS, _GAP_CELLS:-_GAP_CELLS]
    return inside


def _around(cells: Cells, margin: int) -> tuple[slice, slice]:
    """The rows and columns that hold all cells set, and a margin."""
    left, top, width, height = cv2.boundingRect(cells)
    return (
        slice(max(0, top - margin), top + height + margin),
        slice(max(0, left - margin), left + width + margin),
    )


def _closed_along(border: NDArray[np.int32], outline: Cells) -> Cells:
    """An outline with neighbouring places where it meets the border joined by the border between them."""
    closed = outline.copy()
    near = cv2.dilate(outline, np.ones((5, 5), np.uint8))
    met = np.nonzero(near[border[:, 1], border[:, 0]])[0]
    for start, end in zip(met, np.roll(met, -1), strict=True):
        gap = int(end - start) % len(border)
        if 1 < gap <= _MOUTH_CELLS:
            between = border[(start + np.arange(gap)) % len(border)]
            closed[between[:, 1], between[:, 0]] = 1
    return closed


def _regions(inside: Cells) -> list[tuple[NDArray[np.int32], Cells]]:
    """The separate parts large enough to count: contour and cells."""
    contours, _ = cv2.findContours(inside, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    parts = []
    for contour in contours:
        region = np.zeros_like(inside)
        cv2.drawContours(region, [contour], -1, (1,), cv2.FILLED)
        if region.sum() >= _LEAST_AREA_CELLS:
            parts.append((np.asarray(contour, np.int32), region))
    return parts


def _stands_out(colours: NDArray[np.float32], region: Cells, other: Cells) -> bool:
    """Whether the inside of a region differs from its surroundings' middle colour, by more than they do themselves.

    Judged against what is close and against what is farther off, as a hand's shadow may be all that is close.
    """
    cut = _around(region, max(_AROUND_CELLS) // 2)
    colours, region, free = colours[cut], region[cut], other[cut] == 0
    near = cv2.dilate(region, np.ones((5, 5), np.uint8)) > 0
    within = (region > 0) & free
    for reach in _AROUND_CELLS:
        around = (cv2.dilate(region, np.ones((reach, reach), np.uint8)) > 0) & ~near & free
        if around.any() and within.any():
            middle = np.median(colours[around].T, axis=1)
            inner, outer = (np.abs(colours[chosen] - middle).max(axis=1) for chosen in (within, around))
            if np.percentile(inner, _INNER_SHARE) - np.percentile(outer, _OUTER_SHARE) >= _LEAST_CONTRAST:
                return True
    return False


def _polygon(view: TopView, contour: NDArray[np.int32]) -> Polygon:
    simple = cv2.approxPolyDP(contour, 1.0, True).reshape(-1, 2)
    corners = (simple + 0.5) * CELL_MM + view.origin_mm
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners)


def _area(polygon: Polygon) -> float:
    return float(cv2.contourArea(np.array(polygon, np.float32)))
