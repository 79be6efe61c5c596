"""The Pi's camera: order of calls, times, locked settings, and every request given back."""

import time

import numpy as np
import pytest
from camera_stand_ins import MILLISECOND_NS, StandInModule, StandInPicamera2

from vision.camera_pi import PiCamera, PiSettings, clocks_apart_ns, steady_exposure
from vision.errors import CameraLost

QUICK = PiSettings(settle_frames=2)


def awake(clock: int) -> int:
    """Both clocks of a computer that was never suspended."""
    return 7_000_000_000


def opened(camera: StandInPicamera2) -> PiCamera:
    return PiCamera(StandInModule(camera), QUICK, awake)


def test_the_camera_is_configured_once_then_settles_then_is_locked() -> None:
    camera = StandInPicamera2()
    opened(camera)
    assert camera.calls == [
        *("create_video_configuration", "configure", "start"),
        *["capture_request"] * 3,
        "set_controls",
        *["capture_request"] * 3,
    ]
    configuration = camera.configuration
    assert configuration["main"] == {"size": (2304, 1296), "format": "RGB888"}
    assert configuration["lores"] == {"size": (640, 360), "format": "YUV420"}
    assert {name: configuration[name] for name in ("raw", "buffer_count", "queue", "display", "encode")} == {
        "raw": None,
        "buffer_count": 4,
        "queue": False,
        "display": None,
        "encode": None,
    }
    assert camera.held == 0, "a request that is kept starves the camera of buffers"


def test_exposure_gain_colour_and_focus_are_locked_as_found() -> None:
    camera = StandInPicamera2()
    opened(camera)
    assert camera.controls == {
        "AeEnable": False,
        "ExposureTime": 10_000,
        "AnalogueGain": pytest.approx(2.84),
        "AwbEnable": False,
        "AfMode": 0,
        "FrameDurationLimits": (33_333, 33_333),
        "ColourGains": (1.9, 1.6),
        "LensPosition": 1.05,
    }


def test_a_camera_without_focus_is_not_asked_to_focus() -> None:
    camera = StandInPicamera2()
    for control in ("AfMode", "LensPosition"):
        del camera.camera_controls[control]
    opened(camera)
    assert "AfMode" not in camera.configuration["controls"]
    assert not {"AfMode", "LensPosition"} & set(camera.controls)


def test_a_frame_lasts_from_the_first_rows_exposure_to_the_last_rows_end() -> None:
    camera = StandInPicamera2()
    pi = opened(camera)
    frame = pi.next_frame(1.0)
    assert frame is not None
    assert frame.exposure_start_ns == camera.stamp_ns - 9_991_000, "the stamp is the end of the first row's exposure"
    assert frame.exposure_end_ns == camera.stamp_ns + 17 * MILLISECOND_NS * 1295 // 1296
    assert frame.image.shape == (1296, 2304, 3)
    assert frame.small is not None
    assert frame.small.shape == (360, 640), "the small picture is the luminance without its padding"
    assert not frame.holds
    assert camera.held == 0


def test_a_request_is_given_back_when_reading_it_fails() -> None:
    camera = StandInPicamera2()
    pi = opened(camera)
    camera.broken_memory = True
    with pytest.raises(CameraLost, match="mmap failed"):
        pi.next_frame(1.0)
    assert camera.held == 0


def test_a_camera_that_falls_silent_or_stops_is_lost() -> None:
    camera = StandInPicamera2()
    pi = opened(camera)
    camera.silent = True
    with pytest.raises(CameraLost, match="no picture for 2 s; check the ribbon cable"):
        pi.next_frame(1.0)
    camera.silent, camera.stopped = False, True
    with pytest.raises(CameraLost, match="the camera stopped"):
        pi.next_frame(1.0)


def test_no_camera_is_said_in_words() -> None:
    with pytest.raises(CameraLost, match="no camera answers"):
        PiCamera(StandInModule(None), QUICK, awake)


def test_a_camera_that_fails_while_starting_is_closed_again() -> None:
    for fault in ("silent", "stopped", "deaf"):
        camera = StandInPicamera2()
        setattr(camera, fault, True)
        with pytest.raises(CameraLost):
            opened(camera)
        assert camera.calls[-1] == "close", "or the next try finds the camera busy"


def test_a_camera_that_tells_no_exposure_is_taken_to_expose_for_the_whole_frame() -> None:
    camera = StandInPicamera2()
    camera.metadata = {}
    frame = opened(camera).next_frame(1.0)
    assert frame is not None
    assert camera.stamp_ns - frame.exposure_start_ns == 33_333_000


def test_a_computer_that_was_suspended_is_refused_with_what_to_do() -> None:
    def suspended(clock: int) -> int:
        return 9_000_000_000 if clock == time.CLOCK_BOOTTIME else 7_000_000_000

    assert clocks_apart_ns(suspended) == 2_000_000_000
    with pytest.raises(CameraLost, match=r"2000\.0 ms apart because the computer was suspended; restart it"):
        PiCamera(StandInModule(StandInPicamera2()), QUICK, suspended)


@pytest.mark.parametrize(
    ("mains_hz", "exposure_us", "gain", "expected_us", "expected_gain"),
    [
        (50, 14_200, 2.0, 10_000, 2.84),
        (50, 16_000, 2.0, 20_000, 1.6),
        (60, 16_000, 2.0, 16_667, 1.92),
        (50, 60_000, 8.0, 30_000, 16.0),  # never longer than a frame
        (50, 16_000, 1.0, 10_000, 1.6),  # rounding up would need less than the least gain
        (50, 4_000, 1.0, 4_000, 1.0),  # the sun does not flicker
    ],
)
def test_exposure_is_a_whole_number_of_the_lamps_pulses(
    mains_hz: int, exposure_us: int, gain: float, expected_us: int, expected_gain: float
) -> None:
    settings = PiSettings(mains_hz=mains_hz)
    found_us, found_gain = steady_exposure(exposure_us, gain, 1.0, settings)
    assert found_us == expected_us
    assert found_gain == pytest.approx(expected_gain, rel=1e-3)


def test_a_size_whose_read_out_is_unknown_is_refused() -> None:
    with pytest.raises(ValueError, match="use one of 2304×1296, 4608×2592"):
        PiSettings(size=(1920, 1080))


def test_the_referee_is_told_which_camera_it_is() -> None:
    assert opened(StandInPicamera2()).describe() == "Pi camera imx708, 2304×1296"


def test_pictures_are_blue_green_red_bytes() -> None:
    frame = opened(StandInPicamera2()).next_frame(1.0)
    assert frame is not None
    assert frame.image.dtype == np.uint8
