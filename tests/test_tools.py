"""What the command line does besides running the table: enrol, read, score, print."""

import json
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from device import tools
from device.config import Config
from device.errors import RecordingError
from vision.errors import EyesError

BY_HAND = Path(__file__).parent / "data" / "nights" / "xxl-two-rounds"


def config(state: Path, gallery: str = "own") -> Config:
    base = Config()
    return replace(base, paths=replace(base.paths, state=str(state)), camera=replace(base.camera, gallery=gallery))


@pytest.fixture(scope="module")
def enrolled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    state = tmp_path_factory.mktemp("state")
    said = tools.enrol_pieces(config(state), BY_HAND / "enrol.jpg", BY_HAND / "enrol.json", "own")
    return state, said


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    return Path(shutil.copy(BY_HAND / "frames" / "000010.jpg", tmp_path / "shot.jpg"))


def test_enrolled_pieces_are_kept_under_their_name(enrolled: tuple[Path, str]) -> None:
    state, said = enrolled
    assert (state / "galleries" / "own" / "gallery.json").exists()
    assert said.startswith("Learnt ")
    assert said.endswith('Use them with gallery = "own" under [camera].')


def test_a_picture_is_told_in_words_and_drawn_on(enrolled: tuple[Path, str], picture: Path) -> None:
    told = tools.read_one(config(enrolled[0]), picture, as_json=False)
    assert "ham-olive-pineapple" in told
    assert told.splitlines()[0].split() == ["kind", "face", "label", "x", "mm", "y", "mm", "deg", "sure"]
    assert (picture.parent / "shot-read.jpg").stat().st_size > 10_000


def test_a_picture_is_told_as_json(enrolled: tuple[Path, str], picture: Path) -> None:
    reading = json.loads(tools.read_one(config(enrolled[0]), picture, as_json=True))
    up = {s["label"] for s in reading["sightings"] if s["face"] == "up" and s["kind"] == "disc"}
    truth = json.loads((BY_HAND / "truth.json").read_text())["pictures"]["frames/000010.jpg"]
    assert up == set(truth["up"])


def test_pieces_that_were_never_enrolled_are_one_sentence(tmp_path: Path, picture: Path) -> None:
    with pytest.raises(EyesError, match="enrol the pieces first"):
        tools.read_one(config(tmp_path, "nobody's"), picture, as_json=False)


def test_a_picture_that_is_none_is_one_sentence(enrolled: tuple[Path, str], tmp_path: Path) -> None:
    (tmp_path / "letter.jpg").write_text("Dear table")
    with pytest.raises(EyesError, match=r"letter\.jpg"):
        tools.read_one(config(enrolled[0]), tmp_path / "letter.jpg", as_json=False)


def test_the_house_set_is_written_as_sheets(tmp_path: Path) -> None:
    said = tools.print_out(Config(), "house", tmp_path / "sheets")
    sheets = list((tmp_path / "sheets").iterdir())
    assert said.startswith(f"Wrote {len(sheets)} sheets")
    assert all(sheet.suffix == ".png" for sheet in sheets)


def test_a_recording_plays_the_games_with_its_own_slots(tmp_path: Path) -> None:
    assert ("xxl", "party") in tools.recorded_games(BY_HAND)
    with pytest.raises(RecordingError):
        tools.recorded_games(tmp_path)
