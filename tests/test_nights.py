"""Nights on the disk: which one goes on, which is new, and what is said of one that was cut off."""

from pathlib import Path

import pytest
from night_builders import MemoryLog
from rules.xxl_builders import SETTINGS, seats
from table_builders import GAMES

from device.errors import LogError
from device.eventlog import EventLog
from device.events import Event, GameStarted, NightEnded, NightStarted, Pressed
from device.language import Language
from device.ledger import Ledger
from device.nights import LOG_NAME, BrokenLog, Nights, boot_id, fresh_folder, resumed

STARTED = GameStarted("xxl", "party", seats(0, 1), SETTINGS)


def written(nights: Nights, *events: Event) -> None:
    log, _, _ = nights.open()
    for event in (nights.started(), *events):
        log.append([event], 0)
    log.close()


def reopened(state: Path, simulated: bool = False) -> tuple[Nights, list[str], str | None]:
    """The nights as the next start finds them, what the log holds, and its damage."""
    nights = Nights(state, simulated, "Friday")
    log, entries, damage = nights.open()
    log.close()
    return nights, [type(entry.event).__name__ for entry in entries], damage


def test_the_first_night_is_new_and_empty(tmp_path: Path) -> None:
    nights, entries, damage = reopened(tmp_path)
    assert (entries, damage) == ([], None)
    assert nights.folder.parent == tmp_path / "nights"


def test_a_night_goes_on_until_good_night_is_said(tmp_path: Path) -> None:
    nights = Nights(tmp_path, False, "Friday")
    written(nights, STARTED)
    again, entries, _ = reopened(tmp_path)
    assert again.folder == nights.folder
    assert entries == ["NightStarted", "GameStarted"]


def test_after_good_night_a_new_night_begins(tmp_path: Path) -> None:
    nights = Nights(tmp_path, False, "Friday")
    written(nights, NightEnded())
    again, entries, _ = reopened(tmp_path)
    assert again.folder != nights.folder
    assert entries == []


def test_a_real_table_does_not_go_on_with_a_simulated_night(tmp_path: Path) -> None:
    nights = Nights(tmp_path, True, "Friday")
    written(nights, STARTED)
    again, entries, _ = reopened(tmp_path, simulated=False)
    assert again.folder != nights.folder
    assert entries == []


def test_a_new_night_has_its_own_folder_and_log(tmp_path: Path) -> None:
    nights = Nights(tmp_path, False, "Friday")
    written(nights)
    first = nights.folder
    nights.new().close()
    assert nights.folder != first
    assert (nights.folder / LOG_NAME).exists()
    assert (first / LOG_NAME).exists()


def test_a_night_begins_with_its_name_and_whether_it_is_simulated(tmp_path: Path) -> None:
    started = Nights(tmp_path, True, "Friday").started()
    assert (started.name, started.simulated, started.boot) == ("Friday", True, boot_id())
    assert "T" in started.wall and started.version


def test_a_damaged_log_is_told(tmp_path: Path) -> None:
    nights = Nights(tmp_path, False, "Friday")
    written(nights, STARTED)
    (nights.folder / LOG_NAME).write_bytes(b"this is no database" * 1000)
    _, entries, damage = reopened(tmp_path)
    assert entries == []
    assert damage is not None and "damaged" in damage


def ledger_of(*events: Event) -> Ledger:
    log = MemoryLog()
    for event in events:
        log.append([event], 0)
    return Ledger(log, log.entries, GAMES)


def told(*events: Event, damage: str | None = None) -> str:
    ledger = ledger_of(*events)
    return resumed(ledger.night, ledger.entries, damage, Language()).interrupted


def test_a_night_that_goes_on_says_what_was_going_on() -> None:
    begun = NightStarted("Friday", False, "", "1", "boot")
    assert told(begun) == "The table was cut off while no game was running."
    assert "during the game of Pizza XXL" in told(begun, STARTED)
    assert told(begun, STARTED, Pressed(0, 0, 5)).endswith("the table gives it now, or asks the referee.")
    assert told(begun, damage="The log was damaged.").startswith("The log was damaged. ")


def test_only_on_the_same_start_of_the_machine_is_the_clock_the_same() -> None:
    here, elsewhere = (ledger_of(NightStarted("Friday", False, "", "1", boot)) for boot in (boot_id(), "another"))
    assert resumed(here.night, here.entries, None, Language()).same_clock
    assert not resumed(elsewhere.night, elsewhere.entries, None, Language()).same_clock


def test_a_fresh_folder_never_is_one_that_exists(tmp_path: Path) -> None:
    found = set()
    for _ in range(3):
        folder = fresh_folder(tmp_path)
        folder.mkdir()
        found.add(folder)
    assert len(found) == 3


class Disk:
    """A disk that may take something, or not."""

    def __init__(self) -> None:
        self.full = True
        self.starts = 0

    def open_again(self) -> None:
        if self.full:
            raise LogError("The disk is still full.")

    def start_again(self) -> None:
        self.starts += 1


def test_a_log_that_cannot_be_opened_takes_nothing_and_asks_for_a_start_once_the_disk_is_well() -> None:
    disk = Disk()
    broken: EventLog = BrokenLog(LogError("The disk is full."), disk.open_again, disk.start_again)
    with pytest.raises(LogError, match="is full"):
        broken.append([NightEnded()], 0)
    with pytest.raises(LogError, match="still full"):
        broken.probe()
    assert disk.starts == 0
    disk.full = False
    with pytest.raises(LogError, match="is full"):
        broken.probe()
    assert disk.starts == 1
    broken.close()
