"""Remembers the pieces over several readings: which lay where, which side up, and between which pictures it was turned.

A piece under a hand is still there; a piece gone from a place in plain view is not. One reading may err, so a name once
believed gives way only to a confident other, twice.
"""

from collections.abc import Iterable

import msgspec

from vision.kinds import HABITS
from vision.places import Polygon, apart_mm, area, distance_mm, middle, turned_deg
from vision.reading import Board, BoardReading, Face, Piece, Sighting

SLIDES_MM = 80.0  # how far a token may be moved while it is turned
LAID_ANEW_MM, LAID_ANEW_DEG = 3.0, 5.0  # a piece that lies so differently was laid there anew
CONFIDENT = 0.7
SETTLES_AFTER = 2  # readings in a row until a contradiction is believed
FORGOTTEN_AFTER = 4  # readings after which a piece that vanished is no longer waited for
FURNITURE_NS = 20_000_000_000  # what covers the same place so long is no hand

_MOST_FURNITURE = 12


class _Track:
    """One remembered piece, and what spoke against it in the last readings."""

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        self.against: Sighting | None = None
        self.times_against = 0
        self.vanished_for = 0  # readings
        self.first_up_ns = piece.up_from_ns  # since it was last down, also while its side cannot be told

    @property
    def place(self) -> tuple[float, float]:
        return self.piece.x_mm, self.piece.y_mm


class _Cover:
    """Something that is no piece, and since when it lies there."""

    def __init__(self, outline: Polygon, since_ns: int) -> None:
        self.outline = outline
        self.since_ns = since_ns

    def is_same(self, outline: Polygon) -> bool:
        larger, smaller = sorted((area(self.outline), area(outline)), reverse=True)
        return apart_mm(middle(self.outline), middle(outline)) < 15 and smaller > 0.7 * larger


