"""Single pieces learnt anew from a table on which they alone lie."""

from functools import cache

import laid_out
import numpy as np
import photo_folder
import pytest

from vision.enrol import enrol_pages
from vision.errors import EnrolmentError
from vision.frames import BgrImage
from vision.gallery import Gallery
from vision.relearn import piece_names, relearn


@cache
def empty(game: str) -> BgrImage:
    return laid_out.bare(game, (100, 10, 1035, 215) if game == "xxl" else (100, 15, 1030, 262))


def face(gallery: Gallery, label: str) -> BgrImage:
    return next(a.picture for a in gallery.artworks if a.label == label)


@pytest.mark.parametrize(
    ("game", "label", "size_mm"),
    [("xxl", "ham", (43, 43)), ("xxl", "ham-salami-olive", (95, 95)), ("italia", "egg|egg", (64, 80))],
)
def test_one_piece_is_replaced_and_all_others_stay(game: str, label: str, size_mm: tuple[float, float]) -> None:
    old = photo_folder.gallery(game)
    dull = Gallery(a if a.label != label else type(a)(label, a.kind, a.picture // 2) for a in old.artworks)
    new = relearn(dull, laid_out.moved(game, label, size_mm, (500, 400), empty(game)), [label])
    assert [a.label for a in new.artworks] == [a.label for a in old.artworks]
    assert new.kinds == old.kinds
    for before, after in zip(dull.artworks, new.artworks, strict=True):
        assert (before is after) == (before.label != label)
    assert np.abs(face(new, label).astype(float) - face(old, label)).mean() < 18


def test_several_pieces_are_replaced_in_reading_order() -> None:
    table = laid_out.moved(
        "xxl", "ham", (43, 43), (600, 400), laid_out.moved("xxl", "corn", (43, 43), (500, 400), empty("xxl"))
    )
    new = relearn(photo_folder.gallery(), table, ["corn", "ham"])
    for label in ("corn", "ham"):
        assert np.abs(face(new, label).astype(float) - face(photo_folder.gallery(), label)).mean() < 18


def test_a_back_is_called_by_its_kind() -> None:
    assert {"disc (back)", "square (back)"} < set(piece_names(photo_folder.gallery()))
    table = laid_out.moved("xxl", "mushroom (back)", (43, 43), (500, 400), empty("xxl"))
    new = relearn(photo_folder.gallery(), table, ["disc (back)"])
    assert sum(a.label is None for a in new.artworks) == 2


@pytest.mark.parametrize(
    ("laid", "asked", "told"),
    [
        ("ham-salami-olive", "ham", r"a square of 9\d mm lies there, but ham is a disc of 36 mm in this gallery"),
        (None, "ham", "no piece like it .disc of 36 mm. found, expected ham alone"),
        ("ham", "bread", "there is no piece 'bread' in the gallery; it has mushroom"),
    ],
)
def test_what_does_not_fit_is_told(laid: str | None, asked: str, told: str) -> None:
    table = empty("xxl") if laid is None else laid_out.moved("xxl", laid, (95, 95), (500, 400), empty("xxl"))
    with pytest.raises(EnrolmentError, match=told):
        relearn(photo_folder.gallery(), table, [asked])


def test_more_pieces_than_named_are_told() -> None:
    with pytest.raises(EnrolmentError, match="12 pieces like it"):
        relearn(photo_folder.gallery(), laid_out.picture(), ["ham"])


def test_two_photographs_make_one_gallery() -> None:
    rows = laid_out.rows("xxl")
    upper, lower = laid_out.bare("xxl", (100, 113, 1035, 215)), laid_out.bare("xxl", (100, 10, 1035, 112))
    gallery = enrol_pages([(upper, rows[:1]), (lower, rows[1:])])
    whole = photo_folder.gallery()
    assert [a.label for a in gallery.artworks] == [a.label for a in whole.artworks]
    for name, kind in gallery.kinds.items():
        assert kind.width_mm == pytest.approx(whole.kinds[name].width_mm, abs=0.6)


def test_the_photograph_at_fault_is_told() -> None:
    rows = laid_out.rows("xxl")
    with pytest.raises(EnrolmentError, match="photograph 2: No piece was found: lay the 10 pieces"):
        enrol_pages([(laid_out.picture(), rows), (empty("xxl"), rows[1:])])
