"""Lays one lit, cut-out thing with its soft shadow into a picture."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.frames import BgrImage
from vision.scene_light import Floats

_SHADOW_DEPTH = 0.42


@dataclass(frozen=True, slots=True)
class Patch:
    """Colours `lit` (height, width, 3), how much they `cover` (height, width, 0 to 1), and where the top left lies.

    `shadow_px` is how far and how softly the shadow falls, to the lower right. `paint` and `keep` are what is added to
    the picture and what is kept of it.
    """

    left: int
    top: int
    lit: Floats
    cover: Floats
    shadow_px: float
    paint: Floats = field(init=False)
    keep: Floats = field(init=False)

    def __post_init__(self) -> None:
        move = np.array([[1, 0, self.shadow_px], [0, 1, self.shadow_px * 1.2]], np.float32)
        height, width = self.cover.shape
        shadow = cv2.GaussianBlur(cv2.warpAffine(self.cover, move, (width, height)), (0, 0), self.shadow_px)
        keep = (1 - _SHADOW_DEPTH * shadow) * (1 - self.cover)
        object.__setattr__(self, "paint", self.lit * self.cover[..., None])
        object.__setattr__(self, "keep", np.repeat(keep[..., None], 3, axis=2))


def lay(picture: BgrImage, patch: Patch) -> None:
    """Draws the patch into the picture."""
    height, width = patch.cover.shape
    window = picture[patch.top : patch.top + height, patch.left : patch.left + width]
    mixed = cv2.add(cv2.multiply(window, patch.keep, dtype=cv2.CV_32F), patch.paint)
    np.copyto(window, cv2.convertScaleAbs(mixed))
