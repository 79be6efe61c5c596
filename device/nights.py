"""The nights on the disk: a folder each, with its log and pictures. The newest goes on until good night is said."""

from collections.abc import Callable, Sequence
from datetime import datetime
from importlib.metadata import version
from itertools import chain, count
from pathlib import Path

from device.errors import LogError
from device.eventlog import Entry, EventLog, open_log
from device.events import Event, NightEnded, NightResumed, NightStarted
from device.games import EVENT_TYPES
from device.language import Language
from device.night import Night

LOG_NAME = "log.db"
BOOT_FILE = Path("/proc/sys/kernel/random/boot_id")


class BrokenLog(EventLog):
    """Stands for a log that cannot even be opened: takes nothing, and calls `start_again` once the disk does again."""

    def __init__(self, error: LogError, open_again: Callable[[], None], start_again: Callable[[], None]) -> None:
        self._error = error
        self._open_again = open_again
        self._start_again = start_again

    def append(self, events: Sequence[Event], t_ns: int) -> list[Entry]:
        """Raises LogError."""
        raise self._error

    def probe(self) -> None:
        """Try the disk again. Raises LogError in any case: what was on the disk has to be folded first."""
        self._open_again()
        self._start_again()
        raise self._error

    def close(self) -> None:
        """Nothing is open."""


class Nights:
    """The folders under `state`/nights."""

    def __init__(self, state: Path, simulated: bool, name: str) -> None:
        self._nights = state / "nights"
        self._simulated = simulated
        self._name = name
        self.folder = self._newest() or self._fresh()

    def open(self) -> tuple[EventLog, list[Entry], str | None]:
        """The log to go on with, its entries, and a sentence when it was damaged. Raises LogError.

        A night that has ended is not gone on with, nor is a simulated one at a real table or the other way round.
        """
        log, entries, damage = open_log(self.folder / LOG_NAME, EVENT_TYPES)
        first, last = (entries[0].event, entries[-1].event) if entries else (None, None)
        other = isinstance(first, NightStarted) and first.simulated != self._simulated
        if other or isinstance(last, NightEnded):
            log.close()
            return self.new(), [], None
        return log, entries, damage

    def new(self) -> EventLog:
        """The empty log of a new night."""
        self.folder = self._fresh()
        return EventLog(self.folder / LOG_NAME, EVENT_TYPES)

    def started(self) -> NightStarted:
        """The first event of a night."""
        return NightStarted(self._name, self._simulated, wall_time(), version("pizza-table"), boot_id())

    def _newest(self) -> Path | None:
        found = sorted(folder for folder in self._nights.glob("*") if (folder / LOG_NAME).exists())
        return found[-1] if found else None

    def _fresh(self) -> Path:
        return fresh_folder(self._nights)


def resumed(night: Night, entries: Sequence[Entry], damage: str | None, language: Language) -> NightResumed:
    """The event with which a night goes on after it was cut off: it says what was going on."""
    boots = [e.event.boot for e in entries if isinstance(e.event, NightStarted | NightResumed)]
    said = [damage] if damage else []
    if night.game is None:
        said.append(language.text("interrupted.idle"))
    else:
        said.append(language.text("interrupted.round", title=night.game.title))
    if night.unjudged():
        said.append(language.text("interrupted.presses"))
    return NightResumed(" ".join(said), boots[-1:] == [boot_id()], wall_time(), boot_id())


def fresh_folder(parent: Path) -> Path:
    """A folder that does not exist yet, named after the present moment."""
    stamp = f"{datetime.now().astimezone():%Y-%m-%d-%H%M%S}"
    names = chain([stamp], (f"{stamp}-{number}" for number in count(2)))
    return next(parent / name for name in names if not (parent / name).exists())


def wall_time() -> str:
    """Now, for people: local time with its offset, to the second."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def boot_id() -> str:
    """Names this start of the machine; the monotonic clock begins anew with each."""
    try:
        return BOOT_FILE.read_text().strip()
    except OSError:
        return ""
