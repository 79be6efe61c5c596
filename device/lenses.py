"""The lenses measured with the printed board: where they are kept, and which one looks down on the table."""

import re
from pathlib import Path

from device.config import Config
from device.errors import TableError
from vision.lens import Lens

_NAME = re.compile(r"\w[\w -]{0,39}")


class Lenses:
    """The lenses in the folder of the state."""

    def __init__(self, config: Config) -> None:
        self._folder = Path(config.paths.state) / "lenses"
        self._camera = config.camera

    def path(self, name: str) -> Path:
        """Where a lens of this name is kept. Raises TableError for what is no name."""
        if not _NAME.fullmatch(name):
            raise TableError(f"{name!r} cannot be a name of a lens: up to 40 letters, digits, spaces, - and _.")
        return self._folder / f"{name}.json"

    def save(self, name: str, lens: Lens) -> Path:
        """Keep a lens by a name; gives the file."""
        path = self.path(name)
        lens.save(path)
        return path

    def used(self) -> Lens | None:
        """The configured lens, or the only one that is kept; None where the markers alone must tell.

        Raises LensError when the configured one is missing or damaged, TableError when it is for other pictures.
        """
        name = self._camera.lens
        if not name:
            kept = sorted(self._folder.glob("*.json"))
            return self._fitting(Lens.load(kept[0])) if len(kept) == 1 else None
        lens = self._fitting(Lens.load(self.path(name)))
        if lens is None:
            raise TableError(
                f"camera.lens is {name!r}, measured in pictures of another shape than {self._camera.width} x "
                f"{self._camera.height}: set camera.width and camera.height as they were, or calibrate the lens again."
            )
        return lens

    def _fitting(self, lens: Lens) -> Lens | None:
        return lens.at_size(self._camera.width, self._camera.height)
