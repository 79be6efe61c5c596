"""How Pizzeria is laid out to be learnt: one slice of each look, its crust up, and one face down."""

from device.rules.layout import Laid, Row, backs, rows
from device.rules.pizzeria.components import Components, Slice

SLICES_IN_A_ROW = 12


def label(piece: Slice) -> str:
    """What the eyes call a slice: its kind and its basil leaves, both kinds where it is mixed."""
    return f"{'+'.join(piece.kinds)}/{piece.leaves}"


def layout(box: Components) -> tuple[Row, ...]:
    """The rows of the whole game."""
    single = [piece for piece in box.slices if len(piece.kinds) == 1]
    pairs = [label(piece) for piece in box.slices if len(piece.kinds) > 1]
    order = [*box.kinds, box.pomodoro]
    looks = {(order.index(piece.kinds[0]), piece.leaves): label(piece) for piece in single}
    singles = [looks[look] for look in sorted(looks)]
    return (
        *rows(
            "One slice of each kind and number of basil leaves, crust up",
            "wedge",
            singles,
            SLICES_IN_A_ROW,
        ),
        *rows("The mixed slices, crust up", "wedge", pairs, SLICES_IN_A_ROW),
        backs("Any slice, face down, crust up", Laid(singles[0], "wedge")),
    )
