import flat_table
import numpy as np
import pytest

from vision.changes import ChangeWatch, small_copy
from vision.frames import BgrImage, Frame


def frame(image: BgrImage) -> Frame:
    return Frame(0, 1, image)


def test_before_the_first_look_nothing_is_known() -> None:
    assert ChangeWatch(flat_table.CAMERA).since_seen(frame(flat_table.empty())) is None


def test_noise_is_no_change() -> None:
    watch = ChangeWatch(flat_table.CAMERA)
    watch.mark_seen(frame(flat_table.empty()))
    noise = np.random.default_rng(3).normal(0, 4, (1260, 2240, 3))
    changes = watch.since_seen(frame(np.clip(flat_table.empty() + noise, 0, 255).astype(np.uint8)))
    assert changes is not None
    assert not changes


def test_a_token_laid_down_is_a_change_there_and_nowhere_else() -> None:
    watch = ChangeWatch(flat_table.CAMERA)
    watch.mark_seen(frame(flat_table.empty()))
    image = flat_table.empty()
    flat_table.draw_disc(image, 400, 300, 35)
    changes = watch.since_seen(frame(image))
    assert changes
    assert changes.at(400, 300, 17)
    assert changes.at(430, 300, 17)
    assert not changes.at(500, 300, 17)
    assert changes.box_mm() == pytest.approx((382, 282, 418, 318), abs=9)


def test_the_cameras_own_small_copy_is_used() -> None:
    small = np.full((360, 640), 7, np.uint8)
    assert small_copy(Frame(0, 1, flat_table.empty(), small=small)) is small


def test_copies_of_another_size_are_not_compared() -> None:
    watch = ChangeWatch(flat_table.CAMERA)
    watch.mark_seen(frame(flat_table.empty()))
    small = np.full((360, 640), 7, np.uint8)
    assert watch.since_seen(Frame(0, 1, flat_table.empty(), small=small)) is None
