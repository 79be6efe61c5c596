"""The shape of what browsers send: every good message passes, every bad one gets a sentence."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.messages import LARGEST_BYTES, check

COMMANDS: list[dict[str, Any]] = [
    {
        "command": "start_game",
        "game": "xxl",
        "variant": "party",
        "seats": [{"seat": 0, "name": "Ada"}, {"seat": 2, "name": "Ben"}],
        "youngest_first": [2, 0],
    },
    {"command": "open_round", "slots": None},
    {"command": "open_round", "slots": ["ham-salami-olive", None, None]},
    {"command": "call_off_round"},
    {"command": "overrule", "verdict": 17, "reason": "accepted"},
    {"command": "undo"},
    {"command": "redo"},
    {"command": "correct_piece", "piece": 3, "face": "up", "label": "ham"},
    {"command": "correct_piece", "piece": 3, "face": "down", "label": None},
    {"command": "set_slot", "slot": 2, "pizza": None},
    {"command": "reveal", "kind": "cheese"},
    {"command": "award", "seat": 1, "slot": 0},
    {"command": "hold", "on": True},
    {"command": "record", "on": False},
    {"command": "good_night"},
]
ACTIONS: list[dict[str, Any]] = [
    {"action": "flip", "token": 3},
    {"action": "move", "token": 3, "x_mm": 100, "y_mm": 99.5},
    {"action": "press", "seat": 0, "slot": 1},
    {"action": "release", "seat": 0, "slot": 1},
    {"action": "hand", "x_mm": 1.5, "y_mm": 2.5},
    {"action": "hand_away"},
    {"action": "light", "name": "lamp"},
    {"action": "next_round"},
    {"action": "button", "name": "hold"},
]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: str(command["command"]))
def test_every_command_of_the_contract_passes(command: dict[str, Any]) -> None:
    assert check(command, "command") is None


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: str(action["action"]))
def test_every_action_of_the_contract_passes(action: dict[str, Any]) -> None:
    assert check(action, "action") is None


def sentence(payload: object) -> str:
    answer = check(payload, "command")
    assert answer is not None and answer["ok"] is False
    return str(answer["sentence"])


def test_a_message_that_is_no_object_is_refused() -> None:
    assert sentence("undo") == "Got a value of type str; expected an object with the field “command”."
    for payload in (None, 3, ["undo"], b"undo"):
        assert "expected an object" in sentence(payload)


def test_a_message_that_does_not_name_itself_is_refused() -> None:
    assert sentence({"action": "flip"}) == "The field “command” is nothing; expected a text."
    assert sentence({"command": ["undo"]}) == "The field “command” is a value of type list; expected a text."


def test_a_huge_message_is_refused() -> None:
    answer = check({"command": "reveal", "kind": "x" * LARGEST_BYTES}, "command")
    assert answer is not None and answer["reason"] == "too_large"
    assert len(sentence({"command": "x" * 100_000})) < 200


def test_what_json_cannot_hold_is_refused() -> None:
    endless: list[Any] = []
    endless.append(endless)
    for value in (float("nan"), float("inf"), b"bytes", endless, "half a character: \ud800"):
        assert "neither text nor a number" in sentence({"command": "reveal", "kind": value})
    assert "neither text nor a number" in sentence({"command": "\ud800"})


@given(JSON)
def test_no_message_can_raise(payload: object) -> None:
    answer = check(payload, "command")
    assert answer is None or answer["sentence"].endswith(".")
