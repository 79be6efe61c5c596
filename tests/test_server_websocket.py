"""A page that hangs up while its WebSocket is being closed is no error."""

from pathlib import Path

import pytest
from browser.standin import StandInTable
from simple_websocket import ConnectionClosed

from server.app import create_app
from server.pins import Pins
from server.websocket import WebSocket


class Line:
    """What the library closes; the page behind it is gone."""

    def __init__(self, error: Exception, connected: bool = True) -> None:
        self.connected = connected
        self.asked = 0
        self._error = error

    def close(self) -> None:
        self.asked += 1
        raise self._error


@pytest.mark.parametrize("error", [ConnectionResetError(104, "reset by peer"), OSError(9, "bad"), ConnectionClosed()])
def test_a_page_that_hung_up_first_is_no_error(error: Exception) -> None:
    websocket = WebSocket(None, None)
    websocket.ws = Line(error)
    websocket.close()
    assert websocket.ws.asked == 1


def test_any_other_error_is_one() -> None:
    websocket = WebSocket(None, None)
    websocket.ws = Line(ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        websocket.close()


def test_the_screens_use_it(tmp_path: Path) -> None:
    screens = create_app(StandInTable(False), Pins(tmp_path / "pin.json"))
    assert screens.socketio.server.eio._async["websocket"] is WebSocket
