"""From one picture to all the pieces on the surface."""

from msgspec import structs

from vision.changes import Changes, ChangeWatch
from vision.covered import CoverWatch
from vision.edges import Box, TopView
from vision.frames import Frame
from vision.gallery import Gallery
from vision.glance import coarse_view
from vision.glare import GlareWatch
from vision.light import PaperLight
from vision.marker_watch import MarkerWatch
from vision.reading import BoardReading, Sighting
from vision.reasons import Reasons
from vision.search import Scene, Search
from vision.surface import Calibration

_SMALL_CHANGE_MM = 160.0
_AROUND_MM = 70.0


def read_board(frame: Frame, calibration: Calibration, gallery: Gallery) -> BoardReading:
    """Reads one picture on its own: the sightings, or the problem that stands in the way."""
    return Reader(calibration, gallery).read(frame)


class Reader:
    """Reads picture after picture of one fixed camera; what has not changed is not looked at again."""

    def __init__(self, calibration: Calibration, gallery: Gallery, reasons: Reasons | None = None) -> None:
        self._calibration = calibration
        self._kinds = gallery.kinds
        self._view = TopView(calibration)
        self._search = Search(calibration, gallery, reasons)
        self._watch = ChangeWatch(calibration)
        self._covers = CoverWatch(self._view)
        self._glare = GlareWatch(self._view)
        self._marker_watch = MarkerWatch(calibration)
        self.markers: tuple[int, ...] = ()  # those that showed in the picture last looked at
        self.drift_mm = 0.0  # how far they had moved by then, together
        self._last: BoardReading | None = None

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
        self._search.refused = []
        return self._keep(frame, self._look(frame, None, BoardReading(0, 0)))

    def _keep(self, frame: Frame, reading: BoardReading) -> BoardReading:
        self._watch.mark_seen(frame)
        self._last = reading if reading.problem is None else None
        return reading

    def _look(self, frame: Frame, changes: Changes | None, last: BoardReading) -> BoardReading:
        """Looks at all that changed, or at everything."""
        refusal, self.markers, self.drift_mm = self._marker_watch.look(frame.image)
        if refusal is not None:
            return BoardReading(
                frame.exposure_start_ns, frame.exposure_end_ns, problem=refusal.problem, detail=str(refusal)
            )
        paper = PaperLight.of(frame.image, self._calibration, self.markers)
        kept = [s for s in last.sightings if changes and not changes.at(s.x_mm, s.y_mm, self._reach_mm(s.kind))]
        self._search.refused = [
            c for c in self._search.refused if changes and not changes.at(c.x_mm, c.y_mm, self._reach_mm(c.kind))
        ]
        view = self._view if changes is None else self._view.part(self._around(changes, last.sightings, kept))
        above = view.straighten(frame.image)
        edges = view.edges(above)
        sightings = self._search.sightings(Scene(frame.image, view, coarse_view(above), edges, paper), kept)
        self._covers.look(view, above, edges)
        self._glare.look(view, above)
        covered = last.covered_mm
        if changes is None or covered or not self._is_small(changes):
            covered = self._covers.covered(sightings, self._kinds)
        return BoardReading(
            frame.exposure_start_ns, frame.exposure_end_ns, tuple(sightings), covered, self._glare.blinded()
        )

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


def _wider(box_mm: Box, by_mm: float) -> Box:
    left, top, right, bottom = box_mm
    return left - by_mm, top - by_mm, right + by_mm, bottom + by_mm
