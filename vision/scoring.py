"""Counts how pictures with a known truth are read."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import msgspec
import numpy as np

from vision.enrol import enrol, load_picture
from vision.errors import CalibrationError, EyesError
from vision.frames import BgrImage, Frame
from vision.gallery import Gallery
from vision.kinds import DIE, HABITS
from vision.lens import Lens
from vision.markers import calibrate
from vision.overlay import draw_reading
from vision.places import turned_deg
from vision.reader import read_board
from vision.reading import BoardReading, Face, Sighting
from vision.surface import Surface

DICE_MM = 16.0  # an ordinary die's edge
OUTCOMES = ("right", "wrong", "cannot-tell", "missed")
FULLY_VISIBLE, HALF_VISIBLE = 0.9, 0.5
BANDS = ("90 % visible and more", "50 to 90 %", "under 50 %")
_NEAR = 0.35  # of the shorter side: how far from a piece its sighting may lie
_CONFIDENCE_BANDS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.01)
_VISIBLE_WORTH_MM = 8.0  # of pieces in one place (a pile) the one that shows is meant


class TruePiece(msgspec.Struct):
    """One piece as a truth file has it; fields not named here are ignored."""

    label: str
    kind: str
    x_mm: float
    y_mm: float
    visible: float
    in_frame: float = 1.0
    face: str = "up"
    rotation_deg: float | None = None
    pips: int | None = None

    def __post_init__(self) -> None:
        if self.pips is not None:
            self.label = str(self.pips)


class TruePicture(msgspec.Struct):
    pieces: list[TruePiece]
    difficulty: dict[str, float] = {}


class Truth(msgspec.Struct):
    pictures: dict[str, TruePicture]
    surface_mm: tuple[float, float] = (1120.0, 630.0)


@dataclass
class Score:
    """Outcomes counted by group; `notes` names each thing that was not right."""

    by_band: dict[str, Counter[str]] = field(default_factory=lambda: {band: Counter() for band in BANDS})
    by_kind: dict[str, Counter[str]] = field(default_factory=dict)
    by_difficulty: dict[str, Counter[str]] = field(default_factory=dict)
    invented: int = 0
    poses: dict[str, list[tuple[float, float | None]]] = field(default_factory=dict)  # off by mm and degrees, by kind
    named: list[tuple[float, bool]] = field(default_factory=list)  # confidence, and whether it was right
    notes: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        header = f"{'':28}" + "".join(f"{name:>12}" for name in OUTCOMES)
        groups = [*self.by_band.items(), *sorted(self.by_kind.items()), *sorted(self.by_difficulty.items())]
        rows = [f"{name:28}" + "".join(f"{counts[o]:>12}" for o in OUTCOMES) for name, counts in groups]
        full = self.by_band[BANDS[0]]
        total = " ".join(f"{outcome} {full[outcome]}" for outcome in OUTCOMES)
        tables = [header, *rows, "", *_pose_rows(self.poses), "", *_reliability_rows(self.named)]
        return "\n".join([*self.notes, "", *tables, "", f"{total} invented {self.invented}"])


def _pose_rows(poses: dict[str, list[tuple[float, float | None]]]) -> list[str]:
    """How far off pieces read right lie: median, 95 % and worst, in mm and in degrees where a piece has a turn."""
    rows = [f"{'pose, off by':28}{'median':>12}{'95 %':>12}{'worst':>12}"]
    for kind, off in sorted(poses.items()):
        lengths, turns = [mm for mm, _ in off], [deg for _, deg in off if deg is not None]
        for unit, values in (("mm", lengths), ("degrees", turns)):
            if values:
                shares = "".join(f"{value:12.1f}" for value in np.percentile(values, (50, 95, 100)))
                rows.append(f"{f'{kind}, {unit}':28}{shares}")
    return rows


def _reliability_rows(named: list[tuple[float, bool]]) -> list[str]:
    """For each band of confidence how many faces were named and which share of the names was right."""
    rows = [f"{'confidence':28}{'named':>12}{'share right':>12}"]
    for low, high in pairwise(_CONFIDENCE_BANDS):
        inside = [right for confidence, right in named if low <= confidence < high]
        if inside:
            share = f"{np.mean(inside):12.4f}"
            rows.append(f"{f'{low:.2f} to {min(high, 1.0):.2f}':28}{len(inside):>12}{share}")
    return rows


def read_picture(
    path: Path, gallery: Gallery, surface: Surface | None = None, lens: Lens | None = None
) -> tuple[BoardReading, BgrImage]:
    """Reads one picture file, calibrated by itself, and draws the reading on it. Raises PictureError only."""
    image = load_picture(path)
    reading = _read_alone(image, gallery, surface, lens)
    calibration = None if reading.problem else calibrate(image, surface, lens=lens)
    return reading, draw_reading(image, reading, calibration, gallery)


def _read_alone(image: BgrImage, gallery: Gallery, surface: Surface | None, lens: Lens | None = None) -> BoardReading:
    try:
        calibration = calibrate(image, surface, lens=lens)
    except CalibrationError as error:
        return BoardReading(0, 0, problem=error.problem, detail=str(error))
    return read_board(Frame(0, 0, image), calibration, gallery)


def score_folder(folder: Path, each: Callable[[str, BoardReading], None] | None = None) -> Score:
    """Enrols from a folder's enrol.jpg, reads its other pictures and compares them with its truth.json.

    `each` is given every picture's name and reading too.
    """
    gallery = enrol(folder / "enrol.jpg", folder / "truth.json")
    try:
        truth = msgspec.json.decode((folder / "truth.json").read_bytes(), type=Truth)
    except msgspec.MsgspecError as error:
        raise EyesError(f"{folder / 'truth.json'} does not say what the pictures show: {error}") from error
    if any(piece.kind == DIE for picture in truth.pictures.values() for piece in picture.pieces):
        gallery = gallery.with_dice(DICE_MM)
    middle = _middle_difficulty(truth)
    near_mm = {name: _NEAR * min(kind.width_mm, kind.height_mm) for name, kind in gallery.kinds.items()}
    score = Score()
    for name, picture in sorted(truth.pictures.items()):
        if name != "enrol.jpg":
            image = load_picture(folder / name)
            reading = _read_alone(image, gallery, Surface(*truth.surface_mm))
            _count(score, name, picture, reading, middle, near_mm)
            if each is not None:
                each(name, reading)
    return score


def _middle_difficulty(truth: Truth) -> dict[str, float]:
    pictures = [p for name, p in truth.pictures.items() if name != "enrol.jpg"]
    terms = {term for picture in pictures for term in picture.difficulty}
    return {term: float(np.median([p.difficulty.get(term, 0.0) for p in pictures])) for term in terms}


def _count(
    score: Score,
    name: str,
    picture: TruePicture,
    reading: BoardReading,
    middle: dict[str, float],
    near_mm: Mapping[str, float],
) -> None:
    """Adds one picture's outcomes."""
    if reading.problem:
        score.notes.append(f"{name}: {reading.detail}")
    pairs, strangers = pair(reading.sightings, [p for p in picture.pieces if p.in_frame > 0], near_mm)
    for piece, sighting in pairs:
        what = outcome(piece, sighting)
        band = BANDS[0 if piece.visible >= FULLY_VISIBLE else 1 if piece.visible >= HALF_VISIBLE else 2]
        score.by_band[band][what] += 1
        if sighting is not None and sighting.label is not None:
            score.named.append((sighting.confidence, what == "right"))
        if piece.visible < FULLY_VISIBLE:
            continue
        if sighting is not None and what == "right":
            score.poses.setdefault(piece.kind, []).append(_off(piece, sighting))
        score.by_kind.setdefault(f"{piece.kind}, face {piece.face}", Counter())[what] += 1
        for term, level in picture.difficulty.items():
            half = "high" if level > middle[term] else "low"
            score.by_difficulty.setdefault(f"{term}, {half}", Counter())[what] += 1
        if what != "right":
            score.notes.append(f"{name}: {what}: {_told(piece, sighting)}")
    score.invented += len(strangers)
    score.notes += [f"{name}: invented: {_seen(s)} at ({s.x_mm:.0f}, {s.y_mm:.0f}) mm" for s in strangers]


