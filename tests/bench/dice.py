"""The dice nets beside a plain method that learned nothing, on photographs that neither has seen.

`python -m tests.bench dice` reads the photographs of the tests, `python -m tests.bench.dice FOLDER ...` those of other
folders with a `labels.json`. The plain method takes round spots of one size, dark or light, for pips if they lie in the
pattern of a die's face.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import msgspec
import numpy as np
from cv2.typing import MatLike

from vision.dice_net import Die, find_dice
from vision.dice_score import OUTCOMES, Labels, compare
from vision.enrol import load_picture

PHOTOS = Path(__file__).parents[1] / "data" / "photos" / "dice"
APART = 3.2  # diameters between neighbouring pips of a face, at most
OFF = 0.45  # diameters by which pips may lie beside their places in the pattern
_SIX = [(-0.8, -1), (-0.8, 0), (-0.8, 1), (0.8, -1), (0.8, 0), (0.8, 1)]
_FIVE = [(0, 0), (-1, -1), (1, 1), (-1, 1), (1, -1)]
PATTERNS = {1: _FIVE[:1], 2: _FIVE[1:3], 3: _FIVE[:3], 4: _FIVE[1:], 5: _FIVE, 6: _SIX}


@dataclass(frozen=True, slots=True)
class Spot:
    x_px: float
    y_px: float
    diameter_px: float


def plainly_found(picture: MatLike) -> list[Die]:
    """Dice by their pips alone, the fullest patterns first; a single spot is one in the middle of a square."""
    found = sorted(
        (die for light in (0, 255) for group in _groups(_spots(picture, light)) if (die := _face(group))),
        key=lambda die: -(die.pips or 0),
    )
    kept: list[Die] = []
    for die in found:
        if die.pips == 1 and not _on_a_square(picture, die):
            continue
        if all(np.hypot(die.x_px - k.x_px, die.y_px - k.y_px) > 0.6 * max(die.edge_px, k.edge_px) for k in kept):
            kept.append(die)
    return kept


def _spots(picture: MatLike, light: int) -> list[Spot]:
    """Dark (0) or light (255) round spots of 3 px to a tenth of the picture."""
    setting = cv2.SimpleBlobDetector.Params()
    setting.filterByColor, setting.blobColor = True, light
    setting.minArea, setting.maxArea = 6, (max(picture.shape) / 10) ** 2
    setting.minThreshold, setting.maxThreshold, setting.thresholdStep = 20, 240, 10
    setting.filterByCircularity, setting.minCircularity = True, 0.6
    setting.minInertiaRatio, setting.minDistBetweenBlobs = 0.4, 2
    points = cv2.SimpleBlobDetector.create(setting).detect(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    return [Spot(*point.pt, point.size) for point in points]


def _groups(spots: list[Spot]) -> Iterator[list[Spot]]:
    """Spots of about one size that lie near each other."""
    left = list(spots)
    while left:
        group = [left.pop()]
        for one in group:
            near = [spot for spot in left if _alike(one, spot)]
            group += near
            left = [spot for spot in left if spot not in near]
        yield group


def _alike(one: Spot, other: Spot) -> bool:
    small, large = sorted((one.diameter_px, other.diameter_px))
    return large < 1.6 * small and np.hypot(one.x_px - other.x_px, one.y_px - other.y_px) < APART * large


def _face(group: list[Spot]) -> Die | None:
    """The die whose pips the spots are, if they lie in its pattern under any turn and size."""
    if len(group) not in PATTERNS:
        return None
    points = np.array([complex(spot.x_px, spot.y_px) for spot in group])
    diameter = float(np.median([spot.diameter_px for spot in group]))
    middle, own = points.mean(), points - points.mean()
    pattern = np.array([complex(*place) for place in PATTERNS[len(group)]])
    if len(group) == 1:
        return Die(1, middle.real, middle.imag, 5 * diameter, 0.0, 0.5)
    size = float(np.abs(own).mean() / np.abs(pattern).mean())
    for turn in np.arange(0, np.pi, np.pi / 24):
        away = np.abs(own[:, None] - pattern * size * np.exp(1j * turn))
        if away.min(0).max() < OFF * diameter and len(set(away.argmin(0))) == len(group):
            rotation = (np.rad2deg(turn) + 45) % 90 - 45
            return Die(len(group), middle.real, middle.imag, 3.8 * size, float(rotation), 0.5)
    return None


def _on_a_square(picture: MatLike, die: Die) -> bool:
    """Whether a plain square of a die's size, of another colour than what is around it, has the spot as its middle."""
    n = int(2 * die.edge_px)
    part = cv2.getRectSubPix(picture, (n, n), (die.x_px, die.y_px))
    lab = cv2.cvtColor(part, cv2.COLOR_BGR2LAB).astype(np.float32)
    ring = lab[n // 2, n // 2 + n // 6]
    like = (np.linalg.norm(lab - ring, axis=2) < 25).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(like)
    own = labels[n // 2, n // 2 + n // 6]
    width, height = stats[own, cv2.CC_STAT_WIDTH], stats[own, cv2.CC_STAT_HEIGHT]
    return bool(own and 0.3 * n < min(width, height) and max(width, height) < 0.9 * n)


def outcomes(folder: Path, find: Callable[[MatLike], list[Die]]) -> tuple[int, Counter[str]]:
    """How many dice the folder's photographs show, and how one method reads them."""
    labels = msgspec.json.decode((folder / "labels.json").read_bytes(), type=Labels)
    counted: Counter[str] = Counter()
    for name, photo in labels.photos.items():
        picture = load_picture(folder / name)
        counted += compare(find(picture), photo, picture.shape[1], picture.shape[0])
    return sum(len(photo.pips) for photo in labels.photos.values()), counted


def main(folders: tuple[Path, ...] = (PHOTOS,)) -> None:
    print(f"{'photographs':20}{'dice':>6}  {'method':10}" + "".join(f"{name:>13}" for name in OUTCOMES))
    for folder in folders:
        for name, find in (("the nets", find_dice), ("plain", plainly_found)):
            dice, counted = outcomes(folder, find)
            print(f"{folder.name:20}{dice:6}  {name:10}" + "".join(f"{counted[outcome]:13}" for outcome in OUTCOMES))


if __name__ == "__main__":
    main(tuple(map(Path, sys.argv[1:])) or (PHOTOS,))
