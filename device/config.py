"""The configuration, declared once: every key with its type, default, range, unit and a sentence.

The example file in systemd/ is written from this declaration, so the two cannot disagree.
"""

import difflib
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from device import wiring
from device.errors import ConfigError
from device.language import Code
from device.wiring import DEFAULT_WIRING, SeatWiring, Wiring

SYSTEM_FILE = Path("/etc/pizza-table/config.toml")
SYSTEM_STATE = "/var/lib/pizza-table"


class _Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of the file."""


class TableConfig(_Section, frozen=True):
    """The table itself. Changing its size or slots asks for a new calibration."""

    name: Annotated[str, Meta(min_length=1, description="What the screens call this table.")] = "Pizza Table"
    language: Annotated[Code, Meta(description="What language the table speaks on the screens.")] = "en"
    surface_mm: Annotated[
        tuple[Annotated[int, Meta(ge=200, le=3000)], Annotated[int, Meta(ge=200, le=3000)]],
        Meta(description="Width and depth of the surface between its edges, in millimetres."),
    ] = (1120, 630)
    slots_mm: Annotated[
        tuple[tuple[int, int], ...],
        Meta(
            min_length=1,
            max_length=3,
            description="Centres of the pizza slots, x right and y down from the top left corner, in millimetres.",
        ),
    ] = ((380, 118), (560, 118), (740, 118))


Line = Annotated[int, Meta(ge=0, le=27)]


class SeatConfig(_Section, frozen=True):
    """A place at the table; list them clockwise. Leave all of them out for the six of the build guide."""

    colour: Annotated[str, Meta(min_length=1, description="Colour of the seat's buttons and of its name on screens.")]
    shape: Annotated[str, Meta(min_length=1, description="Shape beside the name, for those who cannot tell colours.")]
    claim_lines: Annotated[
        tuple[Line, ...], Meta(min_length=1, max_length=3, description="BCM lines of the claim buttons, slot 1 first.")
    ]
    lamp: Annotated[Line | None, Meta(description="BCM line of the seat's lamp; leave out if it has none.")] = None


class RefereeConfig(_Section, frozen=True):
    """The referee's buttons."""

    go: Annotated[Line, Meta(description="BCM line of the button that starts and goes on.")] = 3
    hold: Annotated[Line, Meta(description="BCM line of the button that stops the claims.")] = 2


class ButtonsConfig(_Section, frozen=True):
    """How presses are told from bounces, and in which order they count."""

    quiet_ms: Annotated[
        int, Meta(ge=5, le=200, description="A press needs this much silence of its line before it, in milliseconds.")
    ] = 30
    settle_ms: Annotated[
        int, Meta(ge=1, le=20, description="A level is believed after this much stillness, in milliseconds.")
    ] = 3
    collect_ms: Annotated[
        int, Meta(ge=5, le=100, description="Presses are collected this long before they are judged, in milliseconds.")
    ] = 10
    tie_window_us: Annotated[
        int, Meta(ge=0, le=10_000, description="Presses closer than this are a tie (X8), in microseconds.")
    ] = 1000
    stuck_s: Annotated[
        int, Meta(ge=1, le=600, description="A button down for longer than this is reported as stuck, in seconds.")
    ] = 10


class XxlConfig(_Section, frozen=True):
    """Pizza XXL."""

    second_claim_window_ms: Annotated[
        int, Meta(ge=0, le=10_000, description="Other ready pizzas stay claimable this long (X3), in milliseconds.")
    ] = 1500
    grace_ms: Annotated[
        int,
        Meta(
            ge=0,
            le=1000,
            description="A touch this long before the first sure picture of a ready pizza counts, in milliseconds.",
        ),
    ] = 100
    patience_ms: Annotated[
        int, Meta(ge=0, le=10_000, description="A verdict waits this long for a clear picture, in milliseconds.")
    ] = 1500
    components: Annotated[
        str, Meta(description="File with your own copy's tokens and recipes; empty for the house set.")
    ] = ""


