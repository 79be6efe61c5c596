"""Which search proposes the outlines of which kind of piece."""

from collections.abc import Callable

from vision.detect import Candidate, find_discs, find_rects
from vision.detect_wedges import find_wedges
from vision.edges import EdgePoints, TopView
from vision.kinds import Kind

_SEARCHES: dict[str, Callable[[TopView, EdgePoints, Kind, int], list[Candidate]]] = {
    "square": find_rects,
    "rect": find_rects,
    "wedge": find_wedges,
    "disc": find_discs,
}
_MOST = {"square": 60, "rect": 3000, "wedge": 500, "disc": 120}


def propose(view: TopView, edges: EdgePoints, kind: Kind, most: int = 0) -> list[Candidate]:
    """Where outlines of the kind may lie, best first; `most` of them, or as many as a full table of the kind needs."""
    return _SEARCHES[kind.name](view, edges, kind, most or _MOST[kind.name])
