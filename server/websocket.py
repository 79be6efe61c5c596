"""A WebSocket whose page may hang up while it is being closed, which is no error.

The library closes from a thread of its own, where an error would only fill the journal with browsers that went.
"""

from contextlib import suppress

from engineio.async_drivers._websocket_wsgi import SimpleWebSocketWSGI
from flask_socketio import SocketIO
from simple_websocket import ConnectionClosed


class WebSocket(SimpleWebSocketWSGI):  # type: ignore[misc]  # engineio has no types
    """The threading driver's WebSocket, closed quietly."""

    def close(self) -> None:
        """Close it, whether or not anybody is still there."""
        with suppress(OSError, ConnectionClosed):
            super().close()


def close_quietly(socketio: SocketIO) -> None:
    """Have all WebSockets of this server closed so."""
    engine = socketio.server.eio
    engine._async = {**engine._async, "websocket": WebSocket}
