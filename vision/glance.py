"""A first glance at many proposed outlines at once, in a coarse view from above: which may be pieces at all.

It forgives being some millimetres and degrees off, and costs a hundredth of a close look.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import Candidate
from vision.edges import TopView
from vision.frames import BgrImage
from vision.grids import Features, inside_points, normal, picture_place
from vision.kinds import Kind, turned
from vision.light import PAPER_LEVEL, PaperLight
from vision.sampling import DARK_OFFSET, free_of_plane, opponents, plane_fit

_PITCH_MM, _BLUR_MM = 7.0, 3.0
_LEAST_LIKENESS = 0.25
_LIKENESS_WORTH = 2.0  # in votes
BACK_COLOUR = np.array([0.7, 0.36, 0.36])  # how far a back may be off in lightness, red-green and blue-yellow
_EVERY = 2  # pixels of the view from above, and mm, for a pixel of the coarse one

CoarseView = NDArray[np.uint8]


def coarse_view(above: BgrImage) -> CoarseView:
    """The view from above at half its size, softened as the artworks are."""
    small = cv2.resize(above, None, fx=1 / _EVERY, fy=1 / _EVERY, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.blur(small, (3, 3)), np.uint8)


class Glance:
    """The artworks of one kind, softened and on a wide grid, in every turn that the outline allows."""

    def __init__(self, kind: Kind, artworks: Sequence[tuple[str | None, BgrImage]]) -> None:
        self._full_votes = kind.habits.votes[2]
        self._points = inside_points(kind, _PITCH_MM)
        self._planes, self._fit = plane_fit(self._points, np.ones(len(self._points)))
        soft = [_softened(picture, kind) for _, picture in artworks]
        turns = [self._points @ turned(-360 / kind.turns * turn).T for turn in range(kind.turns)]
        samples = np.concatenate([picture_place(p, kind).sample(p, at[None]) for at in turns for p in soft])
        self._artworks = self._features(samples)
        backs = samples[: len(soft)][[label is None for label, _ in artworks]]
        self._backs = opponents(_mean_levels(backs) - np.log(PAPER_LEVEL + DARK_OFFSET))

    def chosen(
        self, coarse: CoarseView, view: TopView, candidates: Sequence[Candidate], paper: PaperLight
    ) -> list[Candidate]:
        """The candidates with a full outline, the look of an artwork or the colour of a back, the likeliest first."""
        if not candidates:
            return []
        seen = self._seen(coarse, view, candidates)
        likeness = (self._features(seen) @ self._artworks.T).max(axis=1)
        white = paper.at_all(np.array([(c.x_mm, c.y_mm) for c in candidates]))
        colours = opponents(_mean_levels(seen) - white)
        off = np.abs(colours[:, None] - self._backs)
        like_back = np.any(np.all(off < BACK_COLOUR, axis=2), axis=1)
        votes = np.array([c.votes for c in candidates])
        order = np.argsort(-(votes + _LIKENESS_WORTH * likeness), kind="stable")
        worth = (likeness >= _LEAST_LIKENESS) | like_back | (votes >= self._full_votes)
        return [candidates[i] for i in order if worth[i]]

    def _seen(self, coarse: CoarseView, view: TopView, candidates: Sequence[Candidate]) -> NDArray[np.uint8]:
        """What lies in the candidates' outlines, shape (n, points, 3)."""
        x_mm, y_mm, turns_deg = np.array([(c.x_mm, c.y_mm, c.rotation_deg) for c in candidates]).T[..., None]
        cos, sin = np.cos(np.radians(turns_deg)), np.sin(np.radians(turns_deg))
        along, down = self._points.T
        columns = (x_mm + along * cos - down * sin - view.origin_mm[0]) / _EVERY
        rows = (y_mm + along * sin + down * cos - view.origin_mm[1]) / _EVERY
        height, width = coarse.shape[:2]
        at = rows.astype(np.intp).clip(0, height - 1), columns.astype(np.intp).clip(0, width - 1)
        return np.asarray(coarse[at], np.uint8)

    def _features(self, samples: NDArray[np.uint8]) -> Features:
        return normal(free_of_plane(samples, self._planes, self._fit))


def _softened(picture: BgrImage, kind: Kind) -> BgrImage:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), _BLUR_MM * picture.shape[1] / kind.width_mm), np.uint8)


def _mean_levels(samples: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Log of the mean colour of samples (n, points, 3), shape (n, 3)."""
    return np.asarray(np.log(samples.mean(axis=1) + DARK_OFFSET))
