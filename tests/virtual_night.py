"""A night on the simulated table in virtual time: bots, drawn pictures, real eyes and rules, no waiting."""

import threading
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from device.autopilot import Autopilot
from device.buttons import DOWN, UP, Debouncer, Edge
from device.claims import Arbiter
from device.eventlog import EventLog
from device.events import Event, NightStarted
from device.eyes import Eyes
from device.galleries import house_gallery
from device.games import EVENT_TYPES, games, xxl_components
from device.inbox import BoardStill, Message, ReadingMade
from device.language import Language
from device.ledger import Ledger
from device.night import Games
from device.nightfile import NightFile
from device.recording import Recording
from device.rejudge import QuietOutside
from device.simulation import SimulatedTable
from device.table import Table, Timing
from device.views import Views
from device.wiring import DEFAULT_WIRING
from vision.camera_drawn import DrawnCamera
from vision.gallery import Gallery
from vision.memory import BoardMemory
from vision.surface import Surface

MS = 1_000_000
STEP_NS = 20 * MS
SURFACE_MM = (1120, 630)
SLOTS_MM = ((380, 118), (560, 118), (740, 118))
PICTURE = (1536, 864)
HEAD = NightFile("", "", "", True, SURFACE_MM, SLOTS_MM, tie_window_us=1000, second_claim_window_ms=1500)


def house_games() -> Games:
    return games(xxl_components(None), SLOTS_MM)


def gallery() -> Gallery:
    return house_gallery(xxl_components(None))


class Outside(QuietOutside):
    """Records when it is told to, and begins new nights in `folder`."""

    def __init__(self, folder: Path, recording: Recording) -> None:
        self._folder, self._recording, self._nights = folder, recording, 1

    def record(self, on: bool) -> None:
        self._recording.switch(on)

    def new_night(self) -> tuple[EventLog, list[Event]]:
        self._nights += 1
        return EventLog(self._folder / f"log-{self._nights}.db", EVENT_TYPES), [night_started()]


def night_started() -> NightStarted:
    return NightStarted("A virtual night", True, "2026-01-01T20:00:00+00:00", "0", "boot")


class VirtualNight:
    """A simulated table with bots and a recorder; `pass_s` lets time go by."""

    def __init__(self, folder: Path, seed: int = 1, limit_bytes: int = 50_000_000) -> None:
        self.now_ns = 1_000 * MS
        self._recordings = folder / "recordings"
        self.recording = Recording(self._recordings, limit_bytes, HEAD, DEFAULT_WIRING, gallery(), self.clock)
        self.ledger = Ledger(EventLog(folder / "log.db", EVENT_TYPES), [], house_games())
        self.table = Table(
            self.ledger,
            house_games(),
            DEFAULT_WIRING,
            HEAD.settings(),
            Debouncer(DEFAULT_WIRING.buttons),
            Arbiter(tie_window_ns=MS),
            BoardMemory(),
            Outside(folder, self.recording),
            Timing(),
        )
        self.table.begin([night_started()], self.now_ns)
        self.table.start(dict.fromkeys(DEFAULT_WIRING.buttons, UP), self.now_ns)
        self._chance = Random(seed)
        pieces = xxl_components(None)
        self.simulation = SimulatedTable(
            pieces.counts,
            tuple(pieces.toppings_of),
            SLOTS_MM,
            DEFAULT_WIRING,
            self,
            self._chance,
            self._to_clear,
            self.clock,
        )
        self._camera = DrawnCamera(self.simulation.scene, 50.0, PICTURE, self.clock)
        self._eyes = Eyes(gallery(), Surface(*SURFACE_MM), self._tell, self.recording.frame)
        self._views = Views(house_games(), DEFAULT_WIRING, Language(), SURFACE_MM)
        self._bots = Autopilot(self._chance)
        self._stop = threading.Event()
        self._writing = threading.Thread(target=self.recording.run, args=(self._stop,), daemon=True)
        self._writing.start()

    def clock(self) -> int:
        return self.now_ns

    def view(self) -> dict[str, Any]:
        return self._views.view(self.table.night, self.table.live(), "viewer", self.table.version)

    def command(self, command: dict[str, Any]) -> None:
        """A referee's command, as the runtime takes it."""
        self.recording.command(self.now_ns, "referee", command)
        assert self.table.command(command, self.now_ns) is None
        self.recording.entries(self.table.entries)

    def start(self, seats: int = 2) -> None:
        people = [{"seat": seat, "name": f"Bot {seat + 1}"} for seat in range(seats)]
        order = list(range(seats))
        game = {"game": "xxl", "variant": "party", "seats": people, "youngest_first": order}
        self.command({"command": "start_game", **game})

    def pass_s(self, seconds: float) -> None:
        until_ns = self.now_ns + round(seconds * 1000) * MS
        while self.now_ns < until_ns:
            self.now_ns += STEP_NS
            for action in self._bots.step(self.now_ns, self.view(), self.simulation.view()):
                self.simulation.act(action)
            frame = self._camera.next_frame(0.0)
            if frame is not None:
                self._eyes.look(frame)
            self.table.advance(self.now_ns)
            self.recording.entries(self.table.entries)

    def play_until_verdicts(self, count: int) -> None:
        while len(self.table.night.verdicts) < count:
            assert self.now_ns < 600_000 * MS, "the bots got nowhere"
            self.pass_s(0.2)

    def recordings(self) -> list[Path]:
        """The folders that the recorder wrote, oldest first."""
        return sorted(self._recordings.iterdir())

    def close(self) -> None:
        self._stop.set()
        self.recording.wake()
        self._writing.join()
        self.ledger.close()

    # The lines of the simulated buttons

    def press(self, line: int, t_ns: int | None = None, bounce_ns: Sequence[int] = ()) -> int:
        return self._move(line, DOWN, t_ns, bounce_ns)

    def release(self, line: int, t_ns: int | None = None, bounce_ns: Sequence[int] = ()) -> int:
        return self._move(line, UP, t_ns, bounce_ns)

    def _move(self, line: int, level: int, t_ns: int | None, bounce_ns: Sequence[int]) -> int:
        start_ns = self.now_ns if t_ns is None else t_ns
        for count, offset_ns in enumerate((0, *bounce_ns)):
            edge = Edge(start_ns + offset_ns, line, level if count % 2 == 0 else 1 - level)
            self.recording.edge(edge)
            self.table.edge(edge, start_ns)
        return start_ns

    def _to_clear(self) -> Sequence[int] | None:
        night = self.table.night
        return night.game.places_to_clear(night.state) if night.game else None

    def _tell(self, message: Message) -> None:
        match message:
            case ReadingMade(reading=reading):
                self.table.reading(reading, self.now_ns)
            case BoardStill(until_ns=until_ns):
                self.table.still(until_ns, self.now_ns)
