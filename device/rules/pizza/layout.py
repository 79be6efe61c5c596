"""How Pizza is laid out to be learnt: a token of each ingredient, an empty slice, and a slice face down."""

from device.rules.layout import BACK, Laid, Row, rows
from device.rules.pizza.components import Components
from device.rules.pizza.customers import KIND as CUSTOMER
from device.rules.pizza.customers import Side, label

TOKENS_IN_A_ROW, CUSTOMERS_IN_A_ROW = 20, 8
SLICE = "slice"
DICE_MM = 16.0  # an ordinary die


def layout(box: Components) -> tuple[Row, ...]:
    """The rows of tokens and slices."""
    slices = (Laid(SLICE, "wedge"), Laid(f"{SLICE}{BACK}", "wedge"))
    return (
        *rows("One token of each ingredient", "disc", box.kinds, TOKENS_IN_A_ROW),
        Row("A slice of a board without tokens, and one face down, crust up", slices),
    )


def with_customers(box: Components) -> tuple[Row, ...]:
    """The rows of the whole game: customers by their first side, and in a second photograph by their later one."""
    first, later = ([label(name, side) for name in box.customer] for side in Side)
    return (
        *layout(box),
        *rows("The customers, the side worth more up, upright", CUSTOMER, first, CUSTOMERS_IN_A_ROW),
        *rows("The same customers, turned over and upright", CUSTOMER, later, CUSTOMERS_IN_A_ROW, turned=True),
    )
