"""The short memory of pictures: what was seen just before and just after a moment."""

import numpy as np

from vision.frames import Frame, FrameRing

IMAGE = np.zeros((2, 2, 3), np.uint8)


def frame(start: int) -> Frame:
    return Frame(exposure_start_ns=start, exposure_end_ns=start + 10, image=IMAGE)


def test_around_gives_the_whole_exposures_on_both_sides_of_a_moment() -> None:
    ring = FrameRing(8)
    for start in (0, 100, 200):
        ring.add(frame(start))
    before, after = ring.around(105)
    assert before is not None and before.exposure_start_ns == 0, "the frame being exposed at 105 is not before it"
    assert after is not None and after.exposure_start_ns == 200


def test_the_ring_forgets_the_oldest_frame() -> None:
    ring = FrameRing(2)
    for start in (0, 100, 200):
        ring.add(frame(start))
    assert ring.around(50)[0] is None
    assert ring.newest() is not None


def test_an_empty_ring_knows_nothing() -> None:
    assert FrameRing(2).around(0) == (None, None)
    assert FrameRing(2).newest() is None
