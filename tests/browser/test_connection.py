"""Pages that wait for the table, lose it, and come back to what is on it now."""

from pathlib import Path
from urllib.parse import quote

import pytest
from browser import views
from browser.conftest import WALL, Visitor
from browser.serving import Served, free_port, process
from playwright.sync_api import Page, expect

import server

WAITING = Path(server.__file__).parent / "static" / "waiting.html"
OFFLINE = ("ERR_CONNECTION_REFUSED", "WebSocket connection", "Failed to load resource")


@pytest.fixture
def port() -> int:
    return free_port()


def test_a_page_catches_up_after_the_server_was_away(visitor: Visitor, port: int, tmp_path: Path) -> None:
    visitor.forgive = OFFLINE
    with process(port, tmp_path, "revealing") as first:
        first.worker()
        page = visitor.open(f"http://127.0.0.1:{port}/table", WALL)
        expect(page.get_by_text("Ben reveals a token.")).to_be_visible()
    expect(page.get_by_text("Connection lost. Waiting for the table")).to_be_visible()
    expect(page.get_by_text("Ben reveals a token.")).to_be_visible()
    with process(port, tmp_path, "accepted") as second:
        second.worker()
        expect(page.locator(".happening")).to_contain_text("Ada takes the pizza")
        expect(page.get_by_text("Connection lost")).to_have_count(0)


def test_a_kiosk_waits_for_the_table_and_then_goes_there(visitor: Visitor, port: int, tmp_path: Path) -> None:
    visitor.forgive = OFFLINE
    address = f"http://127.0.0.1:{port}/table"
    page = visitor.open(f"{WAITING.as_uri()}?to={quote(address)}", WALL)
    expect(page.get_by_text("Waiting for the table to start")).to_be_visible()
    with process(port, tmp_path, "revealing") as started:
        started.worker()
        expect(page.get_by_text("Ben reveals a token.")).to_be_visible()
        assert page.url == address


def test_a_page_of_another_build_loads_itself_anew(visitor: Visitor, served: Served) -> None:
    loads: list[str] = []

    def watch(page: Page) -> None:
        page.on("load", lambda: loads.append(page.url))

    page = visitor.open(f"{served.url}/table", WALL, before=watch)
    expect(page.get_by_role("heading", name="Pizza Table")).to_be_visible()
    assert len(loads) == 1
    with page.expect_event("load"):
        served.say_build("another")
        served.screens.hang_up()
    expect(page.get_by_role("heading", name="Pizza Table")).to_be_visible()


def test_an_older_view_never_replaces_a_newer_one(visitor: Visitor, served: Served) -> None:
    page = visitor.open(f"{served.url}/table", WALL)
    newest = page.evaluate(
        """async () => {
          const { newer } = await import("/static/common/link.js");
          const [old, present] = [{ version: 3 }, { version: 4 }];
          return [newer(null, old), newer(old, present), newer(present, old), newer(present, { version: 4, x: 1 })];
        }"""
    )
    assert newest == [{"version": 3}, {"version": 4}, {"version": 4}, {"version": 4, "x": 1}]


def test_a_command_while_offline_is_not_kept_for_later(visitor: Visitor, served: Served) -> None:
    served.table.show(views.placing())
    page = visitor.open(f"{served.url}/referee")
    answer = page.evaluate(
        """async () => {
          const { Link } = await import("/static/common/link.js");
          const link = new Link("referee");
          link.socket.disconnect();
          return await link.ask("command", { command: "undo" });
        }"""
    )
    assert answer == {"ok": False, "sentence": "Not connected to the table; nothing was sent."}
    assert served.table.commands == []


def test_the_front_door_leads_to_every_screen(visitor: Visitor, served: Served, simulated: Served) -> None:
    real = visitor.open(f"{served.url}/")
    expect(real.get_by_role("link")).to_have_count(2)
    drawn = visitor.open(f"{simulated.url}/")
    expect(drawn.get_by_role("link")).to_have_count(3)
    drawn.get_by_role("link", name="Simulated table").click()
    expect(drawn.locator(".surface")).to_be_visible()
