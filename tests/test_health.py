"""What the referee sees of the table's own state, and the one failure that only a new start can mend."""

import threading
from pathlib import Path
from typing import Any

import pytest
from table_builders import LINES, TableInMemory

from device.buttons import DOWN, UP, Debouncer, Edge
from device.health import Health
from device.recording import RecordingState
from device.wiring import DEFAULT_WIRING

MS = 1_000_000


class StandInEyes:
    frames = 0
    markers: tuple[int, ...] = ()
    camera_lost: str | None = None
    trouble: str | None = None


class StandInButtons:
    def __init__(self) -> None:
        self.running = True
        self.dropped: dict[int, int] = {}

    def alive(self) -> bool:
        return self.running

    def lost(self) -> dict[int, int]:
        return self.dropped


class StandInPictures:
    failing: str | None = None


class StandInRecording:
    limit_mb = 500
    state = RecordingState()


class Ticks(threading.Event):
    """Lets the loop go round so often; each wait is over at once."""

    def __init__(self, rounds: int) -> None:
        super().__init__()
        self._left = rounds

    def wait(self, timeout: float | None = None) -> bool:
        self._left -= 1
        return self._left < 0


class Looked:
    """A health with all that it looks at, which the tests move."""

    def __init__(self, folder: Path) -> None:
        self.eyes, self.buttons = StandInEyes(), StandInButtons()
        self.pictures, self.recording = StandInPictures(), StandInRecording()
        self.debouncer = Debouncer(DEFAULT_WIRING.buttons)
        self.debouncer.start(dict.fromkeys(DEFAULT_WIRING.buttons, UP), 0)
        self.world = TableInMemory()
        self.health = Health(
            self.eyes,
            self.debouncer,
            self.buttons,
            DEFAULT_WIRING,
            self.pictures,
            self.recording,
            self.world.table,
            folder,
        )
        self.changes = self.starts = 0

    def read(self, part: str) -> Any:
        return self.health.read()[part]

    def line(self, line: int) -> dict[str, Any]:
        return next(button for button in self.read("buttons") if button["line"] == line)

    def run(self, rounds: int) -> None:
        self.health.run(Ticks(rounds), self._changed, self._start_again)

    def _changed(self) -> None:
        self.changes += 1

    def _start_again(self) -> None:
        self.starts += 1


@pytest.fixture
def looked(tmp_path: Path) -> Looked:
    return Looked(tmp_path)


def test_a_camera_starts_works_has_trouble_and_is_lost(looked: Looked) -> None:
    assert looked.read("camera") == {"state": "starting", "sentence": "", "frames_per_second": 0.0}
    looked.eyes.frames = 1
    assert looked.read("camera")["state"] == "ok"
    looked.eyes.trouble = "the picture is too dark"
    assert looked.read("camera")["sentence"] == "the picture is too dark"
    assert looked.read("camera")["state"] == "problem"
    looked.eyes.camera_lost = "it was unplugged"
    assert looked.read("camera")["state"] == "lost"
    assert looked.read("camera")["sentence"] == "it was unplugged"


def test_each_marker_is_seen_or_not(looked: Looked) -> None:
    looked.eyes.markers = (0, 2)
    assert [marker["seen"] for marker in looked.read("markers")] == [True, False, True, False]


def test_every_button_is_listed_with_its_place_and_role(looked: Looked) -> None:
    assert len(looked.read("buttons")) == 20
    claim = looked.line(LINES[1, 2])
    assert (claim["seat"], claim["slot"], claim["role"], claim["state"]) == (1, 2, "claim", "up")
    assert looked.line(3)["role"] == "go"
    assert looked.line(2) == {
        "line": 2,
        "seat": None,
        "slot": None,
        "role": "hold",
        "state": "up",
        "presses": 0,
        "sentence": "",
    }


def test_a_button_counts_its_presses_and_tells_of_pulses_and_lost_edges(looked: Looked) -> None:
    line = LINES[0, 0]
    looked.debouncer.feed(Edge(100 * MS, line, DOWN))
    looked.debouncer.advance(200 * MS)
    assert (looked.line(line)["presses"], looked.line(line)["state"]) == (1, "down")
    other = LINES[0, 1]
    looked.debouncer.feed(Edge(300 * MS, other, DOWN))
    looked.debouncer.feed(Edge(301 * MS, other, UP))
    looked.debouncer.advance(400 * MS)
    assert looked.line(other)["sentence"] == "1 pulses were no press"
    looked.buttons.dropped = {other: 2}
    assert looked.line(other)["sentence"] == "1 pulses were no press, edges lost 2 times"


def test_a_failing_log_is_told(looked: Looked) -> None:
    assert looked.read("log") == {"state": "ok", "events": 1, "sentence": ""}
    looked.world.log.failing = True
    looked.world.table.camera_lost("it was unplugged", looked.world.now_ns)
    assert looked.read("log")["state"] == "failing"
    assert "disk full" in looked.read("log")["sentence"]


def test_the_disk_is_asked_and_a_picture_that_could_not_be_kept_is_told(looked: Looked) -> None:
    assert looked.read("disk")["free_mb"] > 0
    looked.pictures.failing = "The picture v1 cannot be kept."
    low = looked.read("disk")["state"] == "low"
    assert looked.read("disk")["sentence"].startswith("Only " if low else "The picture v1 cannot be kept.")


def test_a_disk_that_cannot_be_asked_counts_as_low(tmp_path: Path) -> None:
    disk = Looked(tmp_path / "gone").read("disk")
    assert (disk["state"], disk["free_mb"]) == ("low", 0)
    assert "cannot be asked" in disk["sentence"]


def test_the_recording_is_told_in_megabytes(looked: Looked) -> None:
    looked.recording.state = RecordingState(True, 12_345_678, "")
    assert looked.read("recording") == {"on": True, "mb": 12.3, "limit_mb": 500, "sentence": ""}


def test_pictures_are_counted_over_time(looked: Looked) -> None:
    class Arriving(Ticks):
        def wait(self, timeout: float | None = None) -> bool:
            looked.eyes.frames += 60
            return super().wait(timeout)

    looked.health.run(Arriving(1), looked._changed, looked._start_again)
    assert looked.read("camera")["frames_per_second"] > 0


def test_the_screens_are_told_of_a_change(looked: Looked) -> None:
    class Unplugged(Ticks):
        def wait(self, timeout: float | None = None) -> bool:
            looked.eyes.camera_lost = "it was unplugged"
            return super().wait(timeout)

    looked.health.run(Unplugged(1), looked._changed, looked._start_again)
    assert looked.changes == 1
    assert looked.starts == 0


def test_when_no_edge_can_arrive_any_more_the_table_starts_again_once(looked: Looked) -> None:
    looked.buttons.running = False
    looked.run(5)
    assert looked.starts == 1
