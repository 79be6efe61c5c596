"""Finds the pieces of an enrolment when it is known of which kinds they are and how many, but not where or how large.

Contours find what stands out, and with it the size of each kind; the rest is looked for by that size.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from vision.bare import Table
from vision.detect import Candidate
from vision.edges import EdgePoints, TopView
from vision.frames import BgrImage
from vision.kinds import Kind
from vision.learning import measured_kind
from vision.outline import Outline, refine
from vision.proposals import propose
from vision.shapes import SIZES_MM, Shape, find_shapes, outermost_size, rows_of
from vision.surface import Calibration

_SAME_SIZE = 1.13  # two contours of one kind may seem so different
_JUST_SO, _ROUGH_MM = 0.05, 1.5  # so much may a contour around a whole piece be larger or smaller
_CLEAR_SHARE = 0.9  # of the support that outlines of pieces usually have here, of one that is a piece anywhere
_FAINT_SUPPORT = 0.6  # and of one that lies where its row has a gap
_SUPPORT_PER_MM = 0.03  # what it is worth to lie where the row has its gap
_BESIDE_MM = 10.0
_TIMES_BARE = 6.0  # as much as places of the bare table differ from their surroundings
_SHARE_OF_VOTES = 0.6  # of what the others of its kind have
_FAINT_VOTES, _FULL_SUPPORT = 0.3, 0.9  # or as few, where the outline shows all around: a dark back on a dark table
_UPRIGHT_DEG = 45.0
_OVERLAP = 0.08  # of a piece's area
_MANY_VOTES = 0.8  # of those of the size with most
_THROUGH = 0.35  # of a piece's size: so near to its middle no other's outline runs


@dataclass(frozen=True)
class Pieces:
    """The pieces found: those that `stand_out` by a contour of their own, and those that had to be `searched`.

    `kinds` are their sizes, measured exactly where something had to be searched.
    """

    stand_out: list[Shape]
    searched: list[Shape]
    kinds: dict[str, Kind]

    @property
    def shapes(self) -> list[Shape]:
        return [*self.stand_out, *self.searched]

    def in_rows(self) -> list[Shape]:
        """All of them in the order of reading."""
        return [shape for row in rows_of(self.shapes) for shape in row]


def find_pieces(
    image: BgrImage,
    calibration: Calibration,
    wanted: Mapping[str, int],
    known: Mapping[str, Kind] | None = None,
) -> Pieces:
    """The pieces on the table: `wanted` says how many of each kind's name there should be, `known` the sizes known.

    More than wanted are found where they stand out. Pieces lie upright, turned by 45 degrees at most.
    """
    view = TopView(calibration)
    edges = view.edges(view.straighten(image))
    seen = find_shapes(image, calibration)
    rough = {}
    for name, count in wanted.items():
        of_kind = [shape for shape in seen if shape.kind.name == name]
        kind = (known or {}).get(name) or _usual_kind(view, edges, of_kind, count)
        if kind is not None or name in SIZES_MM:
            rough[name] = kind or _voted_kind(view, edges, name, count)
    clear = [s for s in seen if s.kind.name in rough and _just_so(s.kind, rough[s.kind.name]) and _lies_upright(s)]
    pieces = Pieces([], [], {})
    for name in sorted(rough, key=_shown_last):
        kind = rough[name]
        own = [s for s in clear if s.kind.name == name and not _on_another(s, kind, pieces.shapes)]
        more: list[Shape] = []
        if len(own) < wanted[name]:
            if name not in (known or {}) and own:
                kind = measured_kind(image, calibration, own)
            table = Table(image, calibration, [*pieces.shapes, *own])
            search = _Search(image, calibration, table, propose(view, edges, kind, 300), kind, clear)
            more = search.clear([*pieces.shapes, *own])[: wanted[name] - len(own)]
            gaps = search.in_gaps([*pieces.shapes, *own, *more], rows_of([*own, *more]))
            more += gaps[: wanted[name] - len(own) - len(more)]
        pieces.stand_out.extend(own)
        pieces.searched.extend(more)
        pieces.kinds[name] = kind
    return pieces


def _lies_upright(shape: Shape) -> bool:
    """Whether it does; the point of a broad slice may be taken for one of its other corners."""
    return abs(_upright_deg(shape.rotation_deg, shape.kind)) < _UPRIGHT_DEG


def _shown_last(name: str) -> int:
    """Larger kinds first: round pictures on them are no pieces."""
    return ("square", "rect", "wedge", "disc").index(name)


def same_size(one: Kind, other: Kind) -> bool:
    """Whether two kinds may be the same one, as roughly as contours measure."""
    pairs = ((one.width_mm, other.width_mm), (one.height_mm, other.height_mm))
    return all(max(pair) <= _SAME_SIZE * min(pair) for pair in pairs)


def _just_so(one: Kind, other: Kind) -> bool:
    """Whether a contour is all of a piece: part of one seems smaller. A slice's contour errs in its width."""
    high = abs(one.height_mm - other.height_mm) <= _JUST_SO * other.height_mm + _ROUGH_MM
    wide = abs(one.width_mm - other.width_mm) <= _JUST_SO * other.width_mm + _ROUGH_MM
    return high and (wide or one.name == "wedge") and same_size(one, other)


