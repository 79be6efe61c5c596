"""The reference pictures of this table's own pieces: what the eyes compare with."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import cv2
import msgspec
import numpy as np

from vision.errors import GalleryError
from vision.frames import BgrImage
from vision.matching import Matcher

PX_PER_MM = 2.0
BACK = " (back)"
KINDS = ("disc", "square")
CONFUSABLE = 0.9  # two pieces more alike than this are named to the host


@dataclass(frozen=True)
class Artwork:
    """One side of a piece: `picture` is upright, square, `size_mm` wide at 2 px per mm; `label` is None for a back."""

    label: str | None
    kind: str
    size_mm: float
    picture: BgrImage


class _Entry(msgspec.Struct, forbid_unknown_fields=True):
    label: str | None
    kind: str
    size_mm: float
    file: str


class _Index(msgspec.Struct, forbid_unknown_fields=True):
    pieces: list[_Entry]


class Gallery:
    """All pieces of one copy of a game, by kind of outline. Every kind has one size."""

    def __init__(self, artworks: Iterable[Artwork]) -> None:
        self.artworks = tuple(artworks)
        if not any(a.label for a in self.artworks):
            raise GalleryError("the gallery has no piece with a face: enrol the pieces face up")
        for artwork in self.artworks:
            if artwork.kind not in KINDS:
                raise GalleryError(f"{artwork.label}: kind is {artwork.kind!r}, expected one of {', '.join(KINDS)}")

    @classmethod
    def from_artwork(cls, drawn: Iterable[tuple[str, str, float, BgrImage]]) -> "Gallery":
        """From drawings: (label, kind, size in mm, upright BGR picture); a label ending in " (back)" is a back."""
        artworks = []
        for label, kind, size_mm, picture in drawn:
            side_px = round(size_mm * PX_PER_MM)
            scaled = cv2.resize(picture[..., :3], (side_px, side_px), interpolation=cv2.INTER_AREA)
            name = None if label.endswith(BACK) else label
            artworks.append(Artwork(name, kind, size_mm, np.asarray(scaled, np.uint8)))
        return cls(artworks)

    def size_mm(self, kind: str) -> float | None:
        """Diameter of the discs or side of the squares; None when the gallery has none."""
        return next((a.size_mm for a in self.artworks if a.kind == kind), None)

    def labels(self, kind: str) -> tuple[str, ...]:
        return tuple(a.label for a in self.artworks if a.kind == kind and a.label is not None)

    @cached_property
    def matchers(self) -> Mapping[str, Matcher]:
        """For each kind of outline in the gallery, what compares a picture with its artworks."""
        kinds = [kind for kind in KINDS if self.size_mm(kind)]
        return {
            kind: Matcher(
                kind, self.size_mm(kind) or 0.0, [(a.label, a.picture) for a in self.artworks if a.kind == kind]
            )
            for kind in kinds
        }

    def confusable(self) -> tuple[tuple[str, str, float], ...]:
        """Pairs of labels so alike that the eyes may often say "cannot tell": (label, label, likeness up to 1)."""
        pairs = [pair for matcher in self.matchers.values() for pair in matcher.alike(CONFUSABLE)]
        return tuple(sorted(pairs, key=lambda pair: -pair[2]))

    def save(self, folder: Path) -> None:
        """Writes gallery.json and one picture a piece; the folder is made when missing."""
        folder.mkdir(parents=True, exist_ok=True)
        entries = []
        for number, artwork in enumerate(self.artworks):
            name = f"{number:02d}.png"
            cv2.imwrite(str(folder / name), artwork.picture)
            entries.append(_Entry(artwork.label, artwork.kind, artwork.size_mm, name))
        text = json.dumps(msgspec.to_builtins(_Index(entries)), indent=1, ensure_ascii=False)
        (folder / "gallery.json").write_text(text + "\n", encoding="utf-8")

    @classmethod
    def load(cls, folder: Path) -> "Gallery":
        """The gallery saved in a folder. Raises GalleryError naming the file at fault."""
        index_path = folder / "gallery.json"
        try:
            index = msgspec.json.decode(index_path.read_bytes(), type=_Index)
        except FileNotFoundError as error:
            raise GalleryError(f"{index_path} is missing: enrol the pieces first") from error
        except msgspec.DecodeError as error:
            raise GalleryError(f"{index_path} is no gallery ({error}): enrol the pieces again") from error
        return cls([_load_artwork(folder, entry) for entry in index.pieces])


def _load_artwork(folder: Path, entry: _Entry) -> Artwork:
    path = folder / entry.file
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise GalleryError(f"{path} is missing or is no picture: enrol the pieces again")
    side_px = round(entry.size_mm * PX_PER_MM)
    if picture.shape[:2] != (side_px, side_px):
        height, width = picture.shape[:2]
        raise GalleryError(f"{path} is {width} by {height} pixels, expected {side_px} by {side_px}: enrol again")
    return Artwork(entry.label, entry.kind, entry.size_mm, np.asarray(picture, np.uint8))
