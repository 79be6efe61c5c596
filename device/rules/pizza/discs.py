"""Reads where a player's pizza disc lies: on which slice of the pizza, in which zone, and so on which space of its way.

The slices are counted clockwise from the one at which the way begins. A disc that is not seen or lies on a line between
two slices or zones, and a pizza of which not all slices are seen, are asked about.
"""

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from device.rules.pizza import boards
from device.rules.pizza.components import SLICES, ZONES, Components
from device.rules.pizza.layout import disc_label
from device.rules.slices import Seen, off_deg

_OFF_DEG = 20.0  # so far from its place a slice may lie and be counted


class Why(StrEnum):
    """Why the disc must be asked about."""

    MISSING = "missing"
    TWICE = "twice"
    OFF_THE_PIZZA = "off_the_pizza"
    ON_A_LINE = "on_a_line"
    NO_PIZZA = "no_pizza"  # the slices do not make a round that can be counted
    TURNED = "turned"  # the pizza lies so that no slice is clearly the first
    NOT_ON_THE_WAY = "not_on_the_way"  # the way has no such space, or several


class Disc(msgspec.Struct, frozen=True):
    """The space of the disc, from 0, or the doubt that must be asked about with the pieces it concerns."""

    space: int | None
    why: Why | None = None
    pieces: tuple[int, ...] = ()


def read_disc(
    seen: Sequence[Seen],
    board: boards.Board,
    colour: str,
    first_deg: float,
    box: Components,
    layout: boards.Layout | None = None,
) -> Disc:
    """The disc of a colour on the pizza that was read; `first_deg` is the direction of its first slice, clockwise."""
    layout = layout or boards.Layout()
    discs = tuple(
        at for at, piece in enumerate(seen) if piece.kind == boards.TOKEN and piece.label == disc_label(colour)
    )
    if len(discs) != 1:
        return Disc(None, Why.TWICE if discs else Why.MISSING, discs)
    slices = [slice.at for slice in board.slices]
    if len(slices) != SLICES or board.why is boards.Why.TURNED:
        return Disc(None, Why.NO_PIZZA, tuple(slices))
    found = boards.lies_on(seen, slices, discs[0], layout)
    if found is None:
        return Disc(None, Why.OFF_THE_PIZZA, discs)
    if boards.on_a_line(found, layout):
        return Disc(None, Why.ON_A_LINE, discs)
    turn_deg = off_deg(seen[found.slice].rotation_deg or 0.0, first_deg) % 360
    number = round(turn_deg * SLICES / 360) % SLICES
    if abs(off_deg(turn_deg, number * 360 / SLICES)) > _OFF_DEG:
        return Disc(None, Why.TURNED, (found.slice,))
    zone = ZONES.index(boards.zone_of(found, layout))
    spaces = [space for space, at in enumerate(box.spaces) if at == (number, zone)]
    return Disc(spaces[0]) if len(spaces) == 1 else Disc(None, Why.NOT_ON_THE_WAY, discs)
