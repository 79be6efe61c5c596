"""Reads one picture and keeps why each piece was read as it was, why others were not, and how well the camera sees."""

from typing import NamedTuple

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.errors import CalibrationError
from vision.explain_words import (
    decided,
    fit_words,
    light_words,
    refused_words,
    rivals_words,
    searched_words,
    shown_words,
)
from vision.frames import BgrImage, Frame
from vision.gallery import Gallery
from vision.kinds import Kind
from vision.lens import Lens
from vision.markers import calibrate, marker_looks
from vision.reader import Reader
from vision.reading import Problem, Sighting
from vision.reasons import Fate, KeptReasons, Look, Searched
from vision.surface import Calibration, Surface

Outline = tuple[tuple[float, float], ...]  # corners in millimetres

_OVERLAPS = 0.3  # of a place: with so much of it on pieces that were read, it is a part of those


class PieceExplained(msgspec.Struct, frozen=True):
    """A piece read, with the number that it has in the drawing; `look` is None where no single look gave it."""

    number: int
    sighting: Sighting
    outline_mm: Outline
    shown: str
    decision: str
    look: Look | None


class RefusedPlace(msgspec.Struct, frozen=True):
    """A place that was looked at and is no piece; `times` is how many proposals lay there."""

    mark: str
    outline_mm: Outline
    why: str
    look: Look
    times: int


class CoveredPlace(msgspec.Struct, frozen=True):
    """A place hidden by something that is no piece."""

    outline_mm: Outline
    why: str


class MarkerLook(msgspec.Struct, frozen=True):
    """Levels of a marker's paper and ink (0 to 255), and how wide a sharp edge is there."""

    marker: int
    paper: float
    ink: float
    edge_mm: float


class CameraFit(msgspec.Struct, frozen=True):
    """Where the camera hangs and how well that explains the markers' corners."""

    markers: tuple[int, ...]
    residual_mm: float
    focal_px: float
    distortion: tuple[float, ...]
    height_mm: float
    tilt_deg: float
    turned: bool


class Explanation(msgspec.Struct, frozen=True):
    """All that can be told about one picture; only `problem` and `detail` where it could not be read."""

    problem: Problem | None = None
    detail: str = ""
    camera: CameraFit | None = None
    light: tuple[MarkerLook, ...] = ()
    remarks: tuple[str, ...] = ()
    pieces: tuple[PieceExplained, ...] = ()
    refused: tuple[RefusedPlace, ...] = ()
    covered: tuple[CoveredPlace, ...] = ()
    searches: tuple[Searched, ...] = ()

    def __str__(self) -> str:
        """For people, in the drawing's numbers."""
        if self.problem is not None:
            return f"Not read: {self.detail}"
        lines = [*self.remarks, ""]
        for piece in self.pieces:
            lines += [f"{piece.number}. {piece.decision}.", f"   {piece.shown}."]
            if piece.look is not None and piece.look.likenesses[1:]:
                lines.append(f"   Next: {rivals_words(piece.look)}.")
        for place in self.refused:
            x_mm, y_mm, times = place.look.sighting.x_mm, place.look.sighting.y_mm, place.times
            alike = f" ({times} proposals)" if times > 1 else ""
            lines.append(f"{place.mark}. no piece at ({x_mm:.0f}, {y_mm:.0f}) mm{alike}: it {place.why}.")
        lines += [f"Covered: {place.why}." for place in self.covered]
        return "\n".join(lines)


class Explained(NamedTuple):
    """An explanation, and the calibration that its drawing needs."""

    explanation: Explanation
    calibration: Calibration | None


def explain(image: BgrImage, gallery: Gallery, surface: Surface | None = None, lens: Lens | None = None) -> Explained:
    """Reads a picture, calibrated by itself. A picture that cannot be read is a problem told, no error."""
    try:
        calibration = calibrate(image, surface, lens=lens)
    except CalibrationError as error:
        return Explained(Explanation(error.problem, str(error)), None)
    reasons = KeptReasons()
    reading = Reader(calibration, gallery, reasons).read(Frame(0, 0, image))
    if reading.problem is not None:
        return Explained(Explanation(reading.problem, reading.detail), calibration)
    camera, light = _camera(calibration), _light(image, calibration)
    order = sorted(reading.sightings, key=lambda s: (round(s.y_mm / 40), s.x_mm))
    pieces = tuple(_piece(n, s, gallery.kinds[s.kind], reasons.of(s)) for n, s in enumerate(order, start=1))
    covered = (
        *(CoveredPlace(outline, _covered_words(outline)) for outline in reading.covered_mm),
        *(CoveredPlace(outline, _blinded_words(outline)) for outline in reading.blinded_mm),
    )
    refused, hidden, empty = _refused(reasons, pieces, gallery)
    remarks = (
        fit_words(camera.markers, camera.residual_mm, calibration),
        light_words([(look.paper, look.ink, look.edge_mm) for look in light]),
        *(searched_words(search) for search in reasons.searches),
        f"{hidden} more outlines lie on pieces that were read, and {empty} places beside pieces were found empty.",
    )
    return Explained(
        Explanation(None, "", camera, light, remarks, pieces, refused, covered, reasons.searches), calibration
    )


