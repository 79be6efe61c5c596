"""The house set's smaller cards: no two alike, and each side tells what it is."""

import itertools

import numpy as np

from device.house import house_decks
from vision.artwork_cards import Customer, Offer, card_pieces
from vision.gallery import Gallery

DECKS = house_decks({})


def test_there_is_a_special_offer_for_each_letter_and_a_customer_for_each_name() -> None:
    labels = {name: [piece.label for piece in card_pieces(deck)] for name, deck in DECKS.items()}
    assert labels["offers"] == [*"ABCDEFGHIJKL", "rect (back)"]
    assert len(set(labels["customers"])) == 30
    assert {"child/first", "child/later"} < set(labels["customers"])


def test_no_two_cards_look_alike() -> None:
    for deck in DECKS.values():
        matchers = Gallery.from_artwork(card_pieces(deck)).matchers.values()
        assert [pair for matcher in matchers for pair in matcher.alike(0.75)] == []


def test_both_sides_of_a_customer_differ_and_all_offers_share_a_back() -> None:
    assert all(not np.array_equal(card.face(), card.back()) for card in DECKS["customers"])
    backs = [card.back() for card in DECKS["offers"]]
    assert all(np.array_equal(one, other) for one, other in itertools.pairwise(backs))


def test_what_is_crossed_out_is_drawn() -> None:
    plain, crossed = (Offer("A", "clock", what, 0, 12).face() for what in ((), ("last",)))
    assert not np.array_equal(plain, crossed)


def test_wishes_without_a_drawing_are_written() -> None:
    one, other = (Customer("x", ("a", "b"), (8, 6), (want,), 0, 1).face() for want in ("anchovy", "caper"))
    assert not np.array_equal(one, other)
