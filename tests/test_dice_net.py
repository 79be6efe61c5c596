"""The dice net reads strangers' photographs, and tells nothing where no dice lie."""

from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.dice_net import Die, find_dice
from vision.dice_pips import count_pips
from vision.dice_score import LabelledPhoto, compare, score_dice

PHOTOS = Path(__file__).parent / "data" / "photos" / "dice"


def die(pips: int | None, x_px: float, y_px: float) -> Die:
    return Die(pips, x_px, y_px, edge_px=20.0, rotation_deg=0.0, confidence=0.9)


def test_strangers_dice_are_read_and_none_is_invented() -> None:
    score = score_dice(PHOTOS)
    assert score.outcomes == Counter(right=score.dice_count), str(score)


def test_dice_are_found_in_a_picture_of_another_size() -> None:
    photo = cv2.imread(str(PHOTOS / "white-on-weave.jpg"))
    half = cv2.resize(photo, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    whole, smaller = find_dice(photo), find_dice(half)
    assert sorted(d.pips or 0 for d in whole) == sorted(d.pips or 0 for d in smaller)
    ratio = np.median([d.edge_px for d in whole]) / np.median([d.edge_px for d in smaller])
    assert ratio == pytest.approx(2, rel=0.15)


def test_a_bare_surface_shows_no_dice() -> None:
    rng = np.random.default_rng(0)
    grain = rng.normal(0, 12, (480, 640, 3)) + 120
    assert find_dice(np.clip(grain, 0, 255).astype(np.uint8)) == []


def test_a_button_with_four_holes_is_no_die() -> None:
    picture = np.full((320, 320, 3), (150, 170, 180), np.uint8)
    cv2.circle(picture, (160, 160), 30, (60, 50, 160), -1, cv2.LINE_AA)
    for x, y in ((152, 152), (168, 152), (152, 168), (168, 168)):
        cv2.circle(picture, (x, y), 4, (20, 20, 20), -1, cv2.LINE_AA)
    assert all(found.pips is None for found in find_dice(picture))


def test_outcomes_are_counted_by_place() -> None:
    photo = LabelledPhoto([1, 2, 3, 4], [(n, n / 10, 0.1, n / 10 + 0.05, 0.2) for n in (1, 2, 3, 4)])
    dice = [die(1, 12, 15), die(5, 22, 15), die(None, 32, 15), die(6, 90, 90)]
    expected = {"right": 1, "wrong": 1, "cannot-tell": 1, "missed": 1, "invented": 1}
    assert compare(dice, photo, width_px=100, height_px=100) == expected


def test_outcomes_are_counted_by_number_where_no_places_are_known() -> None:
    dice = [die(1, 0, 0), die(6, 0, 0), die(None, 0, 0)]
    assert compare(dice, LabelledPhoto([1, 2, 3]), 100, 100) == {"right": 1, "wrong": 1, "cannot-tell": 1}


def test_a_die_cut_by_the_border_of_the_picture_does_not_stop_the_reading() -> None:
    photo = cv2.imread(str(PHOTOS / "white-on-weave.jpg"))
    small = cv2.resize(photo, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    for right_px in range(146, 180, 8):
        assert all(found.x_px < right_px for found in find_dice(small[:, :right_px]))


def test_the_second_look_counts_pips_where_a_die_is_and_finds_none_beside_it() -> None:
    photo = cv2.imread(str(PHOTOS / "white-on-weave.jpg"))
    for pips, x_px, y_px in ((3, 634, 874), (1, 640, 467), (5, 274, 720)):
        assert int(count_pips(photo, x_px, y_px, edge_px=130, rotation_deg=0).argmax()) == pips
    assert int(count_pips(photo, 250, 250, edge_px=130, rotation_deg=0).argmax()) == 0
