"""A table that is killed at any moment has lost nothing that it showed, says that it was cut off, and goes on."""

import os
import subprocess
import sys
from pathlib import Path

import crash

TESTS = Path(__file__).parent


def test_a_log_that_is_killed_keeps_every_event_that_it_took(tmp_path: Path) -> None:
    command = [sys.executable, str(TESTS / "log_crash.py"), str(tmp_path), "120", "7"]
    path = os.pathsep.join([str(TESTS.parent), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path}, check=False)
    assert done.returncode == 0, done.stderr
    kills, events = done.stdout.split()[0], int(done.stdout.split()[2])
    assert kills == "120"
    assert events > 120


def test_a_busy_table_that_is_killed_has_lost_nothing_that_it_showed(tmp_path: Path) -> None:
    figures = crash.crash(tmp_path, kills=5, seed=3)
    assert figures.lost == []
    assert figures.kills == 5
    assert figures.views > 50
    assert figures.commands > 5
    assert figures.verdicts > 5


def test_the_check_itself_notices_what_is_missing(tmp_path: Path) -> None:
    figures = crash.crash(tmp_path, kills=1, seed=5)
    assert figures.lost == []
    check = crash.Check(tmp_path)
    shown = {
        "verdicts": [{"id": 900, "seat": 1, "slot": 2, "at_ns": 1, "reason": "accepted", "status": "standing"}],
        "slap": {"at_ns": 5, "presses": [{"seat": 0, "slot": 0, "behind_ms": 0.0}]},
        "game": None,
        "night": {"interrupted": None},
    }
    lost = check.compare([shown])
    assert lost[0] == "verdict 900 of seat 1 was shown"
    assert lost[1] == "the press (0, 0, 5) was shown"
    assert lost[2].startswith("no part of the log comes to what was shown last")
