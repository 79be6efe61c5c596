"""Makes a gallery from one photograph of the pieces laid out in rows, and the list of their names in reading order."""

from pathlib import Path

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.consensus import aligned
from vision.detect import Candidate
from vision.errors import EnrolmentError, PictureError
from vision.frames import BgrImage
from vision.gallery import BACK, PX_PER_MM, Artwork, Gallery, picture_size_px
from vision.kinds import HABITS, Kind
from vision.light import PAPER_LEVEL, PaperLight
from vision.markers import calibrate
from vision.outline import Outline, edge_strength, refine, rim_offset_mm
from vision.sampling import DARK_OFFSET, Place
from vision.shapes import Shape, find_shapes, shapes_by_votes, shapes_of_kind
from vision.surface import Calibration, Surface

_NEAR_MM = 30.0  # how far from its stated place a piece may lie
_MOST_ROUNDS = 6  # of measuring a size from a rough one
_MARKED = 0.75  # of the most marked outline: the piece's own
_MEASURED = 12  # pieces on which a size is measured
_SPREAD = 1.2  # largest to smallest piece of a kind, as measured


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
    named = _named(order, find_shapes(image, calibration), image, calibration)
    kinds = {
        name: _common_kind(image, calibration, of_kind)
        for name in HABITS
        if (of_kind := [shape for _, shape in named if shape.kind.name == name])
    }
    paper = PaperLight.of(image, calibration, calibration.markers)
    placed = [
        (label, kinds[shape.kind.name], _outline(image, calibration, shape, kinds[shape.kind.name]))
        for label, shape in named
    ]
    placed = aligned(image, calibration, placed)
    return Gallery([_artwork(image, calibration, label, at, kind, paper) for label, kind, at in placed])


def _named(
    order: list[NamedPlace], shapes: list[Shape], image: BgrImage, calibration: Calibration
) -> list[tuple[str, Shape]]:
    """Each name with its piece. Raises EnrolmentError naming the first piece that does not fit."""
    if all(named.x_mm is not None and named.y_mm is not None for named in order):
        matched = [_nearest(named, shapes) for named in order]
        for of_kind in _long_kinds(matched):
            kind = _common_kind(image, calibration, of_kind)
            unsure = [not _is_long(shape) for shape in matched]
            left = [(n.x_mm or 0.0, n.y_mm or 0.0) for n, look in zip(order, unsure, strict=True) if look]
            more = shapes_of_kind(image, calibration, kind, left) if left else []
            matched = [
                (_nearest(named, more) or shape) if look else shape
                for named, shape, look in zip(order, matched, unsure, strict=True)
            ]
        if None in matched or any(_too_different(sizes) for sizes in _sizes_mm(matched).values()):
            voted = shapes_by_votes(image, calibration, [(n.x_mm or 0.0, n.y_mm or 0.0) for n in order])
            matched = [
                shape if _is_long(shape) else _nearest(named, voted) or shape
                for named, shape in zip(order, matched, strict=True)
            ]
        return [(named.label, _found(named, shape)) for named, shape in zip(order, matched, strict=True)]
    if len(order) != len(shapes):
        raise EnrolmentError(
            f"{len(order)} names are listed but {len(shapes)} pieces were found in the picture: "
            "lay the pieces apart on a plain table and list each once"
        )
    return [(named.label, shape) for named, shape in zip(order, shapes, strict=True)]


def _sizes_mm(shapes: list[Shape | None]) -> dict[str, list[float]]:
    return {name: [s.kind.width_mm for s in shapes if s and s.kind.name == name] for name in HABITS}


def _long_kinds(shapes: list[Shape | None]) -> list[list[Shape]]:
    """The pieces that are longer than wide, by kind.

    What contours missed of such a kind, or where they saw but a round picture on it, is looked for by its sides.
    """
    names = {s.kind.name for s in shapes if s and _is_long(s)}
    return [[s for s in shapes if s and s.kind.name == name] for name in sorted(names)]


def _is_long(shape: Shape | None) -> bool:
    return shape is not None and shape.kind.turns in (1, 2)


def _middle_kind(shapes: list[Shape]) -> Kind:
    widths_mm, heights_mm = [s.kind.width_mm for s in shapes], [s.kind.height_mm for s in shapes]
    return Kind(shapes[0].kind.name, float(np.median(widths_mm)), float(np.median(heights_mm)))


def _too_different(sizes_mm: list[float]) -> bool:
    return bool(sizes_mm) and max(sizes_mm) > _SPREAD * min(sizes_mm)


