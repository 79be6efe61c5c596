"""An enrolment as the referee leads it: from laying out to pieces in use, and what goes wrong on the way."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import laid_out
import photo_folder
import pytest
from msgspec.structs import replace

from device import commands as asked
from device.config import Config
from device.enrolling import NO_PICTURE, Enrolment, Stage
from device.enrolment_view import view
from device.galleries import Galleries
from device.games import layouts
from device.refusals import Reason
from device.rules.layout import Row
from vision.camera_folder import FolderCamera
from vision.frames import BgrImage, Frame
from vision.gallery import Gallery
from vision.surface import Surface


class AtTheTable:
    """An enrolment whose camera shows what a test lays out, and whose thread is the test's."""

    def __init__(self, state: Path, image: BgrImage | None) -> None:
        self.image = image
        config = Config()
        self.galleries = Galleries(replace(config, paths=replace(config.paths, state=str(state))))
        self.read_with: list[Gallery] = []
        self.changes = 0
        self.enrolment = Enrolment(
            layouts(), self.galleries, "house", photo_folder.gallery(), Surface(), self._frame, self.read_with.append
        )
        self.enrolment.changed = self._changed

    def _frame(self) -> Frame | None:
        return None if self.image is None else Frame(0, 1, self.image)

    def _changed(self) -> None:
        self.changes += 1

    def ask(self, command: asked.EnrolmentCommand, playing: bool = False) -> str | None:
        refusal = self.enrolment.ask(command, playing)
        while not self.enrolment._work.empty():
            work = self.enrolment._work.get()
            assert work is not None
            work()
        return None if refusal is None else str(refusal.reason)

    @property
    def view(self) -> dict[str, Any]:
        return view(self.enrolment)

    def findings(self) -> list[str]:
        return [finding["sentence"] for finding in self.view["job"]["findings"]]


@pytest.fixture
def table(tmp_path: Path) -> AtTheTable:
    return AtTheTable(tmp_path, laid_out.picture())


@cache
def empty() -> BgrImage:
    return laid_out.bare("xxl", (100, 10, 1035, 215))


def of_rows(numbers: Sequence[int]) -> BgrImage:
    """The photograph with its first row (15 pieces) or its second (10) alone."""
    rows_mm = [(100.0, 10.0, 1035.0, 112.0), (100.0, 113.0, 1035.0, 215.0)]
    return laid_out.bare("xxl", *(box for number, box in enumerate(rows_mm) if number not in numbers))


def test_a_game_is_learnt_from_one_photograph_and_read_from_then_on(table: AtTheTable) -> None:
    assert table.ask(asked.StartEnrolment("xxl")) is None
    shown = table.view["job"]
    assert (shown["stage"], shown["ready"], shown["findings"]) == (Stage.LAYING, True, [])
    assert [len(row["pieces"]) for row in shown["rows"]] == [11, 6, 6, 2]
    assert all(piece["found"] for row in shown["rows"] for piece in row["pieces"])
    assert [piece["label"] for piece in shown["pieces"]][:2] == ["mushroom", "tomato"]
    assert len(shown["pieces"][0]["outline"]) > 8
    assert table.enrolment.picture() is not None

    assert table.ask(asked.AcceptEnrolment("mine")) == Reason.ENROL_NOT_LEARNT
    assert table.ask(asked.TakePhotograph()) is None
    learnt = table.view["job"]
    assert (learnt["stage"], learnt["learnt"], learnt["name"]) == (Stage.LEARNT, 25, "Pizza XXL")
    assert ["ham-salami-corn", "ham-salami-pineapple"] in [pair[:2] for pair in learnt["alike"]]
    assert table.read_with == [] and table.view["used"] == "house"

    assert table.ask(asked.AcceptEnrolment("a/b")) == Reason.ENROL_NAME
    assert table.ask(asked.AcceptEnrolment("mine")) is None
    assert table.view["job"] is None
    assert table.view["told"] == "Learnt 25 pieces of Pizza XXL. The table reads “mine” from now on."
    assert table.view["galleries"] == ["house", "mine"]
    assert [len(gallery.artworks) for gallery in table.read_with] == [25]
    assert table.galleries.used == "mine"


def test_what_is_missing_is_told_until_it_lies_there(table: AtTheTable) -> None:
    table.image = laid_out.without("xxl", "corn", 44, 44)
    table.ask(asked.StartEnrolment("xxl"))
    assert table.findings() == ["Missing: corn, place 5 of row 1; lay it there with some room around it."]
    assert [piece["label"] for piece in table.view["job"]["rows"][0]["pieces"] if not piece["found"]] == ["corn"]
    table.ask(asked.TakePhotograph(anyway=True))
    assert table.view["job"]["stage"] is Stage.LAYING
    assert table.view["job"]["trouble"].startswith("Not taken. Missing: corn")
    table.image = laid_out.picture()
    table.enrolment.look()
    assert table.view["job"]["ready"] and table.findings() == []


def test_a_picture_looked_at_is_not_looked_at_again(table: AtTheTable) -> None:
    table.ask(asked.StartEnrolment("xxl"))
    before = table.view["job"]["look"]
    table.enrolment.look()
    assert table.view["job"]["look"] == before


def test_a_piece_too_many_can_be_left_there(table: AtTheTable) -> None:
    table.image = laid_out.moved("xxl", "ham", (43, 43), (300, 500), laid_out.picture())
    table.ask(asked.StartEnrolment("xxl"))
    assert table.view["job"]["pieces"][-1]["label"] is None
    assert table.view["job"]["complete"] and not table.view["job"]["ready"]
    table.ask(asked.TakePhotograph(anyway=True))
    assert table.view["job"]["learnt"] == 25


