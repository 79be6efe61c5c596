"""Robustness, a family of drawn pictures for each trouble: nothing is read wrong, and nearly everything is read."""

import families
import pytest

from vision.frames import Frame
from vision.markers import calibrate
from vision.reader import Reader
from vision.reading import Problem

STRENGTH = 0.8
CASES = [(family, families.GAMES[number % 4]) for number, family in enumerate(families.FAMILIES)]


@pytest.mark.parametrize(("family", "game"), CASES)
def test_pieces_are_read_and_none_wrong(family: str, game: str) -> None:
    taken = families.shot(family, game, seed=7, strength=STRENGTH)
    counts = families.outcomes(taken, families.read(taken, calibrate(taken.image)))
    in_view = sum(counts[what] for what in ("right", "wrong", "cannot-tell", "missed"))
    assert in_view >= 6
    assert counts["wrong"] == counts["hidden"] == 0
    assert counts["invented"] <= 1
    assert counts["right"] >= 0.85 * in_view


@pytest.mark.parametrize("game", ["xxl", "italia"])
def test_a_bumped_camera_is_noticed_or_nothing_is_read_wrong(game: str) -> None:
    before = families.shot("plain", game, seed=3, strength=0.0)
    reader = Reader(calibrate(before.image), before.gallery)
    reader.read(Frame(0, 0, before.image))
    for bump in (0.25, 1.0):
        taken = families.shot("bumped", game, seed=3, strength=bump)
        reading = reader.read(Frame(1, 1, taken.image))
        assert families.outcomes(taken, reading)["wrong"] == 0
        assert bump < 1.0 or reading.problem is Problem.MOVED


def test_a_blown_out_card_of_which_little_outline_fits_has_no_wrong_name() -> None:
    taken = families.shot("exposure", "italia", seed=11, strength=1.0)
    assert families.outcomes(taken, families.read(taken, calibrate(taken.image)))["wrong"] == 0
