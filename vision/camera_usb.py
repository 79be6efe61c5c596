"""A USB camera through OpenCV: good enough to see what lies there, vague about when.

OpenCV tells no exposure time. A picture that a grab had to wait for was exposed within the two frame intervals before
it arrived (one to expose, one to read out and to travel), so that is what its frame says: at 30 pictures a second a
turned token is known to about 67 ms, against 27 ms with the Pi's camera.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from vision.errors import CameraLost
from vision.frames import Frame

WIDTH_PX, HEIGHT_PX = 1920, 1080
_USUAL_FPS = 30.0
_BUFFERED_NS = 2_000_000  # a grab that returns sooner found an old picture waiting
_BUFFERS = 4  # OpenCV's driver keeps so many


class Capture(Protocol):
    """What is used of cv2.VideoCapture."""

    def isOpened(self) -> bool: ...  # noqa: N802  OpenCV's name
    def set(self, prop: int, value: float, /) -> bool: ...
    def get(self, prop: int, /) -> float: ...
    def grab(self) -> bool: ...
    def retrieve(self) -> Any: ...
    def release(self) -> None: ...


class UsbCamera:
    """Pictures from an opened capture; `source` is what to call it."""

    def __init__(
        self, capture: Capture, source: int | str | Path, clock_ns: Callable[[], int] = time.monotonic_ns
    ) -> None:
        self._capture, self._source, self._clock_ns = capture, source, clock_ns
        if not capture.isOpened():
            raise CameraLost(f"the USB camera {source} does not open; plug it in, or close the program that uses it")
        for setting, value in (
            (cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG"))),  # raw pictures of this size do not fit USB 2
            (cv2.CAP_PROP_FRAME_WIDTH, WIDTH_PX),
            (cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT_PX),
            (cv2.CAP_PROP_BUFFERSIZE, 1),
        ):
            capture.set(setting, value)
        fps = capture.get(cv2.CAP_PROP_FPS)
        self._interval_ns = round(1e9 / (fps if 1 <= fps <= 240 else _USUAL_FPS))

    def next_frame(self, timeout_s: float) -> Frame | None:
        """The newest picture; OpenCV itself gives up after about ten seconds, `timeout_s` cannot shorten that."""
        for _ in range(_BUFFERS):
            asked_ns = self._clock_ns()
            if not self._capture.grab():
                raise CameraLost(f"the USB camera {self._source} sends no pictures any more; check its cable")
            arrived_ns = self._clock_ns()
            if arrived_ns - asked_ns >= _BUFFERED_NS:
                break
        good, image = self._capture.retrieve()
        if not good or image is None:
            raise CameraLost(f"the USB camera {self._source} sent a broken picture; check its cable")
        return Frame(arrived_ns - 2 * self._interval_ns, arrived_ns, np.asarray(image, np.uint8))

    def close(self) -> None:
        self._capture.release()

    def describe(self) -> str:
        width, height = (self._capture.get(side) for side in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
        return f"USB camera {self._source}, {width:.0f}×{height:.0f}"
