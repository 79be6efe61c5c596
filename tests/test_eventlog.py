"""The log keeps what it took, notices what was done to it, and says so when the disk takes no more."""

import resource
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.errors import DamagedLogError, LogError
from device.eventlog import Entry, EventLog, open_log
from device.events import BoardCalibrated, CameraBack, CameraLost, EdgesDropped, Event, HoldSet, Pressed

TYPES: tuple[type[Event], ...] = (CameraLost, CameraBack, Pressed, HoldSet, EdgesDropped)


def written(path: Path) -> list[Entry]:
    """A log of five presses, one a batch, closed."""
    log = EventLog(path, TYPES)
    entries = [entry for n in range(5) for entry in log.append([Pressed(n, 0, 1000 + n)], 2000 + n)]
    log.close()
    return entries


def filled(path: Path) -> list[Entry]:
    """A log of several pages, closed."""
    log = EventLog(path, TYPES)
    entries = log.append([Pressed(n, 0, 1000 + n) for n in range(300)], 2000)
    log.close()
    return entries


def change(path: Path, statement: str, *values: object) -> None:
    """Somebody else changes the file."""
    database = sqlite3.connect(path)
    with database:
        database.execute(statement, values)
    database.close()


def read_back(path: Path) -> tuple[list[Entry], str | None]:
    log, entries, damage = open_log(path, TYPES)
    log.close()
    return entries, damage


# What was appended


def test_a_log_begins_empty_also_in_a_folder_that_is_not_there_yet(tmp_path: Path) -> None:
    assert read_back(tmp_path / "nights" / "friday.sqlite") == ([], None)


def test_what_was_appended_is_there_after_a_reopen(tmp_path: Path) -> None:
    entries = written(tmp_path / "log")
    assert read_back(tmp_path / "log") == (entries, None)
    assert entries[2] == Entry(3, 3, 2002, Pressed(2, 0, 1002))


def test_events_appended_together_share_a_batch(tmp_path: Path) -> None:
    log, _, _ = open_log(tmp_path / "log", TYPES)
    log.append([CameraBack()], 1)
    batch = log.append([CameraLost("unplugged"), HoldSet(True)], 2)
    assert [(entry.seq, entry.batch) for entry in batch] == [(2, 2), (3, 2)]
    assert log.append([], 3) == []
    assert [(entry.seq, entry.batch) for entry in log.append([HoldSet(False)], 4)] == [(4, 4)]
    assert log.read()[0][1:3] == batch
    log.close()


def test_a_reopened_log_goes_on_in_the_same_chain(tmp_path: Path) -> None:
    entries = written(tmp_path / "log")
    log, _, _ = open_log(tmp_path / "log", TYPES)
    more = log.append([CameraBack()], 9)
    log.close()
    assert more == [Entry(6, 6, 9, CameraBack())]
    assert read_back(tmp_path / "log") == (entries + more, None)


def test_what_was_appended_is_on_the_disk_though_nobody_closed_the_log(tmp_path: Path) -> None:
    """The process is killed without a word."""
    program = (
        "import os, sys; from pathlib import Path; from device.eventlog import EventLog; "
        "from device.events import Pressed; log = EventLog(Path(sys.argv[1]), (Pressed,)); "
        "log.append([Pressed(1, 2, 3)], 4); os._exit(9)"
    )
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path / "log")], check=False)
    assert done.returncode == 9
    assert read_back(tmp_path / "log") == ([Entry(1, 1, 4, Pressed(1, 2, 3))], None)


def test_appends_wait_for_the_disk(tmp_path: Path) -> None:
    log = EventLog(tmp_path / "log", TYPES)
    modes = [log._database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
    log.close()
    assert modes == ["wal", 2]  # 2 is FULL


# What was done to it


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET event = replace(event, '1003', '1004') WHERE seq = 4",
        "UPDATE entries SET t_ns = t_ns + 1 WHERE seq = 4",
        "UPDATE entries SET batch = 3 WHERE seq = 4",
        "UPDATE entries SET checksum = checksum + 1 WHERE seq = 4",
        "UPDATE entries SET event = '{}' WHERE seq = 4",
        "UPDATE entries SET event = x'ff00' WHERE seq = 4",
        "UPDATE entries SET event = 17 WHERE seq = 4",
        "UPDATE entries SET t_ns = 'noon' WHERE seq = 4",
        "DELETE FROM entries WHERE seq = 4",
        "UPDATE entries SET seq = 9 WHERE seq = 4",
    ],
)
def test_a_change_is_noticed_and_what_stands_before_it_is_carried_over(tmp_path: Path, statement: str) -> None:
    entries = written(tmp_path / "log")
    change(tmp_path / "log", statement)
    found, damage = read_back(tmp_path / "log")
    assert found == entries[:3]
    assert damage is not None
    assert "event 4" in damage
    assert "goes on from event 3" in damage
    assert str(tmp_path / "log.damaged-1") in damage
    assert read_back(tmp_path / "log") == (entries[:3], None)


