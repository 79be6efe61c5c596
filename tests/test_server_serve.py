"""The production server: it stops cleanly, comes back after a crash, and says so when its port is taken."""

import os
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
import simple_websocket
import socketio
from browser import views
from browser.serving import Process, Served, free_port, process

from server.errors import AddressError
from server.serve import listen


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def running(port: int, tmp_path: Path) -> Iterator[Process]:
    with process(port, tmp_path) as started:
        yield started


class Page:
    """A bare Socket.IO client that remembers the boots that greeted it."""

    def __init__(self, port: int) -> None:
        self.boots: list[str] = []
        self.greeted = threading.Event()
        self.client = socketio.Client(reconnection_delay=0.1, reconnection_delay_max=0.2)
        self.playing = threading.Event()
        self.client.on("hello", self._hello)
        self.client.on("view", self._view)
        self.client.connect(f"http://127.0.0.1:{port}", transports=["websocket"], auth={"page": "table"})
        assert self.greeted.wait(20)

    def _hello(self, hello: dict[str, str]) -> None:
        self.boots.append(hello["boot"])
        self.greeted.set()

    def _view(self, view: dict[str, Any]) -> None:
        if view["night"]["state"] == "playing":
            self.playing.set()


def test_every_page_that_just_connected_hears_the_next_change(tmp_path: Path) -> None:
    served = Served(tmp_path, simulated=False)
    served.start()
    port = int(served.url.rpartition(":")[2])
    pages = [Page(port) for _ in range(15)]
    served.table.show(views.revealing())
    heard = [page.playing.wait(10) for page in pages]
    served.stop()
    for page in pages:
        page.client.disconnect()
    assert all(heard)


def test_sigterm_stops_within_seconds_although_a_page_is_open(running: Process, port: int) -> None:
    worker = running.worker()
    page = Page(port)
    running.process.send_signal(signal.SIGTERM)
    output, errors = running.process.communicate(timeout=10)
    page.client.disconnect()
    assert running.process.returncode == 0, errors
    assert output == "closed\n", "the worker closed its table, once"
    assert errors == ""
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)


def test_ctrl_c_stops_within_seconds_too(running: Process, port: int) -> None:
    running.worker()
    page = Page(port)
    running.process.send_signal(signal.SIGINT)
    output, _ = running.process.communicate(timeout=10)
    page.client.disconnect()
    assert output == "closed\n"


def test_garbage_on_the_wire_breaks_nothing(running: Process, port: int) -> None:
    running.worker()
    for garbage in ("42" + "[" * 100_000, "42{}", "451-[{}]", "9", "x" * 2_000_000, b"\x00\xff"):
        wire = simple_websocket.Client(f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket")
        wire.receive(timeout=10)
        wire.send("40")
        wire.send(garbage)
        wire.close()
    page = Page(port)
    page.client.disconnect()
    assert page.boots


def test_a_page_of_another_site_may_not_connect(running: Process, port: int) -> None:
    running.worker()
    answers = {}
    for origin in ("http://elsewhere.example", f"http://127.0.0.1:{port}"):
        with closing(HTTPConnection("127.0.0.1", port, timeout=10)) as wire:
            wire.request("GET", "/socket.io/?EIO=4&transport=polling", headers={"Origin": origin})
            answers[origin] = wire.getresponse().status
    assert list(answers.values()) == [400, 200]


def test_a_worker_that_dies_is_replaced_and_the_pages_come_back(running: Process, port: int) -> None:
    worker = running.worker()
    page = Page(port)
    page.greeted.clear()
    os.kill(worker, signal.SIGKILL)
    assert running.worker() != worker
    assert page.greeted.wait(20)
    page.client.disconnect()
    assert len(set(page.boots)) == 2


def test_a_taken_port_is_told_in_one_sentence(port: int) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", port))
        other.listen()
        with pytest.raises(AddressError, match=rf"^Port {port} is taken by another program.*set another port\.$"):
            listen("127.0.0.1", port)


def test_an_address_of_another_machine_is_told_in_one_sentence(port: int) -> None:
    with pytest.raises(AddressError, match=r"cannot listen on 192\.0\.2\.77"):
        listen("192.0.2.77", port)


def test_a_freed_port_can_be_listened_on_at_once(port: int) -> None:
    for _ in range(2):
        with listen("127.0.0.1", port) as listener:
            assert listener.getsockname()[1] == port
