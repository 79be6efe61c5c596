"""From one picture to all the pieces on the surface."""

import numpy as np
from msgspec import structs

from vision.changes import Changes, ChangeWatch
from vision.covered import CoverWatch
from vision.detect import Candidate
from vision.edges import Box, EdgePoints, TopView
from vision.frames import BgrImage, Frame
from vision.gallery import Gallery
from vision.kinds import Kind
from vision.light import PaperLight
from vision.markers import check
from vision.outline import refine
from vision.places import inside
from vision.proposals import propose
from vision.reading import BoardReading, Face, Sighting
from vision.recognise import PLAIN_BACK_CONFIDENCE, Recogniser
from vision.surface import Calibration

_BESIDE = 0.25  # of the size of a piece: how far beside another it lies, that is no picture on it
_SMALL_CHANGE_MM = 160.0
_AROUND_MM = 70.0
_SAME_MM = 2.5
_AT_ONCE = 40  # places looked at before what is clear is taken away from the others
_BESIDE_VOTES = 2.0  # for a place beside a piece: a clear inside is needed
_CLEAR_LIKENESS, _SURE_LIKENESS = 0.72, 0.85
_LEAST_SUPPORT, _LEAST_SURE_SUPPORT = 0.6, 0.5


def read_board(frame: Frame, calibration: Calibration, gallery: Gallery) -> BoardReading:
    """Reads one picture on its own: the sightings, or the problem that stands in the way."""
    return Reader(calibration, gallery).read(frame)


class Reader:
    """Reads picture after picture of one fixed camera; what has not changed is not looked at again."""

    def __init__(self, calibration: Calibration, gallery: Gallery) -> None:
        self._calibration = calibration
        self._kinds = gallery.kinds
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
            covered = self._covers.covered(sightings, self._kinds)
        return BoardReading(frame.exposure_start_ns, frame.exposure_end_ns, tuple(sightings), covered)

    def _reach_mm(self, kind: str) -> float:
        return self._kinds[kind].reach_mm

    def _around(self, changes: Changes, known: tuple[Sighting, ...], kept: list[Sighting]) -> Box:
        """The surroundings of all that changed, and of the known pieces that are to be looked at again."""
        boxes = [_wider(changes.box_mm(), _AROUND_MM)]
        boxes += [_wider((s.x_mm, s.y_mm, s.x_mm, s.y_mm), 2 * self._reach_mm(s.kind)) for s in known if s not in kept]
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
        """Kind by kind, those first that others may lie upon; the kept ones before all."""
        found = list(kept)
        for kind in self._kinds.values():
            proposed = [candidate for candidate in propose(view, edges, kind) if self._is_free(candidate, found)]
            pieces = _apart(self._looked_for(image, view, kind, proposed, paper, found), kind.apart_mm)
            unclear = [sighting for sighting in pieces if sighting.face is Face.UNKNOWN]
            pattern = len(unclear) > kind.habits.most_unclear
            found += [sighting for sighting in pieces if not (pattern and sighting.face is Face.UNKNOWN)]
        return found

    def _looked_for(
        self,
        image: BgrImage,
        view: TopView,
        kind: Kind,
        waiting: list[Candidate],
        paper: PaperLight,
        found: list[Sighting],
    ) -> list[tuple[float, Sighting]]:
        """The pieces of a kind with how strongly each is one, the likeliest places first.

        Where a clear piece lies no other of its kind is looked for, but beside it where the next may touch it.
        """
        pieces: list[tuple[float, Sighting]] = []
        while waiting:
            looked = self._looked_at(image, kind, waiting[:_AT_ONCE], paper)
            pieces += looked
            clear = [sighting for _, sighting in looked if _is_clear(sighting)]
            found = found + clear
            beside = [
                candidate
                for sighting in clear
                for candidate in _beside(kind, sighting)
                if view.shows(candidate.x_mm, candidate.y_mm) and self._is_free(candidate, found)
            ]
            rest = waiting[_AT_ONCE:]
            waiting = beside + [c for c in rest if not any(self._taken(c, sighting) for sighting in clear)]
        return pieces

    def _is_free(self, candidate: Candidate, found: list[Sighting]) -> bool:
        """Whether no piece is known there, and none was looked for there in vain."""
        return not any(self._taken(candidate, sighting) for sighting in found) and not any(
            _same(candidate, refused) for refused in self._refused
        )

    def _taken(self, candidate: Candidate, sighting: Sighting) -> bool:
        """Whether a known piece lies where the candidate would: its own kind, or one that shows pictures of others."""
        kind = self._kinds[sighting.kind]
        if sighting.kind == candidate.kind:
            far_mm = np.hypot(candidate.x_mm - sighting.x_mm, candidate.y_mm - sighting.y_mm)
            return bool(far_mm < kind.apart_mm)
        if kind.habits.bears or kind.reach_mm < self._kinds[candidate.kind].reach_mm:
            return False
        beside_mm = _BESIDE * self._kinds[candidate.kind].width_mm
        corners = kind.placed_mm(sighting.x_mm, sighting.y_mm, sighting.rotation_deg or 0.0, beside_mm)
        return inside((candidate.x_mm, candidate.y_mm), tuple((float(x), float(y)) for x, y in corners))

    def _looked_at(
        self, image: BgrImage, kind: Kind, candidates: list[Candidate], paper: PaperLight
    ) -> list[tuple[float, Sighting]]:
        """The candidates that are pieces, with how strongly each is one."""
        outlines = [refine(image, self._calibration, candidate, kind) for candidate in candidates]
        seen = self._recogniser.look(image, self._calibration, kind.name, outlines, paper)
        pieces = []
        for candidate, (sighting, likeness) in zip(candidates, seen, strict=True):
            if candidate.votes >= _needed_votes(kind, sighting, likeness) and _shows(kind, sighting, likeness):
                pieces.append((likeness + 0.1 * candidate.votes + _is_clear(sighting), sighting))
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


