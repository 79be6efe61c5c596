"""Choosing a camera, and keeping pictures coming when one is lost."""

import importlib.util
import threading
from pathlib import Path

import numpy as np
import pytest

from vision.camera import Camera, open_camera, watch
from vision.camera_drawn import DrawnCamera
from vision.camera_folder import FolderCamera
from vision.errors import CameraLost, FramesError, PictureError
from vision.frames import Frame, FrameRing
from vision.scene import Scene

NIGHT = Path(__file__).parent / "data/nights/xxl-short"
IMAGE = np.zeros((2, 2, 3), np.uint8)


class Scripted:
    """A camera that gives these: pictures, None for nothing new, or an error to raise."""

    def __init__(self, *script: Frame | Exception | None) -> None:
        self._script, self.closed = list(script), False

    def next_frame(self, timeout_s: float) -> Frame | None:
        step = self._script.pop(0)
        if isinstance(step, Exception):
            raise step
        return step

    def close(self) -> None:
        self.closed = True

    def describe(self) -> str:
        return "a script"


class Pauses(threading.Event):
    """A stop sign that notes how long it was waited on, and lets no time pass."""

    def __init__(self) -> None:
        super().__init__()
        self.waited_s: list[float] = []

    def wait(self, timeout: float | None = None) -> bool:
        assert timeout is not None
        self.waited_s.append(timeout)
        return self.is_set()


class Night:
    """Runs `watch` over a list of what opening gives each time; the last picture's number stops it."""

    def __init__(self, *openings: Scripted | Exception, until: int) -> None:
        self._openings, self._until = list(openings), until
        self.ring, self.stop, self.told = FrameRing(8), Pauses(), list[str]()
        watch(self._open, self.ring, self._on_frame, self._on_lost, lambda: self.told.append("back"), self.stop)

    def _open(self) -> Camera:
        opening = self._openings.pop(0)
        if isinstance(opening, Exception):
            raise opening
        return opening

    def _on_frame(self, frame: Frame) -> None:
        self.told.append(str(frame.exposure_start_ns))
        if frame.exposure_start_ns == self._until:
            self.stop.set()

    def _on_lost(self, sentence: str) -> None:
        self.told.append(f"lost: {sentence}")


def picture(number: int) -> Frame:
    return Frame(number, number + 1, IMAGE)


def test_pictures_fill_the_ring_and_are_told_until_stopped() -> None:
    camera = Scripted(picture(1), None, picture(2))
    night = Night(camera, until=2)
    assert night.told == ["1", "2"]
    newest = night.ring.newest()
    assert newest is not None and newest.exposure_start_ns == 2
    assert camera.closed
    assert night.stop.waited_s == []


def test_a_lost_camera_is_told_once_closed_and_opened_again_after_growing_pauses() -> None:
    lost = CameraLost("it is gone")
    broken = Scripted(picture(1), lost)
    night = Night(broken, *[lost] * 6, Scripted(picture(9)), until=9)
    assert night.told == ["1", "lost: it is gone", "back", "9"]
    assert night.stop.waited_s == [0.5, 1.0, 2.0, 4.0, 8.0, 10.0, 10.0]
    assert broken.closed


def test_a_camera_that_opens_but_gives_nothing_is_not_back() -> None:
    lost = CameraLost("gone")
    night = Night(Scripted(picture(1), lost), Scripted(lost), Scripted(None, picture(2)), until=2)
    assert night.told == ["1", "lost: gone", "back", "2"]
    assert night.stop.waited_s == [0.5, 1.0], "a camera that gives nothing makes the pause grow"


def test_after_a_good_stretch_the_pause_is_short_again() -> None:
    lost = CameraLost("gone")
    night = Night(lost, lost, Scripted(picture(1), lost), Scripted(picture(2)), until=2)
    assert night.stop.waited_s == [0.5, 1.0, 0.5]
    assert night.told == ["lost: gone", "back", "1", "lost: gone", "back", "2"]


def test_damaged_recordings_do_not_end_the_loop_either() -> None:
    night = Night(FramesError("no list"), Scripted(PictureError("no picture")), Scripted(picture(1)), until=1)
    assert night.told == ["lost: no list", "back", "1"]


def test_an_error_of_whoever_reads_the_picture_is_not_taken_for_a_lost_camera() -> None:
    camera, told = Scripted(picture(1)), list[str]()

    def misread(frame: Frame) -> None:
        raise PictureError("misread")

    with pytest.raises(PictureError, match="misread"):
        watch(lambda: camera, FrameRing(2), misread, told.append, lambda: None, Pauses())
    assert told == []


def test_each_kind_of_camera_is_opened_by_its_name() -> None:
    assert isinstance(open_camera("folder", NIGHT), FolderCamera)
    assert isinstance(open_camera("drawn", scene=Scene), DrawnCamera)
    with pytest.raises(CameraLost, match=r"/nowhere/video9 does not open"):
        open_camera("usb", "/nowhere/video9")


def test_an_unknown_kind_or_a_missing_scene_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="'webcam' cannot be opened; give one of pi, usb, folder, drawn"):
        open_camera("webcam")
    with pytest.raises(ValueError, match="give a scene to draw"):
        open_camera("drawn")


@pytest.mark.skipif(importlib.util.find_spec("picamera2") is not None, reason="this machine has picamera2")
def test_without_picamera2_the_sentence_says_how_to_get_it() -> None:
    with pytest.raises(CameraLost, match="apt install python3-picamera2"):
        open_camera("pi")
