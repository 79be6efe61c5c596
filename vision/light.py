"""How bright and of what colour white paper is across the surface: the markers' borders tell."""

import numpy as np
from numpy.typing import NDArray

from vision.frames import BgrImage
from vision.sampling import DARK_OFFSET, Place
from vision.surface import Calibration

PAPER_LEVEL = 235.0  # white paper in a gallery's pictures
_SPREAD_MM = 100.0


class PaperLight:
    """Log levels of white paper, known at the markers that show and guessed between them."""

    def __init__(self, places_mm: NDArray[np.float64], levels: NDArray[np.float64]) -> None:
        self._places_mm = places_mm  # shape (n, 2)
        self._levels = levels  # shape (n, 3), log of blue, green, red

    @classmethod
    def of(cls, image: BgrImage, calibration: Calibration, markers: tuple[int, ...]) -> "PaperLight":
        """Measured on the white borders of the given markers; neutral and bright when there are none."""
        if not markers:
            return cls(np.zeros((1, 2)), np.full((1, 3), np.log(PAPER_LEVEL + DARK_OFFSET)))
        surface = calibration.surface
        along = np.arange(-0.55, 0.56, 0.025) * surface.marker_mm
        edge = np.full_like(along, 0.5625 * surface.marker_mm)
        border = np.concatenate(
            [np.column_stack(side) for side in ((along, edge), (along, -edge), (edge, along), (-edge, along))]
        )
        places, levels = [], []
        for marker in markers:
            x_mm, y_mm = surface.marker_centre_mm(marker)
            seen = Place.on(calibration, x_mm, y_mm).sample(image, border[None])[0]
            places.append((x_mm, y_mm))
            levels.append(np.log(np.median(seen, axis=0) + DARK_OFFSET))
        return cls(np.array(places, np.float64), np.array(levels, np.float64))

    def at(self, x_mm: float, y_mm: float) -> NDArray[np.float64]:
        """Log levels of white paper at a place, shape (3,)."""
        return np.asarray(self.at_all(np.array([[x_mm, y_mm]]))[0])

    def at_all(self, places_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        """Log levels of white paper at places of shape (n, 2), shape (n, 3)."""
        far = ((places_mm[:, None] - self._places_mm) ** 2).sum(axis=2) + _SPREAD_MM**2
        weights = (1 / far) / (1 / far).sum(axis=1, keepdims=True)
        return np.asarray(weights @ self._levels)
