"""The table without pieces, as the drawn camera sees it: where the camera stands, wood or cloth, markers, light, noise.

Everything here is made once for a size, a table and a light, and kept.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import BgrImage
from vision.surface import Calibration, Surface

Size = tuple[int, int]  # width and height of the picture in pixels
Floats = NDArray[np.float32]

SURFACE = Surface()
TABLES = ("wood", "cloth")
_TEXTURE_PX_PER_MM = 2.0
_MARGIN_MM = 130.0  # of table around the surface
_MARKER_MARGIN_MM = 10.0  # white border of a marker
_LIGHT_STEP_PX = 8  # light changes slowly: one value for a square of so many pixels


@dataclass(frozen=True, slots=True)
class Light:
    """`tint` multiplies blue, green, red at `middle_mm`, where it is strongest; it falls off with the distance until
    `far` of it is left a metre away. `glare_mm` is the middle of a reflection. `noise` is in grey levels.
    """

    tint: tuple[float, float, float]
    middle_mm: tuple[float, float]
    far: float
    noise: float
    glare_mm: tuple[float, float] | None = None


LIGHTS = {
    "daylight": Light((1.03, 1.0, 0.97), (100.0, 200.0), 0.86, 1.4),
    "lamp": Light((0.62, 0.86, 1.06), (640.0, 120.0), 0.5, 1.9),
    "dim": Light((0.36, 0.36, 0.37), (400.0, 300.0), 0.8, 2.6),
    "glare": Light((1.03, 1.0, 0.97), (900.0, 200.0), 0.8, 1.4, (690.0, 350.0)),
}


@lru_cache(maxsize=4)
def drawn_camera(size: Size) -> Calibration:
    """A camera about 95 cm up, hung a little askew, with a little barrel distortion, as a careful maker manages."""
    turn = np.array([0.022, -0.016, 0.011])
    middle = np.array([SURFACE.width_mm / 2, SURFACE.height_mm / 2, 0.0])
    shift = np.array([4.0, -3.0, 955.0]) - cv2.Rodrigues(turn)[0] @ middle
    rotation, shift_mm = (tuple(float(v) for v in vector) for vector in (turn, shift))
    return Calibration(
        surface=SURFACE,
        width_px=size[0],
        height_px=size[1],
        rotation=(rotation[0], rotation[1], rotation[2]),
        shift_mm=(shift_mm[0], shift_mm[1], shift_mm[2]),
        focal_px=0.77 * size[0],
        k1=-0.025,
        residual_mm=0.0,
        markers=(0, 1, 2, 3),
    )


@lru_cache(maxsize=8)
def empty_table(size: Size, table: str, light: str) -> BgrImage:
    """The lit table with its four markers, BGR (height, width, 3)."""
    gain, glow = light_maps(size, light)
    whole = (0, 0, *size)
    lit = _seen(size, table) * stretch(gain, whole) + stretch(glow, whole) + noise(size, light)
    picture = np.asarray(np.clip(lit, 0, 255), np.uint8)
    picture.flags.writeable = False
    return picture


@lru_cache(maxsize=8)
def light_maps(size: Size, light: str) -> tuple[Floats, Floats]:
    """What the light multiplies colours with and what it adds, coarse, shape (height / 8, width / 8, 3)."""
    lamp = LIGHTS[light]
    rows, columns = -(-size[1] // _LIGHT_STEP_PX), -(-size[0] // _LIGHT_STEP_PX)
    at_px = (np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1) + 0.5) * _LIGHT_STEP_PX
    at_mm = drawn_camera(size).to_mm(at_px)
    away = np.linalg.norm(at_mm - np.array(lamp.middle_mm), axis=-1) / 1000
    strength = 1 / (1 + (1 / lamp.far - 1) * away**2)
    gain = strength[..., None] * np.array(lamp.tint)
    glow = np.zeros_like(gain)
    if lamp.glare_mm:
        away_mm = (at_mm - np.array(lamp.glare_mm)) / np.array([75.0, 48.0])
        glow += 190 * np.exp(-((away_mm**2).sum(axis=-1) ** 1.3))[..., None]
    return gain.astype(np.float32), glow.astype(np.float32)


def stretch(coarse: Floats, box: tuple[int, int, int, int]) -> Floats:
    """The part of a coarse map for the pixels of `box` (left, top, right, bottom), shape (height, width, 3)."""
    left, top, right, bottom = box
    columns = (np.arange(left, right, dtype=np.float32) + 0.5) / _LIGHT_STEP_PX - 0.5
    rows = (np.arange(top, bottom, dtype=np.float32) + 0.5) / _LIGHT_STEP_PX - 0.5
    x, y = np.meshgrid(columns, rows)
    return np.asarray(cv2.remap(coarse, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)


@lru_cache(maxsize=8)
def noise(size: Size, light: str) -> Floats:
    """The sensor's noise, always the same, so that a still table gives the same picture; shape (height, width, 3)."""
    chance = np.random.default_rng(7)
    grain = chance.standard_normal((size[1], size[0], 3), np.float32)
    grain = np.asarray(cv2.GaussianBlur(grain, (3, 3), 0.5), np.float32)
    return grain * (LIGHTS[light].noise / float(grain.std()))


