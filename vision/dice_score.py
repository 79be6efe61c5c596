"""Counts how dice in photographs with known pips are read."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from vision.dice_net import Die, find_dice
from vision.enrol import load_picture

OUTCOMES = ("right", "wrong", "cannot-tell", "missed", "invented")
Box = tuple[int, float, float, float, float]  # pips, then x0, y0, x1, y1 as shares of the picture's width and height


class LabelledPhoto(msgspec.Struct):
    """The pips of every die that lies wholly inside; where known, the box around each."""

    pips: list[int]
    boxes: list[Box] | None = None


class Labels(msgspec.Struct):
    photos: dict[str, LabelledPhoto]


@dataclass
class DiceScore:
    """Outcomes of all dice; `notes` names each photograph that was not read right."""

    outcomes: Counter[str] = field(default_factory=Counter)
    dice_count: int = 0
    notes: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        counts = (f"{self.outcomes[name]:5d} {name}" for name in OUTCOMES)
        right = self.outcomes["right"] / max(self.dice_count, 1)
        return "\n".join([*self.notes, f"{self.dice_count} dice:", *counts, f"{right:.1%} right"])


def score_dice(folder: Path) -> DiceScore:
    """Read the photographs that the folder's labels.json lists, and compare."""
    labels = msgspec.json.decode((folder / "labels.json").read_bytes(), type=Labels)
    score = DiceScore()
    for name, photo in labels.photos.items():
        picture = load_picture(folder / name)
        height, width = picture.shape[:2]
        outcomes = compare(find_dice(picture), photo, width, height)
        score.outcomes += outcomes
        score.dice_count += len(photo.pips)
        if set(outcomes) - {"right"}:
            score.notes.append(f"{name}: {', '.join(f'{n} {outcome}' for outcome, n in outcomes.items())}")
    return score


def compare(dice: list[Die], photo: LabelledPhoto, width_px: int, height_px: int) -> Counter[str]:
    """Outcomes of one photograph; by place where its boxes are known, else by the numbers alone."""
    outcomes: Counter[str] = Counter()
    if photo.boxes is None:
        told = Counter(die.pips for die in dice if die.pips is not None)
        outcomes["right"] = (told & Counter(photo.pips)).total()
        outcomes["wrong"] = min(told.total(), len(photo.pips)) - outcomes["right"]
        outcomes["cannot-tell"] = min(len(dice), len(photo.pips)) - outcomes["right"] - outcomes["wrong"]
        outcomes["missed"] = max(0, len(photo.pips) - len(dice))
        outcomes["invented"] = max(0, len(dice) - len(photo.pips))
        return +outcomes
    left = list(dice)
    for pips, x0, y0, x1, y1 in photo.boxes:
        within = [d for d in left if x0 <= d.x_px / width_px <= x1 and y0 <= d.y_px / height_px <= y1]
        if not within:
            outcomes["missed"] += 1
            continue
        die = max(within, key=lambda die: die.confidence)
        left.remove(die)
        outcomes["cannot-tell" if die.pips is None else "right" if die.pips == pips else "wrong"] += 1
    outcomes["invented"] = len(left)
    return +outcomes
