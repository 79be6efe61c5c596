"""What lies over the surface and is no piece, followed over readings: a hand comes and goes, a cup stays."""

from vision.kinds import HABITS
from vision.places import Point, Polygon, apart_mm, area, distance_mm, middle
from vision.reading import BoardReading

FURNITURE_NS = 20_000_000_000  # what covers the same place so long is no hand

_MOST_FURNITURE = 12
_IN_GLARE_MM = 12.0  # a piece of which so much lies in the glare may not be seen


class _Cover:
    """Something that is no piece, and since when it lies there."""

    def __init__(self, outline: Polygon, since_ns: int) -> None:
        self.outline = outline
        self.since_ns = since_ns

    def is_same(self, outline: Polygon) -> bool:
        larger, smaller = sorted((area(self.outline), area(outline)), reverse=True)
        return apart_mm(middle(self.outline), middle(outline)) < 15 and smaller > 0.7 * larger


class Covers:
    """All that covers the surface now, and what once proved to be furniture."""

    def __init__(self) -> None:
        self._covers: list[_Cover] = []
        self._furniture: list[_Cover] = []
        self._blinded: tuple[Polygon, ...] = ()

    def __bool__(self) -> bool:
        return bool(self._covers)

    def follow(self, reading: BoardReading, first: bool) -> None:
        """What stays, or lay there in the `first` reading of the table, is no hand."""
        since_ns = reading.exposure_start_ns - (FURNITURE_NS if first else 0)
        covers = []
        for outline in reading.covered_mm:
            known = next((cover for cover in self._covers + self._furniture if cover.is_same(outline)), None)
            covers.append(_Cover(outline, known.since_ns if known else since_ns))
        self._covers, self._blinded = covers, reading.blinded_mm
        settled = [c for c in covers if reading.exposure_end_ns - c.since_ns >= FURNITURE_NS]
        others = [old for old in self._furniture if not any(old.is_same(new.outline) for new in settled)]
        self._furniture = (settled + others)[:_MOST_FURNITURE]

    def hand(self, until_ns: int) -> bool:
        """Whether one of them may be a hand."""
        return any(until_ns - cover.since_ns < FURNITURE_NS for cover in self._covers)

    def hide(self, kind: str, place: Point) -> bool:
        """Whether such a piece at this place may lie under one of them, or in the glare."""
        return any(distance_mm(place, cover.outline) <= HABITS[kind].hidden_mm for cover in self._covers) or any(
            distance_mm(place, outline) <= _IN_GLARE_MM for outline in self._blinded
        )
