"""The recorder: what it keeps, where it stops, and that it never harms the table."""

import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from virtual_night import HEAD, gallery, night_started

from device import nightfile
from device.buttons import Edge
from device.eventlog import Entry
from device.events import Event, GameStarted, NightEnded, Seat
from device.recording import FRAMES_WAITING, Recording
from device.wiring import DEFAULT_WIRING
from vision.camera_folder import FolderCamera
from vision.frames import Frame
from vision.gallery import Gallery

ADA, BEN = Seat(1, "Ada", "blue", "square", 0), Seat(0, "Ben", "red", "circle", 1)
STARTED = GameStarted("xxl", "party", (ADA, BEN), HEAD.settings())


class Recorder:
    """A recording in a folder, with its thread; the present is `now_ns`."""

    def __init__(self, folder: Path, gallery: Gallery, limit_bytes: int = 10_000_000) -> None:
        self.folder, self.now_ns = folder, 1000
        self.recording = Recording(folder, limit_bytes, HEAD, DEFAULT_WIRING, gallery, lambda: self.now_ns)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self.recording.run, args=(self._stop,), daemon=True)

    def finish(self) -> None:
        """Let the thread write all that waits, and end it."""
        if self._thread.ident is None:
            self._thread.start()
        self._stop.set()
        self.recording.wake()
        self._thread.join()

    def start(self) -> None:
        self._thread.start()

    def written(self) -> list[Path]:
        self.finish()
        return sorted(self.folder.iterdir())

    def only(self) -> Path:
        (folder,) = self.written()
        return folder


@pytest.fixture(scope="module")
def pieces() -> Gallery:
    return gallery()


@pytest.fixture
def recorder(tmp_path: Path, pieces: Gallery) -> Iterator[Recorder]:
    recorder = Recorder(tmp_path / "recordings", pieces)
    yield recorder
    recorder.finish()


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def entries(*events: Event, t_ns: int = 500) -> list[Entry]:
    return [Entry(number, number, t_ns, event) for number, event in enumerate(events, start=1)]


def frame(start_ns: int, grey: int = 128) -> Frame:
    return Frame(start_ns, start_ns + 10, np.full((48, 64, 3), grey, np.uint8))


def test_nothing_is_kept_until_it_is_switched_on(recorder: Recorder) -> None:
    recorder.recording.edge(Edge(1, 17, 0))
    recorder.recording.entries(entries(night_started()))
    recorder.finish()
    assert not recorder.folder.exists()


def test_edges_commands_and_the_log_are_kept_line_by_line(recorder: Recorder) -> None:
    recorder.recording.switch(True)
    recorder.recording.edge(Edge(2000, 17, 0))
    recorder.recording.command(2001, "referee", {"command": "undo"})
    log = entries(night_started(), STARTED)
    recorder.recording.entries(log)
    recorder.recording.entries(log)
    folder = recorder.only()
    assert lines(folder / "edges.jsonl") == [{"t_ns": 2000, "line": 17, "level": 0}]
    assert lines(folder / "commands.jsonl") == [{"t_ns": 2001, "by": "referee", "command": {"command": "undo"}}]
    assert [line["event"]["event"] for line in lines(folder / "events.jsonl")] == ["NightStarted", "GameStarted"]
    assert recorder.recording.state.bytes > 0


def test_the_head_names_the_players_clockwise_and_all_wires(recorder: Recorder) -> None:
    recorder.recording.switch(True)
    recorder.recording.entries(entries(night_started(), STARTED))
    head = nightfile.read(recorder.only())
    assert (head.game, head.variant, head.simulated, head.begun_ns) == ("xxl", "party", True, 1000)
    assert head.players() == (ADA, BEN)
    assert head.wiring().claim_by_line == DEFAULT_WIRING.claim_by_line