def test_the_damaged_file_is_kept_as_it_was(tmp_path: Path) -> None:
    written(tmp_path / "log")
    change(tmp_path / "log", "DELETE FROM entries WHERE seq = 2")
    read_back(tmp_path / "log")
    kept = sqlite3.connect(tmp_path / "log.damaged-1")
    assert [row[0] for row in kept.execute("SELECT seq FROM entries ORDER BY seq")] == [1, 3, 4, 5]
    kept.close()


def test_a_second_damage_does_not_overwrite_the_first_file(tmp_path: Path) -> None:
    written(tmp_path / "log")
    for _ in range(2):
        change(tmp_path / "log", "DELETE FROM entries WHERE seq = 1 OR seq = 2")
        written_more = EventLog(tmp_path / "log", TYPES)
        written_more.close()
        (tmp_path / "log").write_bytes(b"no database" * 100)
        read_back(tmp_path / "log")
    assert {path.name for path in tmp_path.glob("log.damaged-?")} == {"log.damaged-1", "log.damaged-2"}


def test_a_damaged_file_that_cannot_be_moved_is_left_and_named(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 250)  # with the ending it would be longer than a name may be
    path.write_bytes(b"a shopping list, not a database\n" * 50)
    with pytest.raises(LogError, match="cannot be moved aside"):
        open_log(path, TYPES)
    assert path.read_bytes().startswith(b"a shopping list")


def test_two_changed_entries_swapped_are_noticed(tmp_path: Path) -> None:
    entries = written(tmp_path / "log")
    change(tmp_path / "log", "UPDATE entries SET seq = CASE seq WHEN 2 THEN -3 ELSE -2 END WHERE seq IN (2, 3)")
    change(tmp_path / "log", "UPDATE entries SET seq = -seq WHERE seq < 0")
    assert read_back(tmp_path / "log")[0] == entries[:1]


