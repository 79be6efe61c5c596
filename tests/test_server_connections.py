"""Who is connected and what they may do."""

from pathlib import Path

import pytest

from server.connections import Connections
from server.pins import Pins, reset_pin


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pin.json"


@pytest.fixture
def token(path: Path) -> str:
    return str(Pins(path).choose("2468")["token"])


def test_a_page_without_a_token_is_a_viewer(path: Path) -> None:
    connections = Connections(Pins(path))
    connections.opened("one", "referee", None)
    assert connections.role("one") == "viewer"
    assert connections.page("one") == "referee"


def test_a_page_with_an_earned_token_is_a_referee(path: Path, token: str) -> None:
    connections = Connections(Pins(path))
    connections.opened("one", "referee", token)
    connections.opened("two", "referee", "forged")
    assert (connections.role("one"), connections.role("two")) == ("referee", "viewer")


def test_a_page_is_promoted_when_it_enters_the_pin(path: Path, token: str) -> None:
    connections = Connections(Pins(path))
    connections.opened("one", "referee", None)
    connections.promote("one", token)
    connections.promote("gone", token)
    assert connections.role("one") == "referee"
    assert connections.role("gone") == "viewer"


def test_only_greeted_pages_belong_to_an_audience(path: Path, token: str) -> None:
    connections = Connections(Pins(path))
    connections.opened("wall", "table", None)
    connections.opened("host", "referee", token)
    assert connections.audience("viewer") == connections.audience("referee") == []
    connections.greeted("wall")
    connections.greeted("host")
    connections.greeted("gone")
    assert (connections.audience("viewer"), connections.audience("referee")) == (["wall"], ["host"])
    assert connections.watching("table") == ["wall"]


def test_a_reset_pin_takes_the_role_at_once_and_names_the_pages_once(path: Path, token: str) -> None:
    connections = Connections(Pins(path))
    for sid, page, earned in (("host", "referee", token), ("wall", "table", None)):
        connections.opened(sid, page, earned)
        connections.greeted(sid)
    assert connections.demote_outdated() == []
    reset_pin(path)
    assert connections.role("host") == "viewer"
    assert connections.audience("referee") == []
    assert connections.demote_outdated() == ["host"]
    assert connections.demote_outdated() == []


def test_a_closed_page_is_forgotten(path: Path, token: str) -> None:
    connections = Connections(Pins(path))
    connections.opened("one", "referee", token)
    connections.closed("one")
    connections.closed("one")
    assert connections.role("one") == "viewer"
    assert connections.page("one") == ""
