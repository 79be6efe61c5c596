"""A USB camera: fresh pictures only, honest about their times, and lost when it stops."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from camera_stand_ins import MILLISECOND_NS, StandInCapture

from vision.camera import open_camera
from vision.camera_usb import UsbCamera
from vision.errors import CameraLost


def opened(*grabs_ms: float) -> tuple[UsbCamera, StandInCapture]:
    capture = StandInCapture([round(ms * MILLISECOND_NS) for ms in grabs_ms])
    return UsbCamera(capture, 0, capture.clock_ns), capture


def test_a_picture_was_exposed_within_two_intervals_before_it_arrived() -> None:
    camera, _ = opened(30)
    frame = camera.next_frame(1.0)
    assert frame is not None
    assert frame.exposure_end_ns == 1_030 * MILLISECOND_NS
    assert frame.exposure_end_ns - frame.exposure_start_ns == pytest.approx(2e9 / 30, abs=2)


def test_pictures_that_waited_in_the_buffer_are_thrown_away() -> None:
    camera, capture = opened(0.2, 0.2, 25, 30)
    frame = camera.next_frame(1.0)
    assert frame is not None
    assert frame.exposure_end_ns == capture.now_ns == 1_025_400_000, "the first grab that had to wait is fresh"


def test_a_camera_that_never_makes_us_wait_still_gives_a_picture() -> None:
    camera, _ = opened(0.1, 0.1, 0.1, 0.1)
    assert camera.next_frame(1.0) is not None


def test_a_camera_that_sends_nothing_more_is_lost() -> None:
    camera, _ = opened(-10_000)
    with pytest.raises(CameraLost, match="sends no pictures any more"):
        camera.next_frame(1.0)


def test_a_broken_picture_is_a_lost_camera() -> None:
    capture = StandInCapture([30 * MILLISECOND_NS], picture=False)
    with pytest.raises(CameraLost, match="broken picture"):
        UsbCamera(capture, "/dev/video2", capture.clock_ns).next_frame(1.0)


def test_a_camera_that_is_not_there_is_said_in_words() -> None:
    with pytest.raises(CameraLost, match="the USB camera /dev/video2 does not open; plug it in"):
        UsbCamera(StandInCapture([], opened=False), "/dev/video2")


def test_closing_gives_the_device_back() -> None:
    camera, capture = opened()
    camera.close()
    assert capture.released
    assert camera.describe() == "USB camera 0, 1920×1080"


def test_through_opencv_itself_pictures_come_until_they_end(tmp_path: Path) -> None:
    film = str(tmp_path / "table.avi")
    writer = cv2.VideoWriter(film, cv2.VideoWriter.fourcc(*"MJPG"), 30, (64, 48))
    for _ in range(8):
        writer.write(np.full((48, 64, 3), (20, 120, 200), np.uint8))
    writer.release()
    camera = open_camera("usb", film)
    frame = camera.next_frame(1.0)
    assert frame is not None
    assert frame.image.shape == (48, 64, 3)
    assert np.abs(frame.image.mean(axis=(0, 1)) - (20, 120, 200)).max() < 8, "blue, green, red"
    with pytest.raises(CameraLost):
        for _ in range(8):
            camera.next_frame(1.0)
    camera.close()
