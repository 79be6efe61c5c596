"""Learns single pieces of a saved gallery anew, from a picture in which they alone lie on the table."""

from collections.abc import Sequence

from vision.errors import EnrolmentError
from vision.frames import BgrImage
from vision.gallery import BACK, Artwork, Gallery
from vision.kinds import Kind
from vision.learning import Page, artworks
from vision.lens import Lens
from vision.markers import calibrate
from vision.pieces import find_pieces, same_size
from vision.shapes import Shape, find_shapes
from vision.surface import Surface


def piece_names(gallery: Gallery) -> tuple[str, ...]:
    """The names of all faces in the gallery, in its order; a back is called by its kind, as in "disc (back)"."""
    return tuple(dict.fromkeys(_name(artwork) for artwork in gallery.artworks))


def relearn(
    gallery: Gallery,
    image: BgrImage,
    labels: Sequence[str],
    surface: Surface | None = None,
    lens: Lens | None = None,
) -> Gallery:
    """The gallery with these faces as the picture shows them, in reading order; all others stay as they are.

    The pieces lie upright, anywhere. Raises EnrolmentError and CalibrationError.
    """
    kinds = {_name(artwork): artwork.kind for artwork in gallery.artworks}
    for label in labels:
        if label not in kinds:
            raise EnrolmentError(f"there is no piece {label!r} in the gallery; it has {', '.join(kinds)}")
    calibration = calibrate(image, surface, lens=lens)
    wanted = [kinds[label] for label in labels]
    known = {kind.name: kind for kind in wanted}
    counts = {name: sum(kind.name == name for kind in wanted) for name in known}
    found = find_pieces(image, calibration, counts, known)
    shapes = found.in_rows()
    if [shape.kind.name for shape in shapes] != [kind.name for kind in wanted]:
        raise EnrolmentError(_why_not(labels, wanted, shapes, find_shapes(image, calibration)))
    learnt = artworks(Page(image, calibration, list(zip(labels, shapes, strict=True))), known)
    new = dict(zip(labels, learnt, strict=True))
    return Gallery(new.get(_name(artwork), artwork) for artwork in gallery.artworks).with_dice(gallery.dice_mm)


def _name(artwork: Artwork) -> str:
    return f"{artwork.kind.name}{BACK}" if artwork.label is None else artwork.label


def _why_not(labels: Sequence[str], wanted: Sequence[Kind], found: Sequence[Shape], seen: Sequence[Shape]) -> str:
    """Why the pieces found are not those asked for, in a sentence."""
    first, kind = labels[0], wanted[0]
    others = [shape for shape in seen if shape.kind.name != kind.name or not same_size(shape.kind, kind)]
    if not found and len(labels) == 1 and others:
        lies = max((shape.kind for shape in others), key=lambda other: other.width_mm)
        return (
            f"a {_sized(lies)} lies there, but {first} is a {_sized(kind)} in this gallery: "
            "lay that piece there, or enrol the whole game anew"
        )
    expected = f"{first} alone" if len(labels) == 1 else f"{', '.join(labels)} in this order"
    count = "no piece" if not found else "1 piece" if len(found) == 1 else f"{len(found)} pieces"
    sizes = " and ".join(dict.fromkeys(_sized(kind) for kind in wanted))
    return f"{count} like it ({sizes}) found, expected {expected}: lay only that on a plain table, upright"


def _sized(kind: Kind) -> str:
    if not kind.turns or kind.name == "square":
        return f"{kind.name} of {kind.width_mm:.0f} mm"
    return f"{kind.name} of {kind.width_mm:.0f} by {kind.height_mm:.0f} mm"