def _nearest(named: NamedPlace, shapes: list[Shape]) -> Shape | None:
    def far_mm(shape: Shape) -> float:
        return float(np.hypot(shape.x_mm - (named.x_mm or 0.0), shape.y_mm - (named.y_mm or 0.0)))

    nearest = min(shapes, key=far_mm, default=None)
    return None if nearest is None or far_mm(nearest) > _NEAR_MM else nearest


def _found(named: NamedPlace, shape: Shape | None) -> Shape:
    if shape is None:
        raise EnrolmentError(
            f"no piece was found for {named.label!r} at ({named.x_mm:.0f}, {named.y_mm:.0f}) mm: "
            "lay the pieces apart on a plain table that contrasts with them, and photograph again"
        )
    return shape


def _common_kind(image: BgrImage, calibration: Calibration, shapes: list[Shape]) -> Kind:
    """The kind in the size of all its pieces, measured at their outlines' steepest change."""
    sizes = [shape.kind.width_mm for shape in shapes]
    if _too_different(sizes):
        raise EnrolmentError(
            f"the {shapes[0].kind.name}s seem to be {min(sizes):.0f} to {max(sizes):.0f} mm large, expected one size: "
            "lay the pieces apart on a plain table that contrasts with them, and photograph again"
        )
    kind = _middle_kind(shapes)
    if not kind.turns:
        return _measured_round(image, calibration, shapes, kind)
    for _ in range(_MOST_ROUNDS):
        before, kind = kind, _measured_sides(image, calibration, shapes, kind)
        if kind == before:
            break
    return kind


def _measured_round(image: BgrImage, calibration: Calibration, shapes: list[Shape], kind: Kind) -> Kind:
    for _ in range(2):
        outlines = [_outline(image, calibration, shape, kind) for shape in shapes]
        off_mm = float(np.median([rim_offset_mm(image, calibration, outline, kind) for outline in outlines]))
        kind = Kind(kind.name, kind.width_mm + 2 * off_mm, kind.height_mm + 2 * off_mm)
    return Kind(kind.name, round(kind.width_mm, 1), round(kind.height_mm, 1))


def _measured_sides(image: BgrImage, calibration: Calibration, shapes: list[Shape], kind: Kind) -> Kind:
    """Tries sizes around a rough one: at the right one the outlines run along the sharpest edges."""

    def strength(width_mm: float, height_mm: float) -> float:
        tried = Kind(kind.name, width_mm, height_mm)
        outlines = [_outline(image, calibration, shape, tried) for shape in shapes[:_MEASURED]]
        return sum(edge_strength(image, calibration, outline, tried) for outline in outlines)

    scales = np.arange(0.86, 1.05, 0.02)
    scale = _outermost(scales, [strength(kind.width_mm * scale, kind.height_mm * scale) for scale in scales])
    width_mm, height_mm = round(kind.width_mm * scale * 2) / 2, round(kind.height_mm * scale * 2) / 2
    steps = np.arange(-2.5, 2.6, 0.5)
    if kind.turns == HABITS["square"].turns:
        side_mm = float(max(width_mm + steps, key=lambda side: strength(side, side)))
        return Kind(kind.name, side_mm, side_mm)
    width_mm = float(max(width_mm + steps, key=lambda width: strength(width, height_mm)))
    height_mm = float(max(height_mm + steps, key=lambda height: strength(width_mm, height)))
    return Kind(kind.name, width_mm, height_mm)


def _outermost(sizes: NDArray[np.float64], strengths: list[float]) -> float:
    """The largest size with an outline about as marked as the most marked: lines printed inside may be sharper."""
    padded = np.array([0.0, *strengths, 0.0])
    top = (padded[1:-1] >= padded[:-2]) & (padded[1:-1] >= padded[2:])
    return float(sizes[top & (padded[1:-1] >= _MARKED * max(strengths))][-1])


def _outline(image: BgrImage, calibration: Calibration, shape: Shape, kind: Kind) -> Outline:
    rough = Candidate(kind.name, shape.x_mm, shape.y_mm, shape.rotation_deg, 0.0)
    return refine(image, calibration, rough, kind)


def _artwork(
    image: BgrImage, calibration: Calibration, label: str, at: Outline, kind: Kind, paper: PaperLight
) -> Artwork:
    """The piece's upright picture as if lit by white light, darker only where its brightest parts would be lost."""
    place = Place.on(calibration, at.x_mm, at.y_mm)
    picture = place.crop(image, picture_size_px(kind), PX_PER_MM, at.rotation_deg)
    white = np.exp(paper.at(at.x_mm, at.y_mm)) - DARK_OFFSET
    lit = picture * (PAPER_LEVEL / white)
    even = np.clip(lit * min(1.0, 245.0 / float(np.percentile(lit, 98))), 0, 255).astype(np.uint8)
    return Artwork(None if label.endswith(BACK) else label, kind, even)
