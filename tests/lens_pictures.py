"""Photographs of the lens board, drawn through a lens that is known."""

from functools import cache

import cv2
import numpy as np

from vision.frames import BgrImage
from vision.lens import Lens
from vision.lens_board import COLUMNS, ROWS, SQUARE_MM, board_picture
from vision.surface import Calibration, Surface

WIDE = Lens(1152, 648, 560.0, (583.0, 330.0), -0.12, 0.03)
_PX_PER_MM, _MARGIN_MM = 4.0, 20.0
_SIZE_MM = COLUMNS * SQUARE_MM, ROWS * SQUARE_MM


@cache
def _sheet() -> np.ndarray:
    """The board with a white margin on gray."""
    edge = round(_MARGIN_MM * _PX_PER_MM)
    return cv2.copyMakeBorder(board_picture(_PX_PER_MM), edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=255)


def photograph(lens: Lens, at: tuple[float, float], tilt_deg: tuple[float, float], away_mm: float) -> BgrImage:
    """The board's middle at a place of the picture (shares of width and height), tilted, so far away."""
    turn = np.radians([*tilt_deg, 7.0])
    flat = (np.array(at) * (lens.width_px, lens.height_px) - lens.centre_px) / lens.focal_px
    middle = np.array([_SIZE_MM[0] / 2, _SIZE_MM[1] / 2, 0.0])
    shift = np.array([flat[0] * away_mm, flat[1] * away_mm, away_mm]) - cv2.Rodrigues(turn)[0] @ middle
    camera = Calibration(
        Surface(*_SIZE_MM),
        lens.width_px,
        lens.height_px,
        tuple(turn),
        tuple(shift),
        lens.focal_px,
        lens.k1,
        0.0,
        (),
        k2=lens.k2,
        centre_px=lens.centre_px,
    )
    pixels = np.stack(np.meshgrid(np.arange(lens.width_px), np.arange(lens.height_px)), axis=-1)
    on_sheet = ((camera.to_mm(pixels) + _MARGIN_MM) * _PX_PER_MM - 0.5).astype(np.float32)
    gray = cv2.remap(_sheet(), on_sheet[..., 0], on_sheet[..., 1], cv2.INTER_AREA, borderValue=(120,))
    noise = np.random.default_rng(round(away_mm + 10 * sum(tilt_deg))).normal(0, 2, gray.shape)
    seen = cv2.GaussianBlur(gray, (3, 3), 0.7) * 0.75 + 20 + noise
    return cv2.cvtColor(np.clip(seen, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR)


@cache
def photographs(lens: Lens = WIDE) -> dict[str, BgrImage]:
    """As the guide asks: everywhere in the picture, tilted in half of them."""
    views = [
        ((0.2, 0.25), (0.0, 0.0)),
        ((0.8, 0.25), (0.0, 0.0)),
        ((0.2, 0.75), (0.0, 0.0)),
        ((0.8, 0.75), (0.0, 0.0)),
        ((0.5, 0.5), (30.0, 0.0)),
        ((0.5, 0.5), (-30.0, 0.0)),
        ((0.35, 0.5), (0.0, 30.0)),
        ((0.65, 0.5), (0.0, -30.0)),
        ((0.5, 0.3), (20.0, 20.0)),
        ((0.5, 0.7), (-20.0, 20.0)),
    ]
    return {f"{n}.jpg": photograph(lens, at, tilt, 290.0 + 10 * n) for n, (at, tilt) in enumerate(views)}
