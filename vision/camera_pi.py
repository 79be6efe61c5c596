"""The Pi's own camera through picamera2: one persistent configuration, locked settings, exact times.

The sensor's time stamp is the start of read-out. Row r is exposed over [stamp + r·L - E, stamp + r·L], with E the
exposure and L the time of one line, so a frame begins E before its stamp and ends with the last row.
"""

import contextlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from vision.errors import CameraLost
from vision.frames import Frame, GrayImage

# Time to read all rows, by picture size: Camera Module 3 (IMX708).
READ_OUT_NS = {(2304, 1296): 17_000_000, (4608, 2592): 68_000_000}
CLOCKS_AGREE_NS = 1_000_000
_WAIT_S = 2.0
_MANUAL_FOCUS, _CONTINUOUS_FOCUS = 0, 2  # libcamera's AfModeEnum
_TAKES_EFFECT = 20  # pictures within which a control must have worked


@dataclass(frozen=True, slots=True)
class PiSettings:
    """`mains_hz` is the frequency of the house's mains, 50 or 60, against flickering lamps."""

    size: tuple[int, int] = (2304, 1296)
    small_size: tuple[int, int] = (640, 360)
    mains_hz: int = 50
    frame_us: int = 33_333
    settle_frames: int = 45  # pictures for exposure, white balance and focus to find their values

    def __post_init__(self) -> None:
        if self.size not in READ_OUT_NS:
            known = ", ".join(f"{width}×{height}" for width, height in READ_OUT_NS)
            raise ValueError(
                f"the read-out time of pictures of {self.size[0]}×{self.size[1]} is not known; use one of {known}"
            )

    @property
    def rows_ns(self) -> int:
        """From the start of the first row's read-out to that of the last one's."""
        return READ_OUT_NS[self.size] * (self.size[1] - 1) // self.size[1]


def clocks_apart_ns(clock_ns: Callable[[int], int] = time.clock_gettime_ns) -> int:
    """How far the camera's clock (boot time) is ahead of the buttons' (monotonic): the time spent suspended."""
    before = clock_ns(time.CLOCK_MONOTONIC)
    boot = clock_ns(time.CLOCK_BOOTTIME)
    after = clock_ns(time.CLOCK_MONOTONIC)
    return boot - (before + after) // 2


def steady_exposure(exposure_us: int, gain: float, least_gain: float, settings: PiSettings) -> tuple[int, float]:
    """Exposure in microseconds and gain of the same brightness that do not flicker with the lamps.

    A lamp's light pulses twice a mains period, so the exposure is a whole number of pulses; sunlight too bright for one
    pulse at the least gain does not pulse, and keeps its own exposure.
    """
    pulse_us = 1_000_000 / (2 * settings.mains_hz)
    light = exposure_us * gain
    most = int(settings.frame_us / pulse_us)
    steady_us = pulse_us * min(max(round(exposure_us / pulse_us), 1), most)
    if light / steady_us >= least_gain:
        return round(steady_us), light / steady_us
    fewer = int(light / least_gain / pulse_us)
    if fewer:
        return round(fewer * pulse_us), light / (fewer * pulse_us)
    return round(light / least_gain), least_gain


