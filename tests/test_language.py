"""The sentences: every language has those that the table and the games use, with the same gaps, and no others."""

import ast
import importlib
import re
import string
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

import pytest

import device
from device import refusals
from device.events import Decision, Event
from device.games import EVENT_TYPES, library
from device.language import LANGUAGES, Code, Language
from device.rules.game import Line
from device.rules.xxl.claims import Reason

ENGLISH = Language()
SOURCE = Path(device.__file__).parent
GAMES = sorted({name for name, _ in library()})


def sentences(code: Code) -> dict[str, str]:
    """All sentences by key; words of components are there only where they differ from their names."""
    return {key: text for key, text in Language(code)._lines.items() if not key.startswith("term.")}


def gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def refusals_of(game: str) -> type[StrEnum]:
    """Why this game refuses, as its folder lists it."""
    module = importlib.import_module(f"device.rules.{game}.reason")
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, StrEnum)]
    [found] = [kind for kind in kinds if kind.__members__]
    return found


def used_keys() -> Iterator[str]:
    """What the code gives `Line` or `text` as a key, as a regular expression where a part is filled in later."""
    for file in SOURCE.rglob("*.py"):
        if file.parent.name == "play":  # has its own
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and _name(node.func) in ("Line", "text"):
                yield from _patterns(node.args[0])


def _name(called: ast.expr) -> str:
    return called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""


def _patterns(key: ast.expr) -> Iterator[str]:
    match key:
        case ast.Constant(value=str(text)):
            yield re.escape(text)
        case ast.JoinedStr(values=parts):
            yield "".join(re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"\w+" for part in parts)
        case ast.IfExp(body=body, orelse=orelse):
            yield from _patterns(body)
            yield from _patterns(orelse)


def test_a_sentence_has_its_gaps_filled() -> None:
    assert ENGLISH.say(Line("xxl.reveal", {"name": "Ania"})) == "Ania reveals a token."
    assert ENGLISH.text("xxl.reveal", name="Ania") == "Ania reveals a token."


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ([], ""),
        (["Ania"], "Ania"),
        (["Ania", "Ewa"], "Ania and Ewa"),
        (("Ania", "Ewa", "Filip"), "Ania, Ewa and Filip"),
        ([1, 2], "1 and 2"),
    ],
)
def test_a_list_is_told_as_people_do(names: list[object], said: str) -> None:
    assert ENGLISH.text("xxl.pile_empty", names=names) == f"No pizza is left; most pizzas: {said}."


def test_a_name_with_braces_is_only_a_name() -> None:
    assert ENGLISH.text("xxl.reveal", name="{name} {0}") == "{name} {0} reveals a token."


def test_a_number_with_decimals_is_written_as_the_language_does() -> None:
    assert ENGLISH.text("time.seconds", number=1.5) == "1.5 s"
    assert Language("pl").text("time.seconds", number=1.5) == "1,5 s"


def test_an_unknown_key_or_an_open_gap_is_an_error() -> None:
    with pytest.raises(KeyError):
        ENGLISH.text("xxl.dance")
    with pytest.raises(KeyError):
        ENGLISH.text("xxl.reveal")


def test_all_languages_have_the_same_sentences_with_the_same_gaps() -> None:
    english = sentences("en")
    for code in LANGUAGES:
        other = sentences(code)
        assert other.keys() == english.keys(), code
        for key, sentence in other.items():
            assert gaps(sentence) == gaps(english[key]), (code, key)


@pytest.mark.parametrize("code", LANGUAGES)
def test_gaps_are_named_in_every_sentence(code: Code) -> None:
    for key, sentence in sentences(code).items():
        assert all(name.isidentifier() for name in gaps(sentence)), key


def test_what_the_code_says_there_are_words_for() -> None:
    patterns = set(used_keys())
    assert len(patterns) > 40
    for pattern in patterns:
        assert any(re.fullmatch(pattern, key) for key in sentences("en")), pattern


@pytest.mark.parametrize("reason", refusals.Reason)
def test_every_refusal_of_the_table_has_its_words(reason: str) -> None:
    assert ENGLISH.knows(f"refusal.{reason}")


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_of_a_game_has_its_words_and_no_words_are_left_over(game: str) -> None:
    named = {key for key in sentences("en") if key.startswith(f"{game}.refusal.")}
    assert named == {f"{game}.refusal.{reason}" for reason in refusals_of(game)}


@pytest.mark.parametrize("reason", [*Reason, "on_hold"])
def test_every_verdict_has_a_headline(reason: str) -> None:
    assert ENGLISH.text(f"verdict.headline.{reason}", name="Ania")


def undoable_events() -> list[type[Event]]:
    """Every kind of event of the table that can be taken back, at least when the referee made it happen."""
    return [kind for kind in EVENT_TYPES if issubclass(kind, Decision) or kind.undoable is not Event.undoable]


def test_everything_that_can_be_undone_at_the_table_has_a_name_and_nothing_else() -> None:
    named = {key for key in sentences("en") if key.startswith("undo.")}
    assert named == {"undo.anything", *(f"undo.{kind.__struct_config__.tag}" for kind in undoable_events())}
