"""A stand-in for the table: shows the views a test gives it and remembers what it was told."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from browser import views
from browser.referee_views import for_referee

PICTURE = (Path(__file__).parent / "table.jpg").read_bytes()


class Told(list[dict[str, Any]]):
    """What a stand-in was told, in order; a test may wait for it."""

    def __init__(self) -> None:
        super().__init__()
        self._changed = threading.Condition()

    def add(self, message: dict[str, Any]) -> None:
        with self._changed:
            self.append(message)
            self._changed.notify_all()

    def wait_for(self, is_wanted: Callable[[dict[str, Any]], bool]) -> None:
        """Wait until a message came that `is_wanted`."""
        with self._changed:
            assert self._changed.wait_for(lambda: any(map(is_wanted, self)), timeout=15), list(self)

    def first(self, count: int) -> list[dict[str, Any]]:
        """Wait for `count` messages; gives all there are."""
        with self._changed:
            assert self._changed.wait_for(lambda: len(self) >= count, timeout=15), list(self)
            return list(self)


class StandInTable:
    """Implements the table's port; `show` publishes a view, `commands` is what referees submitted."""

    def __init__(self, simulated: bool = False) -> None:
        self.simulated = simulated
        self.commands = Told()
        self.answer: dict[str, Any] = {"ok": True}
        self._view = views.idle(simulated)
        self._notify: list[Callable[[], None]] = []

    def show(self, view: dict[str, Any]) -> None:
        """Publish `view` under the next version, as a real table would."""
        self._view = {**view, "simulated": self.simulated, "version": self._view["version"] + 1}
        for notify in self._notify:
            notify()

    def view(self, role: str) -> dict[str, Any]:
        if role == "referee":
            return self._view if "health" in self._view else for_referee(self._view)
        return {name: part for name, part in self._view.items() if name not in ("health", "board")} | {"role": "viewer"}

    def submit(self, command: dict[str, Any], by: str) -> dict[str, Any]:
        self.commands.add(command)
        return self.answer

    def subscribe(self, notify: Callable[[], None]) -> None:
        self._notify.append(notify)

    def picture(self, name: str) -> bytes | None:
        return PICTURE if name in ("v17", "latest") else None


class StandInSimulation:
    """Implements the simulation's port; `actions` is what people did."""

    def __init__(self) -> None:
        self.actions = Told()
        self._view = views.simulation()
        self._notify: list[Callable[[], None]] = []

    def show(self, view: dict[str, Any]) -> None:
        self._view = {**view, "version": self._view["version"] + 1}
        for notify in self._notify:
            notify()

    def view(self) -> dict[str, Any]:
        return self._view

    def act(self, action: dict[str, Any]) -> dict[str, Any]:
        self.actions.add(action)
        return {"ok": True}

    def picture(self) -> bytes:
        return PICTURE

    def subscribe(self, notify: Callable[[], None]) -> None:
        self._notify.append(notify)
