"""Reads a player's ingredient slots: which tokens lie beside each card location, and which slots are freed up.

A slot has three spaces. A token lies in the slot whose spaces its middle is nearest to; one between two slots, one that
is not known, more than a slot holds, and a slot that is hidden are asked about.
"""

from collections.abc import Sequence
from enum import StrEnum
from math import cos, radians, sin

import msgspec

from device.rules.pizza.layout import is_disc
from device.rules.pizza.setup import SLOTS, TOKENS_PER_SLOT
from device.rules.slices import Hidden, Point, Seen, far_mm, nothing_hidden

TOKEN = "disc"


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the spaces of the slots are on an upright player board, in millimetres from its middle, slot by slot.

    The slots stand in the order of the card locations.
    """

    spaces_mm: tuple[tuple[Point, ...], ...] = tuple(
        tuple((45.0 * (slot - 1.5), 26.0 * (space - 1)) for space in range(TOKENS_PER_SLOT)) for slot in range(SLOTS)
    )
    near_mm: float = 15.0  # a token in a space lies nearer to its middle
    ahead_mm: float = 5.0  # by so much nearer to a slot than to any other


class Why(StrEnum):
    """Why the slots must be asked about."""

    HIDDEN = "hidden"  # a hand or a cup may hide tokens
    TOO_MANY = "too_many"  # more tokens than a slot has spaces
    BETWEEN = "between"  # perhaps in one slot, perhaps in another or beside it
    UNREAD = "unread"


class Slots(msgspec.Struct, frozen=True):
    """For each slot the tokens in it, named by their places in what was seen; the doubt and the tokens it concerns."""

    tokens: tuple[tuple[int, ...], ...]
    why: Why | None = None
    pieces: tuple[int, ...] = ()

    @property
    def freed(self) -> tuple[int, ...]:
        """The slots without tokens, in order."""
        return tuple(slot for slot, tokens in enumerate(self.tokens) if not tokens)


def read_slots(
    seen: Sequence[Seen],
    middle_mm: Point,
    turn_deg: float = 0.0,
    hidden: Hidden = nothing_hidden,
    layout: Layout | None = None,
) -> Slots:
    """The slots of the player board that lies there, turned clockwise, among all pieces seen in any order."""
    layout = layout or Layout()
    spaces = tuple(tuple(_placed(at, middle_mm, turn_deg) for at in slot) for slot in layout.spaces_mm)
    slots: list[list[int]] = [[] for _ in spaces]
    between, unread = [], []
    for at, piece in enumerate(seen):
        if piece.kind != TOKEN or is_disc(piece.label):
            continue
        far = [min(far_mm((piece.x_mm, piece.y_mm), space) for space in slot) for slot in spaces]
        nearest, *others = sorted(far)
        if nearest > layout.near_mm + layout.ahead_mm:
            continue
        slots[far.index(nearest)].append(at)
        if nearest > layout.near_mm or others[0] - nearest < layout.ahead_mm:
            between.append(at)
        if piece.label is None:
            unread.append(at)
    tokens = tuple(map(tuple, slots))
    if any(hidden(space) for slot in spaces for space in slot):
        return Slots(tokens, Why.HIDDEN)
    crowded = tuple(at for slot in tokens if len(slot) > TOKENS_PER_SLOT for at in slot)
    for why, pieces in ((Why.TOO_MANY, crowded), (Why.BETWEEN, tuple(between)), (Why.UNREAD, tuple(unread))):
        if pieces:
            return Slots(tokens, why, pieces)
    return Slots(tokens)


def _placed(offset_mm: Point, middle_mm: Point, turn_deg: float) -> Point:
    turn, (x, y) = radians(turn_deg), offset_mm
    return middle_mm[0] + x * cos(turn) - y * sin(turn), middle_mm[1] + x * sin(turn) + y * cos(turn)