class PiCamera:
    """Pictures from the first camera on the Pi's connector; `picamera2` is the module.

    Raises CameraLost when there is none, when it stops, or when its clock cannot be compared with the buttons'.
    """

    def __init__(
        self,
        picamera2: Any,
        settings: PiSettings | None = None,
        clock_ns: Callable[[int], int] = time.clock_gettime_ns,
    ) -> None:
        self._settings = settings or PiSettings()
        apart_ns = clocks_apart_ns(clock_ns)
        if abs(apart_ns) > CLOCKS_AGREE_NS:
            raise CameraLost(
                f"the clocks of camera and buttons are {apart_ns / 1e6:.1f} ms apart because the computer was "
                "suspended; restart it, and switch suspending off"
            )
        try:
            self._camera = picamera2.Picamera2()
        except (IndexError, RuntimeError) as error:
            raise CameraLost(f"no camera answers ({error}); switch off, check the ribbon cable, switch on") from error
        try:
            self._start()
        except CameraLost:
            self.close()
            raise
        except RuntimeError as error:
            self.close()
            raise CameraLost(f"the camera does not start ({error}); restart the table") from error

    def next_frame(self, timeout_s: float) -> Frame | None:
        """The next picture. A camera that sends none for two seconds is lost, whatever `timeout_s` says."""
        request = self._request()
        try:
            metadata = request.get_metadata()
            image = np.asarray(request.make_array("main"), np.uint8)
            small = self._gray(request.make_array("lores"))
        except RuntimeError as error:
            raise CameraLost(f"a picture cannot be read from the camera ({error}); restart the table") from error
        finally:
            request.release()
        stamp_ns = int(metadata["SensorTimestamp"])
        # A camera that does not tell is taken to expose for the whole frame.
        exposure_ns = int(metadata.get("ExposureTime", self._settings.frame_us)) * 1000
        return Frame(stamp_ns - exposure_ns, stamp_ns + self._settings.rows_ns, image, small=small)

    def close(self) -> None:
        with contextlib.suppress(RuntimeError):  # it is going away; what it says about that helps nobody
            self._camera.close()

    def describe(self) -> str:
        model = self._camera.camera_properties.get("Model", "unknown")
        width, height = self._settings.size
        return f"Pi camera {model}, {width}×{height}"

    def _start(self) -> None:
        frame_us = self._settings.frame_us
        free = {"FrameDurationLimits": (frame_us, frame_us), "AfMode": _CONTINUOUS_FOCUS}
        configuration = self._camera.create_video_configuration(
            main={"size": self._settings.size, "format": "RGB888"},  # which is blue, green, red in memory
            lores={"size": self._settings.small_size, "format": "YUV420"},
            raw=None,
            buffer_count=4,
            queue=False,
            display=None,
            encode=None,
            controls=self._known(free),
        )
        self._camera.configure(configuration)
        self._camera.start()
        metadata = self._metadata()
        for _ in range(self._settings.settle_frames):
            metadata = self._metadata()
        self._lock(metadata)

    def _lock(self, metadata: Mapping[str, Any]) -> None:
        """Fixes what was found, and waits until pictures are taken so."""
        if "ExposureTime" not in metadata:
            return  # nothing to fix: a camera of libcamera's own making, for tests
        least_gain = self._camera.camera_controls.get("AnalogueGain", (1.0, 16.0, 1.0))[0]
        exposure_us, gain = steady_exposure(
            int(metadata["ExposureTime"]), float(metadata["AnalogueGain"]), float(least_gain), self._settings
        )
        locked = {
            "AeEnable": False,
            "ExposureTime": exposure_us,
            "AnalogueGain": gain,
            "AwbEnable": False,
            "AfMode": _MANUAL_FOCUS,
            "FrameDurationLimits": (self._settings.frame_us, self._settings.frame_us),
        }
        found = {name: metadata[name] for name in ("ColourGains", "LensPosition") if name in metadata}
        self._camera.set_controls(self._known(locked | found))
        for _ in range(_TAKES_EFFECT):
            # The sensor's exposure is a whole number of lines, so it is never met exactly.
            if abs(int(self._metadata()["ExposureTime"]) - exposure_us) <= exposure_us // 50:
                return
        raise CameraLost(f"the camera does not keep an exposure of {exposure_us} µs; restart the table")

    def _known(self, controls: Mapping[str, Any]) -> dict[str, Any]:
        """Those controls that this camera has: some have no focus, some no colour."""
        return {name: value for name, value in controls.items() if name in self._camera.camera_controls}

    def _request(self) -> Any:
        try:
            return self._camera.capture_request(wait=_WAIT_S)
        except TimeoutError as error:
            raise CameraLost(f"the camera sent no picture for {_WAIT_S:.0f} s; check the ribbon cable") from error
        except RuntimeError as error:
            raise CameraLost(f"the camera stopped ({error}); check the ribbon cable") from error

    def _metadata(self) -> Mapping[str, Any]:
        request = self._request()
        try:
            metadata: Mapping[str, Any] = request.get_metadata()
        finally:
            request.release()
        return metadata

    def _gray(self, planes: Any) -> GrayImage:
        width, height = self._settings.small_size
        return np.ascontiguousarray(planes[:height, :width], np.uint8)
