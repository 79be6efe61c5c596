"""Makes a gallery from one photograph of the pieces laid out in rows, and the list of their names in reading order."""

from pathlib import Path

import cv2
import msgspec
import numpy as np

from vision.detect import Candidate
from vision.errors import EnrolmentError, PictureError
from vision.frames import BgrImage
from vision.gallery import BACK, KINDS, PX_PER_MM, Artwork, Gallery
from vision.light import PAPER_LEVEL, PaperLight
from vision.markers import calibrate
from vision.outline import edge_offset_mm, refine
from vision.sampling import DARK_OFFSET, Place
from vision.shapes import Shape, find_shapes, shapes_by_votes
from vision.surface import Calibration, Surface

_NEAR_MM = 30.0  # how far from its stated place a piece may lie
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
    sizes = {kind: _common_size(image, calibration, [s for _, s in named if s.kind == kind]) for kind in KINDS}
    paper = PaperLight.of(image, calibration, calibration.markers)
    return Gallery([_artwork(image, calibration, label, shape, sizes[shape.kind], paper) for label, shape in named])


def _named(
    order: list[NamedPlace], shapes: list[Shape], image: BgrImage, calibration: Calibration
) -> list[tuple[str, Shape]]:
    """Each name with its piece. Raises EnrolmentError naming the first piece that does not fit."""
    if all(named.x_mm is not None and named.y_mm is not None for named in order):
        matched = [_nearest(named, shapes) for named in order]
        if None in matched or any(_too_different(sizes) for sizes in _sizes_mm(matched).values()):
            voted = shapes_by_votes(image, calibration, [(n.x_mm or 0.0, n.y_mm or 0.0) for n in order])
            matched = [_nearest(named, voted) or shape for named, shape in zip(order, matched, strict=True)]
        return [(named.label, _found(named, shape)) for named, shape in zip(order, matched, strict=True)]
    if len(order) != len(shapes):
        raise EnrolmentError(
            f"{len(order)} names are listed but {len(shapes)} pieces were found in the picture: "
            "lay the pieces apart on a plain table and list each once"
        )
    return [(named.label, shape) for named, shape in zip(order, shapes, strict=True)]


def _sizes_mm(shapes: list[Shape | None]) -> dict[str, list[float]]:
    return {kind: [shape.size_mm for shape in shapes if shape and shape.kind == kind] for kind in KINDS}


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


def _common_size(image: BgrImage, calibration: Calibration, shapes: list[Shape]) -> float:
    """The size of all pieces of a kind, measured at their outlines' steepest change; 0 without pieces."""
    if not shapes:
        return 0.0
    sizes = [shape.size_mm for shape in shapes]
    if _too_different(sizes):
        raise EnrolmentError(
            f"the {shapes[0].kind}s seem to be {min(sizes):.0f} to {max(sizes):.0f} mm large, expected one size: "
            "lay the pieces apart on a plain table that contrasts with them, and photograph again"
        )
    size_mm = float(np.median(sizes))
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
