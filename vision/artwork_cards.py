"""The house set's cards of Pizzeria and Pizza: special offers by letter, and customers with two sides.

What stands on them comes in as data; this module only knows how it looks. Each card of a set has a colour of its own
beside what is written on it, so that eyes far above the table tell them apart.
"""

import colorsys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import ClassVar

import numpy as np

from vision.artwork import BACK_GROUND, PX_PER_MM, Artwork
from vision.artwork_pen import INK, Pen
from vision.artwork_toppings import DRAWINGS, LEAF, LEAF_DARK
from vision.frames import BgrImage

CARD_MM = (56.0, 75.0)
_TALL = CARD_MM[1] / CARD_MM[0]
_PAPER, _BACK_LIGHT = "#fdf6e3", "#f2d6a2"
_SIDE_BY_SIDE = 3  # wishes in a row
_TOP = -0.3  # where the wishes begin, below the cloth


@dataclass(frozen=True, slots=True)
class Offer:
    """A special offer: its letter, the symbol of when it is used, and what is crossed out; `number` of `count`."""

    letter: str
    symbol: str  # lightning, clock or flag
    crossed: tuple[str, ...]
    number: int
    count: int
    kind: ClassVar[str] = "rect"
    size_mm: ClassVar[tuple[float, float]] = CARD_MM

    def face(self) -> BgrImage:
        return _offer_face(self)

    def back(self) -> BgrImage:
        return offer_back()


@dataclass(frozen=True, slots=True)
class Customer:
    """A customer, `labels` and points for the first and the later side of the card; `number` of `count`.

    `wants` are ingredients, or a group of them, or "any".
    """

    name: str
    labels: tuple[str, str]
    points: tuple[int, int]
    wants: tuple[str, ...]
    number: int
    count: int
    kind: ClassVar[str] = "rect"
    size_mm: ClassVar[tuple[float, float]] = CARD_MM

    def face(self) -> BgrImage:
        return _customer_side(self, later=False)

    def back(self) -> BgrImage:
        return _customer_side(self, later=True)


Card = Offer | Customer


def card_pieces(cards: Sequence[Card]) -> list[Artwork]:
    """The sides of the cards as a gallery takes them; special offers share their back."""
    pieces = []
    for card in cards:
        sides = (
            [(card.letter, card.face())]
            if isinstance(card, Offer)
            else list(zip(card.labels, (card.face(), card.back()), strict=True))
        )
        pieces += [Artwork(label, "rect", CARD_MM[0], image) for label, image in sides]
    if any(isinstance(card, Offer) for card in cards):
        pieces.append(Artwork("rect (back)", "rect", CARD_MM[0], offer_back()))
    return pieces


def _sheet(paper: str) -> Pen:
    return Pen.on_sheet(round(CARD_MM[0] * PX_PER_MM), round(CARD_MM[1] * PX_PER_MM), paper)


def _frozen(pen: Pen) -> BgrImage:
    picture = pen.picture()
    picture.flags.writeable = False  # it is shared by everyone who asks
    return picture


def _colour(number: int, count: int, light: float, full: float) -> str:
    """One of so many colours around the wheel, neighbours by number far from each other."""
    step = next(step for step in (5, 7, 4, 3, 2, 1) if np.gcd(step, count) == 1)
    red, green, blue = colorsys.hls_to_rgb(number * step % count / count, light, full)
    return "#" + "".join(f"{round(part * 255):02x}" for part in (red, green, blue))


@lru_cache(maxsize=16)
def _offer_face(offer: Offer) -> BgrImage:
    pen = _sheet(_colour(offer.number, offer.count, 0.4 if offer.number % 2 else 0.72, 0.75))
    pen.polygon([(-0.86, -0.62), (0.86, -0.62), (0.86, 0.98), (-0.86, 0.98)], _PAPER, 0.03)
    pen.text(offer.letter, 0.0, 0.18, 1.3, 1.4, _colour(offer.number, offer.count, 0.3, 0.9))
    _SYMBOLS[offer.symbol](pen.moved(-0.6, -0.96, 0.28))
    for place, what in enumerate(offer.crossed):
        small = pen.moved(0.66 - 0.5 * place, -0.96, 0.22)
        small.ellipse(0, 0, 1, 1, _PAPER, 0, 0.1)
        small.text(what, 0, 0, 0.9, 1.5)
        small.line([(-0.7, 0.7), (0.7, -0.7)], "#d2322d", 0.2)
    pen.text(offer.letter, -0.72, _TALL - 0.17, 0.2, 0.3)
    return _frozen(pen)


