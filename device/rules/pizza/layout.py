"""How Pizza is laid out to be learnt: a token of each ingredient, an empty slice, and a slice face down."""

from device.rules.layout import BACK, Laid, Row, rows
from device.rules.pizza.components import Components

TOKENS_IN_A_ROW = 20
SLICE = "slice"
DICE_MM = 16.0  # an ordinary die


def layout(box: Components) -> tuple[Row, ...]:
    """The rows of the whole game."""
    slices = (Laid(SLICE, "wedge"), Laid(f"{SLICE}{BACK}", "wedge"))
    return (
        *rows("One token of each ingredient", "disc", box.kinds, TOKENS_IN_A_ROW),
        Row("A slice of a board without tokens, and one face down, crust up", slices),
    )
