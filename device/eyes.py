"""The eyes at work: reads the newest picture again and again, and tells the table what it shows."""

import threading
from collections import deque
from collections.abc import Callable

import msgspec

from device.inbox import BoardStill, CameraCame, CameraGone, Message, ReadingMade
from vision.errors import CalibrationError
from vision.frames import BgrImage, Frame
from vision.gallery import Gallery
from vision.lens import Lens
from vision.marker_watch import DRIFTED_MM, follow
from vision.markers import calibrate
from vision.overlay import close_up, draw_reading
from vision.reader import Reader
from vision.reading import BoardReading
from vision.surface import Calibration, Surface

WAIT_S = 0.5
READINGS_KEPT = 16


class Eyes:
    """One camera's reader, calibrated by the first picture that shows the markers."""

    def __init__(
        self,
        gallery: Gallery,
        surface: Surface,
        post: Callable[[Message], None],
        keep: Callable[[Frame], None],
        lens: Lens | None = None,
    ) -> None:
        self._gallery = gallery
        self._surface = surface
        self._lens = lens
        self._post = post
        self._keep = keep
        self._news = threading.Condition()
        self._newest: Frame | None = None
        self._seen: Frame | None = None
        self._read_image: BgrImage | None = None
        self._reader: Reader | None = None
        self._calibration: Calibration | None = None
        self._drift_known_mm = 0.0  # a drift that could not be followed
        self._readings: deque[tuple[int, BoardReading]] = deque(maxlen=READINGS_KEPT)
        self._calibrate_anew = self._tell_anew = False
        self._told_twice = False
        self._next_gallery: Gallery | None = None
        self.frames = 0
        self.camera_lost: str | None = None
        self.trouble: str | None = None

    def show(self, frame: Frame) -> None:
        """A new picture: called by the camera's thread."""
        with self._news:
            self._newest = frame
            self.frames += 1
            self._news.notify()

    def lost(self, detail: str) -> None:
        """The camera is gone: called by the camera's thread."""
        self.camera_lost = detail
        self._post(CameraGone(detail))

    def back(self) -> None:
        """The camera is back: called by the camera's thread."""
        self.camera_lost = None
        self._tell_anew = True
        self._post(CameraCame())

    def calibrate_again(self) -> None:
        """Find the markers anew in the next picture; from any thread."""
        self._calibrate_anew = True

    def use(self, gallery: Gallery) -> None:
        """Read with these pieces from the next picture on; from any thread."""
        self._next_gallery = gallery

    def run(self, stop: threading.Event) -> None:
        """Read until `stop`; for a thread of the caller's."""
        while not stop.is_set():
            with self._news:
                self._news.wait_for(lambda: self._newest is not self._seen, WAIT_S)
                frame = self._newest
            if frame is not None and frame is not self._seen:
                self._seen = frame
                self.look(frame)

    def look(self, frame: Frame) -> None:
        """Read one picture and tell the table. A camera that gives the very same image again saw no change."""
        if self._next_gallery is not None:
            self._gallery, self._next_gallery = self._next_gallery, None
            self._reader = Reader(self._calibration, self._gallery) if self._calibration else None
            self._read_image = None
        if self._calibrate_anew:
            self._calibrate_anew, self._reader, self._read_image = False, None, None
        tell_anew, self._tell_anew = self._tell_anew, False
        if self._read_image is frame.image and self.trouble is None and not tell_anew:
            self._unchanged(frame)
            return
        reading = self._read(frame)
        self._read_image = frame.image
        self.trouble = reading.detail if reading.problem else None
        last = self._readings[-1][1] if self._readings and not tell_anew else None
        if last is None or not _same(reading, last):
            self._told_twice = False
            self._keep(frame)
            self._readings.append((frame.exposure_start_ns, reading))
            self._post(ReadingMade(reading, frame.holds))
        elif reading.problem is None:
            self._unchanged(frame)

    def _unchanged(self, frame: Frame) -> None:
        """Tell the same reading a second time, as the memory believes some things only then; later, that it holds."""
        if self._told_twice or not self._readings:
            self._post(BoardStill(frame.exposure_end_ns))
            return
        self._told_twice = True
        start_ns, end_ns = frame.exposure_start_ns, frame.exposure_end_ns
        again = msgspec.structs.replace(self._readings[-1][1], exposure_start_ns=start_ns, exposure_end_ns=end_ns)
        self._post(ReadingMade(again, frame.holds))

    @property
    def markers(self) -> tuple[int, ...]:
        """The markers that showed in the last picture."""
        reader = self._reader
        return reader.markers if reader else ()

    def draw(self, frame: Frame) -> BgrImage:
        """The picture with what was read in it, or in the last one before it."""
        reading = self._reading_of(frame)
        return frame.image if reading is None else draw_reading(frame.image, reading, self._calibration, self._gallery)

    def close_up(self, frame: Frame) -> BgrImage:
        """The same, but only where the pieces lie."""
        drawn, reading, calibration = self.draw(frame), self._reading_of(frame), self._calibration
        return drawn if reading is None or calibration is None else close_up(drawn, reading, calibration)

    def _reading_of(self, frame: Frame) -> BoardReading | None:
        earlier = [reading for start_ns, reading in list(self._readings) if start_ns <= frame.exposure_start_ns]
        return earlier[-1] if earlier else None

    def _read(self, frame: Frame) -> BoardReading:
        if self._reader is None:
            try:
                self._calibration = calibrate(frame.image, self._surface, lens=self._lens)
            except CalibrationError as error:
                return BoardReading(
                    frame.exposure_start_ns, frame.exposure_end_ns, problem=error.problem, detail=str(error)
                )
            self._reader = Reader(self._calibration, self._gallery)
            self._drift_known_mm = 0.0
        reading = self._reader.read(frame)
        return self._followed(frame) or reading

    def _followed(self, frame: Frame) -> BoardReading | None:
        """The picture read anew where the camera drifted by a hair since it was calibrated and that can be followed."""
        reader = self._reader
        if reader is None or self._calibration is None or reader.drift_mm < self._drift_known_mm + DRIFTED_MM:
            return None
        calibration = follow(frame.image, self._calibration)
        if calibration is None:
            self._drift_known_mm = reader.drift_mm
            return None
        self._drift_known_mm = 0.0
        self._calibration, self._reader = calibration, Reader(calibration, self._gallery)
        return self._reader.read(frame)


def _same(one: BoardReading, other: BoardReading) -> bool:
    """Whether both tell the same, whenever it was."""
    return msgspec.structs.replace(one, exposure_start_ns=0, exposure_end_ns=0) == msgspec.structs.replace(
        other, exposure_start_ns=0, exposure_end_ns=0
    )
