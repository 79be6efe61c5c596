"""Finds where the picture is blown out: so bright that nothing of what lies there is left to be seen."""

import cv2
import numpy as np

from vision.edges import CELL_MM, TopView
from vision.frames import BgrImage
from vision.places import Polygon

_BLOWN_LEVEL = 247  # all three colours of a cell on average, of 255
_BREADTH_CELLS = 4  # narrower spots hide no piece


class GlareWatch:
    """Keeps which cells of a view are blown out, part by part as they are looked at."""

    def __init__(self, view: TopView) -> None:
        self._view = view
        self._blown = np.zeros((view.height // CELL_MM, view.width // CELL_MM), np.uint8)

    def look(self, part: TopView, above: BgrImage) -> None:
        """Takes in what a part of the view, or the whole, shows."""
        left, top = np.rint((part.origin_mm - self._view.origin_mm) / CELL_MM).astype(int)
        rows, columns = part.height // CELL_MM, part.width // CELL_MM
        small = cv2.resize(above[: rows * CELL_MM, : columns * CELL_MM], (columns, rows), interpolation=cv2.INTER_AREA)
        self._blown[top : top + rows, left : left + columns] = small.min(axis=2) >= _BLOWN_LEVEL

    def blinded(self) -> tuple[Polygon, ...]:
        """Outlines in mm of all that is blown out and broad enough to hide a piece."""
        broad = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_BREADTH_CELLS, _BREADTH_CELLS))
        opened = cv2.morphologyEx(self._blown, cv2.MORPH_OPEN, broad)
        contours, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        found = []
        for contour in contours:
            simple = cv2.approxPolyDP(contour, 1.0, True).reshape(-1, 2)
            if len(simple) > 2:
                corners = (simple + 0.5) * CELL_MM + self._view.origin_mm
                found.append(tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners))
        return tuple(found)
