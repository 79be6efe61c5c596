import numpy as np
import pytest

from vision.kinds import HABITS, Kind, turned

SLICE = Kind("wedge", 62.0, 110.0)


def test_every_outline_fills_its_box_and_no_more() -> None:
    for name in HABITS:
        kind = Kind(name, 60.0, 60.0 if name in ("disc", "square") else 80.0)
        corners = kind.corners_mm()
        assert np.ptp(corners, axis=0) == pytest.approx((kind.width_mm, kind.height_mm), abs=0.01)


def test_an_outline_comes_onto_itself_as_often_as_is_said() -> None:
    for kind in (Kind("square", 60.0, 60.0), Kind("rect", 56.0, 72.0)):
        again = kind.corners_mm() @ turned(360 / kind.turns).T
        assert all(np.abs(kind.corners_mm() - corner).sum(axis=1).min() < 1e-6 for corner in again)


def test_a_slice_has_its_crust_up_and_its_point_down() -> None:
    corners = SLICE.corners_mm()
    assert tuple(corners[-1]) == pytest.approx((0.0, 55.0))
    assert np.hypot(*(corners[:-1] - corners[-1]).T) == pytest.approx(110.0)


def test_a_piece_is_placed_turned_clockwise() -> None:
    point = SLICE.placed_mm(500.0, 300.0, 90.0)[-1]
    assert tuple(point) == pytest.approx((445.0, 300.0))


def test_an_outline_grows_on_all_sides() -> None:
    grown = Kind("rect", 56.0, 72.0).corners_mm(7.0)
    assert np.ptp(grown, axis=0) == pytest.approx((70.0, 86.0))


def test_slices_beside_each_other_come_round_to_the_first() -> None:
    eleventh = Kind("wedge", 2 * 110.0 * float(np.sin(np.pi / 11)), 110.0)
    place = (300.0, 200.0, 40.0)
    for _ in range(11):
        _, place = eleventh.beside_mm(*place)
    assert place == pytest.approx((300.0, 200.0, 40.0))


def test_cards_beside_each_other_touch_and_discs_lie_anywhere() -> None:
    left, right = Kind("rect", 56.0, 72.0).beside_mm(500.0, 300.0, 90.0)
    assert left == pytest.approx((500.0, 244.0, 90.0))
    assert right == pytest.approx((500.0, 356.0, 90.0))
    assert Kind("disc", 30.0, 30.0).beside_mm(500.0, 300.0, 0.0) == []
