"""What the screens know of the table: these protocols and nothing else.

The table's side implements them; the tests bring a stand-in. All views and answers are JSON-ready.
"""

from collections.abc import Callable
from typing import Any, Literal, Protocol

Role = Literal["viewer", "referee"]
View = dict[str, Any]
Answer = dict[str, Any]


class TablePort(Protocol):
    """The table as a screen may see and command it."""

    simulated: bool

    def view(self, role: str) -> View:
        """The present view for `role`; `version` is an integer that grows with every change."""

    def submit(self, command: dict[str, Any], by: str) -> Answer:
        """Handle a referee's command; returns once it is durable.

        `{"ok": true}`, or `{"ok": false, "reason": "snake_case", "sentence": "..."}`.
        """

    def subscribe(self, notify: Callable[[], None]) -> None:
        """Call `notify` after each change, from the table's thread; it only sets a flag."""

    def picture(self, name: str) -> bytes | None:
        """The JPEG a verdict rests on, or the newest one for `latest`; None when there is none."""


class SimulationPort(Protocol):
    """The hands and the light of a simulated table: what people would do to a real one."""

    def view(self) -> View:
        """Where the pieces lie, in mm, without any face-down piece's kind; `version` grows."""

    def act(self, action: dict[str, Any]) -> Answer:
        """Do what a person at the table would do; answers as `TablePort.submit`."""

    def picture(self) -> bytes:
        """The simulated camera's JPEG; it spans the whole surface."""

    def subscribe(self, notify: Callable[[], None]) -> None:
        """Call `notify` after each change; it only sets a flag."""


def refused(reason: str, sentence: str) -> Answer:
    """An answer that says no: `reason` for programs, `sentence` for people."""
    return {"ok": False, "reason": reason, "sentence": sentence}