class CameraConfig(_Section, frozen=True):
    """What looks down on the table."""

    kind: Annotated[
        Literal["auto", "pi", "usb", "folder", "drawn"],
        Meta(description="Where pictures come from; auto takes the Pi's camera, or draws where there is no Pi."),
    ] = "auto"
    width: Annotated[int, Meta(ge=640, le=9152, description="Width of the pictures, in pixels.")] = 2304
    height: Annotated[int, Meta(ge=360, le=6944, description="Height of the pictures, in pixels.")] = 1296
    mains_hz: Annotated[
        Literal[50, 60], Meta(description="Frequency of the mains, against flicker of lamps, in hertz.")
    ] = 50
    device: Annotated[str, Meta(description="The USB camera's number or file, or the folder of pictures.")] = "0"
    ring_frames: Annotated[int, Meta(ge=2, le=600, description="How many pictures are remembered.")] = 24
    gallery: Annotated[
        str, Meta(min_length=1, description="Which enrolled pieces lie on the table; house is our own set.")
    ] = "house"
    lens: Annotated[
        str, Meta(description="Which measured lens the camera has; empty for the only one measured, if any.")
    ] = ""


class ServerConfig(_Section, frozen=True):
    """The screens."""

    host: Annotated[str, Meta(min_length=1, description="Address to listen on; 0.0.0.0 lets phones in.")] = "0.0.0.0"
    port: Annotated[int, Meta(ge=1, le=65535, description="Port to listen on.")] = 8000
    threads: Annotated[int, Meta(ge=4, le=500, description="How many screens can be connected at a time.")] = 160


class PathsConfig(_Section, frozen=True):
    """Where things are kept."""

    state: Annotated[
        str, Meta(min_length=1, description="Folder of the log, calibration, galleries and recordings.")
    ] = SYSTEM_STATE


class RecordingConfig(_Section, frozen=True):
    """Keeping the edges and pictures of a night, to replay it."""

    on: Annotated[bool, Meta(description="Whether nights are recorded.")] = False
    limit_mb: Annotated[int, Meta(ge=10, le=1_000_000, description="A recording stops at this size, in megabytes.")] = (
        500
    )


def _default_seats() -> tuple[SeatConfig, ...]:
    return tuple(
        SeatConfig(colour=seat.colour, shape=seat.shape, claim_lines=seat.claim_lines, lamp=seat.lamp)
        for seat in DEFAULT_WIRING.seats
    )


class Config(_Section, frozen=True):
    """The whole file."""

    table: TableConfig = TableConfig()
    seats: tuple[SeatConfig, ...] = _default_seats()
    referee: RefereeConfig = RefereeConfig()
    buttons: ButtonsConfig = ButtonsConfig()
    xxl: XxlConfig = XxlConfig()
    camera: CameraConfig = CameraConfig()
    server: ServerConfig = ServerConfig()
    paths: PathsConfig = PathsConfig()
    recording: RecordingConfig = RecordingConfig()

    def wiring(self) -> Wiring:
        """The wires that this file describes."""
        seats = tuple(
            SeatWiring(number, seat.colour, seat.shape, seat.claim_lines, seat.lamp)
            for number, seat in enumerate(self.seats)
        )
        return Wiring(seats, go=self.referee.go, hold=self.referee.hold)


def load(path: Path) -> Config:
    """The configuration in this file; ConfigError says in one sentence what is wrong, with the file and the key."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"The configuration {path} cannot be read: {error}.") from error
    try:
        return parse(text)
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from error


def parse(text: str) -> Config:
    """The configuration in this TOML text; raises ConfigError."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"This is not TOML: {error}.") from error
    for key, known in _unknown_keys(Config, data, ""):
        raise ConfigError(f"There is no key {key}; did you mean {known}?")
    try:
        config = msgspec.convert(data, Config)
    except msgspec.ValidationError as error:
        raise ConfigError(_in_words(str(error), data)) from error
    _check_across(config)
    return config


