"""Appending, starting and undoing as the log grows: a long night with games of forty claims."""

import tempfile
import time
from pathlib import Path
from statistics import median

from device.eventlog import Entry, EventLog, open_log
from device.events import ClaimJudged, Event, GameStarted, NightStarted, Pressed, Seat, Undone
from device.games import EVENT_TYPES, games, xxl_components
from device.ledger import Ledger

SIZES = (100, 1_000, 10_000, 100_000)
TIMES = 30
CLAIMS = 40  # in a game
SETTINGS = {"tie_window_ns": 1_000_000, "second_claim_window_ns": 1_500_000_000, "grace_ns": 100_000_000}
SEATS = tuple(Seat(n, f"Player {n}", "red", "circle", n) for n in range(4))
GAMES = games(xxl_components(None), ((380, 118), (560, 118), (740, 118)))


def night(size: int) -> list[Entry]:
    """So many entries, each a batch of its own."""
    events: list[Event] = [NightStarted("A long night", True, "", "", "")]
    while len(events) < size:
        events.append(GameStarted("xxl", "party", SEATS, SETTINGS))
        for claim in range(CLAIMS):
            seat, slot, at_ns = claim % 4, claim % 3, len(events) * 1_000_000_000
            pizza = "ham-olive-pineapple"
            events.append(Pressed(seat, slot, at_ns))
            events.append(ClaimJudged(len(events), seat, slot, at_ns, "false_claim", pizza))
    return [Entry(n, n, n * 1_000_000_000, event) for n, event in enumerate(events[:size], start=1)]


def took_ms(begun_s: float) -> float:
    return (time.perf_counter() - begun_s) * 1000


def measure(folder: Path, size: int) -> tuple[float, float, float]:
    """Start to ready, one append, and one undo, in milliseconds."""
    path = folder / f"{size}.db"
    log = EventLog(path, EVENT_TYPES)
    log._write(night(size))
    log.close()
    begun_s = time.perf_counter()
    log, entries, _ = open_log(path, EVENT_TYPES)
    ledger = Ledger(log, entries, GAMES)
    start_ms = took_ms(begun_s)
    appends_ms, undos_ms = [], []
    for count in range(TIMES):
        begun_s = time.perf_counter()
        ledger.commit([Pressed(0, 0, size * 2_000_000_000 + count)], 0)
        appends_ms.append(took_ms(begun_s))
    for _ in range(TIMES if size <= 10_000 else 3):
        target = ledger.undo_target
        assert target is not None
        begun_s = time.perf_counter()
        ledger.revise(Undone(target.batch), target.seq, 0)
        undos_ms.append(took_ms(begun_s))
    ledger.close()
    return start_ms, median(appends_ms), median(undos_ms)


def main() -> None:
    """Print the table."""
    print(f"{'events':>9}{'start ms':>11}{'append ms':>11}{'undo ms':>11}   (medians; each append is on the disk)")
    with tempfile.TemporaryDirectory() as folder:
        for size in SIZES:
            start_ms, append_ms, undo_ms = measure(Path(folder), size)
            print(f"{size:9,}{start_ms:11.1f}{append_ms:11.2f}{undo_ms:11.1f}", flush=True)


if __name__ == "__main__":
    main()
