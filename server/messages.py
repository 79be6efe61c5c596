"""The shape of every message a browser may send, checked before anything else sees it.

A message of the wrong shape is answered with one sentence that names the field; what a well-formed
message means is for the table to decide.
"""

import json
from difflib import get_close_matches
from typing import Annotated, Any, Literal

import msgspec

from server.port import Answer, refused

LARGEST_BYTES = 8192  # a start of six named seats is under 1 kB

SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=15)]
SlotNumber = Annotated[int, msgspec.Meta(ge=0, le=2)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
Millimetres = Annotated[float, msgspec.Meta(ge=-10_000, le=10_000)]
Label = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
PersonName = Annotated[str, msgspec.Meta(min_length=1, max_length=24)]


class Command(msgspec.Struct, tag_field="command", forbid_unknown_fields=True):
    """What a referee may ask of the table."""


class SeatAtStart(msgspec.Struct, forbid_unknown_fields=True):
    """A seat that plays and who sits there."""

    seat: SeatNumber
    name: PersonName


class StartGame(Command, tag="start_game"):
    game: Label
    variant: Label
    seats: Annotated[list[SeatAtStart], msgspec.Meta(min_length=1, max_length=16)]
    youngest_first: Annotated[list[SeatNumber], msgspec.Meta(min_length=1, max_length=16)]


class OpenRound(Command, tag="open_round"):
    slots: Annotated[list[Label | None], msgspec.Meta(min_length=3, max_length=3)] | None


class CallOffRound(Command, tag="call_off_round"):
    pass


class Overrule(Command, tag="overrule"):
    verdict: Number
    reason: Label


class Undo(Command, tag="undo"):
    pass


class Redo(Command, tag="redo"):
    pass


class CorrectPiece(Command, tag="correct_piece"):
    piece: Number
    face: Literal["up", "down"]
    label: Label | None


class SetSlot(Command, tag="set_slot"):
    slot: SlotNumber
    pizza: Label | None


class Reveal(Command, tag="reveal"):
    kind: Label


class Award(Command, tag="award"):
    seat: SeatNumber
    slot: SlotNumber


class Hold(Command, tag="hold"):
    on: bool


class Record(Command, tag="record"):
    on: bool


class GoodNight(Command, tag="good_night"):
    pass


class Action(msgspec.Struct, tag_field="action", forbid_unknown_fields=True):
    """What a person may do at a simulated table."""


class Flip(Action, tag="flip"):
    token: Number


class Move(Action, tag="move"):
    token: Number
    x_mm: Millimetres
    y_mm: Millimetres


class Press(Action, tag="press"):
    seat: SeatNumber
    slot: SlotNumber


class Release(Action, tag="release"):
    seat: SeatNumber
    slot: SlotNumber


class Hand(Action, tag="hand"):
    x_mm: Millimetres
    y_mm: Millimetres


class HandAway(Action, tag="hand_away"):
    pass


class Light(Action, tag="light"):
    name: Label


class NextRound(Action, tag="next_round"):
    pass


class Button(Action, tag="button"):
    name: Literal["go", "hold"]


COMMANDS = (StartGame | OpenRound | CallOffRound | Overrule | Undo | Redo | CorrectPiece | SetSlot | Reveal | Award) | (
    Hold | Record | GoodNight
)
ACTIONS = Flip | Move | Press | Release | Hand | HandAway | Light | NextRound | Button


def check_command(payload: object) -> Answer | None:
    """None when `payload` is a well-formed command, else the refusal that says what is wrong."""
    return _check(payload, COMMANDS, "command")


def check_action(payload: object) -> Answer | None:
    """None when `payload` is a well-formed action of the simulation, else the refusal."""
    return _check(payload, ACTIONS, "action")


def _check(payload: object, shapes: Any, field: str) -> Answer | None:
    if not isinstance(payload, dict):
        return refused("malformed", f"Got {_kind(payload)}; expected an object with the field “{field}”.")
    name = payload.get(field)
    known = sorted(struct.__struct_config__.tag for struct in shapes.__args__)
    if not isinstance(name, str):
        return refused("malformed", f"The field “{field}” is {_kind(name)}; expected one of {', '.join(known)}.")
    if name not in known:
        return refused(f"unknown_{field}", f"There is no {field} “{name[:40]}”; {_nearest(name[:40], known)}.")
    try:
        if len(json.dumps(payload)) > LARGEST_BYTES:
            return refused("too_large", f"The {field} “{name}” is larger than {LARGEST_BYTES} bytes; send less.")
        msgspec.convert(payload, shapes)
    except (msgspec.ValidationError, TypeError, ValueError, RecursionError) as error:
        problem = str(error).replace("`", "").replace("$.", "")
        return refused("malformed", f"The {field} “{name}” cannot be used: {problem[:200]}.")
    return None


def _kind(value: object) -> str:
    return "nothing" if value is None else f"a value of type {type(value).__name__}"


def _nearest(name: str, known: list[str]) -> str:
    close = get_close_matches(name, known, n=1)
    return f"perhaps “{close[0]}” was meant" if close else f"expected one of {', '.join(known)}"
