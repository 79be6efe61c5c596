"""Special offers as they lie on the table, by letter and side."""

import pytest

from device.rules.pizzeria.offer_cards import Why, read_offers
from vision.reading import Face, Sighting

SEAT = ((100.0, 400.0), (500.0, 400.0), (500.0, 600.0), (100.0, 600.0))


def card(label: str | None, x_mm: float = 300.0, y_mm: float = 500.0, face: Face = Face.UP) -> Sighting:
    return Sighting("rect", face, label, x_mm, y_mm, 12.0, 0.9)


def test_offers_are_told_by_letter_and_used_ones_lie_face_down() -> None:
    slice_ = Sighting("wedge", Face.UP, "ham/2", 200.0, 450.0, 0.0, 0.9)
    offers = read_offers([slice_, card("G"), card(None, 400.0, face=Face.DOWN), card("B", 200.0)], "ABCG")
    assert (offers.up, offers.down, offers.why) == ({"G": 1, "B": 3}, (2,), None)


def test_only_those_before_a_seat_are_his() -> None:
    offers = read_offers([card("A", 700.0), card("B")], "AB", SEAT)
    assert (offers.up, offers.why) == ({"B": 1}, None)
    assert read_offers([card("A", 700.0)], "AB", SEAT).up == {}


@pytest.mark.parametrize(
    ("seen", "why", "cards"),
    [
        ([card("A"), card(None, 200.0)], Why.UNREAD, (1,)),
        ([card("A"), card(None, 200.0, face=Face.UNKNOWN)], Why.UNREAD, (1,)),
        ([card("A"), card("A", 200.0)], Why.TWICE, (0, 1)),
        ([card("A"), card("D", 200.0)], Why.NOT_IN_GAME, (1,)),
        ([card("A"), card("B", 495.0)], Why.ON_THE_EDGE, (1,)),
    ],
)
def test_what_is_not_sure_is_asked_about(seen: list[Sighting], why: Why, cards: tuple[int, ...]) -> None:
    offers = read_offers(seen, "ABC", SEAT)
    assert (offers.why, offers.cards) == (why, cards)
