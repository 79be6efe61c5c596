"""A lens is measured with drawn photographs of the board, and makes the table's millimetres right."""

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from lens_pictures import WIDE, photograph, photographs

from vision.errors import LensError
from vision.frames import BgrImage
from vision.lens import Lens
from vision.lens_board import board_sheet, calibrate_lens, find_board
from vision.markers import calibrate
from vision.scene import Scene, render
from vision.scene_light import drawn_camera
from vision.surface import Calibration, Surface, fit_camera

TABLE_LENS = Lens(2304, 1296, 1120.0, (1166.0, 660.0), -0.12, 0.03)  # the same at twice the size


@cache
def measured() -> Lens:
    return calibrate_lens(photographs())


def over_the_table(lens: Lens) -> Calibration:
    """That lens over the table, a little askew."""
    return Calibration(
        Surface(),
        lens.width_px,
        lens.height_px,
        (0.05, -0.04, 0.01),
        (-570.0, -300.0, 620.0),
        lens.focal_px,
        lens.k1,
        0.0,
        (0, 1, 2, 3),
        k2=lens.k2,
        centre_px=lens.centre_px,
    )


def worst_mm(lens: Lens | None, markers: tuple[int, ...]) -> float:
    """How far off places near the corners and edges of the table are, with markers seen to a seventh of a pixel."""
    true, chance = over_the_table(TABLE_LENS), np.random.default_rng(3)
    seen = {
        i: true.to_px(true.surface.marker_corners_mm(i, true.surface.marker_mm)) + chance.normal(0, 0.15, (4, 2))
        for i in markers
    }
    fitted = fit_camera(true.surface, seen, 2304, 1296, lens=lens)
    places = np.stack(np.meshgrid([40.0, 300.0, 560.0, 820.0, 1080.0], [40.0, 315.0, 590.0]), axis=-1).reshape(-1, 2)
    return float(np.hypot(*(fitted.to_mm(true.to_px(places)) - places).T).max())


def test_a_lens_is_measured_by_photographs_of_the_board() -> None:
    lens = measured()
    assert lens.pictures == 10
    assert lens.residual_px < 0.3
    assert lens.focal_px == pytest.approx(WIDE.focal_px, rel=0.01)
    assert np.abs(np.array(lens.centre_px) - WIDE.centre_px).max() < 3
    radius = 1.0  # the corner of the picture
    bend, true = lens.k1 * radius**2 + lens.k2 * radius**4, WIDE.k1 * radius**2 + WIDE.k2 * radius**4
    assert bend == pytest.approx(true, abs=0.01)


@pytest.mark.parametrize("markers", [(0, 1, 2, 3), (0, 1, 2), (1, 2, 3)])
def test_with_the_measured_lens_the_tables_corners_are_right(markers: tuple[int, ...]) -> None:
    without, known = worst_mm(None, markers), worst_mm(measured(), markers)
    assert without > 3.0
    assert known < 1.0


def test_a_lens_serves_pictures_of_another_size_but_not_of_another_shape() -> None:
    twice = WIDE.at_size(2304, 1296)
    assert twice is not None
    assert twice.focal_px == 2 * WIDE.focal_px
    assert twice.centre_px == (2 * WIDE.centre_px[0], 2 * WIDE.centre_px[1])
    assert WIDE.at_size(1600, 1200) is None


def test_a_lens_is_kept_and_found_again(tmp_path: Path) -> None:
    WIDE.save(tmp_path / "lenses" / "wide.json")
    assert Lens.load(tmp_path / "lenses" / "wide.json") == WIDE
    with pytest.raises(LensError, match=r"narrow\.json is missing"):
        Lens.load(tmp_path / "narrow.json")
    (tmp_path / "torn.json").write_text('{"width_px": 11')
    with pytest.raises(LensError, match=r"torn\.json is no lens"):
        Lens.load(tmp_path / "torn.json")


def test_the_boards_sheet_shows_the_board() -> None:
    assert board_sheet().name == "lens-board.png"
    assert find_board(photograph(WIDE, (0.5, 0.5), (10.0, 0.0), 330.0)) is not None


def test_too_few_pictures_are_refused_naming_those_without_a_board() -> None:
    pictures = dict(list(photographs().items())[:4]) | {"floor.jpg": np.full((648, 1152, 3), 90, np.uint8)}
    with pytest.raises(LensError, match=r"found in 4 of 5 pictures \(not in floor\.jpg\), 6 are needed"):
        calibrate_lens(pictures)


def test_pictures_of_two_sizes_are_refused() -> None:
    pictures = photographs() | {"phone.jpg": np.full((1200, 1600, 3), 90, np.uint8)}
    with pytest.raises(LensError, match=r"0\.jpg is 1152 by 648 pixels, but phone\.jpg 1600 by 1200"):
        calibrate_lens(pictures)


def test_a_board_always_in_the_middle_is_refused() -> None:
    middle = {f"{n}.jpg": photograph(WIDE, (0.5, 0.5), (5.0 * n, 20.0), 560.0) for n in range(6)}
    with pytest.raises(LensError, match="the board was never in these parts of the picture: top left, "):
        calibrate_lens(middle)


def test_a_bent_board_is_refused() -> None:
    with pytest.raises(LensError, match="fit only within"):
        calibrate_lens({name: rippled(image, int(name[0])) for name, image in photographs().items()})


def rippled(image: BgrImage, phase: float) -> BgrImage:
    height, width = image.shape[:2]
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    return np.asarray(cv2.remap(image, x, y + 6 * np.sin(x / 60 + phase).astype(np.float32), cv2.INTER_LINEAR))


def test_a_board_that_was_never_tilted_is_refused() -> None:
    places = [(0.2, 0.25), (0.8, 0.25), (0.2, 0.75), (0.8, 0.75), (0.5, 0.5), (0.5, 0.3), (0.5, 0.7)]
    flat = {f"{n}.jpg": photograph(WIDE, at, (0.0, 0.0), 330.0) for n, at in enumerate(places)}
    with pytest.raises(LensError, match="tilted by some 30 degrees"):
        calibrate_lens(flat)


def test_the_lens_calibrates_a_table_of_which_two_markers_show() -> None:
    true = over_the_table(TABLE_LENS)
    seen = {i: true.to_px(true.surface.marker_corners_mm(i, 40.0)) for i in (0, 2)}
    fitted = fit_camera(true.surface, seen, 2304, 1296, lens=TABLE_LENS)
    middle = np.array([[560.0, 315.0]])
    assert np.hypot(*(fitted.to_mm(true.to_px(middle)) - middle).T).max() < 0.5


DRAWN_LENS = Lens(2304, 1296, 0.77 * 2304, (1152.0, 648.0), -0.025, 0.0)  # of the simulated table


def test_a_table_is_calibrated_with_a_known_lens() -> None:
    picture = render(Scene())
    known = calibrate(picture, lens=DRAWN_LENS)
    assert known.centre_px == DRAWN_LENS.centre_px
    assert known.k1 == pytest.approx(-0.025, abs=0.002)
    places = np.array([[40.0, 40.0], [1080.0, 40.0], [1080.0, 590.0], [40.0, 590.0]])
    true = drawn_camera((2304, 1296))
    assert np.hypot(*(known.to_mm(true.to_px(places)) - places).T).max() < 0.5


def test_a_lens_that_is_not_the_cameras_is_left_alone() -> None:
    other = Lens(2304, 1296, 900.0, (1300.0, 500.0), -0.3, 0.2)
    picture = render(Scene())
    assert calibrate(picture, lens=other) == calibrate(picture)
