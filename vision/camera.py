"""Where pictures come from: one small interface, chosen in one place, and the loop that keeps pictures coming.

The only module that may load picamera2, and only when a Pi's camera is asked for.
"""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import cv2

from vision.camera_drawn import DrawnCamera
from vision.camera_folder import FolderCamera
from vision.camera_pi import PiCamera, PiSettings
from vision.camera_usb import UsbCamera
from vision.errors import CameraLost, EyesError
from vision.frames import Frame, FrameRing
from vision.scene import Scene

KINDS = ("pi", "usb", "folder", "drawn")
FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 10.0
_PATIENCE_S = 1.0  # for one picture; a camera decides itself when it is lost


class Camera(Protocol):
    """A source of pictures with their exposure times."""

    def next_frame(self, timeout_s: float) -> Frame | None:
        """The next picture, or None when nothing new came in time; CameraLost when nothing will come any more."""
        ...

    def close(self) -> None:
        """Gives the device back; may be called twice."""
        ...

    def describe(self) -> str:
        """What this camera is, in a few words for the referee."""
        ...


def open_camera(
    kind: str,
    source: int | str | Path = 0,
    *,
    scene: Callable[[], Scene] | None = None,
    pi: PiSettings | None = None,
) -> Camera:
    """The camera of this kind: "pi" (`pi` settings), "usb" (`source`: number or device path), "folder" (`source`: a
    recording's folder) or "drawn" (`scene`: tells what lies on the simulated table).

    Raises CameraLost when there is none, FramesError for a damaged recording, ValueError for another kind.
    """
    if kind == "pi":
        return _open_pi(pi or PiSettings())
    if kind == "usb":
        return UsbCamera(cv2.VideoCapture(str(source) if isinstance(source, Path) else source), source)
    if kind == "folder":
        return FolderCamera(Path(str(source)))
    if kind == "drawn" and scene is not None:
        return DrawnCamera(scene)
    wanted = "a scene to draw" if kind == "drawn" else f"one of {', '.join(KINDS)}"
    raise ValueError(f"the camera {kind!r} cannot be opened; give {wanted}")


def _open_pi(settings: PiSettings) -> PiCamera:
    try:
        import picamera2
    except ImportError as error:
        raise CameraLost(
            f"the camera library picamera2 cannot be loaded ({error}); on a Pi run: apt install python3-picamera2 "
            "--no-install-recommends"
        ) from error
    return PiCamera(picamera2, settings)


def watch(
    open_again: Callable[[], Camera],
    ring: FrameRing,
    on_frame: Callable[[Frame], None],
    on_lost: Callable[[str], None],
    on_back: Callable[[], None],
    stop: threading.Event,
) -> None:
    """Fills the ring until `stop`, for a thread of the caller's; reopens a lost camera, each time after a longer pause.

    `on_lost` gets one sentence, once for each loss; `on_back` is called before the first picture after a loss. Nothing
    that a camera does is raised.
    """
    for frame in _pictures(open_again, on_lost, on_back, stop):
        ring.add(frame)
        on_frame(frame)


def _pictures(
    open_again: Callable[[], Camera], on_lost: Callable[[str], None], on_back: Callable[[], None], stop: threading.Event
) -> Iterator[Frame]:
    # A generator, so that an error of whoever uses a picture is never taken for one of the camera.
    lost, pause_s = False, FIRST_PAUSE_S
    while not stop.is_set():
        try:
            camera = open_again()
            try:
                while not stop.is_set():
                    frame = camera.next_frame(_PATIENCE_S)
                    if frame is None:
                        continue
                    if lost:
                        on_back()
                    lost, pause_s = False, FIRST_PAUSE_S
                    yield frame
            finally:
                camera.close()
        except EyesError as error:
            if not lost:
                on_lost(str(error))
            lost = True
            stop.wait(pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
