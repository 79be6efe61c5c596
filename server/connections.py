"""Who is connected, from which page, and who has earned the referee's role.

Kept here and not in Socket.IO's rooms, which lose a page that joins in the instant the last one leaves.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from server.pins import Pins
from server.port import Role


@dataclass(frozen=True)
class Connection:
    """One open page; `token` is what the PIN earned; `greeted` once it was told who it is."""

    page: str
    token: str | None
    greeted: bool = False


class Connections:
    """The open pages by their Socket.IO session id."""

    def __init__(self, pins: Pins) -> None:
        self._pins = pins
        self._lock = threading.Lock()
        self._open: dict[str, Connection] = {}

    def opened(self, sid: str, page: str, token: object) -> None:
        """Note a new page; a token of a PIN that stands no more is dropped."""
        earned = token if isinstance(token, str) and self._pins.valid(token) else None
        with self._lock:
            self._open[sid] = Connection(page, earned)

    def closed(self, sid: str) -> None:
        """Forget a page."""
        with self._lock:
            self._open.pop(sid, None)

    def promote(self, sid: str, token: str) -> None:
        """Give a page the referee's role."""
        self._change(sid, lambda connection: replace(connection, token=token))

    def greeted(self, sid: str) -> None:
        """Note that a page was told who it is; from now on it belongs to an audience."""
        self._change(sid, lambda connection: replace(connection, greeted=True))

    def role(self, sid: str) -> Role:
        """The role of a page now: the token is checked every time, so a reset PIN ends it at once."""
        with self._lock:
            connection = self._open.get(sid)
        return self._role(connection) if connection else "viewer"

    def page(self, sid: str) -> str:
        """The page's name, empty when it is gone."""
        with self._lock:
            connection = self._open.get(sid)
        return connection.page if connection else ""

    def audience(self, role: Role) -> list[str]:
        """The session ids of the greeted pages with `role`."""
        return [sid for sid, connection in self._greeted() if self._role(connection) == role]

    def watching(self, page: str) -> list[str]:
        """The session ids of the greeted pages of that name."""
        return [sid for sid, connection in self._greeted() if connection.page == page]

    def pin_chosen(self) -> bool:
        """Whether the table has a PIN yet."""
        return self._pins.chosen()

    def demote_outdated(self) -> list[str]:
        """Take the role from pages whose PIN was reset; gives their session ids."""
        outdated = [sid for sid, one in self._greeted() if one.token and self._role(one) == "viewer"]
        for sid in outdated:
            self._change(sid, lambda connection: replace(connection, token=None))
        return outdated

    def _greeted(self) -> list[tuple[str, Connection]]:
        with self._lock:
            return [(sid, connection) for sid, connection in self._open.items() if connection.greeted]

    def _role(self, connection: Connection) -> Role:
        return "referee" if connection.token and self._pins.valid(connection.token) else "viewer"

    def _change(self, sid: str, change: Callable[[Connection], Connection]) -> None:
        with self._lock:
            if sid in self._open:
                self._open[sid] = change(self._open[sid])
