"""The configuration: its example is current, and mistakes are answered in one sentence that names the key."""

from pathlib import Path

import pytest

from device.config import Config, example, load, parse
from device.errors import ConfigError
from device.wiring import DEFAULT_WIRING

EXAMPLE = Path(__file__).parent.parent / "systemd" / "config.toml"
SEAT = '[[seats]]\ncolour = "red"\nshape = "circle"\n'


def test_the_example_is_current() -> None:
    current = EXAMPLE.read_text(encoding="utf-8") == example()
    assert current, "systemd/config.toml is out of date; run: python hardware/generate.py"


def test_the_example_and_an_empty_file_are_the_defaults() -> None:
    assert load(EXAMPLE) == parse("") == Config()


def test_the_default_wiring_is_the_build_guides() -> None:
    assert Config().wiring() == DEFAULT_WIRING


def test_values_replace_defaults() -> None:
    config = parse('[table]\nname = "Kitchen"\n[xxl]\ngrace_ms = 0\n')
    assert (config.table.name, config.xxl.grace_ms, config.server.port) == ("Kitchen", 0, 8000)


def test_own_seats_replace_all_six() -> None:
    config = parse(SEAT + 'claim_lines = [17, 27]\n[[seats]]\ncolour = "blue"\nshape = "square"\nclaim_lines = [5]\n')
    assert [seat.claim_lines for seat in config.wiring().seats] == [(17, 27), (5,)]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[server]\nprot = 1", r"There is no key server\.prot; did you mean server\.port\?"),
        ("[sever]", "There is no key sever; did you mean server"),
        ('[[seats]]\ncolor = "red"', r"There is no key seats\[0\]\.color; did you mean seats\[0\]\.colour"),
        ('[server]\nport = "x"', r"server\.port is 'x'; expected int, got text"),
        ("[server]\nport = 70000", r"server\.port is 70000; expected int <= 65535"),
        ("[recording]\non = 1", r"recording\.on is 1; expected true or false"),
        ("[camera]\nmains_hz = 55", r"camera\.mains_hz is 55; expected one of 50, 60"),
        ('[camera]\nkind = "pie"', r"camera\.kind is 'pie'; expected one of 'auto', 'pi'"),
        ('[table]\nlanguage = "tlh"', r"table\.language is 'tlh'; expected one of 'en', 'pl'"),
        ("server = 3", "server is 3; expected a table"),
        ("seats = 3", "seats is 3; expected a list"),
        (SEAT, r"seats\[0\]: give it a claim_lines"),
        (SEAT + "claim_lines = [40, 4]", r"seats\[0\]\.claim_lines\[0\] is 40; expected int <= 27"),
        (SEAT + "claim_lines = [17]", "1 seats are wired"),
        ("[referee]\ngo = 17", "BCM 17 is wired twice"),
        ("[table]\nslots_mm = [[5000, 2]]", r"table\.slots_mm has \[5000, 2\], which is off the surface"),
        ("[buttons]\ntie_window_us = 9000", r"buttons\.tie_window_us is 9000, more than half of buttons\.collect_ms"),
        ("x =", "This is not TOML"),
    ],
)
def test_a_mistake_is_answered_in_one_sentence_with_its_key(text: str, complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint):
        parse(text)


def test_a_mistake_in_a_file_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("[sever]\n")
    with pytest.raises(ConfigError, match=r"config\.toml: There is no key sever"):
        load(path)


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load(tmp_path / "missing.toml")
