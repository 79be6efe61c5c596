"""From one picture to all the pieces on the surface."""

import numpy as np

from vision.covered import find_covered
from vision.detect import Candidate, find_discs, find_squares
from vision.edges import EdgePoints, TopView
from vision.frames import BgrImage, Frame
from vision.gallery import KINDS, Gallery
from vision.light import PaperLight
from vision.markers import check
from vision.outline import refine
from vision.reading import BoardReading, Face, Sighting
from vision.recognise import PLAIN_BACK_CONFIDENCE, Recogniser
from vision.surface import Calibration

# How much of an outline must show before something is a piece: shares of a rim, sides of a square.
_DISC_VOTES = {Face.UP: 0.7, Face.DOWN: 0.45, Face.UNKNOWN: 0.75}
_SQUARE_VOTES = {Face.UP: 1.6, Face.DOWN: 2.0, Face.UNKNOWN: 3.0}
_CLEAR_LIKENESS = 0.72
_CLEAR_VOTES = 0.42


def read_board(frame: Frame, calibration: Calibration, gallery: Gallery) -> BoardReading:
    """Reads one picture on its own: the sightings, or the problem that stands in the way."""
    return Reader(calibration, gallery).read(frame)


class Reader:
    """Reads picture after picture of one fixed camera."""

    def __init__(self, calibration: Calibration, gallery: Gallery) -> None:
        self._calibration = calibration
        self._gallery = gallery
        self.markers: tuple[int, ...] = ()  # those that showed in the last picture
        self._view = TopView(calibration)
        self._recogniser = Recogniser(gallery)

    def read(self, frame: Frame) -> BoardReading:
        refusal, markers = check(frame.image, self._calibration)
        self.markers = markers
        if refusal is not None:
            return BoardReading(
                frame.exposure_start_ns, frame.exposure_end_ns, problem=refusal.problem, detail=str(refusal)
            )
        paper = PaperLight.of(frame.image, self._calibration, markers)
        above = self._view.straighten(frame.image)
        edges = self._view.edges(above)
        sightings = self._sightings(frame.image, edges, paper)
        sizes_mm = {kind: self._gallery.size_mm(kind) or 0.0 for kind in KINDS}
        covered = find_covered(self._view, above, edges, sightings, sizes_mm)
        return BoardReading(frame.exposure_start_ns, frame.exposure_end_ns, tuple(sightings), covered)

    def _sightings(self, image: BgrImage, edges: EdgePoints, paper: PaperLight) -> list[Sighting]:
        squares: list[Sighting] = []
        discs: list[Sighting] = []
        side_mm, diameter_mm = self._gallery.size_mm("square"), self._gallery.size_mm("disc")
        if side_mm:
            found = find_squares(self._view, edges, side_mm)
            squares = _apart(self._looked_at(image, "square", found, side_mm, paper), side_mm * 0.6)
        if diameter_mm:
            found = [
                c
                for c in find_discs(self._view, edges, diameter_mm)
                if not any(_inside(c, s, (side_mm or 0) / 2 + diameter_mm / 4) for s in squares)
            ]
            discs = _apart(self._looked_at(image, "disc", found, diameter_mm, paper), diameter_mm * 0.75)
        return squares + discs

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
        return pieces


def _needed_votes(sighting: Sighting, likeness: float) -> float:
    """How much of the outline must show: less when the inside speaks clearly."""
    votes = _DISC_VOTES if sighting.kind == "disc" else _SQUARE_VOTES
    if sighting.face is Face.DOWN and sighting.confidence <= PLAIN_BACK_CONFIDENCE:
        return votes[Face.UNKNOWN]
    if sighting.face is Face.UP and likeness >= _CLEAR_LIKENESS:
        return min(votes[Face.UP], _CLEAR_VOTES)
    return votes[sighting.face]


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