def test_two_photographs_make_one_game(table: AtTheTable) -> None:
    table.enrolment.layouts = {"xxl": layouts()["xxl"]._replace(rows=_as_photographed())}
    table.image = of_rows([0])
    table.ask(asked.StartEnrolment("xxl", 2))
    assert (table.view["job"]["photograph"], table.view["job"]["photographs"]) == (1, 2)
    table.ask(asked.TakePhotograph())
    assert (table.view["job"]["photograph"], table.view["job"]["look"]) == (2, None)
    table.enrolment.look()
    assert not table.view["job"]["ready"]
    table.image = of_rows([1])
    table.ask(asked.TakePhotograph())
    assert table.view["job"]["learnt"] == 25
    table.ask(asked.RetakePhotographs())
    assert (table.view["job"]["stage"], table.view["job"]["photograph"]) == (Stage.LAYING, 1)


def _as_photographed() -> tuple[Row, ...]:
    """The two rows of the photograph."""
    pieces = [piece for row in layouts()["xxl"].rows for piece in row.pieces]
    return Row("first", tuple(pieces[:15])), Row("second", tuple(pieces[15:]))


def test_one_piece_is_learnt_anew_and_the_others_stay(table: AtTheTable) -> None:
    assert table.ask(asked.StartRelearning("ham")) == Reason.ENROL_HOUSE
    table.galleries.save("mine", photo_folder.gallery())
    table.enrolment.kept = table.galleries.names()
    table.ask(asked.UseGallery("mine"))
    assert table.ask(asked.StartRelearning("bread")) == Reason.ENROL_PIECE
    assert "disc (back)" in table.view["pieces"]

    table.image = empty()
    table.ask(asked.StartRelearning("ham"))
    assert table.findings()[0].startswith("No piece like it (disc of 36 mm) found, expected ham alone")
    table.ask(asked.TakePhotograph(anyway=True))
    assert table.view["job"]["stage"] is Stage.LAYING
    table.image = laid_out.moved("xxl", "ham", (43, 43), (500, 400), empty())
    table.ask(asked.TakePhotograph())
    assert table.view["job"]["stage"] is Stage.LEARNT
    table.ask(asked.AcceptEnrolment("mine"))
    assert table.view["told"] == "Learnt ham. The table reads “mine” from now on."
    old, new = photo_folder.gallery().artworks, table.galleries.load("mine").artworks
    assert sum(not (a.picture == b.picture).all() for a, b in zip(old, new, strict=True)) == 1


def test_cancelling_changes_nothing(table: AtTheTable) -> None:
    table.ask(asked.StartEnrolment("xxl"))
    table.ask(asked.CancelEnrolment())
    assert table.view["job"] is None and table.read_with == []
    assert table.ask(asked.TakePhotograph()) == Reason.ENROL_NONE


def test_a_camera_without_pictures_is_told(table: AtTheTable) -> None:
    table.image = None
    table.ask(asked.StartEnrolment("italia"))
    assert table.view["job"]["trouble"] == NO_PICTURE
    table.ask(asked.TakePhotograph())
    assert table.view["job"]["trouble"] == NO_PICTURE
    assert table.enrolment.picture() is None


def test_a_full_disk_loses_nothing(table: AtTheTable, tmp_path: Path) -> None:
    (tmp_path / "galleries").write_text("in the way")
    table.ask(asked.StartEnrolment("xxl"))
    table.ask(asked.TakePhotograph())
    table.ask(asked.AcceptEnrolment("mine"))
    assert "cannot be kept" in table.view["job"]["trouble"]
    assert table.view["job"]["learnt"] == 25 and table.read_with == []


def test_a_damaged_gallery_is_not_used(table: AtTheTable, tmp_path: Path) -> None:
    folder = tmp_path / "galleries" / "broken"
    folder.mkdir(parents=True)
    (folder / "gallery.json").write_text("{")
    table.enrolment.kept = table.galleries.names()
    table.ask(asked.UseGallery("broken"))
    assert "is no gallery" in table.view["told"]
    assert table.view["used"] == "house" and table.read_with == []


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (asked.StartEnrolment("chess"), Reason.ENROL_GAME),
        (asked.StartEnrolment("xxl", 3), Reason.ENROL_PHOTOGRAPHS),
        (asked.StartEnrolment("xxl", 0), Reason.ENROL_PHOTOGRAPHS),
        (asked.UseGallery("nobody's"), Reason.ENROL_GALLERY),
        (asked.CancelEnrolment(), Reason.ENROL_NONE),
    ],
)
def test_what_makes_no_sense_is_refused(table: AtTheTable, command: asked.EnrolmentCommand, reason: Reason) -> None:
    assert table.ask(command) == reason


def test_nothing_is_learnt_while_a_game_is_played(table: AtTheTable) -> None:
    for command in (asked.StartEnrolment("xxl"), asked.StartRelearning("ham"), asked.UseGallery("house")):
        assert table.ask(command, playing=True) == Reason.ENROL_PLAYING


def test_a_folder_of_pictures_is_a_camera_too(table: AtTheTable, tmp_path: Path) -> None:
    entry = {"t_ns": 1, "exposure_ns": 1, "file": "enrol.jpg"}
    (tmp_path / "frames.jsonl").write_text(json.dumps(entry) + "\n")
    frame = FolderCamera(photo_folder.PHOTOS / "italia", tmp_path / "frames.jsonl").next_frame(1.0)
    assert frame is not None
    table.image = frame.image
    table.ask(asked.StartEnrolment("italia"))
    assert table.view["job"]["ready"]
    table.ask(asked.TakePhotograph())
    assert table.view["job"]["learnt"] == 30
    assert {"onion|mushroom", "cheese|mushroom"} in [set(pair[:2]) for pair in table.view["job"]["alike"]]