def test_a_file_that_is_no_log_is_kept_and_the_night_begins_anew(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(b"a shopping list, not a database\n" * 50)
    found, damage = read_back(tmp_path / "log")
    assert found == []
    assert damage is not None
    assert (tmp_path / "log.damaged-1").read_bytes().startswith(b"a shopping list")
    with pytest.raises(DamagedLogError, match="is damaged"):
        EventLog(tmp_path / "log.damaged-1", TYPES)


def test_another_programs_database_is_kept_too(tmp_path: Path) -> None:
    change(tmp_path / "log", "CREATE TABLE entries (seq INTEGER PRIMARY KEY, name TEXT)")
    found, damage = read_back(tmp_path / "log")
    assert (found, damage is not None) == ([], True)


def test_an_event_that_this_table_does_not_know_is_damage(tmp_path: Path) -> None:
    log = EventLog(tmp_path / "log", (*TYPES, BoardCalibrated))
    log.append([CameraBack()], 1)
    log.append([BoardCalibrated()], 2)
    log.close()
    found, damage = read_back(tmp_path / "log")
    assert len(found) == 1
    assert damage is not None
    assert "event 2 cannot be read" in damage


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9])
def test_a_truncated_file_gives_what_can_still_be_read(tmp_path: Path, share: float) -> None:
    entries = filled(tmp_path / "log")
    whole = (tmp_path / "log").read_bytes()
    (tmp_path / "log").write_bytes(whole[: int(len(whole) * share)])
    found, damage = read_back(tmp_path / "log")
    assert found == entries[: len(found)]
    assert (damage is None) == (share == 0.0)  # a file of no bytes is a new log
    assert len(found) < 300
    assert read_back(tmp_path / "log") == (found, None)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_changed_byte_never_changes_what_is_read_without_being_noticed(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("flip") / "log"
    entries = filled(path)
    content = bytearray(path.read_bytes())
    place = data.draw(st.integers(0, len(content) - 1))
    content[place] ^= data.draw(st.integers(1, 255))
    path.write_bytes(bytes(content))
    found, damage = read_back(path)
    assert found == entries[: len(found)]
    assert found == entries or damage is not None


def test_a_broken_letter_in_the_names_of_the_tables_is_damage(tmp_path: Path) -> None:
    """SQLite quotes the broken name in its error, which is then no text."""
    written(tmp_path / "log")
    content = (tmp_path / "log").read_bytes()
    (tmp_path / "log").write_bytes(content.replace(b"tableprobesprobes", b"table\xf0robesprobes"))
    found, damage = read_back(tmp_path / "log")
    assert found == []
    assert damage is not None


# When the disk takes no more


def test_a_full_log_raises_and_changes_nothing(tmp_path: Path) -> None:
    log = EventLog(tmp_path / "log", TYPES)
    kept = log.append([CameraBack()], 1)
    pages = log._database.execute("PRAGMA page_count").fetchone()[0]
    log._database.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(LogError, match="cannot be written"):
        log.append([CameraLost("x" * 100_000), CameraBack()], 2)
    assert log.read() == (kept, None)
    log._database.execute("PRAGMA max_page_count = 100000")
    more = log.append([CameraBack()], 3)
    log.close()
    assert more == [Entry(2, 2, 3, CameraBack())]
    assert read_back(tmp_path / "log") == (kept + more, None)


def test_a_log_that_is_locked_by_another_raises_and_changes_nothing(tmp_path: Path) -> None:
    log = EventLog(tmp_path / "log", TYPES)
    log._database.execute("PRAGMA busy_timeout = 1")
    other = sqlite3.connect(tmp_path / "log", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(LogError):
        log.append([CameraBack()], 1)
    with pytest.raises(LogError):
        log.probe()
    other.execute("ROLLBACK")
    other.close()
    log.probe()
    assert [entry.seq for entry in log.append([CameraBack()], 1)] == [1]
    log.close()


ON_A_FULL_DISK = """
import resource, sys
from pathlib import Path
from device.errors import LogError
from device.eventlog import EventLog
from device.events import CameraLost
path = Path(sys.argv[1])
log = EventLog(path, (CameraLost,))
log.append([CameraLost("first")], 1)
size = path.with_name(path.name + "-wal").stat().st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
for attempt in (lambda: log.append([CameraLost("second")], 2), log.probe):
    try:
        attempt()
        sys.exit(3)
    except LogError as error:
        print(error)
assert [entry.event.detail for entry in log.read()[0]] == ["first"]
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
log.probe()
log.append([CameraLost("third")], 3)
"""


def test_when_the_file_cannot_grow_nothing_counts_and_later_it_goes_on(tmp_path: Path) -> None:
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[1] == resource.RLIM_INFINITY
    done = subprocess.run(
        [sys.executable, "-c", ON_A_FULL_DISK, str(tmp_path / "log")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("cannot be written") == 2
    log, entries, damage = open_log(tmp_path / "log", (CameraLost,))
    log.close()
    assert damage is None
    assert [(entry.seq, entry.event) for entry in entries] == [(1, CameraLost("first")), (2, CameraLost("third"))]


def test_a_place_where_no_file_can_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LogError, match=r"cannot be opened .*; check that the disk is writable"):
        open_log(tmp_path / "file" / "log", TYPES)
    (tmp_path / "folder").mkdir()
    with pytest.raises(LogError, match="cannot be opened"):
        open_log(tmp_path / "folder", TYPES)


def test_a_read_only_log_raises_and_changes_nothing(tmp_path: Path) -> None:
    """`query_only` stands for a disk that went read-only, which the tests' user might not be able to make."""
    log = EventLog(tmp_path / "log", TYPES)
    log._database.execute("PRAGMA query_only = ON")
    with pytest.raises(LogError, match="cannot be written"):
        log.append([CameraBack()], 1)
    with pytest.raises(LogError, match="cannot be written"):
        log.probe()
    log._database.execute("PRAGMA query_only = OFF")
    assert [entry.seq for entry in log.append([CameraBack()], 1)] == [1]
    log.close()


def test_a_log_that_another_program_holds_is_not_taken_for_damaged(tmp_path: Path) -> None:
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = sqlite3.SQLITE_BUSY
    log = EventLog(tmp_path / "log", TYPES)
    assert not log._damaged(error)
    log.close()


def test_the_errors_are_also_os_errors() -> None:
    assert issubclass(LogError, OSError)
    assert issubclass(DamagedLogError, LogError)
