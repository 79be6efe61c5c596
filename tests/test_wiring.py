"""What is wired where: the default fits the Pi's header, and impossible wirings are refused in one sentence."""

from pathlib import Path

import msgspec
import pytest

from device.errors import ConfigError
from device.wiring import DEFAULT_WIRING, SeatWiring, Wiring, check, uses, wiring_rows, wiring_table

BUILD_GUIDE = Path(__file__).parent.parent / "hardware" / "README.md"
RED, BLUE = DEFAULT_WIRING.seats[:2]


def wired(*seats: SeatWiring, go: int | None = 3, hold: int | None = 2) -> Wiring:
    return Wiring(seats, go=go, hold=hold)


def test_the_default_wiring_is_sound_and_uses_every_line_from_2_to_27_once() -> None:
    check(DEFAULT_WIRING)
    assert sorted(line for line, _ in uses(DEFAULT_WIRING)) == list(range(2, 28))


def test_a_line_leads_to_its_seat_and_slot() -> None:
    by_line = DEFAULT_WIRING.claim_by_line
    assert by_line[17] == (0, 0)
    assert by_line[7] == (5, 2)
    assert len(by_line) == 18
    assert set(DEFAULT_WIRING.buttons) == {*by_line, 2, 3}
    assert DEFAULT_WIRING.lamps[5] == 15


def test_rows_are_in_the_order_of_the_header_and_say_what_a_line_costs() -> None:
    rows = wiring_rows(DEFAULT_WIRING)
    assert [row.header_pin for row in rows] == sorted(row.header_pin for row in rows)
    assert next(row.cost for row in rows if row.bcm == 14) == "no serial console, which must be switched off"


def test_the_build_guide_holds_the_programs_own_wiring_table() -> None:
    assert wiring_table(DEFAULT_WIRING) in BUILD_GUIDE.read_text(encoding="utf-8"), (
        "hardware/README.md is out of date; run: python hardware/generate.py"
    )


@pytest.mark.parametrize(
    ("wiring", "complaint"),
    [
        (wired(RED), "1 seats are wired; the table has 2 to 6"),
        (wired(*DEFAULT_WIRING.seats, *DEFAULT_WIRING.seats), "12 seats are wired"),
        (wired(RED, msgspec.structs.replace(BLUE, claim_lines=())), r"Seat 2 \(blue\) has 0 claim buttons"),
        (wired(RED, msgspec.structs.replace(BLUE, claim_lines=(4, 5, 6, 7))), "give it 1 to 3"),
        (
            wired(RED, msgspec.structs.replace(BLUE, claim_lines=(17,))),
            r"BCM 17 is wired twice, as seat 1 \(red\) claim button, slot 1 and as seat 2 \(blue\) claim",
        ),
        (wired(RED, BLUE, go=8), r"BCM 8 is wired twice, as seat 1 \(red\) lamp and as referee's go button"),
        (wired(RED, BLUE, go=1), r"BCM 1 \(referee's go button\) cannot be used"),
        (wired(RED, BLUE, go=0), r"BCM 0 \(referee's go button\) cannot be used"),
        (wired(RED, msgspec.structs.replace(BLUE, lamp=28)), r"BCM 28 \(seat 2 \(blue\) lamp\) cannot be used"),
        (wired(RED, msgspec.structs.replace(BLUE, lamp=2)), "which the Pi pulls up"),
        (wired(RED, msgspec.structs.replace(BLUE, colour="red")), "Seats 1 and 2 both have the colour red"),
        (wired(RED, msgspec.structs.replace(BLUE, shape="circle")), "both have the shape circle"),
    ],
)
def test_an_impossible_wiring_is_refused_in_one_sentence(wiring: Wiring, complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint):
        check(wiring)


def test_a_table_without_referees_buttons_or_lamps_is_fine() -> None:
    check(wired(msgspec.structs.replace(RED, lamp=None), BLUE, go=None, hold=None))
