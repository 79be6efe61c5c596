"""A player's pizza and the dice, read from where they lie."""

from math import cos, radians, sin

import pytest

from device.rules.pizza import dice
from device.rules.pizza.boards import Why, Zone, read_board
from vision.reading import Face, Sighting

CENTRE = (300.0, 200.0)


def slice_at(number: int, face: Face = Face.UP) -> Sighting:
    turn_deg = (10.0 + 60 * number) % 360
    x_mm, y_mm = CENTRE[0] + 48 * sin(radians(turn_deg)), CENTRE[1] - 48 * cos(radians(turn_deg))
    return Sighting("wedge", face, "slice" if face is Face.UP else None, x_mm, y_mm, turn_deg, 0.95)


def token(number: int, far_mm: float, beside_deg: float = 0.0, label: str | None = "ham") -> Sighting:
    turn = radians(10.0 + 60 * number + beside_deg)
    return Sighting("disc", Face.UP, label, CENTRE[0] + far_mm * sin(turn), CENTRE[1] - far_mm * cos(turn), 0.0, 0.95)


SIX = [slice_at(number) for number in range(6)]


def test_tokens_lie_on_slices_and_in_zones() -> None:
    seen = [*SIX, token(0, 23), token(0, 47, label="fish"), token(4, 70, -15)]
    board = read_board(seen, CENTRE)
    assert board.why is None
    on = {seen[s.at].rotation_deg: sorted((zone, seen[at].label) for zone, at in s.tokens) for s in board.slices}
    assert on[10.0] == [(Zone.INNER, "ham"), (Zone.MIDDLE, "fish")]
    assert on[250.0] == [(Zone.OUTER, "ham")]
    assert sum(map(len, on.values())) == 3


def test_a_slice_face_down_is_eaten() -> None:
    board = read_board([slice_at(0, Face.DOWN), *SIX[1:]], CENTRE)
    assert [s.eaten for s in board.slices] == [True, False, False, False, False, False]


@pytest.mark.parametrize(
    ("seen", "why"),
    [
        (SIX[1:], Why.MISSING),
        ([slice_at(0, Face.UNKNOWN), *SIX[1:]], Why.UNREAD_SLICE),
        ([*SIX, token(2, 45, label=None)], Why.UNREAD_TOKEN),
        ([*SIX, token(2, 31)], Why.ON_A_LINE),
        ([*SIX, token(2, 60, 29)], Why.ON_A_LINE),
        ([*SIX, slice_at(0)], Why.TOO_MANY),
    ],
)
def test_what_is_not_sure_is_asked_about(seen: list[Sighting], why: Why) -> None:
    assert read_board(seen, CENTRE).why is why


def test_a_hand_over_a_slice_may_hide_tokens() -> None:
    board = read_board(SIX, CENTRE, lambda place: place[0] > 370)
    assert board.why is Why.HIDDEN
    assert {SIX[at].rotation_deg for at in board.pieces} == {70.0, 130.0}


def test_another_players_tokens_are_not_his() -> None:
    assert read_board([*SIX, token(0, 130)], CENTRE).why is None


def test_dice_are_summed_or_asked_about() -> None:
    three = [Sighting("cuboid", Face.UP, pips, 500.0, 300.0, 0.0, 0.9) for pips in ("6", "1", "4")]
    assert dice.total([*three, *SIX], 3) == 11
    assert dice.total(three, 4) is None
    assert dice.total([*three, Sighting("cuboid", Face.UP, None, 500.0, 300.0, 0.0, 0.2)], 4) is None
