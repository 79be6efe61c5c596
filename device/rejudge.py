"""Today's eyes and rules on the raw edges and pictures of a recorded night, in the night's own time."""

import heapq
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import Any

from device import nightfile
from device.buttons import UP, Debouncer, Edge
from device.claims import Arbiter
from device.commands import EnrolmentCommand
from device.eventlog import EventLog
from device.events import Event, GameStarted, NightStarted
from device.eyes import Eyes
from device.games import EVENT_TYPES
from device.history import effective
from device.inbox import BoardStill, Message, ReadingMade
from device.ledger import Ledger
from device.night import Games
from device.nightfile import NightFile
from device.replay import RefereeCommand, Told, entries_before, recorded_commands, recorded_edges, tell
from device.table import Table, Timing
from vision.camera_folder import FolderCamera
from vision.frames import Frame
from vision.gallery import Gallery
from vision.memory import BoardMemory
from vision.surface import Surface

AFTERWARDS_NS = 5_000_000_000  # the last claims and their moment pass
Moment = tuple[int, int, Any]  # time, order within it, what


class QuietOutside:
    """Around a table that is only thought through: nothing is lit, kept or recorded."""

    def keep_picture(self, name: str, at_ns: int) -> None: ...
    def record(self, on: bool) -> None: ...
    def calibrate(self) -> None: ...
    def enrol(self, command: EnrolmentCommand, playing: bool) -> None: ...
    def lamp(self, seat: int, on: bool) -> None: ...

    def new_night(self) -> tuple[EventLog, list[Event]]:
        raise AssertionError("a recorded night is one night")


def rejudge(folder: Path, games: Games, gallery: Gallery, progress: Callable[[int], None]) -> Told:
    """What the night in `folder` comes to today; `progress` hears the time of each picture. Raises RecordingError."""
    head = nightfile.read(folder)
    with tempfile.TemporaryDirectory() as scratch, closing(EventLog(Path(scratch) / "log.db", EVENT_TYPES)) as log:
        ledger = recorded_beginning(folder, log, games)
        table = recorded_table(head, ledger, games, QuietOutside())
        eyes = Eyes(gallery, Surface(*head.surface_mm), _to(table), keep=lambda frame: None)
        _run(table, eyes, recorded_moments(folder), progress)
        events = [entry.event for entry in effective(ledger.entries)]
        return tell(events, table.night)


def recorded_beginning(folder: Path, log: EventLog, games: Games) -> Ledger:
    """The night where the recording begins: from its own log, or with a game where it was made by hand."""
    head = nightfile.read(folder)
    before = entries_before(folder, EVENT_TYPES)
    for _, batch in groupby(before, key=lambda entry: entry.batch):
        together = list(batch)
        log.append([entry.event for entry in together], together[0].t_ns)
    ledger = Ledger(log, before, games)
    if not before:
        ledger.commit([NightStarted(head.name, head.simulated, wall="", version="", boot="")], 0)
        if not recorded_commands(folder):
            ledger.commit([GameStarted(head.game, head.variant, head.players(), head.settings())], 0)
    return ledger


def recorded_table(head: NightFile, ledger: Ledger, games: Games, outside: QuietOutside) -> Table:
    """A table with the wires and the settings of that night."""
    wiring = head.wiring()
    debouncer = Debouncer(wiring.buttons)
    debouncer.start(dict.fromkeys(wiring.buttons, UP), 0)
    arbiter = Arbiter(tie_window_ns=head.tie_window_us * 1000)
    timing = Timing(patience_ns=head.patience_ms * 1_000_000)
    memory = BoardMemory(hidden_stays=head.pictures == "every_change")
    return Table(ledger, games, wiring, head.settings(), debouncer, arbiter, memory, outside, timing)


def _to(table: Table) -> Callable[[Message], None]:
    def post(message: Message) -> None:
        match message:
            case ReadingMade(reading=reading, holds=holds):
                table.reading(reading, reading.exposure_end_ns, holds)
            case BoardStill(until_ns=until_ns):
                table.still(until_ns, until_ns)

    return post


def recorded_moments(folder: Path) -> Iterator[Moment]:
    """All that was recorded, in the order of time; pictures are opened one at a time."""
    edges: list[Moment] = sorted((edge.t_ns, 1, edge) for edge in recorded_edges(folder))
    commands: list[Moment] = [(command.t_ns, 2, command) for command in recorded_commands(folder)]
    return heapq.merge(_frames(FolderCamera(folder)), edges, commands, key=lambda moment: moment[:2])


def _frames(camera: FolderCamera) -> Iterator[Moment]:
    while (frame := camera.next_frame(0.0)) is not None:
        yield frame.exposure_start_ns, 0, frame


def _run(table: Table, eyes: Eyes, moments: Iterator[Moment], progress: Callable[[int], None]) -> None:
    seen, now_ns = False, 0
    for now_ns, _, what in moments:
        _pass_time(table, now_ns, seen)
        match what:
            case Frame():
                progress(now_ns)
                eyes.look(what)
                seen = True
            case Edge():
                table.edge(what, now_ns)
            case RefereeCommand(command={"command": "good_night"}):
                break
            case RefereeCommand(command=command):
                table.command(command, now_ns)
    _pass_time(table, now_ns + AFTERWARDS_NS, seen)


def _pass_time(table: Table, until_ns: int, seen: bool) -> None:
    """Let the table do what falls due on the way; a recorded picture holds until the next."""
    now_ns = 0
    while (due_ns := table.next_deadline_ns()) is not None and due_ns < until_ns:
        now_ns = max(due_ns, now_ns + 1)
        if seen:
            table.still(now_ns, now_ns)
        table.advance(now_ns)
    if seen:
        table.still(until_ns, until_ns)
    table.advance(until_ns)
