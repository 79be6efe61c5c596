"""How Pizza is laid out to be learnt: a token of each ingredient, an empty slice, and a slice face down."""

from collections.abc import Sequence

from device.rules.layout import BACK, Laid, Row, rows
from device.rules.pizza.components import Components
from device.rules.pizza.customers import KIND as CUSTOMER
from device.rules.pizza.customers import Side, label

TOKENS_IN_A_ROW, CUSTOMERS_IN_A_ROW = 20, 8
SLICE = "slice"
DICE_MM = 16.0  # an ordinary die

COLOURS = ("black", "white", "purple", "lime")  # of the four players in the house set
_DISC = " disc"


def disc_label(colour: str) -> str:
    """What the eyes call the pizza disc of a player's colour."""
    return f"{colour}{_DISC}"


def is_disc(label: str | None) -> bool:
    """Whether a round piece of that name is some player's pizza disc, and no token."""
    return label is not None and label.endswith(_DISC)


def layout(box: Components) -> tuple[Row, ...]:
    """The rows of tokens and slices."""
    slices = (Laid(SLICE, "wedge"), Laid(f"{SLICE}{BACK}", "wedge"))
    return (
        *rows("One token of each ingredient", "disc", box.kinds, TOKENS_IN_A_ROW),
        Row("A slice of a board without tokens, and one face down, crust up", slices),
    )


def with_customers(box: Components, colours: Sequence[str] = ()) -> tuple[Row, ...]:
    """The rows of the whole game: customers by their first side, and in a second photograph by their later one.

    The pizza discs of these colours too, which must be as large as tokens: the eyes know one size of round pieces.
    """
    first, later = ([label(name, side) for name in box.customer] for side in Side)
    discs = [disc_label(colour) for colour in colours]
    return (
        *layout(box),
        *rows("The pizza discs of the players, as large as tokens", "disc", discs, TOKENS_IN_A_ROW),
        *rows("The customers, the side worth more up, upright", CUSTOMER, first, CUSTOMERS_IN_A_ROW),
        *rows("The same customers, turned over and upright", CUSTOMER, later, CUSTOMERS_IN_A_ROW, turned=True),
    )
