"""A real browser on real pages. Every page must stay free of errors and ask nobody but the table."""

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from browser.serving import Served
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = (390, 844)
LAPTOP = (1366, 860)
WALL = (1920, 1080)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    with playwright.chromium.launch(executable_path="/usr/bin/chromium", args=SWITCHES) as browser:
        yield browser


class Visitor:
    """Opens pages and notes what went wrong on them; `forgive` names errors that a test provokes."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self.problems: list[str] = []
        self.forgive: tuple[str, ...] = ()

    def open(self, address: str, size: tuple[int, int] = LAPTOP, before: Callable[[Page], None] | None = None) -> Page:
        """A fresh visitor's page, with no memory of earlier ones; `before` prepares it."""
        context = self._browser.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
        context.set_default_timeout(15_000)
        self._contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: self._note(message.type == "error", message.text))
        page.on("pageerror", lambda error: self._note(True, str(error)))
        page.on("request", lambda request: self._note(not _is_here(request.url), f"asked {request.url}"))
        if before is not None:
            before(page)
        page.goto(address)
        return page

    def close(self) -> None:
        while self._contexts:
            self._contexts.pop().close()

    def _note(self, wrong: bool, text: str) -> None:
        if wrong and not any(word in text for word in self.forgive):
            self.problems.append(text)


@pytest.fixture
def visitor(chromium: Browser) -> Iterator[Visitor]:
    visitor = Visitor(chromium)
    yield visitor
    visitor.close()
    assert visitor.problems == []


@pytest.fixture
def served(tmp_path: Path, visitor: Visitor) -> Iterator[Served]:
    yield from _run(Served(tmp_path, simulated=False), visitor)


@pytest.fixture
def simulated(tmp_path: Path, visitor: Visitor) -> Iterator[Served]:
    yield from _run(Served(tmp_path, simulated=True), visitor)


def _run(served: Served, visitor: Visitor) -> Iterator[Served]:
    served.start()
    yield served
    visitor.close()  # before the server goes, which a page would complain about
    served.stop()


def _is_here(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in ("data", "blob", "file") or parts.hostname in ("127.0.0.1", "localhost")
