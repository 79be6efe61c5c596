"""Who is connected, from which page, and who has earned the referee's role."""

import threading
from dataclasses import dataclass

from server.pins import Pins
from server.port import Role


@dataclass(frozen=True)
class Connection:
    """One open page; `token` is what the PIN earned, or nothing."""

    page: str
    token: str | None


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

    def promote(self, sid: str, token: str) -> None:
        """Give a page the referee's role."""
        with self._lock:
            if sid in self._open:
                self._open[sid] = Connection(self._open[sid].page, token)

    def closed(self, sid: str) -> None:
        """Forget a page."""
        with self._lock:
            self._open.pop(sid, None)

    def role(self, sid: str) -> Role:
        """The role of a page now: the token is checked every time, so a reset PIN ends it at once."""
        with self._lock:
            connection = self._open.get(sid)
        return "referee" if connection and connection.token and self._pins.valid(connection.token) else "viewer"

    def page(self, sid: str) -> str:
        """The page's name, empty when it is gone."""
        with self._lock:
            connection = self._open.get(sid)
        return connection.page if connection else ""

    def pin_chosen(self) -> bool:
        """Whether the table has a PIN yet."""
        return self._pins.chosen()

    def demote_outdated(self) -> list[str]:
        """Take the role from pages whose PIN was reset; gives their session ids."""
        with self._lock:
            holders = [sid for sid, connection in self._open.items() if connection.token]
        outdated = [sid for sid in holders if self.role(sid) == "viewer"]
        with self._lock:
            for sid in outdated:
                if sid in self._open:
                    self._open[sid] = Connection(self._open[sid].page, None)
        return outdated
