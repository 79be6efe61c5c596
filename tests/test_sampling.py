import flat_table
import numpy as np
import pytest

from vision.light import PaperLight
from vision.sampling import Place, free_of_light, ring_grid, sample_rings

GRID = ring_grid(15.0, 6, 24)
HERE = np.zeros((1, 1, 2))


def spotted() -> np.ndarray:
    """A light disc with a red spot to the right of its centre at (400, 300) mm."""
    image = flat_table.empty()
    flat_table.draw_disc(image, 400, 300, 40)
    flat_table.draw_disc(image, 408, 300, 8, (30, 30, 200))
    return image


def feature(image: np.ndarray, x_mm: float = 400.0) -> np.ndarray:
    place = Place.on(flat_table.CAMERA, x_mm, 300.0)
    return free_of_light(sample_rings(image, [place], GRID, HERE), GRID)


def test_a_crop_shows_the_place_upright() -> None:
    crop = Place.on(flat_table.CAMERA, 400, 300).crop(spotted(), (60, 60), 2.0)
    assert crop.shape == (60, 60, 3)
    assert crop[30, 46, 2] > 150 > crop[30, 46, 0]


def test_a_crop_of_a_turned_piece_is_turned_back() -> None:
    crop = Place.on(flat_table.CAMERA, 400, 300).crop(spotted(), (60, 60), 2.0, rotation_deg=90.0)
    assert crop[14, 30, 2] > 150 > crop[14, 30, 0]


def test_rings_run_clockwise_from_the_right() -> None:
    assert GRID[-1, 0] == pytest.approx((13.75, 0.0))
    assert GRID[-1, 6] == pytest.approx((0.0, 13.75))


def test_shifts_come_one_after_another_for_each_place() -> None:
    places = [Place.on(flat_table.CAMERA, 400, 300), Place.on(flat_table.CAMERA, 800, 300)]
    shifts = np.array([[(0.0, 0.0), (8.0, 0.0)], [(0.0, 0.0), (8.0, 0.0)]])
    samples = sample_rings(spotted(), places, GRID, shifts)
    assert samples.shape == (4, 6, 24, 3)
    red = samples[:, 0].astype(int)
    assert (red[1, :, 2] - red[1, :, 0]).mean() > 100
    assert abs((red[3, :, 2] - red[3, :, 0]).mean()) < 5


def test_dimmer_and_warmer_light_leaves_the_feature_nearly_as_it_is() -> None:
    dim = np.clip(spotted() * np.array([0.5, 0.6, 0.7]), 0, 255).astype(np.uint8)
    usual, changed = feature(spotted()), feature(dim)
    assert np.corrcoef(usual.ravel(), changed.ravel())[0, 1] > 0.97


def test_light_that_falls_off_to_one_side_is_taken_away() -> None:
    slope = np.linspace(1.3, 0.5, 2240)[None, :, None]
    plain = flat_table.empty()
    assert np.abs(feature(np.clip(plain * slope, 0, 255).astype(np.uint8))).mean() < 0.02


def test_white_paper_is_known_at_the_markers_and_between() -> None:
    image = flat_table.empty((100, 100, 100))
    for marker, level in ((0, 200), (1, 100)):
        x_mm, y_mm = flat_table.CAMERA.surface.marker_centre_mm(marker)
        flat_table.draw_square(image, x_mm, y_mm, 60, 0, (level, level, level))
    light = PaperLight.of(image, flat_table.CAMERA, (0, 1))
    left, middle, right = (np.exp(light.at(x, 30.0)).mean() - 12 for x in (30.0, 560.0, 1090.0))
    assert left == pytest.approx(200, abs=5)
    assert right == pytest.approx(100, abs=5)
    assert right < middle < left


def test_without_markers_paper_is_taken_as_white() -> None:
    assert np.exp(PaperLight.of(flat_table.empty(), flat_table.CAMERA, ()).at(1, 1)) == pytest.approx(247)
