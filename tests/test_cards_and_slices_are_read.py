"""Cards and slices in photographs, from enrolment to score."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from vision.enrol import enrol
from vision.gallery import Gallery
from vision.scoring import BANDS, Score, score_folder

PHOTOS = Path(__file__).parent / "data" / "photos"


@cache
def gallery(game: str) -> Gallery:
    return enrol(PHOTOS / game / "enrol.jpg", PHOTOS / game / "truth.json")


@cache
def score(game: str) -> Score:
    return score_folder(PHOTOS / game)


def test_a_cards_width_and_height_are_measured() -> None:
    card = gallery("italia").kinds["rect"]
    assert (card.width_mm, card.height_mm) == pytest.approx((56.0, 72.0), abs=1.5)
    assert len(gallery("italia").labels("rect")) == 29


def test_a_slices_length_and_angle_are_measured() -> None:
    piece = gallery("pizzeria").kinds["wedge"]
    assert piece.height_mm == pytest.approx(110.0, abs=2.5)
    assert piece.width_mm == pytest.approx(2 * 110.0 * np.sin(np.pi / 11), abs=3.0)
    assert len(gallery("pizzeria").labels("wedge")) == 29


def test_a_saved_gallery_of_cards_comes_back_the_same(tmp_path: Path) -> None:
    gallery("italia").save(tmp_path)
    assert Gallery.load(tmp_path).kinds == gallery("italia").kinds


def test_thirty_six_cards_in_chains_are_read_and_none_wrong() -> None:
    full = score("italia").by_band[BANDS[0]]
    assert full["wrong"] == full["missed"] == score("italia").invented == 0
    assert full["right"] >= 34


def test_touching_slices_are_read_and_none_wrong() -> None:
    full = score("pizzeria").by_band[BANDS[0]]
    assert full["wrong"] == full["missed"] == score("pizzeria").invented == 0
    assert full["right"] >= 13


@pytest.mark.parametrize(("game", "kind"), [("italia", "rect"), ("pizzeria", "wedge")])
def test_what_is_read_lies_where_it_is_said_to_lie(game: str, kind: str) -> None:
    off_mm, off_deg = zip(*score(game).poses[kind], strict=True)
    assert np.median(off_mm) < 2.0
    assert np.percentile([deg for deg in off_deg if deg is not None], 90) < 3.0


def test_the_report_tells_poses_and_how_far_to_rely_on_confidence() -> None:
    report = str(score("italia"))
    assert "rect, degrees" in report
    assert "share right" in report
