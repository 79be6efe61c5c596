import json
from pathlib import Path

import numpy as np
import photo_folder
import pytest

from vision.enrol import NamedPlace, enrol, enrol_picture, load_order, load_picture
from vision.errors import EnrolmentError, PictureError
from vision.shapes import find_shapes

PHOTO = photo_folder.FOLDER / "enrol.jpg"


def order() -> list[NamedPlace]:
    return load_order(photo_folder.FOLDER / "truth.json", "enrol.jpg")[0]


def test_all_pieces_of_the_photograph_are_enrolled() -> None:
    gallery = photo_folder.gallery()
    assert len(gallery.labels("disc")) == 11
    assert len(gallery.labels("square")) == 12
    assert sum(a.label is None for a in gallery.artworks) == 2


def test_sizes_are_measured() -> None:
    assert photo_folder.gallery().kinds["disc"].width_mm == pytest.approx(35.0, abs=1.0)
    assert photo_folder.gallery().kinds["square"].width_mm == pytest.approx(88.0, abs=1.5)


def test_pieces_are_found_in_reading_order() -> None:
    shapes = find_shapes(photo_folder.picture("enrol.jpg"), photo_folder.calibration("enrol.jpg"))
    assert len(shapes) == len(order())
    for shape, named in zip(shapes, order(), strict=True):
        assert np.hypot(shape.x_mm - (named.x_mm or 0), shape.y_mm - (named.y_mm or 0)) < 3


def test_names_alone_are_enough() -> None:
    names = [NamedPlace(named.label) for named in order()]
    by_order = enrol_picture(photo_folder.picture("enrol.jpg"), names)
    assert [a.label for a in by_order.artworks] == [a.label for a in photo_folder.gallery().artworks]


def test_too_few_names_are_told() -> None:
    names = [NamedPlace(named.label) for named in order()[:-1]]
    with pytest.raises(EnrolmentError, match="24 names are listed but 25 pieces were found"):
        enrol_picture(photo_folder.picture("enrol.jpg"), names)


def test_a_name_where_nothing_lies_is_told() -> None:
    with pytest.raises(EnrolmentError, match=r"no piece was found for 'ghost' at \(600, 500\) mm"):
        enrol_picture(photo_folder.picture("enrol.jpg"), [*order(), NamedPlace("ghost", 600, 500)])


def test_a_list_of_names_of_its_own_is_read(tmp_path: Path) -> None:
    path = tmp_path / "enrol.json"
    path.write_text(json.dumps({"surface_mm": [1000, 500], "order": [{"label": "ham"}, {"label": "ham (back)"}]}))
    names, surface = load_order(path, "whatever.jpg")
    assert [named.label for named in names] == ["ham", "ham (back)"]
    assert (surface.width_mm, surface.height_mm) == (1000, 500)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[]", "is no list of pieces"),
        ("{", "is no list of pieces"),
        ('{"order": [{"name": "ham"}]}', "is no list of pieces"),
        ('{"order": []}', "names no pieces"),
        ('{"pictures": {"other.jpg": {}}}', "names no pieces for enrol.jpg"),
    ],
)
def test_a_bad_list_is_told(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "enrol.json").write_text(text)
    with pytest.raises(EnrolmentError, match=told):
        enrol(PHOTO, tmp_path / "enrol.json")


def test_a_missing_list_is_told(tmp_path: Path) -> None:
    with pytest.raises(EnrolmentError, match="is missing: list the pieces' names"):
        enrol(PHOTO, tmp_path / "enrol.json")


def test_no_picture_is_told(tmp_path: Path) -> None:
    (tmp_path / "enrol.jpg").write_text("no picture")
    with pytest.raises(PictureError, match="is missing or is no picture"):
        load_picture(tmp_path / "enrol.jpg")
