"""A whole table in memory, in a time of its own: a log without a disk, eyes that read what they are told."""

from collections.abc import Iterable
from typing import Any

from night_builders import BEGUN, GAMES, MemoryLog
from rules.xxl_builders import FOR_MARGHERITA, MS, NAMES, PIZZAS, SECOND, SETTINGS, SLOTS_MM, TOKEN_KINDS

from device.buttons import DOWN, UP, Debouncer, Edge
from device.claims import Arbiter
from device.commands import EnrolmentCommand
from device.eventlog import Entry
from device.events import ClaimJudged, Event, NightResumed
from device.language import Language
from device.ledger import Ledger
from device.night import Games
from device.rules.game import Refusal
from device.table import Table, Timing
from device.views import Views
from device.wiring import DEFAULT_WIRING
from vision.memory import BoardMemory
from vision.reading import BoardReading, Face, Problem, Sighting

EXPOSURE_NS = 10 * MS
PATIENCE_NS = 1500 * MS
HAND = ((500.0, 80.0), (700.0, 80.0), (700.0, 160.0), (500.0, 160.0))
LINES = {place: line for line, place in DEFAULT_WIRING.claim_by_line.items()}
START_GAME = {
    "command": "start_game",
    "game": "xxl",
    "variant": "party",
    "seats": [{"seat": seat, "name": NAMES[seat]} for seat in range(3)],
    "youngest_first": [0, 1, 2],
}


class NotedOutside:
    """Notes what the table makes happen; `next_night` is the log of the night to come."""

    def __init__(self) -> None:
        self.pictures: list[tuple[str, int]] = []
        self.recording: list[bool] = []
        self.calibrations = 0
        self.enrolments: list[tuple[EnrolmentCommand, bool]] = []
        self.lamps: list[tuple[int, bool]] = []
        self.next_night = MemoryLog()

    def keep_picture(self, name: str, at_ns: int) -> None:
        self.pictures.append((name, at_ns))

    def record(self, on: bool) -> None:
        self.recording.append(on)

    def calibrate(self) -> None:
        self.calibrations += 1

    def enrol(self, command: EnrolmentCommand, playing: bool) -> Refusal | None:
        self.enrolments.append((command, playing))
        return None

    def new_night(self) -> tuple[MemoryLog, list[Event]]:
        self.next_night.probe()
        return self.next_night, [BEGUN]

    def lamp(self, seat: int, on: bool) -> None:
        self.lamps.append((seat, on))

    @property
    def lit(self) -> list[int]:
        return sorted(seat for seat, on in dict(self.lamps).items() if on)


def sightings(up: Iterable[int] = (), pizzas: tuple[str | None, ...] = PIZZAS) -> tuple[Sighting, ...]:
    """The sixteen tokens, those numbered in `up` face up, and the cards in their slots."""
    tokens = [
        Sighting("disc", Face.UP if n in up else Face.DOWN, kind if n in up else None, 60.0 * n, 100.0, None, 0.9)
        for n, kind in TOKEN_KINDS.items()
    ]
    cards = [
        Sighting("square", Face.UP, pizza, *slot_mm, 0.0, 0.9)
        for pizza, slot_mm in zip(pizzas, SLOTS_MM, strict=True)
        if pizza
    ]
    return (*tokens, *cards)


