"""The house set and the markers as A4 pages to print, 300 dots an inch, with lines to cut along.

Pages come as fronts followed by their backs; both are laid out symmetrically, so that a printer that prints on both
sides (flipped on the long edge) puts each back behind its front.
"""

import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.artwork import BACK_GROUND, DISC_MM, SQUARE_MM, card_back, card_face, token_back, token_face
from vision.artwork_cards import CARD_MM, Card
from vision.artwork_pen import bgr
from vision.artwork_pizza import ROUND_MM, Disc
from vision.frames import BgrImage
from vision.surface import MARKER_NAMES, Surface

HOW_TO_PRINT = (
    "Print all pages on A4 at 100 % (actual size, not fitted to the page), on both sides, flipped on the long edge; "
    "the line at the foot of each page must measure 100 mm. Glue them on card if your paper is thin, and cut."
)
DOTS_PER_INCH = 300
PAGE_MM = (210.0, 297.0)
Size = tuple[float, float]  # width and height in millimetres
_DOTS_PER_MM = DOTS_PER_INCH / 25.4
_DOTS_PER_METRE = round(DOTS_PER_INCH / 0.0254)
_BLEED_MM = 1.5  # printed beyond the cut on backs, because printers and scissors miss
_GRAY, _BLACK = "#9a9a9a", "#202020"
_MARKER_BORDER_MM = 10.0
_AFTER_HEADER = 33  # bytes of a PNG's signature and header chunk


class Sheet(NamedTuple):
    """One page: what to call its file, and the file's bytes (PNG)."""

    name: str
    png: bytes


