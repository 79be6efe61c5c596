"""Run the screens for tests: in this process, where a test moves the table, or as a process that can die."""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from browser.standin import StandInSimulation, StandInTable
from werkzeug.serving import make_server

from server.app import create_app
from server.pins import Pins

TESTS = Path(__file__).parent.parent


class Served:
    """Screens on a free port of this machine; `table` and `simulation` are the test's to move."""

    def __init__(self, state: Path, simulated: bool, table: StandInTable | None = None) -> None:
        self.pin_path = state / "pin.json"
        self.table = table or StandInTable(simulated)
        self.simulation = StandInSimulation()
        simulation = self.simulation if simulated else None
        self.screens = create_app(self.table, Pins(self.pin_path), simulation)
        self._stop = threading.Event()
        self._server = make_server("127.0.0.1", 0, self.screens.app, threaded=True)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._threads = [
            threading.Thread(target=self._server.serve_forever),
            threading.Thread(target=self.screens.emitter.run, args=(self._stop,)),
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def say_build(self, build: str) -> None:
        """Greet pages from now on as another build of the screens would."""
        self.screens.emitter.greeting["build"] = build

    def stop(self) -> None:
        self._stop.set()
        self.screens.emitter.notify()
        self.screens.hang_up()
        self._server.shutdown()
        for thread in self._threads:
            thread.join()
        self._server.server_close()


class Process:
    """The product's own server around a stand-in table that shows `view`, as a process."""

    def __init__(self, process: "subprocess.Popen[str]", output: IO[str]) -> None:
        self.process = process
        self.output = output

    def worker(self) -> int:
        """Wait until a worker has built its table; gives the worker's process id."""
        line = self.output.readline()
        assert line.startswith("created "), line
        return int(line.split()[1])


@contextmanager
def process(port: int, state: Path, view: str = "revealing") -> Iterator[Process]:
    """Run a server process; it is terminated on leaving, if it still runs."""
    environment = {**os.environ, "PYTHONPATH": f"{TESTS}{os.pathsep}{TESTS.parent}"}
    command = [sys.executable, str(TESTS / "browser" / "stand_in_server.py"), str(port), str(state), view]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as started:
        assert started.stdout is not None
        try:
            yield Process(started, started.stdout)
        finally:
            started.terminate()
            started.communicate(timeout=30)


def free_port() -> int:
    """A port nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
