"""Counts how many round pieces are found in photographs of which the number is known."""

from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from vision.enrol import load_picture
from vision.rounds import find_rounds


class CountedPhoto(msgspec.Struct):
    count: int


class Counts(msgspec.Struct):
    """A labels.json with the number of round pieces in each photograph."""

    photos: dict[str, CountedPhoto]


@dataclass
class RoundScore:
    """How many photographs are counted right; `notes` names the others."""

    right: int = 0
    notes: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        total = self.right + len(self.notes)
        return "\n".join([*self.notes, f"{total} pictures: {self.right} right {len(self.notes)} wrong"])


def score_rounds(folder: Path) -> RoundScore:
    """Counts in the photographs that the folder's labels.json lists, and compares."""
    counts = msgspec.json.decode((folder / "labels.json").read_bytes(), type=Counts)
    score = RoundScore()
    for name, photo in counts.photos.items():
        found = len(find_rounds(load_picture(folder / name)))
        if found == photo.count:
            score.right += 1
        else:
            score.notes.append(f"{name}: {found} round pieces found, {photo.count} are there")
    return score
