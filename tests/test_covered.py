import flat_table
import numpy as np
import pytest

from vision.covered import CoverWatch, Polygon
from vision.edges import TopView
from vision.frames import BgrImage
from vision.kinds import Kind
from vision.places import distance_mm, inside
from vision.reading import Face, Sighting

VIEW = TopView(flat_table.CAMERA)
KINDS = {"disc": Kind("disc", 35.0, 35.0), "square": Kind("square", 88.0, 88.0)}


def covered(image: BgrImage, *sightings: Sighting) -> tuple[Polygon, ...]:
    above = VIEW.straighten(image)
    watch = CoverWatch(VIEW)
    watch.look(VIEW, above, VIEW.edges(above))
    return watch.covered(list(sightings), KINDS)


def arm(image: BgrImage, x_mm: float, reach_mm: float) -> None:
    """A brown arm that reaches in over the upper edge."""
    image[: round(reach_mm * 2), round(x_mm * 2) - 70 : round(x_mm * 2) + 70] = (60, 90, 160)


def test_a_bare_table_is_not_covered() -> None:
    assert covered(flat_table.empty()) == ()


def test_an_arm_over_the_edge_covers_what_lies_under_it() -> None:
    image = flat_table.empty()
    arm(image, 500, 250)
    (outline,) = covered(image)
    assert inside((500, 120), outline)
    assert distance_mm((500, 245), outline) < 8
    assert not inside((600, 120), outline)


def test_a_cup_in_the_middle_covers_it_too() -> None:
    image = flat_table.empty()
    flat_table.draw_disc(image, 600, 300, 80, (200, 60, 40))
    (outline,) = covered(image)
    assert inside((600, 300), outline)


def test_a_piece_that_was_seen_covers_nothing() -> None:
    image = flat_table.empty()
    flat_table.draw_disc(image, 600, 300, 35)
    flat_table.draw_square(image, 300, 300, 88, 10)
    disc = Sighting("disc", Face.DOWN, None, 600, 300, None, 0.9)
    square = Sighting("square", Face.DOWN, None, 300, 300, 10.0, 0.9)
    assert covered(image, disc, square) == ()


def test_an_arm_whose_outline_a_piece_interrupts_is_closed_by_the_piece() -> None:
    image = flat_table.empty()
    arm(image, 500, 250)
    flat_table.draw_disc(image, 470, 250, 35)
    (outline,) = covered(image, Sighting("disc", Face.DOWN, None, 470, 250, None, 0.9))
    assert inside((510, 120), outline)


@pytest.mark.parametrize("width_px", [2, 16])
def test_a_crease_or_a_pen_covers_nothing(width_px: int) -> None:
    image = flat_table.empty()
    image[400 : 400 + width_px, 300:1500] = (80, 80, 80)
    assert covered(image) == ()


def test_creases_that_enclose_table_cover_nothing() -> None:
    image = flat_table.empty()
    for edge in (400, 700):
        image[edge : edge + 4, 600:1004] = (85, 85, 85)
        image[400:704, edge + 200 : edge + 204] = (85, 85, 85)
    assert covered(image) == ()


def test_a_soft_shadow_covers_nothing() -> None:
    image = flat_table.empty().astype(np.float64)
    away = np.hypot(np.arange(2240)[None, :] - 1100, np.arange(1260)[:, None] - 600)
    image *= (1 - 0.5 / (1 + np.exp((away - 200) / 25)))[..., None]
    assert covered(image.astype(np.uint8)) == ()


def test_the_largest_comes_first() -> None:
    image = flat_table.empty()
    arm(image, 300, 120)
    arm(image, 800, 300)
    first, second = covered(image)
    assert inside((800, 150), first)
    assert inside((300, 60), second)


def test_a_table_with_a_pattern_is_not_covered_by_it() -> None:
    image = flat_table.empty()
    for x_mm in range(150, 1000, 150):
        for y_mm in range(120, 600, 150):
            flat_table.draw_disc(image, x_mm, y_mm, 70, (60, 60, 190))
    assert covered(image) == ()


def test_looking_at_the_part_that_changed_is_enough() -> None:
    watch = CoverWatch(VIEW)
    above = VIEW.straighten(flat_table.empty())
    watch.look(VIEW, above, VIEW.edges(above))
    image = flat_table.empty()
    flat_table.draw_disc(image, 600, 300, 80, (200, 60, 40))
    part = VIEW.part((500, 200, 700, 400))
    cut = part.straighten(image)
    watch.look(part, cut, part.edges(cut))
    assert watch.covered([], KINDS) == covered(image)
