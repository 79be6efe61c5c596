"""The live check of an enrolment on photographs with something wrong."""

from functools import cache

import cv2
import laid_out
import numpy as np
import pytest

from vision.check import Checked, What, check_layout
from vision.frames import BgrImage
from vision.rows import Expected


def checked(image: BgrImage, game: str = "xxl") -> Checked:
    return check_layout(image, laid_out.rows(game), known=complete(game).kinds)


@cache
def complete(game: str) -> Checked:
    return check_layout(laid_out.picture(game), laid_out.rows(game))


def lit(image: BgrImage, factor: float, more: float = 0.0) -> BgrImage:
    return np.clip(image * factor + more, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("game", ["xxl", "italia", "pizzeria"])
def test_a_complete_layout_is_ready_and_each_piece_has_its_name(game: str) -> None:
    check = complete(game)
    assert check.findings == ()
    assert check.ready
    for (label, shape), named in zip(check.named.pieces, laid_out.order(game), strict=True):
        assert label == named.label
        assert np.hypot(shape.x_mm - (named.x_mm or 0), shape.y_mm - (named.y_mm or 0)) < 5


@pytest.mark.parametrize(
    ("game", "label", "size_mm"),
    [
        ("xxl", "corn", (44, 44)),
        ("xxl", "ham-salami-corn", (97, 97)),
        ("italia", "egg|egg", (65, 81)),
        ("pizzeria", "salami/1", (71, 118)),
    ],
)
def test_a_missing_piece_is_named(game: str, label: str, size_mm: tuple[float, float]) -> None:
    check = checked(laid_out.without(game, label, *size_mm), game)
    assert [finding.labels for finding in check.findings] == [(label,)]
    assert check.findings[0].what is What.MISSING
    assert f"Missing: {label}, place" in check.findings[0].sentence
    assert not check.ready


def test_many_missing_pieces_are_counted_by_row() -> None:
    x_mm = [laid_out.place_of("xxl", label)[0] for label in ("mushroom", "ham")]
    check = checked(laid_out.bare("xxl", (x_mm[0] - 22, 15, x_mm[1] + 22, 60)))
    assert [f.what for f in check.findings if f.blocks] == [What.MISSING]
    assert "Found 19 of 25 pieces: 9 of 15 in row 1." in check.findings[0].sentence


def test_a_piece_too_many_is_told() -> None:
    check = checked(laid_out.moved("xxl", "ham", (42, 42), (300, 400), laid_out.picture()))
    assert [finding.sentence for finding in check.findings] == [
        "Too many: a disc lies at place 1 of row 3 which is not in the list; take it away."
    ]


def test_pieces_that_touch_are_told() -> None:
    x, y = laid_out.place_of("xxl", "ham-salami-corn")
    beside = laid_out.without("xxl", "ham-salami-pineapple", 97, 97)
    check = checked(laid_out.moved("xxl", "ham-salami-pineapple", (92, 92), (x + 88.5, y), beside))
    assert [(f.what, f.labels) for f in check.findings] == [
        (What.TOUCHING, ("ham-salami-corn", "ham-salami-pineapple"))
    ]


@pytest.mark.parametrize(("factor", "words"), [(0.02, "is too dark"), (0.25, "is rather dark")])
def test_little_light_is_told(factor: float, words: str) -> None:
    check = checked(lit(laid_out.picture(), factor))
    assert words in check.findings[0].sentence


def test_burnt_out_faces_are_named() -> None:
    check = checked(lit(laid_out.picture(), 2.0, 30))
    assert [f.what for f in check.findings] == [What.BURNT]
    assert "mushroom, tomato, onion and" in check.findings[0].sentence


def test_a_soft_picture_is_told() -> None:
    check = checked(np.asarray(cv2.GaussianBlur(laid_out.picture(), (0, 0), 4), np.uint8))
    assert What.SOFT in [finding.what for finding in check.findings]


def test_a_picture_without_markers_is_told_and_nothing_is_raised() -> None:
    check = check_layout(np.full((600, 1000, 3), 120, np.uint8), laid_out.rows("xxl"))
    assert [finding.what for finding in check.findings] == [What.PICTURE]
    assert not check.ready


def test_a_back_alone_is_found() -> None:
    empty = laid_out.bare("xxl", (100, 10, 1040, 212))
    alone = laid_out.moved("xxl", "mushroom (back)", (43, 43), (500, 400), empty)
    assert check_layout(alone, [[Expected("disc (back)", "disc")]]).findings == ()


def test_no_piece_at_all_is_told() -> None:
    check = check_layout(laid_out.bare("xxl", (100, 10, 1040, 212)), [[Expected("ham", "disc")]])
    assert [finding.labels for finding in check.findings] == [("ham",)]


def test_one_piece_laid_twice_is_told() -> None:
    place = laid_out.place_of("xxl", "salami")
    twice = laid_out.moved("xxl", "ham", (43, 43), place, laid_out.picture())
    [finding] = checked(twice).findings
    assert (finding.what, finding.labels) == (What.SAME, ("ham", "salami"))
    assert checked(twice).ready  # two pieces may be that alike
