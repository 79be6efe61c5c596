"""Kill processes that append to a log: `python tests/log_crash.py FOLDER KILLS SEED`. Says how many were killed.

Each child tells of every batch that its log took, as a table would show it, until it is killed at any moment.
"""

import os
import signal
import struct
import sys
import time
from pathlib import Path
from random import Random

from device.eventlog import open_log
from device.events import Pressed
from device.games import EVENT_TYPES
from device.ledger import Ledger

LONGEST_S = 0.03
TOLD = struct.Struct("<q")


def child(path: Path, pipe: int) -> None:
    """Append batches of one to three presses for ever, and tell the number of the last event after each."""
    log, entries, _ = open_log(path, EVENT_TYPES)
    ledger, chance = Ledger(log, entries, {}), Random(len(entries))
    while True:
        start = len(ledger)
        ledger.commit([Pressed(0, 0, start + n) for n in range(chance.randint(1, 3))], start)
        os.write(pipe, TOLD.pack(len(ledger)))


def kill_one(path: Path, chance: Random) -> int:
    """Run a child and kill it; gives the last number that it told, 0 when it told none."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        child(path, writing)
    os.close(writing)
    first = os.read(reading, TOLD.size)
    time.sleep(chance.uniform(0.0, LONGEST_S))
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    told = [first]
    while data := os.read(reading, TOLD.size):
        told.append(data)
    os.close(reading)
    return max((TOLD.unpack(data)[0] for data in told if len(data) == TOLD.size), default=0)


def check(path: Path, told: int) -> None:
    """All that was told is in the log, in its order, and nothing is damaged."""
    log, entries, damage = open_log(path, EVENT_TYPES)
    log.close()
    assert damage is None, damage
    assert len(entries) >= told, f"{told} events were told, the log holds {len(entries)}"
    for entry in entries:
        assert isinstance(entry.event, Pressed)
        assert entry.event.at_ns == entry.seq - 1, entry


def main() -> None:
    path, kills, chance = Path(sys.argv[1]) / "log.db", int(sys.argv[2]), Random(int(sys.argv[3]))
    told = 0
    for _ in range(kills):
        told = max(told, kill_one(path, chance))
        check(path, told)
    sys.stdout.write(f"{kills} kills, {told} events\n")


if __name__ == "__main__":
    main()
