"""Makes a gallery from one photograph of the pieces laid out in rows, and the list of their names in reading order."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.detect import Candidate
from vision.edges import TopView
from vision.errors import EnrolmentError, PictureError
from vision.frames import BgrImage
from vision.gallery import BACK, KINDS, PX_PER_MM, Artwork, Gallery
from vision.light import PAPER_LEVEL, PaperLight
from vision.markers import calibrate
from vision.outline import edge_offset_mm, refine
from vision.sampling import DARK_OFFSET, Place
from vision.surface import Calibration, Surface

_SMALLEST_MM, _LARGEST_MM = 12.0, 140.0
_OUTLINE_EDGE = 3.0  # times the usual change around: an outline, not the table's grain
_NEAR_MM = 30.0  # how far from its stated place a piece may lie


class NamedPlace(msgspec.Struct):
    """One piece in reading order; without a place the order alone counts."""

    label: str
    x_mm: float | None = None
    y_mm: float | None = None


class _EnrolFile(msgspec.Struct):
    order: list[NamedPlace]
    surface_mm: tuple[float, float] | None = None


class _TruthPicture(msgspec.Struct):
    order: list[NamedPlace] = []


class _TruthFile(msgspec.Struct):
    pictures: dict[str, _TruthPicture]
    surface_mm: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Shape:
    """A piece found on an otherwise empty table, of a size not known before."""

    kind: str
    x_mm: float
    y_mm: float
    rotation_deg: float
    size_mm: float


def load_picture(path: Path) -> BgrImage:
    """A picture file as BGR. Raises PictureError."""
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise PictureError(f"{path} is missing or is no picture: give a JPEG or PNG file")
    return np.asarray(picture, np.uint8)


def load_order(path: Path, picture_name: str) -> tuple[list[NamedPlace], Surface]:
    """The names in reading order, from an enrol.json (`order`) or a truth.json (`pictures`, by the picture's name)."""
    try:
        text = path.read_bytes()
        raw = msgspec.json.decode(text)
        if isinstance(raw, dict) and "pictures" in raw:
            truth = msgspec.convert(raw, _TruthFile)
            size_mm = truth.surface_mm
            order = truth.pictures.get(picture_name, _TruthPicture()).order
        else:
            plain = msgspec.convert(raw, _EnrolFile)
            size_mm, order = plain.surface_mm, plain.order
    except FileNotFoundError as error:
        raise EnrolmentError(f"{path} is missing: list the pieces' names in reading order under `order`") from error
    except msgspec.MsgspecError as error:
        raise EnrolmentError(f"{path} is no list of pieces ({error}): expected `order` with a `label` each") from error
    if not order:
        raise EnrolmentError(f"{path} names no pieces for {picture_name}: list them in reading order under `order`")
    return order, Surface(*size_mm) if size_mm else Surface()


def enrol(picture_path: Path, order_path: Path) -> Gallery:
    """The gallery of the pieces in a photograph. Raises EnrolmentError, CalibrationError or PictureError."""
    order, surface = load_order(order_path, picture_path.name)
    return enrol_picture(load_picture(picture_path), order, surface)


def enrol_picture(image: BgrImage, order: list[NamedPlace], surface: Surface | None = None) -> Gallery:
    """As `enrol`, from a picture and its order at hand."""
    calibration = calibrate(image, surface)
    shapes = find_shapes(image, calibration)
    named = _named(order, shapes)
    sizes = {kind: _common_size(image, calibration, [s for _, s in named if s.kind == kind]) for kind in KINDS}
    paper = PaperLight.of(image, calibration, calibration.markers)
    return Gallery([_artwork(image, calibration, label, shape, sizes[shape.kind], paper) for label, shape in named])


def find_shapes(image: BgrImage, calibration: Calibration) -> list[Shape]:
    """All discs and squares that stand out from the table, in reading order."""
    view = TopView(calibration)
    mask = view.edge_mask(view.straighten(image), _OUTLINE_EDGE)
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5)))
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found = [shape for contour in contours if (shape := _shape(np.asarray(contour), view.origin_mm)) is not None]
    return _reading_order(found)


