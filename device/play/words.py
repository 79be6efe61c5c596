"""Actions and events as sentences: the language files' `play` section, its gaps filled from the fields.

A gap is a field's name; `nth_` before it counts from 1 what the game counts from 0. Where the first field that is
empty, none, true or false has a sentence of its own (`.empty`, `.none`, `.yes`, `.no`), that one is said.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from device.events import Event
from device.language import Language
from device.rules.game import Action, Line, Term


class Words:
    """What one game's actions and events are called in a language; seats (those of a view) by their names."""

    def __init__(self, language: Language, game: str, seats: Sequence[Mapping[str, Any]]) -> None:
        self.language = language
        self._game = game
        self._names: dict[int, str] = {seat["seat"]: seat["name"] for seat in seats}

    def name(self, seat: int) -> str:
        """Who sits there."""
        return self._names[seat]

    def say(self, line: Line) -> str:
        """A line of the rules."""
        return self.language.say(line)

    def text(self, key: str, **gaps: Any) -> str:
        """A sentence of the `play` section."""
        return self.language.text(f"play.{key}", **gaps)

    def knows(self, key: str) -> bool:
        """Whether the `play` section has this sentence."""
        return self.language.knows(f"play.{key}")

    def label(self, key: str) -> str:
        """What a field of a view is called."""
        return self.text(f"label.{key}") if self.knows(f"label.{key}") else key.replace("_", " ")

    def piece(self, name: str) -> str:
        """A piece or a kind of pieces in words: "bacon-3" is a bacon, "ham-olive" ham and olive."""
        stem, dash, number = name.rpartition("-")
        kind = stem if dash and number.isdecimal() else name
        if self.language.knows(f"term.{kind}") or "-" not in kind:
            return self.language.word(kind).replace("_", " ")
        return "-".join(self.language.word(part) for part in kind.split("-"))

    def action(self, action: Action, about: Mapping[str, Any]) -> str:
        """What an action is called; `about` fills further gaps."""
        return self._sentence("action", action, about)

    def event(self, event: Event, about: Mapping[str, Any]) -> str:
        """What an event is called, or nothing where it is not worth a word; `about` fills further gaps."""
        return self._sentence("event", event, about)

    def value(self, value: Any) -> str:
        """Any value of a view in words."""
        match value:
            case None:
                return self.text("nothing")
            case bool():
                return self.text("yes" if value else "no")
            case str():
                return self.piece(value)
            case Term(name=name):
                return self.piece(name)
            case Mapping():
                return ", ".join(f"{self.label(str(key))} {self.value(each)}" for key, each in value.items())
            case list() | tuple() | frozenset():
                return ", ".join(self.value(each) for each in value) or self.text("nothing")
            case msgspec.Struct():
                return self.value(msgspec.structs.asdict(value))
        return str(value)

    def _sentence(self, what: str, thing: Action | Event, about: Mapping[str, Any]) -> str:
        fields = msgspec.structs.asdict(thing)
        key = self._key(f"{self._game}.{what}.{type(thing).__name__}", fields)
        if key is None:
            return " ".join([_spaced(type(thing).__name__), *(self.value(field) for field in fields.values())])
        gaps = {name: self._filled(name, value) for name, value in fields.items()}
        counted = {f"nth_{name}": str(value + 1) for name, value in fields.items() if isinstance(value, int)}
        return self.text(key, **{**gaps, **counted, **about})

    def _key(self, key: str, fields: Mapping[str, Any]) -> str | None:
        endings = [ending for value in fields.values() if (ending := _ending(value))]
        tried = [f"{key}.{ending}" for ending in endings] + [key]
        return next((each for each in tried if self.knows(each)), None)

    def _filled(self, name: str, value: Any) -> str:
        seat = name in ("seat", "by", "knife", "starter", "winner")
        return self._names.get(value, str(value)) if seat and value is not None else self.value(value)


def _ending(value: Any) -> str | None:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "empty" if value in ((), "") else None


def _spaced(name: str) -> str:
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip().capitalize()
