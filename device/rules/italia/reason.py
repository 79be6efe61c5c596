"""Why something is refused in Pizzeria Italia, and how cards are named; the sentences are in the language files."""

from enum import StrEnum

from device.rules.game import Line, Refusal, Term, refuse
from device.rules.italia.components import Card, Components


class Reason(StrEnum):
    """Why a verdict is a refusal."""

    OVER = "over"
    SHUFFLING = "shuffling"
    NOT_NOW = "not_now"
    NOT_YOUR_TURN = "not_your_turn"
    MEMORISED = "memorised"
    NO_PLACE = "no_place"
    BEFORE_GO = "before_go"  # a warning, nothing worse (I14)
    NOT_IN_HAND = "not_in_hand"
    FIRST_CARD = "first_card"
    NOTHING_PLACED = "nothing_placed"
    ONLY_CARD = "only_card"


def refused(reason: Reason, **gaps: object) -> Refusal:
    """A refusal in Pizzeria Italia."""
    return refuse("italia", reason, **gaps)


def card_words(card: Card) -> Line:
    """The card by its icons and their points."""
    icons = [Line("italia.icon", {"kind": Term(icon.kind), "points": icon.points}) for icon in card.icons]
    shown = icons[0] if len(icons) == 1 else Line("italia.two_icons", {"first": icons[0], "second": icons[1]})
    return Line("italia.edge_card", {"icons": shown}) if card.edge else shown


def words_of(box: Components, card: str) -> Line | Term:
    """The card of this id in words; an id that is no card stands as it is."""
    known = box.card_by_id.get(card)
    return card_words(known) if known else Term(card)
