"""What the command line does besides running the table: enrol, read, score, print."""

import json
import shutil
from pathlib import Path

import cv2
import laid_out
import pytest
from msgspec.structs import replace

from device import tools
from device.config import Config
from device.errors import RecordingError, TableError
from vision.errors import EyesError
from vision.gallery import Gallery

BY_HAND = Path(__file__).parent / "data" / "nights" / "xxl-two-rounds"
PHOTOS = Path(__file__).parent / "data" / "photos"


def config(state: Path, gallery: str = "own") -> Config:
    base = Config()
    return replace(base, paths=replace(base.paths, state=str(state)), camera=replace(base.camera, gallery=gallery))


@pytest.fixture(scope="module")
def enrolled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    state = tmp_path_factory.mktemp("state")
    said = tools.enrol_pieces(config(state), [BY_HAND / "enrol.jpg"], BY_HAND / "enrol.json", "own")
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


def test_a_picture_is_explained_in_words_and_drawn(enrolled: tuple[Path, str], picture: Path) -> None:
    told = tools.explain_one(config(enrolled[0]), picture, as_json=False)
    assert "named ham-olive-pineapple: likeness" in told
    assert (picture.parent / "shot-explained.png").stat().st_size > 10_000


def test_a_picture_is_explained_as_json(enrolled: tuple[Path, str], picture: Path) -> None:
    explained = json.loads(tools.explain_one(config(enrolled[0]), picture, as_json=True))
    assert any(piece["decision"].startswith("named ham-olive-pineapple") for piece in explained["pieces"])


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


def test_a_game_is_enrolled_as_the_console_lays_it_out_and_single_pieces_again(tmp_path: Path) -> None:
    said = tools.enrol_game(config(tmp_path), [PHOTOS / "xxl" / "enrol.jpg"], "xxl", "mine")
    assert said.startswith("Learnt 25 pieces as 'mine'")
    assert "ham-salami-corn and ham-salami-pineapple look alike" in said
    before = Gallery.load(tmp_path / "galleries" / "mine").artworks
    alone = tmp_path / "alone.png"
    empty = laid_out.bare("xxl", (100, 10, 1035, 215))
    cv2.imwrite(str(alone), laid_out.moved("xxl", "ham", (43, 43), (500, 400), empty))
    assert tools.relearn_pieces(config(tmp_path), alone, ["ham"], "mine").startswith("Learnt 25 pieces")
    after = Gallery.load(tmp_path / "galleries" / "mine").artworks
    assert sum(not (a.picture == b.picture).all() for a, b in zip(before, after, strict=True)) == 1


def test_an_enrolment_that_makes_no_sense_is_one_sentence(tmp_path: Path) -> None:
    picture = PHOTOS / "xxl" / "enrol.jpg"
    with pytest.raises(TableError, match="There is no game 'chess' to enrol; there are xxl"):
        tools.enrol_game(config(tmp_path), [picture], "chess", "mine")
    with pytest.raises(TableError, match="3 pictures were given"):
        tools.enrol_game(config(tmp_path), [picture] * 3, "xxl", "mine")
    with pytest.raises(EyesError, match="photograph 1: No piece was found: lay the 30 pieces"):
        tools.enrol_game(config(tmp_path), [picture], "italia", "mine")
