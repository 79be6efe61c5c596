"""The drawn table: honest geometry, steady pictures, and light that shows."""

import cv2
import numpy as np
import pytest

from vision import scene_light
from vision.artwork_pen import bgr
from vision.artwork_toppings import DRAWINGS
from vision.frames import BgrImage
from vision.scene import DrawnPiece, Scene, pile, render

SIZE = (1152, 648)
TOMATO = DrawnPiece("disc", "tomato", 400, 300)


def found_markers(picture: BgrImage) -> dict[int, np.ndarray]:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    assert ids is not None, "no marker at all"
    return {int(i): np.reshape(c, (4, 2)) for i, c in zip(np.reshape(ids, -1), corners, strict=True)}


def ground_at(picture: BgrImage, x_mm: float, y_mm: float) -> np.ndarray:
    x, y = np.round(scene_light.drawn_camera(SIZE).to_px(np.array([x_mm, y_mm]))).astype(int)
    return picture[y - 1 : y + 2, x - 1 : x + 2].reshape(-1, 3).mean(axis=0)


@pytest.mark.parametrize("light", scene_light.LIGHTS)
@pytest.mark.parametrize("table", scene_light.TABLES)
def test_all_four_markers_stand_where_the_surface_says(light: str, table: str) -> None:
    markers = found_markers(render(Scene(light=light, table=table), SIZE))
    assert set(markers) == {0, 1, 2, 3}
    for marker, corners in markers.items():
        expected = scene_light.drawn_camera(SIZE).to_px(scene_light.SURFACE.marker_corners_mm(marker, 40.0))
        assert np.abs(corners - expected).max() < 1.5, f"marker {marker} is off by more than a pixel and a half"


def test_the_camera_hangs_a_little_askew() -> None:
    top_left, top_right = scene_light.drawn_camera(SIZE).to_px(np.array([[0.0, 0.0], [1120.0, 0.0]]))
    assert abs(top_right[1] - top_left[1]) > 3, "a drawn table must not be aligned trivially"


def test_a_still_scene_gives_the_identical_picture() -> None:
    scene = Scene((TOMATO, *pile("tomato-pepper-corn", 924, 118, 9)), hand_mm=(600.0, 400.0))
    assert np.array_equal(render(scene, SIZE), render(scene, SIZE))


def test_turning_a_token_changes_the_picture_only_around_it() -> None:
    up = render(Scene((TOMATO,)), SIZE)
    down = render(Scene((DrawnPiece("disc", "tomato", 400, 300, face_up=False),)), SIZE)
    rows, columns = np.nonzero((up != down).any(axis=2))
    changed_mm = scene_light.drawn_camera(SIZE).to_mm(np.stack([columns, rows], axis=1).astype(float))
    assert len(changed_mm) > 400
    assert np.linalg.norm(changed_mm - [400, 300], axis=1).max() < 18.5, "outside the token nothing may change"


def test_backs_tell_nothing_about_the_face() -> None:
    pictures = [render(Scene((DrawnPiece("disc", kind, 400, 300, face_up=False),)), SIZE) for kind in DRAWINGS]
    assert all(np.array_equal(pictures[0], other) for other in pictures[1:])


def test_rotation_turns_clockwise() -> None:
    card = DrawnPiece("square", "ham-salami-olive", 560, 315, rotation_deg=90)
    picture = render(Scene((card,)), SIZE)
    corners = {"ham": (34, -34), "salami": (34, 34), "olive": (-34, -34), "cheese": (-34, 34)}
    for kind, (dx, dy) in corners.items():
        off = np.abs(ground_at(picture, 560 + dx, 315 + dy) - bgr(DRAWINGS[kind].ground)).max()
        assert off < 45, f"the corner of {kind} shows another colour"


def test_a_hand_covers_what_lies_below_and_reaches_in_from_the_nearest_edge() -> None:
    bare, covered = render(Scene((TOMATO,)), SIZE), render(Scene((TOMATO,), hand_mm=(400.0, 300.0)), SIZE)
    assert np.abs(ground_at(bare, 400, 300) - ground_at(covered, 400, 300)).max() > 40
    low = render(Scene(hand_mm=(560.0, 600.0)), SIZE)
    assert np.array_equal(low[:300], render(Scene(), SIZE)[:300]), "an arm from below leaves the upper half alone"


def test_light_is_warm_under_the_lamp_dark_when_dim_and_white_in_the_glare() -> None:
    day, lamp, dim, glare = (render(Scene(light=light), SIZE).astype(float) for light in scene_light.LIGHTS)
    assert lamp[..., 0].mean() / lamp[..., 2].mean() < 0.7 * day[..., 0].mean() / day[..., 2].mean()
    assert dim.mean() < 0.5 * day.mean()
    assert (glare.min(axis=2) > 250).mean() > 0.002


def test_a_piece_outside_the_picture_is_not_drawn_and_one_on_its_edge_is_cut() -> None:
    empty = render(Scene(), SIZE)
    assert np.array_equal(empty, render(Scene((DrawnPiece("disc", "fly", 5000, 300),)), SIZE))
    assert not np.array_equal(empty, render(Scene((DrawnPiece("disc", "fly", -48, 300),)), SIZE))


def test_a_big_pile_looks_no_higher_than_a_few_cards() -> None:
    assert len(pile("ham-salami-olive", 924, 118, 2)) == 2
    assert len(pile("ham-salami-olive", 924, 118, 9)) == 5
    assert pile("ham-salami-olive", 924, 118, 0) == ()
