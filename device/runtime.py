"""The running table: the inbox that everybody may write to, and the one thread that empties it.

Screens read frozen snapshots, so nobody waits for the table and the table waits for nobody.
"""

import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NoAnswer
from typing import Any, Protocol

import msgspec

from device.buttons import Edge
from device.eventlog import Entry
from device.inbox import Asked, BoardStill, CameraCame, CameraGone, Inbox, Message, ReadingMade
from device.night import Night
from device.refusals import Reason, refused
from device.table import Table
from device.views import Live, Views

ANSWER_S = 10.0  # a command that is not answered by then is reported as unanswered
IDLE_S = 1.0
SHORTEST_S = 0.001  # a wait, whatever is due: edges that are on their way may come in


class Recorder(Protocol):
    """Keeps what came in."""

    def edge(self, edge: Edge) -> None:
        """A line moved."""

    def command(self, t_ns: int, by: str, command: dict[str, Any]) -> None:
        """A referee asked for something."""

    def entries(self, entries: Sequence[Entry]) -> None:
        """The log so far."""


class Runtime:
    """Runs a table and is what the screens know of it (server.port.TablePort)."""

    def __init__(
        self,
        table: Table,
        views: Views,
        inbox: Inbox,
        picture: Callable[[str], bytes | None],
        health: Callable[[], Mapping[str, Any]],
        clock: Callable[[], int],
        recorder: Recorder,
        simulated: bool,
        answer_s: float = ANSWER_S,
        enrolment: Callable[[], Mapping[str, Any]] | None = None,
    ) -> None:
        self._table = table
        self._views = views
        self._inbox = inbox
        self._picture = picture
        self._health = health
        self._clock = clock
        self._recorder = recorder
        self._listeners: list[Callable[[], None]] = []
        self._snapshot: tuple[Night, Live, int] = (table.night, table.live(), table.version)
        self._health_version = 0
        self._answer_s = answer_s
        self._enrolment = enrolment
        self.simulated = simulated

    def run(self, stop: threading.Event) -> None:
        """Empty the inbox until `stop`; for a thread of the caller's. `wake` ends a wait."""
        while not stop.is_set():
            first = self._next()
            now_ns = self._clock()
            messages = [first, *self._waiting()] if first is not None else self._waiting()
            # Edges first: after a pause older ones may still wait behind, and claims are judged in the order of time.
            for message in sorted(messages, key=lambda message: not isinstance(message, Edge)):
                self._handle(message, now_ns)
            self._table.advance(now_ns)
            self._publish()

    def wake(self) -> None:
        """Let `run` look around now."""
        self._inbox.put(None)

    def touch(self) -> None:
        """Something around the table changed (its health): tell the screens."""
        self._health_version += 1
        self._tell()

    def view(self, role: str) -> dict[str, Any]:
        """The present view for a role."""
        night, live, version = self._snapshot
        if role == "referee":
            live = msgspec.structs.replace(live, health=self._health())
        view = self._views.view(night, live, role, version + self._health_version)
        if role == "referee" and self._enrolment is not None:
            view["enrolment"] = dict(self._enrolment())
        return {**view, "simulated": self.simulated}

    def submit(self, command: dict[str, Any], by: str) -> dict[str, Any]:
        """Handle a referee's command; returns once it is in the log, or refused."""
        asked = Asked(command, Future())
        self._recorder.command(self._clock(), by, command)
        self._inbox.put(asked)
        try:
            refusal = asked.answer.result(self._answer_s)
        except NoAnswer:
            refusal = refused(Reason.NO_ANSWER)
        return self._views.answer(refusal)

    def subscribe(self, notify: Callable[[], None]) -> None:
        """Call `notify` after each change, from the table's thread."""
        self._listeners.append(notify)

    def picture(self, name: str) -> bytes | None:
        """The JPEG that a verdict rests on, or the newest for "latest"."""
        return self._picture(name)

    def places_to_clear(self) -> tuple[int, ...] | None:
        """From which places the pizza was taken, for the hands of a simulated table; None: everything goes back."""
        night = self._snapshot[0]
        return night.game.places_to_clear(night.state) if night.game else None

    def _next(self) -> Message | None:
        deadline_ns = self._table.next_deadline_ns()
        wait_s = IDLE_S if deadline_ns is None else (deadline_ns - self._clock()) / 1e9
        try:
            return self._inbox.get(timeout=min(max(wait_s, SHORTEST_S), IDLE_S))
        except queue.Empty:
            return None

    def _waiting(self) -> list[Message]:
        """All that is in the inbox now."""
        waiting: list[Message] = []
        while True:
            try:
                message = self._inbox.get_nowait()
            except queue.Empty:
                return waiting
            if message is not None:
                waiting.append(message)

    def _handle(self, message: Message, now_ns: int) -> None:
        match message:
            case Edge():
                self._recorder.edge(message)
                self._table.edge(message, now_ns)
            case ReadingMade(reading=reading, holds=holds):
                self._table.reading(reading, now_ns, holds)
            case BoardStill(until_ns=until_ns):
                self._table.still(until_ns, now_ns)
            case CameraGone(detail=detail):
                self._table.camera_lost(detail, now_ns)
            case CameraCame():
                self._table.camera_back(now_ns)
            case Asked():
                refusal = self._table.command(message.command, now_ns)
                self._publish()
                message.answer.set_result(refusal)

    def _publish(self) -> None:
        if self._table.version != self._snapshot[2]:
            self._snapshot = (self._table.night, self._table.live(), self._table.version)
            self._recorder.entries(self._table.entries)
            self._tell()

    def _tell(self) -> None:
        for notify in self._listeners:
            notify()
