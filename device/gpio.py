"""The Pi's lines: edges with the kernel's own time in, lamps out. The only module that touches the GPIO libraries.

gpiozero is used at the level of its pins, because only there the kernel's time stamp comes through, and because its
`bounce_time` would stamp the settled edge instead of the first. All lines share one thread of the library: whatever is
raised in it silences every button, so the handler puts the edge away and does nothing else.

Loading lgpio leaves a FIFO named `.lgd-nfy…` in the working directory and fails where that cannot be written, so a
service sets its working directory to one of its own.
"""

import queue
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from gpiozero import GPIOZeroError, InputDevice, OutputDevice
from gpiozero.pins.mock import MockFactory

from device.buttons import DOWN, UP, Edge
from device.errors import HardwareError

Factory = Any  # gpiozero has no types
MODEL_FILE = Path("/proc/device-tree/model")


def is_pi(model_file: Path = MODEL_FILE) -> bool:
    """Whether this machine is a Raspberry Pi, by what its firmware calls it."""
    try:
        return model_file.read_text(errors="replace").startswith("Raspberry Pi")
    except OSError:
        return False


def real_factory(chip: int | None = None) -> Factory:
    """The lines of this Pi; HardwareError says in one sentence why they cannot be had.

    `chip` is the number of /dev/gpiochip*, None for the one that belongs to the header.
    """
    try:
        from gpiozero.pins.lgpio import LGPIOFactory
    except ModuleNotFoundError as error:
        raise HardwareError(
            "The GPIO library lgpio is missing; install the extra: pip install 'pizza-table[pi]'."
        ) from error
    except OSError as error:
        raise HardwareError(
            f"lgpio needs a working directory that it can write, not {Path.cwd()} ({error})."
        ) from error
    try:
        return LGPIOFactory(chip=chip)
    except _backend_errors() as error:
        raise HardwareError(f"The GPIO chip cannot be opened: {_reason(error)}.") from error


def mock_factory() -> Factory:
    """Lines that exist in memory only, moved with `MockLines`."""
    return MockFactory()


def _backend_errors() -> tuple[type[Exception], ...]:
    # lgpio's error can only have been raised if it is loaded, and must not be loaded just to be named.
    loaded = sys.modules.get("lgpio")
    return (GPIOZeroError, OSError) + ((loaded.error,) if loaded is not None else ())


def _reason(error: Exception) -> str:
    text = str(error).strip("'\"")
    if "busy" in text:
        return "another program holds it (GPIO busy); stop that program, for instance a second pizza-table"
    if "unable to locate Pi revision" in text:
        return "this is not a Raspberry Pi; run the simulated table instead"
    if "can not open gpiochip" in text or "ermission" in text:
        return f"no access to it ({text}); is this a Pi, and is the user in the group gpio?"
    return text or type(error).__name__


class _Line:
    """One button's line; gpiozero keeps only a weak reference to the handler, so this object must be kept."""

    def __init__(self, line: int, sink: Callable[[Edge], None], factory: Factory) -> None:
        self.line, self.lost, self._sink = line, 0, sink
        self._device = InputDevice(line, pull_up=True, pin_factory=factory)
        pin = self._device.pin
        pin.bounce = None
        pin.edges = "both"
        pin.when_changed = self._edge

    def _edge(self, ticks: float, state: int) -> None:
        try:
            self._sink(Edge(round(ticks * 1_000_000_000), self.line, UP if state else DOWN))
        except queue.Full:
            self.lost += 1

    def level(self) -> int:
        return UP if self._device.pin.state else DOWN

    def close(self) -> None:
        if not self._device.closed:
            self._device.pin.when_changed = None
            self._device.close()


