"""Make and drive a chip of the kernel's GPIO simulator (gpio-sim).

Every change goes through a descriptor that is already open and gives the interval of CLOCK_MONOTONIC in which it took
place: the time that the kernel stamps on the edge must lie inside. `Hand` drives the lines from a process of its own,
so that driving never holds up the threads that receive the edges.

Drive a line only after it was opened: claiming it with a pull-up sets the simulated pull as well.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

PULL = {0: b"pull-down", 1: b"pull-up"}
Move = tuple[int, int, int]
"""When in microseconds, which line, to which level."""
Interval = tuple[int, int]


class Chip:
    """A simulated chip with as many lines as a Pi's."""

    def __init__(self, lines: int = 58) -> None:
        self._config = Path("/sys/kernel/config/gpio-sim/table")
        bank = self._config / "bank0"
        bank.mkdir(parents=True)
        (bank / "num_lines").write_text(str(lines))
        (bank / "label").write_text("pinctrl-bcm2711")
        (self._config / "live").write_text("1")
        name = (bank / "chip_name").read_text().strip()
        self.folder = Path("/sys/devices/platform", (self._config / "dev_name").read_text().strip(), name)
        self.number = int(name.removeprefix("gpiochip"))

    def level(self, line: int) -> int:
        """What is on the line now, also if the program drives it."""
        return int((self.folder / f"sim_gpio{line}" / "value").read_text())

    def close(self) -> None:
        """Take the chip away."""
        (self._config / "live").write_text("0")
        (self._config / "bank0").rmdir()
        self._config.rmdir()


class Hand:
    """A process that moves lines at given times."""

    def __init__(self, chip: Chip, lines: Iterable[int]) -> None:
        command = [sys.executable, __file__, str(chip.folder), *map(str, lines)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def play(self, *moves: Move) -> list[Interval]:
        """Do the moves in the order of their times; gives the interval in nanoseconds in which each took place."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(sorted(moves)) + "\n")
        self._process.stdin.flush()
        return [(before, after) for before, after in json.loads(self._process.stdout.readline())]

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def play(pulls: dict[int, int], moves: list[Move]) -> list[Interval]:
    """Busy waiting, as a sleep would be too coarse for what is measured here."""
    start_ns = time.monotonic_ns() + 5_000_000
    done = []
    for at_us, line, level in moves:
        while time.monotonic_ns() < start_ns + 1000 * at_us:
            pass
        before_ns = time.monotonic_ns()
        os.pwrite(pulls[line], PULL[level], 0)
        done.append((before_ns, time.monotonic_ns()))
    return done


def serve(folder: Path, lines: list[int]) -> None:
    """Play what comes in, a list of moves a line."""
    pulls = {line: os.open(folder / f"sim_gpio{line}" / "pull", os.O_WRONLY) for line in lines}
    for text in sys.stdin:
        sys.stdout.write(json.dumps(play(pulls, json.loads(text))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    serve(Path(sys.argv[1]), [int(line) for line in sys.argv[2:]])
