"""The whole table as a process of its own, and a screen on it that remembers what it was shown."""

import gc
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path
from typing import Any

import socketio
from socketio.exceptions import SocketIOError

PIN = "2468"
START_S = 60.0
SILENCE_S = 5.0
View = dict[str, Any]


def free_port() -> int:
    """A port nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """`pizza-table run` on a simulated table, as a process group of its own."""

    def __init__(self, state: Path, port: int) -> None:
        self.state, self.port = state, port
        self.url = f"http://127.0.0.1:{port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "device.cli", "run", "--state", str(self.state), "--port", str(self.port)]
        with (self.state / "output.txt").open("ab") as output:
            self._process = subprocess.Popen(command, stdout=output, stderr=output, start_new_session=True)

    def wait_until_it_answers(self) -> None:
        """Until pages can be opened."""
        Screen(self.url, token="").close()

    def worker(self) -> int | None:
        """The process id of the worker that owns the table."""
        assert self._process is not None
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        return int(children[0]) if children else None

    def kill_worker(self) -> None:
        """As when the worker crashes: the parent starts another."""
        worker = self.worker()
        if worker is not None:
            os.kill(worker, signal.SIGKILL)

    def kill_all(self) -> None:
        """As when the power goes."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        assert self._process is not None
        self._process.terminate()
        self._process.wait(30)


class Screen:
    """A page of the simulated table that remembers what it was shown.

    Without a `token` it chooses the PIN and is the referee; with an empty one it stays a viewer.
    """

    def __init__(self, url: str, token: str | None = None) -> None:
        self._changed = threading.Condition()
        self.shown: list[View] = []
        self.came_ns: list[int] = []  # of CLOCK_MONOTONIC, for each view
        self.token = token
        deadline_s = time.monotonic() + START_S
        while not self._connect(url):
            assert time.monotonic() < deadline_s, "no table answers"
            time.sleep(0.05)
        if token == "":
            return
        if token is None:
            self.token = self._client.call("choose_pin", {"pin": PIN})["token"]
        self.wait_for(lambda view: view["role"] == "referee")

    def _connect(self, url: str) -> bool:
        """Whether a table answers; one that is about to end may take the call and say nothing."""
        self._gone = threading.Event()
        self._client = socketio.Client(reconnection=False)
        self._client.on("view", self._show)
        self._client.on("disconnect", lambda *_reason: self._gone.set())
        connected = True
        try:
            auth = {"page": "sim", "token": self.token}
            self._client.connect(url, auth=auth, transports=["websocket"], wait_timeout=5)
        except SocketIOError:
            connected = False
        if connected:
            with self._changed:
                if self._changed.wait_for(lambda: self.shown, SILENCE_S):
                    return True
            self._client.disconnect()
        self._let_go()
        return False

    @property
    def view(self) -> View:
        return self.shown[-1]

    def wait_for(self, wanted: Any) -> View:
        """The first view from now on that is as `wanted`."""
        with self._changed:
            arrived = self._changed.wait_for(lambda: self.shown and wanted(self.shown[-1]), START_S)
            assert arrived, f"waited in vain; the last view is {self.shown[-1] if self.shown else None}"
            return self.shown[-1]

    def wait_until_gone(self) -> None:
        """Until the worker that this screen is connected to is no more."""
        assert self._gone.wait(START_S), "the worker stays"

    def ask(self, event: str, payload: dict[str, Any]) -> dict[str, Any] | None:
        """The answer; None when the table died over it."""
        try:
            return self._client.call(event, payload, timeout=5)
        except SocketIOError:
            return None

    def close(self) -> None:
        self._client.disconnect()
        self._let_go()

    def _let_go(self) -> None:
        """Close what the client's library leaves open when a table dies under it: another test would be blamed."""
        if self._client.eio.ws is not None:
            self._client.eio.ws.close()
        del self._client
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)
            gc.collect()

    def _show(self, view: View) -> None:
        now_ns = time.monotonic_ns()
        with self._changed:
            self.came_ns.append(now_ns)
            self.shown.append(view)
            self._changed.notify_all()
