"""The simulated table's camera: a steady pace, honest times, and no work for a still table."""

import numpy as np
import pytest

from vision.camera_drawn import DrawnCamera
from vision.errors import CameraLost
from vision.scene import DrawnPiece, Scene

SIZE = (640, 360)


class Clock:
    """Time that passes by so much with each look."""

    def __init__(self, step_ns: int) -> None:
        self.now_ns, self._step_ns = 0, step_ns

    def __call__(self) -> int:
        self.now_ns += self._step_ns
        return self.now_ns


class Table:
    """What lies on the table, and when the camera looked."""

    def __init__(self, clock: Clock) -> None:
        self.scene, self._clock = Scene(), clock
        self.looked_ns = 0

    def look(self) -> Scene:
        self.looked_ns = self._clock()
        return self.scene


def test_the_camera_looks_within_the_exposure_it_claims() -> None:
    clock = Clock(70_000_000)
    table = Table(clock)
    frame = DrawnCamera(table.look, size=SIZE, clock_ns=clock).next_frame(1.0)
    assert frame is not None
    assert frame.exposure_start_ns < table.looked_ns < frame.exposure_end_ns


def test_a_still_table_gives_the_same_image_again_and_a_change_another() -> None:
    clock = Clock(70_000_000)
    table = Table(clock)
    camera = DrawnCamera(table.look, size=SIZE, clock_ns=clock)
    first, second = camera.next_frame(1.0), camera.next_frame(1.0)
    assert first is not None and second is not None
    assert second.image is first.image and second.small is first.small
    assert second.exposure_start_ns > first.exposure_end_ns, "though it is a new exposure"
    table.scene = Scene((DrawnPiece("disc", "corn", 500, 300),))
    third = camera.next_frame(1.0)
    assert third is not None
    assert not np.array_equal(third.image, first.image)
    assert third.small is not None and third.small.shape == (360, 640)


def test_nothing_comes_before_its_time() -> None:
    clock = Clock(0)
    camera = DrawnCamera(Scene, size=SIZE, clock_ns=clock)
    assert camera.next_frame(0.0) is not None
    assert camera.next_frame(0.0) is None, "the next is due a fifteenth of a second later"
    clock.now_ns += 66_666_667
    assert camera.next_frame(0.0) is not None


def test_a_closed_camera_is_lost_to_the_one_who_waits() -> None:
    camera = DrawnCamera(Scene, size=SIZE)
    assert camera.describe() == "simulated camera, 640×360"
    camera.close()
    with pytest.raises(CameraLost, match="was closed"):
        camera.next_frame(10.0)
