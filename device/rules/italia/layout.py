"""How Pizzeria Italia is laid out to be learnt: one card of each kind, upright, and one face down."""

from device.rules.italia.components import Card, Components
from device.rules.layout import Laid, Row, backs, rows

CARDS_IN_A_ROW = 10


def layout(box: Components) -> tuple[Row, ...]:
    """The rows of the whole game."""
    cards = list(box.card_by_label.values())
    two = [card for card in cards if not card.edge and card.left != card.right]
    same = [card for card in cards if not card.edge and card.left == card.right]
    edges = [card for card in cards if card.edge]
    return (
        *_rows("Cards with two ingredients, face up and upright", two),
        *_rows("Cards with one ingredient, face up and upright", same),
        *_rows("Edge cards, the crust on the right", edges),
        backs("Any card, face down", Laid(cards[0].label, "rect")),
    )


def _rows(title: str, cards: list[Card]) -> tuple[Row, ...]:
    return rows(title, "rect", [card.label for card in cards], CARDS_IN_A_ROW)
