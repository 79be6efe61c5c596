"""The log: every event, durable before anybody is shown anything that rests on it.

One SQLite file a night, in WAL mode with synchronous=FULL, so that an append that returned survives a power cut. Rows
carry a chained checksum: a damaged log is noticed when it is opened, what stands before the damage is kept.
"""

import os
import sqlite3
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Union

import msgspec

from device.errors import DamagedLogError, LogError
from device.events import Event

SCHEMA = """
CREATE TABLE IF NOT EXISTS entries (
    seq INTEGER PRIMARY KEY, batch INTEGER NOT NULL, t_ns INTEGER NOT NULL, event BLOB NOT NULL,
    checksum INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS probes (id INTEGER PRIMARY KEY, count INTEGER NOT NULL);
INSERT OR IGNORE INTO probes VALUES (1, 0);
"""


COLUMNS = "seq, batch, t_ns, event, checksum"


class Entry(msgspec.Struct, frozen=True):
    """An event in its place. Events decided together share a batch; `t_ns` is when they were appended."""

    seq: int
    batch: int
    t_ns: int
    event: Event


class EventLog:
    """The log of one night in the file `path`, which may hold events of `types`."""

    def __init__(self, path: Path, types: Sequence[type[Event]]) -> None:
        self.path = path
        self._encoder = msgspec.json.Encoder()
        self._decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(type=_union(types))
        self._checksum = 0
        self._next = 1
        self._database = self._open()

    def append(self, events: Sequence[Event], t_ns: int) -> list[Entry]:
        """Write the events as one batch; they are on the disk when this returns.

        Raises LogError, with nothing written, when the disk does not take them.
        """
        batch = self._next
        entries = [Entry(batch + index, batch, t_ns, event) for index, event in enumerate(events)]
        self._write(entries)
        return entries

    def read(self) -> tuple[list[Entry], str | None]:
        """All entries up to the first damaged one, and a sentence about the damage if there is any."""
        entries: list[Entry] = []
        checksum = 0
        try:
            for seq, batch, t_ns, payload, stored in self._database.execute(
                f"SELECT {COLUMNS} FROM entries ORDER BY seq"
            ):
                entry = Entry(seq, batch, t_ns, self._decoder.decode(payload))
                checksum = _chain(checksum, entry, payload)
                if checksum != stored:
                    return entries, f"event {len(entries) + 1} does not match its checksum"
                entries.append(entry)
        except (sqlite3.Error, ValueError, TypeError) as error:
            return entries, f"event {len(entries) + 1} cannot be read ({error})"
        self._next, self._checksum = len(entries) + 1, checksum
        return entries, None

    def probe(self) -> None:
        """Raise LogError unless the disk takes something now."""
        try:
            self._database.execute("UPDATE probes SET count = count + 1")
        except sqlite3.Error as error:
            raise LogError(f"The log {self.path} cannot be written ({error}).") from error

    def close(self) -> None:
        """Give the file back; appended events are safe with or without it."""
        self._database.close()

    def _write(self, entries: Sequence[Entry]) -> None:
        rows, checksum = [], self._checksum
        for entry in entries:
            payload = self._encoder.encode(entry.event)
            checksum = _chain(checksum, entry, payload)
            rows.append((entry.seq, entry.batch, entry.t_ns, payload, checksum))
        try:
            with self._database:
                self._database.execute("BEGIN IMMEDIATE")
                self._database.executemany(f"INSERT INTO entries ({COLUMNS}) VALUES (?, ?, ?, ?, ?)", rows)
        except sqlite3.Error as error:
            raise LogError(f"The log {self.path} cannot be written ({error}).") from error
        self._next += len(entries)
        self._checksum = checksum

    def _open(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            database = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        except (sqlite3.OperationalError, OSError) as error:
            raise self._cannot_be_opened(error) from error
        try:
            database.execute("PRAGMA journal_mode=WAL")
            database.execute("PRAGMA synchronous=FULL")
            database.executescript(SCHEMA)
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            database.close()
            if self._damaged(error):
                raise DamagedLogError(f"The log {self.path} is damaged ({error}).") from error
            raise self._cannot_be_opened(error) from error
        return database

    def _damaged(self, error: sqlite3.DatabaseError | UnicodeDecodeError) -> bool:
        """Whether the file is at fault, not the disk: SQLite also calls a file read-only whose header is broken."""
        if not isinstance(error, sqlite3.OperationalError):
            return True
        disk_is_well = os.access(self.path, os.W_OK) and os.access(self.path.parent, os.W_OK)
        return disk_is_well and error.sqlite_errorcode in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_ERROR)

    def _cannot_be_opened(self, error: Exception) -> LogError:
        return LogError(f"The log {self.path} cannot be opened ({error}); check that the disk is writable.")


def open_log(path: Path, types: Sequence[type[Event]]) -> tuple[EventLog, list[Entry], str | None]:
    """The log ready to append to, its entries, and a sentence when it was damaged.

    A damaged file is kept beside it as `*.damaged-N`, and what could be read is carried into a new one. Raises LogError
    when the disk cannot be written.
    """
    try:
        log = EventLog(path, types)
        entries, damage = log.read()
        if damage is None:
            return log, entries, None
        log.close()
    except DamagedLogError as error:
        entries, damage = [], str(error)
    kept = _set_aside(path)
    fresh = EventLog(path, types)
    fresh._write(entries)
    sentence = f"The log was damaged: {damage}. The night goes on from event {len(entries)}; the old file is {kept}."
    return fresh, entries, sentence


def entry_decoder(types: Sequence[type[Event]]) -> "msgspec.json.Decoder[Entry]":
    """Reads one entry as a recording keeps it, with an event of these types."""
    fields = [("seq", int), ("batch", int), ("t_ns", int), ("event", _union(types))]
    return msgspec.json.Decoder(type=msgspec.defstruct("Entry", fields, frozen=True))


def _set_aside(path: Path) -> Path:
    number = 1
    try:
        while path.with_name(f"{path.name}.damaged-{number}").exists():
            number += 1
        kept = path.with_name(f"{path.name}.damaged-{number}")
        for suffix in ("-wal", "-shm"):
            part = path.with_name(path.name + suffix)
            if part.exists():
                part.rename(kept.with_name(kept.name + suffix))
        return path.rename(kept)
    except OSError as error:
        raise LogError(f"The damaged log {path} cannot be moved aside ({error}); move it away by hand.") from error


def _chain(checksum: int, entry: Entry, payload: bytes) -> int:
    return zlib.crc32(b"%d %d %d " % (entry.seq, entry.batch, entry.t_ns) + payload, checksum)


def _union(types: Sequence[type[Event]]) -> Any:
    """The decoder's type: any of `types`."""
    return Union[tuple(types)]  # noqa: UP007 (built at run time)
