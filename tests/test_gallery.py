from pathlib import Path

import numpy as np
import photo_folder
import pytest

from vision.errors import GalleryError
from vision.frames import BgrImage
from vision.gallery import Artwork, Gallery
from vision.kinds import Kind


def drawing(colour: tuple[int, int, int], stripe: bool = False) -> BgrImage:
    """A square of white with a patch of colour, 100 px."""
    picture = np.full((100, 100, 3), 240, np.uint8)
    picture[20:50, 20:80] = colour
    if stripe:
        picture[60:70, 20:80] = (20, 20, 20)
    return picture


def drawn_gallery() -> Gallery:
    return Gallery.from_artwork(
        [
            ("red", "disc", 35.0, drawing((30, 30, 200))),
            ("green", "disc", 35.0, drawing((30, 160, 30))),
            ("green with a stripe", "disc", 35.0, drawing((30, 160, 30), stripe=True)),
            ("red (back)", "disc", 35.0, np.full((100, 100, 3), 60, np.uint8)),
        ]
    )


def test_a_gallery_of_drawings_knows_labels_and_sizes() -> None:
    gallery = drawn_gallery()
    assert gallery.labels("disc") == ("red", "green", "green with a stripe")
    assert gallery.kinds["disc"] == Kind("disc", 35.0, 35.0)
    assert "square" not in gallery.kinds
    assert [a.label for a in gallery.artworks][-1] is None
    assert all(a.picture.shape == (70, 70, 3) for a in gallery.artworks)


def test_a_saved_gallery_comes_back_the_same(tmp_path: Path) -> None:
    photo_folder.gallery().save(tmp_path / "mine")
    loaded = Gallery.load(tmp_path / "mine")
    for saved, again in zip(photo_folder.gallery().artworks, loaded.artworks, strict=True):
        assert (saved.label, saved.kind) == (again.label, again.kind)
        assert np.array_equal(saved.picture, again.picture)


def test_alike_pieces_are_named() -> None:
    twins = [(name, "disc", 35.0, drawing((30, 30, 200))) for name in ("one", "two")]
    other = ("other", "disc", 35.0, drawing((200, 30, 30), stripe=True))
    (pair,) = Gallery.from_artwork([*twins, other]).confusable()
    assert pair[:2] == ("one", "two")
    assert pair[2] == pytest.approx(1.0, abs=0.01)


def test_a_gallery_without_faces_is_refused() -> None:
    with pytest.raises(GalleryError, match="no piece with a face"):
        Gallery([Artwork(None, Kind("disc", 35.0, 35.0), np.zeros((70, 70, 3), np.uint8))])


def test_an_unknown_kind_is_refused_with_the_known_ones() -> None:
    with pytest.raises(GalleryError, match="'star', expected one of square, rect"):
        Gallery.from_artwork([("odd", "star", 35.0, drawing((0, 0, 0)))])


def test_a_missing_gallery_is_told(tmp_path: Path) -> None:
    with pytest.raises(GalleryError, match="is missing: enrol the pieces first"):
        Gallery.load(tmp_path)


def test_a_damaged_list_is_told(tmp_path: Path) -> None:
    (tmp_path / "gallery.json").write_text('{"pieces": [{"label": "ham"}]}')
    with pytest.raises(GalleryError, match="is no gallery"):
        Gallery.load(tmp_path)


def test_a_missing_or_wrong_picture_is_told(tmp_path: Path) -> None:
    gallery = drawn_gallery()
    gallery.save(tmp_path)
    first, second, *_ = sorted(tmp_path.glob("*.png"))
    second.write_bytes(first.read_bytes()[:100])
    with pytest.raises(GalleryError, match=r"01-\w+\.png is missing or is no picture"):
        Gallery.load(tmp_path)
    Gallery([Artwork("red", Kind("disc", 20.0, 20.0), np.zeros((40, 40, 3), np.uint8))]).save(tmp_path / "small")
    first.write_bytes(next((tmp_path / "small").glob("*.png")).read_bytes())
    with pytest.raises(GalleryError, match="40 by 40 pixels, expected 70 by 70"):
        Gallery.load(tmp_path)


def test_a_gallery_saved_over_another_leaves_nothing_of_it(tmp_path: Path) -> None:
    drawn_gallery().save(tmp_path)
    (tmp_path / "notes.txt").write_text("mine")
    before = {path.name for path in tmp_path.iterdir()}
    changed = [
        *drawn_gallery().artworks[:2],
        Artwork("blue", Kind("disc", 35.0, 35.0), np.zeros((70, 70, 3), np.uint8)),
    ]
    Gallery(changed).save(tmp_path)
    assert Gallery.load(tmp_path).labels("disc") == ("red", "green", "blue")
    assert len({path.name for path in tmp_path.iterdir()} & before) == 4  # two faces, the list, and what is not ours
    assert len(list(tmp_path.glob("*.png"))) == 3
