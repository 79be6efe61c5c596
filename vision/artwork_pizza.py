"""The house set's pieces of Pizza: small tokens, the discs of the players, and slices with three zones."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np

from vision.artwork import PX_PER_MM, Artwork
from vision.artwork_cards import draw_wish
from vision.artwork_pen import Pen
from vision.frames import BgrImage

ROUND_MM, SLICE_MM = 20.0, 95.0  # across a token or a disc; from the point of a slice to its crust
_ZONES_MM = (59.0, 32.0)  # where the middle and the inner zone begin, from the point
_PAPER, _BACK, _CRUST = "#fdf6e3", "#6b4a3a", "#b5762f"
_COLOURS = {"black": "#1c1c22", "white": "#f8f8f8", "purple": "#7a3fb0", "lime": "#9fd81f"}


@dataclass(frozen=True, slots=True)
class Token:
    """A token of an ingredient, the same on both sides."""

    ingredient: str
    kind: ClassVar[str] = "disc"
    size_mm: ClassVar[tuple[float, float]] = (ROUND_MM, ROUND_MM)

    @property
    def label(self) -> str:
        return self.ingredient

    def face(self) -> BgrImage:
        return _token(self.ingredient)

    back = face


@dataclass(frozen=True, slots=True)
class Disc:
    """The pizza disc of a player's colour: a steering wheel, the same on both sides."""

    label: str
    colour: str
    kind: ClassVar[str] = "disc"
    size_mm: ClassVar[tuple[float, float]] = (ROUND_MM, ROUND_MM)

    def face(self) -> BgrImage:
        return _disc(self.colour)

    back = face


@dataclass(frozen=True, slots=True)
class Slice:
    """A sixth of a pizza; its back is eaten."""

    label: ClassVar[str] = "slice"
    kind: ClassVar[str] = "wedge"
    size_mm: ClassVar[tuple[float, float]] = (SLICE_MM, SLICE_MM)

    def face(self) -> BgrImage:
        return _slice()

    def back(self) -> BgrImage:
        return _eaten()


def pizza_pieces(pieces: Sequence[Token | Disc]) -> list[Artwork]:
    """Round pieces and both sides of a slice as a gallery takes them."""
    rounds = [Artwork(piece.label, piece.kind, ROUND_MM, piece.face()) for piece in pieces]
    sides = [("slice", Slice().face()), ("slice (back)", Slice().back())]
    return [*rounds, *(Artwork(label, "wedge", SLICE_MM, image) for label, image in sides)]


def _sheet(side_mm: float, paper: str) -> Pen:
    return Pen.on_paper(round(side_mm * PX_PER_MM), paper)


@lru_cache(maxsize=16)
def _token(ingredient: str) -> BgrImage:
    pen = _sheet(ROUND_MM, _PAPER)
    draw_wish(pen.moved(0, 0, 0.95), ingredient)
    return _frozen(pen)


@lru_cache(maxsize=4)
def _disc(colour: str) -> BgrImage:
    """Rings and spokes, dark on light or light on dark."""
    ground = _COLOURS.get(colour, colour)
    other = "#1c1c22" if colour in ("white", "lime") else "#f8f8f8"
    pen = _sheet(ROUND_MM, ground)
    around = np.linspace(0, 2 * np.pi, 61)
    pen.line(0.72 * np.stack([np.cos(around), np.sin(around)], axis=1), other, 0.14)
    for turn in np.arange(3) * 2 * np.pi / 3:
        pen.line([(0, 0), (0.72 * np.sin(turn), -0.72 * np.cos(turn))], other, 0.14)
    pen.ellipse(0, 0, 0.24, 0.24, other, 0, 0)
    return _frozen(pen)


@lru_cache(maxsize=1)
def _slice() -> BgrImage:
    """Cheese with the lines between the zones, upright: the point below, in the middle of the lower edge."""
    pen = _sheet(SLICE_MM, _CRUST)
    for reach_mm, colour in ((SLICE_MM - 5, "#f6dc8a"), (_ZONES_MM[0], "#fbe7a6"), (_ZONES_MM[1], "#fdf0c4")):
        reach = 2 * reach_mm / SLICE_MM
        pen.ellipse(0, 1, reach, reach, colour, 0, 0.012)
    for x, y in ((-0.2, -0.55), (0.3, -0.7), (0.1, -0.2), (-0.12, 0.15), (0.05, 0.5), (-0.5, -0.72), (0.42, -0.3)):
        pen.ellipse(x, y, 0.05, 0.035, "#eab85c", 20, 0)
    return _frozen(pen)


@lru_cache(maxsize=1)
def _eaten() -> BgrImage:
    """An empty plate with crumbs."""
    pen = _sheet(SLICE_MM, _BACK)
    for turn in np.arange(-24, 25, 12):
        reach = (1.7 * np.sin(np.radians(turn)), 1 - 1.7 * np.cos(np.radians(turn)))
        pen.line([(0.12 * reach[0], 0.85), reach], "#c8a27c", 0.05)
    return _frozen(pen)


def _frozen(pen: Pen) -> BgrImage:
    picture = pen.picture()
    picture.flags.writeable = False  # it is shared by everyone who asks
    return picture
