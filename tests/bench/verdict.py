"""From a slap to its verdict on a screen, beyond the picture that a verdict may wait for.

The table is on hold, so that no verdict waits for the camera; all else is as in a game: lines, debouncer, arbiter, log,
server, a Socket.IO client and a page in a real browser. Times are of CLOCK_MONOTONIC, from the first contact.
"""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Page, sync_playwright

from device.eventlog import EventLog
from device.events import Pressed
from device.galleries import house_gallery
from device.games import EVENT_TYPES, xxl_components
from tests.table_process import Screen, Server, free_port
from vision.frames import Frame
from vision.markers import calibrate
from vision.reader import Reader
from vision.scene import FULL_SIZE, DrawnPiece, Scene, render
from vision.surface import Surface

PRESSES = 220
EVERY_S = 0.25
SEATS = 4
SWITCHES = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
WATCH = """() => {
  window.changed = [];
  const note = () => window.changed.push(performance.timeOrigin + performance.now());
  new MutationObserver(() => requestAnimationFrame(note)).observe(document.body,
    { subtree: true, childList: true, characterData: true, attributes: true });
}"""


class Hold:
    """A running table in a game on hold, whose presses are judged at once."""

    def __init__(self, folder: Path) -> None:
        self.server = Server(folder, free_port())
        self.server.start()
        self.screen = Screen(self.server.url)
        seats = [{"seat": seat, "name": f"Player {seat}"} for seat in range(SEATS)]
        game = {"game": "xxl", "variant": "party", "seats": seats, "youngest_first": list(range(SEATS))}
        for command in ({"command": "start_game", **game}, {"command": "hold", "on": True}):
            answer = self.screen.ask("command", command)
            assert answer == {"ok": True}, answer

    def press(self, number: int) -> None:
        """Press a button and let it go, and wait until the next press is due."""
        place = {"seat": number % SEATS, "slot": number // SEATS % 3}
        due_s = time.monotonic() + EVERY_S
        self.screen.ask("sim", {"action": "press", **place})
        time.sleep(0.08)
        self.screen.ask("sim", {"action": "release", **place})
        time.sleep(max(0.0, due_s - time.monotonic()))

    def close(self) -> None:
        self.screen.close()
        self.server.stop()


def latencies_ms(screen: Screen) -> dict[int, float]:
    """By the time of each press, how long after it the screen first had the verdict."""
    found: dict[int, float] = {}
    for view, came_ns in zip(screen.shown, screen.came_ns, strict=True):
        for verdict in view["verdicts"]:
            found.setdefault(verdict["at_ns"], (came_ns - verdict["at_ns"]) / 1e6)
    return found


def page_latencies_ms(page: Page, presses_ns: list[int]) -> list[float]:
    """From each press to the last frame that changed before the next press."""
    offset_ms = (time.time_ns() - time.monotonic_ns()) / 1e6
    changed_ms: list[float] = page.evaluate("window.changed")
    found = []
    for at_ns in presses_ns:
        at_ms = at_ns / 1e6 + offset_ms
        within = [ms - at_ms for ms in changed_ms if 0 < ms - at_ms < EVERY_S * 1000 * 0.9]
        found += within[-1:]
    return found


def row(name: str, times_ms: list[float]) -> str:
    """A row of the table."""
    ordered = sorted(times_ms)
    p99_ms = ordered[min(len(ordered) - 1, round(0.99 * len(ordered)))]
    return f"{name:52}{len(ordered):6}{median(ordered):10.1f}{p99_ms:10.1f}"


def timed_ms(times: int, work: Callable[[], Any]) -> list[float]:
    """How long each of so many runs takes."""
    found = []
    for _ in range(times):
        begun_s = time.perf_counter()
        work()
        found.append((time.perf_counter() - begun_s) * 1000)
    return found


def reads_ms() -> list[float]:
    """A full reading of a table with 16 tokens and three pizzas, by eyes that remember nothing."""
    components = xxl_components(None)
    kinds = [kind for kind, count in components.counts.items() for _ in range(count)]
    places = [(150.0 + 110 * (n % 8), 300.0 + 130 * (n // 8)) for n in range(len(kinds))]
    tokens = [
        DrawnPiece("disc", kind, x, y, 0.0, n % 2 == 0)
        for n, (kind, (x, y)) in enumerate(zip(kinds, places, strict=True))
    ]
    pizzas = list(components.toppings_of)[:3]
    cards = [DrawnPiece("square", pizza, 380.0 + 180 * n, 118.0, 0.0) for n, pizza in enumerate(pizzas)]
    image = render(Scene((*cards, *tokens), None, "daylight"), FULL_SIZE)
    calibration, gallery = calibrate(image, Surface(1120, 630)), house_gallery(components)
    assert gallery.matchers
    return timed_ms(9, lambda: Reader(calibration, gallery).read(Frame(0, 1, image)))


def main() -> None:
    """Print the table."""
    print(f"{'milliseconds':52}{'n':>6}{'median':>10}{'p99':>10}")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        table = Hold(Path(folder))
        with playwright.chromium.launch(executable_path="/usr/bin/chromium", args=SWITCHES) as browser:
            page = browser.new_page(viewport={"width": 1920, "height": 1080}, reduced_motion="reduce")
            page.goto(f"{table.server.url}/table")
            page.evaluate(WATCH)
            for number in range(PRESSES):
                table.press(number)
            found = latencies_ms(table.screen)
            print(row("slap to verdict at a Socket.IO client", list(found.values())))
            print(row("slap to verdict painted by a page in Chromium", page_latencies_ms(page, list(found))))
        echoes = timed_ms(PRESSES, lambda: table.screen.ask("sim", {}))
        table.close()
        log = EventLog(Path(folder) / "bench.db", EVENT_TYPES)
        print(row("reference: a bare Socket.IO echo, there and back", echoes))
        print(row("reference: a durable append", timed_ms(PRESSES, lambda: log.append([Pressed(0, 0, 1)], 1))))
        print(row("reference: a full reading of the board", reads_ms()))
        log.close()


if __name__ == "__main__":
    main()
