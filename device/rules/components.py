"""What all components files have in common: each fact has a mark, and all are checked before they are used."""

from collections.abc import Callable
from enum import StrEnum
from typing import TypeVar

import msgspec

from device.errors import ComponentsError

Box = TypeVar("Box")


class Mark(StrEnum):
    """How a fact about the components is known."""

    STATED = "stated"
    DEDUCED = "deduced"
    FOUND = "found"
    HOUSE = "house"


def load(text: bytes, source: str, title: str, shape: type[Box], complaint: Callable[[Box], str | None]) -> Box:
    """The components of the game `title`, written in `text` (TOML) of the file `source`.

    `complaint` says in one sentence which fact breaks the rulebook's arithmetic. Raises ComponentsError.
    """
    try:
        box = msgspec.toml.decode(text, type=shape)
    except (msgspec.MsgspecError, ValueError) as error:
        raise ComponentsError(f"{source} is not a {title} components file: {error}") from error
    complained = complaint(box)
    if complained:
        raise ComponentsError(f"{source}: {complained}")
    return box
