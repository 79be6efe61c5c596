"""A night on the whole table in a real browser: from choosing the PIN to a restart in the middle of a round."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from browser.conftest import LAPTOP, PHONE, WALL, Visitor
from playwright.sync_api import Page, expect
from table_process import Server, free_port

PIN = "2468"
PATIENCE_MS = 30_000


@pytest.fixture
def server(tmp_path: Path, visitor: Visitor) -> Iterator[Server]:
    server = Server(tmp_path, free_port())
    server.start()
    server.wait_until_it_answers()
    yield server
    visitor.close()
    server.stop()


def choose_pin(page: Page) -> None:
    page.get_by_label("PIN", exact=True).fill(PIN)
    page.get_by_label("The same PIN again").fill(PIN)
    page.get_by_role("button", name="Choose this PIN").click()
    expect(page.locator(".console")).to_be_visible()


def start_game(page: Page) -> None:
    page.get_by_label("Name at the red seat").fill("Ada")
    page.get_by_label("Name at the blue seat").fill("Ben")
    page.get_by_label("Name at the green seat").fill("Cleo")
    ages = page.get_by_role("group", name="Tap the youngest first")
    ages.get_by_role("button", name="Ben").click()
    for name in ("Ada", "Cleo"):
        page.get_by_role("group", name="Who is the next youngest?").get_by_role("button", name=name).click()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".prompt")).to_contain_text("reveals a token", timeout=PATIENCE_MS)


def flip(page: Page, console: Page, token: int, left: int) -> None:
    """Turn a token with the mouse, and wait until the camera has seen it."""
    page.locator(f"[data-token='{token}']").click()
    expect(console.locator(".face-up-line")).to_contain_text(f"{left} face down", timeout=PATIENCE_MS)


def slap(page: Page, key: str) -> None:
    """A hand that stays on the button for a moment, as hands do."""
    page.keyboard.press(key, delay=90)


def shown(display: Page, console: Page) -> list[str]:
    """What the table display and the console say about the night."""
    places = [(display, ".happening"), (console, ".standing"), (console, ".face-up-line"), (console, ".prompt")]
    return [text for page, place in places for text in page.locator(place).all_inner_texts()]


def test_a_night_from_the_pin_to_a_restart_in_the_middle_of_a_round(server: Server, visitor: Visitor) -> None:
    console = visitor.open(f"{server.url}/referee", PHONE)
    display = visitor.open(f"{server.url}/table", WALL)
    hands = visitor.open(f"{server.url}/sim", LAPTOP)
    choose_pin(console)
    start_game(console)
    expect(display.get_by_text("drawn pictures, no real buttons")).to_be_visible()
    flip(hands, console, 0, left=15)
    flip(hands, console, 1, left=14)

    slap(hands, "1")
    happening = display.locator(".happening")
    expect(happening).to_contain_text("Ada", timeout=PATIENCE_MS)
    expect(happening.locator(".headline")).to_have_class("headline mood-bad", timeout=PATIENCE_MS)
    expect(happening.locator("img")).to_be_visible()
    expect(happening.locator(".press")).to_have_count(1)
    expect(console.locator(".standing")).to_contain_text("locked out")

    console.get_by_role("button", name="Undo").click()
    expect(console.locator(".standing")).not_to_contain_text("locked out")

    hands.keyboard.down("2")
    slap(hands, "q")
    hands.keyboard.up("2")
    expect(happening.locator(".press")).to_have_count(2, timeout=PATIENCE_MS)
    expect(happening.get_by_text("looking at the picture")).to_have_count(0, timeout=PATIENCE_MS)
    expect(console.locator(".locked")).to_have_count(2, timeout=PATIENCE_MS)
    before = shown(display, console)

    visitor.forgive = ("WebSocket", "Failed to load resource", "ERR_")
    server.kill_worker()
    expect(display.get_by_text("The table was cut off")).to_be_visible(timeout=PATIENCE_MS)
    expect(console.locator(".prompt")).to_be_visible()
    assert shown(display, console) == before
