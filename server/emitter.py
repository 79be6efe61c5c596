"""The one place that sends views: always the newest, in order, from one thread.

The table's thread only sets a flag; a burst of changes becomes one view. A page that connects is greeted
from here too, so nothing older can overtake what it was shown.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from server.connections import Connections
from server.port import Role, SimulationPort, TablePort, View

ROLES: tuple[Role, ...] = ("viewer", "referee")
REST_S = 0.03  # at most, between two rounds of views: faster than an eye, slower than a phone's limit


class Outlet(Protocol):
    """Where messages leave; Flask-SocketIO in the product, a list in the tests."""

    def send(self, event: str, data: dict[str, Any], to: str) -> None:
        """Send to the page with that session id; one that is gone is no error."""


class Emitter:
    """Sends views to viewers, referees and simulation pages; `greeting` is what every page is told first."""

    def __init__(
        self,
        outlet: Outlet,
        connections: Connections,
        table: TablePort,
        simulation: SimulationPort | None,
        greeting: dict[str, Any],
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._outlet = outlet
        self._connections = connections
        self._table = table
        self._simulation = simulation
        self.greeting = greeting
        self._clock_s = clock_s
        self._wake = threading.Event()
        self._newcomers: deque[str] = deque()
        self._sent: dict[str, int] = {}
        table.subscribe(self.notify)
        if simulation is not None:
            simulation.subscribe(self.notify)

    def notify(self) -> None:
        """Ask for a round of views; only sets a flag. Also wakes `run` after its `stop` was set."""
        self._wake.set()

    def greet(self, sid: str) -> None:
        """Have a page told who it is and what is on the table now."""
        self._newcomers.append(sid)
        self._wake.set()

    def run(self, stop: threading.Event) -> None:
        """Send views until `stop` is set and `notify` called; the caller's thread.

        Rests after each round for as long as it took, so that many screens cost at most half of a core's time and few
        get a verdict at once.
        Raises what the table's `view` raises; a process whose emitter ended must not live on with frozen screens.
        """
        while not stop.is_set():
            self._wake.wait()
            self._wake.clear()
            begun_s = self._clock_s()
            self.flush()
            stop.wait(min(REST_S, self._clock_s() - begun_s))

    def flush(self) -> None:
        """One round: the newest views to everyone who lacks them, then the newcomers."""
        for sid in self._connections.demote_outdated():
            self._welcome(sid)
        for role in ROLES:
            self._send_newer("view", self._table.view(role), role, self._connections.audience(role))
        if self._simulation is not None:
            self._send_newer("sim_view", self._simulation.view(), "sim", self._connections.watching("sim"))
        while self._newcomers:
            self._welcome(self._newcomers.popleft())

    def _send_newer(self, event: str, view: View, kind: str, audience: list[str]) -> None:
        if view["version"] != self._sent.get(kind):
            self._sent[kind] = view["version"]
            for sid in audience:
                self._outlet.send(event, view, to=sid)

    def _welcome(self, sid: str) -> None:
        role = self._connections.role(sid)
        hello = {**self.greeting, "role": role, "pin_chosen": self._connections.pin_chosen()}
        self._outlet.send("hello", hello, to=sid)
        self._connections.greeted(sid)
        self._outlet.send("view", self._table.view(role), to=sid)
        if self._simulation is not None and self._connections.page(sid) == "sim":
            self._outlet.send("sim_view", self._simulation.view(), to=sid)
