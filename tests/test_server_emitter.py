"""The one sender of views: newest only, in order, and a greeting for newcomers."""

import threading
from pathlib import Path
from typing import Any

import pytest
from browser import views
from browser.standin import StandInSimulation, StandInTable

from server.connections import Connections
from server.emitter import Emitter
from server.pins import Pins, reset_pin


class Outlet:
    """Keeps what was sent; `reached` is set at each message."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str, dict[str, Any]]] = []
        self.reached = threading.Event()

    def send(self, event: str, data: dict[str, Any], to: str) -> None:
        self.sent.append((to, event, data))
        self.reached.set()

    def take(self) -> list[tuple[str, str]]:
        heard = [(to, event) for to, event, _ in self.sent]
        self.sent.clear()
        return heard


class Bench:
    """An emitter between a stand-in table and an outlet that only remembers."""

    def __init__(self, path: Path, simulated: bool = False) -> None:
        self.path = path
        self.pins = Pins(path)
        self.outlet = Outlet()
        self.table = StandInTable(simulated)
        self.simulation = StandInSimulation() if simulated else None
        self.connections = Connections(self.pins)
        self.emitter = Emitter(self.outlet, self.connections, self.table, self.simulation, {"build": "b", "boot": "c"})

    def page(self, sid: str, page: str = "table", token: str | None = None) -> None:
        """A page that connected and was greeted; what it was sent is forgotten."""
        self.connections.opened(sid, page, token)
        self.emitter.greet(sid)
        self.emitter.flush()
        self.outlet.sent.clear()

    def token(self) -> str:
        return str(self.pins.choose("2468")["token"])


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path / "pin.json")


def test_a_change_reaches_both_roles_each_with_its_own_view(bench: Bench) -> None:
    bench.page("wall")
    bench.page("host", "referee", bench.token())
    bench.table.show(views.revealing())
    bench.emitter.flush()
    by_page = {to: data for to, _, data in bench.outlet.sent}
    assert set(by_page) == {"wall", "host"}
    assert "health" in by_page["host"] and "health" not in by_page["wall"]


def test_many_changes_become_one_view_and_it_is_the_newest(bench: Bench) -> None:
    bench.page("wall")
    for _ in range(5):
        bench.table.show(views.revealing())
    bench.table.show(views.accepted())
    bench.emitter.flush()
    assert [data["game"]["phase"] for _, _, data in bench.outlet.sent] == ["closing"]


def test_nothing_is_sent_when_nothing_changed(bench: Bench) -> None:
    bench.page("wall")
    bench.emitter.flush()
    assert bench.outlet.take() == []


def test_a_newcomer_is_greeted_and_shown_the_present_view(bench: Bench) -> None:
    bench.connections.opened("wall", "table", None)
    bench.emitter.greet("wall")
    bench.emitter.flush()
    hello = bench.outlet.sent[0][2]
    assert hello == {"build": "b", "boot": "c", "role": "viewer", "pin_chosen": False}
    assert bench.outlet.take() == [("wall", "hello"), ("wall", "view")]


def test_a_newcomer_hears_nothing_before_its_greeting_and_no_older_view_after(bench: Bench) -> None:
    bench.emitter.flush()
    bench.connections.opened("wall", "table", None)
    bench.table.show(views.revealing())
    bench.emitter.flush()
    assert bench.outlet.take() == []
    bench.emitter.greet("wall")
    bench.table.show(views.accepted())
    bench.emitter.flush()
    bench.table.show(views.over())
    bench.emitter.flush()
    assert [event for _, event, _ in bench.outlet.sent] == ["hello", "view", "view"]
    versions = [data["version"] for _, event, data in bench.outlet.sent if event == "view"]
    assert versions == sorted(versions)


def test_a_closed_page_is_sent_nothing(bench: Bench) -> None:
    bench.page("wall")
    bench.connections.closed("wall")
    bench.table.show(views.revealing())
    bench.emitter.flush()
    assert bench.outlet.take() == []


def test_a_reset_pin_demotes_a_referee_before_the_next_view(bench: Bench) -> None:
    bench.page("host", "referee", bench.token())
    reset_pin(bench.path)
    bench.table.show(views.revealing())
    bench.emitter.flush()
    assert bench.outlet.sent[0][2]["role"] == "viewer"
    assert not any("health" in data for _, _, data in bench.outlet.sent)


def test_only_the_simulation_page_watches_the_simulation(tmp_path: Path) -> None:
    bench = Bench(tmp_path / "pin.json", simulated=True)
    bench.page("wall")
    bench.connections.opened("play", "sim", None)
    bench.emitter.greet("play")
    bench.emitter.flush()
    assert bench.outlet.take() == [("play", "hello"), ("play", "view"), ("play", "sim_view")]
    assert bench.simulation is not None
    bench.simulation.show(views.simulation())
    bench.emitter.flush()
    assert bench.outlet.take() == [("play", "sim_view")]


def test_the_loop_sends_on_a_change_and_ends_when_told(bench: Bench) -> None:
    bench.page("wall")
    bench.outlet.reached.clear()
    stop = threading.Event()
    loop = threading.Thread(target=bench.emitter.run, args=(stop,))
    loop.start()
    bench.table.show(views.revealing())
    assert bench.outlet.reached.wait(10)
    stop.set()
    bench.emitter.notify()
    loop.join(10)
    assert not loop.is_alive()


class Rests(threading.Event):
    """A stop that notes how long the emitter rests, and comes after two rounds."""

    def __init__(self, emitter: Emitter) -> None:
        super().__init__()
        self.rests_s: list[float] = []
        self._emitter = emitter

    def wait(self, timeout: float | None = None) -> bool:
        assert timeout is not None
        self.rests_s.append(timeout)
        if len(self.rests_s) == 2:
            self.set()
        self._emitter.notify()
        return self.is_set()


def test_it_rests_as_long_as_a_round_took_but_not_so_long_that_an_eye_would_see_it(bench: Bench) -> None:
    times_s = iter([10.0, 10.002, 20.0, 21.0])
    emitter = Emitter(bench.outlet, bench.connections, bench.table, None, {}, lambda: next(times_s))
    rests = Rests(emitter)
    emitter.notify()
    emitter.run(rests)
    assert rests.rests_s == [pytest.approx(0.002), 0.03]
