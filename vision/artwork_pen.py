"""A small vector pen: shapes in unit space, rendered large by OpenCV and then reduced, so that edges are smooth.

Unit space is -1 to 1 both ways, x right, y down. The pen can be moved and shrunk, so that one drawing serves a token
and a card.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import BgrImage

Point = tuple[float, float]

INK = "#3a2723"
_SHIFT = 4  # OpenCV's sub-pixel bits
_OVERSAMPLING = 2
_CURVE_STEPS = 10
_STROKE = 0.16  # of a letter, of its height


def bgr(colour: str) -> tuple[int, int, int]:
    """Blue, green, red of a colour written `#rrggbb`."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return blue, green, red


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws on `canvas`; `middle` and `scale` say where unit space lies on it, in pixels."""

    canvas: BgrImage
    middle: Point
    scale: float

    @classmethod
    def on_paper(cls, side_px: int, paper: str) -> "Pen":
        """A pen over a square sheet of one colour; unit space fills it."""
        return cls.on_sheet(side_px, side_px, paper)

    @classmethod
    def on_sheet(cls, width_px: int, height_px: int, paper: str) -> "Pen":
        """A pen over a sheet of one colour; unit space is as wide as it, around its middle."""
        width, height = width_px * _OVERSAMPLING, height_px * _OVERSAMPLING
        canvas = np.full((height, width, 3), bgr(paper), np.uint8)
        return cls(canvas, (width / 2, height / 2), width / 2)

    def moved(self, x: float, y: float, scale: float) -> "Pen":
        """The same canvas with a smaller unit space around (x, y)."""
        middle = (self.middle[0] + x * self.scale, self.middle[1] + y * self.scale)
        return Pen(self.canvas, middle, self.scale * scale)

    def picture(self) -> BgrImage:
        """What was drawn, BGR (height, width, 3) uint8."""
        height, width = (side // _OVERSAMPLING for side in self.canvas.shape[:2])
        return np.asarray(cv2.resize(self.canvas, (width, height), interpolation=cv2.INTER_AREA), np.uint8)

    def polygon(self, points: Sequence[Point] | NDArray[np.float64], fill: str, outline: float = 0.06) -> None:
        """A closed shape; `outline` is the width of its ink, 0 for none."""
        corners = self._fixed_point(points)
        cv2.fillPoly(self.canvas, [corners], bgr(fill), cv2.LINE_AA, _SHIFT)
        if outline:
            cv2.polylines(self.canvas, [corners], True, bgr(INK), self._width_px(outline), cv2.LINE_AA, _SHIFT)

    def blob(self, points: Sequence[Point], fill: str, outline: float = 0.06) -> None:
        """A closed smooth shape through these points."""
        self.polygon(_smooth(points), fill, outline)

    def ellipse(
        self, x: float, y: float, rx: float, ry: float, fill: str, turn_deg: float = 0.0, outline: float = 0.06
    ) -> None:
        """An ellipse around (x, y), turned clockwise."""
        around = np.linspace(0, 2 * np.pi, 72, endpoint=False)
        cos, sin = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
        across, along = rx * np.cos(around), ry * np.sin(around)
        points = np.stack([x + across * cos - along * sin, y + across * sin + along * cos], axis=1)
        self.polygon(points, fill, outline)

    def line(self, points: Sequence[Point] | NDArray[np.float64], colour: str = INK, width: float = 0.06) -> None:
        """A stroke with round ends."""
        path = self._fixed_point(points)
        cv2.polylines(self.canvas, [path], False, bgr(colour), self._width_px(width), cv2.LINE_AA, _SHIFT)

    def text(self, words: str, x: float, y: float, height: float, most_wide: float, colour: str = INK) -> None:
        """Words around (x, y), with capitals as high, or lower where they would be wider than `most_wide`."""
        (wide, high), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, 100, 1)
        size = min(height / high, most_wide / wide) * self.scale
        at = (
            round(self.middle[0] + x * self.scale - wide * size / 2),
            round(self.middle[1] + y * self.scale + high * size / 2),
        )
        stroke = max(1, round(_STROKE * high * size))
        cv2.putText(self.canvas, words, at, cv2.FONT_HERSHEY_SIMPLEX, 100 * size, bgr(colour), stroke, cv2.LINE_AA)

    def _fixed_point(self, points: Sequence[Point] | NDArray[np.float64]) -> NDArray[np.int32]:
        at_px = np.asarray(points, np.float64) * self.scale + np.array(self.middle)
        return np.asarray(np.round(at_px * (1 << _SHIFT)), np.int32)

    def _width_px(self, width: float) -> int:
        return max(1, round(width * self.scale))


def _smooth(points: Sequence[Point]) -> NDArray[np.float64]:
    """A closed Catmull-Rom curve through the points."""
    knots = np.asarray(points, np.float64)
    before, after, beyond = np.roll(knots, 1, 0), np.roll(knots, -1, 0), np.roll(knots, -2, 0)
    step = np.linspace(0, 1, _CURVE_STEPS, endpoint=False)[None, :, None]
    a, b, c, d = (part[:, None, :] for part in (before, knots, after, beyond))
    curve = 0.5 * (2 * b + (c - a) * step + (2 * a - 5 * b + 4 * c - d) * step**2 + (3 * b - a - 3 * c + d) * step**3)
    return np.asarray(curve.reshape(-1, 2))
