"""Remembers the pieces over several readings: which lay where, which side up, and between which pictures it was turned.

A piece under a hand is still there; a piece gone from a place in plain view is not. One reading may err, so a name once
believed gives way only to others that are surer (`vision.tracks`).
"""

from collections.abc import Iterable

from vision.covers import Covers
from vision.kinds import HABITS
from vision.places import apart_mm
from vision.reading import Board, BoardReading, Face, Sighting
from vision.tracks import Look, Track, was_replaced

SLIDES_MM = 80.0  # how far a token may be moved while it is turned
FORGOTTEN_AFTER = 4  # readings after which a piece that vanished is no longer waited for


class BoardMemory:
    """Folds readings, oldest first, into the board as it is known now."""

    def __init__(self, hidden_stays: bool = False) -> None:
        """`hidden_stays` for pictures that show every change: what one of them hides was not touched while it stood."""
        self._hidden_stays = hidden_stays
        self._tracks: list[Track] = []
        self._vanished: list[Track] = []
        self._seen: set[int] = set()
        self._covers = Covers()
        self._next_id = 1
        self._holds = self._stands = False
        self._board = Board(0, 0)

    @property
    def board(self) -> Board:
        """The board after the last update or hold."""
        return self._board

    def update(self, reading: BoardReading, holds: bool = False) -> Board:
        """Takes in the next reading; `holds` when its picture stands for the table until the next one (a recording).

        A reading with a problem shows nothing and changes nothing.
        """
        if self._holds:
            self.hold(reading.exposure_start_ns)
        self._holds, self._stands = holds and reading.problem is None, reading.problem is None
        if reading.problem is not None:
            return self._board
        self._covers.follow(reading, first=self._board.until_ns == 0)
        look = Look(reading.exposure_start_ns, reading.exposure_end_ns, self._holds, bool(self._covers))
        matched, new = self._match(reading.sightings)
        kept: list[Track] = []
        hidden: list[Track] = []
        for track in self._tracks:
            sighting = matched.get(track.piece.id)
            if sighting is not None:
                kept.append(self._seen_again(track, sighting, look))
            elif self._is_hidden(track, new):
                hidden.append(track)
            else:
                self._vanished.append(track)
        returned, strangers = self._slid(hidden, new, look)
        appeared = [self._appeared(sighting, look) for sighting in strangers if self._is_piece(sighting)]
        self._tracks = kept + hidden + returned + appeared
        self._forget()
        self._seen = {track.piece.id for track in self._tracks if track.piece.seen_until_ns == look.end_ns}
        return self._publish(look.start_ns, look.end_ns)

    def hold(self, until_ns: int) -> Board:
        """The last picture, unless it had a problem, is known to stand until then: what it showed was so until then."""
        if not self._stands or until_ns <= self._board.until_ns:
            return self._board
        for track in self._tracks:
            if track.piece.id in self._seen or self._hidden_stays:
                track.hold(until_ns)
        return self._publish(self._board.picture_start_ns, until_ns)

    def correct(self, piece_id: int, face: Face, label: str | None) -> Board:
        """A person says what this piece shows; pictures must say otherwise twice, or show it turned, to be believed.

        What it was taken for before is not believed again while it lies there.
        """
        for track in self._tracks:
            if track.piece.id == piece_id:
                track.correct(face, label)
        return self._publish(self._board.picture_start_ns, self._board.until_ns)

    def _publish(self, start_ns: int, until_ns: int) -> Board:
        pieces = tuple(sorted((track.piece for track in self._tracks), key=lambda piece: piece.id))
        self._board = Board(start_ns, until_ns, pieces, self._covers.hand(until_ns))
        return self._board

    def _is_hidden(self, track: Track, new: list[Sighting]) -> bool:
        """Whether the piece may lie under something; not where another was laid."""
        return self._covers.hide(track.piece.kind, track.place) and not any(
            _is_near(track, sighting) and was_replaced(track.piece, sighting) for sighting in new
        )

    def _is_piece(self, sighting: Sighting) -> bool:
        """A shape without a side may be a knuckle; it is believed once no hand is in view."""
        return sighting.face is not Face.UNKNOWN or not self._covers

    def _match(self, sightings: Iterable[Sighting]) -> tuple[dict[int, Sighting], list[Sighting]]:
        """Sightings where a piece is remembered, nearest first; and the others."""
        left = list(sightings)
        pairs = [
            (
                apart_mm(track.place, (sighting.x_mm, sighting.y_mm)),
                track.piece.id,
                (sighting.x_mm, sighting.y_mm),
                index,
            )
            for track in self._tracks
            for index, sighting in enumerate(left)
            if _is_near(track, sighting) and not _pushed_here(track, sighting)
        ]
        matched: dict[int, Sighting] = {}
        taken: set[int] = set()
        for _, piece_id, _, index in sorted(pairs):
            if piece_id not in matched and index not in taken:
                matched[piece_id] = left[index]
                taken.add(index)
        return matched, [sighting for index, sighting in enumerate(left) if index not in taken]

    def _slid(self, hidden: list[Track], new: list[Sighting], look: Look) -> tuple[list[Track], list[Sighting]]:
        """Pieces that vanished, or were under a hand, and lie elsewhere now; and the sightings of no known piece.

        Takes those found again from the vanished and the hidden.
        """
        candidates = self._vanished + [track for track in hidden if HABITS[track.piece.kind].slips_away]
        pairs = [
            (cost, track.piece.id, (sighting.x_mm, sighting.y_mm), index)
            for track in candidates
            for index, sighting in enumerate(new)
            if (cost := _slide_cost(track, sighting)) is not None
        ]
        by_id = {track.piece.id: track for track in candidates}
        taken: set[int] = set()
        returned = []
        for _, piece_id, _, index in sorted(pairs):
            if piece_id in by_id and index not in taken:
                track = by_id.pop(piece_id)
                taken.add(index)
                (self._vanished if track in self._vanished else hidden).remove(track)
                track.vanished_for = 0
                returned.append(self._seen_again(track, new[index], look))
        return returned, [sighting for index, sighting in enumerate(new) if index not in taken]

    def _seen_again(self, track: Track, sighting: Sighting, look: Look) -> Track:
        """The piece with what this sighting tells of it; another piece where another was laid."""
        return track if track.see(sighting, look) else self._appeared(sighting, look)

    def _appeared(self, sighting: Sighting, look: Look) -> Track:
        self._next_id += 1
        return Track(self._next_id - 1, sighting, look)

    def _forget(self) -> None:
        for track in self._vanished:
            track.vanished_for += 1
        self._vanished = [track for track in self._vanished if track.vanished_for <= FORGOTTEN_AFTER]