def _usual_kind(view: TopView, edges: EdgePoints, shapes: Sequence[Shape], count: int) -> Kind | None:
    """The size that most of the shapes have.

    Where few have the same, pictures on the pieces may be what was found: of the sizes with about as many outlines in
    the picture as pieces are wanted, the largest.
    """
    groups = [[other for other in shapes if same_size(shape.kind, other.kind)] for shape in shapes]
    most = max(groups, key=lambda group: (len(group), group[0].kind.width_mm), default=[])
    kinds = [_middle(group) for group in groups]
    if not kinds or len(most) >= max(min(count, 2), count / 2):
        return _middle(most) if most else None
    if kinds[0].name in SIZES_MM:
        kinds.append(_voted_kind(view, edges, kinds[0].name, count))
    votes = {kind: sum(_best_votes(view, edges, kind, count)) for kind in kinds}
    many = [kind for kind in kinds if votes[kind] >= _MANY_VOTES * max(votes.values())]
    return max(many, key=lambda kind: kind.width_mm)


def _middle(shapes: Sequence[Shape]) -> Kind:
    width_mm, height_mm = np.median([(s.kind.width_mm, s.kind.height_mm) for s in shapes], axis=0)
    return Kind(shapes[0].kind.name, float(width_mm), float(height_mm))


def _voted_kind(view: TopView, edges: EdgePoints, name: str, count: int) -> Kind:
    """The size at which the outlines of as many discs or squares show best."""
    kinds = [Kind(name, float(size_mm), float(size_mm)) for size_mm in SIZES_MM[name]]
    return kinds[outermost_size(name, np.array([_best_votes(view, edges, kind, count) for kind in kinds]))]


def _best_votes(view: TopView, edges: EdgePoints, kind: Kind, count: int) -> list[float]:
    """The votes of as many outlines of a kind as are wanted, none of which lies on another."""
    best = _apart(propose(view, edges, kind, 4 * count), kind)[:count]
    return [c.votes for c in best] + [0.0] * (count - len(best))


def _apart(candidates: Iterable[Candidate], kind: Kind) -> list[Candidate]:
    """The best candidates of which none lies on another."""
    kept: list[Candidate] = []
    for candidate in candidates:
        if all(np.hypot(candidate.x_mm - c.x_mm, candidate.y_mm - c.y_mm) > _near_mm(kind, kind) for c in kept):
            kept.append(candidate)
    return kept


