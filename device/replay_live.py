"""Watching a recorded night on the screens, judged anew, with its own timing."""

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from device import nightfile
from device.buttons import Edge
from device.eventlog import Entry, EventLog
from device.eyes import Eyes
from device.games import EVENT_TYPES
from device.inbox import BoardStill, Inbox
from device.language import Code, Language
from device.night import Games
from device.pictures import Pictures
from device.rejudge import QuietOutside, recorded_beginning, recorded_moments, recorded_table
from device.replay import RefereeCommand
from device.runtime import Runtime
from device.views import Views
from vision.frames import Frame, FrameRing
from vision.gallery import Gallery
from vision.surface import Surface

STEP_S = 0.05
RING_FRAMES = 8


class NoRecorder:
    """A replay is not recorded again."""

    def edge(self, edge: Edge) -> None: ...
    def command(self, t_ns: int, by: str, command: dict[str, Any]) -> None: ...
    def entries(self, entries: Sequence[Entry]) -> None: ...


class KeptPictures(QuietOutside):
    """Around a replayed table: only the pictures of its verdicts are kept."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures

    def keep_picture(self, name: str, at_ns: int) -> None:
        self._pictures.keep(name, at_ns)


class Replay:
    """A recorded night as a running table, `speed` times as fast as it was; `start` begins it."""

    def __init__(self, folder: Path, games: Games, gallery: Gallery, speed: float, language: Code) -> None:
        head = nightfile.read(folder)
        self._folder = folder
        self._speed = speed
        self._scratch = TemporaryDirectory()
        scratch = Path(self._scratch.name)
        self._log = EventLog(scratch / "log.db", EVENT_TYPES)
        ledger = recorded_beginning(folder, self._log, games)
        self._start_ns = next((t_ns for t_ns, _, _ in recorded_moments(folder)), 0)
        self._begun_ns = time.monotonic_ns()
        self._ring = FrameRing(RING_FRAMES)
        self._stop = threading.Event()
        self._inbox = Inbox()
        self._eyes = Eyes(gallery, Surface(*head.surface_mm), self._inbox.put, keep=lambda frame: None)
        self._pictures = Pictures(scratch / "pictures", self._ring, self._eyes.draw, self._eyes.close_up)
        table = recorded_table(head, ledger, games, KeptPictures(self._pictures))
        views = Views(games, head.wiring(), Language(language), head.surface_mm)
        self.runtime = Runtime(
            table, views, self._inbox, self._pictures.read, dict, self._clock_ns, NoRecorder(), table.night.simulated
        )

    def start(self, spawn: Callable[[str, Callable[[], None]], None]) -> None:
        """Begin; `spawn` runs a loop in a thread."""
        self._begun_ns = time.monotonic_ns()
        spawn("table", lambda: self.runtime.run(self._stop))
        spawn("pictures", lambda: self._pictures.run(self._stop))
        spawn("recorded night", self._play)

    def close(self) -> None:
        """End it."""
        self._stop.set()
        self.runtime.wake()
        self._pictures.wake()
        self._log.close()
        self._scratch.cleanup()

    def _clock_ns(self) -> int:
        return self._start_ns + round((time.monotonic_ns() - self._begun_ns) * self._speed)

    def _play(self) -> None:
        """Let everything happen at its time. A recorded picture holds until the next, so the table is told so."""
        for t_ns, _, what in recorded_moments(self._folder):
            while (wait_s := (t_ns - self._clock_ns()) / 1e9 / self._speed) > 0:
                if self._stop.wait(min(wait_s, STEP_S)):
                    return
                self._inbox.put(BoardStill(min(t_ns, self._clock_ns())))
            match what:
                case Frame():
                    self._ring.add(what)
                    self._eyes.look(what)
                case Edge():
                    self._inbox.put(what)
                case RefereeCommand(command={"command": "good_night"}):
                    break
                case RefereeCommand(command=command):
                    self.runtime.submit(command, what.by)
        while not self._stop.wait(STEP_S):
            self._inbox.put(BoardStill(self._clock_ns()))
