"""Which lens the table's camera has."""

from pathlib import Path

import cv2
import pytest
from lens_pictures import WIDE, photographs
from msgspec.structs import replace

from device import tools
from device.config import Config
from device.errors import TableError
from device.lenses import Lenses
from vision.errors import LensError


def config(state: Path, lens: str = "", width: int = 2304, height: int = 1296) -> Config:
    base = Config()
    camera = replace(base.camera, lens=lens, width=width, height=height)
    return replace(base, paths=replace(base.paths, state=str(state)), camera=camera)


def test_without_any_the_markers_alone_tell(tmp_path: Path) -> None:
    assert Lenses(config(tmp_path)).used() is None


def test_the_only_one_is_used_at_the_cameras_size(tmp_path: Path) -> None:
    Lenses(config(tmp_path)).save("wide", WIDE)
    assert Lenses(config(tmp_path)).used() == WIDE.at_size(2304, 1296)
    assert Lenses(config(tmp_path, width=1600, height=1200)).used() is None


def test_of_several_the_configured_one_is_used(tmp_path: Path) -> None:
    lenses = Lenses(config(tmp_path))
    lenses.save("wide", WIDE)
    lenses.save("narrow", replace(WIDE, focal_px=900.0))
    assert lenses.used() is None
    narrow = Lenses(config(tmp_path, "narrow")).used()
    assert narrow is not None
    assert narrow.focal_px == 1800.0


def test_a_configured_lens_that_cannot_be_used_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(LensError, match=r"wide\.json is missing: photograph the lens board"):
        Lenses(config(tmp_path, "wide")).used()
    Lenses(config(tmp_path)).save("wide", WIDE)
    with pytest.raises(TableError, match="measured in pictures of another shape than 1600 x 1200"):
        Lenses(config(tmp_path, "wide", 1600, 1200)).used()
    with pytest.raises(TableError, match="cannot be a name of a lens"):
        Lenses(config(tmp_path)).save("../wide", WIDE)


def test_a_lens_is_measured_from_files_and_kept(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in photographs()]
    for path in paths:
        cv2.imwrite(str(path), photographs()[path.name])
    said = tools.measure_lens(config(tmp_path), paths, "camera")
    assert "The corners in 10 of 10 pictures fit within 0." in said
    assert Lenses(config(tmp_path)).used() is not None


def test_the_lens_board_is_written_as_a_page(tmp_path: Path) -> None:
    assert tools.print_out(Config(), "lens-board", tmp_path).startswith(f"Wrote {tmp_path / 'lens-board.png'}")
    page = cv2.imread(str(tmp_path / "lens-board.png"))
    assert page.shape == (3508, 2480, 3)