class BoardMemory:
    """Folds readings, oldest first, into the board as it is known now."""

    def __init__(self, hidden_stays: bool = False) -> None:
        """`hidden_stays` for pictures that show every change: what one of them hides was not touched while it stood."""
        self._hidden_stays = hidden_stays
        self._tracks: list[_Track] = []
        self._vanished: list[_Track] = []
        self._seen: set[int] = set()
        self._covers: list[_Cover] = []
        self._furniture: list[_Cover] = []
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
        self._cover(reading)
        matched, new = self._match(reading.sightings)
        kept: list[_Track] = []
        hidden: list[_Track] = []
        for track in self._tracks:
            sighting = matched.get(track.piece.id)
            if sighting is not None:
                kept.append(self._seen_again(track, sighting, reading))
            elif self._is_hidden(track.piece.kind, track.place):
                hidden.append(track)
            else:
                self._vanished.append(track)
        returned, strangers = self._slid(hidden, new, reading)
        appeared = [self._appeared(sighting, reading) for sighting in strangers if self._is_piece(sighting)]
        self._tracks = kept + hidden + returned + appeared
        self._forget()
        still_here = {track.piece.id for track in self._tracks}
        seen_now = {track.piece.id for track in self._tracks if track.piece.seen_until_ns == reading.exposure_end_ns}
        self._seen = still_here & seen_now
        return self._publish(reading.exposure_start_ns, reading.exposure_end_ns)

    def hold(self, until_ns: int) -> Board:
        """The last picture, unless it had a problem, is known to stand until then: what it showed was so until then."""
        if not self._stands or until_ns <= self._board.until_ns:
            return self._board
        for track in self._tracks:
            piece = track.piece
            if piece.id in self._seen or self._hidden_stays:
                was_down = piece.down_until_ns == piece.seen_until_ns and piece.face is Face.DOWN
                down_until_ns = until_ns if was_down else piece.down_until_ns
                track.piece = msgspec.structs.replace(piece, seen_until_ns=until_ns, down_until_ns=down_until_ns)
        return self._publish(self._board.picture_start_ns, until_ns)

    def correct(self, piece_id: int, face: Face, label: str | None) -> Board:
        """A person says what this piece shows; pictures must say otherwise twice, or show it turned, to be believed."""
        for track in self._tracks:
            piece = track.piece
            if piece.id == piece_id:
                up_from_ns = piece.up_from_ns or piece.seen_until_ns
                track.first_up_ns = up_from_ns if face is Face.UP else None
                track.piece = msgspec.structs.replace(
                    piece, face=face, label=label, confidence=1.0, up_from_ns=track.first_up_ns
                )
        return self._publish(self._board.picture_start_ns, self._board.until_ns)

    def _publish(self, start_ns: int, until_ns: int) -> Board:
        pieces = tuple(sorted((track.piece for track in self._tracks), key=lambda piece: piece.id))
        hand = any(until_ns - cover.since_ns < FURNITURE_NS for cover in self._covers)
        self._board = Board(start_ns, until_ns, pieces, hand)
        return self._board

    def _cover(self, reading: BoardReading) -> None:
        """Follows what covers the surface: what stays, or lay there when the table was first seen, is no hand."""
        first = self._board.until_ns == 0
        since_ns = reading.exposure_start_ns - (FURNITURE_NS if first else 0)
        covers = []
        for outline in reading.covered_mm:
            known = next((cover for cover in self._covers + self._furniture if cover.is_same(outline)), None)
            covers.append(_Cover(outline, known.since_ns if known else since_ns))
        self._covers = covers
        settled = [c for c in covers if reading.exposure_end_ns - c.since_ns >= FURNITURE_NS]
        others = [old for old in self._furniture if not any(old.is_same(new.outline) for new in settled)]
        self._furniture = (settled + others)[:_MOST_FURNITURE]

    def _is_hidden(self, kind: str, place: tuple[float, float]) -> bool:
        return any(distance_mm(place, cover.outline) <= HABITS[kind].hidden_mm for cover in self._covers)

    def _is_piece(self, sighting: Sighting) -> bool:
        """A shape without a side may be a knuckle; it is believed once no hand is in view."""
        return sighting.face is not Face.UNKNOWN or not self._covers

    def _match(self, sightings: Iterable[Sighting]) -> tuple[dict[int, Sighting], list[Sighting]]:
        """Sightings where a piece is remembered, nearest first; and the others."""
        left = list(sightings)
        pairs = [
            (apart_mm(track.place, (sighting.x_mm, sighting.y_mm)), track.piece.id, index)
            for track in self._tracks
            for index, sighting in enumerate(left)
            if track.piece.kind == sighting.kind
        ]
        matched: dict[int, Sighting] = {}
        taken: set[int] = set()
        for far_mm, piece_id, index in sorted(pairs):
            if far_mm <= HABITS[left[index].kind].stays_mm and piece_id not in matched and index not in taken:
                matched[piece_id] = left[index]
                taken.add(index)
        return matched, [sighting for index, sighting in enumerate(left) if index not in taken]

    def _slid(
        self, hidden: list[_Track], new: list[Sighting], reading: BoardReading
    ) -> tuple[list[_Track], list[Sighting]]:
        """Pieces that vanished, or were under a hand, and lie elsewhere now; and the sightings of no known piece.

        Takes those found again from the vanished and the hidden.
        """
        candidates = self._vanished + [track for track in hidden if HABITS[track.piece.kind].slips_away]
        pairs = [
            (cost, track.piece.id, index)
            for track in candidates
            for index, sighting in enumerate(new)
            if (cost := _slide_cost(track, sighting)) is not None
        ]
        by_id = {track.piece.id: track for track in candidates}
        taken: set[int] = set()
        returned = []
        for _, piece_id, index in sorted(pairs):
            if piece_id in by_id and index not in taken:
                track = by_id.pop(piece_id)
                taken.add(index)
                (self._vanished if track in self._vanished else hidden).remove(track)
                track.vanished_for = 0
                returned.append(self._seen_again(track, new[index], reading))
        return returned, [sighting for index, sighting in enumerate(new) if index not in taken]

    def _appeared(self, sighting: Sighting, reading: BoardReading) -> _Track:
        piece = Piece(
            self._next_id,
            sighting.kind,
            sighting.face,
            sighting.label,
            sighting.x_mm,
            sighting.y_mm,
            sighting.rotation_deg,
            sighting.confidence,
            reading.exposure_end_ns,
            down_until_ns=reading.exposure_end_ns if sighting.face is Face.DOWN else None,
            up_from_ns=reading.exposure_start_ns if sighting.face is Face.UP else None,
        )
        self._next_id += 1
        return _Track(piece)

    def _forget(self) -> None:
        for track in self._vanished:
            track.vanished_for += 1
        self._vanished = [track for track in self._vanished if track.vanished_for <= FORGOTTEN_AFTER]

    def _seen_again(self, track: _Track, sighting: Sighting, reading: BoardReading) -> _Track:
        """The piece with what this sighting tells of it; another piece where another was laid."""
        piece = track.piece
        if _is_another(piece, sighting):
            if self._holds or _laid_anew(piece, sighting) or _settled(track, sighting):
                return self._appeared(sighting, reading)
            track.piece = msgspec.structs.replace(piece, seen_until_ns=reading.exposure_end_ns)
            return track
        if sighting.face is Face.UNKNOWN and self._covers:
            track.piece = msgspec.structs.replace(piece, seen_until_ns=reading.exposure_end_ns)
            return track
        turned = sighting.face is not piece.face and piece.face is not Face.UNKNOWN
        doubtful = turned and sighting.confidence < CONFIDENT and not self._holds
        if doubtful and not _settled(track, sighting):
            track.piece = msgspec.structs.replace(piece, seen_until_ns=reading.exposure_end_ns)
            return track
        track.against, track.times_against = None, 0
        if sighting.face is Face.DOWN:
            track.first_up_ns = None
        elif sighting.face is Face.UP and track.first_up_ns is None:
            # Exposures of a rolling shutter overlap: what was down so long was not up before.
            track.first_up_ns = max(reading.exposure_start_ns, piece.down_until_ns or 0)
        track.piece = _with_sighting(piece, sighting, reading.exposure_end_ns, track.first_up_ns)
        return track