def test_a_recording_begins_with_the_picture_that_was_there(recorder: Recorder) -> None:
    recorder.recording.frame(frame(10, grey=10))
    recorder.recording.frame(frame(20, grey=200))
    recorder.recording.switch(True)
    recorder.recording.frame(frame(900, grey=90))
    recorder.recording.frame(frame(3000, grey=30))
    camera = FolderCamera(recorder.only())
    shown = [camera.next_frame(0.0) for _ in range(3)]
    told = [(f.exposure_start_ns, round(float(f.image.mean()), -1)) for f in shown if f is not None]
    assert told == [(1000, 200.0), (1001, 90.0), (3000, 30.0)]


def test_a_new_night_begins_a_new_recording_and_the_old_one_is_whole(recorder: Recorder) -> None:
    recorder.recording.switch(True)
    first = entries(night_started(), STARTED)
    recorder.recording.entries(first)
    first.append(Entry(3, 3, 900, NightEnded()))
    recorder.recording.entries(entries(night_started()))
    old, new = recorder.written()
    assert [line["event"]["event"] for line in lines(old / "events.jsonl")][-1] == "NightEnded"
    assert [line["event"]["event"] for line in lines(new / "events.jsonl")] == ["NightStarted"]


def test_off_and_on_again_is_two_recordings(recorder: Recorder) -> None:
    for t_ns in (1, 2):
        recorder.recording.switch(True)
        recorder.recording.edge(Edge(t_ns, 17, 0))
        recorder.recording.switch(False)
    recorder.recording.edge(Edge(3, 17, 0))
    kept = [lines(folder / "edges.jsonl") for folder in recorder.written()]
    assert [[line["t_ns"] for line in edges] for edges in kept] == [[1], [2]]


def test_a_recording_ends_at_its_limit_with_a_sentence(tmp_path: Path, pieces: Gallery) -> None:
    recorder = Recorder(tmp_path / "recordings", pieces, limit_bytes=2_000_000)
    recorder.recording.switch(True)
    noise = np.random.default_rng(1).integers(0, 255, (1000, 1000, 3), np.uint8)
    for number in range(10):
        recorder.recording.frame(Frame(2000 + number * 100, 2010 + number * 100, noise))
    kept = lines(recorder.only() / "frames.jsonl")
    assert 1 <= len(kept) < 10
    assert not recorder.recording.state.on
    assert recorder.recording.state.sentence == "The recording stopped at its limit of 2 MB."


def test_a_disk_that_takes_nothing_ends_it_with_a_sentence(tmp_path: Path, pieces: Gallery) -> None:
    (tmp_path / "recordings").write_text("a file where a folder should be")
    recorder = Recorder(tmp_path / "recordings", pieces)
    recorder.recording.switch(True)
    recorder.recording.edge(Edge(1, 17, 0))
    recorder.recording.frame(frame(2))
    recorder.finish()
    state = recorder.recording.state
    assert not state.on
    assert state.sentence.startswith("The recording stopped: ")
    assert "recordings" in state.sentence


def test_after_it_ended_by_itself_it_can_begin_again(tmp_path: Path, pieces: Gallery) -> None:
    recorder = Recorder(tmp_path / "recordings", pieces, limit_bytes=10)
    recorder.start()
    recorder.recording.switch(True)
    recorder.recording.edge(Edge(1, 17, 0))
    while recorder.recording.state.on:
        os.sched_yield()
    recorder.recording.switch(True)
    assert recorder.recording.state.sentence == ""
    recorder.recording.edge(Edge(2, 17, 0))
    assert len(recorder.written()) == 2


def test_pictures_that_pile_up_before_a_slow_disk_end_it(recorder: Recorder) -> None:
    recorder.recording.switch(True)
    for number in range(FRAMES_WAITING + 1):
        recorder.recording.frame(frame(2000 + number))
    assert recorder.recording.state.sentence == "The recording stopped: the disk is too slow for its pictures."
    assert not recorder.recording.state.on
