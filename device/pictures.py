"""The pictures on which verdicts rest, kept beside the log and shown on the screens."""

import queue
import threading
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from vision.frames import BgrImage, Frame, FrameRing

WIDTH_PX = 1280
QUALITY = 85
PATIENCE_S = 1.0  # for a picture from after the moment, and for one that is being kept
LATEST = "latest"


def encode(image: BgrImage, width_px: int | None = None) -> bytes:
    """The picture as JPEG, no wider than `width_px`."""
    if width_px is not None and image.shape[1] > width_px:
        height_px = round(image.shape[0] * width_px / image.shape[1])
        image = np.asarray(cv2.resize(image, (width_px, height_px), interpolation=cv2.INTER_AREA), np.uint8)
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


class Pictures:
    """Keeps the picture of a moment under a name in `folder`.

    `draw` adds to a whole picture what was read in it, `close_up` to the part that is kept.
    """

    def __init__(
        self,
        folder: Path,
        ring: FrameRing,
        draw: Callable[[Frame], BgrImage],
        close_up: Callable[[Frame], BgrImage],
    ) -> None:
        self.folder = folder
        self._ring = ring
        self._draw = draw
        self._close_up = close_up
        self._wanted: queue.SimpleQueue[tuple[Path, int] | None] = queue.SimpleQueue()
        self._coming: set[Path] = set()
        self._kept = threading.Condition()
        self.failing: str | None = None

    def keep(self, name: str, at_ns: int) -> None:
        """Have the picture of this moment kept; returns at once."""
        path = self._path(name)  # of this night, whichever it is when the picture comes
        with self._kept:
            self._coming.add(path)
        self._wanted.put((path, at_ns))

    def run(self, stop: threading.Event) -> None:
        """Write pictures until `stop`; for a thread of the caller's. `wake` ends a wait."""
        while not stop.is_set():
            wanted = self._wanted.get()
            if wanted is not None:
                self._write(*wanted, stop)

    def wake(self) -> None:
        """Let `run` look at its `stop`."""
        self._wanted.put(None)

    def read(self, name: str) -> bytes | None:
        """The JPEG, None where no picture of that name was or will be kept; waits for one that is being written."""
        if name == LATEST:
            frame = self._ring.newest()
            return encode(self._draw(frame), WIDTH_PX) if frame else None
        path = self._path(name)
        with self._kept:
            self._kept.wait_for(lambda: path not in self._coming, PATIENCE_S)
        try:
            return path.read_bytes()
        except OSError:
            return None

    def _write(self, path: Path, at_ns: int, stop: threading.Event) -> None:
        frame = self._frame_of(at_ns, stop)
        try:
            if frame is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(encode(self._close_up(frame), WIDTH_PX))
            self.failing = None
        except OSError as error:
            self.failing = f"The picture {path} cannot be kept ({error}); free the disk."
        with self._kept:
            self._coming.discard(path)
            self._kept.notify_all()

    def _frame_of(self, at_ns: int, stop: threading.Event) -> Frame | None:
        """The first picture from the moment on, else the last before it, which for a still table says the same."""
        before, after = self._ring.around(at_ns)
        if after is None and not (before and before.holds):
            stop.wait(PATIENCE_S / 10)
            before, after = self._ring.around(at_ns)
        if before and before.holds:
            return before
        return after or before or self._ring.newest()

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.jpg"
