"""The house set's eleven drawings, each in unit space, and the ground colour that goes with each.

Colour and form both tell the kinds apart: no two share a ground, and no two have the same outline.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from vision.artwork_pen import INK, Pen, Point

LEAF, LEAF_DARK, HUSK = "#5fae4a", "#35803a", "#8fc746"


@dataclass(frozen=True, slots=True)
class Drawing:
    """How a kind is drawn, and on which ground."""

    ground: str
    draw: Callable[[Pen], None]


def _mushroom(pen: Pen) -> None:
    pen.blob([(-0.24, 0.0), (0.24, 0.0), (0.22, 0.5), (0.32, 0.8), (0, 0.9), (-0.32, 0.8), (-0.22, 0.5)], "#f6e6cc")
    cap: list[Point] = [
        (-0.9, 0.12),
        (-0.8, -0.34),
        (-0.42, -0.74),
        (0, -0.84),
        (0.42, -0.74),
        (0.8, -0.34),
        (0.9, 0.12),
    ]
    pen.blob([*cap, (0.66, 0.3), (0.3, 0.12), (0, 0.08), (-0.3, 0.12), (-0.66, 0.3)], "#b9744a")
    pen.blob([(x * 0.8, y * 0.82 + 0.0) for x, y in cap] + [(0.3, 0.0), (-0.3, 0.0)], "#fbf0dc", 0)
    pen.polygon([(-0.17, -0.1), (0.17, -0.1), (0.19, 0.4), (-0.19, 0.4)], "#f6e6cc", 0)
    for side in (-1, 1):
        pen.blob([(side * 0.2, 0.02), (side * 0.3, -0.16), (side * 0.5, -0.12), (side * 0.64, 0.12)], "#8a5236", 0)


def _tomato(pen: Pen) -> None:
    body: list[Point] = [(0, -0.5), (0.5, -0.58), (0.88, -0.2), (0.84, 0.38), (0.45, 0.8), (0, 0.86)]
    pen.blob(body + [(-x, y) for x, y in reversed(body[1:-1])], "#e23a2a")
    pen.blob([(0.15, 0.72), (0.5, 0.56), (0.72, 0.1), (0.7, 0.4), (0.42, 0.7)], "#b3211c", 0)
    pen.ellipse(-0.46, -0.06, 0.13, 0.24, "#ffb3a0", 28, 0)
    angles = np.radians(np.arange(-90, 270, 36))
    reach = np.where(np.arange(10) % 2 == 0, 0.56, 0.18)
    pen.polygon(np.stack([reach * np.cos(angles), reach * 0.8 * np.sin(angles) - 0.46], axis=1), LEAF, 0.05)
    pen.line([(0, -0.5), (0.08, -0.88)], LEAF_DARK, 0.12)


def _onion(pen: Pen) -> None:
    bulb: list[Point] = [(0, -0.92), (0.2, -0.56), (0.66, -0.3), (0.86, 0.18), (0.62, 0.62), (0.2, 0.8)]
    whole = bulb + [(-x, y) for x, y in reversed(bulb[1:])]
    for root in (-0.14, 0.0, 0.14):
        pen.line([(root * 0.6, 0.74), (root, 0.95)], INK, 0.05)
    for size, colour in ((1.0, "#8a2f73"), (0.82, "#f7e3f1"), (0.66, "#b864a4"), (0.5, "#f7e3f1"), (0.34, "#b864a4")):
        pen.blob([(x * size, (y - 0.2) * size + 0.2) for x, y in whole], colour, 0.06 if size == 1.0 else 0)
    pen.ellipse(0, 0.22, 0.1, 0.16, "#f7e3f1", 0, 0)


def _pepper(pen: Pen) -> None:
    half: list[Point] = [(0, -0.4), (0.3, -0.6), (0.72, -0.5), (0.86, -0.08), (0.72, 0.46), (0.44, 0.84), (0.2, 0.8)]
    pen.blob(half + [(0, 0.72)] + [(-x, y) for x, y in reversed(half[1:])], "#2f9a3c")
    pen.blob([(0.3, 0.7), (0.5, 0.2), (0.52, -0.3), (0.72, -0.1), (0.62, 0.46), (0.44, 0.74)], "#1d7030", 0)
    for side in (-1, 1):
        pen.line([(side * 0.14, -0.34), (side * 0.3, 0.0), (side * 0.28, 0.4), (side * 0.18, 0.68)], "#145224", 0.05)
    pen.ellipse(-0.56, -0.1, 0.09, 0.26, "#a9e29a", 8, 0)
    pen.blob([(-0.12, -0.44), (-0.1, -0.66), (-0.26, -0.9), (-0.04, -0.94), (0.1, -0.66), (0.14, -0.44)], "#7cc242")


def _corn(pen: Pen) -> None:
    cob: list[Point] = [(0, -0.94), (0.26, -0.72), (0.38, -0.2), (0.34, 0.4), (0.2, 0.76), (-0.2, 0.76)]
    pen.blob([*cob, (-0.34, 0.4), (-0.38, -0.2), (-0.26, -0.72)], "#f0bf2a")
    for row in range(9):
        y = -0.74 + row * 0.17
        for column in (-1.5, -0.5, 0.5, 1.5):
            x = column * 0.17 * min(1.0, 0.62 + row * 0.14)
            pen.ellipse(x, y + abs(column) * 0.03, 0.075, 0.085, "#fff07a", 0, 0)
    for side in (-1, 1):
        pen.blob(
            [(side * x, y) for x, y in ((0.02, 0.94), (0.56, 0.66), (0.84, -0.3), (0.46, -0.02), (0.14, 0.4))], HUSK
        )
        pen.line([(side * 0.14, 0.82), (side * 0.46, 0.46), (side * 0.68, 0.0)], LEAF_DARK, 0.05)


def _ham(pen: Pen) -> None:
    slice_: list[Point] = [(-0.86, 0.1), (-0.66, -0.52), (-0.1, -0.74), (0.5, -0.6), (0.88, -0.1), (0.74, 0.46)]
    slice_ += [(0.3, 0.62), (0.05, 0.5), (-0.2, 0.66), (-0.64, 0.6)]
    pen.blob(slice_, "#fdeee6")
    pen.blob([(x * 0.84, y * 0.82) for x, y in slice_], "#f08a94", 0)
    for x, y, turn in ((-0.3, 0.22, 20), (0.42, 0.2, -35), (-0.36, -0.24, -25)):
        pen.ellipse(x, y, 0.17, 0.05, "#fbc4c4", turn, 0)
    pen.ellipse(0.18, -0.18, 0.24, 0.21, "#fdeee6", 0, 0.05)
    pen.ellipse(0.18, -0.18, 0.11, 0.1, "#c9636c", 0, 0)


def _salami(pen: Pen) -> None:
    flecks = ((-0.2, -0.2), (0.16, -0.22), (0.26, 0.1), (-0.26, 0.12), (0.0, 0.28), (0.0, 0.0))
    for x, y, turn in ((0.0, -0.42, 0.3), (-0.42, 0.32, 1.2), (0.44, 0.3, 2.3)):
        pen.ellipse(x, y, 0.48, 0.48, "#6f151c")
        pen.ellipse(x, y, 0.4, 0.4, "#a5262c", 0, 0)
        for fx, fy in flecks:
            at_x, at_y = fx * np.cos(turn) - fy * np.sin(turn), fx * np.sin(turn) + fy * np.cos(turn)
            pen.ellipse(x + at_x, y + at_y, 0.075, 0.06, "#f9dcc8", np.degrees(turn), 0)


def _olive(pen: Pen) -> None:
    pen.line([(-0.3, -0.3), (-0.1, -0.76), (0.26, -0.1)], "#6b4a2f", 0.08)
    pen.blob([(-0.12, -0.78), (0.3, -0.96), (0.78, -0.72), (0.36, -0.62)], LEAF)
    pen.blob([(-0.12, -0.78), (-0.4, -0.94), (-0.74, -0.72), (-0.42, -0.62)], LEAF_DARK)
    pen.ellipse(-0.36, 0.12, 0.56, 0.44, "#9db23a", -58)
    pen.ellipse(-0.52, 0.06, 0.07, 0.2, "#dbe88a", 24, 0)
    pen.ellipse(-0.3, 0.44, 0.15, 0.12, "#d2322d", 20)
    pen.ellipse(0.44, 0.26, 0.52, 0.4, "#2d2430", 66)
    pen.ellipse(0.3, 0.08, 0.07, 0.17, "#8b7f95", 24, 0)
    pen.ellipse(0.52, 0.54, 0.13, 0.1, "#0f0b12", -20, 0)


def _pineapple(pen: Pen) -> None:
    for x, tip in ((-0.36, -0.72), (0.36, -0.72), (-0.18, -0.92), (0.18, -0.92), (0.0, -1.04)):
        pen.blob([(x * 1.7, tip), (x * 0.6 + 0.14, -0.4), (0.0, -0.18), (x * 0.6 - 0.14, -0.4)], LEAF_DARK, 0.05)
    pen.ellipse(0, 0.3, 0.6, 0.68, "#e8931a")
    for offset in np.arange(-1.2, 1.3, 0.26):
        for lean in (-1, 1):
            along = np.linspace(-0.9, 0.9, 60)
            cut = np.stack([along * lean * 0.7, 0.3 + along * 0.66 + offset], axis=1)
            inside = cut[(cut[:, 0] / 0.57) ** 2 + ((cut[:, 1] - 0.3) / 0.65) ** 2 < 1]
            if len(inside) > 1:
                pen.line(inside, "#8f4f0c", 0.045)


def _cheese(pen: Pen) -> None:
    pen.polygon([(-0.92, 0.06), (0.46, -0.7), (0.9, -0.12), (0.9, 0.62), (-0.92, 0.62)], "#ffcf2e", 0.07)
    pen.polygon([(-0.92, 0.06), (0.46, -0.7), (0.9, -0.12)], "#ffe88a", 0.05)
    pen.line([(-0.92, 0.06), (0.9, -0.12)], INK, 0.05)
    for x, y, size in ((-0.5, 0.34, 0.16), (0.06, 0.24, 0.12), (0.26, 0.48, 0.11), (0.64, 0.2, 0.17)):
        pen.ellipse(x, y, size, size * 0.92, "#d68b12", 0, 0.04)
    pen.ellipse(0.36, -0.36, 0.14, 0.1, "#e0a52a", 0, 0.04)


def _fly(pen: Pen) -> None:
    for side in (-1, 1):
        for knee, foot in (((0.5, -0.3), (0.72, -0.62)), ((0.62, 0.06), (0.9, 0.0)), ((0.5, 0.4), (0.74, 0.8))):
            pen.line([(0, 0.05), (side * knee[0], knee[1]), (side * foot[0], foot[1])], INK, 0.07)
        pen.ellipse(side * 0.42, 0.34, 0.24, 0.52, "#bcd9e8", -side * 34, 0.05)
        pen.line([(side * 0.2, 0.06), (side * 0.52, 0.56)], "#6f93a8", 0.035)
    pen.ellipse(0, 0.34, 0.25, 0.46, "#3d4650")
    for y in (0.3, 0.5, 0.68):
        pen.line([(-0.17, y), (0, y + 0.05), (0.17, y)], "#8fa3ad", 0.05)
    pen.ellipse(0, -0.14, 0.24, 0.22, "#252b31")
    pen.ellipse(0, -0.46, 0.24, 0.2, "#3d4650")
    for side in (-1, 1):
        pen.ellipse(side * 0.2, -0.54, 0.18, 0.2, "#d8322f", side * 20, 0.05)
        pen.ellipse(side * 0.16, -0.6, 0.05, 0.06, "#ffffff", 0, 0)


DRAWINGS = {
    "mushroom": Drawing("#2f8f8a", _mushroom),
    "tomato": Drawing("#a9e6b8", _tomato),
    "onion": Drawing("#f8ea8c", _onion),
    "pepper": Drawing("#f29a45", _pepper),
    "corn": Drawing("#74479c", _corn),
    "ham": Drawing("#2f6244", _ham),
    "salami": Drawing("#9fd4ee", _salami),
    "olive": Drawing("#f5a9a4", _olive),
    "pineapple": Drawing("#cf2f68", _pineapple),
    "cheese": Drawing("#2c58a8", _cheese),
    "fly": Drawing("#f3f3ec", _fly),
}
