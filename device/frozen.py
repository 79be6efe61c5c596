"""A slap that freezes the table: the board it is judged by, and who touched cards after it.

Pizzeria Italia: the first to slap ends the phase; the others stop at the point where they are, no longer touching their
cards. They are judged by the picture at the slap (I11), and who moved is told to the referee, who rules.
"""

from collections.abc import Mapping, Sequence

import msgspec

from device.rules.game import Line
from vision.motion import Motion, between
from vision.places import Polygon
from vision.reading import Board


class Stirred(msgspec.Struct, frozen=True):
    """A seat whose pieces were moved after the slap, and which of them."""

    seat: int
    pieces: tuple[Motion, ...]


def at_slap(boards: Sequence[Board], at_ns: int) -> Board | None:
    """The board that a slap is judged by, of boards after each picture, oldest first.

    It is that of the first picture that ended at or after the slap: what the picture hides is remembered in it from
    just before, and nothing that came later is. None while there is no such picture yet.
    """
    return next((board for board in boards if board.until_ns >= at_ns), None)


def stirred(slap: Board, now: Board, areas_mm: Mapping[int, Polygon]) -> tuple[Stirred, ...]:
    """The seats whose pieces lie otherwise than they did at the slap; the slapper's own count too."""
    found = []
    for seat, area_mm in areas_mm.items():
        pieces = between(slap, now, area_mm)
        if pieces:
            found.append(Stirred(seat, pieces))
    return tuple(found)


def line(name: str, found: Stirred) -> Line:
    """The notice in words, for the referee."""
    return Line("notice.stirred", {"name": name, "count": len(found.pieces)})
