"""Where enrolled pieces are kept, and which of them lie on the table."""

from pathlib import Path

import photo_folder
import pytest
from msgspec.structs import replace

from device.config import Config
from device.errors import TableError
from device.galleries import CHOICE, Galleries
from vision.errors import GalleryError


def galleries(state: Path, configured: str = "house") -> Galleries:
    base = Config()
    paths, camera = replace(base.paths, state=str(state)), replace(base.camera, gallery=configured)
    return Galleries(replace(base, paths=paths, camera=camera))


def test_the_house_set_lies_on_a_new_table(tmp_path: Path) -> None:
    assert galleries(tmp_path).used == "house"
    assert galleries(tmp_path).names() == ("house",)
    assert "ham" in galleries(tmp_path).load("house").labels("disc")


def test_what_was_chosen_lies_there_after_a_restart_too(tmp_path: Path) -> None:
    galleries(tmp_path).save("Our old copy", photo_folder.gallery())
    galleries(tmp_path).use("Our old copy")
    again = galleries(tmp_path)
    assert again.used == "Our old copy"
    assert again.names() == ("house", "Our old copy")
    assert len(again.load(again.used).artworks) == 25


def test_a_configuration_changed_later_counts_more_than_an_earlier_choice(tmp_path: Path) -> None:
    galleries(tmp_path).save("mine", photo_folder.gallery())
    galleries(tmp_path).use("mine")
    assert galleries(tmp_path, "other").used == "other"


@pytest.mark.parametrize("text", ["", "{}", "[]"])
def test_a_damaged_choice_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "galleries").mkdir()
    (tmp_path / "galleries" / CHOICE).write_text(text)
    assert galleries(tmp_path).used == "house"


def test_chosen_pieces_that_are_gone_do_not_keep_the_table_from_starting(tmp_path: Path) -> None:
    galleries(tmp_path).use("gone")
    assert galleries(tmp_path).used == "house"


@pytest.mark.parametrize("name", ["", "house", "../mine", "a/b", ".hidden", "x" * 41, "a\n"])
def test_what_is_no_name_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(TableError, match="cannot be a name of pieces"):
        galleries(tmp_path).save(name, photo_folder.gallery())


def test_a_disk_that_takes_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "galleries").write_text("in the way")
    with pytest.raises(GalleryError, match="cannot be kept"):
        galleries(tmp_path).save("mine", photo_folder.gallery())
    with pytest.raises(GalleryError, match="cannot be kept"):
        galleries(tmp_path).use("mine")
