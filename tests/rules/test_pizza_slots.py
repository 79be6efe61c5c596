"""Ingredient slots beside the card locations, read from where tokens lie."""

from math import cos, radians, sin

import pytest

from device.rules.pizza.slots import Layout, Why, read_slots
from vision.reading import Face, Sighting

MIDDLE, TURN_DEG = (300.0, 500.0), 20.0


def token(slot: int, space: int, off_mm: float = 2.0, label: str | None = "ham") -> Sighting:
    """A token in a space of a slot, a little off to the right of the board."""
    x, y = Layout().spaces_mm[slot][space]
    x, turn = x + off_mm, radians(TURN_DEG)
    x_mm, y_mm = MIDDLE[0] + x * cos(turn) - y * sin(turn), MIDDLE[1] + x * sin(turn) + y * cos(turn)
    return Sighting("disc", Face.UP, label, x_mm, y_mm, 0.0, 0.9)


def test_tokens_lie_in_slots_and_slots_are_freed() -> None:
    elsewhere = Sighting("disc", Face.UP, "fish", 300.0, 200.0, 0.0, 0.9)
    seen = [token(0, 1), elsewhere, token(2, 0, label="fish"), token(2, 2)]
    slots = read_slots(seen, MIDDLE, TURN_DEG)
    assert (slots.tokens, slots.freed, slots.why) == (((0,), (), (2, 3), ()), (1, 3), None)


def test_a_disc_is_no_token() -> None:
    assert read_slots([token(1, 1, label="white disc")], MIDDLE, TURN_DEG).freed == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("seen", "why", "pieces"),
    [
        ([token(0, 0), token(0, 1), token(0, 2), token(0, 1, 8.0)], Why.TOO_MANY, (0, 1, 2, 3)),
        ([token(0, 0), token(1, 0, 17.0)], Why.BETWEEN, (1,)),
        ([token(3, 0, 17.0)], Why.BETWEEN, (0,)),
        ([token(0, 0), token(1, 0, label=None)], Why.UNREAD, (1,)),
    ],
)
def test_what_is_not_sure_is_asked_about(seen: list[Sighting], why: Why, pieces: tuple[int, ...]) -> None:
    slots = read_slots(seen, MIDDLE, TURN_DEG)
    assert (slots.why, slots.pieces) == (why, pieces)


def test_a_hand_over_a_slot_may_hide_tokens() -> None:
    assert read_slots([token(0, 0)], MIDDLE, TURN_DEG, lambda place: place[0] > 350).why is Why.HIDDEN
    assert read_slots([token(0, 0)], MIDDLE, TURN_DEG, lambda place: place[0] > 450).why is None