class Buttons:
    """The open button lines. Their edges go to the sink from the library's thread, not always in order."""

    def __init__(self, lines: Iterable[int], sink: Callable[[Edge], None], factory: Factory) -> None:
        self._lines: list[_Line] = []
        for line in lines:
            try:
                self._lines.append(_Line(line, sink, factory))
            except _backend_errors() as error:
                self.close()
                raise HardwareError(f"The button on BCM {line} cannot be opened: {_reason(error)}.") from error

    def levels(self) -> dict[int, int]:
        """Line to its level now, 0 being pressed."""
        return {line.line: line.level() for line in self._lines}

    def lost(self) -> dict[int, int]:
        """Line to how many of its edges the sink had no room for, where there were any."""
        return {line.line: line.lost for line in self._lines if line.lost}

    def alive(self) -> bool:
        """Whether edges can still arrive: the library's one thread runs. Always true for lines in memory."""
        # The library has no public way to ask, and a dead thread is a table without buttons.
        loaded = sys.modules.get("lgpio")
        return bool(self._lines) and (loaded is None or loaded._notify_thread.is_alive())

    def close(self) -> None:
        """Give the lines back."""
        for line in self._lines:
            line.close()
        self._lines.clear()


def open_buttons(lines: Iterable[int], sink: Callable[[Edge], None], factory: Factory) -> Buttons:
    """Watch these lines; every edge goes to `sink`, which must be quick and may raise queue.Full only."""
    return Buttons(lines, sink, factory)


class Lamps:
    """The seats' lamps; a seat without one is silently dark."""

    def __init__(self, lines: Mapping[int, int], factory: Factory) -> None:
        """Take the lamps' lines, seat to line."""
        self._devices: dict[int, OutputDevice] = {}
        for seat, line in lines.items():
            try:
                self._devices[seat] = OutputDevice(line, pin_factory=factory)
            except _backend_errors() as error:
                self.close()
                raise HardwareError(f"The lamp on BCM {line} cannot be opened: {_reason(error)}.") from error

    def set(self, seat: int, on: bool) -> None:
        """Light the seat's lamp, or put it out."""
        if seat in self._devices:
            self._devices[seat].value = on

    def lit(self) -> tuple[int, ...]:
        """Seats whose lamp is on."""
        return tuple(seat for seat, device in self._devices.items() if device.value)

    def close(self) -> None:
        """Put all out and give the lines back."""
        for device in self._devices.values():
            device.off()
            device.close()
        self._devices.clear()


class MockLines:
    """A hand on the lines of a `mock_factory`: what a real world would do to them, at any given time."""

    def __init__(self, factory: Factory) -> None:
        self._factory = factory

    def edge(self, line: int, level: int, t_ns: int) -> None:
        """Move a line to a level and report it as stamped at `t_ns`."""
        pin = self._factory.pin(line)
        handler = pin.when_changed
        pin.when_changed = None  # the stand-in would stamp the time of the call
        (pin.drive_high if level else pin.drive_low)()
        pin.when_changed = handler
        if handler is not None:
            handler(t_ns / 1_000_000_000, level)

    def press(self, line: int, t_ns: int | None = None, bounce_ns: Sequence[int] = ()) -> int:
        """Press a button, now or at `t_ns`, which is returned. `bounce_ns`: an even number of later edges."""
        return self._move(line, DOWN, t_ns, bounce_ns)

    def release(self, line: int, t_ns: int | None = None, bounce_ns: Sequence[int] = ()) -> int:
        """Let a button go, now or at `t_ns`, which is returned. `bounce_ns`: an even number of later edges."""
        return self._move(line, UP, t_ns, bounce_ns)

    def _move(self, line: int, level: int, t_ns: int | None, bounce_ns: Sequence[int]) -> int:
        if len(bounce_ns) % 2:
            raise ValueError(f"{len(bounce_ns)} bounces leave the line where it was; give an even number")
        start_ns = time.monotonic_ns() if t_ns is None else t_ns
        for count, offset_ns in enumerate((0, *bounce_ns)):
            self.edge(line, level if count % 2 == 0 else 1 - level, start_ns + offset_ns)
        return start_ns
