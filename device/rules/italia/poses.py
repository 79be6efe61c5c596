"""How two real cards lie to each other: side by side as in a pizza, in contact, well apart, or something between.

Space: the table's surface in millimetres, x right, y down; rotation in degrees clockwise from upright. Everything here
is the same however the whole table is shifted or turned.
"""

from collections.abc import Sequence
from enum import StrEnum
from itertools import combinations, product
from math import acos, cos, degrees, hypot, radians, sin
from typing import NamedTuple, Protocol

import msgspec

from device.rules.italia.components import Size
from device.rules.italia.state import End
from vision.reading import Face

Point = tuple[float, float]


class Seen(Protocol):
    """A card that the eyes saw: a sighting, or a piece in their memory."""

    @property
    def face(self) -> Face: ...
    @property
    def label(self) -> str | None: ...
    @property
    def x_mm(self) -> float: ...
    @property
    def y_mm(self) -> float: ...
    @property
    def rotation_deg(self) -> float | None: ...


class Bands(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Up to where a doubt is none. Lengths in millimetres along the join (gap, overlap) and beside it (side).

    Two sides are linked while all four `link_` limits hold, and perhaps linked while all `doubt_` limits hold.

    I6: cards are in contact up to `contact_mm`, by which the eyes can err, and well apart from `apart_share` of a
    card's width on, about half of it; between these a person decides.
    """

    link_gap_mm: float = 7.0
    link_overlap_mm: float = 5.0
    link_side_mm: float = 14.0
    link_turn_deg: float = 12.0
    doubt_gap_mm: float = 12.0
    doubt_overlap_mm: float = 14.0
    doubt_side_mm: float = 24.0
    doubt_turn_deg: float = 24.0
    contact_mm: float = 2.0
    apart_share: float = 0.45


class Lie(StrEnum):
    """What may be between two cards."""

    LINKED = "linked"
    TOUCHING = "touching"
    APART = "apart"


class Relation(NamedTuple):
    """How two cards (their places in what was seen) may lie to each other, the likeliest first.

    `ends` are the sides of the first and the second card that meet where they are linked.
    """

    first: int
    second: int
    options: tuple[Lie, ...]
    ends: tuple[End, End]


class Meeting(NamedTuple):
    """How the nearest sides of two cards meet: what lies between them, beside the join, and by how much they turn."""

    ends: tuple[End, End]
    gap_mm: float
    side_mm: float
    turn_deg: float


def relations(cards: Sequence[Seen], size: Size, bands: Bands) -> list[Relation]:
    """The relations of all pairs of cards that are not well apart, the nearest pair first."""

    def centres_mm(pair: tuple[int, int]) -> float:
        one, other = (cards[at] for at in pair)
        return hypot(other.x_mm - one.x_mm, other.y_mm - one.y_mm)

    pairs = sorted(combinations(range(len(cards)), 2), key=centres_mm)
    all_pairs = [_relation(cards, first, second, size, bands) for first, second in pairs]
    return [relation for relation in all_pairs if relation.options != (Lie.APART,)]


def _relation(cards: Sequence[Seen], first: int, second: int, size: Size, bands: Bands) -> Relation:
    one, other = cards[first], cards[second]
    if one.rotation_deg is None or other.rotation_deg is None:
        return Relation(first, second, _without_rotation(one, other, size, bands), (End.RIGHT, End.LEFT))
    met = meeting(one, other, size)
    if Face.DOWN in (one.face, other.face):  # a card that lies face down links to nothing
        return Relation(first, second, _contact(one, other, size, bands), met.ends)
    if _within(met, bands.link_gap_mm, bands.link_overlap_mm, bands.link_side_mm, bands.link_turn_deg):
        return Relation(first, second, (Lie.LINKED,), met.ends)
    contact = _contact(one, other, size, bands)
    if _within(met, bands.doubt_gap_mm, bands.doubt_overlap_mm, bands.doubt_side_mm, bands.doubt_turn_deg):
        return Relation(first, second, (Lie.LINKED, *contact), met.ends)
    return Relation(first, second, contact, met.ends)


def _within(met: Meeting, gap_mm: float, overlap_mm: float, side_mm: float, turn_deg: float) -> bool:
    return -overlap_mm <= met.gap_mm <= gap_mm and met.side_mm <= side_mm and met.turn_deg <= turn_deg


def _contact(one: Seen, other: Seen, size: Size, bands: Bands) -> tuple[Lie, ...]:
    """I6: in contact, well apart, or one of the two."""
    between_mm = distance_mm(one, other, size)
    if between_mm <= bands.contact_mm:
        return (Lie.TOUCHING,)
    return (Lie.APART,) if between_mm >= bands.apart_share * size.width_mm else (Lie.APART, Lie.TOUCHING)


def _without_rotation(one: Seen, other: Seen, size: Size, bands: Bands) -> tuple[Lie, ...]:
    """Where a card's rotation is unknown: well apart if the cards would be, turned to each other in any way."""
    centres_mm = hypot(other.x_mm - one.x_mm, other.y_mm - one.y_mm)
    if centres_mm - hypot(size.width_mm, size.height_mm) >= bands.apart_share * size.width_mm:
        return (Lie.APART,)
    return (Lie.LINKED, Lie.TOUCHING, Lie.APART)


def meeting(one: Seen, other: Seen, size: Size) -> Meeting:
    """How the two nearest sides (left or right) of two cards meet, measured between the middles of these sides.

    Along and beside the join are measured by the direction halfway between the two cards.
    """
    nearest = min(
        product(_side_middles(one, size), _side_middles(other, size)),
        key=lambda pair: hypot(pair[1][1][0] - pair[0][1][0], pair[1][1][1] - pair[0][1][1]),
    )
    (end, (x, y), (out_x, out_y)), (other_end, (other_x, other_y), (in_x, in_y)) = nearest
    along_x, along_y = out_x - in_x, out_y - in_y
    length = hypot(along_x, along_y)
    if length < 1e-9:  # both sides face the same way: no join at all
        return Meeting((end, other_end), 0.0, 0.0, 180.0)
    along_x, along_y = along_x / length, along_y / length
    gap_mm = (other_x - x) * along_x + (other_y - y) * along_y
    side_mm = abs((other_y - y) * along_x - (other_x - x) * along_y)
    turn_deg = degrees(acos(max(-1.0, min(1.0, -(out_x * in_x + out_y * in_y)))))
    return Meeting((end, other_end), gap_mm, side_mm, turn_deg)


def _side_middles(card: Seen, size: Size) -> list[tuple[End, Point, Point]]:
    """The right and the left side of a card: where its middle is, and which way it faces (a unit vector)."""
    right_x, right_y = _right(card)
    half = size.width_mm / 2
    return [
        (End.RIGHT, (card.x_mm + half * right_x, card.y_mm + half * right_y), (right_x, right_y)),
        (End.LEFT, (card.x_mm - half * right_x, card.y_mm - half * right_y), (-right_x, -right_y)),
    ]


def _right(card: Seen) -> Point:
    """Which way the card's right side faces."""
    angle = radians(card.rotation_deg or 0.0)
    return cos(angle), sin(angle)


def distance_mm(one: Seen, other: Seen, size: Size) -> float:
    """The distance between the outlines of two cards; 0 where they overlap.

    The outlines are convex: they overlap unless the sides of one keep the other out, and two that do not overlap are
    nearest at a corner of one of them.
    """
    corners = [_corners_from(one, other, size), _corners_from(other, one, size)]
    half_x, half_y = size.width_mm / 2, size.height_mm / 2
    overlap = all(
        min(x for x, _ in points) < half_x
        and max(x for x, _ in points) > -half_x
        and min(y for _, y in points) < half_y
        and max(y for _, y in points) > -half_y
        for points in corners
    )
    if overlap:
        return 0.0
    return min(hypot(max(abs(x) - half_x, 0.0), max(abs(y) - half_y, 0.0)) for points in corners for x, y in points)


def _corners_from(viewer: Seen, card: Seen, size: Size) -> list[Point]:
    """The corners of a card as the other one has them: origin in its centre, x to its right, y to its lower side."""
    right_x, right_y = _right(viewer)
    card_x, card_y = _right(card)
    corners = []
    for across, down in product((-size.width_mm / 2, size.width_mm / 2), (-size.height_mm / 2, size.height_mm / 2)):
        x = card.x_mm + across * card_x - down * card_y - viewer.x_mm
        y = card.y_mm + across * card_y + down * card_x - viewer.y_mm
        corners.append((x * right_x + y * right_y, y * right_x - x * right_y))
    return corners
