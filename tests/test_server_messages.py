"""The shape of what browsers send: every good message passes, every bad one gets a sentence."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.messages import LARGEST_BYTES, check_action, check_command

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
def test_every_command_of_the_contract_is_well_formed(command: dict[str, Any]) -> None:
    assert check_command(command) is None


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: str(action["action"]))
def test_every_action_of_the_contract_is_well_formed(action: dict[str, Any]) -> None:
    assert check_action(action) is None


def sentence(payload: object) -> str:
    answer = check_command(payload)
    assert answer is not None and answer["ok"] is False
    return str(answer["sentence"])


def test_an_unknown_command_is_refused_with_the_nearest_known_one() -> None:
    assert sentence({"command": "good_nite"}) == "There is no command “good_nite”; perhaps “good_night” was meant."


def test_a_command_of_the_wrong_type_names_the_field() -> None:
    assert "at slot" in sentence({"command": "award", "seat": 1, "slot": "one"})
    assert "bool" in sentence({"command": "hold", "on": 1})


def test_an_unknown_field_is_refused() -> None:
    assert "extra" in sentence({"command": "undo", "extra": 1})


def test_true_is_no_seat_number() -> None:
    assert "seat" in sentence({"command": "award", "seat": True, "slot": 0})


def test_a_message_that_is_no_object_is_refused() -> None:
    for payload in (None, 3, "undo", ["undo"], b"undo"):
        assert "expected an object" in sentence(payload)


def test_a_huge_message_is_refused() -> None:
    answer = check_command({"command": "reveal", "kind": "x" * LARGEST_BYTES})
    assert answer is not None and answer["reason"] == "too_large"


def test_a_place_that_is_no_number_is_refused() -> None:
    assert check_action({"action": "hand", "x_mm": float("nan"), "y_mm": 0.0}) is not None
    assert check_action({"action": "hand", "x_mm": float("inf"), "y_mm": 0.0}) is not None


def test_a_name_is_neither_empty_nor_endless() -> None:
    start = COMMANDS[0]
    for name in ("", "x" * 25):
        assert check_command({**start, "seats": [{"seat": 0, "name": name}]}) is not None


@given(JSON)
def test_no_message_can_raise(payload: object) -> None:
    for check in (check_command, check_action):
        answer = check(payload)
        assert answer is None or answer["sentence"]


@given(st.sampled_from(COMMANDS), st.data())
def test_a_command_with_one_field_spoiled_gets_a_sentence_or_is_still_well_formed(
    command: dict[str, Any], data: st.DataObject
) -> None:
    field = data.draw(st.sampled_from(sorted(command)))
    answer = check_command({**command, field: data.draw(JSON)})
    assert answer is None or str(answer["sentence"]).endswith(".")
