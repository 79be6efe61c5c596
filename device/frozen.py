"""A slap that freezes the table: the board it is judged by, and who touched pieces after it.

Pizzeria Italia: the first to slap ends the phase; the others stop at the point where they are, no longer touching their
cards. They are judged by the picture at the slap (I11), and who moved is told to the referee, who rules.
"""

from collections import deque
from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from device.events import Event, MovedAfterSlap
from device.night import Night
from device.rules.game import Line
from device.rules.refereed import Freeze
from vision.motion import Motion, between
from vision.places import Polygon
from vision.reading import Board

_JUST_BEFORE = 10  # boards before the slap, about a second
BOARDS_KEPT = 256  # the verdict that a slap froze the table comes a moment after its picture


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


class Stillness:
    """Watches board after board for pieces that a slap froze; a motion is believed when two boards in a row show it."""

    def __init__(self) -> None:
        self._boards: deque[Board] = deque(maxlen=BOARDS_KEPT)
        self._at_ns: int | None = None
        self._slap: Board | None = None  # what the slap at that time is judged by
        self._before: list[Board] = []  # just before it

    def see(self, board: Board) -> None:
        """Takes in what is known after the newest picture; a board of the same picture takes the other's place."""
        if self._boards and self._boards[-1].until_ns >= board.until_ns:
            self._correct(self._boards.pop(), board)
        self._boards.append(board)

    def news(self, freeze: Freeze | None, told: Sequence[MovedAfterSlap]) -> list[Event]:
        """Who moved more pieces after the slap than was `told`."""
        if freeze is None:
            return []
        if self._slap is None or self._at_ns != freeze.at_ns:
            self._at_ns, self._slap = freeze.at_ns, at_slap(self._boards, freeze.at_ns)
            self._before = [board for board in self._boards if board.until_ns < freeze.at_ns][-_JUST_BEFORE:]
        if self._slap is None or len(self._boards) < 2 or self._boards[-2].until_ns <= self._slap.until_ns:
            return []
        known = {event.seat: event for event in told if event.at_ns == freeze.at_ns}
        events: list[Event] = []
        for seat, pieces in self._believed(self._slap, freeze.areas_mm).items():
            seen = sum(piece.seen for piece in pieces)
            before = known.get(seat, MovedAfterSlap(seat, freeze.at_ns, 0))
            event = MovedAfterSlap(seat, freeze.at_ns, max(seen, before.moved), max(len(pieces) - seen, before.hidden))
            if event != before:
                events.append(event)
        return events

    def _correct(self, before: Board, board: Board) -> None:
        """A person said which side of a piece is up: it is so in the picture of the slap, too, and did not turn."""
        if self._slap is None:
            return
        was = {piece.id: piece.face for piece in before.pieces}
        said = {piece.id: piece.face for piece in board.pieces if was.get(piece.id, piece.face) is not piece.face}
        pieces = tuple(replace(piece, face=said.get(piece.id, piece.face)) for piece in self._slap.pieces)
        self._slap = replace(self._slap, pieces=pieces)

    def _believed(self, slap: Board, areas_mm: Mapping[int, Polygon]) -> dict[int, list[Motion]]:
        earlier = {
            (found.seat, piece.id, piece.how)
            for found in stirred(slap, self._boards[-2], areas_mm)
            for piece in found.pieces
        }
        return {
            found.seat: [
                piece
                for piece in found.pieces
                if (found.seat, piece.id, piece.how) in earlier and not self._lay_so(piece, areas_mm[found.seat])
            ]
            for found in stirred(slap, self._boards[-1], areas_mm)
        }

    def _lay_so(self, piece: Motion, area_mm: Polygon) -> bool:
        """Whether what the slap's picture hid lies as it lay just before: then the picture was read badly, no more."""
        return not piece.seen and any(
            all(other.id != piece.id for other in between(board, self._boards[-1], area_mm)) for board in self._before
        )


def lines(night: Night) -> list[Line]:
    """The notices in words, for the referee, while the slap freezes the table."""
    freeze = night.game.frozen(night.state) if night.game else None
    said = []
    for event in night.moved_after_slap:
        seat = night.seat(event.seat)
        name = seat.name if seat else event.seat
        if freeze is not None and freeze.at_ns == event.at_ns:
            if event.moved:
                said.append(Line("notice.moved_after_slap", {"name": name, "count": event.moved}))
            if event.hidden:
                said.append(Line("notice.hidden_at_slap", {"name": name, "count": event.hidden}))
    return said
