"""Nights judged anew: one that the product recorded itself, and one that was made by hand."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from virtual_night import VirtualNight, gallery, house_games

from device import tools
from device.errors import RecordingError
from device.rejudge import rejudge
from device.replay import Told
from vision.errors import PictureError

BY_HAND = Path(__file__).parent / "data" / "nights" / "xxl-two-rounds"


def silent(_t_ns: int) -> None:
    """Nobody watches."""


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Path]]:
    """Recorded until the first verdict; then from the middle of that game into its second round; the night after."""
    night = VirtualNight(tmp_path_factory.mktemp("night"), seed=2)
    try:
        night.command({"command": "record", "on": True})
        night.start(seats=2)
        night.play_until_verdicts(1)
        night.pass_s(0.5)
        night.command({"command": "record", "on": False})
        night.pass_s(0.5)
        night.command({"command": "record", "on": True})
        night.play_until_verdicts(2)
        night.pass_s(7.0)
        assert night.view()["game"]["round"] == 2
        night.command({"command": "good_night"})
        night.pass_s(0.1)
    finally:
        night.close()
    yield night.recordings()


def test_a_night_that_the_table_recorded_comes_to_the_same_when_it_is_folded(folders: list[Path]) -> None:
    for folder in folders:
        text, same = tools.replay(folder, False, silent)
        assert same, text


def test_a_recording_from_the_start_is_judged_anew_as_it_was(folders: list[Path]) -> None:
    text, same = tools.replay(folders[0], True, silent)
    assert same, text
    assert "No difference." in text
    assert "seat" in text


def test_a_recording_from_the_middle_of_a_game_is_judged_anew_as_it_was(folders: list[Path]) -> None:
    text, same = tools.replay(folders[1], True, silent)
    assert same, text


def test_the_night_after_good_night_has_its_own_recording(folders: list[Path]) -> None:
    assert len(folders) == 3
    assert rejudge(folders[2], house_games(), gallery(), silent) == Told([], [], [])


def test_a_night_made_by_hand_is_judged_as_its_truth_says() -> None:
    times: list[int] = []
    text, same = tools.replay(BY_HAND, True, times.append)
    assert same, text
    assert "false_claim" in text
    assert len(times) == len((BY_HAND / "frames.jsonl").read_text().splitlines())


def test_a_damaged_picture_is_named_with_its_line(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(BY_HAND, tmp_path / "night"))
    (folder / "frames" / "000001.jpg").write_bytes(b"\xff\xd8 cut off")
    with pytest.raises(PictureError, match=r"frames\.jsonl line 2: frames/000001\.jpg is damaged"):
        tools.replay(folder, True, silent)


def test_a_command_that_is_none_is_named_with_its_line(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(BY_HAND, tmp_path / "night"))
    (folder / "commands.jsonl").write_text(json.dumps({"t_ns": 1, "by": "referee", "command": "undo"}) + "\n")
    with pytest.raises(RecordingError, match=r"commands\.jsonl line 1"):
        tools.replay(folder, True, silent)
