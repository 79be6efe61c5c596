"""Special offers and customers of the house set: printed, laid out to be learnt, and read back by name and side."""

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

from device.house import house_decks
from device.rules.pizza.customers import Side, read_customers
from device.rules.pizzeria.offer_cards import read_offers
from vision.artwork_cards import CARD_MM, Card, card_pieces
from vision.enrol import enrol_pages
from vision.frames import Frame
from vision.gallery import Gallery
from vision.markers import calibrate
from vision.reader import read_board
from vision.reading import BoardReading, Sighting
from vision.rows import Expected
from vision.scene import DrawnPiece, Scene, render

DECKS = house_decks({})
OFFERS, CUSTOMERS = DECKS["offers"], DECKS["customers"]
STEP_MM = (110.0, 120.0)


def lying(card: Card, x_mm: float, y_mm: float, turn_deg: float = 0.0, face_up: bool = True) -> DrawnPiece:
    return DrawnPiece(card.kind, "", x_mm, y_mm, turn_deg, face_up, card)


def spread(cards: Sequence[tuple[Card, bool]], seed: int) -> list[DrawnPiece]:
    """Each with the side that lies up, turned in any way, seven in a row."""
    chance = Random(seed)
    return [
        lying(card, 150 + at % 7 * STEP_MM[0], 130 + at // 7 * STEP_MM[1], chance.uniform(0, 360), up)
        for at, (card, up) in enumerate(cards)
    ]


def in_rows(cards: Sequence[Card], up: bool = True) -> Scene:
    """Laid out to be learnt, eight in a row."""
    return Scene(tuple(lying(c, 130 + at % 8 * 110, 120 + at // 8 * 120, 0.0, up) for at, c in enumerate(cards)))


def expected(labels: Sequence[str]) -> list[list[Expected]]:
    return [[Expected(name, "rect") for name in labels[start : start + 8]] for start in range(0, len(labels), 8)]


def read(pieces: Sequence[DrawnPiece], gallery: Gallery, light: str = "daylight") -> BoardReading:
    picture = render(Scene(tuple(pieces), light=light))
    return read_board(Frame(0, 1, picture), calibrate(picture), gallery)


def lies_at(sighting: Sighting, piece: DrawnPiece) -> bool:
    return bool(np.hypot(sighting.x_mm - piece.x_mm, sighting.y_mm - piece.y_mm) < 4)


def test_customers_are_read_by_name_and_side() -> None:
    pieces = spread([(card, at % 2 == 0) for at, card in enumerate(CUSTOMERS)], 2)
    there = read_customers(
        read(pieces, Gallery.from_artwork(card_pieces(CUSTOMERS)), "lamp").sightings, [c.name for c in CUSTOMERS], 15
    )
    assert there.why is None
    sides = {card.name: card.side for card in there.there}
    assert sides == {c.name: (Side.FIRST, Side.LATER)[at % 2] for at, c in enumerate(CUSTOMERS)}


def test_special_offers_are_learnt_from_a_photograph_and_read_by_letter_and_side() -> None:
    *scene, _ = in_rows([*OFFERS, OFFERS[0]]).pieces
    back = lying(OFFERS[0], 1010, 240, face_up=False)
    picture = render(Scene((*scene, back)))
    rows = expected([*"ABCDEFGHIJKL", "A (back)"])
    gallery = enrol_pages([(picture, rows)])
    assert (gallery.kinds["rect"].width_mm, gallery.kinds["rect"].height_mm) == pytest.approx(CARD_MM, abs=1.0)
    pieces = spread([(card, at % 3 != 2) for at, card in enumerate(OFFERS[:8])], 3)
    reading = read(pieces, gallery, "lamp")
    offers = read_offers(reading.sightings, "ABCDEFGHIJKL")
    assert (offers.why, sorted(offers.up), len(offers.down)) == (None, list("ABDEGH"), 2)
    assert all(lies_at(reading.sightings[at], pieces["ABCDEFGH".index(letter)]) for letter, at in offers.up.items())
