"""Why something is refused in Pizza; each has its sentence in the language files."""

from enum import StrEnum

from device.rules.game import Refusal, refuse


class Reason(StrEnum):
    """Why a verdict is a refusal."""

    OVER = "over"
    CHANCE = "chance"
    NOT_NOW = "not_now"
    NOT_YOUR_TURN = "not_your_turn"
    DONE = "done"
    TOPPING_FIRST = "topping_first"
    NO_CARD = "no_card"
    NO_LOCATION = "no_location"
    LOCATION_TAKEN = "location_taken"
    NOTHING_LANDED = "nothing_landed"
    NO_SLICE = "no_slice"
    OTHER_SLICE = "other_slice"
    SLICE_SERVED = "slice_served"
    SLICE_NOT_SERVED = "slice_not_served"
    DOUGH_TOO_DEAR = "dough_too_dear"  # Z5
    MUST_TOP = "must_top"
    NO_TILE = "no_tile"
    TILE_NOT_NOW = "tile_not_now"
    NOTHING_TO_COPY = "nothing_to_copy"  # Z18
    CHANGE_RANGE = "change_range"
    ADJUSTED = "adjusted"  # Z3
    ANY_SLICE_USED = "any_slice_used"
    NO_TOKEN = "no_token"
    DISC_SLICE_SERVED = "disc_slice_served"  # Z19
    NOTHING_TO_DRAW = "nothing_to_draw"
    NO_SUCH_TILE = "no_such_tile"
    TILES_GONE = "tiles_gone"
    NO_CUSTOMER = "no_customer"
    NO_MATCH = "no_match"  # Z7
    NO_LAST_CARD = "no_last_card"  # Z11


def refused(reason: Reason, **gaps: object) -> Refusal:
    """A refusal in Pizza."""
    return refuse("pizza", reason, **gaps)
