"""What was seen is remembered: readings of a moving table become pieces that last.

A piece keeps its number while it lies, is covered by a hand, is turned or pushed a little. A change of its side or its
label is believed when a second look says the same, and then counts from the first.
"""

from collections.abc import Iterable
from math import hypot

from vision.reading import Board, BoardReading, Face, Piece, Sighting

SAME_PLACE_MM = 15.0  # less than half a token: a neighbour is never taken for the piece itself
PUSHED_MM = 80.0  # a token is turned by sliding it away from oneself
FORGOTTEN_AFTER = 2  # readings that show the empty place
COVERED_FOR_NS = 5_000_000_000  # what a hand has hidden for longer is gone

Look = tuple[Face, str | None]


class _Track:
    """One piece over time. `doubt` is a look that contradicts what is believed, and when it was first had."""

    def __init__(self, number: int, sighting: Sighting, start_ns: int, end_ns: int) -> None:
        self.number = number
        self.kind = sighting.kind
        self.face, self.label = sighting.face, sighting.label
        self.down_until_ns = end_ns if sighting.face is Face.DOWN else None
        self.up_from_ns = start_ns if sighting.face is Face.UP else None
        self.doubt: tuple[Look, int] | None = None
        self.corrected = False
        self.missed = 0
        self.place(sighting, end_ns)

    def place(self, sighting: Sighting, end_ns: int) -> None:
        self.sighting = sighting
        self.seen_until_ns = end_ns
        self.missed = 0

    def see(self, sighting: Sighting, start_ns: int, end_ns: int) -> None:
        """Another look at it."""
        self.place(sighting, end_ns)
        if sighting.face is Face.UNKNOWN:
            return
        if self.face is sighting.face and sighting.label in (self.label, None):
            self.doubt = None
            if self.face is Face.DOWN:
                self.down_until_ns = end_ns
        elif self.face is sighting.face and (self.label is None or self.corrected):
            self.label = self.label if self.corrected else sighting.label
            self.doubt = None
        elif self.doubt and self.doubt[0] == (sighting.face, sighting.label):
            self.believe(end_ns)
        else:
            self.doubt = (sighting.face, sighting.label), start_ns

    def hold(self, until_ns: int) -> None:
        """It goes on looking as it last did."""
        self.seen_until_ns = until_ns
        if self.doubt:
            self.believe(until_ns)
        elif self.face is Face.DOWN and self.sighting.face is Face.DOWN:
            self.down_until_ns = until_ns

    def believe(self, end_ns: int) -> None:
        if self.doubt is None:
            return
        (face, label), since_ns = self.doubt
        if face is Face.DOWN:
            self.down_until_ns, self.up_from_ns, self.corrected = end_ns, None, False
        elif self.face is not Face.UP:
            self.up_from_ns = since_ns
        self.face, self.label, self.doubt = face, label, None

    def piece(self) -> Piece:
        sighting = self.sighting
        return Piece(
            id=self.number,
            kind=self.kind,
            face=self.face,
            label=self.label,
            x_mm=sighting.x_mm,
            y_mm=sighting.y_mm,
            rotation_deg=sighting.rotation_deg,
            confidence=sighting.confidence,
            seen_until_ns=self.seen_until_ns,
            down_until_ns=self.down_until_ns,
            up_from_ns=self.up_from_ns,
        )


class BoardMemory:
    """The pieces on one table."""

    def __init__(self) -> None:
        self._tracks: list[_Track] = []
        self._visible: list[_Track] = []
        self._next = 1
        self._board: Board | None = None

    def update(self, reading: BoardReading) -> Board:
        """The board after this reading, which is no older than the last."""
        start_ns, end_ns = reading.exposure_start_ns, reading.exposure_end_ns
        hand = bool(reading.covered_mm)
        pairs, new = _matched(self._tracks, reading.sightings)
        for track, sighting in pairs:
            track.see(sighting, start_ns, end_ns)
        self._visible = [track for track, _ in pairs]
        for track in self._tracks:
            if track not in self._visible:
                track.missed += 1
        self._tracks = [track for track in self._tracks if not _gone(track, hand, end_ns)]
        for sighting in new:
            track = _Track(self._next, sighting, start_ns, end_ns)
            self._next += 1
            self._tracks.append(track)
            self._visible.append(track)
        return self._remember(start_ns, end_ns, hand)

    def hold(self, until_ns: int) -> Board | None:
        """The board when the last picture stands for the table until `until_ns`; None before the first."""
        board = self._board
        if board is None or until_ns <= board.until_ns:
            return board
        for track in self._visible:
            track.hold(until_ns)
        return self._remember(board.picture_start_ns, until_ns, board.hand)

    def correct(self, number: int, face: Face, label: str | None) -> None:
        """A person says what this piece shows; its label then stays until it is turned down."""
        for track in self._tracks:
            if track.number == number:
                if face is Face.UP and track.up_from_ns is None:
                    track.up_from_ns = track.seen_until_ns
                if face is Face.DOWN:
                    track.up_from_ns = None
                track.face, track.label, track.doubt, track.corrected = face, label, None, face is Face.UP

    def _remember(self, start_ns: int, until_ns: int, hand: bool) -> Board:
        self._board = Board(start_ns, until_ns, tuple(track.piece() for track in self._tracks), hand)
        return self._board


def _matched(
    tracks: Iterable[_Track], sightings: Iterable[Sighting]
) -> tuple[list[tuple[_Track, Sighting]], list[Sighting]]:
    """Pairs of a known piece and a sighting of it, nearest first; then sightings of pieces not known before."""
    free_tracks, free_sightings = list(tracks), list(sightings)
    pairs: list[tuple[_Track, Sighting]] = []
    for reach_mm in (SAME_PLACE_MM, PUSHED_MM):
        near = sorted(
            (
                (distance, i, j)
                for i, track in enumerate(free_tracks)
                for j, sighting in enumerate(free_sightings)
                if track.kind == sighting.kind and (distance := _apart_mm(track.sighting, sighting)) <= reach_mm
            ),
        )
        used_tracks: set[int] = set()
        used_sightings: set[int] = set()
        for _, i, j in near:
            if i not in used_tracks and j not in used_sightings:
                used_tracks.add(i)
                used_sightings.add(j)
                pairs.append((free_tracks[i], free_sightings[j]))
        free_tracks = [track for i, track in enumerate(free_tracks) if i not in used_tracks]
        free_sightings = [sighting for j, sighting in enumerate(free_sightings) if j not in used_sightings]
    return pairs, free_sightings


def _apart_mm(one: Sighting, other: Sighting) -> float:
    return hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)


def _gone(track: _Track, hand: bool, now_ns: int) -> bool:
    """Whether a piece that was not seen has left the table, and is not only covered."""
    if hand:
        return now_ns - track.seen_until_ns > COVERED_FOR_NS
    return track.missed >= FORGOTTEN_AFTER
