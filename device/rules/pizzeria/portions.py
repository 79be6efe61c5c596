"""Reads the pizza on the table: its slices in order, and the portions into which it was divided (R65 to R69).

Within a portion the slices touch or nearly touch; a divider moves portions apart by a finger's breadth. What lies
between the two is asked about, as is a ring in which a slice is missing, hidden or not known.
"""

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from device.rules.slices import Point, Seen, direction_deg, far_mm, off_deg, outward, point_of
from vision.reading import Face

KIND = "wedge"


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the pizza lies and how large its slices are. The points of all its slices lie within `reach_mm`."""

    centre_mm: Point = (560.0, 300.0)
    reach_mm: float = 120.0
    length_mm: float = 110.0
    slices: int = 11


class Bands(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Up to where a doubt is none: mean distance between the sides of two neighbours, and by how much they turn."""

    together_mm: float = 6.0
    apart_mm: float = 8.5
    turn_deg: float = 9.0


class Why(StrEnum):
    """Why the pizza must be asked about."""

    MISSING = "missing"  # fewer slices are seen than lie there
    TOO_MANY = "too_many"
    UNREAD = "unread"  # a slice whose face is not known
    TURNED = "turned"  # slices lie across each other, or not around one point
    PERHAPS_APART = "perhaps_apart"


class Pizza(msgspec.Struct, frozen=True):
    """What lies there; slices are named by their places in what was seen.

    `ring` runs clockwise, and begins with a portion's first slice where it is divided. `portions` are parts of it, one
    where it is not divided. `why` is the doubt that must be asked about, with the `slices` it concerns.
    """

    ring: tuple[int, ...]
    portions: tuple[tuple[int, ...], ...]
    why: Why | None = None
    slices: tuple[int, ...] = ()


def read_pizza(seen: Sequence[Seen], layout: Layout | None = None, bands: Bands | None = None) -> Pizza:
    """The pizza among all pieces seen, in any order."""
    layout, bands = layout or Layout(), bands or Bands()
    ring = _clockwise(seen, layout)
    if len(ring) != layout.slices:
        return Pizza(ring, (), Why.MISSING if len(ring) < layout.slices else Why.TOO_MANY)
    unread = tuple(at for at in ring if seen[at].face is not Face.UP or seen[at].label is None)
    if unread:
        return Pizza(ring, (), Why.UNREAD, unread)
    step_deg = 360 / layout.slices
    nexts = [*ring[1:], ring[0]]
    for one, other in zip(ring, nexts, strict=True):
        turn_deg = off_deg(seen[other].rotation_deg or 0.0, seen[one].rotation_deg or 0.0) % 360
        if abs(turn_deg - step_deg) > bands.turn_deg:
            return Pizza(ring, (), Why.TURNED, (one, other))
    gaps_mm = [_gap_mm(seen[one], seen[other], layout) for one, other in zip(ring, nexts, strict=True)]
    doubts = [at for at, gap_mm in enumerate(gaps_mm) if bands.together_mm < gap_mm < bands.apart_mm]
    cuts = [at + 1 for at, gap_mm in enumerate(gaps_mm) if gap_mm > bands.together_mm]
    begun = cuts[-1] % layout.slices if cuts else 0
    ring = (*ring[begun:], *ring[:begun])
    starts = sorted((cut - begun) % layout.slices for cut in cuts) or [0]
    portions = tuple(ring[start:end] for start, end in zip(starts, [*starts[1:], layout.slices], strict=True))
    if doubts:
        return Pizza(ring, portions, Why.PERHAPS_APART, tuple(sorted({_at(ring, at, begun) for at in doubts})))
    return Pizza(ring, portions)


def _at(ring: tuple[int, ...], place: int, begun: int) -> int:
    """The slice that was at a place before the ring was turned to begin with a portion."""
    return ring[(place - begun) % len(ring)]


def _clockwise(seen: Sequence[Seen], layout: Layout) -> tuple[int, ...]:
    """The slices of the pizza by the direction of their crusts; those without a direction by where they lie."""
    around = []
    for at, piece in enumerate(seen):
        if piece.kind != KIND:
            continue
        if piece.rotation_deg is None:
            if far_mm((piece.x_mm, piece.y_mm), layout.centre_mm) <= layout.reach_mm:
                around.append((direction_deg(layout.centre_mm, (piece.x_mm, piece.y_mm)) % 360, at))
        elif far_mm(point_of(piece, layout.length_mm), layout.centre_mm) <= layout.reach_mm:
            around.append((piece.rotation_deg % 360, at))
    return tuple(at for _, at in sorted(around))


def _gap_mm(one: Seen, other: Seen, layout: Layout) -> float:
    """The mean distance between the right side of a slice and the left side of the next, at both ends and midway."""
    half_deg = 180 / layout.slices
    ends = []
    for piece, turn_deg in ((one, half_deg), (other, -half_deg)):
        x_mm, y_mm = point_of(piece, layout.length_mm)
        along = outward((piece.rotation_deg or 0.0) + turn_deg)
        ends.append([(x_mm + along[0] * r, y_mm + along[1] * r) for r in (0.0, layout.length_mm / 2, layout.length_mm)])
    return sum(far_mm(a, b) for a, b in zip(*ends, strict=True)) / len(ends[0])