def _is_near(track: Track, sighting: Sighting) -> bool:
    far_mm = apart_mm(track.place, (sighting.x_mm, sighting.y_mm))
    return track.piece.kind == sighting.kind and far_mm <= HABITS[sighting.kind].stays_mm


def _pushed_here(track: Track, sighting: Sighting) -> bool:
    """Whether another piece took this one's place, as when a row of cards is pushed along."""
    habits = HABITS[sighting.kind]
    return not (habits.slips_away or habits.rolls) and was_replaced(track.piece, sighting)


def _slide_cost(track: Track, sighting: Sighting) -> float | None:
    """How unlikely it is that a vanished piece is the one that lies here now; None when it cannot be."""
    piece, habits = track.piece, HABITS[sighting.kind]
    far_mm = apart_mm(track.place, (sighting.x_mm, sighting.y_mm))
    if piece.kind != sighting.kind:
        return None
    both_named = piece.face is Face.UP and sighting.face is Face.UP and None not in (piece.label, sighting.label)
    if both_named and piece.label != sighting.label and not habits.rolls:
        return None
    if far_mm > SLIDES_MM and not (both_named and not habits.slips_away and not habits.rolls):
        return None
    turned_up = piece.face is Face.DOWN and sighting.face is Face.UP
    return far_mm + 10 * track.vanished_for - (20 if turned_up else 0)