def _slide_cost(track: _Track, sighting: Sighting) -> float | None:
    """How unlikely it is that a vanished piece is the one that lies here now; None when it cannot be."""
    piece = track.piece
    far_mm = apart_mm(track.place, (sighting.x_mm, sighting.y_mm))
    if piece.kind != sighting.kind:
        return None
    both_named = piece.face is Face.UP and sighting.face is Face.UP and None not in (piece.label, sighting.label)
    if both_named and piece.label != sighting.label:
        return None
    if far_mm > SLIDES_MM and not (both_named and not HABITS[piece.kind].slips_away):
        return None
    turned_up = piece.face is Face.DOWN and sighting.face is Face.UP
    return far_mm + 10 * track.vanished_for - (20 if turned_up else 0)


def _is_another(piece: Piece, sighting: Sighting) -> bool:
    both_up = piece.face is Face.UP and sighting.face is Face.UP
    return both_up and None not in (piece.label, sighting.label) and piece.label != sighting.label


def _laid_anew(piece: Piece, sighting: Sighting) -> bool:
    moved_mm = apart_mm((piece.x_mm, piece.y_mm), (sighting.x_mm, sighting.y_mm))
    turned = turned_deg(piece.rotation_deg, sighting.rotation_deg) if HABITS[piece.kind].turns else 0.0
    return sighting.confidence >= CONFIDENT and (moved_mm > LAID_ANEW_MM or turned > LAID_ANEW_DEG)


def _settled(track: _Track, sighting: Sighting) -> bool:
    """Whether the same contradiction has come often enough in a row; an unsure one does not count as a name."""
    before = track.against
    same = before is not None and (before.face, before.label) == (sighting.face, sighting.label)
    counts = sighting.label is None or sighting.confidence >= CONFIDENT
    track.times_against = (track.times_against + 1 if same else 1) if counts else 0
    track.against = sighting if counts else None
    return track.times_against >= SETTLES_AFTER


def _with_sighting(piece: Piece, sighting: Sighting, end_ns: int, first_up_ns: int | None) -> Piece:
    """The piece as seen now; the name stays where the picture gives none, the turning times are kept up."""
    face = sighting.face
    label, confidence = sighting.label, sighting.confidence
    if face is Face.UP and piece.face is Face.UP and piece.label is not None:
        label = piece.label
        confidence = max(piece.confidence, sighting.confidence if sighting.label else 0.0)
    return msgspec.structs.replace(
        piece,
        face=face,
        label=label if face is Face.UP else None,
        x_mm=sighting.x_mm,
        y_mm=sighting.y_mm,
        rotation_deg=sighting.rotation_deg,
        confidence=confidence,
        seen_until_ns=end_ns,
        down_until_ns=end_ns if face is Face.DOWN else piece.down_until_ns,
        up_from_ns=first_up_ns if face is Face.UP else None,
    )
