"""Commands as a screen sends them: read exactly, or refused with a sentence that names what is wrong."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rules.xxl_builders import PARTY

from device.commands import Commands, GoodNight, Hold, Overrule, Place, StartGame
from device.language import Language
from device.rules.game import Refusal
from device.rules.refereed import Command, CorrectPiece
from device.rules.xxl.referee import Award, OpenRound, SetSlot
from vision.reading import Face

READ = Commands((PARTY,)).read
ALL = [
    ("start_game", {"game": "xxl", "variant": "party", "seats": [], "youngest_first": []}),
    ("overrule", {"verdict": 1, "reason": "late"}),
    ("undo", {}),
    ("redo", {}),
    ("hold", {"on": True}),
    ("record", {"on": True}),
    ("calibrate", {}),
    ("good_night", {}),
    ("correct_piece", {"piece": 1, "face": "down"}),
    ("open_round", {}),
    ("call_off_round", {}),
    ("set_slot", {"slot": 0}),
    ("reveal", {"kind": "fly"}),
    ("award", {"seat": 0, "slot": 0}),
    ("start_enrolment", {"game": "xxl"}),
    ("start_relearning", {"piece": "ham"}),
    ("take_photograph", {"anyway": True}),
    ("retake_photographs", {}),
    ("accept_enrolment", {"name": "mine"}),
    ("cancel_enrolment", {}),
    ("use_gallery", {"name": "house"}),
]


def refused(data: Any) -> Refusal:
    read = READ(data)
    assert isinstance(read, Refusal)
    return read


def said(refusal: Refusal) -> str:
    return Language().say(refusal.line)


@pytest.mark.parametrize(("name", "fields"), ALL)
def test_every_command_is_read_and_an_unknown_field_in_it_is_refused(name: str, fields: dict[str, Any]) -> None:
    assert isinstance(READ({"command": name, **fields}), Command)
    wrong = refused({"command": name, **fields, "colour": "red"})
    assert wrong.reason == "malformed"
    assert "unknown field `colour`" in said(wrong)


def test_the_list_above_names_every_command() -> None:
    names = ", ".join(sorted(name for name, _ in ALL))
    assert said(refused({"command": "dance"})) == f"There is no command 'dance'; the table knows {names}."


def test_a_command_has_its_fields() -> None:
    start = {"game": "xxl", "variant": "party", "seats": [{"seat": 2, "name": "Ola"}], "youngest_first": [2]}
    assert READ({"command": "start_game", **start}) == StartGame("xxl", "party", (Place(2, "Ola"),), (2,))
    assert READ({"command": "overrule", "verdict": 3, "reason": "late"}) == Overrule(3, "late")
    assert READ({"command": "hold", "on": False}) == Hold(False)
    assert READ({"command": "good_night"}) == GoodNight()
    assert READ({"command": "award", "seat": 1, "slot": 2}) == Award(1, 2)
    assert READ({"command": "open_round", "slots": ["a", None, "b"]}) == OpenRound(("a", None, "b"))
    assert READ({"command": "set_slot", "slot": 1, "pizza": None}) == SetSlot(1, None)
    assert READ({"command": "correct_piece", "piece": 4, "face": "up", "label": "fly"}) == CorrectPiece(
        4, Face.UP, "fly"
    )


@pytest.mark.parametrize(
    "data", [None, 7, "undo", [], ["undo"], {}, {"command": None}, {"command": ["undo"]}, {"undo": 1}]
)
def test_what_is_no_command_is_refused(data: Any) -> None:
    assert refused(data).reason == "unknown_command"


@pytest.mark.parametrize(
    ("data", "part"),
    [
        ({"command": "hold"}, "missing required field `on`"),
        ({"command": "hold", "on": "yes"}, "Expected `bool`, got `str` - at `$.on`"),
        ({"command": "hold", "on": 1}, "Expected `bool`, got `int` - at `$.on`"),
        ({"command": "award", "seat": True, "slot": 0}, "Expected `int`, got `bool` - at `$.seat`"),
        ({"command": "award", "seat": 1.5, "slot": 0}, "Expected `int`, got `float` - at `$.seat`"),
        ({"command": "correct_piece", "piece": 1, "face": "sideways"}, "Invalid enum value 'sideways' - at `$.face`"),
        (
            {"command": "start_game", **ALL[0][1], "seats": [{"seat": 0}]},
            "missing required field `name` - at `$.seats[0]`",
        ),
    ],
)
def test_a_command_that_cannot_be_read_is_refused_with_the_place_named(data: dict[str, Any], part: str) -> None:
    wrong = refused(data)
    assert wrong.reason == "malformed"
    assert said(wrong).startswith(f"The command {data['command']} cannot be read: ")
    assert part in said(wrong)


def test_half_a_character_is_refused_since_the_log_could_not_keep_it() -> None:
    name = json.loads(r'"\ud83c"')
    start = {"command": "start_game", **ALL[0][1], "seats": [{"seat": 0, "name": name}]}
    assert refused(start).reason == "malformed"
    assert isinstance(refused({"command": name}), Refusal)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from(ALL), st.dictionaries(st.sampled_from(["on", "seat", "slot", "pizza", "slots", "seats"]), JSON))
def test_whatever_a_client_sends_it_is_a_command_that_the_log_can_keep_or_a_refusal_that_can_be_said(
    command: tuple[str, dict[str, Any]], junk: dict[str, Any]
) -> None:
    read = READ({"command": command[0], **command[1], **junk})
    assert msgspec.json.encode(read)


@given(JSON)
def test_any_other_data_is_refused_with_a_sentence_that_can_be_sent(data: Any) -> None:
    assert msgspec.json.encode(said(refused(data)))
    assert msgspec.json.encode(said(refused({"command": data})))
