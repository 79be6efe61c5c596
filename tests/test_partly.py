"""Slices of which other pieces hide a large part."""

from functools import cache
from pathlib import Path

import cv2
import flat_table
import numpy as np
import pytest

from vision.enrol import enrol
from vision.frames import BgrImage
from vision.gallery import Artwork, Gallery
from vision.kinds import turned
from vision.light import PaperLight
from vision.outline import Outline
from vision.partly import PartLook
from vision.reading import Face
from vision.recognise import Recogniser
from vision.sampling import Place

PHOTOS = Path(__file__).parent / "data" / "photos" / "pizza"
TOKENS_MM = [(-18.0, -27.0), (8.0, -30.0), (22.0, -12.0), (-6.0, -6.0), (8.0, 10.0)]  # on an upright slice
WHITE = np.log(np.full(3, 235.0))


@cache
def gallery() -> Gallery:
    return enrol(PHOTOS / "enrol.jpg", PHOTOS / "truth.json")


def slices() -> list[Artwork]:
    return [artwork for artwork in gallery().artworks if artwork.kind.name == "wedge"]


def laid(artwork: Artwork, turn_deg: float, covered: bool) -> BgrImage:
    """A slice in the middle of the table, with tokens on it."""
    image = flat_table.empty((70, 90, 80))
    height, width = artwork.picture.shape[:2]
    ends = np.array([[-1, -1], [1, -1], [1, 1]]) * (artwork.kind.width_mm / 2, artwork.kind.height_mm / 2)
    to_px = (ends @ turned(turn_deg).T + (560.0, 315.0)) * flat_table.PX_PER_MM
    corners = np.array([[0, 0], [width, 0], [width, height]], np.float32)
    moved = cv2.warpAffine(
        artwork.picture, cv2.getAffineTransform(corners, to_px.astype(np.float32)), image.shape[1::-1]
    )
    outline = artwork.kind.placed_mm(560.0, 315.0, turn_deg, -0.5) * flat_table.PX_PER_MM
    shows = cv2.fillPoly(np.zeros(image.shape[:2], np.uint8), [np.rint(outline).astype(np.int32)], (1,)) > 0
    image[shows] = moved[shows]
    for number, place in enumerate(TOKENS_MM if covered else []):
        x_mm, y_mm = np.array(place) @ turned(turn_deg).T + (560.0, 315.0)
        flat_table.draw_disc(image, x_mm, y_mm, 20, (235, 235, 235))
        flat_table.draw_disc(image, x_mm, y_mm, 12, ((60, 40, 190), (70, 150, 60), (180, 90, 40))[number % 3])
    return image


@pytest.mark.parametrize("turn_deg", [0.0, 75.0, 200.0])
@pytest.mark.parametrize("side", [0, 1])
def test_the_side_is_known_under_many_tokens(side: int, turn_deg: float) -> None:
    look = PartLook(gallery().kinds["wedge"], gallery().pictures("wedge"))
    image = laid(slices()[side], turn_deg, covered=True)
    place = Place.on(flat_table.CAMERA, 560.0, 315.0)
    assert look.side(image, place, turn_deg, WHITE) == side


def test_the_bare_table_is_no_side() -> None:
    look = PartLook(gallery().kinds["wedge"], gallery().pictures("wedge"))
    place = Place.on(flat_table.CAMERA, 300.0, 315.0)
    assert look.side(flat_table.empty(), place, 0.0, WHITE) is None


def test_a_covered_slice_is_read_where_its_outline_shows() -> None:
    image = laid(slices()[0], 30.0, covered=True)
    paper = PaperLight.of(image, flat_table.CAMERA, ())
    outlines = [Outline("wedge", 560.0, 315.0, 30.0, support) for support in (1.0, 0.6)]
    full, part = (s for s, _ in Recogniser(gallery()).look(image, flat_table.CAMERA, "wedge", outlines, paper))
    assert (full.face, full.label) == (Face.UP, "slice")
    assert part.label is None


def test_a_back_lies_where_its_outline_is() -> None:
    image = laid(slices()[1], 30.0, covered=False)
    outlines = [Outline("wedge", 561.0, 314.5, 30.0, 1.0)]
    paper = PaperLight.of(image, flat_table.CAMERA, ())
    [(sighting, _)] = Recogniser(gallery()).look(image, flat_table.CAMERA, "wedge", outlines, paper)
    assert sighting.face is Face.DOWN
    assert (sighting.x_mm, sighting.y_mm) == (561.0, 314.5)
