"""Tells which pieces of a part of the surface were moved between two moments, from what is remembered of both.

A piece that a hand hides is taken to lie as it lay; readings of one that lies still differ by less than the bands.
"""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from vision.kinds import HABITS
from vision.places import Polygon, apart_mm, inside, turned_deg
from vision.reading import Board, Face, Piece
from vision.tracks import HALF_HIDDEN

STILL_MM, STILL_DEG = 5.0, 8.0  # a piece that lies still may seem to move and to turn by so much


class Moved(StrEnum):
    """What became of a piece."""

    SHIFTED = "shifted"  # or turned where it lies
    TURNED_OVER = "turned_over"
    TAKEN = "taken"
    LAID = "laid"


class Motion(msgspec.Struct, frozen=True):
    """One piece that was moved: its label, where known, and where it lies now (or lay, where it was taken).

    Not `seen` is one that something hid, in part or whole, in the picture before: it may have been moved before that.
    `id` is the piece's number in the memory.
    """

    id: int
    how: Moved
    kind: str
    label: str | None
    x_mm: float
    y_mm: float
    seen: bool = True


def between(before: Board, after: Board, area_mm: Polygon) -> tuple[Motion, ...]:
    """What was moved within an area, or into it or out of it; in the order of the pieces' numbers.

    A piece that was not there before counts as laid only where no hand was in view, which might have hidden it. One
    that lies as another of its kind lay, which is gone, is taken for the same by another name. How a piece lies of
    which too little shows now cannot be told: it is taken to lie still.
    """
    lay, lies = ({piece.id: piece for piece in board.pieces} for board in (before, after))
    for gone, new in _renamed(lay, lies):
        del lay[gone], lies[new]
    found = []
    for number in sorted({*lay, *lies}):
        was, now = lay.get(number), lies.get(number)
        how = _how(was, now, hand=before.hand)
        here = [piece for piece in (now, was) if piece is not None and inside((piece.x_mm, piece.y_mm), area_mm)]
        if how is not None and here:
            piece = now or here[0]
            label = piece.label or (was.label if was else None)
            seen = was is None or (was.seen_until_ns >= before.until_ns and was.visible >= HALF_HIDDEN)
            found.append(Motion(number, how, piece.kind, label, piece.x_mm, piece.y_mm, seen))
    return tuple(found)


def _renamed(lay: Mapping[int, Piece], lies: Mapping[int, Piece]) -> list[tuple[int, int]]:
    """Numbers of pieces that are gone, each with that of a new one which lies in its place as it lay."""
    gone, new = ([number for number in one if number not in other] for one, other in ((lay, lies), (lies, lay)))
    pairs: dict[int, int] = {}
    for was in gone:
        same = [
            now
            for now in new
            if now not in pairs.values()
            and lay[was].kind == lies[now].kind
            and _how(lay[was], lies[now], hand=False) is None
        ]
        if same:
            pairs[was] = same[0]
    return list(pairs.items())


def _how(was: Piece | None, now: Piece | None, hand: bool) -> Moved | None:
    if was is None or now is None:
        if was is not None:
            return Moved.TAKEN
        return None if hand or now is None or now.visible < HALF_HIDDEN else Moved.LAID
    if now.visible < HALF_HIDDEN:
        return None
    if Face.UNKNOWN not in (was.face, now.face) and was.face is not now.face:
        return Moved.TURNED_OVER
    far_mm = apart_mm((was.x_mm, was.y_mm), (now.x_mm, now.y_mm))
    turns = HABITS[was.kind].turns
    whole_deg = 360.0 if was.face is now.face is Face.UP else 360.0 / max(turns, 1)
    turned = turns and turned_deg(was.rotation_deg, now.rotation_deg, whole_deg) > STILL_DEG
    return Moved.SHIFTED if far_mm > STILL_MM or turned else None