def _off(piece: TruePiece, sighting: Sighting) -> tuple[float, float | None]:
    """How far a sighting lies from its piece, in mm and degrees; a back is turned as its outline is."""
    far_mm = float(np.hypot(sighting.x_mm - piece.x_mm, sighting.y_mm - piece.y_mm))
    turns = HABITS[piece.kind].turns
    if not turns or sighting.rotation_deg is None or piece.rotation_deg is None:
        return far_mm, None
    symmetry_deg = 360.0 if sighting.face is Face.UP else 360.0 / turns
    return far_mm, turned_deg(sighting.rotation_deg, piece.rotation_deg, symmetry_deg)


def _told(piece: TruePiece, sighting: Sighting | None) -> str:
    read = "nothing" if sighting is None else _seen(sighting)
    return f"{piece.label} face {piece.face} at ({piece.x_mm:.0f}, {piece.y_mm:.0f}) mm, read {read}"


def _seen(sighting: Sighting) -> str:
    return f"{sighting.kind} {sighting.label or 'without a name'} face {sighting.face} ({sighting.confidence:.2f})"


def pair(
    sightings: tuple[Sighting, ...], pieces: list[TruePiece], near_mm: Mapping[str, float]
) -> tuple[list[tuple[TruePiece, Sighting | None]], list[Sighting]]:
    """Each piece with its sighting or None, nearest first, and the sightings of no piece.

    `near_mm` says for each kind how far from a piece its sighting may lie.
    """
    near = []
    for i, sighting in enumerate(sightings):
        for j, piece in enumerate(pieces):
            far_mm = float(np.hypot(sighting.x_mm - piece.x_mm, sighting.y_mm - piece.y_mm))
            if sighting.kind == piece.kind and far_mm <= near_mm[piece.kind]:
                near.append((far_mm - _VISIBLE_WORTH_MM * piece.visible, i, j))
    by_piece: dict[int, Sighting] = {}
    taken: set[int] = set()
    for _, i, j in sorted(near):
        if i not in taken and j not in by_piece:
            taken.add(i)
            by_piece[j] = sightings[i]
    pairs = [(piece, by_piece.get(j)) for j, piece in enumerate(pieces)]
    return pairs, [s for i, s in enumerate(sightings) if i not in taken]


def outcome(piece: TruePiece, sighting: Sighting | None) -> str:
    """One of OUTCOMES: a wrong side or a wrong name is wrong, no answer is "cannot-tell"."""
    if sighting is None:
        return "missed"
    if sighting.face is Face.UNKNOWN:
        return "cannot-tell"
    if piece.face == "down" or sighting.face is Face.DOWN:
        if sighting.face == piece.face:
            return "right"
        return "cannot-tell" if sighting.face is Face.UP and sighting.label is None else "wrong"
    if sighting.label is None:
        return "cannot-tell"
    return "right" if sighting.label == piece.label else "wrong"
