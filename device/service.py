"""The whole table, put together from its configuration. Starts nothing by itself: the caller brings a `spawn`."""

import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

from device.buttons import Debouncer
from device.claims import Arbiter
from device.commands import EnrolmentCommand
from device.config import Config
from device.enrolling import PICTURE, Enrolment
from device.enrolment_view import view as enrolment_view
from device.errors import LogError
from device.eventlog import EventLog
from device.events import Event
from device.eyes import Eyes
from device.galleries import Galleries, own_components
from device.games import games, layouts, xxl_components
from device.gpio import Lamps, MockLines, is_pi, mock_factory, open_buttons, real_factory
from device.health import Health
from device.inbox import Inbox
from device.language import Language
from device.ledger import Ledger
from device.lenses import Lenses
from device.nightfile import NightFile
from device.nights import BrokenLog, Nights, resumed
from device.pictures import Pictures
from device.recording import Recording
from device.rules.game import Refusal
from device.runtime import Runtime
from device.simulation import SimulatedTable
from device.table import Table, Timing
from device.views import Views
from vision.camera import Camera, open_camera, watch
from vision.camera_pi import PiSettings
from vision.frames import FrameRing
from vision.gallery import Gallery
from vision.memory import BoardMemory
from vision.surface import Surface

MS, US = 1_000_000, 1_000
Spawn = Callable[[str, Callable[[], None]], None]


@dataclass(frozen=True)
class Service:
    """A running table: what the screens need of it, and how to end it."""

    runtime: Runtime
    simulation: SimulatedTable | None
    close: Callable[[], None]


def settings_of(config: Config) -> dict[str, int]:
    """What a game is started with, in nanoseconds."""
    return {
        "tie_window_ns": config.buttons.tie_window_us * US,
        "second_claim_window_ns": config.xxl.second_claim_window_ms * MS,
        "grace_ns": config.xxl.grace_ms * MS,
    }


def is_simulated(config: Config) -> bool:
    """Whether this configuration draws its table on this machine."""
    return config.camera.kind == "drawn" or (config.camera.kind == "auto" and not is_pi())


class _Around:
    """What the table makes happen around it."""

    def __init__(
        self,
        pictures: Pictures,
        recording: Recording,
        eyes: Eyes,
        enrolment: Enrolment,
        nights: Nights,
        lamps: Lamps,
    ) -> None:
        self._pictures, self._recording, self._eyes = pictures, recording, eyes
        self._enrolment, self._nights, self._lamps = enrolment, nights, lamps

    def keep_picture(self, name: str, at_ns: int) -> None:
        self._pictures.keep(name, at_ns)

    def record(self, on: bool) -> None:
        self._recording.switch(on)

    def calibrate(self) -> None:
        self._eyes.calibrate_again()

    def enrol(self, command: EnrolmentCommand, playing: bool) -> Refusal | None:
        return self._enrolment.ask(command, playing)

    def new_night(self) -> tuple[EventLog, list[Event]]:
        log = self._nights.new()
        self._pictures.folder = self._nights.folder / "pictures"
        return log, [self._nights.started()]

    def lamp(self, seat: int, on: bool) -> None:
        self._lamps.set(seat, on)


