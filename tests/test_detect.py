import cv2
import flat_table
import numpy as np
import pytest

from vision.detect import Candidate, find_discs, find_rects
from vision.edges import TopView
from vision.frames import BgrImage
from vision.kinds import Kind
from vision.proposals import propose

VIEW = TopView(flat_table.CAMERA)
CARD, SLICE = Kind("rect", 56.0, 72.0), Kind("wedge", 62.0, 110.0)


def discs(image: BgrImage, diameter_mm: float = 35.0) -> list[Candidate]:
    return find_discs(VIEW, VIEW.edges(VIEW.straighten(image)), Kind("disc", diameter_mm, diameter_mm))


def squares(image: BgrImage, side_mm: float = 88.0) -> list[Candidate]:
    return find_rects(VIEW, VIEW.edges(VIEW.straighten(image)), Kind("square", side_mm, side_mm))


def test_an_empty_table_has_no_outlines() -> None:
    assert discs(flat_table.empty()) == []
    assert squares(flat_table.empty()) == []


def test_a_disc_is_found_where_it_lies() -> None:
    image = flat_table.empty()
    flat_table.draw_disc(image, 400, 300, 35)
    best = discs(image)[0]
    assert np.hypot(best.x_mm - 400, best.y_mm - 300) < 1.5
    assert best.votes > 1.0


def test_dark_discs_count_like_light_ones() -> None:
    image = flat_table.empty()
    flat_table.draw_disc(image, 400, 300, 35, (70, 70, 80))
    assert discs(image)[0].votes > 1.0


def test_touching_discs_are_two() -> None:
    image = flat_table.empty()
    flat_table.draw_disc(image, 400, 300, 35)
    flat_table.draw_disc(image, 435, 300, 35)
    clear = [c for c in discs(image) if c.votes > 0.8]
    assert sorted(round(c.x_mm / 5) * 5 for c in clear) == [400, 435]


def test_a_cup_of_another_size_is_no_clear_disc() -> None:
    image = flat_table.empty()
    flat_table.draw_disc(image, 400, 300, 80)
    assert all(c.votes < 0.7 for c in discs(image))


@pytest.mark.parametrize("turn_deg", [0.0, 12.0, 45.0, 77.0])
def test_a_square_is_found_at_any_rotation(turn_deg: float) -> None:
    image = flat_table.empty()
    flat_table.draw_square(image, 500, 300, 88, turn_deg)
    best = squares(image)[0]
    assert np.hypot(best.x_mm - 500, best.y_mm - 300) < 5
    assert abs((best.rotation_deg - turn_deg + 45) % 90 - 45) <= 5
    assert best.votes > 3.0


def test_a_smaller_square_has_fewer_sides_in_place() -> None:
    image = flat_table.empty()
    flat_table.draw_square(image, 500, 300, 60)
    assert all(c.votes < 2.5 for c in squares(image))


def test_markers_are_no_outlines() -> None:
    image = flat_table.empty()
    flat_table.draw_square(image, 30, 30, 50)
    assert squares(image, 50.0) == []


def test_a_part_of_the_table_is_looked_at_alone() -> None:
    image = flat_table.empty()
    flat_table.draw_disc(image, 400, 300, 35)
    flat_table.draw_disc(image, 800, 300, 35)
    part = VIEW.part((300.0, 200.0, 500.0, 400.0))
    found = find_discs(part, part.edges(part.straighten(image)), Kind("disc", 35.0, 35.0))
    assert [round(c.x_mm / 5) * 5 for c in found if c.votes > 0.8] == [400]


def test_a_part_is_cut_to_whole_cells_within_the_view() -> None:
    part = VIEW.part((-500.0, 101.0, 203.0, 5000.0))
    assert tuple(part.origin_mm) == (-24.0, 100.0)
    assert (part.width, part.height) == (228, VIEW.height - 124)
    assert part.straighten(flat_table.empty()).shape == (part.height, part.width, 3)


def test_of_a_part_beside_the_view_one_cell_is_left() -> None:
    part = VIEW.part((-900.0, 100.0, -500.0, 102.0))
    assert (part.width, part.height) == (4, 4)


def test_a_card_is_found_with_its_long_side_as_it_lies() -> None:
    image = flat_table.empty()
    corners = np.rint(CARD.placed_mm(500, 300, 30.0) * flat_table.PX_PER_MM).astype(np.int32)
    cv2.fillPoly(image, [corners], (235, 240, 245))
    best = propose(VIEW, VIEW.edges(VIEW.straighten(image)), CARD)[0]
    assert np.hypot(best.x_mm - 500, best.y_mm - 300) < 5
    assert abs((best.rotation_deg - 30 + 90) % 180 - 90) <= 5


@pytest.mark.parametrize("turn_deg", [0.0, 97.0, 200.0, 341.0])
def test_a_slice_is_found_at_any_rotation(turn_deg: float) -> None:
    image = flat_table.empty()
    corners = np.rint(SLICE.placed_mm(500, 300, turn_deg) * flat_table.PX_PER_MM).astype(np.int32)
    cv2.fillPoly(image, [corners], (235, 240, 245))
    best = propose(VIEW, VIEW.edges(VIEW.straighten(image)), SLICE)[0]
    assert np.hypot(best.x_mm - 500, best.y_mm - 300) < 8
    assert abs((best.rotation_deg - turn_deg + 180) % 360 - 180) <= 6