class Page:
    """A white A4 page, drawn on in millimetres."""

    def __init__(self, title: str) -> None:
        width, height = (round(side * _DOTS_PER_MM) for side in PAGE_MM)
        self.picture: BgrImage = np.full((height, width, 3), 255, np.uint8)
        self.text(f"Pizza Table {title}. Print at 100 %.", 15.0, 10.0)
        self.line((55.0, 289.0), (155.0, 289.0))
        for x_mm in (55.0, 155.0):
            self.line((x_mm, 286.5), (x_mm, 291.5))
        self.text("this line is 100 mm long", 84.0, 286.0)

    def place(self, image: BgrImage, x_mm: float, y_mm: float, size_mm: Size, kind: str) -> None:
        """Put a picture as wide and high, or its round middle, with its middle there."""
        width, height = (round(side * _DOTS_PER_MM) for side in size_mm)
        left, top = round((x_mm - size_mm[0] / 2) * _DOTS_PER_MM), round((y_mm - size_mm[1] / 2) * _DOTS_PER_MM)
        window = self.picture[top : top + height, left : left + width]
        piece = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
        mask = np.full((height, width), 255, np.uint8)
        if kind == "disc":
            mask[:] = 0
            cv2.circle(mask, (width * 8, width * 8), width * 8, (255,), -1, cv2.LINE_AA, 4)
        cover = (mask / 255.0)[..., None]
        window[:] = np.round(piece * cover + window * (1 - cover))

    def cut_around(self, kind: str, x_mm: float, y_mm: float, size_mm: Size) -> None:
        """A fine line to cut along."""
        if kind == "disc":
            cv2.circle(self.picture, *_circle(x_mm, y_mm, size_mm[0]), bgr(_GRAY), 2, cv2.LINE_AA, 4)
            return
        across, down = size_mm[0] / 2, size_mm[1] / 2
        corners = [(x_mm + i * across, y_mm + j * down) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
            self.line(start, end, _GRAY)

    def line(self, start_mm: tuple[float, float], end_mm: tuple[float, float], colour: str = _BLACK) -> None:
        start, end = (tuple(round(v * _DOTS_PER_MM) for v in point) for point in (start_mm, end_mm))
        cv2.line(self.picture, start, end, bgr(colour), 2, cv2.LINE_AA)

    def text(self, words: str, x_mm: float, y_mm: float) -> None:
        at = (round(x_mm * _DOTS_PER_MM), round(y_mm * _DOTS_PER_MM))
        cv2.putText(self.picture, words, at, cv2.FONT_HERSHEY_SIMPLEX, 1.3, bgr(_BLACK), 2, cv2.LINE_AA)


class _Grid(NamedTuple):
    """Where pieces of one kind lie on a page, middles in millimetres; rows are symmetrical from left to right."""

    kind: str
    size_mm: Size
    places_mm: tuple[tuple[float, float], ...]


_TOKENS = _Grid(
    "disc", (DISC_MM, DISC_MM), tuple((105 + 44 * (c - 1.5), 50 + 60 * r) for r in range(4) for c in range(4))
)
_PIZZAS = _Grid(
    "square", (SQUARE_MM, SQUARE_MM), tuple((105 + 90 * (c - 0.5), 62 + 88 * r) for r in range(3) for c in range(2))
)
_CARDS = _Grid("rect", CARD_MM, tuple((105 + 64 * (c - 1), 62 + 84 * r) for r in range(3) for c in range(3)))
_DISCS = _Grid(
    "disc", (ROUND_MM, ROUND_MM), tuple((105 + 30 * (c - 1.5), 50 + 30 * r) for r in range(7) for c in range(4))
)
_SMALL = {"rect": _CARDS, "disc": _DISCS}

Sides = tuple[BgrImage, BgrImage]  # a piece's face and its back


def house_sheets(
    recipes: Sequence[str], token_counts: Mapping[str, int], decks: Mapping[str, Sequence[Card | Disc]] | None = None
) -> Iterator[Sheet]:
    """All pages to print, one by one: tokens (16 a page), cards (6 a page), and the four markers of the surface.

    `token_counts` says how many tokens there are of each kind; `decks` are smaller cards (9 a page) or discs, by what
    they are.
    Raises ArtworkError for what the house set has not.
    """
    kinds = [kind for kind, count in token_counts.items() for _ in range(count)]
    parts: list[tuple[str, _Grid, list[Sides]]] = [
        ("tokens", _TOKENS, [(token_face(kind), token_back()) for kind in kinds]),
        ("cards", _PIZZAS, [(card_face(recipe), card_back()) for recipe in recipes]),
        *((name, _SMALL[deck[0].kind], [(p.face(), p.back()) for p in deck]) for name, deck in (decks or {}).items()),
    ]
    number = 0
    for name, grid, pieces in parts:
        for first in range(0, len(pieces), len(grid.places_mm)):
            fronts, backs = zip(*pieces[first : first + len(grid.places_mm)], strict=True)
            for title, images, bleed_mm in ((name, fronts, 0.0), (f"{name}-back", backs, _BLEED_MM)):
                number += 1
                yield Sheet(f"{number}-{title}.png", page_png(_piece_page(title, grid, images, bleed_mm).picture))
    yield Sheet(f"{number + 1}-markers.png", page_png(_marker_page().picture))


def _piece_page(title: str, grid: _Grid, images: Sequence[BgrImage], bleed_mm: float) -> Page:
    """Fronts with lines to cut along, or (with a bleed) backs, which are mirrored by turning the sheet over."""
    page = Page(f"house set: {title}")
    width_mm, height_mm = grid.size_mm
    for image, (x_mm, y_mm) in zip(images, grid.places_mm, strict=False):
        if bleed_mm:
            ground = np.full_like(image, bgr(BACK_GROUND) if grid is _TOKENS else image[0, 0])
            page.place(ground, PAGE_MM[0] - x_mm, y_mm, (width_mm + 2 * bleed_mm, height_mm + 2 * bleed_mm), grid.kind)
            page.place(image, PAGE_MM[0] - x_mm, y_mm, grid.size_mm, grid.kind)
        else:
            page.place(image, x_mm, y_mm, grid.size_mm, grid.kind)
            page.cut_around(grid.kind, x_mm, y_mm, grid.size_mm)
    return page


def _marker_page() -> Page:
    page, surface = Page("house set: markers, one for each corner of the table"), Surface()
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for marker, name in enumerate(MARKER_NAMES):
        x_mm, y_mm = 60 + 90 * (marker in (1, 2)), 75 + 110 * (marker in (2, 3))
        ink = cv2.aruco.generateImageMarker(dictionary, marker, round(surface.marker_mm * _DOTS_PER_MM))
        page.place(
            np.asarray(cv2.cvtColor(ink, cv2.COLOR_GRAY2BGR), np.uint8), x_mm, y_mm, (surface.marker_mm,) * 2, "square"
        )
        page.cut_around("square", x_mm, y_mm, (surface.marker_mm + 2 * _MARKER_BORDER_MM,) * 2)
        page.text(f"{marker}: {name}, this way up", x_mm - 29, y_mm + 36)
    return page


def _circle(x_mm: float, y_mm: float, size_mm: float) -> tuple[tuple[int, int], int]:
    """Middle and radius in OpenCV's sixteenths of a dot."""
    x, y, radius = (round(v * _DOTS_PER_MM * 16) for v in (x_mm, y_mm, size_mm / 2))
    return (x, y), radius


def page_png(picture: BgrImage) -> bytes:
    """The picture as PNG that knows its size on paper, which OpenCV does not write."""
    plain = cv2.imencode(".png", picture)[1].tobytes()
    content = b"pHYs" + struct.pack(">IIB", _DOTS_PER_METRE, _DOTS_PER_METRE, 1)
    size = struct.pack(">I", len(content) - 4) + content + struct.pack(">I", zlib.crc32(content))
    return plain[:_AFTER_HEADER] + size + plain[_AFTER_HEADER:]
