"""A picture with the times at which it was exposed, and the short memory of the last ones."""

import bisect
import threading
from collections import deque
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

BgrImage = NDArray[np.uint8]  # shape (height, width, 3), uint8, blue-green-red
GrayImage = NDArray[np.uint8]  # shape (height, width), uint8


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture: `image` BGR (height, width, 3) uint8, and its whole exposure, first row's start to last row's end.

    `holds` is true for a recorded picture, which stands for the table until the next one; a live picture shows its own
    exposure only. `small` is the camera's own gray copy for noticing change, where it has one.
    """

    exposure_start_ns: int
    exposure_end_ns: int
    image: BgrImage
    name: str = ""
    holds: bool = False
    small: GrayImage | None = None


class FrameRing:
    """The last `size` frames, safe to share between the camera's thread and the readers."""

    def __init__(self, size: int) -> None:
        self._frames: deque[Frame] = deque(maxlen=size)
        self._lock = threading.Lock()

    def add(self, frame: Frame) -> None:
        with self._lock:
            self._frames.append(frame)

    def newest(self) -> Frame | None:
        with self._lock:
            return self._frames[-1] if self._frames else None

    def around(self, at_ns: int) -> tuple[Frame | None, Frame | None]:
        """The last frame that ended by `at_ns` and the first that started at or after it."""
        with self._lock:
            frames = list(self._frames)
        after = bisect.bisect_left(frames, at_ns, key=lambda f: f.exposure_start_ns)
        before = next((f for f in reversed(frames[:after]) if f.exposure_end_ns <= at_ns), None)
        return before, frames[after] if after < len(frames) else None
