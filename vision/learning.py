"""Learns pieces from where they lie in one or several pictures: the size of each kind, and the face of each piece."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.consensus import aligned
from vision.detect import Candidate
from vision.errors import EnrolmentError
from vision.frames import BgrImage
from vision.gallery import BACK, PX_PER_MM, Artwork, Gallery, picture_size_px
from vision.kinds import HABITS, Kind, half_angle
from vision.light import PAPER_LEVEL, PaperLight
from vision.outline import Outline, edge_strength, refine
from vision.rims import measure_rounds, middle_of_round
from vision.sampling import DARK_OFFSET, Place
from vision.shadows import without_shadows
from vision.shapes import Shape
from vision.surface import Calibration

_MOST_ROUNDS = 6  # of measuring a size from a rough one
_MARKED = 0.75  # of the most marked outline: the piece's own
_MEASURED = 12  # pieces on which a size is measured
_CLOSE_STEPS_MM = np.arange(-2.5, 2.6, 0.5)  # sizes tried around a rough one
_LONG = (1,)  # turns of slices: a shadow along one side pulls their point
_SPREAD = 1.2  # largest to smallest piece of a kind, as measured
_SAME_KIND = 1.06  # and of its size as measured in two pictures


@dataclass(frozen=True)
class Page:
    """One photograph and the pieces in it, each with its name."""

    image: BgrImage
    calibration: Calibration
    named: Sequence[tuple[str, Shape]]

    def of_kind(self, name: str) -> list[Shape]:
        return [shape for _, shape in self.named if shape.kind.name == name]


def learn(pages: Sequence[Page]) -> Gallery:
    """The gallery of all pieces of the pages, in their order. Raises EnrolmentError."""
    kinds = {name: kind for name in HABITS if (kind := _kind_of_all(pages, name)) is not None}
    return Gallery(artwork for page in pages for artwork in artworks(page, kinds))


def roughly(page: Page, kinds: Mapping[str, Kind]) -> Gallery:
    """The faces of a page's pieces as they lie, in sizes roughly known: soon made, good enough to compare them."""
    paper = PaperLight.of(page.image, page.calibration, page.calibration.markers)
    return Gallery(
        _artwork(
            page.image,
            page.calibration,
            label,
            Outline(shape.kind.name, shape.x_mm, shape.y_mm, shape.rotation_deg, 1.0),
            kinds[shape.kind.name],
            paper,
        )
        for label, shape in page.named
    )


def artworks(page: Page, kinds: dict[str, Kind]) -> list[Artwork]:
    """The faces of a page's pieces, which are of these kinds."""
    image, calibration = page.image, page.calibration
    paper = PaperLight.of(image, calibration, calibration.markers)
    lit = without_shadows(image, calibration, [shape for _, shape in page.named if shape.kind.turns in _LONG])
    placed = [
        (label, kinds[shape.kind.name], _outline(lit, calibration, shape, kinds[shape.kind.name]))
        for label, shape in page.named
    ]
    placed = aligned(image, calibration, placed)
    return [_artwork(image, calibration, label, at, kind, paper) for label, kind, at in placed]


def _kind_of_all(pages: Sequence[Page], name: str) -> Kind | None:
    """The kind in the size of all its pieces, each picture counting by how many it shows."""
    shown = [(page, shapes) for page in pages if (shapes := page.of_kind(name))]
    measured = [(common_kind(page.image, page.calibration, shapes), len(shapes)) for page, shapes in shown]
    if len(measured) < 2:
        return measured[0][0] if measured else None
    widths_mm = [kind.width_mm for kind, _ in measured]
    if max(widths_mm) > _SAME_KIND * min(widths_mm):
        sizes = " and ".join(f"{width_mm:.1f} mm" for width_mm in widths_mm)
        raise EnrolmentError(
            f"the {name}s are {sizes} wide in the photographs, expected one size: "
            "lay the pieces apart on a plain table that contrasts with them, and photograph again"
        )
    step_mm = 0.5 if measured[0][0].turns else 0.1
    sizes_mm = np.average(
        [(kind.width_mm, kind.height_mm) for kind, _ in measured], axis=0, weights=[count for _, count in measured]
    )
    width_mm, height_mm = (round(round(float(size) / step_mm) * step_mm, 1) for size in sizes_mm)
    return Kind(name, width_mm, height_mm)


def too_different(sizes_mm: Sequence[float]) -> bool:
    """Whether pieces of one kind seem too large or small for each other."""
    return bool(sizes_mm) and max(sizes_mm) > _SPREAD * min(sizes_mm)


