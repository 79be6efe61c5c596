import flat_table
import numpy as np
import pytest

from vision.detect import Candidate
from vision.kinds import Kind
from vision.outline import Outline, refine, rim_offset_mm

DISC = Kind("disc", 35.0, 35.0)
AT = Outline("disc", 400, 300, 0, 1)


def test_a_disc_is_moved_to_where_it_lies() -> None:
    image = flat_table.empty()
    flat_table.draw_disc(image, 400, 300, 35)
    found = refine(image, flat_table.CAMERA, Candidate("disc", 402, 298.5, 0, 1), DISC)
    assert np.hypot(found.x_mm - 400, found.y_mm - 300) < 0.5
    assert found.support > 0.95


def test_a_square_is_moved_and_turned_to_where_it_lies() -> None:
    image = flat_table.empty()
    flat_table.draw_square(image, 500, 300, 88, 12.0)
    found = refine(image, flat_table.CAMERA, Candidate("square", 503, 297, 10, 3), Kind("square", 88.0, 88.0))
    assert np.hypot(found.x_mm - 500, found.y_mm - 300) < 1.0
    assert found.rotation_deg == pytest.approx(12.0, abs=1.1)
    assert found.support > 0.95


def test_half_a_disc_has_half_the_support() -> None:
    image = flat_table.empty()
    flat_table.draw_disc(image, 400, 300, 35)
    image[:, 800:] = flat_table.GRAY
    found = refine(image, flat_table.CAMERA, Candidate("disc", 400, 300, 0, 1), DISC)
    assert 0.35 < found.support < 0.75


@pytest.mark.parametrize("size_mm", [34.0, 36.5])
def test_how_far_the_edge_lies_off_a_guessed_size(size_mm: float) -> None:
    image = flat_table.empty()
    flat_table.draw_disc(image, 400, 300, 35)
    off_mm = rim_offset_mm(image, flat_table.CAMERA, AT, Kind("disc", size_mm, size_mm))
    assert off_mm == pytest.approx((35 - size_mm) / 2, abs=0.3)


def test_a_ring_printed_inside_is_not_the_edge() -> None:
    image = flat_table.empty((215, 220, 225))
    flat_table.draw_disc(image, 400, 300, 35, (245, 245, 245))
    flat_table.draw_disc(image, 400, 300, 32, (190, 190, 190))
    flat_table.draw_disc(image, 400, 300, 30, (245, 245, 245))
    off_mm = rim_offset_mm(image, flat_table.CAMERA, AT, DISC)
    assert abs(off_mm) < 0.5
