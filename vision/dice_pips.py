"""Looks again at each place where `vision.dice_net` sees a die, and counts the upper face's pips with a net of its own.

The first net must find dice of any size anywhere. This one sees one die at a time, always equally large, and is asked
in several turns and sizes, whose answers are averaged. Trained by vision/training/pips.py on drawn dice alone.
"""

from functools import cache
from pathlib import Path

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

EDGE_PX = 28.0  # of the upper face in the part of the picture that the net is given
SIDE_PX = 48  # of this part
SIZES = 0.9, 1.1  # times the edge that was measured, in which a likely die is looked at once more
NONE = 0.7  # share of no die above which one look is enough

Shares = NDArray[np.float32]


@cache
def _net() -> "cv2.dnn.Net":
    """The weights beside this file, read when first needed."""
    return cv2.dnn.readNetFromONNX(np.fromfile(Path(__file__).with_suffix(".onnx"), np.uint8))


def count_pips(picture: MatLike, x_px: float, y_px: float, edge_px: float, rotation_deg: float) -> Shares:
    """Shares (7,) of no die and of one pip to six at a place in a picture (h, w, 3) BGR uint8."""
    around, scale, left, top = _around(picture, x_px, y_px, edge_px)
    x, y = ((at + 0.5) * scale - 0.5 for at in (x_px - left, y_px - top))
    first = _shares(_views(around, x, y, edge_px * scale, rotation_deg))
    if first.mean(0)[0] > NONE:
        return np.asarray(first.mean(0), np.float32)
    more = [view for size in SIZES for view in _views(around, x, y, edge_px * scale * size, rotation_deg)]
    return np.asarray(np.concatenate([first, _shares(more)]).mean(0), np.float32)


def _around(picture: MatLike, x_px: float, y_px: float, edge_px: float) -> tuple[MatLike, float, int, int]:
    """The part of the picture around a die, made smaller where it is large; this scale, its left and its top."""
    reach = int(np.ceil(edge_px * 1.5)) + 2
    left, top = int(x_px) - reach, int(y_px) - reach
    height, width = picture.shape[:2]
    rows = np.clip(np.arange(top, top + 2 * reach + 1), 0, height - 1)
    columns = np.clip(np.arange(left, left + 2 * reach + 1), 0, width - 1)
    around, scale = picture[rows][:, columns], min(1.0, 1.4 * EDGE_PX / edge_px)
    if scale < 1:
        around = cv2.resize(around, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return around, scale, left, top


def _views(around: MatLike, x: float, y: float, edge_px: float, rotation_deg: float) -> list[MatLike]:
    """A place (SIDE_PX, SIDE_PX, 3) as the net wants it, in four turns, as it is and mirrored."""
    m = np.asarray(cv2.getRotationMatrix2D((x, y), rotation_deg, EDGE_PX / edge_px), np.float64)
    m[:, 2] += (SIDE_PX - 1) / 2 - np.array([x, y])
    view = cv2.warpAffine(around, m, (SIDE_PX, SIDE_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return [np.rot90(way, turns) for way in (view, view[:, ::-1]) for turns in range(4)]


def _shares(views: list[MatLike]) -> Shares:
    """What the net says of each view: (n, 7)."""
    net = _net()
    net.setInput(cv2.dnn.blobFromImages(views, 1 / 127.5, mean=(127.5,) * 3, swapRB=True))
    logits = np.asarray(net.forward(), np.float32).reshape(len(views), 7)
    shares = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(shares / shares.sum(1, keepdims=True), np.float32)