@lru_cache(maxsize=2)
def _seen(size: Size, table: str) -> Floats:
    """The unlit table through the camera."""
    texture = _wood() if table == "wood" else _cloth()
    _lay_markers(texture)
    columns, rows = np.meshgrid(np.arange(size[0]), np.arange(size[1]))
    at_mm = drawn_camera(size).to_mm(np.stack([columns, rows], axis=-1))
    at_texture = ((at_mm + _MARGIN_MM) * _TEXTURE_PX_PER_MM).astype(np.float32)
    seen = cv2.remap(texture, at_texture[..., 0], at_texture[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(cv2.GaussianBlur(seen, (3, 3), 0.6), np.float32)


def _texture_shape() -> tuple[int, int]:
    height = (SURFACE.height_mm + 2 * _MARGIN_MM) * _TEXTURE_PX_PER_MM
    return round(height), round((SURFACE.width_mm + 2 * _MARGIN_MM) * _TEXTURE_PX_PER_MM)


def _stretched_noise(chance: np.random.Generator, rows: int, columns: int) -> Floats:
    """Smooth noise of the texture's shape, from so many random values down and across."""
    height, width = _texture_shape()
    values = chance.standard_normal((rows, columns)).astype(np.float32)
    return np.asarray(cv2.resize(values, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def _wood() -> Floats:
    """Oak boards along the table; the cards lie on the middle of one."""
    chance = np.random.default_rng(3)
    height = _texture_shape()[0]
    down = np.arange(height, dtype=np.float32)[:, None] / _TEXTURE_PX_PER_MM + 62
    board = (down // 124).astype(int).ravel()
    shade = 1 + 0.035 * chance.standard_normal(board.max() + 1)[board][:, None]
    waves = 5 * _stretched_noise(chance, 14, 5)
    rings = np.sin((down + waves * 4) * 0.55 + 9 * board[:, None])
    grain = 0.045 * rings + 0.05 * _stretched_noise(chance, height // 3, 26) + 0.03 * _stretched_noise(chance, 40, 6)
    gap = np.minimum(down % 124, 124 - down % 124)
    seam = 1 - 0.28 * np.exp(-((gap / 0.9) ** 2))
    tone = (shade + grain) * seam
    return np.asarray(tone[..., None] * np.array([92.0, 136.0, 176.0]), np.float32)


def _cloth() -> Floats:
    """Linen, blue-grey, woven, with soft folds."""
    chance = np.random.default_rng(5)
    height, width = _texture_shape()
    weave = 0.05 * _stretched_noise(chance, height // 2, 60) + 0.05 * _stretched_noise(chance, 60, width // 2)
    folds = 0.03 * _stretched_noise(chance, 4, 7)
    return np.asarray((1 + weave + folds)[..., None] * np.array([138.0, 120.0, 104.0]), np.float32)


def _lay_markers(texture: Floats) -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    side = round(SURFACE.marker_mm * _TEXTURE_PX_PER_MM)
    border = round(_MARKER_MARGIN_MM * _TEXTURE_PX_PER_MM)
    for marker in range(4):
        ink = cv2.aruco.generateImageMarker(dictionary, marker, side).astype(np.float32) / 255
        sheet = cv2.copyMakeBorder(ink, border, border, border, border, cv2.BORDER_CONSTANT, value=(1.0,))
        x, y = (round((v + _MARGIN_MM) * _TEXTURE_PX_PER_MM) for v in SURFACE.marker_centre_mm(marker))
        half = sheet.shape[0] // 2
        texture[y - half : y + half, x - half : x + half] = (28 + 210 * sheet)[..., None]
