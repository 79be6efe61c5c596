"""Reads dice in any picture with a small net that learned from drawn dice alone (vision/training).

The net, run over the picture at several sizes, says for each cell of 4 × 4 pixels whether the middle of a die's upper
face lies there, how many pips it shows, how large it is and which way it lies. Side faces, tokens with round things on
them, buttons and printed spots are among what it learned to pass over.

On strangers' photographs, beside counting round blobs (`cv2.SimpleBlobDetector`, grouped by their distance):

    dice                              the net: right, wrong, cannot tell, missed, invented    blobs: right, invented
    303 of many colours, touching     76 %, 4 %, 16 %, 5 %, 4 dice                            50 %, 266 dice
    72 white, on carpet, wood, weave  96 %, 3 %, 1 %, none, none                              81 %, 341 dice
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

Map = NDArray[np.float32]

CELL_PX = 4
EDGES_PX = (18.0, 44.0)  # edges of the dice that the net learned, in the picture that it is given
BEST_PX = 25.0  # the smallest dice are shown so large
STEP = 0.7  # from one size of the picture to the next: each die is shown with an edge of 25 to 36 px once
LEAST_PX = 90  # no side of a picture is made smaller than a die with some room around it
THERE = 0.9  # a peak below is no die; this and SURE: where under 1 % of dice in new drawings are read wrong
LIKE_SIZE = 0.8  # octaves by which dice of one picture may differ from their common size
SURE = 0.8  # share of the likeliest number below which a die is one that cannot be told


@dataclass(frozen=True, slots=True)
class Die:
    """A die's upper face: its middle, its edge's length, its direction modulo 90°; `pips` None: cannot tell."""

    pips: int | None
    x_px: float
    y_px: float
    edge_px: float
    rotation_deg: float  # of an edge, clockwise from the picture's x axis, -45 to 45
    confidence: float  # 0 to 1 that a die lies there and shows so many pips


@dataclass(frozen=True, slots=True)
class _Peak:
    x_px: float
    y_px: float
    edge_px: float
    rotation_deg: float
    there: float
    shares: Map  # (6,) of one pip to six, given that a die lies there

    @property
    def weight(self) -> float:
        return self.there * float(self.shares.max())


def find_dice(picture: MatLike, edges_px: tuple[float, float] = (EDGES_PX[0], 400.0)) -> list[Die]:
    """The dice in a picture (h, w, 3) BGR uint8 whose upper faces' edges are between the two lengths."""
    peaks = [
        peak
        for scale in _scales(picture.shape[:2], edges_px)
        for peak in _peaks(picture, scale)
        if edges_px[0] * 0.8 < peak.edge_px < edges_px[1] * 1.25
    ]
    return [_die(peak) for peak in _of_one_size(_best(peaks))]


def _scales(shape: tuple[int, ...], edges_px: tuple[float, float]) -> Iterator[float]:
    """Sizes of the picture of which one shows each die of these edges as large as the net reads best."""
    scale = BEST_PX / edges_px[0]
    yield scale
    while scale * edges_px[1] > BEST_PX / STEP and scale * STEP * max(shape) >= LEAST_PX:
        scale *= STEP
        yield scale


@cache
def _net() -> "cv2.dnn.Net":
    """The weights beside this file, read when first needed."""
    return cv2.dnn.readNetFromONNX(np.fromfile(Path(__file__).with_suffix(".onnx"), np.uint8))


def _maps(picture: MatLike, scale: float) -> Map:
    """What the net says of the scaled picture: (10, h / 4, w / 4)."""
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    sized = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=way) if scale != 1 else picture
    h, w = sized.shape[:2]
    whole = cv2.copyMakeBorder(sized, 0, -h % 8, 0, -w % 8, cv2.BORDER_REPLICATE)
    net = _net()
    net.setInput(cv2.dnn.blobFromImage(whole, 1 / 127.5, mean=(127.5,) * 3, swapRB=True))
    return np.asarray(net.forward()[0], np.float32)


def _peaks(picture: MatLike, scale: float) -> Iterator[_Peak]:
    maps = _maps(picture, scale)
    share = np.exp(maps[:7] - maps[:7].max(0))
    share /= share.sum(0)
    there = 1 - share[0]
    smooth = cv2.blur(there, (3, 3))
    top = (smooth >= cv2.dilate(smooth, np.ones((3, 3), np.uint8))) & (smooth > THERE / 3)
    for row, column in np.argwhere(top):
        window = np.s_[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2]
        weight = there[window]
        y, x = np.mgrid[window]
        total = float(weight.sum())
        numbers = (share[1:, *window] * weight).sum((1, 2))
        size, cosine, sine = ((part * weight).sum() / total for part in maps[7:, *window])
        edge_px = 24 * float(2**size)
        sound = float(np.sort(weight, axis=None)[-3:].mean())
        if sound >= THERE and 0.75 * EDGES_PX[0] < edge_px < 1.15 * EDGES_PX[1]:
            yield _Peak(
                float((x * weight).sum()) / total * CELL_PX / scale,
                float((y * weight).sum()) / total * CELL_PX / scale,
                edge_px / scale,
                float(np.rad2deg(np.arctan2(sine, cosine))) / 4,
                sound,
                numbers / numbers.sum(),
            )


def _best(peaks: list[_Peak]) -> list[_Peak]:
    """One peak for each die: the weightiest of those that lie on one face."""
    kept: list[_Peak] = []
    for peak in sorted(peaks, key=lambda peak: -peak.weight):
        apart = (np.hypot(peak.x_px - k.x_px, peak.y_px - k.y_px) / max(k.edge_px, peak.edge_px) for k in kept)
        if all(distance > 0.6 for distance in apart):
            kept.append(peak)
    return kept


def _of_one_size(peaks: list[_Peak]) -> list[_Peak]:
    """Those about as large as the size that most speaks for; dice of one picture differ less than patterns do."""
    if not peaks:
        return []
    octaves = np.log2([peak.edge_px for peak in peaks])
    weights = np.array([peak.weight**4 for peak in peaks])
    votes = np.exp(-0.5 * ((octaves[:, None] - octaves) / 0.35) ** 2) @ weights
    common = octaves[int(votes.argmax())]
    return [peak for peak, octave in zip(peaks, octaves, strict=True) if abs(octave - common) < LIKE_SIZE]


def _die(peak: _Peak) -> Die:
    sure = float(peak.shares.max()) >= SURE
    pips = int(peak.shares.argmax()) + 1 if sure else None
    return Die(pips, peak.x_px, peak.y_px, peak.edge_px, peak.rotation_deg, peak.weight)
