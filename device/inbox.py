"""What the table is told, and the inbox where it waits for the one thread that decides."""

import queue
from concurrent.futures import Future
from typing import Any

import msgspec

from device.buttons import Edge
from device.rules.game import Refusal
from vision.reading import BoardReading


class ReadingMade(msgspec.Struct, frozen=True):
    """The eyes read a picture; `holds` when it is a recorded one, which stands for the table until the next."""

    reading: BoardReading
    holds: bool = False


class BoardStill(msgspec.Struct, frozen=True):
    """The picture read last stands until then."""

    until_ns: int


class CameraGone(msgspec.Struct, frozen=True):
    """No pictures any more."""

    detail: str


class CameraCame(msgspec.Struct, frozen=True):
    """Pictures come again."""


class Asked(msgspec.Struct):
    """A referee's command, and where its answer goes."""

    command: dict[str, Any]
    answer: "Future[Refusal | None]"


Message = Edge | ReadingMade | BoardStill | CameraGone | CameraCame | Asked
Inbox = queue.SimpleQueue[Message | None]  # None only wakes the reader
