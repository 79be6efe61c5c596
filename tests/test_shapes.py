import flat_table
import numpy as np
import pytest

from vision.frames import BgrImage
from vision.shapes import Shape, find_shapes, shapes_by_votes


def table_with_pieces() -> BgrImage:
    image = flat_table.empty()
    for x_mm in (200, 260, 320):
        flat_table.draw_disc(image, x_mm, 150, 40)
    flat_table.draw_square(image, 420, 180, 70, 5)
    flat_table.draw_square(image, 300, 300, 70)
    return image


def summary(shapes: list[Shape]) -> list[tuple[str, int, int]]:
    return [(s.kind.name, round(s.x_mm / 10) * 10, round(s.y_mm / 10) * 10) for s in shapes]


def test_discs_and_squares_are_found_in_reading_order() -> None:
    shapes = find_shapes(table_with_pieces(), flat_table.CAMERA)
    row = [("disc", 200, 150), ("disc", 260, 150), ("disc", 320, 150), ("square", 420, 180)]
    assert summary(shapes) == [*row, ("square", 300, 300)]
    assert [s.kind.width_mm for s in shapes] == pytest.approx([40, 40, 40, 70, 70], abs=4.5)
    assert shapes[3].rotation_deg == pytest.approx(5, abs=1.5)


def test_other_things_are_neither() -> None:
    image = flat_table.empty()
    image[300:340, 400:900] = (40, 40, 40)
    flat_table.draw_disc(image, 700, 300, 8)
    flat_table.draw_disc(image, 800, 400, 200)
    assert find_shapes(image, flat_table.CAMERA) == []


def test_all_sizes_are_tried_where_contours_do_not_help() -> None:
    grain = np.random.default_rng(2).normal(0, 10, (1260, 2240, 1))
    image = np.clip(table_with_pieces() + grain, 0, 255).astype(np.uint8)
    places = [(200.0, 150.0), (260.0, 150.0), (320.0, 150.0), (420.0, 180.0), (300.0, 300.0), (900.0, 400.0)]
    shapes = shapes_by_votes(image, flat_table.CAMERA, places)
    assert sorted(summary(shapes)) == sorted(summary(find_shapes(table_with_pieces(), flat_table.CAMERA)))
    assert all(abs(s.kind.width_mm - 70) <= 4 for s in shapes if s.kind.name == "square")
    assert all(abs(s.kind.width_mm - 40) <= 4 for s in shapes if s.kind.name == "disc")
