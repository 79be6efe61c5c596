"""A night without a disk, for the tests of what follows from the log."""

from collections.abc import Sequence

from msgspec.structs import replace
from rules.xxl_builders import PARTY, PIZZAS, SECOND, SETTINGS, seats, verdict_on

from device.commands import Commands
from device.console import Console
from device.errors import LogError
from device.eventlog import Entry
from device.events import ClaimJudged, Event, GameStarted, NightStarted
from device.ledger import Ledger
from device.night import Games
from device.rules.game import Refusal
from device.rules.xxl.events import RoundOpened, TokenRevealed
from device.rules.xxl.state import State
from device.wiring import DEFAULT_WIRING
from vision.reading import Board

GAMES: Games = {("xxl", "party"): PARTY}
NOW = 10 * SECOND
BEGUN = NightStarted("Friday", False, "2026-12-04T19:00", "1.0", "boot-1")
STARTED = GameStarted("xxl", "party", seats(0, 1, 2), SETTINGS)
OPENED = RoundOpened(PIZZAS, NOW, 0)
UP = tuple(
    TokenRevealed(1, kind, piece, NOW + SECOND, NOW + SECOND)
    for piece, kind in ((1, "mushroom"), (2, "tomato"), (3, "onion"), (10, "cheese"), (4, "pepper"))
)
"""With these the margherita in slot 0 and the pepper pizza in slot 1 are ready."""


class MemoryLog:
    """A log in memory; `failing` is a disk that takes nothing."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.failing = False
        self.closed = False

    def append(self, events: Sequence[Event], t_ns: int) -> list[Entry]:
        self.probe()
        batch = len(self.entries) + 1
        new = [Entry(batch + index, batch, t_ns, event) for index, event in enumerate(events)]
        self.entries += new
        return new

    def probe(self) -> None:
        if self.failing:
            raise LogError("The log cannot be written (disk full).")

    def close(self) -> None:
        self.closed = True


class Evening:
    """A ledger with its console, on a log in memory."""

    def __init__(self, *batches: Sequence[Event] | Event) -> None:
        self.log = MemoryLog()
        self.ledger = Ledger(self.log, [], GAMES)
        self.console = Console(self.ledger, GAMES, DEFAULT_WIRING, dict(SETTINGS))
        for batch in batches:
            self.commit(*([batch] if isinstance(batch, Event) else batch))

    @property
    def state(self) -> State:
        return self.ledger.night.state

    def commit(self, *events: Event) -> None:
        self.ledger.commit(events, NOW)

    def claim(self, seat: int, slot: int, at_ns: int) -> ClaimJudged:
        """A hand on a pizza, judged by the game and committed."""
        judged = replace(verdict_on(self.state, seat, slot, at_ns), verdict=self.ledger.next_verdict)
        self.commit(judged)
        return judged

    def ask(self, seen: Board | None = None, now_ns: int = NOW, **command: object) -> Refusal | None:
        """Carry out the command with these fields; a command that cannot be read is a refusal too."""
        read = Commands((PARTY,)).read(command)
        return read if isinstance(read, Refusal) else self.console.carry_out(read, seen, now_ns)

    def reasons(self) -> list[str]:
        return [str(verdict.reason) for verdict in self.ledger.night.verdicts]

    def reopened(self) -> Ledger:
        """The ledger that a restart would make of the same log."""
        return Ledger(MemoryLog(), self.log.entries, GAMES)
