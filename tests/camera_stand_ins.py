"""Stand-ins for camera hardware: picamera2's module and OpenCV's capture, as far as the product uses them."""

from typing import Any

import cv2
import numpy as np

MILLISECOND_NS = 1_000_000


class StandInRequest:
    """One completed request; knows whether it was given back."""

    def __init__(self, camera: "StandInPicamera2", stamp_ns: int) -> None:
        self._camera, self._stamp_ns = camera, stamp_ns
        camera.held += 1

    def get_metadata(self) -> dict[str, Any]:
        return {**self._camera.metadata, "SensorTimestamp": self._stamp_ns}

    def make_array(self, name: str) -> np.ndarray:
        if self._camera.broken_memory:
            raise RuntimeError("mmap failed")
        width, height = self._camera.configuration[name]["size"]
        shape = (height, width, 3) if name == "main" else (height * 3 // 2, width + 64)  # rows are padded
        return np.full(shape, 77, np.uint8)

    def release(self) -> None:
        self._camera.held -= 1


class StandInPicamera2:
    """Notes every call in order; its exposure obeys `set_controls` three pictures late, as sensors do."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.configuration: dict[str, Any] = {}
        self.controls: dict[str, Any] = {}
        names = "FrameDurationLimits AfMode LensPosition AeEnable ExposureTime AnalogueGain AwbEnable ColourGains"
        self.camera_controls: dict[str, tuple[Any, Any, Any]] = dict.fromkeys(names.split(), (1.0, 16.0, 1.0))
        self.camera_properties = {"Model": "imx708"}
        self.metadata: dict[str, Any] = {
            "ExposureTime": 14_200,
            "AnalogueGain": 2.0,
            "ColourGains": (1.9, 1.6),
            "LensPosition": 1.05,
        }
        self.held = 0
        self.stamp_ns = 5_000 * MILLISECOND_NS
        self.silent = self.stopped = self.broken_memory = self.deaf = False
        self._obeys_in: int | None = None

    def create_video_configuration(self, **options: Any) -> dict[str, Any]:
        self.calls.append("create_video_configuration")
        return options

    def configure(self, configuration: dict[str, Any]) -> None:
        self.calls.append("configure")
        self.configuration = configuration

    def start(self) -> None:
        self.calls.append("start")

    def set_controls(self, controls: dict[str, Any]) -> None:
        unknown = set(controls) - set(self.camera_controls)
        if unknown:
            raise RuntimeError(f"Control {unknown.pop()} is not advertised by libcamera")
        self.calls.append("set_controls")
        self.controls = controls
        self._obeys_in = 3

    def capture_request(self, wait: float) -> StandInRequest:
        assert wait == 2.0, "without a limit a dead camera hangs the thread"
        if self.silent:
            raise TimeoutError
        if self.stopped:
            raise RuntimeError("Camera frontend has timed out!")
        if self._obeys_in is not None and not self.deaf:
            self._obeys_in -= 1
            if self._obeys_in == 0:
                self.metadata["ExposureTime"] = self.controls["ExposureTime"] - 9  # a whole number of lines
        self.calls.append("capture_request")
        self.stamp_ns += 33 * MILLISECOND_NS
        return StandInRequest(self, self.stamp_ns)

    def close(self) -> None:
        self.calls.append("close")


class StandInModule:
    """The module `picamera2` with one camera, or none."""

    def __init__(self, camera: StandInPicamera2 | None) -> None:
        self._camera = camera

    def Picamera2(self) -> StandInPicamera2:
        if self._camera is None:
            raise IndexError("list index out of range")
        return self._camera


class StandInCapture:
    """cv2.VideoCapture on a clock of its own: each grab takes the next of `grabs_ns` (negative: it fails)."""

    def __init__(self, grabs_ns: list[int], opened: bool = True, picture: bool = True) -> None:
        self.now_ns = 1_000 * MILLISECOND_NS
        self.settings: dict[int, float] = {cv2.CAP_PROP_FPS: 30.0}
        self.released = False
        self._grabs_ns, self._opened, self._picture = grabs_ns, opened, picture

    def clock_ns(self) -> int:
        return self.now_ns

    def isOpened(self) -> bool:
        return self._opened

    def set(self, prop: int, value: float, /) -> bool:
        self.settings[prop] = value
        return True

    def get(self, prop: int, /) -> float:
        return self.settings.get(prop, 0.0)

    def grab(self) -> bool:
        took_ns = self._grabs_ns.pop(0)
        self.now_ns += abs(took_ns)
        return took_ns >= 0

    def retrieve(self) -> tuple[bool, Any]:
        return (True, np.zeros((4, 6, 3), np.uint8)) if self._picture else (False, None)

    def release(self) -> None:
        self.released = True
