"""The sentences: every key that the table uses is there, and every gap is filled."""

import string
import tomllib
from importlib.resources import files

import pytest

from device.events import Decision, Event
from device.games import EVENT_TYPES
from device.language import Language
from device.rules.game import Line
from device.rules.xxl.claims import Reason

ENGLISH = Language()
TEXT = "\n".join(file.read_text(encoding="utf-8") for file in files("device.language").joinpath("en").iterdir())


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


def test_an_unknown_key_or_an_open_gap_is_an_error() -> None:
    with pytest.raises(KeyError):
        ENGLISH.text("xxl.dance")
    with pytest.raises(KeyError):
        ENGLISH.text("xxl.reveal")


def test_a_language_that_is_not_there_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        Language("tlh")


@pytest.mark.parametrize("reason", [*Reason, "on_hold"])
def test_every_verdict_has_a_headline(reason: str) -> None:
    assert ENGLISH.text(f"verdict.headline.{reason}", name="Ania")


def undoable_events() -> list[type[Event]]:
    """Every kind of event that can be taken back, at least when the referee made it happen."""
    kinds = EVENT_TYPES
    return [kind for kind in kinds if issubclass(kind, Decision) or "by_referee" in kind.__struct_fields__]


@pytest.mark.parametrize("kind", undoable_events())
def test_everything_that_can_be_undone_has_a_name(kind: type[Event]) -> None:
    assert ENGLISH.text(f"undo.{kind.__name__}", headline="Ania takes the pizza")


def test_nothing_has_a_name_for_undo_that_cannot_be_undone() -> None:
    named = set(tomllib.loads(TEXT)["undo"])
    assert named == {kind.__name__ for kind in undoable_events()}


def sentences(table: dict[str, object]) -> list[str]:
    return [s for value in table.values() for s in (sentences(value) if isinstance(value, dict) else [str(value)])]


def test_gaps_are_named_in_every_sentence() -> None:
    for sentence in sentences(tomllib.loads(TEXT)):
        assert all(name is None or name.isidentifier() for _, name, _, _ in string.Formatter().parse(sentence)), (
            sentence
        )
