"""Judges a player's saved slices of Pizzeria in a picture: those under others, as in a fan, are looked for too."""

from collections.abc import Sequence
from typing import NamedTuple

from device.rules.areas import Polygon, inside
from device.rules.pizzeria.saved import Saved, read_saved
from vision.fans import Fans
from vision.frames import BgrImage
from vision.knowledge import weigh
from vision.places import hidden
from vision.reading import BoardReading, Knowledge, Sighting
from vision.surface import Calibration


class Judged(NamedTuple):
    """The verdict, and the sightings that it names by their places."""

    saved: Saved
    seen: Sequence[Sighting]


def judge_saved(
    fans: Fans,
    image: BgrImage,
    calibration: Calibration,
    reading: BoardReading,
    area_mm: Polygon,
    knowledge: Knowledge | None = None,
    before: Sequence[str] = (),
    new: Sequence[str] | None = None,
) -> Judged:
    """What lies in a player's area of a picture that was read; `knowledge` is what the game knows of its slices."""
    seen = fans.with_hidden(image, calibration, reading.sightings, lambda place: inside(place, area_mm))
    believed, _ = weigh(seen, knowledge or Knowledge())
    seen = list(believed)
    return Judged(read_saved(seen, area_mm, lambda place: hidden(place, reading), before, new), seen)
