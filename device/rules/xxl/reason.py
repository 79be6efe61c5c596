"""Why something is refused in Pizza XXL, and how pizzas are named; the sentences are in the language files.

A refusal leaves the game as it was. What a hand on a pizza amounts to is a verdict: `claims.Reason`.
"""

from enum import StrEnum

from device.rules.game import Line, Refusal, Term, refuse
from device.rules.xxl.components import Components


class Refused(StrEnum):
    """Why something is refused."""

    OVER = "over"
    NO_SUCH_SEAT = "no_such_seat"
    NO_SUCH_SLOT = "no_such_slot"
    EMPTY_SLOT = "empty_slot"
    # the players
    SHUFFLING = "shuffling"
    NOT_YOUR_TURN = "not_your_turn"
    NO_SUCH_PLACE = "no_such_place"
    UP_ALREADY = "up_already"
    OTHER_VARIANT = "other_variant"
    NOTHING_TO_REVEAL = "nothing_to_reveal"
    LOCKED_OUT = "locked_out"
    ONE_HAND = "one_hand"
    HAS_LEFT = "has_left"
    LATE = "late"
    NOTHING_TO_LEAVE = "nothing_to_leave"
    TURN_ONE = "turn_one"
    # the referee
    NO_SUCH_PIECE = "no_such_piece"
    CLAIMED = "claimed"
    NO_ROUND = "no_round"
    ROUND_OPEN = "round_open"
    PIZZAS_MISSING = "pizzas_missing"
    UNKNOWN_PIZZA = "unknown_pizza"
    WON_PIZZA = "won_pizza"
    SAME_PIZZA = "same_pizza"
    TAKEN = "taken"
    UNKNOWN_KIND = "unknown_kind"
    ALL_UP = "all_up"
    USE_SET_SLOT = "use_set_slot"


def refused(reason: Refused, **gaps: object) -> Refusal:
    """A refusal in Pizza XXL."""
    return refuse("xxl", reason, **gaps)


def pizza_words(box: Components, pizza: str) -> Line:
    """The pizza by its toppings."""
    first, second, third = (Term(topping) for topping in box.toppings_of[pizza])
    return Line("xxl.pizza", {"first": first, "second": second, "third": third})
