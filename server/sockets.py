"""The socket events: connect, choose or enter the PIN, command the table, act on the simulation.

Every event checks the role and the shape of what came, and answers with a value; nothing a browser sends
can raise. Events of one page are handled in the order they came, as a press must stay before its release.
"""

import contextlib
from typing import Any, cast

from flask import request
from flask_socketio import SocketIO

from server.connections import Connections
from server.emitter import Emitter
from server.messages import check
from server.pins import Pins
from server.port import Answer, SimulationPort, TablePort, refused

PAGES = ("table", "referee", "sim")


class SocketOutlet:
    """Sends through Flask-SocketIO."""

    def __init__(self, socketio: SocketIO) -> None:
        self._server = socketio.server

    def send(self, event: str, data: dict[str, Any], to: str) -> None:
        """Send to the page with that session id; one that is gone is no error."""
        # The library looks a page up twice, and it may leave in between.
        with contextlib.suppress(KeyError):
            self._server.emit(event, data, room=to)


class Desk:
    """Answers what pages ask; one method per socket event."""

    def __init__(
        self,
        pins: Pins,
        connections: Connections,
        emitter: Emitter,
        table: TablePort,
        simulation: SimulationPort | None,
    ) -> None:
        self._pins = pins
        self._connections = connections
        self._emitter = emitter
        self._table = table
        self._simulation = simulation

    def connect(self, sid: str, introduction: object) -> None:
        """A page opened; it may name itself and show a token."""
        said = introduction if isinstance(introduction, dict) else {}
        page = said.get("page")
        self._connections.opened(sid, page if page in PAGES else "", said.get("token"))
        self._emitter.greet(sid)

    def disconnect(self, sid: str) -> None:
        """A page closed."""
        self._connections.closed(sid)

    def choose_pin(self, sid: str, payload: object) -> Answer:
        """Choose the first PIN; whoever does is a referee."""
        pin = _pin_in(payload)
        return _pin_shape() if pin is None else self._admit(sid, self._pins.choose(pin))

    def enter_pin(self, sid: str, payload: object, address: str) -> Answer:
        """Enter the PIN; the right one makes a referee."""
        pin = _pin_in(payload)
        return _pin_shape() if pin is None else self._admit(sid, self._pins.enter(pin, address))

    def command(self, sid: str, payload: object) -> Answer:
        """Command the table; referees only."""
        if self._connections.role(sid) != "referee":
            return refused("not_referee", "Only a referee may do that. Enter the PIN on the referee's page.")
        return check(payload, "command") or self._table.submit(cast(dict[str, Any], payload), by="referee")

    def act(self, payload: object) -> Answer:
        """Move, flip, press on a simulated table; open to everyone."""
        if self._simulation is None:
            return refused("not_simulated", "This is a real table; only a simulated one can be moved from a screen.")
        return check(payload, "action") or self._simulation.act(cast(dict[str, Any], payload))

    def _admit(self, sid: str, answer: Answer) -> Answer:
        if answer["ok"]:
            self._connections.promote(sid, answer["token"])
            self._emitter.greet(sid)
        return answer


def register(socketio: SocketIO, desk: Desk) -> None:
    """Bind the desk to the socket events. A browser may send any number of arguments: the first counts."""

    def connect(introduction: object = None) -> None:
        desk.connect(_sid(), introduction)

    def disconnect(*_reason: object) -> None:
        desk.disconnect(_sid())

    def choose_pin(payload: object = None, *_more: object) -> Answer:
        return desk.choose_pin(_sid(), payload)

    def enter_pin(payload: object = None, *_more: object) -> Answer:
        return desk.enter_pin(_sid(), payload, request.remote_addr or "")

    def command(payload: object = None, *_more: object) -> Answer:
        return desk.command(_sid(), payload)

    def act(payload: object = None, *_more: object) -> Answer:
        return desk.act(payload)

    for event, handler in {
        "connect": connect,
        "disconnect": disconnect,
        "choose_pin": choose_pin,
        "enter_pin": enter_pin,
        "command": command,
        "sim": act,
    }.items():
        socketio.on_event(event, handler)


def _sid() -> str:
    return str(request.sid)  # type: ignore[attr-defined]  # Flask-SocketIO adds it


def _pin_in(payload: object) -> str | None:
    pin = payload.get("pin") if isinstance(payload, dict) else None
    return pin if isinstance(pin, str) else None


def _pin_shape() -> Answer:
    return refused("malformed", "Expected an object with the field “pin”, a text.")
