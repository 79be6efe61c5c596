"""The customers around the game board, by name and by the side of their cards."""

import pytest

from device.rules.pizza.customers import Lying, Side, Why, read_customers
from vision.reading import Face, Sighting

NAMES = ("child", "hawaiian", "inuit")


def card(label: str | None, face: Face = Face.UP) -> Sighting:
    return Sighting("rect", face, label, 300.0, 100.0, 90.0, 0.9)


def test_each_customer_is_told_with_the_side_that_lies_up() -> None:
    token = Sighting("disc", Face.UP, "ham", 200.0, 450.0, 0.0, 0.9)
    there = read_customers([card("child/later"), token, card("inuit/first")], NAMES, 2)
    assert there.there == (Lying("child", Side.LATER, 0), Lying("inuit", Side.FIRST, 2))
    assert there.why is None


@pytest.mark.parametrize(
    ("labels", "why", "cards"),
    [
        (["child/first"], Why.MISSING, ()),
        (["child/first", "inuit/first", "hawaiian/first"], Why.TOO_MANY, ()),
        (["child/first", None], Why.UNREAD, (1,)),
        (["child/first", "stranger/first"], Why.UNREAD, (1,)),
        (["child/first", "child/later"], Why.TWICE, (0, 1)),
    ],
)
def test_what_is_not_sure_is_asked_about(labels: list[str | None], why: Why, cards: tuple[int, ...]) -> None:
    there = read_customers([card(label) for label in labels], NAMES, 2)
    assert (there.why, there.cards) == (why, cards)


def test_a_card_whose_side_is_not_known_is_asked_about() -> None:
    assert read_customers([card(None, Face.UNKNOWN), card("child/first")], NAMES, 2).why is Why.UNREAD
