"""Recorded pictures with their times, as if the camera took them again."""

from pathlib import Path

import cv2
import msgspec
import numpy as np

from vision.errors import FramesError, PictureError
from vision.frames import BgrImage, Frame

LIST_NAME = "frames.jsonl"


class _Entry(msgspec.Struct, frozen=True):
    t_ns: int
    exposure_ns: int
    file: str


class FolderCamera:
    """Gives the pictures that `folder`/frames.jsonl lists, one after the other, without waiting for their times.

    A recorded picture holds until the next one. After the last there are no more: `next_frame` returns None. Raises
    FramesError for a damaged list at once, PictureError for a damaged picture when its turn comes.
    """

    def __init__(self, folder: Path, frames_jsonl: Path | None = None) -> None:
        self._folder = folder
        self._list = frames_jsonl or folder / LIST_NAME
        self._entries = _load(self._list)
        self._next = 0

    def next_frame(self, timeout_s: float) -> Frame | None:
        """The next recorded picture at once, None after the last."""
        if self._next == len(self._entries):
            return None
        entry = self._entries[self._next]
        self._next += 1
        image = self._picture(entry.file, self._next)
        return Frame(entry.t_ns, entry.t_ns + entry.exposure_ns, image, name=entry.file, holds=True)

    def close(self) -> None:
        """Nothing more comes."""
        self._next = len(self._entries)

    def describe(self) -> str:
        return f"recording {self._folder}, {len(self._entries)} pictures"

    def _picture(self, file: str, line: int) -> BgrImage:
        path = self._folder / file
        try:
            image = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
        except FileNotFoundError as error:
            raise PictureError(f"{self._list} line {line}: the picture {file} is missing in {self._folder}") from error
        except cv2.error:
            image = None  # an empty file
        if image is None:
            raise PictureError(f"{self._list} line {line}: {file} is damaged or no picture; copy the recording again")
        return np.asarray(image, np.uint8)


def _load(path: Path) -> list[_Entry]:
    try:
        lines = path.read_bytes().splitlines()
    except FileNotFoundError as error:
        raise FramesError(f"{path} is missing; a recording's folder holds a list of its pictures") from error
    entries: list[_Entry] = []
    for number, line in enumerate(lines, start=1):
        entries.append(_entry(line, f"{path} line {number}"))
        if number > 1 and entries[-1].t_ns <= entries[-2].t_ns:
            raise FramesError(
                f"{path} line {number}: t_ns {entries[-1].t_ns} does not follow {entries[-2].t_ns}; times must grow"
            )
    return entries


def _entry(line: bytes, place: str) -> _Entry:
    try:
        entry = msgspec.json.decode(line, type=_Entry)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise FramesError(
            f'{place} is damaged ({error}); expected {{"t_ns": ..., "exposure_ns": ..., "file": "..."}}'
        ) from error
    if entry.exposure_ns <= 0:
        raise FramesError(f"{place}: exposure_ns is {entry.exposure_ns}; an exposure takes time, give more than 0")
    if Path(entry.file).is_absolute() or ".." in Path(entry.file).parts:
        raise FramesError(f"{place}: {entry.file!r} leads out of the recording; name a file inside its folder")
    return entry