def _check_across(config: Config) -> None:
    wiring.check(config.wiring())
    buttons = config.buttons
    if 2 * buttons.tie_window_us > 1000 * buttons.collect_ms:
        raise ConfigError(
            f"buttons.tie_window_us is {buttons.tie_window_us}, more than half of buttons.collect_ms "
            f"({buttons.collect_ms}); make it smaller."
        )
    width_mm, depth_mm = config.table.surface_mm
    for x_mm, y_mm in config.table.slots_mm:
        if not (0 <= x_mm <= width_mm and 0 <= y_mm <= depth_mm):
            raise ConfigError(
                f"table.slots_mm has [{x_mm}, {y_mm}], which is off the surface of {width_mm} x {depth_mm} mm."
            )


def _unknown_keys(kind: Any, data: Any, where: str) -> Iterator[tuple[str, str]]:
    """Keys that the declaration does not know, each with the nearest that it does."""
    if get_origin(kind) is tuple and isinstance(data, list):
        for number, item in enumerate(data):
            yield from _unknown_keys(get_args(kind)[0], item, f"{where}[{number}]")
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct) and isinstance(data, dict)):
        return
    hints = get_type_hints(kind)
    for key, value in data.items():
        path = f"{where}.{key}" if where else key
        if key in hints:
            yield from _unknown_keys(hints[key], value, path)
        else:
            nearest = difflib.get_close_matches(key, hints, n=1, cutoff=0)[0]
            yield path, f"{where}.{nearest}" if where else nearest


def _in_words(message: str, data: Any) -> str:
    """msgspec's complaint with the value it found: "Expected `int`, got `str` - at `$.server.port`"."""
    complaint, _, place = message.partition(" - at `$")
    path = place.strip("`").removeprefix(".")
    if complaint.startswith("Object missing"):
        return f"{path}: {complaint.replace('Object missing required field', 'give it a').replace('`', '')}."
    value: Any = data
    kind: Any = Config
    for step in path.replace("[", ".").replace("]", "").split("."):
        value = value[int(step) if isinstance(value, list) else step]
        kind = get_type_hints(kind).get(step) if isinstance(kind, type) else None
    if get_origin(kind) is Literal:
        expected = f"one of {', '.join(map(repr, get_args(kind)))}"
    else:
        expected = complaint.removeprefix("Expected ").replace("`", "")
        for theirs, ours in (("object", "a table"), ("array", "a list"), ("str", "text"), ("bool", "true or false")):
            expected = expected.replace(theirs, ours)
    return f"{path} is {value!r}; expected {expected}."


def example() -> str:
    """Every key with its sentence and its default, as a TOML file."""
    blocks = ["# Pizza Table: every key with its default. Leave out what you do not change."]
    for name in Config.__struct_fields__:
        value = getattr(Config(), name)
        for number, section in enumerate(value if isinstance(value, tuple) else (value,)):
            head = f"[[{name}]]" if isinstance(value, tuple) else f"[{name}]"
            blocks.append("\n".join(_section(head, section, explain=number == 0)))
    return "\n\n".join(blocks) + "\n"


def _section(head: str, section: _Section, explain: bool) -> list[str]:
    lines = [f"# {type(section).__doc__}", head] if explain else [head]
    for key, hint in get_type_hints(type(section), include_extras=True).items():
        if explain:
            lines.append(f"# {_sentence(hint)}")
        lines.append(f"{key} = {_toml(getattr(section, key))}")
    return lines


def _sentence(hint: Any) -> str:
    metas = [meta for meta in hint.__metadata__ if isinstance(meta, Meta)]
    told = next(meta.description for meta in metas if meta.description)
    choices = [str(choice) for choice in get_args(hint.__origin__)] if get_origin(hint.__origin__) is Literal else []
    limits = [f"{meta.ge} to {meta.le}" for meta in metas if meta.ge is not None]
    return f"{told} ({', '.join(choices or limits)})" if choices or limits else str(told)


def _toml(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(_toml(item) for item in value)}]"
    if isinstance(value, str):
        return f'"{value}"'
    return str(value).lower()
