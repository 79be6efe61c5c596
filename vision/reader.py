"""From one picture to all the pieces on the surface."""

import numpy as np
from msgspec import structs

from vision.changes import Changes, ChangeWatch
from vision.covered import CoverWatch
from vision.detect import Candidate, find_discs, find_squares
from vision.edges import Box, EdgePoints, TopView
from vision.frames import BgrImage, Frame
from vision.gallery import KINDS, Gallery
from vision.light import PaperLight
from vision.markers import check
from vision.outline import refine
from vision.reading import BoardReading, Face, Sighting
from vision.recognise import PLAIN_BACK_CONFIDENCE, Recogniser
from vision.surface import Calibration

# How much of an outline must show (shares of a rim, sides of a square) where the inside is clear, fair and unclear.
_VOTES = {"disc": (0.42, 0.7, 0.75), "square": (1.6, 2.4, 3.0)}
_APART = {"disc": 0.75, "square": 0.6}  # times the size: pieces of a kind lie no closer, but for piles
_MOST_UNCLEAR = {"disc": 24, "square": 10}  # more shapes that look like nothing are the table's own pattern
_SMALL_CHANGE_MM = 160.0
_AROUND_MM = 70.0
_SAME_MM = 2.5
_CLEAR_LIKENESS = 0.72


def read_board(frame: Frame, calibration: Calibration, gallery: Gallery) -> BoardReading:
    """Reads one picture on its own: the sightings, or the problem that stands in the way."""
    return Reader(calibration, gallery).read(frame)


class Reader:
    """Reads picture after picture of one fixed camera; what has not changed is not looked at again."""

    def __init__(self, calibration: Calibration, gallery: Gallery) -> None:
        self._calibration = calibration
        self._sizes_mm = {kind: size_mm for kind in KINDS if (size_mm := gallery.size_mm(kind))}
        self._view = TopView(calibration)
        self._recogniser = Recogniser(gallery)
        self._watch = ChangeWatch(calibration)
        self._covers = CoverWatch(self._view)
        self.markers: tuple[int, ...] = ()  # those that showed in the picture last looked at
        self._last: BoardReading | None = None
        self._refused: list[Candidate] = []  # looked at and found to be no pieces

    def read(self, frame: Frame) -> BoardReading:
        """All that the picture shows, or the problem that stands in the way."""
        changes = self._watch.since_seen(frame)
        if self._last is None or changes is None:
            return self.read_all(frame)
        if changes:
            return self._keep(frame, self._look(frame, changes, self._last))
        return structs.replace(
            self._last, exposure_start_ns=frame.exposure_start_ns, exposure_end_ns=frame.exposure_end_ns
        )

    def read_all(self, frame: Frame) -> BoardReading:
        """As `read`, looking at everything anew."""
        self._refused = []
        return self._keep(frame, self._look(frame, None, BoardReading(0, 0)))

    def _keep(self, frame: Frame, reading: BoardReading) -> BoardReading:
        self._watch.mark_seen(frame)
        self._last = reading if reading.problem is None else None
        return reading

    def _look(self, frame: Frame, changes: Changes | None, last: BoardReading) -> BoardReading:
        """Looks at all that changed, or at everything."""
        refusal, self.markers = check(frame.image, self._calibration)
        if refusal is not None:
            return BoardReading(
                frame.exposure_start_ns, frame.exposure_end_ns, problem=refusal.problem, detail=str(refusal)
            )
        paper = PaperLight.of(frame.image, self._calibration, self.markers)
        kept = [s for s in last.sightings if changes and not changes.at(s.x_mm, s.y_mm, self._reach_mm(s.kind))]
        self._refused = [c for c in self._refused if changes and not changes.at(c.x_mm, c.y_mm, self._reach_mm(c.kind))]
        view = self._view if changes is None else self._view.part(self._around(changes, last.sightings, kept))
        above = view.straighten(frame.image)
        edges = view.edges(above)
        sightings = self._sightings(frame.image, view, edges, paper, kept)
        self._covers.look(view, above, edges)
        covered = last.covered_mm
        if changes is None or covered or not self._is_small(changes):
            covered = self._covers.covered(sightings, self._sizes_mm)
        return BoardReading(frame.exposure_start_ns, frame.exposure_end_ns, tuple(sightings), covered)

    def _reach_mm(self, kind: str) -> float:
        return self._sizes_mm[kind] * (0.5 if kind == "disc" else 0.75)

    def _around(self, changes: Changes, known: tuple[Sighting, ...], kept: list[Sighting]) -> Box:
        """The surroundings of all that changed, and of the known pieces that are to be looked at again."""
        boxes = [_wider(changes.box_mm(), _AROUND_MM)]
        boxes += [_wider((s.x_mm, s.y_mm, s.x_mm, s.y_mm), self._sizes_mm[s.kind]) for s in known if s not in kept]
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)

    def _is_small(self, changes: Changes) -> bool:
        """Whether a change is small and in the middle of the table, where no hand may be reaching in."""
        left, top, right, bottom = changes.box_mm()
        surface = self._calibration.surface
        small = right - left < _SMALL_CHANGE_MM and bottom - top < _SMALL_CHANGE_MM
        return small and min(left, top, surface.width_mm - right, surface.height_mm - bottom) > 0

    def _sightings(
        self,
        image: BgrImage,
        view: TopView,
        edges: EdgePoints,
        paper: PaperLight,
        kept: list[Sighting],
    ) -> list[Sighting]:
        """Squares, then the discs beside them; the kept ones first."""
        found = list(kept)
        for kind, propose in (("square", find_squares), ("disc", find_discs)):
            size_mm = self._sizes_mm.get(kind)
            if size_mm is None:
                continue
            proposed = [
                candidate
                for candidate in propose(view, edges, size_mm)
                if not any(self._taken(candidate, sighting) for sighting in found)
                and not any(_same(candidate, refused) for refused in self._refused)
            ]
            pieces = _apart(self._looked_at(image, kind, proposed, size_mm, paper), size_mm * _APART[kind])
            unclear = [sighting for sighting in pieces if sighting.face is Face.UNKNOWN]
            pattern = len(unclear) > _MOST_UNCLEAR[kind]
            found += [sighting for sighting in pieces if not (pattern and sighting.face is Face.UNKNOWN)]
        return found

    def _taken(self, candidate: Candidate, sighting: Sighting) -> bool:
        """Whether a known piece lies where the candidate would: its own kind, or a card under a disc."""
        if sighting.kind == candidate.kind:
            far_mm = np.hypot(candidate.x_mm - sighting.x_mm, candidate.y_mm - sighting.y_mm)
            return bool(far_mm < self._sizes_mm[candidate.kind] * _APART[candidate.kind])
        if candidate.kind == "square":
            return False
        return _inside(candidate, sighting, self._sizes_mm["square"] / 2 + self._sizes_mm["disc"] / 4)

    def _looked_at(
        self, image: BgrImage, kind: str, candidates: list[Candidate], size_mm: float, paper: PaperLight
    ) -> list[tuple[float, Sighting]]:
        """The candidates that are pieces, with how strongly each is one."""
        outlines = [refine(image, self._calibration, candidate, size_mm) for candidate in candidates]
        seen = self._recogniser.look(image, self._calibration, kind, outlines, paper)
        pieces = []
        for candidate, (sighting, likeness) in zip(candidates, seen, strict=True):
            if candidate.votes >= _needed_votes(sighting, likeness):
                pieces.append((likeness + 0.1 * candidate.votes, sighting))
            else:
                self._refused.append(candidate)
        return pieces


