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
        self.rooms: dict[str, frozenset[str]] = {}
        self.reached = threading.Event()

    def send(self, event: str, data: dict[str, Any], to: str) -> None:
        self.sent.append((to, event, data))
        self.reached.set()

    def place(self, sid: str, rooms: frozenset[str]) -> None:
        self.rooms[sid] = rooms

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


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path / "pin.json")


def test_a_change_reaches_both_roles_each_with_its_own_view(bench: Bench) -> None:
    bench.table.show(views.revealing())
    bench.emitter.flush()
    by_room = {to: data for to, _, data in bench.outlet.sent}
    assert set(by_room) == {"viewer", "referee"}
    assert "health" in by_room["referee"] and "health" not in by_room["viewer"]


def test_many_changes_become_one_view_and_it_is_the_newest(bench: Bench) -> None:
    bench.emitter.flush()
    bench.outlet.take()
    for _ in range(5):
        bench.table.show(views.revealing())
    bench.table.show(views.accepted())
    bench.emitter.flush()
    viewers = [data for to, _, data in bench.outlet.sent if to == "viewer"]
    assert [view["game"]["phase"] for view in viewers] == ["closing"]


def test_nothing_is_sent_when_nothing_changed(bench: Bench) -> None:
    bench.emitter.flush()
    bench.outlet.take()
    bench.emitter.flush()
    assert bench.outlet.take() == []


def test_a_newcomer_is_greeted_and_shown_the_present_view(bench: Bench) -> None:
    bench.emitter.flush()
    bench.outlet.take()
    bench.connections.opened("one", "table", None)
    bench.emitter.greet("one")
    bench.emitter.flush()
    assert bench.outlet.rooms == {"one": frozenset({"viewer"})}
    hello = bench.outlet.sent[0][2]
    assert hello == {"build": "b", "boot": "c", "role": "viewer", "pin_chosen": False}
    assert bench.outlet.take() == [("one", "hello"), ("one", "view")]


def test_a_newcomer_is_never_shown_an_older_view_after_a_newer_one(bench: Bench) -> None:
    bench.emitter.flush()
    bench.connections.opened("one", "table", None)
    bench.emitter.greet("one")
    bench.table.show(views.revealing())
    bench.emitter.flush()
    versions = [data["version"] for to, event, data in bench.outlet.sent if event == "view" and to in ("one", "viewer")]
    assert versions == sorted(versions)


def test_a_referee_is_placed_with_the_referees(bench: Bench) -> None:
    token = bench.pins.choose("2468")["token"]
    bench.connections.opened("one", "referee", token)
    bench.emitter.greet("one")
    bench.emitter.flush()
    assert bench.outlet.rooms["one"] == frozenset({"referee"})


def test_a_reset_pin_moves_a_referee_out_before_the_next_view(bench: Bench) -> None:
    token = bench.pins.choose("2468")["token"]
    bench.connections.opened("one", "referee", token)
    bench.emitter.greet("one")
    bench.emitter.flush()
    reset_pin(bench.path)
    bench.outlet.take()
    bench.table.show(views.revealing())
    bench.emitter.flush()
    assert bench.outlet.rooms["one"] == frozenset({"viewer"})
    assert bench.outlet.take()[:2] == [("one", "hello"), ("one", "view")]


def test_only_the_simulation_page_watches_the_simulation(tmp_path: Path) -> None:
    bench = Bench(tmp_path / "pin.json", simulated=True)
    for sid, page in (("one", "sim"), ("two", "table")):
        bench.connections.opened(sid, page, None)
        bench.emitter.greet(sid)
    bench.emitter.flush()
    assert bench.outlet.rooms == {"one": frozenset({"viewer", "sim"}), "two": frozenset({"viewer"})}
    assert ("one", "sim_view") in bench.outlet.take()
    assert bench.simulation is not None
    bench.simulation.show(views.simulation())
    bench.emitter.flush()
    assert bench.outlet.take() == [("sim", "sim_view")]


def test_the_loop_sends_on_a_change_and_ends_when_told(bench: Bench) -> None:
    stop = threading.Event()
    loop = threading.Thread(target=bench.emitter.run, args=(stop,))
    loop.start()
    bench.table.show(views.revealing())
    assert bench.outlet.reached.wait(10)
    stop.set()
    bench.emitter.notify()
    loop.join(10)
    assert not loop.is_alive()
