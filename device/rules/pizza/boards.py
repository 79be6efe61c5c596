"""Reads a player's pizza as it lies: six slices around one point, which of them are eaten, and the tokens on each.

A slice that lies face down is eaten. A token lies in the zone in which its middle lies; one that lies on a line between
two slices or two zones, a slice that is hidden and a token that is not known are asked about.
"""

from collections.abc import Sequence
from enum import StrEnum
from math import radians

import msgspec

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
    on = _tokens_by_slice(seen, found, layout)
    slices = tuple(
        Slice(at, seen[at].face is Face.DOWN, tuple((_zone(far, layout), token) for token, far, _ in on[at]))
        for at in found
    )
    if len(found) != layout.slices:
        return Board(slices, Why.MISSING if len(found) < layout.slices else Why.TOO_MANY)
    step_deg = 360 / layout.slices
    for one, other in zip(found, [*found[1:], found[0]], strict=True):
        turn_deg = off_deg(seen[other].rotation_deg or 0.0, seen[one].rotation_deg or 0.0) % 360
        if abs(turn_deg - step_deg) > layout.turn_deg:
            return Board(slices, Why.TURNED, (one, other))
    tokens = [token for at in found for token in on[at]]
    doubts = {
        Why.HIDDEN: tuple(
            at for at in found if seen[at].face is not Face.DOWN and _is_hidden(seen[at], hidden, layout)
        ),
        Why.UNREAD_SLICE: tuple(at for at in found if seen[at].face is Face.UNKNOWN),
        Why.UNREAD_TOKEN: tuple(at for at, _, _ in tokens if seen[at].label is None),
        Why.ON_A_LINE: tuple(at for at, far, beside in tokens if _on_a_line(far, beside, layout)),
    }
    for why, pieces in doubts.items():
        if pieces:
            return Board(slices, why, pieces)
    return Board(slices)


def _tokens_by_slice(
    seen: Sequence[Seen], slices: Sequence[int], layout: Layout
) -> dict[int, list[tuple[int, float, float]]]:
    """For each slice the tokens on it: place, distance from its point in mm, and from its nearer side in mm."""
    on: dict[int, list[tuple[int, float, float]]] = {at: [] for at in slices}
    half_deg = 180 / layout.slices
    for token, piece in enumerate(seen):
        if piece.kind != TOKEN or not slices:
            continue
        place = piece.x_mm, piece.y_mm
        points = {at: point_of(seen[at], layout.length_mm) for at in slices}
        turns = {at: off_deg(direction_deg(points[at], place), seen[at].rotation_deg or 0.0) for at in slices}
        at = min(slices, key=lambda at: abs(turns[at]))
        far = far_mm(points[at], place)
        if abs(turns[at]) <= half_deg * 1.5 and far <= layout.length_mm + layout.line_mm:
            on[at].append((token, far, far * radians(half_deg - abs(turns[at]))))
    return on


def _is_hidden(piece: Seen, hidden: Hidden, layout: Layout) -> bool:
    """Whether any part of a slice on which a token may lie is hidden."""
    point_x, point_y = point_of(piece, layout.length_mm)
    for turn_deg in (-90 / layout.slices, 0.0, 90 / layout.slices):
        along_x, along_y = outward((piece.rotation_deg or 0.0) + turn_deg)
        for far in range(_PROBE_MM, round(layout.length_mm), _PROBE_MM):
            if hidden((point_x + along_x * far, point_y + along_y * far)):
                return True
    return False


def _zone(far_mm: float, layout: Layout) -> Zone:
    if far_mm < layout.inner_mm:
        return Zone.INNER
    return Zone.MIDDLE if far_mm < layout.middle_mm else Zone.OUTER


def _on_a_line(far: float, beside: float, layout: Layout) -> bool:
    lines_mm = abs(far - layout.inner_mm), abs(far - layout.middle_mm), beside
    return min(lines_mm) < layout.line_mm
