"""Draws a hand with its arm, reaching over the table from the nearest edge."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.artwork_pen import bgr
from vision.scene_light import SURFACE, Floats, Size, drawn_camera, light_maps, noise, stretch
from vision.scene_patch import Patch

_SKIN, _SLEEVE = "#f0c2ad", "#3f5f7f"
_LIFT = 0.006  # how far the shadow of a raised hand falls, of the picture's width
# Fingers and thumb: root, tip, half width, in millimetres from the middle of the palm, fingers pointing to -y.
_FINGERS = (
    ((-27, -22), (-36, -78), 8.5),
    ((-10, -32), (-13, -96), 9.0),
    ((8, -32), (11, -92), 9.0),
    ((25, -24), (33, -74), 8.0),
    ((-32, 12), (-66, -22), 9.5),
)
_PALM = ((-36, -34), (34, -34), (36, 20), (24, 52), (-24, 52), (-38, 20))


@lru_cache(maxsize=8)
def hand_patch(hand_mm: tuple[float, float], light: str, size: Size) -> Patch:
    """A hand whose palm lies at `hand_mm`, lit, for a picture of this size."""
    turn = _turn_from_nearest_edge(hand_mm)
    skin, sleeve = np.zeros((size[1], size[0]), np.uint8), np.zeros((size[1], size[0]), np.uint8)
    camera = drawn_camera(size)

    def place(points: NDArray[np.float64]) -> NDArray[np.int32]:
        return np.round(camera.to_px(points @ turn + np.array(hand_mm)) * 16).astype(np.int32)

    for root, tip, half_mm in _FINGERS:
        cv2.fillPoly(skin, [place(_capsule(root, tip, half_mm))], (255,), cv2.LINE_AA, 4)
    cv2.fillPoly(skin, [place(np.array(_PALM, float))], (255,), cv2.LINE_AA, 4)
    cv2.fillPoly(skin, [place(_capsule((0, 30), (0, 120), 27))], (255,), cv2.LINE_AA, 4)
    cv2.fillPoly(sleeve, [place(_capsule((0, 125), (0, 900), 44))], (255,), cv2.LINE_AA, 4)
    return _shaded(skin, sleeve, light, size)


def _turn_from_nearest_edge(hand_mm: tuple[float, float]) -> NDArray[np.float64]:
    """Turns the drawing (arm towards +y) so that the arm reaches out over the nearest edge of the table."""
    x_mm, y_mm = hand_mm
    room = {
        (0, 1): SURFACE.height_mm - y_mm,
        (0, -1): y_mm,
        (1, 0): SURFACE.width_mm - x_mm,
        (-1, 0): x_mm,
    }
    across, down = min(room, key=lambda way: room[way])
    return np.array([(down, -across), (across, down)], float)


def _capsule(start: tuple[float, float], end: tuple[float, float], half_mm: float) -> NDArray[np.float64]:
    """The outline of a thick line with round ends, shape (n, 2)."""
    ends = np.array([start, end], float)
    heading = np.arctan2(*(ends[1] - ends[0])[::-1])
    bow = heading + np.linspace(-np.pi / 2, np.pi / 2, 16)
    cap = half_mm * np.stack([np.cos(bow), np.sin(bow)], axis=1)
    return np.concatenate([ends[1] + cap, ends[0] - cap])


def _shaded(skin: NDArray[np.uint8], sleeve: NDArray[np.uint8], light: str, size: Size) -> Patch:
    """Rounds the flat shapes by darkening them towards their edges, and lights them."""
    left, top, width, height = cv2.boundingRect(np.maximum(skin, sleeve))
    pad = round(size[0] * _LIFT * 4)
    left, top, right, bottom = (
        max(left - pad, 0),
        max(top - pad, 0),
        min(left + width + pad, size[0]),
        min(top + height + pad, size[1]),
    )
    window = (slice(top, bottom), slice(left, right))
    paint: Floats = np.zeros((bottom - top, right - left, 3), np.float32)
    for mask, colour in ((skin, _SKIN), (sleeve, _SLEEVE)):
        part = np.ascontiguousarray(mask[window])
        depth = cv2.distanceTransform((part > 127).astype(np.uint8), cv2.DIST_L2, 3)
        round_ = 0.66 + 0.34 * np.sqrt(np.clip(depth / (0.011 * size[0]), 0, 1))
        shade = np.asarray(cv2.GaussianBlur(round_.astype(np.float32), (0, 0), 2.0))
        cover = (part.astype(np.float32) / 255)[..., None]
        paint = paint * (1 - cover) + cover * shade[..., None] * np.array(bgr(colour), np.float32)
    gain, glow = light_maps(size, light)
    box = (left, top, right, bottom)
    lit = np.clip(paint * stretch(gain, box) + 0.4 * stretch(glow, box), 0, 255) + noise(size, light)[window]
    outline = np.asarray(np.maximum(skin, sleeve)[window] / 255, np.float32)
    return Patch(left, top, np.asarray(lit, np.float32), outline, shadow_px=size[0] * _LIFT)
