"""Keeping a night so that it can be played again: raw edges, pictures and commands, and the log as it was.

A picture is kept when the table has changed, and holds until the next.
"""

import json
import queue
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from device import nightfile
from device.buttons import Edge
from device.eventlog import Entry
from device.events import GameStarted, Seat
from device.nightfile import COMMANDS, EDGES, EVENTS, FRAMES, NightFile, SeatLine
from device.nights import fresh_folder
from device.pictures import encode
from device.wiring import Wiring
from vision.frames import Frame
from vision.gallery import Gallery

Work = Callable[[], object]

FRAMES_WAITING = 24  # some 200 MB of memory


class RecordingState(msgspec.Struct, frozen=True):
    """What the console shows; `sentence` says why a recording ended by itself."""

    on: bool = False
    bytes: int = 0
    sentence: str = ""


class Recording:
    """Begins and ends recordings in `folder`; `clock` gives the present in nanoseconds of the edges' clock.

    All but `run` only put work in a queue, and may be called from any thread. A recording begins with the log so far
    and the last picture; a new night begins a new one.
    """

    def __init__(
        self,
        folder: Path,
        limit_bytes: int,
        head: NightFile,
        wiring: Wiring,
        gallery: Gallery,
        clock: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._folder = folder
        self._limit_bytes = limit_bytes
        self._head = head
        self._wiring = wiring
        self.gallery = gallery  # a recording that begins takes these pieces with it
        self._clock = clock
        self._queue: queue.SimpleQueue[Work] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._frames_waiting = 0
        self._last_frame: Frame | None = None
        self._writer: _Writer | None = None
        self.state = RecordingState()

    @property
    def limit_mb(self) -> int:
        """Where a recording ends by itself."""
        return self._limit_bytes // 1_000_000

    def switch(self, on: bool) -> None:
        """Begin a recording, or end the one that is on."""
        with self._lock:
            if self.state.on == on:
                return
            self.state = RecordingState(on, 0 if on else self.state.bytes)
            self._queue.put(partial(self._begin, self._clock(), self._last_frame) if on else self._close)

    def edge(self, edge: Edge) -> None:
        """A line moved."""
        self._put(lambda writer: writer.line(EDGES, {"t_ns": edge.t_ns, "line": edge.line, "level": edge.level}))

    def command(self, t_ns: int, by: str, command: dict[str, Any]) -> None:
        """A referee asked for something."""
        self._put(lambda writer: writer.line(COMMANDS, {"t_ns": t_ns, "by": by, "command": command}))

    def frame(self, frame: Frame) -> None:
        """The table changed, and looks like this."""
        with self._lock:
            self._last_frame = frame
            if self.state.on and self._frames_waiting == FRAMES_WAITING:
                self._end("The recording stopped: the disk is too slow for its pictures.")
                self._queue.put(self._close)
            elif self.state.on:
                self._frames_waiting += 1
                self._queue.put(partial(self._write_frame, frame))

    def entries(self, entries: Sequence[Entry]) -> None:
        """The log so far; what is new in it is kept."""
        self._put(lambda writer: self._write_entries(writer, entries))

    def run(self, stop: threading.Event) -> None:
        """Write until `stop`, then what still waits; for a thread of the caller's. `wake` ends a wait."""
        while not stop.is_set() or not self._queue.empty():
            self._do(self._queue.get())
        self._close()

    def wake(self) -> None:
        """Let `run` look at its `stop`."""
        self._queue.put(lambda: None)

    def _put(self, work: Callable[["_Writer"], None]) -> None:
        if self.state.on:
            self._queue.put(partial(self._write, work))

    def _do(self, work: Work) -> None:
        try:
            work()
        except OSError as error:
            with self._lock:
                self._end(f"The recording stopped: {error}.")
            self._close()

    def _write(self, work: Callable[["_Writer"], None]) -> None:
        if self._writer is None:
            return
        work(self._writer)
        with self._lock:
            if not self.state.on:
                return
            self.state = replace(self.state, bytes=self._writer.bytes)
            if self._writer.bytes < self._limit_bytes:
                return
            self._end(f"The recording stopped at its limit of {self.limit_mb} MB.")
        self._close()

    def _write_frame(self, frame: Frame) -> None:
        with self._lock:
            self._frames_waiting -= 1
        self._write(lambda writer: writer.frame(frame))

    def _write_entries(self, writer: "_Writer", entries: Sequence[Entry]) -> None:
        if writer.log is not None and writer.log is not entries:  # a new night
            writer.entries(writer.log)
            writer = self._begin(self._clock(), self._last_frame)
        writer.entries(entries)

    def _begin(self, begun_ns: int, last_frame: Frame | None) -> "_Writer":
        self._close()
        head = replace(self._head, begun_ns=begun_ns)
        self._writer = writer = _Writer(fresh_folder(self._folder), head, self._wiring, self.gallery)
        if last_frame is not None:
            writer.frame(last_frame)
        return writer

    def _end(self, sentence: str) -> None:
        """It ends by itself; the caller holds the lock."""
        if self.state.on:
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
        self._frames = self._entries = 0
        self._last_ns = head.begun_ns - 1
        self.log: Sequence[Entry] | None = None
        self.bytes = 0
        (folder / "frames").mkdir(parents=True)
        gallery.save(folder / "gallery")
        self._files = {name: (folder / name).open("wb", buffering=0) for name in (EDGES, FRAMES, COMMANDS, EVENTS)}
        self._seat(())

    def line(self, name: str, data: dict[str, Any]) -> None:
        self.bytes += self._files[name].write(json.dumps(data).encode() + b"\n") or 0

    def frame(self, frame: Frame) -> None:
        file = f"frames/{self._frames:06}.jpg"
        picture = encode(frame.image)
        (self._folder / file).write_bytes(picture)
        self.bytes += len(picture)
        self._frames += 1
        # A picture holds until the next: one from before the recording shows the table as it was when that began.
        t_ns = self._last_ns = max(frame.exposure_start_ns, self._last_ns + 1)
        exposure_ns = max(frame.exposure_end_ns - frame.exposure_start_ns, 1)
        self.line(FRAMES, {"t_ns": t_ns, "exposure_ns": exposure_ns, "file": file})

    def entries(self, entries: Sequence[Entry]) -> None:
        for entry in entries[self._entries :]:
            self.line(EVENTS, msgspec.to_builtins(entry))
            if isinstance(entry.event, GameStarted):
                self._head = replace(self._head, game=entry.event.game, variant=entry.event.variant)
                self._seat(entry.event.seats)
        self._entries = len(entries)
        self.log = entries

    def _seat(self, seats: Sequence[Seat]) -> None:
        """Write the head: who plays, clockwise, then the seats that are wired but empty."""
        wired = {seat.seat: seat for seat in self._wiring.seats}
        lines = [
            SeatLine(s.name, s.colour, s.age_order, wired.pop(s.seat).claim_lines, seat=s.seat, shape=s.shape)
            for s in seats
            if s.seat in wired  # not one of an older wiring
        ]
        lines += [SeatLine("", w.colour, 0, w.claim_lines, seat=w.seat, shape=w.shape) for w in wired.values()]
        self._head = replace(self._head, seats=tuple(lines))
        nightfile.write(self._folder, self._head)

    def close(self) -> None:
        for file in self._files.values():
            with suppress(OSError):  # nothing is buffered
                file.close()
