"""Dice among the pieces on the calibrated surface."""

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.enrol import enrol, load_picture
from vision.frames import BgrImage, Frame
from vision.gallery import Gallery
from vision.kinds import Kind
from vision.markers import calibrate
from vision.reader import Reader
from vision.reading import Sighting
from vision.surface import Calibration

PHOTOS = Path(__file__).parent / "data" / "photos" / "pizza"


@cache
def gallery() -> Gallery:
    return enrol(PHOTOS / "enrol.jpg", PHOTOS / "truth.json").with_dice(16.0)


@cache
def photograph() -> tuple[BgrImage, Calibration]:
    image = load_picture(PHOTOS / "006.jpg")
    return image, calibrate(image)


def dice(sightings: tuple[Sighting, ...]) -> list[Sighting]:
    return sorted((s for s in sightings if s.kind == "cuboid"), key=lambda s: s.x_mm)


def test_four_dice_lie_beside_the_pizzas_and_no_token_is_one() -> None:
    image, calibration = photograph()
    found = Reader(calibration, gallery()).read(Frame(0, 0, image)).sightings
    assert len(dice(found)) == 4
    assert all(die.label in "123456" for die in dice(found) if die.label)
    for die in dice(found):
        assert not any(s is not die and np.hypot(s.x_mm - die.x_mm, s.y_mm - die.y_mm) < 12 for s in found)


def test_without_dice_in_the_set_none_are_looked_for() -> None:
    image, calibration = photograph()
    found = Reader(calibration, gallery().with_dice(None)).read(Frame(0, 0, image)).sightings
    assert dice(found) == []


def test_a_die_taken_away_is_gone_and_the_others_stay() -> None:
    image, calibration = photograph()
    reader = Reader(calibration, gallery())
    before = dice(reader.read(Frame(0, 0, image)).sightings)
    taken = before[0]
    x, y = calibration.to_px(np.array([taken.x_mm, taken.y_mm])).astype(int)
    changed = image.copy()
    cv2.rectangle(changed, (x - 45, y - 45), (x + 45, y + 45), image[y - 60, x - 60].tolist(), -1)
    after = dice(reader.read(Frame(10, 10, changed)).sightings)
    assert [die.label for die in after] == [die.label for die in before[1:]]


def test_a_set_with_dice_is_saved_with_them(tmp_path: Path) -> None:
    gallery().save(tmp_path)
    loaded = Gallery.load(tmp_path)
    assert loaded.dice_mm == 16.0
    assert loaded.kinds["cuboid"].width_mm == pytest.approx(16.0)
    assert "cuboid" not in loaded.matchers


def test_what_is_high_above_the_surface_is_brought_down_to_it() -> None:
    _, calibration = photograph()
    middle = np.array([560.0, 315.0])
    corner = np.array([100.0, 100.0])
    assert np.hypot(*(calibration.lowered(middle, 16.0) - middle)) < 3.0
    moved = calibration.lowered(corner, 16.0) - corner
    assert 4.0 < np.hypot(*moved) < 14.0
    assert moved @ (middle - corner) > 0


def test_the_soft_shadow_of_a_die_is_no_token() -> None:
    image, calibration = photograph()
    before = dice(Reader(calibration, gallery()).read(Frame(0, 0, image)).sightings)
    light = np.ones((*image.shape[:2], 1), np.float32)
    for die in before:
        x, y = calibration.to_px(np.array([die.x_mm + 8, die.y_mm + 8]))
        cv2.circle(light, (round(x), round(y)), 20, (0.7,), -1, cv2.LINE_AA)
    light = cv2.GaussianBlur(light, (0, 0), 2)
    for die in before:
        corners = Kind("cuboid", 17.0, 17.0).placed_mm(die.x_mm, die.y_mm, die.rotation_deg or 0.0)
        cv2.fillPoly(light, [calibration.to_px(corners).astype(np.int32)], (1.0,))
    after = Reader(calibration, gallery()).read(Frame(0, 0, (image * light[..., None]).astype(np.uint8))).sightings
    assert len(dice(after)) == 4
    for die in before:
        assert not any(s.kind == "disc" and np.hypot(s.x_mm - die.x_mm, s.y_mm - die.y_mm) < 18 for s in after)
