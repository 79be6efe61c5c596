"""The referee's PIN: chosen once, kept as a hash, ended by a reset."""

import stat
from pathlib import Path

import pytest

from server.pins import Pins, reset_pin
from server.tries import FREE_TRIES


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "pin.json"


def chosen(path: Path, pin: str = "2468") -> tuple[Pins, str]:
    pins = Pins(path)
    answer = pins.choose(pin)
    assert answer["ok"]
    return pins, answer["token"]


def test_there_is_no_pin_at_first(path: Path) -> None:
    pins = Pins(path)
    assert not pins.chosen()
    assert pins.enter("2468", "phone")["reason"] == "no_pin"


def test_the_pin_is_chosen_once(path: Path) -> None:
    pins, token = chosen(path)
    assert pins.valid(token)
    assert pins.choose("1111")["reason"] == "pin_exists"
    assert pins.enter("2468", "phone")["ok"]


def test_the_file_is_its_owners_alone_and_holds_no_pin(path: Path) -> None:
    chosen(path, "135792468")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert b"135792468" not in path.read_bytes()
    assert list(path.parent.iterdir()) == [path], "no half-written file stays behind"


def test_a_pin_that_no_phone_could_type_is_refused(path: Path) -> None:
    for pin in ("", "123", "1" * 13, "12a4", "１２３４"):
        assert Pins(path).choose(pin)["reason"] == "pin_shape"
    assert not path.exists()


def test_a_wrong_pin_earns_nothing(path: Path) -> None:
    pins, _ = chosen(path)
    assert pins.enter("1357", "phone") == {"ok": False, "reason": "wrong_pin", "sentence": "That is not the PIN."}


def test_after_many_wrong_tries_even_the_right_pin_must_wait(path: Path) -> None:
    now = [0.0]
    pins = Pins(path, lambda: now[0])
    pins.choose("2468")
    for _ in range(FREE_TRIES):
        pins.enter("1357", "phone")
    assert "seconds" in pins.enter("2468", "phone")["sentence"]
    assert pins.enter("2468", "laptop")["ok"], "another address is free"
    now[0] += 31
    assert pins.enter("2468", "phone")["ok"]


def test_a_token_outlives_a_restart(path: Path) -> None:
    _, token = chosen(path)
    assert Pins(path).valid(token)


def test_a_token_that_was_not_earned_is_worth_nothing(path: Path) -> None:
    pins, token = chosen(path)
    for forged in (None, 3, "", ".", token[:-1], "x" + token, "ä.ö", token.split(".")[0]):
        assert not pins.valid(forged)


def test_a_reset_at_the_console_ends_every_token_and_lets_choose_again(path: Path) -> None:
    pins, token = chosen(path)
    assert reset_pin(path)
    assert not pins.chosen()
    assert not pins.valid(token)
    assert pins.choose("9999")["ok"]
    assert not pins.valid(token)
    assert pins.enter("2468", "phone")["reason"] == "wrong_pin"


def test_a_reset_without_a_pin_says_so(path: Path) -> None:
    assert not reset_pin(path)


def test_a_broken_file_lets_nobody_in_until_it_is_reset(path: Path) -> None:
    _, token = chosen(path)
    path.write_text('{"salt": "ab"}')
    pins = Pins(path)
    assert pins.chosen()
    assert not pins.valid(token)
    assert pins.choose("1111")["reason"] == "pin_exists"
    assert "reset-pin" in pins.enter("2468", "phone")["sentence"]
    reset_pin(path)
    assert pins.choose("1111")["ok"]
