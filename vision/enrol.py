"""Makes a gallery from photographs of the pieces laid out in rows, and their names in the order of reading."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import msgspec
import numpy as np

from vision.check import check_layout
from vision.errors import EnrolmentError, PictureError
from vision.frames import BgrImage
from vision.gallery import Gallery
from vision.kinds import HABITS
from vision.learning import Page, common_kind, learn, too_different
from vision.lens import Lens
from vision.markers import calibrate
from vision.rows import Rows
from vision.shapes import Shape, find_shapes, shapes_by_votes, shapes_of_kind
from vision.surface import Calibration, Surface

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
    return enrol_listed([picture_path], order_path)


def enrol_listed(picture_paths: Sequence[Path], order_path: Path) -> Gallery:
    """As `enrol`, from several photographs, for each of which the file lists the names."""
    pages = []
    for path in picture_paths:
        order, surface = load_order(order_path, path.name)
        pages.append(_page(load_picture(path), order, surface))
    return learn(pages)


def enrol_picture(image: BgrImage, order: list[NamedPlace], surface: Surface | None = None) -> Gallery:
    """As `enrol`, from a picture and its order at hand."""
    return learn([_page(image, order, surface)])


def _page(image: BgrImage, order: list[NamedPlace], surface: Surface | None) -> Page:
    calibration = calibrate(image, surface)
    return Page(image, calibration, _named(order, find_shapes(image, calibration), image, calibration))


def _named(
    order: list[NamedPlace], shapes: list[Shape], image: BgrImage, calibration: Calibration
) -> list[tuple[str, Shape]]:
    """Each name with its piece. Raises EnrolmentError naming the first piece that does not fit."""
    if all(named.x_mm is not None and named.y_mm is not None for named in order):
        matched = [_nearest(named, shapes) for named in order]
        for of_kind in _long_kinds(matched):
            kind = common_kind(image, calibration, of_kind)
            unsure = [not _is_long(shape) for shape in matched]
            left = [(n.x_mm or 0.0, n.y_mm or 0.0) for n, look in zip(order, unsure, strict=True) if look]
            more = shapes_of_kind(image, calibration, kind, left) if left else []
            matched = [
                (_nearest(named, more) or shape) if look else shape
                for named, shape, look in zip(order, matched, unsure, strict=True)
            ]
        if None in matched or any(too_different(sizes) for sizes in _sizes_mm(matched).values()):
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


def enrol_pages(
    pages: Sequence[tuple[BgrImage, Rows]], surface: Surface | None = None, lens: Lens | None = None
) -> Gallery:
    """The gallery of the pieces in one or several photographs, each with the rows that lie in it.

    Raises EnrolmentError with the first thing that must be mended.
    """
    checked = [check_layout(image, rows, surface, lens=lens) for image, rows in pages]
    for number, check in enumerate(checked, start=1):
        blocking = [finding.sentence for finding in check.findings if finding.blocks]
        if blocking:
            raise EnrolmentError(f"photograph {number}: {blocking[0]}")
    return learn(
        [
            Page(image, check.calibration, check.named.pieces)
            for (image, _), check in zip(pages, checked, strict=True)
            if check.calibration is not None
        ]
    )