def _camera(calibration: Calibration) -> CameraFit:
    turn = cv2.Rodrigues(np.array(calibration.rotation))[0]
    place_mm = -turn.T @ np.array(calibration.shift_mm)
    tilt_deg = float(np.degrees(np.arccos(np.clip(abs(turn[2, 2]), 0.0, 1.0))))
    return CameraFit(
        calibration.markers,
        round(calibration.residual_mm, 3),
        round(calibration.focal_px, 1),
        (round(calibration.k1, 4), round(calibration.k2, 4)),
        round(float(abs(place_mm[2]))),
        round(tilt_deg, 1),
        calibration.turned,
    )


def _light(image: BgrImage, calibration: Calibration) -> tuple[MarkerLook, ...]:
    looks = marker_looks(image, calibration)
    return tuple(
        MarkerLook(marker, round(paper), round(ink), round(edge_mm, 2))
        for marker, (paper, ink, edge_mm) in zip(calibration.markers, looks, strict=True)
    )


def _piece(number: int, sighting: Sighting, kind: Kind, look: Look | None) -> PieceExplained:
    outline = _outline(kind, sighting)
    return PieceExplained(number, sighting, outline, shown_words(sighting, kind, look), decided(sighting, look), look)


def _outline(kind: Kind, sighting: Sighting) -> Outline:
    corners = kind.placed_mm(sighting.x_mm, sighting.y_mm, sighting.rotation_deg or 0.0)
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners)


def _covered_words(outline: Outline) -> str:
    width_mm, height_mm = np.ptp(np.array(outline), axis=0)
    return (
        f"{width_mm:.0f} by {height_mm:.0f} mm are covered: strong edges that belong to no piece enclose a place of "
        "another colour than its surroundings, as a hand, a sleeve or a cup has; nothing is read under it"
    )


def _blinded_words(outline: Outline) -> str:
    width_mm, height_mm = np.ptp(np.array(outline), axis=0)
    return f"{width_mm:.0f} by {height_mm:.0f} mm are blown out by glare: nothing of what lies there is left to be seen"


def _refused(
    reasons: KeptReasons, pieces: tuple[PieceExplained, ...], gallery: Gallery
) -> tuple[tuple[RefusedPlace, ...], int, int]:
    """The places that are no pieces, those nearest to being one first.

    Also how many lay on pieces that were read, and how many beside a piece were empty.
    """
    looks = [look for look in reasons.looks if look.fate is not Fate.READ]
    looks.sort(key=lambda look: -look.edges / max(look.edges_needed, 0.1))
    read = [np.array(piece.outline_mm, np.float32) for piece in pieces]
    places: list[tuple[Look, Outline, int]] = []
    hidden = empty = 0
    for look in looks:
        kind = gallery.kinds[look.sighting.kind]
        outline = _outline(kind, look.sighting)
        if look.fate is Fate.TAKEN or _share_on(outline, read) > _OVERLAPS:
            hidden += 1
        elif look.fate is Fate.EMPTY:
            empty += 1
        else:
            same = next(
                (n for n, (o, *_) in enumerate(places) if _near(look.sighting, o.sighting, kind.apart_mm)), None
            )
            if same is None:
                places.append((look, outline, 1))
            else:
                places[same] = (*places[same][:2], places[same][2] + 1)
    refused = [
        RefusedPlace(_mark(n), outline, refused_words(look), look, times)
        for n, (look, outline, times) in enumerate(places)
    ]
    return tuple(refused), hidden, empty


def _share_on(outline: Outline, others: list[NDArray[np.float32]]) -> float:
    """The share of a convex outline that lies on others, each (n, 2)."""
    own = np.array(outline, np.float32)
    shared = sum(float(cv2.intersectConvexConvex(own, other)[0]) for other in others)
    return shared / float(cv2.contourArea(own))


def _near(one: Sighting, other: Sighting, near_mm: float) -> bool:
    return one.kind == other.kind and float(np.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)) < near_mm


def _mark(number: int) -> str:
    """a to z, then aa, ab and so on."""
    letters = chr(ord("a") + number % 26)
    return letters if number < 26 else _mark(number // 26 - 1) + letters