class TableInMemory:
    """Three people at a table, whose time is `now_ns`."""

    def __init__(
        self,
        entries: Iterable[Entry] = (),
        begin: Event = BEGUN,
        now_ns: int = SECOND,
        failing: bool = False,
        games: Games = GAMES,
    ) -> None:
        self.now_ns, self.games = now_ns, games
        self.log, self.outside = MemoryLog(), NotedOutside()
        self.log.failing = failing
        self.log.entries = list(entries)
        self.up: set[int] = set()
        self.pizzas: tuple[str | None, ...] = PIZZAS
        debouncer = Debouncer(DEFAULT_WIRING.buttons)
        ledger = Ledger(self.log, self.log.entries, games)
        arbiter, timing = Arbiter(tie_window_ns=MS), Timing(patience_ns=PATIENCE_NS)
        self.table = Table(
            ledger, games, DEFAULT_WIRING, SETTINGS, debouncer, arbiter, BoardMemory(), self.outside, timing
        )
        self.table.start(dict.fromkeys(DEFAULT_WIRING.buttons, UP), self.now_ns)
        self.table.begin([begin], self.now_ns)

    # People

    def command(self, name: str, **fields: Any) -> Refusal | None:
        return self.table.command({"command": name, **fields}, self.now_ns)

    def start_game(self) -> None:
        assert self.table.command(START_GAME, self.now_ns) is None

    def play(self) -> None:
        """A game whose first round is open."""
        self.start_game()
        self.look()

    def contact(self, line: int, at_ns: int | None = None) -> int:
        """A button goes down now, or went down at `at_ns`."""
        at_ns = self.now_ns if at_ns is None else at_ns
        self.table.edge(Edge(at_ns, line, DOWN), self.now_ns)
        return at_ns

    def press(self, seat: int, slot: int = 0, at_ns: int | None = None) -> int:
        return self.contact(LINES[seat, slot], at_ns)

    def release(self, seat: int, slot: int = 0) -> None:
        self.table.edge(Edge(self.now_ns, LINES[seat, slot], UP), self.now_ns)

    def turn(self, *kinds: str) -> None:
        """Tokens of these kinds are turned face up; nobody has seen it yet."""
        for kind in kinds:
            self.up.add(next(n for n, name in TOKEN_KINDS.items() if name == kind and n not in self.up))

    # Time and eyes

    def wait(self, milliseconds: float) -> None:
        """Let time pass; the table is asked to go on only when it wants to."""
        until_ns = self.now_ns + round(milliseconds * MS)
        while (due_ns := self.table.next_deadline_ns()) is not None and due_ns <= until_ns:
            self.now_ns = max(self.now_ns, due_ns)
            self.table.advance(self.now_ns)
            again_ns = self.table.next_deadline_ns()
            assert again_ns is None or again_ns > self.now_ns, "the table wants to go on, and does nothing"
        self.now_ns = until_ns

    def look(self, covered: tuple[tuple[tuple[float, float], ...], ...] = ()) -> None:
        """A picture is taken, ending now, and read."""
        self.read(BoardReading(self.now_ns - EXPOSURE_NS, self.now_ns, sightings(self.up, self.pizzas), covered))

    def trouble(self, problem: Problem, detail: str) -> None:
        """A picture is taken that cannot be read."""
        self.read(BoardReading(self.now_ns - EXPOSURE_NS, self.now_ns, problem=problem, detail=detail))

    def read(self, reading: BoardReading) -> None:
        self.table.reading(reading, self.now_ns)

    def show(self, *kinds: str) -> None:
        """Tokens are turned, and seen half a second later."""
        self.turn(*kinds)
        self.wait(500)
        self.look()

    def make_margherita_ready(self) -> None:
        self.show(*FOR_MARGHERITA)
        self.wait(100)

    def slap(self, seat: int, slot: int = 0) -> ClaimJudged:
        """A press, and the picture after it; gives its verdict."""
        at_ns = self.press(seat, slot)
        self.wait(30)
        self.look()
        return next(verdict for verdict in self.verdicts if (verdict.seat, verdict.at_ns) == (seat, at_ns))

    # What came of it

    @property
    def verdicts(self) -> tuple[ClaimJudged, ...]:
        return self.table.night.verdicts

    @property
    def reasons(self) -> list[str]:
        return [str(verdict.reason) for verdict in self.verdicts]

    @property
    def state(self) -> Any:
        return self.table.night.state

    def logged(self, kind: type[Event]) -> list[Any]:
        return [entry.event for entry in self.table.entries if isinstance(entry.event, kind)]

    def view(self, role: str = "viewer", language: str = "en") -> dict[str, Any]:
        views = Views(self.games, DEFAULT_WIRING, Language(language), (1120, 630))
        return views.view(self.table.night, self.table.live(), role, self.table.version)


def after_a_cut(table: TableInMemory, same_clock: bool, now_ns: int) -> TableInMemory:
    """The table that goes on with the log of one that was cut off."""
    resumed = NightResumed("It was cut off.", same_clock, "2026-12-04T21:00", "boot-1" if same_clock else "boot-2")
    return TableInMemory(table.log.entries, resumed, now_ns)
