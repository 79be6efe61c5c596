"""Checks how pieces lie for an enrolment, and says in plain words what to change."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

import cv2
import msgspec
import numpy as np

from vision.bare import Table
from vision.errors import CalibrationError
from vision.frames import BgrImage
from vision.gallery import BACK, Gallery
from vision.kinds import Kind
from vision.learning import Page, roughly
from vision.lens import Lens
from vision.markers import calibrate, marker_looks
from vision.pieces import Pieces, find_pieces
from vision.rows import Named, Rows, name_pieces
from vision.sampling import Place
from vision.shapes import Shape
from vision.surface import Calibration, Surface

DIM_LEVEL = 60.0  # white paper above black ink by less
SOFT_MM = 2.5  # a sharp edge wider than this
SAME = 0.96  # likeness from which two pieces may be the same one laid twice
_GAP_MM = 2.0  # between outlines
_FAINT = 9.0  # times what bare places of the table differ from their surroundings
_BURNT_LEVEL, _BURNT_SHARE = 253, 0.3
_MOST_NAMED = 3  # missing pieces


class What(StrEnum):
    """What a finding is about."""

    PICTURE = "picture"  # it cannot be used at all
    DIM = "dim"
    SOFT = "soft"
    MISSING = "missing"
    EXTRA = "extra"
    TOUCHING = "touching"
    FAINT = "faint"
    BURNT = "burnt"
    SAME = "same"


class Finding(msgspec.Struct, frozen=True):
    """One thing that is not as it should be, in a sentence; one that `blocks` must be mended before a photograph."""

    what: What
    sentence: str
    labels: tuple[str, ...] = ()
    blocks: bool = False


@dataclass(frozen=True)
class Checked:
    """What a picture of laid-out pieces shows; `kinds` are their sizes, with which the same pieces are found sooner.

    `calibration` is None when the picture cannot be used.
    """

    calibration: Calibration | None
    named: Named
    kinds: Mapping[str, Kind]
    findings: tuple[Finding, ...]

    @property
    def ready(self) -> bool:
        """Whether the pieces can be learnt from this picture."""
        return self.calibration is not None and not any(finding.blocks for finding in self.findings)


_NOTHING = Named((), (), frozenset(), (), ())


def check_layout(
    image: BgrImage,
    expected: Rows,
    surface: Surface | None = None,
    known: Mapping[str, Kind] | None = None,
    lens: Lens | None = None,
) -> Checked:
    """What lies there, each piece with its name, and what should be changed. Never raises for what a picture shows."""
    try:
        calibration = calibrate(image, surface, lens=lens)
    except CalibrationError as error:
        return Checked(None, _NOTHING, {}, (Finding(What.PICTURE, _sentence(str(error)), blocks=True),))
    wanted = Counter(piece.kind for row in expected for piece in row)
    pieces = find_pieces(image, calibration, wanted, known)
    named = name_pieces(expected, pieces.shapes)
    findings = [
        *_light(image, calibration),
        *_numbers(expected, named),
        *_touching(named, pieces),
        *_faces(image, calibration, named, pieces.kinds),
    ]
    has_face = any(not label.endswith(BACK) for label, _ in named.pieces)
    if has_face and not any(finding.blocks for finding in findings):
        findings += check_faces(roughly(Page(image, calibration, named.pieces), pieces.kinds))
    return Checked(calibration, named, pieces.kinds, tuple(findings))


def check_faces(gallery: Gallery) -> Iterator[Finding]:
    """Pairs of pieces that look so alike that one may have been laid twice."""
    for one, other, likeness in gallery.confusable():
        if likeness >= SAME:
            sentence = f"{one} and {other} look alike ({likeness:.2f} of 1): see that neither of them lies there twice."
            yield Finding(What.SAME, sentence, (one, other))


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _light(image: BgrImage, calibration: Calibration) -> Iterator[Finding]:
    looks = marker_looks(image, calibration)
    clear = min(paper - ink for paper, ink, _ in looks)
    if clear < DIM_LEVEL:
        levels = f"white paper is only {clear:.0f} of 255 lighter than black ink"
        yield Finding(What.DIM, f"It is rather dark ({levels}): add light for a better picture.")
    wide_mm = float(np.median([edge_mm for _, _, edge_mm in looks]))
    if wide_mm > SOFT_MM:
        width = f"sharp edges are {wide_mm:.1f} mm wide"
        yield Finding(What.SOFT, f"The picture is not quite sharp ({width}): focus the camera and keep it still.")


def _numbers(expected: Rows, named: Named) -> Iterator[Finding]:
    """What is missing and what is too many."""
    total = sum(len(row) for row in expected)
    labels = tuple(expected[row][place].label for row, place in named.missing)
    if len(named.missing) > _MOST_NAMED:
        yield Finding(What.MISSING, _counted(expected, named, total), labels, blocks=True)
    else:
        for row, place in named.missing:
            label, length = expected[row][place].label, len(expected[row])
            sentence = f"Missing: {label}, place {place + 1} of row {row + 1}; lay it there with some room around it."
            if (row, place) in named.unsure:
                lie = f"{length - sum(r == row for r, _ in named.missing)} of {length} pieces"
                sentence = f"Row {row + 1} has {lie}; it cannot be told which is missing, perhaps {label}."
            yield Finding(What.MISSING, sentence, (label,), blocks=True)
    for shape in named.extra:
        row, place = next(
            (r, p) for r, shapes in enumerate(named.rows) for p, other in enumerate(shapes) if other is shape
        )
        where = f"at place {place + 1} of row {row + 1}"
        sentence = f"Too many: a {shape.kind.name} lies {where} which is not in the list; take it away."
        yield Finding(What.EXTRA, sentence, blocks=True)


def _counted(expected: Rows, named: Named, total: int) -> str:
    found = [len(row) - sum(1 for missing, _ in named.missing if missing == r) for r, row in enumerate(expected)]
    if not any(found):
        return f"No piece was found: lay the {total} pieces in rows as shown, with some room around each."
    short = [f"{n} of {len(expected[r])} in row {r + 1}" for r, n in enumerate(found) if n < len(expected[r])]
    return f"Found {sum(found)} of {total} pieces: {', '.join(short)}. Lay the others as shown."


def _touching(named: Named, pieces: Pieces) -> Iterator[Finding]:
    """Pieces without room between them, which have no contours of their own."""
    searched = {id(shape) for shape in pieces.searched}
    for (one, shape), (other, beside) in combinations(named.pieces, 2):
        if not {id(shape), id(beside)} & searched:
            continue
        if _gap_mm(shape, pieces.kinds[shape.kind.name], beside, pieces.kinds[beside.kind.name]) < _GAP_MM:
            sentence = f"{one} and {other} touch each other: move them apart by a finger's width."
            yield Finding(What.TOUCHING, sentence, (one, other), blocks=True)


def _gap_mm(one: Shape, kind: Kind, other: Shape, other_kind: Kind) -> float:
    """Between two convex outlines, negative where they overlap. Round pieces are near enough to polygons."""
    if np.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) > kind.reach_mm + other_kind.reach_mm + _GAP_MM:
        return float("inf")
    outlines = [
        k.placed_mm(s.x_mm, s.y_mm, s.rotation_deg).astype(np.float32) for s, k in ((one, kind), (other, other_kind))
    ]
    gaps = [
        -cv2.pointPolygonTest(outlines[1 - i], (float(x), float(y)), measureDist=True)
        for i in range(2)
        for x, y in outlines[i]
    ]
    return float(min(gaps))


def _faces(image: BgrImage, calibration: Calibration, named: Named, kinds: Mapping[str, Kind]) -> Iterator[Finding]:
    table = Table(image, calibration, [shape for row in named.rows for shape in row])
    faint, burnt = [], []
    for label, shape in named.pieces:
        kind = kinds[shape.kind.name]
        if table.times_bare(kind, shape.x_mm, shape.y_mm, shape.rotation_deg) < _FAINT:
            faint.append(label)
        if _burnt_share(image, calibration, shape, kind) > _BURNT_SHARE:
            burnt.append(label)
    if faint:
        sentence = (
            f"{_listed(faint)} can hardly be told from the table: lay the pieces on a plain one of another colour."
        )
        yield Finding(What.FAINT, sentence, tuple(faint))
    if burnt:
        sentence = f"Light has burnt out part of {_listed(burnt)}: move the lamp, or lower the exposure."
        yield Finding(What.BURNT, sentence, tuple(burnt))


def _listed(labels: Sequence[str]) -> str:
    if len(labels) > _MOST_NAMED + 1:
        return f"{', '.join(labels[:_MOST_NAMED])} and {len(labels) - _MOST_NAMED} more"
    return " and ".join([", ".join(labels[:-1]), labels[-1]] if len(labels) > 1 else labels)


def _burnt_share(image: BgrImage, calibration: Calibration, shape: Shape, kind: Kind) -> float:
    """How much of a face is as white as the camera can tell."""
    half_mm = np.array([kind.width_mm, kind.height_mm]) * 0.35
    grid = np.stack(np.meshgrid(*(np.linspace(-half, half, 24) for half in half_mm)), axis=-1)
    levels = Place.on(calibration, shape.x_mm, shape.y_mm).sample(image, grid)
    return float((levels.min(axis=-1) >= _BURNT_LEVEL).mean())