@dataclass(frozen=True)
class _Search:
    """Looks for more pieces of a kind whose size is known."""

    image: BgrImage
    calibration: Calibration
    table: Table
    candidates: Sequence[Candidate]
    kind: Kind
    standing_out: Sequence[Shape]

    def clear(self, taken: Sequence[Shape]) -> list[Shape]:
        """Pieces whose outlines show about as well as those of the others, the clearest first."""
        of_kind = [shape for shape in taken if shape.kind.name == self.kind.name]
        usual = [max((c.votes for c in self.candidates if _at(c, shape)), default=0.0) for shape in of_kind]
        votes = float(np.median(usual)) if usual else 0.0
        likely = [c for c in self.candidates if c.votes >= _FAINT_VOTES * votes and self._upright(c)]
        shown = [self._refined(Candidate(self.kind.name, s.x_mm, s.y_mm, s.rotation_deg, 0.0)) for s in of_kind]
        clear = _CLEAR_SHARE * (float(np.median([o.support for o in shown])) if shown else 1.0)
        outlines = [(self._refined(c), c.votes >= _SHARE_OF_VOTES * votes) for c in likely]
        return self._free([o for o, many in outlines if o.support >= (clear if many else _FULL_SUPPORT)], taken)

    def in_gaps(self, taken: Sequence[Shape], rows: Sequence[Sequence[Shape]]) -> list[Shape]:
        """Pieces whose outlines show in part, where the rows of the others have gaps or could go on."""
        outlines = []
        for x_mm, y_mm in _gaps_mm(rows):
            near = [c for c in self.candidates if np.hypot(c.x_mm - x_mm, c.y_mm - y_mm) < _BESIDE_MM]
            tried = [c for c in near if self._upright(c)] + [Candidate(self.kind.name, x_mm, y_mm, 0.0, 0.0)]
            refined = [self._refined(candidate) for candidate in tried]
            worth = [o.support - _SUPPORT_PER_MM * np.hypot(o.x_mm - x_mm, o.y_mm - y_mm) for o in refined]
            outlines.append(refined[int(np.argmax(worth))])
        return self._free([o for o in outlines if o.support >= _FAINT_SUPPORT], taken)

    def _refined(self, candidate: Candidate) -> Outline:
        return refine(self.image, self.calibration, candidate, self.kind)

    def _upright(self, candidate: Candidate) -> bool:
        return abs(_upright_deg(candidate.rotation_deg, self.kind)) < _UPRIGHT_DEG

    def _free(self, outlines: Sequence[Outline], taken: Sequence[Shape]) -> list[Shape]:
        """The best of the outlines that lie neither on what is taken nor on each other."""
        found: list[Shape] = []
        for outline in sorted(outlines, key=lambda o: -o.support):
            shape = _shape(outline, self.kind)
            taken_place = _on_another(shape, self.kind, [*taken, *found]) or self._crosses(shape)
            taken_place = taken_place or any(self._overlap(shape, other) for other in [*taken, *found])
            if not taken_place and self._tells(shape):
                found.append(shape)
        return found

    def _crosses(self, shape: Shape) -> bool:
        """Whether its outline runs through a piece that stands out by itself."""
        outline = self.kind.placed_mm(shape.x_mm, shape.y_mm, shape.rotation_deg).astype(np.float32)
        return any(
            abs(cv2.pointPolygonTest(outline, (s.x_mm, s.y_mm), measureDist=True))
            < _THROUGH * min(s.kind.width_mm, s.kind.height_mm)
            for s in self.standing_out
        )

    def _overlap(self, shape: Shape, other: Shape) -> bool:
        """Whether it lies partly on another of its kind: between two pieces their own edges may seem one's outline."""
        if other.kind.name != self.kind.name or np.hypot(shape.x_mm - other.x_mm, shape.y_mm - other.y_mm) > (
            2 * self.kind.reach_mm
        ):
            return False
        one, two = (self.kind.placed_mm(s.x_mm, s.y_mm, s.rotation_deg).astype(np.float32) for s in (shape, other))
        shared, _ = cv2.intersectConvexConvex(one, two)
        return bool(shared > _OVERLAP * cv2.contourArea(one))

    def _tells(self, shape: Shape) -> bool:
        return self.table.times_bare(self.kind, shape.x_mm, shape.y_mm, shape.rotation_deg) > _TIMES_BARE


def _gaps_mm(rows: Sequence[Sequence[Shape]]) -> list[tuple[float, float]]:
    """Where rows with places at even distances lack a piece, and the places before their first and after their last."""
    steps_mm = [b.x_mm - a.x_mm for row in rows for a, b in pairwise(row)]
    if not steps_mm:
        return []
    step_mm = float(np.percentile(steps_mm, 25))
    places = []
    for row in rows:
        for a, b in pairwise(row):
            count = round((b.x_mm - a.x_mm) / step_mm)
            shares = [number / count for number in range(1, count)]
            places += [(a.x_mm + (b.x_mm - a.x_mm) * s, a.y_mm + (b.y_mm - a.y_mm) * s) for s in shares]
        places += [(row[0].x_mm - step_mm, row[0].y_mm), (row[-1].x_mm + step_mm, row[-1].y_mm)]
    return places


def _at(candidate: Candidate, shape: Shape) -> bool:
    return bool(np.hypot(candidate.x_mm - shape.x_mm, candidate.y_mm - shape.y_mm) < 5)


def _shape(outline: Outline, kind: Kind) -> Shape:
    return Shape(kind, outline.x_mm, outline.y_mm, _upright_deg(outline.rotation_deg, kind))


def _upright_deg(rotation_deg: float, kind: Kind) -> float:
    """The turn nearest to upright that gives the same outline."""
    if not kind.turns:
        return 0.0
    whole = 360 / kind.turns
    return (rotation_deg + whole / 2) % whole - whole / 2


def _near_mm(one: Kind, other: Kind) -> float:
    """The middles of two pieces beside each other lie farther apart."""
    return 0.45 * (min(one.width_mm, one.height_mm) + min(other.width_mm, other.height_mm))


def _on_another(shape: Shape, kind: Kind, others: Sequence[Shape]) -> bool:
    return any(
        np.hypot(shape.x_mm - other.x_mm, shape.y_mm - other.y_mm) < _near_mm(kind, other.kind) for other in others
    )
