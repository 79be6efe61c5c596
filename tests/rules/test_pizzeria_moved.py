"""Which slices were taken or moved, from what was seen before and after."""

from collections.abc import Sequence
from math import cos, radians, sin

import pytest

from device.rules.pizzeria.moved import Move, Why, read_moves
from vision.reading import Face, Sighting

LABELS = (
    "ham/2",
    "ham/2",
    "feta/1",
    "bacon/0",
    "ham/0",
    "cheese/3",
    "feta/1",
    "salami/0",
    "pomodoro/0",
    "bacon/1",
    "a+b/0",
)
SEATS = {
    2: ((100.0, 430.0), (400.0, 430.0), (400.0, 620.0), (100.0, 620.0)),
    5: ((750.0, 430.0), (1050.0, 430.0), (1050.0, 620.0), (750.0, 620.0)),
}


def pizza(*sizes: int) -> list[Sighting]:
    """Portions of these sizes, clockwise, each moved away from the middle as a whole."""
    pieces, first = [], 0
    for size in sizes:
        away = radians(20 + (first + (size - 1) / 2) * 360 / 11)
        for number in range(first, first + size):
            turn_deg = (20 + number * 360 / 11) % 360
            x_mm = 560 + 55 * sin(radians(turn_deg)) + 25 * sin(away)
            y_mm = 300 - 55 * cos(radians(turn_deg)) - 25 * cos(away)
            pieces.append(Sighting("wedge", Face.UP, LABELS[number], x_mm, y_mm, turn_deg, 0.99))
        first += size
    return pieces


def saved(label: str | None, x_mm: float = 200.0) -> Sighting:
    return Sighting("wedge", Face.UP, label, x_mm, 530.0, 5.0, 0.9)


def stack(x_mm: float = 340.0) -> Sighting:
    return Sighting("wedge", Face.DOWN, None, x_mm, 530.0, 5.0, 0.9)


WHOLE = pizza(3, 4, 4)


def without(*places: int) -> list[Sighting]:
    return [piece for at, piece in enumerate(WHOLE) if at not in places]


def told(before: Sequence[Sighting], after: Sequence[Sighting]) -> list[tuple[str, int | None, bool]]:
    moves = read_moves(before, after, SEATS)
    assert moves.why is None
    return [(move.label, move.seat, move.eaten) for move in moves.moves]


def test_nothing_was_moved() -> None:
    assert told([*WHOLE, saved("ham/0")], [saved("ham/0", 206.0), *WHOLE]) == []


def test_a_slice_is_taken_and_saved() -> None:
    after = [*without(2), saved("ham/0"), saved("feta/1", 300.0)]
    moves = read_moves([*WHOLE, saved("ham/0")], after, SEATS)
    assert moves.moves == (Move("feta/1", 2, 11, 2),)
    assert after[11].label == "feta/1"


def test_a_portion_is_taken_saved_in_part_and_eaten_in_part() -> None:
    after = [*without(3, 4, 5, 6), saved("bacon/0", 800), saved("ham/0", 850), saved("feta/1", 900), stack(1000)]
    assert told(WHOLE, after) == [
        ("bacon/0", 5, False), ("ham/0", 5, False), ("feta/1", 5, False), ("cheese/3", 5, True),
    ]  # fmt: skip


def test_a_slice_eaten_alone_lies_on_a_new_stack() -> None:
    assert told(WHOLE, [*without(5), stack()]) == [("cheese/3", 2, True)]


def test_of_two_alike_the_one_that_lies_there_no_more_was_taken() -> None:
    moves = read_moves(WHOLE, [*without(6), saved("feta/1")], SEATS)
    assert [(move.before, move.seat) for move in moves.moves] == [(6, 2)]


def test_a_second_portion_is_told_from_what_the_first_left() -> None:
    first = [*without(0, 1, 2), saved("ham/2"), saved("ham/2", 260.0), saved("feta/1", 320.0)]
    second = [*without(0, 1, 2, 7), *first[8:], saved("salami/0", 800)]
    assert told(first, second) == [("salami/0", 5, False)]


@pytest.mark.parametrize(("sizes", "label"), [((2, 5, 4), "feta/1"), ((4, 3, 4), "bacon/0"), ((3, 5, 3), "salami/0")])
def test_a_slice_is_moved_to_the_portion_beside_it(sizes: tuple[int, ...], label: str) -> None:
    assert told(WHOLE, pizza(*sizes)) == [(label, None, False)]


@pytest.mark.parametrize(
    ("after", "why", "labels"),
    [
        (without(2), Why.LOST, ("feta/1",)),
        ([*without(3), stack()], Why.LOST, ("bacon/0",)),  # no basil leaf: it cannot be eaten
        ([*WHOLE, saved("ham/0")], Why.FROM_NOWHERE, ("ham/0",)),
        ([*without(2), saved(None)], Why.UNREAD, ("feta/1",)),
        ([*without(1, 2, 5), saved("ham/2"), saved("feta/1", 800.0)], Why.EATEN_BY_WHOM, ("cheese/3",)),
    ],
)
def test_what_cannot_be_followed_is_asked_about(after: list[Sighting], why: Why, labels: tuple[str, ...]) -> None:
    moves = read_moves(WHOLE, after, SEATS)
    assert (moves.why, moves.labels) == (why, labels)


def test_a_slice_between_two_portions_of_one_may_be_either() -> None:
    assert read_moves(pizza(1, 1, 9), pizza(2, 9), SEATS).why is Why.WHICH
