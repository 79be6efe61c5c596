"""Serve a stand-in table as the product serves a real one: `stand_in_server.py PORT STATE_FOLDER VIEW`."""

import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from browser import views
from browser.standin import StandInTable

from server.app import Screens, create_app
from server.pins import Pins
from server.serve import serve


def create() -> tuple[Screens, Callable[[], None]]:
    table = StandInTable()
    screens = create_app(table, Pins(Path(sys.argv[2]) / "pin.json"))
    stop = threading.Event()
    emitter = threading.Thread(target=screens.emitter.run, args=(stop,))
    emitter.start()
    table.show(getattr(views, sys.argv[3])())

    def close() -> None:
        stop.set()
        screens.emitter.notify()
        emitter.join()
        say("closed")

    say(f"created {os.getpid()}")
    return screens, close


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    serve(create, "127.0.0.1", int(sys.argv[1]), threads=12)
