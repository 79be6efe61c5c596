"""The head of a recording: written, read again, and named when it is wrong."""

from pathlib import Path

import pytest

from device import nightfile
from device.errors import RecordingError
from device.events import Seat
from device.nightfile import NightFile, SeatLine

HEAD = NightFile(
    name='A "quoted" night',
    game="xxl",
    variant="party",
    simulated=True,
    surface_mm=(1120, 630),
    slots_mm=((380, 118), (560, 118)),
    tie_window_us=1000,
    second_claim_window_ms=1500,
)
ADA = SeatLine("Ada", "green", 0, (19, 26, 21), seat=2, shape="triangle")
NOBODY = SeatLine("", "red", 0, (17, 27, 22), seat=0, shape="circle")


def test_a_head_is_read_as_it_was_written(tmp_path: Path) -> None:
    head = NightFile(**{name: getattr(HEAD, name) for name in HEAD.__struct_fields__} | {"seats": (ADA, NOBODY)})
    nightfile.write(tmp_path, head)
    assert nightfile.read(tmp_path) == head


def test_empty_seats_are_wired_but_nobody_plays_there() -> None:
    head = NightFile("", "", "", True, (1, 1), (), 1, 1, seats=(ADA, NOBODY), go=2)
    assert head.players() == (Seat(2, "Ada", "green", "triangle", 0),)
    assert set(head.wiring().claim_by_line.values()) == {(seat, slot) for seat in (0, 2) for slot in (0, 1, 2)}
    assert head.wiring().go == 2


def test_seats_without_numbers_count_from_nought_clockwise() -> None:
    seats = (SeatLine("Ben", "blue", 1, (5, 6)), SeatLine("Cleo", "red", 0, (17, 27)))
    head = NightFile("", "", "", False, (1, 1), (), 1, 1, seats=seats)
    assert [(seat.seat, seat.name, seat.shape) for seat in head.players()] == [
        (0, "Ben", "circle"),
        (1, "Cleo", "square"),
    ]
    assert head.wiring().claim_by_line[27] == (1, 1)


def test_times_are_given_to_a_game_in_nanoseconds() -> None:
    assert HEAD.settings() == {
        "tie_window_ns": 1_000_000,
        "second_claim_window_ns": 1_500_000_000,
        "grace_ns": 100_000_000,
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = ", "cannot be read"),
        ("name = 'x'", "missing required field `game`"),
        ("name = 3", "Expected `str`, got `int` - at `$.name`"),
        (b"name = '\xff'", "cannot be read"),
    ],
)
def test_a_damaged_head_is_named_with_what_is_wrong(tmp_path: Path, text: str | bytes, said: str) -> None:
    (tmp_path / "night.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(RecordingError, match=r"night\.toml") as caught:
        nightfile.read(tmp_path)
    assert said in str(caught.value)


def test_a_folder_without_a_head_is_no_recording(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match=r"is missing; a recording is a folder with a night\.toml"):
        nightfile.read(tmp_path)
