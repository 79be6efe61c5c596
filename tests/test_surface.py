import numpy as np
import pytest

from vision.surface import Calibration, Points, Surface, fit_camera

SIZE = (2304, 1296)


def camera(turned: bool = False, k1: float = 0.015) -> Calibration:
    """A camera about 1 m above the middle of the table, a little askew."""
    spin = np.pi if turned else 0.0
    away = (560.0, 315.0, 960.0) if turned else (-560.0, -315.0, 960.0)
    return Calibration(Surface(), *SIZE, (0.03, -0.02, spin), away, 1760.0, k1, 0.0, (0, 1, 2, 3))


def corners(seen_by: Calibration, markers: tuple[int, ...]) -> dict[int, Points]:
    surface = seen_by.surface
    return {i: seen_by.to_px(surface.marker_corners_mm(i, surface.marker_mm)) for i in markers}


def places() -> Points:
    return np.stack(np.meshgrid([40.0, 560.0, 1080.0], [40.0, 315.0, 590.0]), axis=-1).reshape(-1, 2)


def test_pixels_and_millimetres_are_inverse() -> None:
    one = camera()
    assert np.abs(one.to_mm(one.to_px(places())) - places()).max() < 1e-6


def test_marker_centres_lie_inside_the_corners_of_the_surface() -> None:
    assert [Surface().marker_centre_mm(i) for i in range(4)] == [(30, 30), (1090, 30), (1090, 600), (30, 600)]


@pytest.mark.parametrize("turned", [False, True])
def test_four_markers_give_the_camera_back(turned: bool) -> None:
    true = camera(turned)
    found = fit_camera(true.surface, corners(true, (0, 1, 2, 3)), *SIZE)
    assert np.abs(found.to_mm(true.to_px(places())) - places()).max() < 0.5
    assert found.residual_mm < 0.05
    assert found.turned is turned


def test_three_markers_are_enough_to_a_millimetre_or_two() -> None:
    true = camera()
    found = fit_camera(true.surface, corners(true, (0, 1, 3)), *SIZE)
    assert np.abs(found.to_mm(true.to_px(places())) - places()).max() < 2.0
    assert found.markers == (0, 1, 3)


def test_two_markers_are_enough_for_a_camera_known_before() -> None:
    true = camera()
    known = fit_camera(true.surface, corners(true, (0, 1, 2, 3)), *SIZE)
    found = fit_camera(true.surface, corners(true, (0, 2)), *SIZE, start=known)
    assert np.abs(found.to_mm(true.to_px(places())) - places()).max() < 2.0


def test_distortion_is_found_not_ignored() -> None:
    true = camera(k1=0.03)
    found = fit_camera(true.surface, corners(true, (0, 1, 2, 3)), *SIZE)
    assert found.k1 == pytest.approx(0.03, abs=0.01)


def test_scale_is_that_of_the_middle() -> None:
    assert camera(k1=0.0).px_per_mm == pytest.approx(1760 / 960, rel=0.05)
