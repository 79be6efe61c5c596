"""What a lens does to a picture, as plain data: known from a printed board, whatever table the camera looks at."""

from pathlib import Path
from typing import Self

import msgspec

from vision.errors import LensError

_SAME_SHAPE = 0.005  # pictures of another shape show another part of what the lens sees


class Lens(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lens with square pixels: focal length and centre in pixels, two terms of radial distortion.

    A point at the normalised radius r from the axis appears at r * (1 + k1 * r**2 + k2 * r**4). `residual_px` is how
    well the corners of a board fitted in so many `pictures`.
    """

    width_px: int
    height_px: int
    focal_px: float
    centre_px: tuple[float, float]
    k1: float
    k2: float
    residual_px: float = 0.0
    pictures: int = 0

    def at_size(self, width_px: int, height_px: int) -> Self | None:
        """The same lens for pictures of another size; None where their shape says that they are cut differently."""
        across, down = width_px / self.width_px, height_px / self.height_px
        if abs(across / down - 1) > _SAME_SHAPE:
            return None
        return msgspec.structs.replace(
            self,
            width_px=width_px,
            height_px=height_px,
            focal_px=self.focal_px * across,
            centre_px=(self.centre_px[0] * across, self.centre_px[1] * across),
            residual_px=self.residual_px * across,
        )

    def save(self, path: Path) -> None:
        """Writes the lens as JSON; its folder is made when missing. Raises LensError for the disk."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            written = path.with_suffix(".new")
            written.write_bytes(msgspec.json.format(msgspec.json.encode(self)) + b"\n")
            written.replace(path)
        except OSError as error:
            raise LensError(f"the lens cannot be kept in {path} ({error.strerror}): free the disk") from error

    @classmethod
    def load(cls, path: Path) -> Self:
        """The lens saved in a file. Raises LensError naming it."""
        try:
            return msgspec.json.decode(path.read_bytes(), type=cls)
        except OSError as error:
            raise LensError(f"{path} is missing: photograph the lens board and calibrate the lens first") from error
        except msgspec.DecodeError as error:
            raise LensError(f"{path} is no lens ({error}): calibrate the lens again") from error
