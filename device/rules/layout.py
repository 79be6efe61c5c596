"""How the pieces of a game are laid out for the camera to learn them: rows from the top left, in order of reading."""

from collections.abc import Sequence
from itertools import pairwise

import msgspec

BACK = " (back)"  # after the name of a piece that lies face down


class Laid(msgspec.Struct, frozen=True):
    """A piece as the eyes call it, and its kind of outline: disc, square, rect or wedge."""

    label: str
    kind: str


class Row(msgspec.Struct, frozen=True):
    """Pieces side by side; `title` says to the owner which they are and which side is up.

    One of pieces `turned` over that lie in a row before needs a photograph of its own.
    """

    title: str
    pieces: tuple[Laid, ...]
    turned: bool = False


def rows(title: str, kind: str, labels: Sequence[str], most: int, turned: bool = False) -> tuple[Row, ...]:
    """As few rows as hold the pieces with at most so many in each, all about as long."""
    count = -(-len(labels) // most)
    ends = [round(len(labels) * number / count) for number in range(count + 1)] if count else []
    parts = [tuple(Laid(label, kind) for label in labels[start:end]) for start, end in pairwise(ends)]
    return tuple(Row(title, part, turned) for part in parts)


def backs(title: str, *pieces: Laid) -> Row:
    """These pieces face down."""
    return Row(title, tuple(Laid(f"{piece.label}{BACK}", piece.kind) for piece in pieces))
