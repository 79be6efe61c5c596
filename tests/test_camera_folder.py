"""Recorded pictures: in order, with their times, and damage told with file and line."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.camera_folder import FolderCamera
from vision.errors import FramesError, PictureError

NIGHT = Path(__file__).parent / "data/nights/xxl-short"
GOOD = '{"t_ns": 100, "exposure_ns": 10, "file": "a.jpg"}'


def recording(folder: Path, *lines: str) -> FolderCamera:
    cv2.imwrite(str(folder / "a.jpg"), np.full((8, 8, 3), 90, np.uint8))
    (folder / "frames.jsonl").write_text("".join(line + "\n" for line in lines))
    return FolderCamera(folder)


def test_recorded_pictures_come_in_order_with_their_times_and_hold() -> None:
    camera = FolderCamera(NIGHT)
    frames = []
    while frame := camera.next_frame(1.0):
        frames.append(frame)
    assert [f.exposure_start_ns for f in frames] == [5_000_000_000, 6_036_000_000, 7_558_000_000, 8_028_000_000]
    assert {f.exposure_end_ns - f.exposure_start_ns for f in frames} == {10_000_000}
    assert {f.image.shape for f in frames} == {(648, 1152, 3)}
    assert all(f.holds for f in frames)
    assert frames[1].name == "frames/000001.jpg"
    assert camera.next_frame(1.0) is None, "after the last picture there are no more"


def test_the_list_may_lie_elsewhere(tmp_path: Path) -> None:
    elsewhere = tmp_path / "shorter.jsonl"
    elsewhere.write_text('{"t_ns": 1, "exposure_ns": 2, "file": "frames/000003.jpg"}\n')
    frame = FolderCamera(NIGHT, elsewhere).next_frame(1.0)
    assert frame is not None
    assert (frame.exposure_start_ns, frame.exposure_end_ns) == (1, 3)


@pytest.mark.parametrize(
    ("damaged", "complaint"),
    [
        ('{"t_ns": 200, "exposure_ns": 10, "fi', "line 2 is damaged"),
        ("", "line 2 is damaged"),
        ('{"t_ns": "soon", "exposure_ns": 10, "file": "a.jpg"}', "line 2 is damaged"),
        ('{"t_ns": 200, "exposure_ns": 10}', "line 2 is damaged"),
        ('{"t_ns": 100, "exposure_ns": 10, "file": "a.jpg"}', "line 2: t_ns 100 does not follow 100"),
        ('{"t_ns": 200, "exposure_ns": 0, "file": "a.jpg"}', "line 2: exposure_ns is 0"),
        ('{"t_ns": 200, "exposure_ns": 10, "file": "../a.jpg"}', "line 2: '../a.jpg' leads out of the recording"),
        ('{"t_ns": 200, "exposure_ns": 10, "file": "/etc/a.jpg"}', "line 2: '/etc/a.jpg' leads out"),
    ],
)
def test_a_damaged_list_is_refused_with_file_and_line(tmp_path: Path, damaged: str, complaint: str) -> None:
    with pytest.raises(FramesError) as refusal:
        recording(tmp_path, GOOD, damaged)
    assert str(refusal.value).startswith(f"{tmp_path / 'frames.jsonl'} {complaint}")


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "frames.jsonl").write_bytes(b"\xff\xfe\x00\n")
    with pytest.raises(FramesError, match="line 1 is damaged"):
        FolderCamera(tmp_path)


def test_a_missing_list_is_said_in_words(tmp_path: Path) -> None:
    with pytest.raises(FramesError, match="is missing; a recording's folder holds a list"):
        FolderCamera(tmp_path)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [(None, "the picture b.jpg is missing"), (b"", "b.jpg is damaged"), (b"no picture", "b.jpg is damaged")],
)
def test_a_damaged_picture_is_told_with_its_line(tmp_path: Path, content: bytes | None, complaint: str) -> None:
    camera = recording(tmp_path, GOOD, '{"t_ns": 200, "exposure_ns": 10, "file": "b.jpg"}')
    if content is not None:
        (tmp_path / "b.jpg").write_bytes(content)
    assert camera.next_frame(1.0) is not None
    with pytest.raises(PictureError, match=f"line 2: {complaint}"):
        camera.next_frame(1.0)


def test_a_closed_recording_gives_no_more() -> None:
    camera = FolderCamera(NIGHT)
    camera.close()
    assert camera.next_frame(1.0) is None
    assert camera.describe() == f"recording {NIGHT}, 4 pictures"
