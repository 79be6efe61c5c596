"""The reference pictures of this table's own pieces: what the eyes compare with."""

import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import cv2
import msgspec
import numpy as np

from vision.comparing import Matcher
from vision.errors import GalleryError
from vision.frames import BgrImage
from vision.kinds import DIE, HABITS, Kind
from vision.matchers import matcher

PX_PER_MM = 2.0
BACK = " (back)"
CONFUSABLE = 0.9  # two pieces more alike than this are named to the host


@dataclass(frozen=True)
class Artwork:
    """One side of a piece: `picture` is upright, as large as its kind at 2 px per mm; `label` is None for a back."""

    label: str | None
    kind: Kind
    picture: BgrImage


class _Entry(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    label: str | None
    kind: str
    size_mm: float
    file: str
    height_mm: float | None = None  # as the size where not given


class _Index(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    pieces: list[_Entry]
    dice_mm: float | None = None


class Gallery:
    """All pieces of one copy of a game, by kind of outline. Every kind has one size.

    Dice, with edges of `dice_mm`, need no picture: their pips tell.
    """

    def __init__(self, artworks: Iterable[Artwork], dice_mm: float | None = None) -> None:
        self.artworks = tuple(artworks)
        self.dice_mm = dice_mm
        if not any(a.label for a in self.artworks):
            raise GalleryError("the gallery has no piece with a face: enrol the pieces face up")
        self._kinds = {artwork.kind.name: artwork.kind for artwork in reversed(self.artworks)}
        if dice_mm is not None:
            self._kinds[DIE] = Kind(DIE, dice_mm, dice_mm)

    @classmethod
    def from_artwork(cls, drawn: Iterable[tuple[str, str, float, BgrImage]]) -> "Gallery":
        """From drawings: (label, kind, size in mm, upright BGR picture); a label ending in " (back)" is a back."""
        artworks = []
        for label, name, size_mm, picture in drawn:
            kind = _kind(label, name, size_mm, size_mm * picture.shape[0] / picture.shape[1])
            scaled = cv2.resize(picture[..., :3], picture_size_px(kind), interpolation=cv2.INTER_AREA)
            artworks.append(Artwork(None if label.endswith(BACK) else label, kind, np.asarray(scaled, np.uint8)))
        return cls(artworks)

    @property
    def kinds(self) -> Mapping[str, Kind]:
        """The kinds of outline in the gallery by name, those first that others may lie upon."""
        return {name: self._kinds[name] for name in HABITS if name in self._kinds}

    def labels(self, kind: str) -> tuple[str, ...]:
        return tuple(a.label for a in self.artworks if a.kind.name == kind and a.label is not None)

    def pictures(self, kind: str) -> list[tuple[str | None, BgrImage]]:
        """Name, or None for a back, and upright picture of all artworks of a kind."""
        return [(a.label, a.picture) for a in self.artworks if a.kind.name == kind]

    @cached_property
    def matchers(self) -> Mapping[str, Matcher]:
        """For each kind of outline in the gallery, what compares a picture with its artworks."""
        return {name: matcher(kind, self.pictures(name)) for name, kind in self.kinds.items() if name != DIE}

    def with_dice(self, dice_mm: float | None) -> "Gallery":
        """The same pieces, and dice of this size (None: without)."""
        return Gallery(self.artworks, dice_mm)

    def confusable(self) -> tuple[tuple[str, str, float], ...]:
        """Pairs of labels so alike that the eyes may often say "cannot tell": (label, label, likeness up to 1)."""
        pairs = [pair for matcher in self.matchers.values() for pair in matcher.alike(CONFUSABLE)]
        return tuple(sorted(pairs, key=lambda pair: -pair[2]))

    def save(self, folder: Path) -> None:
        """Writes one picture a piece and gallery.json; the folder is made when missing. Raises OSError.

        A gallery that is there already is whole until the new one is.
        """
        folder.mkdir(parents=True, exist_ok=True)
        entries = []
        for number, artwork in enumerate(self.artworks):
            png = cv2.imencode(".png", artwork.picture)[1].tobytes()
            name = f"{number:02d}-{zlib.crc32(png):08x}.png"
            (folder / name).write_bytes(png)
            kind = artwork.kind
            height_mm = None if kind.height_mm == kind.width_mm else kind.height_mm
            entries.append(_Entry(artwork.label, kind.name, kind.width_mm, name, height_mm))
        text = json.dumps(msgspec.to_builtins(_Index(entries, self.dice_mm)), indent=1, ensure_ascii=False)
        written = folder / "gallery.json.new"
        written.write_text(text + "\n", encoding="utf-8")
        written.replace(folder / "gallery.json")
        kept = {entry.file for entry in entries}
        for picture in folder.glob("[0-9][0-9]*.png"):
            if picture.name not in kept:
                picture.unlink()

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
        return cls([_load_artwork(folder, entry) for entry in index.pieces], index.dice_mm)


def _load_artwork(folder: Path, entry: _Entry) -> Artwork:
    path = folder / entry.file
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise GalleryError(f"{path} is missing or is no picture: enrol the pieces again")
    kind = _kind(str(entry.label), entry.kind, entry.size_mm, entry.height_mm or entry.size_mm)
    expected = picture_size_px(kind)
    height, width = picture.shape[:2]
    if (width, height) != expected:
        raise GalleryError(
            f"{path} is {width} by {height} pixels, expected {expected[0]} by {expected[1]}: enrol again"
        )
    return Artwork(entry.label, kind, np.asarray(picture, np.uint8))


def picture_size_px(kind: Kind) -> tuple[int, int]:
    """Width and height of the pictures of a kind."""
    return round(kind.width_mm * PX_PER_MM), round(kind.height_mm * PX_PER_MM)


def _kind(label: str, name: str, width_mm: float, height_mm: float) -> Kind:
    drawn = [known for known in HABITS if known != DIE]
    if name not in drawn:
        raise GalleryError(f"{label}: kind is {name!r}, expected one of {', '.join(drawn)}")
    return Kind(name, width_mm, height_mm)
