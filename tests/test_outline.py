import flat_table
import numpy as np
import pytest

from vision.detect import Candidate
from vision.kinds import Kind
from vision.outline import refine

DISC = Kind("disc", 35.0, 35.0)


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
