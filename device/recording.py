"""Keeping a night so that it can be played again: raw edges, pictures and commands, and the log as it was.

A picture is kept when the table has changed, and holds until the next.
"""

import json
import queue
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any

import msgspec
from msgspec.structs import replace

from device import nightfile
from device.buttons import Edge
from device.eventlog import Entry
from device.events import GameStarted
from device.nightfile import COMMANDS, EDGES, EVENTS, FRAMES, NightFile, SeatLine
from device.nights import fresh_folder
from device.pictures import encode
from device.wiring import Wiring
from vision.frames import Frame
from vision.gallery import Gallery

Work = Callable[["_Writer"], None]


class RecordingState(msgspec.Struct, frozen=True):
    """What the console shows; `sentence` says why a recording ended by itself."""

    on: bool = False
    bytes: int = 0
    sentence: str = ""


class Recording:
    """Begins and ends recordings in `folder`.

    All but `run` only put work in a queue, and may be called from any thread.
    """

    def __init__(
        self,
        folder: Path,
        limit_bytes: int,
        head: NightFile,
        wiring: Wiring,
        gallery: Gallery,
    ) -> None:
        self._folder = folder
        self._limit_bytes = limit_bytes
        self._head = head
        self._wiring = wiring
        self._gallery = gallery
        self._queue: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self._writer: _Writer | None = None
        self.state = RecordingState()

    @property
    def limit_mb(self) -> int:
        """Where a recording ends by itself."""
        return self._limit_bytes // 1_000_000

    def switch(self, on: bool) -> None:
        """Begin a recording, or end the one that is on."""
        self.state = RecordingState(on)
        self._queue.put(None)

    def edge(self, edge: Edge) -> None:
        """A line moved."""
        self._work(lambda writer: writer.line(EDGES, {"t_ns": edge.t_ns, "line": edge.line, "level": edge.level}))

    def command(self, t_ns: int, by: str, command: dict[str, Any]) -> None:
        """A referee asked for something."""
        self._work(lambda writer: writer.line(COMMANDS, {"t_ns": t_ns, "by": by, "command": command}))

    def frame(self, frame: Frame) -> None:
        """The table changed, and looks like this."""
        self._work(lambda writer: writer.frame(frame))

    def entries(self, entries: Sequence[Entry]) -> None:
        """The log so far; what is new in it is kept."""
        self._work(lambda writer: writer.entries(entries))

    def run(self, stop: threading.Event) -> None:
        """Write until `stop`; for a thread of the caller's. `wake` ends a wait."""
        while not stop.is_set():
            self._do(self._queue.get())
        self._close()

    def wake(self) -> None:
        """Let `run` look at its `stop`."""
        self._queue.put(None)

    def _work(self, work: Work) -> None:
        if self.state.on:
            self._queue.put(work)

    def _do(self, work: Work | None) -> None:
        try:
            if self.state.on and self._writer is None:
                self._writer = _Writer(fresh_folder(self._folder), self._head, self._wiring, self._gallery)
            if not self.state.on:
                self._close()
            if work is not None and self._writer is not None:
                work(self._writer)
                self._count(self._writer)
        except OSError as error:
            self._end(f"The recording stopped: {error}.")

    def _count(self, writer: "_Writer") -> None:
        self.state = replace(self.state, bytes=writer.bytes)
        if writer.bytes >= self._limit_bytes:
            self._end(f"The recording stopped at its limit of {self._limit_bytes // 1_000_000} MB.")

    def _end(self, sentence: str) -> None:
        self._close()
        self.state = replace(self.state, on=False, sentence=sentence)

    def _close(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None


class _Writer:
    """One recording's folder."""

    def __init__(self, folder: Path, head: NightFile, wiring: Wiring, gallery: Gallery) -> None:
        self._folder = folder
        self._wiring = wiring
        self._head = replace(head, name=folder.name, gallery="gallery", go=wiring.go, hold=wiring.hold)
        self._files: dict[str, IO[bytes]] = {}
        self._frames = self._entries = 0
        self.bytes = 0
        (folder / "frames").mkdir(parents=True)
        gallery.save(folder / "gallery")
        nightfile.write(folder, self._head)

    def line(self, name: str, data: dict[str, Any]) -> None:
        if name not in self._files:
            self._files[name] = (self._folder / name).open("wb", buffering=0)
        self.bytes += self._files[name].write(json.dumps(data).encode() + b"\n") or 0

    def frame(self, frame: Frame) -> None:
        file = f"frames/{self._frames:06}.jpg"
        picture = encode(frame.image)
        (self._folder / file).write_bytes(picture)
        self.bytes += len(picture)
        self._frames += 1
        exposure_ns = frame.exposure_end_ns - frame.exposure_start_ns
        self.line(FRAMES, {"t_ns": frame.exposure_start_ns, "exposure_ns": exposure_ns, "file": file})

    def entries(self, entries: Sequence[Entry]) -> None:
        for entry in entries[self._entries :]:
            self.line(EVENTS, msgspec.to_builtins(entry))
            if isinstance(entry.event, GameStarted):
                self._seat(entry.event)
        self._entries = len(entries)

    def _seat(self, started: GameStarted) -> None:
        lines = {seat.seat: seat.claim_lines for seat in self._wiring.seats}
        seats = tuple(
            SeatLine(s.name, s.colour, s.age_order, lines[s.seat], seat=s.seat, shape=s.shape) for s in started.seats
        )
        self._head = replace(self._head, game=started.game, variant=started.variant, seats=seats)
        nightfile.write(self._folder, self._head)

    def close(self) -> None:
        for file in self._files.values():
            file.close()
