"""Reads dice in any picture with a small net that learned from drawn dice alone (vision/training).

The net, run over the picture at several sizes, says for each cell of 4 × 4 pixels whether the middle of a die's upper
face lies there, how many pips it shows, how large it is and which way it lies. Side faces, tokens with round things on
them, buttons and printed spots are among what it learned to pass over.

Each place that it finds is looked at again by a second net (`vision.dice_pips`), which counts the pips, and there is a
die only where both see one.

On strangers' photographs, beside spots in the patterns of dice (`python -m tests.bench.dice FOLDER ...`),
right, wrong, cannot tell, missed, invented:

    dice                              the nets                plain
    303 of many colours, touching     262, 7, 21, 13, 5       146, 54, 0, 103, 22
    72 white, on carpet, wood, weave  71, 1, 0, 0, 1          71, 0, 0, 1, 350
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from vision.dice_pips import count_pips

Map = NDArray[np.float32]

CELL_PX = 4
EDGES_PX = (18.0, 44.0)  # edges of the dice that the net learned, in the picture that it is given
BEST_PX = 25.0  # the smallest dice are shown so large
STEP = 0.7  # from one size of the picture to the next: each die is shown with an edge of 25 to 36 px once
LEAST_PX = 90  # no side of a picture is made smaller than a die with some room around it
LOOK = 0.6  # share of a die, to the first net, below which nothing is looked at again
THERE = 0.8  # mean share of a die, to both nets, below which there is none
LIKE_SIZE = 0.8  # octaves by which dice of one picture may differ from their common size
SURE = 0.6  # share of the likeliest number below which a die is one that cannot be told


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
class Peak:
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
        for peak in places(picture, scale)
        if edges_px[0] * 0.8 < peak.edge_px < edges_px[1] * 1.25
    ]
    looked_at = [_looked_at(picture, peak) for peak in _best(peaks)]
    return [_die(peak) for peak in _of_one_size([peak for peak in looked_at if peak.there >= THERE])]


def _looked_at(picture: MatLike, peak: Peak) -> Peak:
    """The place with the pips that the second net counts; whether a die lies there is for both nets to say."""
    shares = count_pips(picture, peak.x_px, peak.y_px, peak.edge_px, peak.rotation_deg)
    return replace(peak, there=(peak.there + 1 - float(shares[0])) / 2, shares=shares[1:] / shares[1:].sum())


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


def places(picture: MatLike, scale: float, least: float = LOOK) -> Iterator[Peak]:
    """Where dice may lie whose edges, in the picture so scaled, are of the length that the net learned."""
    maps = _maps(picture, scale)
    share = np.exp(maps[:7] - maps[:7].max(0))
    share /= share.sum(0)
    there = 1 - share[0]
    smooth = cv2.blur(there, (3, 3))
    top = (smooth >= cv2.dilate(smooth, np.ones((3, 3), np.uint8))) & (smooth > least / 3)
    for row, column in np.argwhere(top):
        bottom, right = min(row + 2, there.shape[0]), min(column + 2, there.shape[1])
        window = np.s_[max(row - 1, 0) : bottom, max(column - 1, 0) : right]
        weight = there[window]
        y, x = np.mgrid[window]
        total = float(weight.sum())
        numbers = (share[1:, *window] * weight).sum((1, 2))
        size, cosine, sine = ((part * weight).sum() / total for part in maps[7:, *window])
        edge_px = 24 * float(2**size)
        sound = float(np.sort(weight, axis=None)[-3:].mean())
        if sound >= least and 0.75 * EDGES_PX[0] < edge_px < 1.15 * EDGES_PX[1]:
            yield Peak(
                float((x * weight).sum()) / total * CELL_PX / scale,
                float((y * weight).sum()) / total * CELL_PX / scale,
                edge_px / scale,
                float(np.rad2deg(np.arctan2(sine, cosine))) / 4,
                sound,
                numbers / numbers.sum(),
            )


def _best(peaks: list[Peak]) -> list[Peak]:
    """One peak for each die: the weightiest of those that lie on one face."""
    kept: list[Peak] = []
    for peak in sorted(peaks, key=lambda peak: -peak.weight):
        apart = (np.hypot(peak.x_px - k.x_px, peak.y_px - k.y_px) / max(k.edge_px, peak.edge_px) for k in kept)
        if all(distance > 0.6 for distance in apart):
            kept.append(peak)
    return kept


def _of_one_size(peaks: list[Peak]) -> list[Peak]:
    """Those about as large as the size that most speaks for; dice of one picture differ less than patterns do."""
    if not peaks:
        return []
    octaves = np.log2([peak.edge_px for peak in peaks])
    weights = np.array([peak.weight**4 for peak in peaks])
    votes = np.exp(-0.5 * ((octaves[:, None] - octaves) / 0.35) ** 2) @ weights
    common = octaves[int(votes.argmax())]
    return [peak for peak, octave in zip(peaks, octaves, strict=True) if abs(octave - common) < LIKE_SIZE]


def _die(peak: Peak) -> Die:
    sure = float(peak.shares.max()) >= SURE
    pips = int(peak.shares.argmax()) + 1 if sure else None
    return Die(pips, peak.x_px, peak.y_px, peak.edge_px, peak.rotation_deg, peak.weight)
