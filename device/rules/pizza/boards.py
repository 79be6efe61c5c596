"""Reads a player's pizza as it lies: six slices around one point, which of them are eaten, and the tokens on each.

A slice that lies face down is eaten. A token lies in the zone in which its middle lies; one that lies on a line between
two slices or two zones, a slice that is hidden and a token that is not known are asked about.
"""

from collections.abc import Sequence
from enum import StrEnum
from math import radians
from typing import NamedTuple

import msgspec

from device.rules.pizza.layout import is_disc
from device.rules.slices import (
    Hidden,
    Point,
    Seen,
    direction_deg,
    far_mm,
    nothing_hidden,
    off_deg,
    outward,
    point_of,
)
from vision.reading import Face

_PROBE_MM = 15  # between the places of a slice at which is asked whether they are hidden
SLICE, TOKEN = "wedge", "disc"


class Zone(StrEnum):
    """Where on a slice a token lies, from its point to its crust."""

    INNER = "inner"
    MIDDLE = "middle"
    OUTER = "outer"


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How large a pizza is: its slices, and where the inner and the middle zone end, from the point in millimetres."""

    slices: int = 6
    length_mm: float = 95.0
    inner_mm: float = 32.0
    middle_mm: float = 59.0
    reach_mm: float = 25.0  # of the points of all slices, from the middle of the pizza
    line_mm: float = 3.0  # nearer to a line than this a token lies on it
    turn_deg: float = 12.0  # off an even round


class Why(StrEnum):
    """Why a pizza must be asked about."""

    MISSING = "missing"  # fewer slices are seen than lie there
    TOO_MANY = "too_many"
    UNREAD_SLICE = "unread_slice"  # not known whether it lies face up
    UNREAD_TOKEN = "unread_token"
    ON_A_LINE = "on_a_line"
    HIDDEN = "hidden"  # a hand or a cup may hide tokens
    TURNED = "turned"  # slices lie across each other, or not around one point


class Slice(msgspec.Struct, frozen=True):
    """One slice, named by its place in what was seen; `tokens` are zone and place of each token on it, in any order."""

    at: int
    eaten: bool
    tokens: tuple[tuple[Zone, int], ...]


class On(NamedTuple):
    """Where on a slice a round piece lies: from the slice's point, and from its nearer side."""

    slice: int
    at: int
    far_mm: float
    beside_mm: float


class Board(msgspec.Struct, frozen=True):
    """A player's pizza: its slices clockwise, and the doubt that must be asked about with the pieces it concerns."""

    slices: tuple[Slice, ...]
    why: Why | None = None
    pieces: tuple[int, ...] = ()


def read_board(
    seen: Sequence[Seen], centre_mm: Point, hidden: Hidden = nothing_hidden, layout: Layout | None = None
) -> Board:
    """The pizza around a place among all pieces seen, in any order; `hidden` tells where tokens cannot be seen."""
    layout = layout or Layout()
    found = [
        at
        for at, piece in enumerate(seen)
        if piece.kind == SLICE
        and piece.rotation_deg is not None
        and far_mm(point_of(piece, layout.length_mm), centre_mm) <= layout.reach_mm
    ]
    found.sort(key=lambda at: (seen[at].rotation_deg or 0.0) % 360)
    round_ones = [at for at, piece in enumerate(seen) if piece.kind == TOKEN and not is_disc(piece.label)]
    tokens = [on for at in round_ones if (on := lies_on(seen, found, at, layout)) is not None]
    slices = tuple(
        Slice(at, seen[at].face is Face.DOWN, tuple((zone_of(on, layout), on.at) for on in tokens if on.slice == at))
        for at in found
    )
    if len(found) != layout.slices:
        return Board(slices, Why.MISSING if len(found) < layout.slices else Why.TOO_MANY)
    step_deg = 360 / layout.slices
    for one, other in zip(found, [*found[1:], found[0]], strict=True):
        turn_deg = off_deg(seen[other].rotation_deg or 0.0, seen[one].rotation_deg or 0.0) % 360
        if abs(turn_deg - step_deg) > layout.turn_deg:
            return Board(slices, Why.TURNED, (one, other))
    doubts = {
        Why.HIDDEN: tuple(
            at for at in found if seen[at].face is not Face.DOWN and _is_hidden(seen[at], hidden, layout)
        ),
        Why.UNREAD_SLICE: tuple(at for at in found if seen[at].face is Face.UNKNOWN),
        Why.UNREAD_TOKEN: tuple(on.at for on in tokens if seen[on.at].label is None),
        Why.ON_A_LINE: tuple(on.at for on in tokens if on_a_line(on, layout)),
    }
    for why, pieces in doubts.items():
        if pieces:
            return Board(slices, why, pieces)
    return Board(slices)


def lies_on(seen: Sequence[Seen], slices: Sequence[int], at: int, layout: Layout) -> On | None:
    """On which of the slices a round piece lies, and where; None beside the pizza."""
    piece = seen[at]
    if not slices:
        return None
    half_deg = 180 / layout.slices
    place = piece.x_mm, piece.y_mm
    points = {slice: point_of(seen[slice], layout.length_mm) for slice in slices}
    turns = {slice: off_deg(direction_deg(points[slice], place), seen[slice].rotation_deg or 0.0) for slice in slices}
    nearest = min(slices, key=lambda slice: abs(turns[slice]))
    far = far_mm(points[nearest], place)
    if abs(turns[nearest]) > half_deg * 1.5 or far > layout.length_mm + layout.line_mm:
        return None
    return On(nearest, at, far, far * radians(half_deg - abs(turns[nearest])))


def _is_hidden(piece: Seen, hidden: Hidden, layout: Layout) -> bool:
    """Whether any part of a slice on which a token may lie is hidden."""
    point_x, point_y = point_of(piece, layout.length_mm)
    for turn_deg in (-90 / layout.slices, 0.0, 90 / layout.slices):
        along_x, along_y = outward((piece.rotation_deg or 0.0) + turn_deg)
        for far in range(_PROBE_MM, round(layout.length_mm), _PROBE_MM):
            if hidden((point_x + along_x * far, point_y + along_y * far)):
                return True
    return False


def zone_of(on: On, layout: Layout) -> Zone:
    if on.far_mm < layout.inner_mm:
        return Zone.INNER
    return Zone.MIDDLE if on.far_mm < layout.middle_mm else Zone.OUTER


def on_a_line(on: On, layout: Layout) -> bool:
    """Whether a piece lies so near to a line that it may be on either side."""
    lines_mm = abs(on.far_mm - layout.inner_mm), abs(on.far_mm - layout.middle_mm), on.beside_mm
    return min(lines_mm) < layout.line_mm
