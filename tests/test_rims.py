import cv2
import flat_table
import pytest

from vision.rims import measure_rounds, middle_of_round

PLACES = [(200.0, 300.0), (300.0, 300.0)]


@pytest.mark.parametrize("rough_mm", [30.0, 35.0, 42.0])
def test_a_diameter_is_measured_from_a_rough_one(rough_mm: float) -> None:
    image = flat_table.empty()
    for place in PLACES:
        flat_table.draw_disc(image, *place, 35)
    beside = [(x_mm + 1.5, y_mm - 2.0) for x_mm, y_mm in PLACES]
    assert measure_rounds(image, flat_table.CAMERA, beside, rough_mm) == pytest.approx(35.0, abs=1.0)


def test_a_ring_printed_inside_is_not_the_rim() -> None:
    image = flat_table.empty((215, 220, 225))
    for place in PLACES:
        flat_table.draw_disc(image, *place, 35, (245, 245, 245))
        flat_table.draw_disc(image, *place, 32, (190, 190, 190))
        flat_table.draw_disc(image, *place, 30, (245, 245, 245))
    assert measure_rounds(image, flat_table.CAMERA, PLACES, 35.0) == pytest.approx(35.0, abs=1.0)


def test_a_shadow_is_no_part_of_a_round_piece() -> None:
    image = flat_table.empty((160, 185, 200))
    for x_mm, y_mm in PLACES:
        flat_table.draw_disc(image, x_mm + 2.0, y_mm + 2.5, 20, (60, 65, 70))
        flat_table.draw_disc(image, x_mm, y_mm, 20, (190, 210, 225))
    image = cv2.GaussianBlur(image, (0, 0), 1.2)
    assert measure_rounds(image, flat_table.CAMERA, PLACES, 23.0) == pytest.approx(20.0, abs=1.0)
    found = middle_of_round(image, flat_table.CAMERA, 201.5, 302.0, 20.0)
    assert found == pytest.approx(PLACES[0], abs=0.5)
