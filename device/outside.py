"""What the table makes happen around it."""

from typing import Protocol

from device.commands import EnrolmentCommand
from device.eventlog import EventLog
from device.events import Event
from device.rules.game import Refusal


class Outside(Protocol):
    """None of it may block. Only `new_night` may raise, LogError."""

    def keep_picture(self, name: str, at_ns: int) -> None:
        """Keep the picture of this moment under a name."""

    def record(self, on: bool) -> None:
        """Begin or stop keeping edges and pictures."""

    def calibrate(self) -> None:
        """Find the markers anew."""

    def enrol(self, command: EnrolmentCommand, playing: bool) -> Refusal | None:
        """Go on learning pieces; a refusal when that makes no sense now."""

    def new_night(self) -> tuple[EventLog, list[Event]]:
        """The log of a new night, and the events with which it begins."""

    def lamp(self, seat: int, on: bool) -> None:
        """Light a seat's lamp, or put it out."""