def _wider(box_mm: Box, by_mm: float) -> Box:
    left, top, right, bottom = box_mm
    return left - by_mm, top - by_mm, right + by_mm, bottom + by_mm


def _same(first: Candidate, second: Candidate) -> bool:
    """The same place, and no more of an outline there than before."""
    near = abs(first.x_mm - second.x_mm) < _SAME_MM and abs(first.y_mm - second.y_mm) < _SAME_MM
    return first.kind == second.kind and near and first.votes < second.votes * 1.2


def _needed_votes(sighting: Sighting, likeness: float) -> float:
    """How much of the outline must show: less when the inside speaks clearly."""
    clear, usual, unclear = _VOTES[sighting.kind]
    if sighting.face is Face.UNKNOWN or (sighting.confidence <= PLAIN_BACK_CONFIDENCE and sighting.face is Face.DOWN):
        return unclear
    return clear if likeness >= _CLEAR_LIKENESS else usual


def _apart(pieces: list[tuple[float, Sighting]], least_mm: float) -> list[Sighting]:
    """Of pieces that would lie in the same place only the strongest stays."""
    kept: list[Sighting] = []
    for _, sighting in sorted(pieces, key=lambda p: -p[0]):
        if all(np.hypot(sighting.x_mm - k.x_mm, sighting.y_mm - k.y_mm) >= least_mm for k in kept):
            kept.append(sighting)
    return kept


def _inside(candidate: Candidate, square: Sighting, half_mm: float) -> bool:
    turn = np.radians(square.rotation_deg or 0.0)
    dx, dy = candidate.x_mm - square.x_mm, candidate.y_mm - square.y_mm
    return bool(max(abs(dx * np.cos(turn) + dy * np.sin(turn)), abs(dy * np.cos(turn) - dx * np.sin(turn))) < half_mm)
