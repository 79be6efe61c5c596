"""The simulated table's camera: draws what lies there, at the pace of a real one."""

import threading
import time
from collections.abc import Callable

import cv2
import numpy as np

from vision.errors import CameraLost
from vision.frames import BgrImage, Frame, GrayImage
from vision.scene import FULL_SIZE, Scene, render
from vision.scene_light import Size

SMALL_SIZE: Size = (640, 360)
_NS = 1_000_000_000


class DrawnCamera:
    """Pictures of the scene that `scene` returns; a scene that did not change gives the same image object again.

    An exposure takes no time: the frame's times are read just before and just after the scene is asked for.
    """

    def __init__(
        self,
        scene: Callable[[], Scene],
        fps: float = 15.0,
        size: Size = FULL_SIZE,
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._scene, self._size, self._clock_ns = scene, size, clock_ns
        self._interval_ns = round(_NS / fps)
        self._due_ns = clock_ns()
        self._closed = threading.Event()
        self._drawn: tuple[Scene, BgrImage, GrayImage] | None = None

    def next_frame(self, timeout_s: float) -> Frame | None:
        """The picture of this moment, when the pace allows one within `timeout_s`."""
        wait_s = (self._due_ns - self._clock_ns()) / _NS
        if wait_s > 0:
            self._closed.wait(min(wait_s, timeout_s))
        if self._closed.is_set():
            raise CameraLost("the simulated camera was closed")
        if wait_s > timeout_s:
            return None
        start_ns = self._clock_ns()
        scene = self._scene()
        end_ns = self._clock_ns()
        self._due_ns = max(self._due_ns, start_ns) + self._interval_ns
        _, image, small = self._picture(scene)
        return Frame(start_ns, end_ns, image, small=small)

    def close(self) -> None:
        """Ends a wait in `next_frame`."""
        self._closed.set()

    def describe(self) -> str:
        return f"simulated camera, {self._size[0]}×{self._size[1]}"

    def _picture(self, scene: Scene) -> tuple[Scene, BgrImage, GrayImage]:
        if self._drawn is None or self._drawn[0] != scene:
            image = render(scene, self._size)
            gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
            small = np.asarray(cv2.resize(gray, SMALL_SIZE, interpolation=cv2.INTER_AREA), np.uint8)
            self._drawn = (scene, image, small)
        return self._drawn
