"""How Pizzeria is laid out to be learnt: one slice of each look, its crust up, and one face down."""

from device.rules.layout import BACK, Laid, Row, backs, rows
from device.rules.pizzeria.components import Components, Slice
from device.rules.pizzeria.offer_cards import KIND as OFFER

SLICES_IN_A_ROW, OFFERS_IN_A_ROW = 12, 12


def label(piece: Slice) -> str:
    """What the eyes call a slice: its kind and its basil leaves, both kinds where it is mixed."""
    return f"{'+'.join(piece.kinds)}/{piece.leaves}"


def kinds_and_leaves(label: str) -> tuple[tuple[str, ...], int]:
    """The kinds on a slice and its basil leaves, from what the eyes call it."""
    kinds, _, leaves = label.rpartition("/")
    return tuple(kinds.split("+")), int(leaves)


def layout(box: Components) -> tuple[Row, ...]:
    """The rows of the basic game."""
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


def with_offers(box: Components) -> tuple[Row, ...]:
    """The rows of the advanced game: the special offers too."""
    *slices, last = layout(box)
    back = Laid(f"{box.offers[0]}{BACK}", OFFER)
    return (
        *slices,
        *rows("The special offers by letter, text side up and upright", OFFER, box.offers, OFFERS_IN_A_ROW),
        Row(f"{last.title}; and any special offer, face down and upright", (*last.pieces, back)),
    )
