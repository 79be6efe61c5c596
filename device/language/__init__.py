"""What the table says to people, apart from the rules: a folder for each language, with a file for each game."""

import tomllib
from importlib.resources import files
from typing import Any, Literal, get_args

from device.rules.game import Line, Term

Code = Literal["en", "pl"]
LANGUAGES: tuple[Code, ...] = get_args(Code)


class Language:
    """The sentences of one language, by key, with gaps in braces."""

    def __init__(self, code: Code = "en") -> None:
        self._lines: dict[str, str] = {}
        for file in files(__name__).joinpath(code).iterdir():
            self._lines |= _flat(tomllib.loads(file.read_text(encoding="utf-8")))

    def say(self, line: Line) -> str:
        """The sentence; lists in its gaps become "a, b and c". An unknown key raises KeyError."""
        return self._lines[line.key].format(**{name: self._fill(value) for name, value in line.gaps.items()})

    def text(self, key: str, **gaps: Any) -> str:
        """The sentence of `key` with these gaps filled."""
        return self.say(Line(key, gaps))

    def knows(self, key: str) -> bool:
        """Whether there is a sentence of this key."""
        return key in self._lines

    def word(self, name: str) -> str:
        """A word of the components; one that is not known stands as it is."""
        return self._lines.get(f"term.{name}", name)

    def _fill(self, value: Any) -> Any:
        match value:
            case Line():
                return self.say(value)
            case Term(name=name):
                return self.word(name)
            case float():
                return str(value).replace(".", self._lines["decimal"])
            case list() | tuple():
                items = [str(self._fill(item)) for item in value]
                return f"{', '.join(items[:-1])} {self._lines['and']} {items[-1]}" if len(items) > 1 else "".join(items)
        return value


def _flat(table: dict[str, Any], prefix: str = "") -> dict[str, str]:
    lines: dict[str, str] = {}
    for key, value in table.items():
        path = f"{prefix}.{key}" if prefix else key
        lines.update(_flat(value, path) if isinstance(value, dict) else {path: value})
    return lines
