"""Why something is refused in Pizzeria; each has its sentence in the language files."""

from enum import StrEnum

from device.rules.game import Refusal, Term, refuse
from device.rules.pizzeria.components import Components


class Reason(StrEnum):
    """Why a verdict is a refusal."""

    OVER = "over"
    MIXING = "mixing"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_NOW = "not_now"
    NO_STACK = "no_stack"
    CUTS_NUMBER = "cuts_number"
    CUTS_RANGE = "cuts_range"
    CUTS_ORDER = "cuts_order"  # also two cuts at one place: a portion without slices (P1)
    NO_OFFER = "no_offer"
    OFFER_FORGOTTEN = "offer_forgotten"
    OFFER_PLACE = "offer_place"
    NO_PORTION = "no_portion"
    PORTION_TAKEN = "portion_taken"
    NOT_IN_PORTION = "not_in_portion"
    NO_LEAVES = "no_leaves"
    EATING_ORDER = "eating_order"
    OFFER_NOT_HELD = "offer_not_held"
    OFFER_SPENT = "offer_spent"
    OFFER_TOO_EARLY = "offer_too_early"  # a clock offer in the round in which it was obtained (P11)
    OFFER_NOT_NOW = "offer_not_now"
    HOW_MANY_SAVED = "how_many_saved"
    NOT_SAVED = "not_saved"
    NO_PLACE = "no_place"
    KIND_NOT_SAVED = "kind_not_saved"
    NOT_ON_PIZZA = "not_on_pizza"
    NOT_ON_TABLE = "not_on_table"
    NOT_ON_EDGE = "not_on_edge"
    NO_NEIGHBOUR = "no_neighbour"
    NOTHING_LEFT = "nothing_left"
    KIND_NOT_EATABLE = "kind_not_eatable"
    NOT_LARGEST = "not_largest"  # S6
    NOT_JEFFS_MEAL = "not_jeffs_meal"  # S5


def refused(reason: Reason, **gaps: object) -> Refusal:
    """A refusal in Pizzeria."""
    return refuse("pizzeria", reason, **gaps)


def slice_words(box: Components, piece: str) -> list[Term]:
    """The kinds on the slice of this id as words; an id that is no slice stands as it is."""
    known = box.slice_by_id.get(piece)
    return [Term(kind) for kind in known.kinds] if known else [Term(piece)]
