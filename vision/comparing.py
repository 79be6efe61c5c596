"""What comparing an outline's inside with the artworks of a gallery says: which fits best, and how far it leads."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.frames import BgrImage
from vision.kinds import Kind
from vision.outline import Outline
from vision.sampling import Place

HOPELESS = 0.18  # likeness on the coarse level below which no closer look helps
HOPELESS_INSIDE = 0.1  # on an even grid, whose coarse level may miss a striped back
CLEAR_BACK, CLEAR_BACK_LEAD = 0.45, 0.2  # likeness on the coarse level, and by how much more than any face
_USUAL_REST, _DOUBT = 0.6, 0.2
_SAME = 0.005  # less energy of a difference tells nothing
_DIFFERS = 0.15  # of the strongest difference: where two artworks differ
_LOCAL_DOUBT = 0.15  # of the whole difference: as much may always be unexplained
_LOCAL_SCALE = 0.6  # so that all that tells two apart makes the greatest lead
_LEAST_CONTRAST, _MOST_CONTRAST = 0.5, 1.5  # of the whole piece's: what a small part of it may have
_WEIGHTS = np.array([1.0, 1.0, 0.5], np.float32)  # bright light bends blue against yellow first


@dataclass(frozen=True, slots=True)
class Comparison:
    """How an outline's inside fits a gallery: the likeness to each artwork, and which is best.

    `lead` is 0.5 when all that tells the best from its closest rival is there, 0 when the picture lies half way. The
    rival may be the best turned the other way; None where none was sought.
    """

    likeness: NDArray[np.float32]  # shape (artworks,)
    best: int
    lead: float
    rotation_deg: float
    shift_mm: tuple[float, float]
    rival: int | None = None


class Matcher(Protocol):
    """The artworks of one kind, ready to compare."""

    kind: Kind
    labels: tuple[str | None, ...]
    energy: NDArray[np.floating]  # contrast of each artwork
    colours: NDArray[np.float64]  # logarithm of each artwork's mean colour, shape (artworks, 3)

    def compare(self, image: BgrImage, outlines: Sequence[Outline], places: Sequence[Place]) -> list[Comparison]:
        """For each outline how its inside fits the artworks at the best place near it."""
        ...

    def plain_look(self, image: BgrImage, outline: Outline, place: Place) -> tuple[float, NDArray[np.float64]]:
        """How much contrast the inside of an outline has, and the logarithm of its mean colour, shape (3,)."""
        ...

    def alike(self, least: float) -> list[tuple[str, str, float]]:
        """Pairs of labels whose artworks are at least so alike at some rotation."""
        ...


def summit(top: NDArray[np.float32], step_mm: float) -> NDArray[np.float64]:
    """Where likeness known at 3 by 3 shifts (rows along y) is highest, by parabolas through its highest point."""
    row, column = np.unravel_index(int(top.argmax()), top.shape)
    return np.array([vertex(top[row]), vertex(top[:, column])]) * step_mm


def vertex(values: NDArray[np.float32]) -> float:
    """Where the parabola through values at -1, 0 and 1 is highest, at most half a step outside."""
    before, here, after = (float(value) for value in values)
    bend = before - 2 * here + after
    if bend > -1e-6:
        return float(np.argmax(values)) - 1
    return float(np.clip((before - after) / (2 * bend), -1.5, 1.5))


def leads(rivals: NDArray[np.floating], own: float, shared: NDArray[np.floating]) -> NDArray[np.floating]:
    """How far the best is ahead of each rival, from their likeness to the picture and to the best.

    The lead is the picture's position between two artworks along their difference (a linear discriminant), so two
    pizzas that differ in one topping are judged by that topping alone.
    """
    own, shared = max(own, 0.05), np.minimum(shared, 0.995)
    ahead = (own - rivals) / (2 * own * (1 - shared))
    unexplained = (1 - own**2) / (2 * (1 - shared))  # what the best leaves over, against what tells it from the rival
    return np.asarray(ahead - _DOUBT * np.maximum(unexplained - _USUAL_REST, 0.0))


def local_leads(
    look: NDArray[np.float32], best: NDArray[np.float32], rivals: NDArray[np.float32], points: int
) -> NDArray[np.floating]:
    """How far the best is ahead of each rival, judged only where the two differ.

    There, each may have the contrast that suits it best, within bounds: blur and glare take contrast from what is small
    or dark. The lead compares what each then leaves unexplained. `look`, `best` and each row of `rivals` are three
    values for each of the points.
    """
    gain = max(float(look @ best), 0.2)
    energy = _WEIGHTS @ ((best - rivals) ** 2).reshape(len(rivals), 3, points)
    where = energy >= _DIFFERS * energy.max(axis=1, keepdims=True)
    apart = gain**2 * np.maximum((energy * where).sum(axis=1), _SAME)
    own, others = (_left_over(look, artworks, where, gain) for artworks in (best[None], rivals))
    return np.asarray(np.minimum(_LOCAL_SCALE * (others - own) / (others + own + _LOCAL_DOUBT * apart), 0.5))


def _left_over(
    look: NDArray[np.float32], artworks: NDArray[np.float32], where: NDArray[np.bool_], gain: float
) -> NDArray[np.floating]:
    """The energy of a look that an artwork does not explain in each of the regions, at its best contrast there."""
    shape = -1, 3, where.shape[1]
    by_point = [_WEIGHTS @ (a * b).reshape(shape) for a, b in ((artworks, artworks), (artworks, look))]
    whole = _WEIGHTS @ (look**2).reshape(3, -1)
    theirs, shared = ((values * where).sum(axis=1) for values in by_point)
    contrast = np.clip(shared / np.maximum(theirs, 1e-6), _LEAST_CONTRAST * gain, _MOST_CONTRAST * gain)
    return np.asarray(where @ whole - contrast * (2 * shared - contrast * theirs))


def back_leads(highest: NDArray[np.float32], is_back: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which places (rows) are so much more like the back than like any face that a closer look adds nothing."""
    if not is_back.any() or is_back.all():
        return np.zeros(len(highest), np.bool_)
    back = highest[:, is_back].max(axis=1)
    return np.asarray((back >= CLEAR_BACK) & (back - highest[:, ~is_back].max(axis=1) >= CLEAR_BACK_LEAD))


def alike_pairs(
    labels: Sequence[str | None], likeness: NDArray[np.floating], least: float
) -> list[tuple[str, str, float]]:
    """Pairs of names whose likeness, of shape (artworks, artworks), is at least so high."""
    return [
        (first, second, float(likeness[i, j]))
        for i, first in enumerate(labels)
        for j, second in enumerate(labels)
        if i < j and first is not None and second is not None and likeness[i, j] >= least
    ]