def _shape(contour: NDArray[np.int32], origin_mm: NDArray[np.float64]) -> Shape | None:
    """The disc or square that a contour is, if it is one."""
    hull = cv2.convexHull(contour)
    area = cv2.contourArea(hull)
    (x, y), (width, height), turn_deg = cv2.minAreaRect(contour)
    longer, shorter = max(width, height), min(width, height)
    if shorter < _SMALLEST_MM or longer > min(_LARGEST_MM, 1.15 * shorter):
        return None
    x_mm, y_mm = np.array([x, y]) + 0.5 + origin_mm
    _, radius = cv2.minEnclosingCircle(contour)
    round_share, square_share = area / (np.pi * radius**2), area / (width * height)
    if square_share > 0.9:
        return Shape("square", float(x_mm), float(y_mm), (turn_deg + 45) % 90 - 45, shorter - 1)
    if round_share > 0.85:
        return Shape("disc", float(x_mm), float(y_mm), 0.0, 2 * float(np.sqrt(area / np.pi)) - 1)
    return None


def _reading_order(shapes: list[Shape]) -> list[Shape]:
    """Row by row: a piece belongs to the row whose first piece covers half of its height or the reverse."""
    rows: list[list[Shape]] = []
    for shape in sorted(shapes, key=lambda s: s.y_mm - s.size_mm / 2):
        for row in rows:
            top = max(shape.y_mm - shape.size_mm / 2, row[0].y_mm - row[0].size_mm / 2)
            bottom = min(shape.y_mm + shape.size_mm / 2, row[0].y_mm + row[0].size_mm / 2)
            if bottom - top > 0.5 * min(shape.size_mm, row[0].size_mm):
                row.append(shape)
                break
        else:
            rows.append([shape])
    return [shape for row in rows for shape in sorted(row, key=lambda s: s.x_mm)]


def _named(order: list[NamedPlace], shapes: list[Shape]) -> list[tuple[str, Shape]]:
    """Each name with its piece. Raises EnrolmentError naming the first piece that does not fit."""
    if all(named.x_mm is not None and named.y_mm is not None for named in order):
        return [(named.label, _nearest(named, shapes)) for named in order]
    if len(order) != len(shapes):
        raise EnrolmentError(
            f"{len(order)} names are listed but {len(shapes)} pieces were found in the picture: "
            "lay the pieces apart on a plain table and list each once"
        )
    return [(named.label, shape) for named, shape in zip(order, shapes, strict=True)]


def _nearest(named: NamedPlace, shapes: list[Shape]) -> Shape:
    def far_mm(shape: Shape) -> float:
        return float(np.hypot(shape.x_mm - (named.x_mm or 0.0), shape.y_mm - (named.y_mm or 0.0)))

    nearest = min(shapes, key=far_mm, default=None)
    if nearest is None or far_mm(nearest) > _NEAR_MM:
        raise EnrolmentError(
            f"no piece was found for {named.label!r} at ({named.x_mm:.0f}, {named.y_mm:.0f}) mm: "
            "lay the pieces apart on a plain table that contrasts with them, and photograph again"
        )
    return nearest


def _common_size(image: BgrImage, calibration: Calibration, shapes: list[Shape]) -> float:
    """The size of all pieces of a kind, measured at their outlines' steepest change; 0 without pieces."""
    if not shapes:
        return 0.0
    size_mm = float(np.median([s.size_mm for s in shapes]))
    for _ in range(2):
        outlines = [_outline(image, calibration, shape, size_mm) for shape in shapes]
        size_mm += 2 * float(np.median([edge_offset_mm(image, calibration, o, size_mm) for o in outlines]))
    return round(size_mm, 1)


def _outline(image: BgrImage, calibration: Calibration, shape: Shape, size_mm: float) -> Candidate:
    rough = Candidate(shape.kind, shape.x_mm, shape.y_mm, shape.rotation_deg, 0.0)
    fine = refine(image, calibration, rough, size_mm)
    return Candidate(fine.kind, fine.x_mm, fine.y_mm, fine.rotation_deg, 0.0)


def _artwork(
    image: BgrImage, calibration: Calibration, label: str, shape: Shape, size_mm: float, paper: PaperLight
) -> Artwork:
    """The piece's upright picture as if lit by white light, darker only where its brightest parts would be lost."""
    at = _outline(image, calibration, shape, size_mm)
    place = Place.on(calibration, at.x_mm, at.y_mm)
    picture = place.crop(image, size_mm, PX_PER_MM, at.rotation_deg)
    white = np.exp(paper.at(at.x_mm, at.y_mm)) - DARK_OFFSET
    lit = picture * (PAPER_LEVEL / white)
    even = np.clip(lit * min(1.0, 245.0 / float(np.percentile(lit, 98))), 0, 255).astype(np.uint8)
    return Artwork(None if label.endswith(BACK) else label, shape.kind, size_mm, even)