def _is_clear(sighting: Sighting) -> bool:
    """Whether a piece lies there without doubt."""
    return sighting.label is not None or (sighting.face is Face.DOWN and sighting.confidence > PLAIN_BACK_CONFIDENCE)


def _beside(kind: Kind, sighting: Sighting) -> list[Candidate]:
    """Where pieces may lie that touch this one."""
    places = kind.beside_mm(sighting.x_mm, sighting.y_mm, sighting.rotation_deg or 0.0)
    return [Candidate(kind.name, x_mm, y_mm, turn_deg, _BESIDE_VOTES) for x_mm, y_mm, turn_deg in places]


def _needed_votes(kind: Kind, sighting: Sighting, likeness: float) -> float:
    """How much of the outline must show: less when the inside speaks clearly."""
    clear, usual, unclear = kind.habits.votes
    if sighting.face is Face.UNKNOWN or (sighting.confidence <= PLAIN_BACK_CONFIDENCE and sighting.face is Face.DOWN):
        return unclear
    return clear if likeness >= _CLEAR_LIKENESS else usual


def _shows(kind: Kind, sighting: Sighting, likeness: float) -> bool:
    """Whether enough of an outline with sides is there: an arm between two others has sides as well."""
    least = _LEAST_SURE_SUPPORT if likeness >= _SURE_LIKENESS else _LEAST_SUPPORT
    return not kind.turns or sighting.visible >= least


def _apart(pieces: list[tuple[float, Sighting]], least_mm: float) -> list[Sighting]:
    """Of pieces that would lie in the same place only the strongest stays."""
    kept: list[Sighting] = []
    for _, sighting in sorted(pieces, key=lambda p: -p[0]):
        if all(np.hypot(sighting.x_mm - k.x_mm, sighting.y_mm - k.y_mm) >= least_mm for k in kept):
            kept.append(sighting)
    return kept
