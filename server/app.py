"""The web application: pages, pictures and live views of one table.

Everything is served from here, so every page works with no network. Files are revalidated by their ETag,
and a page that reconnects to a newer build reloads itself.
"""

import base64
import hashlib
import json
import re
import secrets
from dataclasses import dataclass
from pathlib import Path

from flask import Flask, Response, abort, jsonify, make_response, render_template, request
from flask_socketio import SocketIO

from server.address import table_address
from server.connections import Connections
from server.emitter import Emitter
from server.errors import LibrariesError
from server.pins import Pins
from server.port import SimulationPort, TablePort
from server.sockets import Desk, SocketOutlet, register
from server.websocket import close_quietly

HERE = Path(__file__).parent
IMPORT_MAP = json.dumps(
    {
        "imports": {
            "preact": "/static/vendor/preact.js",
            "preact/hooks": "/static/vendor/preact-hooks.js",
            "htm": "/static/vendor/htm.js",
            "qrcode-generator": "/static/vendor/qrcode.js",
            "socket.io-client": "/static/vendor/socket.io.js",
        }
    }
)
IMPORT_MAP_HASH = base64.b64encode(hashlib.sha256(IMPORT_MAP.encode()).digest()).decode()
CONTENT_POLICY = (
    f"default-src 'self'; script-src 'self' 'sha256-{IMPORT_MAP_HASH}'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
PING_S = 8  # a page that lost its network says so within twice this
PICTURE_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
PAGES = {
    "chooser": "Pizza Table",
    "table": "Table display",
    "referee": "Referee",
    "sim": "Simulated table",
}


@dataclass(frozen=True)
class Screens:
    """A WSGI `app`, and the `emitter` whose `run(stop)` the caller starts in a thread."""

    app: Flask
    socketio: SocketIO
    emitter: Emitter

    def hang_up(self) -> None:
        """Close every open WebSocket; the pages reconnect by themselves when they can."""
        engine = self.socketio.server.eio
        for client in list(engine.sockets.values()):
            client.close(wait=False)


def create_app(table: TablePort, pins: Pins, simulation: SimulationPort | None = None) -> Screens:
    """Build the screens of `table`; `simulation` only where the table is simulated.

    Raises LibrariesError when the browser libraries were never fetched.
    """
    if not (HERE / "static" / "vendor" / "preact.js").exists():
        raise LibrariesError(f"The browser libraries are missing in {HERE / 'static' / 'vendor'}; run “make run”.")
    app = Flask("server", root_path=str(HERE))
    app.config["SECRET_KEY"] = secrets.token_hex(32)
    socketio = SocketIO(
        app,
        async_mode="threading",
        async_handlers=False,  # a page's press stays before its release
        manage_session=False,
        ping_interval=PING_S,
        ping_timeout=PING_S,
    )
    close_quietly(socketio)
    greeting = {"build": build_of(HERE), "boot": secrets.token_hex(8), "simulated": table.simulated}
    connections = Connections(pins)
    emitter = Emitter(SocketOutlet(socketio), connections, table, simulation, greeting)
    register(socketio, Desk(pins, connections, emitter, table, simulation))
    _add_pages(app, simulated=simulation is not None)
    _add_pictures(app, table, simulation)
    app.after_request(_add_headers)
    return Screens(app, socketio, emitter)


def build_of(folder: Path) -> str:
    """A short hash of all pages, styles and modules: pages of another build reload themselves."""
    digest = hashlib.sha256()
    for part in ("static", "templates"):
        for path in sorted((folder / part).rglob("*")):
            if path.is_file():
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _add_pages(app: Flask, simulated: bool) -> None:
    def page(name: str) -> str:
        return render_template("page.html", name=name, title=PAGES[name], import_map=IMPORT_MAP, simulated=simulated)

    @app.get("/")
    def chooser() -> str:
        return page("chooser")

    @app.get("/table")
    def table_display() -> str:
        return page("table")

    @app.get("/referee")
    def referee() -> str:
        return page("referee")

    @app.get("/sim")
    def sim() -> str:
        return page("sim") if simulated else abort(404)

    @app.get("/address.json")
    def address() -> Response:
        return jsonify(address=table_address(request.host, request.scheme))


def _add_pictures(app: Flask, table: TablePort, simulation: SimulationPort | None) -> None:
    @app.get("/picture/<name>.jpg")
    def picture(name: str) -> Response:
        found = table.picture(name) if PICTURE_NAME.fullmatch(name) else None
        return abort(404) if found is None else _jpeg(found)

    @app.get("/sim/picture.jpg")
    def sim_picture() -> Response:
        return abort(404) if simulation is None else _jpeg(simulation.picture())


def _jpeg(picture: bytes) -> Response:
    response = make_response(picture)
    response.mimetype = "image/jpeg"
    response.set_etag(hashlib.sha256(picture).hexdigest()[:32])
    response.make_conditional(request)
    return response


def _add_headers(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Content-Security-Policy"] = CONTENT_POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
