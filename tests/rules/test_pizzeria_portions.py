"""The pizza on the table, read from where its slices lie (R65 to R69)."""

from collections.abc import Sequence
from math import cos, radians, sin

import pytest

from device.rules.pizzeria.portions import Layout, Pizza, Why, read_pizza
from vision.reading import Face, Sighting

LAYOUT = Layout()
STEP_DEG = 360 / 11


def slice_at(number: int, moved_mm: float = 1.0, towards_deg: float | None = None, label: str | None = "") -> Sighting:
    """A slice of the round, moved outward by itself or in the direction in which its portion is moved."""
    turn_deg = (20 + number * STEP_DEG) % 360
    away_deg = turn_deg if towards_deg is None else towards_deg
    x_mm, y_mm = LAYOUT.centre_mm
    x_mm += sin(radians(turn_deg)) * 55 + sin(radians(away_deg)) * moved_mm
    y_mm += -cos(radians(turn_deg)) * 55 - cos(radians(away_deg)) * moved_mm
    named = f"s{number}" if label == "" else label
    return Sighting("wedge", Face.UP, named, x_mm, y_mm, turn_deg, 0.99)


def divided(*sizes: int, moved_mm: float = 25.0) -> list[Sighting]:
    """Portions of these sizes, clockwise, each moved away from the middle as a whole."""
    pieces, first = [], 0
    for size in sizes:
        towards_deg = 20 + (first + (size - 1) / 2) * STEP_DEG
        pieces += [slice_at(number, moved_mm, towards_deg) for number in range(first, first + size)]
        first += size
    return pieces


def names(pieces: Sequence[Sighting], pizza: Pizza) -> list[list[str]]:
    return [[str(pieces[at].label) for at in portion] for portion in pizza.portions]


def test_a_whole_pizza_is_one_portion() -> None:
    pieces = [slice_at(number) for number in range(11)]
    pizza = read_pizza(pieces)
    assert pizza.why is None
    assert sorted(pizza.portions[0]) == list(range(11))


@pytest.mark.parametrize("sizes", [(4, 3, 2, 2), (1, 10), (2, 2, 2, 2, 2, 1), (5, 6)])
def test_portions_are_what_lies_together(sizes: tuple[int, ...]) -> None:
    pieces = divided(*sizes)
    read = names(pieces, read_pizza(pieces))
    first = read.index(next(portion for portion in read if portion[0] == "s0"))
    assert [len(portion) for portion in read[first:] + read[:first]] == list(sizes)
    assert [name for portion in read[first:] + read[:first] for name in portion] == [
        f"s{number}" for number in range(11)
    ]


def test_the_order_of_the_pieces_seen_does_not_matter() -> None:
    pieces = divided(4, 4, 3)
    turned = pieces[5:] + pieces[:5]
    assert sorted(names(turned, read_pizza(turned))) == sorted(names(pieces, read_pizza(pieces)))


def test_slices_in_front_of_the_seats_are_no_part_of_it() -> None:
    saved = Sighting("wedge", Face.UP, "saved", 200.0, 100.0, 0.0, 0.99)
    assert read_pizza([*divided(6, 5), saved]).why is None


def test_a_slice_that_is_missing_or_not_known_is_asked_about() -> None:
    assert read_pizza(divided(6, 5)[1:]).why is Why.MISSING
    pieces = [slice_at(number, label=None if number == 3 else "") for number in range(11)]
    pizza = read_pizza(pieces)
    assert (pizza.why, pizza.slices) == (Why.UNREAD, (3,))


def test_a_gap_of_a_fingers_half_is_asked_about() -> None:
    pieces = divided(6, 5, moved_mm=3.7)
    pizza = read_pizza(pieces)
    assert pizza.why is Why.PERHAPS_APART
    assert {5, 10} & set(pizza.slices)


def test_slices_across_each_other_are_asked_about() -> None:
    pieces = [slice_at(number) for number in range(10)]
    across = Sighting("wedge", Face.UP, "s10", 560.0, 260.0, 25.0, 0.99)
    assert read_pizza([*pieces, across]).why is Why.TURNED
