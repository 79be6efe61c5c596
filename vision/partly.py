"""Tells which side of a piece is up when others lie on it and hide a part of its artwork.

The look is compared with both sides, each point counting the less the worse it fits: what is hidden is no matter, as
long as enough of the artwork shows. The usual colour, which little things on it do not change, must agree.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.frames import BgrImage
from vision.grids import inside_points, picture_place
from vision.kinds import Kind, turned
from vision.light import PAPER_LEVEL
from vision.sampling import DARK_OFFSET, Place, colour_levels, opponents

Levels = NDArray[np.float64]  # shape (points, 3): lightness, red against green, blue against yellow

_PITCH_MM = 3.0
_SPREADS = (0.5, 0.3, 0.2, 0.15, 0.12, 0.12)  # of what is believed to be the same, round by round
_LEAST_CONTRAST, _MOST_CONTRAST = 0.4, 1.6  # of the artwork's, that glare and blur leave
_LEAST, _AHEAD = 0.25, 2.0  # likeness of the side that is up, and how many times the other's
COLOUR_WEIGHTS = np.array([0.7, 1.0, 1.0])  # light is known less well than its colour
_NOTHING = 0.02  # contrast that says nothing


class PartLook:
    """The artworks of one kind with sides, upright."""

    def __init__(self, kind: Kind, artworks: Sequence[tuple[str | None, BgrImage]]) -> None:
        self._points = inside_points(kind, _PITCH_MM)
        self._planes = np.column_stack([np.ones(len(self._points)), self._points / np.abs(self._points).max()])
        self._artworks = [self._levels(picture, picture_place(picture, kind), 0.0) for _, picture in artworks]
        white = opponents(np.full(3, np.log(PAPER_LEVEL + DARK_OFFSET)))
        self._colours = [np.median(levels, axis=0) - white for levels in self._artworks]

    def side(self, image: BgrImage, place: Place, turn_deg: float, paper: NDArray[np.float64]) -> int | None:
        """The artwork, by its place in the gallery, that shows in part; None where it is not clear which."""
        likeness = self.likeness(image, place, turn_deg)
        best, other = (int(i) for i in np.argsort(-likeness)[:2])
        if likeness[best] < max(_LEAST, _AHEAD * likeness[other]):
            return None
        usual = np.median(self._levels(image, place, turn_deg), axis=0) - opponents(paper)
        off = [float((np.abs(usual - colour) * COLOUR_WEIGHTS).sum()) for colour in self._colours]
        return best if off[best] == min(off) else None

    def likeness(self, image: BgrImage, place: Place, turn_deg: float) -> NDArray[np.float64]:
        """How alike to each artwork the fitting part of a place is, less where little fits, shape (artworks,)."""
        look = self._levels(image, place, turn_deg)
        return np.array([self._alike(look, artwork) for artwork in self._artworks])

    def _levels(self, image: BgrImage, place: Place, turn_deg: float) -> Levels:
        points = (self._points @ turned(turn_deg).T)[None]
        return np.asarray(colour_levels(place.sample(image, points))[0], np.float64)

    def _alike(self, look: Levels, artwork: Levels) -> float:
        both = np.concatenate([look, artwork], axis=1)
        trust = np.ones(len(both))
        for spread in _SPREADS:
            weighted = self._planes * trust[:, None]
            planes = np.linalg.lstsq(self._planes.T @ weighted, weighted.T @ both, rcond=None)[0]
            seen, own = np.split(both - self._planes @ planes, 2, axis=1)
            shared, energy, whole = (
                float(trust @ (a * b).sum(axis=1)) for a, b in ((seen, own), (own, own), (seen, seen))
            )
            contrast = float(np.clip(shared / max(energy, _NOTHING**2), _LEAST_CONTRAST, _MOST_CONTRAST))
            left_over = ((seen - contrast * own) ** 2).sum(axis=1)
            trust = 1 / (1 + left_over / spread**2) ** 2
        explained = energy / max(float((own**2).sum()), _NOTHING**2)
        return float(
            shared / np.sqrt(max(energy, _NOTHING**2) * (whole + trust.sum() * _NOTHING**2)) * np.sqrt(explained)
        )
