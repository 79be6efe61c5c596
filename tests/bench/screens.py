"""The same way from a slap to its verdict as more screens watch, and what it costs the table's processor."""

import json
import os
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

import websocket

from tests.bench.verdict import Hold

SCREENS = (1, 10, 30, 100)
PRESSES = 40
SETTLE_S = 1.0  # until the last screen has the last verdict
TICKS_PER_S = os.sysconf("SC_CLK_TCK")


def processor_s(pid: int) -> float:
    """Processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_PER_S


class Listener:
    """A viewer's page without the page: keeps what comes and when, and looks into it only later."""

    def __init__(self, port: int) -> None:
        address = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"
        self._socket = websocket.create_connection(address, skip_utf8_validation=True, timeout=60)
        self._came: list[tuple[int, str]] = []
        self._socket.send('40{"page":"table"}')
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    def forget(self) -> None:
        """Forget what came so far."""
        self._came.clear()

    def latencies_ms(self) -> dict[int, float]:
        """By the time of each press, how long after it this screen first had the verdict."""
        found: dict[int, float] = {}
        for came_ns, message in list(self._came):
            for verdict in json.loads(message[2:])[1]["verdicts"]:
                found.setdefault(verdict["at_ns"], (came_ns - verdict["at_ns"]) / 1e6)
        return found

    def close(self) -> None:
        self._socket.shutdown()
        self._thread.join()

    def _listen(self) -> None:
        with suppress(websocket.WebSocketException, OSError):  # closed
            while message := self._socket.recv():
                if message == "2":
                    self._socket.send("3")
                elif message.startswith('42["view"'):
                    self._came.append((time.monotonic_ns(), message))


def measure(table: Hold, screens: list[Listener], first: int) -> tuple[list[float], float]:
    """How long after each press the last screen had its verdict, and the share of one core that the table used."""
    worker = table.server.worker()
    assert worker is not None
    for screen in screens:
        screen.forget()
    begun_ns, used_s = time.monotonic_ns(), processor_s(worker)
    for number in range(first, first + PRESSES):
        table.press(number)
    share = (processor_s(worker) - used_s) / ((time.monotonic_ns() - begun_ns) / 1e9)
    time.sleep(SETTLE_S)
    by_screen = [screen.latencies_ms() for screen in screens]
    presses = [at_ns for at_ns in set.intersection(*(set(found) for found in by_screen)) if at_ns > begun_ns]
    return sorted(max(found[at_ns] for found in by_screen) for at_ns in presses), 100 * share


def main() -> None:
    """Print the table."""
    print(
        f"{'screens':>8}{'presses':>9}{'median ms':>11}{'most ms':>9}{'% of a core':>13}   (to the last of the screens)"
    )
    with tempfile.TemporaryDirectory() as folder:
        table = Hold(Path(folder))
        screens: list[Listener] = []
        for row, count in enumerate(SCREENS):
            screens += [Listener(table.server.port) for _ in range(count - len(screens))]
            times_ms, share = measure(table, screens, row * PRESSES)
            median_ms, most_ms = times_ms[len(times_ms) // 2], times_ms[-1]
            print(f"{count:8}{len(times_ms):9}{median_ms:11.1f}{most_ms:9.1f}{share:13.0f}", flush=True)
        for screen in screens:
            screen.close()
        table.close()


if __name__ == "__main__":
    main()
