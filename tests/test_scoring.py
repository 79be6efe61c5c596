import shutil
from pathlib import Path

import cv2
import numpy as np
import photo_folder
import pytest

from vision.errors import EyesError
from vision.reading import Face, Problem, Sighting
from vision.scoring import TruePiece, outcome, pair, read_picture, score_folder

NEAR_MM = {"disc": 12.0, "square": 30.0}
NAMES = ("001.jpg", "004.jpg", "020.jpg")


def sighting(face: Face, label: str | None, x_mm: float = 100.0, kind: str = "disc") -> Sighting:
    return Sighting(kind, face, label, x_mm, 100.0, None, 0.9)


def true_piece(face: str, label: str = "ham", x_mm: float = 100.0, visible: float = 1.0) -> TruePiece:
    return TruePiece(label, "disc", x_mm, 100.0, visible, face=face)


@pytest.fixture(scope="module")
def report() -> list[str]:
    return str(score_folder(photo_folder.FOLDER)).splitlines()


def test_all_that_is_visible_is_read_right(report: list[str]) -> None:
    assert report[-1] == "right 55 wrong 0 cannot-tell 0 missed 0 invented 0"


def test_the_report_counts_by_visibility_kind_and_difficulty(report: list[str]) -> None:
    rows = {line[:28].strip(): line[28:].split() for line in report}
    assert ["right", "wrong", "cannot-tell", "missed"] in [line.split() for line in report]
    assert rows["90 % visible and more"] == ["55", "0", "0", "0"]
    assert "disc, face down" in rows
    assert "hands, high" in rows
    discs = sum(int(rows[f"disc, face {face}"][0]) for face in ("up", "down"))
    squares = sum(int(rows[f"square, face {face}"][0]) for face in ("up", "down"))
    assert discs + squares == 55


@pytest.mark.parametrize(
    ("face", "seen", "expected"),
    [
        ("down", sighting(Face.DOWN, None), "right"),
        ("down", sighting(Face.UP, "ham"), "wrong"),
        ("down", sighting(Face.UP, None), "cannot-tell"),
        ("down", sighting(Face.UNKNOWN, None), "cannot-tell"),
        ("up", sighting(Face.UP, "ham"), "right"),
        ("up", sighting(Face.UP, "corn"), "wrong"),
        ("up", sighting(Face.UP, None), "cannot-tell"),
        ("up", sighting(Face.DOWN, None), "wrong"),
        ("up", None, "missed"),
    ],
)
def test_outcomes(face: str, seen: Sighting | None, expected: str) -> None:
    assert outcome(true_piece(face), seen) == expected


def test_a_sighting_of_no_piece_is_a_stranger() -> None:
    pairs, strangers = pair((sighting(Face.DOWN, None, 300.0),), [true_piece("down")], NEAR_MM)
    assert pairs == [(true_piece("down"), None)]
    assert [s.x_mm for s in strangers] == [300.0]


def test_of_two_pieces_in_one_place_the_visible_one_is_meant() -> None:
    hidden, shown = true_piece("down", "corn", 99.0, visible=0.05), true_piece("down", "ham", 104.0)
    pairs, strangers = pair((sighting(Face.DOWN, None, 100.0),), [hidden, shown], NEAR_MM)
    assert pairs[0][1] is None
    assert pairs[1][1] is not None
    assert strangers == []


def test_kinds_are_not_paired_with_each_other() -> None:
    pairs, strangers = pair((sighting(Face.DOWN, None, kind="square"),), [true_piece("down")], NEAR_MM)
    assert pairs[0][1] is None
    assert len(strangers) == 1


def test_one_picture_is_read_and_drawn_on() -> None:
    reading, drawn = read_picture(photo_folder.FOLDER / "001.jpg", photo_folder.gallery())
    assert reading.problem is None
    assert drawn.shape == photo_folder.picture("001.jpg").shape
    assert (drawn != photo_folder.picture("001.jpg")).any()


def test_a_picture_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "dark.png"), np.zeros((648, 1152, 3), np.uint8))
    reading, drawn = read_picture(tmp_path / "dark.png", photo_folder.gallery())
    assert reading.problem is Problem.TOO_DARK
    assert drawn.any()


def test_a_folder_without_pieces_in_its_truth_is_told(tmp_path: Path) -> None:
    shutil.copy(photo_folder.FOLDER / "enrol.jpg", tmp_path)
    text = (photo_folder.FOLDER / "truth.json").read_text()
    (tmp_path / "truth.json").write_text(text.replace('"visible"', '"seen"'))
    with pytest.raises(EyesError, match="does not say what the pictures show"):
        score_folder(tmp_path)
