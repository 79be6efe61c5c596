"""Pictures of verdicts: the right moment, under their name, on the disk of their night."""

import threading
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.pictures import WIDTH_PX, Pictures, encode
from vision.frames import BgrImage, Frame, FrameRing

MS = 1_000_000


def gray(level: int, width_px: int = 64) -> BgrImage:
    return np.full((width_px // 2, width_px, 3), level, np.uint8)


def level(jpeg: bytes | None) -> int:
    """How bright a kept picture is."""
    assert jpeg is not None
    return round(decoded(jpeg).mean())


def decoded(jpeg: bytes) -> BgrImage:
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)


class Kept:
    """Pictures of a ring of frames, 100 ms apart, each 10 brighter than the one before."""

    def __init__(self, folder: Path, holds: bool = False) -> None:
        self.ring = FrameRing(8)
        self.pictures = Pictures(folder, self.ring, lambda frame: frame.image, lambda frame: frame.image)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self.pictures.run, args=(self._stop,))
        for number in range(4):
            self.add(number, holds)

    def add(self, number: int, holds: bool = False) -> None:
        start_ns = 100 * MS * number
        self.ring.add(Frame(start_ns, start_ns + 10 * MS, gray(10 * number + 50), holds=holds))

    def keep(self, name: str, at_ns: int) -> bytes | None:
        self.pictures.keep(name, at_ns)
        if not self._thread.is_alive():
            self._thread.start()
        return self.pictures.read(name)

    def close(self) -> None:
        self._stop.set()
        self.pictures.wake()
        if self._thread.is_alive():
            self._thread.join()


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    kept = Kept(tmp_path / "pictures")
    yield kept
    kept.close()


def test_the_first_picture_after_the_moment_is_kept(kept: Kept) -> None:
    assert level(kept.keep("v1", 150 * MS)) == 70


def test_the_last_picture_before_the_moment_is_kept_when_no_other_comes(kept: Kept) -> None:
    assert level(kept.keep("v1", 900 * MS)) == 80


def test_a_recorded_picture_that_holds_is_the_one_of_the_moment(tmp_path: Path) -> None:
    kept = Kept(tmp_path, holds=True)
    assert level(kept.keep("v1", 150 * MS)) == 60
    kept.close()


def test_a_kept_picture_is_on_the_disk_of_its_night(kept: Kept) -> None:
    old = kept.pictures.folder
    kept.pictures.keep("v1", 150 * MS)
    kept.pictures.folder = old.with_name("next")
    kept.keep("v1", 250 * MS)
    assert level((old / "v1.jpg").read_bytes()) == 70
    assert level((old.with_name("next") / "v1.jpg").read_bytes()) == 80


def test_the_latest_picture_is_drawn_when_it_is_asked_for(kept: Kept) -> None:
    assert level(kept.pictures.read("latest")) == 80
    kept.add(5)
    assert level(kept.pictures.read("latest")) == 100


def test_without_a_camera_there_is_no_picture(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path, FrameRing(2), lambda frame: frame.image, lambda frame: frame.image)
    assert pictures.read("latest") is None
    assert pictures.read("v1") is None


def test_a_disk_that_takes_no_picture_is_told_and_nobody_waits_for_ever(tmp_path: Path) -> None:
    (tmp_path / "pictures").write_text("a file where the folder should be")
    kept = Kept(tmp_path / "pictures")
    assert kept.keep("v1", 0) is None
    assert kept.pictures.failing is not None
    assert "v1.jpg" in kept.pictures.failing
    kept.close()


def test_a_picture_that_can_be_kept_again_ends_the_complaint(tmp_path: Path) -> None:
    blocked = tmp_path / "pictures"
    blocked.write_text("a file where the folder should be")
    kept = Kept(blocked)
    kept.keep("v1", 0)
    blocked.unlink()
    assert kept.keep("v2", 0) is not None
    assert kept.pictures.failing is None
    kept.close()


def test_a_wide_picture_is_made_narrower_and_a_narrow_one_left() -> None:
    assert decoded(encode(gray(90, 2560), WIDTH_PX)).shape == (640, 1280, 3)
    assert decoded(encode(gray(90, 640), WIDTH_PX)).shape == (320, 640, 3)
    assert decoded(encode(gray(90, 2560))).shape == (1280, 2560, 3)


def test_the_whole_table_is_shown_but_only_the_part_with_the_pieces_is_kept(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    kept.pictures = Pictures(tmp_path, kept.ring, lambda frame: frame.image, lambda frame: frame.image[:10, :20])
    kept._thread = threading.Thread(target=kept.pictures.run, args=(kept._stop,))
    part, whole = kept.keep("v1", 0), kept.pictures.read("latest")
    kept.close()
    assert part is not None and whole is not None
    assert decoded(part).shape[:2] == (10, 20)
    assert decoded(whole).shape[0] > 10