@lru_cache(maxsize=1)
def offer_back() -> BgrImage:
    """The back of every special offer: stripes around a slice, framed so that it shows on dark tables too."""
    pen = _sheet(BACK_GROUND)
    for at in np.arange(-2.4, 2.41, 0.3):
        pen.line([(at - _TALL, -_TALL), (at + _TALL, _TALL)], _BACK_LIGHT, 0.05)
    pen.line([(-1, -_TALL), (1, -_TALL), (1, _TALL), (-1, _TALL), (-1, -_TALL)], _BACK_LIGHT, 0.16)
    for size, colour in ((0.66, _BACK_LIGHT), (0.6, BACK_GROUND)):
        pen.ellipse(0, 0, size, size, colour, 0, 0)
    pen.polygon([(-0.36, -0.3), (0.36, -0.3), (0, 0.46)], _BACK_LIGHT, 0)
    return _frozen(pen)


@lru_cache(maxsize=32)
def _customer_side(customer: Customer, later: bool) -> BgrImage:
    """Above, the name and the points on cloth of a colour and pattern; below, a tile for each wish."""
    strong = _colour(customer.number, customer.count, 0.4, 0.8)
    pale = _colour(customer.number, customer.count, 0.82, 0.8)
    ground, other = (strong, pale) if later else (pale, strong)
    pen = _sheet(ground)
    _CLOTHS[customer.number % len(_CLOTHS)](pen, other)
    _star(pen.moved(0.48 if later else -0.48, -0.82, 0.48), "#ffffff" if later else "#ffcf2e")
    pen.text(str(customer.points[later]), 0.48 if later else -0.48, -0.8, 0.3, 0.42)
    _wishes(pen, customer.wants)
    pen.polygon([(-1, _TALL - 0.26), (1, _TALL - 0.26), (1, _TALL), (-1, _TALL)], _PAPER, 0)
    pen.text(customer.name, 0, _TALL - 0.13, 0.14, 1.8)
    return _frozen(pen)


def _stripes(pen: Pen, colour: str) -> None:
    for x in np.arange(-0.75, 1.0, 0.5):
        pen.line([(x, -_TALL), (x, _TOP)], colour, 0.2)


def _bands(pen: Pen, colour: str) -> None:
    for y in np.arange(-_TALL + 0.2, _TOP, 0.42):
        pen.line([(-1, y), (1, y)], colour, 0.2)


def _dots(pen: Pen, colour: str) -> None:
    for x in np.arange(-0.75, 1.0, 0.5):
        for y in np.arange(-_TALL + 0.25, _TOP, 0.5):
            pen.ellipse(x, y, 0.15, 0.15, colour, 0, 0)


def _slants(pen: Pen, colour: str) -> None:
    for x in np.arange(-2.0, 2.0, 0.56):
        pen.line([(x, _TOP), (x + _TALL, _TOP - _TALL)], colour, 0.2)


def _checks(pen: Pen, colour: str) -> None:
    for row, y in enumerate(np.arange(-_TALL, _TOP, 0.4)):
        for x in np.arange(-1.0 + 0.4 * (row % 2), 1.0, 0.8):
            pen.polygon([(x, y), (x + 0.4, y), (x + 0.4, y + 0.4), (x, y + 0.4)], colour, 0)


_CLOTHS = (_stripes, _bands, _dots, _slants, _checks)


