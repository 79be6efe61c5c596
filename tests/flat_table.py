"""A plain table seen straight from above at 2 px per mm, for drawing simple things on."""

import cv2
import numpy as np

from vision.frames import BgrImage
from vision.surface import Calibration, Surface

PX_PER_MM = 2.0
GRAY = (120, 120, 120)
CAMERA = Calibration(
    Surface(), 2240, 1260, (0.0, 0.0, 0.0), (-560.0, -315.0, 1000.0), 1000 * PX_PER_MM, 0.0, 0.0, (0, 1, 2, 3)
)


def empty(level: tuple[int, int, int] = GRAY) -> BgrImage:
    """The bare table with a little grain, always the same."""
    grain = np.random.default_rng(7).normal(0, 1.5, (1260, 2240, 1))
    return np.clip(np.array(level) + grain, 0, 255).astype(np.uint8)


def draw_disc(
    image: BgrImage, x_mm: float, y_mm: float, diameter_mm: float, colour: tuple[int, int, int] = (230, 235, 240)
) -> None:
    centre = (round(x_mm * PX_PER_MM * 16), round(y_mm * PX_PER_MM * 16))
    cv2.circle(image, centre, round(diameter_mm / 2 * PX_PER_MM * 16), colour, -1, cv2.LINE_AA, shift=4)


def draw_square(
    image: BgrImage,
    x_mm: float,
    y_mm: float,
    side_mm: float,
    turn_deg: float = 0.0,
    colour: tuple[int, int, int] = (230, 235, 240),
) -> None:
    turn = np.radians(turn_deg + np.array([45.0, 135.0, 225.0, 315.0]))
    corners = np.array([x_mm, y_mm]) + side_mm / np.sqrt(2) * np.column_stack([np.cos(turn), np.sin(turn)])
    cv2.fillPoly(image, [np.rint(corners * PX_PER_MM * 16).astype(np.int32)], colour, cv2.LINE_AA, shift=4)
