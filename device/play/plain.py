"""How any game's view can be laid out: each field with its name, pieces as coloured words."""

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from device.events import Event
from device.play.paint import chip, chips
from device.play.words import Words
from device.rules.game import Action

KNOWN = ("phase", "round", "turns", "seats", "outcome", "own", "seat", "name", "colour", "shape")


def table(view: Mapping[str, Any], words: Words) -> RenderableType:
    """What lies on the table."""
    return fields(view, words)


def seat(before: Mapping[str, Any], view: Mapping[str, Any], words: Words) -> RenderableType:
    """What lies before one seat."""
    return fields(before, words)


def own(hidden: Mapping[str, Any], view: Mapping[str, Any], words: Words) -> RenderableType:
    """What only this seat sees."""
    return fields(hidden, words)


def details(thing: Action | Event, view: Mapping[str, Any], words: Words) -> dict[str, str]:
    """What the sentence of an action or event can tell beside its fields, seen from `view` before it."""
    return {}


def fields(values: Mapping[str, Any], words: Words) -> RenderableType:
    """Each field that says something, on a line of its own."""
    lines = [
        Text.assemble((f"{words.label(key)} ", "dim"), _told(value, words))
        for key, value in values.items()
        if key not in KNOWN and value not in (None, False, [], {}, "")
    ]
    return Group(*lines)


def _told(value: Any, words: Words) -> Text:
    match value:
        case True:
            return Text("✓")
        case str():
            return chip(value, words)
        case list() if all(isinstance(each, str) for each in value):
            return chips(value, words, ", ")
        case list():
            between = "\n  " if any(isinstance(each, dict | list) for each in value) else ", "
            return Text(between).join(_told(each, words) for each in value)
        case dict():
            pairs = [(key, each) for key, each in value.items() if each not in (None, False, [], {}, "")]
            return Text(" · ").join(
                Text.assemble((f"{words.label(key)} ", "dim"), _told(each, words)) for key, each in pairs
            )
        case None:
            return Text(words.text("nothing"), "dim")
    return Text(str(value), "bold")
