"""Serve the screens with gunicorn: one worker that owns the table, a thread per open page.

Each WebSocket holds a thread for as long as its page is open. When the worker dies, the arbiter starts
another, which builds its table anew by calling `create` again.
"""

import errno
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gunicorn.app.base import BaseApplication
from gunicorn.workers.gthread import ThreadWorker

from server.app import Screens
from server.errors import AddressError

THREADS = 160
STOP_S = 4  # how long an answer under way may still take after SIGTERM
BOOT_S = 120  # how long a worker may take to build its table, and be silent later, before it is replaced


class TableWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """A gthread worker that hangs up its WebSockets when it is asked to stop.

    Each holds a thread, and no process ends before its threads. Another thread hangs up, since a signal
    handler must not wait for a lock.
    """

    def handle_exit(self, sig: int, frame: Any) -> None:
        """On SIGTERM: answers under way are finished first."""
        self._hang_up()
        super().handle_exit(sig, frame)

    def handle_quit(self, sig: int, frame: Any) -> None:
        """On SIGINT (Ctrl-C) and SIGQUIT: at once."""
        self._hang_up()
        super().handle_quit(sig, frame)

    def _hang_up(self) -> None:
        threading.Thread(target=self.app.hang_up, daemon=True).start()


class TableServer(BaseApplication):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn, embedded: `create` runs in the worker."""

    def __init__(self, create: Callable[[], tuple[Screens, Callable[[], None]]], settings: dict[str, Any]) -> None:
        self._create = create
        self._settings = settings
        self._screens: Screens | None = None
        self._close: Callable[[], None] | None = None
        super().__init__()

    def load_config(self) -> None:
        """Take the settings and nothing from the environment or files."""
        for name, value in self._settings.items():
            self.cfg.set(name, value)
        self.cfg.set("worker_exit", lambda _server, _worker: self.close())

    def load(self) -> Any:
        """Build the table and its screens; called in the worker."""
        self._screens, self._close = self._create()
        return self._screens.app

    def hang_up(self) -> None:
        """Close every WebSocket of this worker."""
        if self._screens is not None:
            self._screens.hang_up()

    def close(self) -> None:
        """Close the table; gunicorn calls this as the worker leaves, and in the arbiter, which has none."""
        if self._close is not None:
            close, self._close = self._close, None
            close()


def serve(
    create: Callable[[], tuple[Screens, Callable[[], None]]], host: str, port: int, threads: int = THREADS
) -> None:
    """Serve until SIGTERM or SIGINT.

    `create` gives the screens and what to call when the worker leaves; it starts the threads the table and
    the emitter need, and is called again in a new worker when one dies. Does not return: gunicorn leaves by
    SystemExit. Raises AddressError when `host` and `port` cannot be listened on.
    """
    shared_memory = Path("/dev/shm")
    settings = {
        "bind": f"fd://{listen(host, port).detach()}",
        "workers": 1,
        "worker_class": TableWorker,
        "threads": threads,
        "worker_connections": threads + 200,
        "graceful_timeout": STOP_S,
        "timeout": BOOT_S,
        "keepalive": 5,
        "loglevel": "warning",
        "worker_tmp_dir": str(shared_memory) if shared_memory.is_dir() else None,
        "control_socket_disable": True,
    }
    TableServer(create, settings).run()


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises AddressError with a sentence that says what to do."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(256)
    except OSError as error:
        listener.close()
        raise AddressError(_sentence(error, host, port)) from error
    listener.set_inheritable(True)
    return listener


def _sentence(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is taken by another program, perhaps a table that runs already; stop it or set another port."
        )
    if error.errno == errno.EACCES:
        return f"Port {port} may not be opened by this user; set a port above 1023."
    return f"This machine cannot listen on {host}, port {port} ({error.strerror}); set the address of this machine."
