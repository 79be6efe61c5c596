import cv2
import flat_table
import numpy as np
import pytest

from vision.frames import BgrImage
from vision.kinds import Kind
from vision.learning import common_kind
from vision.shadows import without_shadows
from vision.shapes import Shape

SLICE = Kind("wedge", 90.0, 90.0)
PLACES = [(300.0, 300.0), (420.0, 300.0), (540.0, 300.0)]


def table_with_slices(cast_mm: tuple[float, float] = (2.0, 1.5)) -> BgrImage:
    """Pale slices with brown crusts on a sand-coloured table, with soft shadows to the right of them."""
    image = flat_table.empty((130, 165, 185))
    crust, cheese = Kind("wedge", 90.0, 90.0), Kind("wedge", 84.0, 84.0)
    for x_mm, y_mm in PLACES:
        fill(image, crust, x_mm + cast_mm[0], y_mm + cast_mm[1], (45, 58, 66))
        fill(image, crust, x_mm, y_mm, (90, 120, 180))
        fill(image, cheese, x_mm, y_mm + 3.0, (160, 210, 240))
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.8), np.uint8)


def fill(image: BgrImage, kind: Kind, x_mm: float, y_mm: float, colour: tuple[int, int, int]) -> None:
    corners = kind.placed_mm(x_mm, y_mm, 0.0) * flat_table.PX_PER_MM
    cv2.fillPoly(image, [np.rint(corners * 16).astype(np.int32)], colour, cv2.LINE_AA, shift=4)


def roughly(places_mm: list[tuple[float, float]]) -> list[Shape]:
    """As contours see them: larger, and a little beside their place."""
    return [Shape(Kind("wedge", 96.0, 92.0), x_mm + 1.0, y_mm + 1.0, 0.0) for x_mm, y_mm in places_mm]


def test_a_shadow_is_no_part_of_a_slice() -> None:
    kind = common_kind(table_with_slices(), flat_table.CAMERA, roughly(PLACES))
    assert (kind.width_mm, kind.height_mm) == pytest.approx((90.0, 90.0), abs=1.0)


def test_the_table_has_its_own_colour_where_a_shadow_was() -> None:
    image = table_with_slices()
    lit = without_shadows(image, flat_table.CAMERA, roughly(PLACES))
    row, column = round(300 * flat_table.PX_PER_MM), round((300 + 27.0) * flat_table.PX_PER_MM)
    assert image[row, column].mean() < 100
    assert lit[row, column] == pytest.approx(flat_table.empty((130, 165, 185))[row, column], abs=8)


def test_a_dark_rim_all_around_is_no_shadow() -> None:
    image = flat_table.empty((130, 165, 185))
    fill(image, SLICE, 300.0, 300.0, (60, 76, 85))
    fill(image, Kind("wedge", 82.0, 82.0), 300.0, 300.0, (160, 210, 240))
    lit = without_shadows(image, flat_table.CAMERA, [Shape(SLICE, 300.0, 300.0, 0.0)])
    assert np.abs(lit.astype(int) - image).max() <= 1


def test_without_pieces_a_picture_stays_as_it_is() -> None:
    image = flat_table.empty()
    assert np.array_equal(without_shadows(image, flat_table.CAMERA, []), image)
