"""What a browser may ask over its socket: roles, shapes, and no way to crash the table."""

from pathlib import Path
from typing import Any

import pytest
from browser.standin import StandInSimulation, StandInTable
from flask import Flask
from flask_socketio import SocketIO, SocketIOTestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_server_messages import ACTIONS, COMMANDS, JSON

from server.app import Screens, create_app
from server.connections import Connections
from server.emitter import Emitter
from server.pins import Pins, reset_pin
from server.sockets import Desk, SocketOutlet, register

PIN = {"pin": "2468"}


class Room:
    """A table with its screens, and pages that connect to it."""

    def __init__(self, path: Path, simulated: bool) -> None:
        self.path = path
        self.table = StandInTable(simulated)
        self.simulation = StandInSimulation() if simulated else None
        self.screens: Screens = create_app(self.table, Pins(path), self.simulation)

    def page(self, name: str = "referee", token: str | None = None) -> SocketIOTestClient:
        client = self.screens.socketio.test_client(self.screens.app, auth={"page": name, "token": token})
        self.screens.emitter.flush()
        return client

    def referee(self) -> SocketIOTestClient:
        page = self.page()
        assert ask(page, "choose_pin", PIN)["ok"]
        self.screens.emitter.flush()
        return page


def ask(page: SocketIOTestClient, event: str, *payload: Any) -> dict[str, Any]:
    answer: dict[str, Any] = page.emit(event, *payload, callback=True)
    return answer


def heard(page: SocketIOTestClient, event: str) -> list[dict[str, Any]]:
    return [message["args"][0] for message in page.get_received() if message["name"] == event]


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path / "pin.json", simulated=False)


@pytest.fixture
def simulated(tmp_path: Path) -> Room:
    return Room(tmp_path / "pin.json", simulated=True)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: str(command["command"]))
def test_a_viewer_may_command_nothing(room: Room, command: dict[str, Any]) -> None:
    room.referee()
    answer = ask(room.page("table"), "command", command)
    assert answer["reason"] == "not_referee" and "PIN" in answer["sentence"]
    assert room.table.commands == []


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: str(command["command"]))
def test_a_referee_may_command_everything(room: Room, command: dict[str, Any]) -> None:
    assert ask(room.referee(), "command", command) == {"ok": True}
    assert room.table.commands == [command]


def test_a_refusal_of_the_table_comes_back_as_it_is(room: Room) -> None:
    room.table.answer = {"ok": False, "reason": "nothing_to_undo", "sentence": "There is nothing to undo."}
    assert ask(room.referee(), "command", {"command": "undo"}) == room.table.answer


def test_choosing_the_pin_makes_a_referee_and_the_next_must_enter_it(room: Room) -> None:
    referee = room.referee()
    assert [hello["role"] for hello in heard(referee, "hello")] == ["viewer", "referee"]
    other = room.page()
    assert ask(other, "choose_pin", {"pin": "9999"})["reason"] == "pin_exists"
    assert ask(other, "enter_pin", {"pin": "9999"})["reason"] == "wrong_pin"
    assert ask(other, "command", {"command": "undo"})["reason"] == "not_referee"
    assert ask(other, "enter_pin", PIN)["ok"]
    assert ask(other, "command", {"command": "undo"})["ok"]


def test_the_token_of_a_pin_opens_the_next_page_at_once(room: Room) -> None:
    page = room.page()
    token = ask(page, "choose_pin", PIN)["token"]
    again = room.page(token=token)
    assert heard(again, "hello")[0]["role"] == "referee"
    assert ask(again, "command", {"command": "undo"})["ok"]


def test_a_reset_pin_refuses_the_next_command_of_an_open_page(room: Room) -> None:
    referee = room.referee()
    reset_pin(room.path)
    assert ask(referee, "command", {"command": "undo"})["reason"] == "not_referee"
    referee.get_received()
    room.screens.emitter.flush()
    assert heard(referee, "hello")[0] | {"build": "", "boot": ""} == {
        "build": "",
        "boot": "",
        "simulated": False,
        "role": "viewer",
        "pin_chosen": False,
    }


def test_a_viewer_is_sent_no_referee_view(room: Room) -> None:
    room.referee()
    viewer = room.page("table")
    room.table.show(room.table.view("viewer"))
    room.screens.emitter.flush()
    received = heard(viewer, "view")
    assert len(received) == 2, "one on connecting, one on the change"
    assert not any("health" in view or "board" in view for view in received)


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: str(action["action"]))
def test_on_a_simulated_table_everyone_may_act(simulated: Room, action: dict[str, Any]) -> None:
    assert simulated.simulation is not None
    assert ask(simulated.page("sim"), "sim", action) == {"ok": True}
    assert simulated.simulation.actions == [action]


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: str(action["action"]))
def test_on_a_real_table_nobody_may_act(room: Room, action: dict[str, Any]) -> None:
    for page in (room.page("sim"), room.referee()):
        answer = ask(page, "sim", action)
        assert answer["reason"] == "not_simulated" and answer["sentence"].endswith(".")


def test_on_a_simulated_table_the_commands_still_need_the_pin(simulated: Room) -> None:
    assert ask(simulated.page("sim"), "command", {"command": "undo"})["reason"] == "not_referee"


def test_a_page_that_introduces_itself_badly_is_a_viewer(room: Room) -> None:
    for introduction in (None, "referee", 3, [], {"page": 7, "token": {}}, {"page": "referee", "token": 5}):
        page = room.screens.socketio.test_client(room.screens.app, auth=introduction)
        assert ask(page, "command", {"command": "undo"})["reason"] == "not_referee"


def test_events_without_a_payload_or_with_too_many_get_a_sentence(room: Room) -> None:
    referee = room.referee()
    for event in ("command", "sim", "choose_pin", "enter_pin"):
        for payload in ((), (None,), (1, 2, 3), (b"bytes",)):
            assert ask(referee, event, *payload)["sentence"].endswith(".")


class EagerEmitter(Emitter):
    """Greets while the page is still connecting, as the emitter's thread does when it is quick."""

    def greet(self, sid: str) -> None:
        super().greet(sid)
        self.flush()


def test_a_page_greeted_while_it_still_connects_hears_the_next_change(tmp_path: Path) -> None:
    app = Flask("server")
    socketio = SocketIO(app, async_mode="threading")
    table, pins = StandInTable(), Pins(tmp_path / "pin.json")
    connections = Connections(pins)
    emitter = EagerEmitter(SocketOutlet(socketio), connections, table, None, {})
    register(socketio, Desk(pins, connections, emitter, table, None))
    page = socketio.test_client(app, auth={"page": "table"})
    page.get_received()
    table.show(table.view("viewer"))
    emitter.flush()
    assert len(heard(page, "view")) == 1


def test_a_closed_page_is_forgotten(room: Room) -> None:
    referee = room.referee()
    referee.disconnect()
    room.table.show(room.table.view("viewer"))
    room.screens.emitter.flush()
    assert not referee.is_connected()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(event=st.sampled_from(["command", "sim"]), payload=JSON)
def test_whatever_a_referee_sends_is_answered(simulated: Room, event: str, payload: Any) -> None:
    page = simulated.page(token=_token(simulated))
    answer = ask(page, event, payload)
    assert answer["ok"] is True or answer["sentence"].endswith(".")


def _token(room: Room) -> str:
    pins = Pins(room.path)
    answer = pins.enter(PIN["pin"], "test") if pins.chosen() else pins.choose(PIN["pin"])
    return str(answer["token"])
