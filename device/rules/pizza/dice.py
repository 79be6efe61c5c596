"""Reads the dice on the table."""

from collections.abc import Sequence

from device.rules.slices import Seen
from vision.reading import Face

KIND = "cuboid"


def on_table(seen: Sequence[Seen]) -> tuple[Seen, ...]:
    return tuple(piece for piece in seen if piece.kind == KIND)


def total(seen: Sequence[Seen], count: int) -> int | None:
    """The pips of all dice together, or None where not all of them can be read: the referee is asked."""
    dice = on_table(seen)
    if len(dice) != count or any(die.face is not Face.UP or die.label is None for die in dice):
        return None
    return sum(int(die.label or 0) for die in dice)