def _wishes(pen: Pen, wants: Sequence[str]) -> None:
    """Tiles side by side, in one row or two, below the cloth."""
    lines = 1 if len(wants) <= _SIDE_BY_SIDE else 2
    ends = [round(len(wants) * line / lines) for line in range(lines + 1)]
    high = (_TALL - 0.26 - _TOP) / lines
    for line, (start, end) in enumerate(pairwise(ends)):
        wide = 2 / (end - start)
        for at, want in enumerate(wants[start:end]):
            left, top = -1 + at * wide, _TOP + line * high
            pen.polygon(
                [(left, top), (left + wide, top), (left + wide, top + high), (left, top + high)], _ground(want), 0.04
            )
            _draw(pen.moved(left + wide / 2, top + high / 2, 0.42 * min(wide, high)), want)


def draw_wish(pen: Pen, want: str) -> None:
    """An ingredient, or what stands for a group of them, on its own round ground."""
    pen.ellipse(0, 0, 0.95, 0.95, _ground(want), 0, 0.04)
    _draw(pen.moved(0, 0, 0.72), want)


def _ground(want: str) -> str:
    return DRAWINGS[want].ground if want in DRAWINGS else _GROUNDS.get(want, "#ffffff")


def _draw(pen: Pen, want: str) -> None:
    if want in DRAWINGS:
        DRAWINGS[want].draw(pen)
    elif want in _ICONS:
        _ICONS[want](pen)
    else:
        pen.text(want, 0, 0, 0.6, 1.9)


def _star(pen: Pen, colour: str) -> None:
    angles = np.radians(np.arange(-90, 270, 36))
    reach = np.where(np.arange(10) % 2 == 0, 1.0, 0.6)
    pen.polygon(np.stack([reach * np.cos(angles), reach * np.sin(angles)], axis=1), colour, 0.08)


def fish(pen: Pen) -> None:
    """A fish, for a token and for a customer's wish."""
    pen.polygon([(0.42, 0.0), (0.95, -0.5), (0.8, 0.0), (0.95, 0.5)], "#2f6fa8")
    pen.blob([(-0.95, 0.05), (-0.5, -0.44), (0.1, -0.46), (0.62, 0.0), (0.1, 0.46), (-0.5, 0.46)], "#5fa8d8")
    pen.line([(-0.42, -0.38), (-0.26, 0.0), (-0.42, 0.38)], "#2f6fa8", 0.07)
    pen.ellipse(-0.64, -0.08, 0.1, 0.1, "#ffffff", 0, 0.05)
    for x in (0.0, 0.26):
        pen.line([(x, -0.2), (x + 0.1, 0.0), (x, 0.2)], "#2f6fa8", 0.06)


def _vegetable(pen: Pen) -> None:
    pen.blob([(0, -0.9), (0.6, -0.3), (0.5, 0.4), (0, 0.9), (-0.5, 0.4), (-0.6, -0.3)], LEAF)
    pen.line([(0, -0.6), (0, 0.95)], LEAF_DARK, 0.12)


def _meat(pen: Pen) -> None:
    pen.line([(-0.1, 0.1), (0.7, 0.75)], "#f6e6cc", 0.3)
    pen.ellipse(-0.25, -0.2, 0.62, 0.5, "#a5482c", 40)


def _any(pen: Pen) -> None:
    pen.text("?", 0, 0, 1.2, 1.2)


def _lightning(pen: Pen) -> None:
    pen.polygon([(0.3, -1), (-0.6, 0.15), (-0.05, 0.15), (-0.3, 1), (0.6, -0.25), (0.05, -0.25)], "#ffcf2e", 0.1)


def _clock(pen: Pen) -> None:
    pen.ellipse(0, 0, 0.9, 0.9, "#ffffff", 0, 0.12)
    pen.line([(0, -0.6), (0, 0), (0.45, 0.2)], INK, 0.14)


def _flag(pen: Pen) -> None:
    pen.polygon([(-0.6, -0.9), (0.8, -0.45), (-0.6, 0.05)], "#d2322d", 0.08)
    pen.line([(-0.6, -0.95), (-0.6, 0.95)], INK, 0.14)


_GROUNDS = {"fish": "#f2b441", "vegetable": "#d3f0b8", "meat": "#e08a9a", "any": "#e9e9e9"}
_ICONS = {"fish": fish, "vegetable": _vegetable, "meat": _meat, "any": _any}
_SYMBOLS = {"lightning": _lightning, "clock": _clock, "flag": _flag}