def _middle_kind(shapes: list[Shape]) -> Kind:
    widths_mm, heights_mm = [s.kind.width_mm for s in shapes], [s.kind.height_mm for s in shapes]
    return Kind(shapes[0].kind.name, float(np.median(widths_mm)), float(np.median(heights_mm)))


def common_kind(image: BgrImage, calibration: Calibration, shapes: list[Shape]) -> Kind:
    """The kind in the size of all its pieces. Raises EnrolmentError where they seem too different."""
    sizes = [shape.kind.width_mm for shape in shapes]
    if too_different(sizes):
        raise EnrolmentError(
            f"the {shapes[0].kind.name}s seem to be {min(sizes):.0f} to {max(sizes):.0f} mm large, expected one size: "
            "lay the pieces apart on a plain table that contrasts with them, and photograph again"
        )
    return measured_kind(image, calibration, shapes)


def measured_kind(image: BgrImage, calibration: Calibration, shapes: list[Shape]) -> Kind:
    """The size that pieces of a kind have in common, measured at their outlines' steepest change."""
    kind = _middle_kind(shapes)
    if not kind.turns:
        places_mm = [(shape.x_mm, shape.y_mm) for shape in shapes[:_MEASURED]]
        size_mm = measure_rounds(image, calibration, places_mm, kind.width_mm)
        return Kind(kind.name, size_mm, size_mm)
    lit = without_shadows(image, calibration, shapes) if kind.turns in _LONG else image
    for _ in range(_MOST_ROUNDS):
        before, kind = kind, _measured_sides(lit, calibration, shapes, kind)
        if kind == before:
            break
    if kind.name == "wedge":
        return _whole_share(lit, calibration, shapes, kind)
    return kind


def _whole_share(image: BgrImage, calibration: Calibration, shapes: list[Shape], kind: Kind) -> Kind:
    """The slice with the sharpest outline of those nearly so large of which a whole number makes a round."""
    count = int(np.pi / half_angle(kind.width_mm, kind.height_mm))
    strength = _strengths(image, calibration, shapes, kind)
    tried = [
        (2 * float(height_mm) * float(np.sin(np.pi / whole)), float(height_mm))
        for whole in (count, count + 1)
        for height_mm in kind.height_mm + _CLOSE_STEPS_MM
    ]
    width_mm, height_mm = max(tried, key=lambda size: strength(*size))
    return Kind(kind.name, round(width_mm, 1), height_mm)


def _strengths(
    image: BgrImage, calibration: Calibration, shapes: list[Shape], kind: Kind
) -> Callable[[float, float], float]:
    """Tells how sharp the edges are along the outlines if the pieces are so wide and high."""

    def strength(width_mm: float, height_mm: float) -> float:
        tried = Kind(kind.name, width_mm, height_mm)
        outlines = [_outline(image, calibration, shape, tried) for shape in shapes[:_MEASURED]]
        return sum(edge_strength(image, calibration, outline, tried) for outline in outlines)

    return strength


def _measured_sides(image: BgrImage, calibration: Calibration, shapes: list[Shape], kind: Kind) -> Kind:
    """Tries sizes around a rough one: at the right one the outlines run along the sharpest edges."""
    strength = _strengths(image, calibration, shapes, kind)
    scales = np.arange(0.86, 1.05, 0.02)
    scale = _outermost(scales, [strength(kind.width_mm * scale, kind.height_mm * scale) for scale in scales])
    width_mm, height_mm = round(kind.width_mm * scale * 2) / 2, round(kind.height_mm * scale * 2) / 2
    if kind.turns == HABITS["square"].turns:
        side_mm = float(max(width_mm + _CLOSE_STEPS_MM, key=lambda side: strength(side, side)))
        return Kind(kind.name, side_mm, side_mm)
    width_mm = float(max(width_mm + _CLOSE_STEPS_MM, key=lambda width: strength(width, height_mm)))
    height_mm = float(max(height_mm + _CLOSE_STEPS_MM, key=lambda height: strength(width_mm, height)))
    return Kind(kind.name, width_mm, height_mm)


def _outermost(sizes: NDArray[np.float64], strengths: list[float]) -> float:
    """The largest size with an outline about as marked as the most marked: lines printed inside may be sharper."""
    padded = np.array([0.0, *strengths, 0.0])
    top = (padded[1:-1] >= padded[:-2]) & (padded[1:-1] >= padded[2:])
    return float(sizes[top & (padded[1:-1] >= _MARKED * max(strengths))][-1])


def _outline(image: BgrImage, calibration: Calibration, shape: Shape, kind: Kind) -> Outline:
    if not kind.turns:
        x_mm, y_mm = middle_of_round(image, calibration, shape.x_mm, shape.y_mm, kind.width_mm)
        return Outline(kind.name, x_mm, y_mm, 0.0, 1.0)
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
