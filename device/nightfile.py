"""night.toml, the head of a recording: what was played, by whom, on which wires, on which table."""

import json
from pathlib import Path
from typing import Any, Literal

import msgspec

from device.errors import RecordingError
from device.events import Seat
from device.wiring import SeatWiring, Wiring

NAME = "night.toml"
EDGES, FRAMES, COMMANDS, EVENTS = "edges.jsonl", "frames.jsonl", "commands.jsonl", "events.jsonl"
TRUTH = "truth.json"
SHAPES = ("circle", "square", "triangle", "diamond", "star", "hexagon")


class SeatLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat: who (empty: nobody), how old in the order of ages, and the lines of its claim buttons, slot 1 first."""

    name: str
    colour: str
    age_order: int
    lines: tuple[int, ...]
    seat: int | None = None
    shape: str = ""


class NightFile(msgspec.Struct, frozen=True, omit_defaults=True):
    """The whole file. Times are whole milli-, micro- or nanoseconds, as their names say.

    `pictures` says what they leave out: in "every_change" nothing happened between two of them, not even under a hand;
    in "as_seen", as a camera kept them, what was hidden may have been turned. `begun_ns` is when the recording began;
    what the log says before is where it began from.
    """

    name: str
    game: str
    variant: str
    simulated: bool
    surface_mm: tuple[int, int]
    slots_mm: tuple[tuple[int, int], ...]
    tie_window_us: int
    second_claim_window_ms: int
    seats: tuple[SeatLine, ...] = ()
    grace_ms: int = 100
    patience_ms: int = 1500
    gallery: str = ""
    go: int | None = None
    hold: int | None = None
    begun_ns: int = 0
    pictures: Literal["every_change", "as_seen"] = "every_change"

    def wiring(self) -> Wiring:
        """The wires of the seats, by their numbers."""
        seats = tuple(
            SeatWiring(self._number(index), seat.colour, seat.shape or SHAPES[index], seat.lines, None)
            for index, seat in enumerate(self.seats)
        )
        return Wiring(seats, self.go, self.hold)

    def players(self) -> tuple[Seat, ...]:
        """Who sits where, clockwise."""
        return tuple(
            Seat(self._number(index), seat.name, seat.colour, seat.shape or SHAPES[index], seat.age_order)
            for index, seat in enumerate(self.seats)
            if seat.name
        )

    def settings(self) -> dict[str, int]:
        """What a game is started with, in nanoseconds."""
        return {
            "tie_window_ns": self.tie_window_us * 1000,
            "second_claim_window_ns": self.second_claim_window_ms * 1_000_000,
            "grace_ns": self.grace_ms * 1_000_000,
        }

    def _number(self, index: int) -> int:
        number = self.seats[index].seat
        return index if number is None else number


def read(folder: Path) -> NightFile:
    """The head of the recording in `folder`; RecordingError says in one sentence what is wrong with it."""
    path = folder / NAME
    try:
        return msgspec.toml.decode(path.read_bytes(), type=NightFile)
    except FileNotFoundError as error:
        raise RecordingError(f"{path} is missing; a recording is a folder with a {NAME}.") from error
    except OSError as error:
        raise RecordingError(f"{path} cannot be read: {error.strerror}.") from error
    except (msgspec.MsgspecError, UnicodeDecodeError, ValueError) as error:
        raise RecordingError(f"{path} cannot be read: {error}.") from error


def write(folder: Path, night: NightFile) -> None:
    """Write the head of a recording."""
    data: dict[str, Any] = msgspec.to_builtins(night)
    seats = data.pop("seats", [])
    lines = [f"{key} = {json.dumps(value)}" for key, value in data.items()]
    for seat in seats:
        lines += ["", "[[seats]]", *(f"{key} = {json.dumps(value)}" for key, value in seat.items())]
    (folder / NAME).write_text("\n".join(lines) + "\n", encoding="utf-8")
