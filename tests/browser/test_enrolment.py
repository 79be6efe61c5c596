"""Teaching the table a game on the console, from choosing it to reading with it."""

from collections.abc import Iterator
from pathlib import Path

import laid_out
import pytest
from browser.conftest import LAPTOP, PHONE, Visitor
from browser.serving import Served
from browser.teaching import TeachingTable
from playwright.sync_api import Page, expect

PATIENCE_MS = 60_000


@pytest.fixture
def table(tmp_path: Path) -> TeachingTable:
    return TeachingTable(tmp_path, laid_out.without("xxl", "corn", 44, 44))


@pytest.fixture
def teaching(tmp_path: Path, table: TeachingTable, visitor: Visitor) -> Iterator[Served]:
    served = Served(tmp_path, simulated=False, table=table)
    served.start()
    table.start()
    yield served
    visitor.close()
    table.stop()
    served.stop()


def console(visitor: Visitor, served: Served, size: tuple[int, int]) -> Page:
    page = visitor.open(f"{served.url}/referee", size)
    page.get_by_label("PIN", exact=True).fill("2468")
    page.get_by_label("The same PIN again").fill("2468")
    page.get_by_role("button", name="Choose this PIN").click()
    if size == PHONE:
        page.get_by_role("button", name="Health").click()
    page.get_by_role("button", name="Teach it your pieces").click()
    return page


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_a_game_is_learnt_with_the_cameras_help(
    visitor: Visitor, teaching: Served, table: TeachingTable, size: tuple[int, int]
) -> None:
    page = console(visitor, teaching, size)
    page.get_by_role("button", name="Pizza XXL").click()
    page.get_by_role("button", name="Begin", exact=True).click()

    said = page.get_by_role("status", name="What the camera says")
    expect(said).to_contain_text("Missing: corn, place 5 of row 1", timeout=PATIENCE_MS)
    expect(page.get_by_role("button", name="Take the photograph")).to_be_disabled()
    expect(page.locator(".chip.place-missing")).to_contain_text("corn")
    expect(page.locator(".camera text")).to_have_count(24)

    shown = page.locator(".camera image").get_attribute("href")
    table.image = laid_out.picture()
    expect(said).to_contain_text("All pieces are there", timeout=PATIENCE_MS)
    expect(page.locator(".camera .seen-good")).to_have_count(25)
    expect(page.locator(".camera")).to_contain_text("corn")
    expect(page.locator(".camera image")).not_to_have_attribute("href", str(shown))
    page.get_by_role("button", name="Take the photograph").click()

    expect(page.get_by_role("heading", name="Learnt 25 pieces of Pizza XXL")).to_be_focused(timeout=PATIENCE_MS)
    expect(page.locator(".alike")).to_contain_text("ham, salami, corn and ham, salami, pineapple")
    page.get_by_label("Keep them as").fill("our copy")
    page.get_by_role("button", name="Keep and use").click()
    told = page.get_by_text("Learnt 25 pieces of Pizza XXL. The table reads “our copy” from now on.")
    expect(told).to_be_visible(timeout=PATIENCE_MS)
    expect(page.get_by_role("button", name="“our copy”")).to_have_attribute("aria-pressed", "true")

    page.get_by_role("combobox").select_option("ham")
    page.get_by_role("button", name="Learn it anew").click()
    expect(page.get_by_role("heading", name="Lay ham alone on the table")).to_be_visible(timeout=PATIENCE_MS)
    expect(said).to_contain_text("12 pieces like it", timeout=PATIENCE_MS)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Nothing was learnt")).to_be_visible(timeout=PATIENCE_MS)
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".panes")).to_be_visible()
