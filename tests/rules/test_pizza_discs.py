"""Where a player's pizza disc lies: its space on the way."""

from math import cos, radians, sin
from pathlib import Path

import pytest

import device.rules.pizza
from device.rules.pizza.boards import read_board
from device.rules.pizza.components import load
from device.rules.pizza.discs import Disc, Why, read_disc
from vision.reading import Face, Sighting

PATH = Path(device.rules.pizza.__file__).with_name("components.toml")
BOX = load(PATH.read_bytes(), PATH.name)
CENTRE = (300.0, 200.0)
FIRST_DEG = 70.0


def slice_at(number: int, turned_deg: float = 0.0) -> Sighting:
    turn_deg = (10.0 + 60 * number + turned_deg) % 360
    x_mm, y_mm = CENTRE[0] + 48 * sin(radians(turn_deg)), CENTRE[1] - 48 * cos(radians(turn_deg))
    return Sighting("wedge", Face.UP, "slice", x_mm, y_mm, turn_deg, 0.95)


def disc(number: int, far_mm: float, beside_deg: float = 0.0, label: str = "white disc") -> Sighting:
    turn = radians(10.0 + 60 * number + beside_deg)
    return Sighting("disc", Face.UP, label, CENTRE[0] + far_mm * sin(turn), CENTRE[1] - far_mm * cos(turn), 0.0, 0.95)


SIX = [slice_at(number) for number in range(6)]


def read(seen: list[Sighting], first_deg: float = FIRST_DEG) -> Disc:
    return read_disc(seen, read_board(seen, CENTRE), "white", first_deg, BOX)


@pytest.mark.parametrize(
    ("number", "far_mm", "space"),
    [(1, 80.0, 0), (2, 75.0, 1), (0, 70.0, 5), (1, 45.0, 6), (3, 24.0, 14), (0, 20.0, 17)],
)
def test_slice_and_zone_tell_the_space(number: int, far_mm: float, space: int) -> None:
    seen = [*SIX, disc(number, far_mm), disc(4, 80, label="lime disc")]
    assert read(seen) == Disc(space)
    assert read(seen, FIRST_DEG + 15) == Disc(space)


def test_a_disc_is_no_token_of_its_slice() -> None:
    board = read_board([*SIX, disc(1, 80), disc(1, 45, label="ham")], CENTRE)
    assert (board.why, [len(s.tokens) for s in board.slices]) == (None, [0, 1, 0, 0, 0, 0])


@pytest.mark.parametrize(
    ("seen", "why", "pieces"),
    [
        (SIX, Why.MISSING, ()),
        ([*SIX, disc(1, 80), disc(2, 80)], Why.TWICE, (6, 7)),
        ([*SIX[1:], disc(1, 80)], Why.NO_PIZZA, (0, 1, 2, 3, 4)),
        ([*SIX, disc(1, 160)], Why.OFF_THE_PIZZA, (6,)),
        ([*SIX, disc(1, 60)], Why.ON_A_LINE, (6,)),
        ([*SIX, disc(1, 80, 29.5)], Why.ON_A_LINE, (6,)),
    ],
)
def test_what_is_not_sure_is_asked_about(seen: list[Sighting], why: Why, pieces: tuple[int, ...]) -> None:
    assert read(seen) == Disc(None, why, pieces)


def test_a_pizza_turned_half_a_slice_has_no_first_one() -> None:
    assert read([*SIX, disc(1, 80)], FIRST_DEG + 30).why is Why.TURNED