class Building:
    """Puts a table together, piece by piece."""

    def __init__(self, config: Config, start_again: Callable[[], None], clock: Callable[[], int]) -> None:
        self.config, self.clock, self.start_again = config, clock, start_again
        self.state = Path(config.paths.state)
        self.components = xxl_components(own_components(config).get("xxl"))
        self.games = games(self.components, config.table.slots_mm)
        self.galleries = Galleries(config)
        self.gallery_name = self.galleries.used
        self.gallery = self.galleries.load(self.gallery_name)
        self.wiring, self.surface = config.wiring(), Surface(*config.table.surface_mm)
        self.simulated = is_simulated(config)
        self.lens = None if self.simulated else Lenses(config).used()
        self.language = Language(config.table.language)
        self.nights = Nights(self.state, self.simulated, config.table.name)
        self.factory = mock_factory() if self.simulated else real_factory()
        self.ring = FrameRing(config.camera.ring_frames)

    def ledger(self) -> tuple[Ledger, list[Event]]:
        """The night to go on with, and the events that begin or resume it."""
        try:
            log, entries, damage = self.nights.open()
        except LogError as error:
            broken = BrokenLog(error, self._try_log, self.start_again)
            return Ledger(broken, [], self.games), [self.nights.started()]
        ledger = Ledger(log, entries, self.games)
        started = [] if entries else [self.nights.started()]
        goes_on = [resumed(ledger.night, entries, damage, self.language)] if entries or damage else []
        return ledger, [*started, *goes_on]

    def _try_log(self) -> None:
        self.nights.open()[0].close()

    def recording(self) -> Recording:
        """Keeps nights under `state`/recordings, when it is told to."""
        config = self.config
        head = NightFile(
            name="",
            game="",
            variant="",
            simulated=self.simulated,
            surface_mm=config.table.surface_mm,
            slots_mm=config.table.slots_mm,
            tie_window_us=config.buttons.tie_window_us,
            second_claim_window_ms=config.xxl.second_claim_window_ms,
            grace_ms=config.xxl.grace_ms,
            patience_ms=config.xxl.patience_ms,
            pictures="as_seen",
        )
        limit_bytes = config.recording.limit_mb * 1_000_000
        return Recording(self.state / "recordings", limit_bytes, head, self.wiring, self.gallery)

    def enrolment(self, eyes: Eyes, recording: Recording) -> Enrolment:
        """Learns the owner's pieces and puts them on the table."""

        def use(gallery: Gallery) -> None:
            eyes.use(gallery)
            recording.gallery = gallery

        boxes = layouts(own_components(self.config))
        newest = self.ring.newest
        return Enrolment(boxes, self.galleries, self.gallery_name, self.gallery, self.surface, newest, use, self.lens)

    def debouncer(self) -> Debouncer:
        buttons = self.config.buttons
        return Debouncer(
            self.wiring.buttons,
            quiet_ns=buttons.quiet_ms * MS,
            settle_ns=buttons.settle_ms * MS,
            stuck_ns=buttons.stuck_s * 1000 * MS,
        )

    def arbiter(self) -> Arbiter:
        buttons = self.config.buttons
        return Arbiter(tie_window_ns=buttons.tie_window_us * US, collect_ns=buttons.collect_ms * MS)

    def simulation(self, taken_slots: Callable[[], tuple[int, ...] | None]) -> SimulatedTable | None:
        """The simulated table's pieces and people, where there is no real one."""
        if not self.simulated:
            return None
        return SimulatedTable(
            self.components.counts,
            tuple(self.components.toppings_of),
            self.config.table.slots_mm,
            self.wiring,
            MockLines(self.factory),
            Random(),
            taken_slots,
        )

    def camera(self, simulation: SimulatedTable | None) -> Callable[[], Camera]:
        """How to open the camera, and to open it again."""
        camera = self.config.camera
        kind = "drawn" if self.simulated else "pi" if camera.kind == "auto" else camera.kind
        source = int(camera.device) if camera.device.isdigit() else camera.device
        scene = simulation.scene if simulation else None

        def open_again() -> Camera:
            settings = PiSettings(size=(camera.width, camera.height), mains_hz=camera.mains_hz)
            return open_camera(kind, source, scene=scene, pi=settings)

        return open_again


def build(
    config: Config, spawn: Spawn, start_again: Callable[[], None], clock: Callable[[], int] = time.monotonic_ns
) -> Service:
    """Put the table together and start it; `spawn` runs a loop in a thread, `start_again` asks for a new start.

    Raises TableError and EyesError, each with a sentence that says what to do.
    """
    stop, inbox = threading.Event(), Inbox()
    building = Building(config, start_again, clock)
    ledger, beginning = building.ledger()
    debouncer, recording = building.debouncer(), building.recording()
    eyes = Eyes(building.gallery, building.surface, inbox.put, recording.frame, building.lens)
    pictures = Pictures(building.nights.folder / "pictures", building.ring, eyes.draw, eyes.close_up)
    buttons = open_buttons(building.wiring.buttons, inbox.put, building.factory)
    lamps = Lamps(building.wiring.lamps, building.factory)
    enrolment = building.enrolment(eyes, recording)
    around = _Around(pictures, recording, eyes, enrolment, building.nights, lamps)
    timing = Timing(patience_ns=config.xxl.patience_ms * MS)
    table = Table(
        ledger,
        building.games,
        building.wiring,
        settings_of(config),
        debouncer,
        building.arbiter(),
        BoardMemory(),
        around,
        timing,
    )
    table.begin(beginning, clock())
    table.start(buttons.levels(), clock())
    views = Views(building.games, building.wiring, building.language, config.table.surface_mm)
    health = Health(eyes, debouncer, buttons, building.wiring, pictures, recording, table, building.state)
    runtime = Runtime(
        table,
        views,
        inbox,
        lambda name: enrolment.picture() if name == PICTURE else pictures.read(name),
        health.read,
        clock,
        recording,
        building.simulated,
        enrolment=lambda: enrolment_view(enrolment),
    )
    enrolment.changed = runtime.touch
    simulation = building.simulation(runtime.places_to_clear)
    if config.recording.on:
        recording.switch(True)
    open_again = building.camera(simulation)

    def run_table() -> None:
        with closing(ledger):
            runtime.run(stop)

    spawn("table", run_table)
    spawn("pictures", lambda: pictures.run(stop))
    spawn("recording", lambda: recording.run(stop))
    spawn("enrolment", lambda: enrolment.run(stop))
    spawn("eyes", lambda: eyes.run(stop))
    spawn("health", lambda: health.run(stop, runtime.touch, start_again))
    spawn("camera", lambda: watch(open_again, building.ring, eyes.show, eyes.lost, eyes.back, stop))

    def close() -> None:
        stop.set()
        for waiting in (runtime, pictures, recording, enrolment):
            waiting.wake()
        buttons.close()
        lamps.close()

    return Service(runtime, simulation, close)
