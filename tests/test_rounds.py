from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.frames import BgrImage
from vision.round_score import score_rounds
from vision.rounds import find_rounds

PHOTOS = Path(__file__).parent / "data" / "photos"


def table(grain: float) -> BgrImage:
    """A brownish table with stripes of grain, the same each time."""
    chance = np.random.default_rng(3)
    stripes = cv2.GaussianBlur(chance.normal(0, 1, (480, 640)), (0, 0), sigmaX=18, sigmaY=1.5)
    level = 120 + grain * stripes / stripes.std() + chance.normal(0, 3, (480, 640))
    return np.clip(level[..., None] * np.array([0.7, 0.85, 1.0]), 0, 255).astype(np.uint8)


def draw_token(image: BgrImage, x: int, y: int, radius: int) -> None:
    """A token with a shadow, a printed ring and spots."""
    cv2.circle(image, (x + 3, y + 4), radius, (50, 55, 60), -1, cv2.LINE_AA)
    cv2.circle(image, (x, y), radius, (200, 225, 235), -1, cv2.LINE_AA)
    cv2.circle(image, (x, y), round(0.8 * radius), (40, 60, 170), 3, cv2.LINE_AA)
    for across, down in ((-0.3, 0.1), (0.25, -0.3), (0.2, 0.35)):
        cv2.circle(image, (round(x + across * radius), round(y + down * radius)), radius // 5, (60, 140, 60), -1)


@pytest.mark.parametrize("grain", [0.0, 10.0])
def test_touching_tokens_with_rings_are_counted_one_by_one(grain: float) -> None:
    image = table(grain)
    places = [(120, 120), (176, 120), (148, 169), (400, 300), (520, 130), (560, 420)]
    for place in places:
        draw_token(image, *place, 28)
    found = find_rounds(cv2.GaussianBlur(image, (0, 0), 0.8))
    assert len(found) == len(places)
    for x, y in places:
        assert min(np.hypot(r.x_px - x, r.y_px - y) for r in found) < 4
    assert [r.radius_px for r in found] == pytest.approx([28] * 6, abs=6)


def test_an_empty_table_has_none() -> None:
    assert find_rounds(table(10.0)) == ()


def test_square_cards_are_not_round() -> None:
    image = table(0.0)
    cv2.rectangle(image, (100, 100), (220, 220), (220, 230, 235), -1)
    cv2.rectangle(image, (300, 250), (380, 330), (220, 230, 235), -1)
    assert find_rounds(image) == ()


def test_coins_in_a_photograph_are_counted() -> None:
    score = score_rounds(PHOTOS / "rounds")
    assert str(score).splitlines()[-1] == "2 pictures: 2 right 0 wrong"
