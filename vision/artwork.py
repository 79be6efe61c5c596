"""The house set: our own drawn pieces, for everybody who has no box of the game, and for the simulated table.

Recipes come in as data (`mushroom-tomato-onion`), so this module knows no rules, only how things look.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from vision.artwork_pen import Pen
from vision.artwork_toppings import DRAWINGS
from vision.errors import ArtworkError
from vision.frames import BgrImage

DISC_MM = 34.0
SQUARE_MM = 80.0
PX_PER_MM = 12.0  # a little more than print at 300 dpi needs
CHEESE = "cheese"

_PAPER = "#fdf6e3"
BACK_GROUND, _BACK_LIGHT = "#6e1f36", "#f2d6a2"
_RIM = 0.9  # where a token's cream rim begins, of its radius


class Artwork(NamedTuple):
    """How one piece looks upright: its kind of outline, its diameter or width, and the BGR picture of one face."""

    label: str
    kind: str
    size_mm: float
    image: BgrImage


def house_pieces(recipes: Iterable[str]) -> list[Artwork]:
    """All tokens, a pizza card for each recipe (toppings joined with `-`), and the two backs, as a gallery takes them.

    Raises ArtworkError for a recipe that is not three different toppings of the set.
    """
    tokens = [Artwork(kind, "disc", DISC_MM, token_face(kind)) for kind in DRAWINGS]
    cards = [Artwork(recipe, "square", SQUARE_MM, card_face(recipe)) for recipe in recipes]
    backs = [
        Artwork("disc (back)", "disc", DISC_MM, token_back()),
        Artwork("square (back)", "square", SQUARE_MM, card_back()),
    ]
    return tokens + cards + backs


@lru_cache(maxsize=32)
def token_face(kind: str) -> BgrImage:
    """A token's face, BGR square picture whose inscribed circle is the token."""
    if kind not in DRAWINGS:
        raise ArtworkError(f"there is no drawing of {kind!r}; the house set has {', '.join(DRAWINGS)}")
    pen = Pen.on_paper(round(DISC_MM * PX_PER_MM), _PAPER)
    pen.ellipse(0, 0, _RIM, _RIM, DRAWINGS[kind].ground, 0, 0.03)
    DRAWINGS[kind].draw(pen.moved(0, 0, 0.74))
    return _frozen(pen)


@lru_cache(maxsize=32)
def card_face(recipe: str) -> BgrImage:
    """A pizza card: its toppings and cheese on a pizza, one in each quarter, on the grounds of their tokens."""
    toppings = recipe.split("-")
    known = [kind for kind in DRAWINGS if kind not in (CHEESE, "fly")]
    if len(set(toppings)) != 3 or len(toppings) != 3 or not set(toppings) <= set(known):
        raise ArtworkError(
            f"{recipe!r} is no pizza of the house set; join three different ones of {', '.join(known)} with '-'"
        )
    pen = Pen.on_paper(round(SQUARE_MM * PX_PER_MM), _PAPER)
    quarters = list(zip([*toppings, CHEESE], ((-1, -1), (1, -1), (-1, 1), (1, 1)), strict=True))
    for kind, (x, y) in quarters:
        pen.polygon([(0, 0), (0.95 * x, 0), (0.95 * x, 0.95 * y), (0, 0.95 * y)], DRAWINGS[kind].ground, 0)
    _draw_pizza(pen)
    for kind, (x, y) in quarters:
        DRAWINGS[kind].draw(pen.moved(0.37 * x, 0.37 * y, 0.315))
    return _frozen(pen)


def _draw_pizza(pen: Pen) -> None:
    pen.ellipse(0, 0, 0.91, 0.91, "#c98a44", 0, 0.022)
    pen.ellipse(0, 0, 0.87, 0.87, "#e0a860", 0, 0)
    pen.ellipse(0, 0, 0.81, 0.81, "#c4402a", 0, 0)
    around = np.linspace(0, 2 * np.pi, 180, endpoint=False)
    melt = 0.765 + 0.016 * np.sin(9 * around) + 0.01 * np.sin(17 * around + 1)
    pen.polygon(np.stack([melt * np.cos(around), melt * np.sin(around)], axis=1), "#fbe3a0", 0)
    for x, y, size in ((0, 0.68, 0.04), (0.02, -0.66, 0.05), (-0.68, 0.02, 0.05), (0.69, -0.03, 0.04)):
        pen.ellipse(x, y, size, size * 0.8, "#eec46c", 20, 0)
    for turn_deg in (-35, 85, 205):
        turn = np.radians(turn_deg)
        pen.ellipse(0.055 * np.cos(turn), 0.055 * np.sin(turn), 0.06, 0.028, "#4f9a3d", turn_deg, 0.01)


@lru_cache(maxsize=1)
def token_back() -> BgrImage:
    """A token's back: a lattice of diamonds."""
    pen = Pen.on_paper(round(DISC_MM * PX_PER_MM), BACK_GROUND)
    for x in np.arange(-1.2, 1.21, 0.4):
        for y in np.arange(-1.2, 1.21, 0.4):
            pen.polygon([(x, y - 0.13), (x + 0.13, y), (x, y + 0.13), (x - 0.13, y)], _BACK_LIGHT, 0)
    around = np.linspace(0, 2 * np.pi, 121)
    pen.line(0.95 * np.stack([np.cos(around), np.sin(around)], axis=1), BACK_GROUND, 0.11)
    return _frozen(pen)


@lru_cache(maxsize=1)
def card_back() -> BgrImage:
    """A card's back: the same lattice, framed, around a slice of pizza."""
    pen = Pen.on_paper(round(SQUARE_MM * PX_PER_MM), BACK_GROUND)
    for x in np.arange(-0.85, 0.86, 0.17):
        for y in np.arange(-0.85, 0.86, 0.17):
            pen.polygon([(x, y - 0.055), (x + 0.055, y), (x, y + 0.055), (x - 0.055, y)], _BACK_LIGHT, 0)
    pen.line([(-0.95, -0.95), (0.95, -0.95), (0.95, 0.95), (-0.95, 0.95), (-0.95, -0.95)], _BACK_LIGHT, 0.03)
    for reach, colour in ((0.68, _BACK_LIGHT), (0.63, BACK_GROUND)):
        pen.polygon([(0, -reach), (reach, 0), (0, reach), (-reach, 0)], colour, 0)
    pen.polygon([(-0.26, -0.2), (0.26, -0.2), (0, 0.34)], _BACK_LIGHT, 0)
    pen.blob([(-0.3, -0.2), (0, -0.31), (0.3, -0.2), (0.28, -0.13), (0, -0.22), (-0.28, -0.13)], _BACK_LIGHT, 0)
    for x, y in ((-0.08, -0.08), (0.1, -0.04), (0.0, 0.1)):
        pen.ellipse(x, y, 0.05, 0.05, BACK_GROUND, 0, 0)
    return _frozen(pen)


def _frozen(pen: Pen) -> BgrImage:
    picture = pen.picture()
    picture.flags.writeable = False  # it is shared by everyone who asks
    return picture
