"""The enrolled pieces: where they are kept, by what name, and which of them lie on the table."""

import re
from pathlib import Path

import msgspec

from device.config import Config
from device.errors import TableError
from device.games import xxl_components
from device.rules.xxl.components import Components
from vision.artwork import house_pieces
from vision.errors import GalleryError
from vision.gallery import Gallery

HOUSE = "house"
CHOICE = "chosen.json"
_NAME = re.compile(r"\w[\w -]{0,39}")


class _Choice(msgspec.Struct):
    """What the referee chose, in place of what the configuration says; it holds until that says something else."""

    gallery: str
    instead_of: str


def house_gallery(components: Components) -> Gallery:
    """Our own pieces, as they are drawn and printed."""
    return Gallery.from_artwork(house_pieces(components.toppings_of))


def is_name(name: str) -> bool:
    """Whether an owner's pieces can be called so: letters, digits, spaces, - and _; the house set has its name."""
    return name != HOUSE and _NAME.fullmatch(name) is not None


def own_components(config: Config) -> dict[str, Path]:
    """The owner's components files by game."""
    return {"xxl": Path(config.xxl.components)} if config.xxl.components else {}


class Galleries:
    """The galleries in the folder of the state, and the house set."""

    def __init__(self, config: Config) -> None:
        self._folder = Path(config.paths.state) / "galleries"
        self._configured = config.camera.gallery
        self._own_xxl = own_components(config).get("xxl")

    @property
    def used(self) -> str:
        """The name of the pieces that lie on the table: chosen on the console, else configured."""
        try:
            choice = msgspec.json.decode((self._folder / CHOICE).read_bytes(), type=_Choice)
        except (OSError, msgspec.DecodeError):
            return self._configured
        there = choice.gallery == HOUSE or self.folder(choice.gallery).is_dir()
        return choice.gallery if there and choice.instead_of == self._configured else self._configured

    def names(self) -> tuple[str, ...]:
        """All that are kept, and the house set first."""
        kept = sorted(path.parent.name for path in self._folder.glob("*/gallery.json"))
        return (HOUSE, *kept)

    def folder(self, name: str) -> Path:
        """Where pieces are kept by this name."""
        return self._folder / name

    def load(self, name: str) -> Gallery:
        """The pieces of this name. Raises GalleryError when they were never enrolled or are damaged."""
        if name == HOUSE:
            return house_gallery(xxl_components(self._own_xxl))
        return Gallery.load(self.folder(name))

    def save(self, name: str, gallery: Gallery) -> Path:
        """Keep pieces by a name; gives the folder. Raises TableError for what is no name, GalleryError for the disk."""
        if not is_name(name):
            raise TableError(
                f"{name!r} cannot be a name of pieces: up to 40 letters, digits, spaces, - and _, but not {HOUSE}."
            )
        folder = self.folder(name)
        try:
            gallery.save(folder)
        except OSError as error:
            raise GalleryError(f"the pieces cannot be kept in {folder} ({error.strerror}): free the disk") from error
        return folder

    def use(self, name: str) -> None:
        """These lie on the table from now on, also after a restart. Raises GalleryError for the disk."""
        path = self._folder / CHOICE
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            written = path.with_suffix(".new")
            written.write_bytes(msgspec.json.encode(_Choice(name, self._configured)))
            written.replace(path)
        except OSError as error:
            raise GalleryError(f"the choice cannot be kept in {path} ({error.strerror}): free the disk") from error
