"""A player's saved slices in a drawn picture, fanned as people lay them: told, or asked about."""

from collections import Counter
from functools import cache
from math import cos, radians, sin

import families
import numpy as np
import photo_folder
from msgspec.structs import replace

from device.rules.pizzeria.saved import Why, by_kind
from device.saved_slices import Judged, judge_saved
from vision.fans import Fans
from vision.frames import BgrImage
from vision.reading import Area, BoardReading, Face, Knowledge, Sighting

LEFT = ((60.0, 140.0), (390.0, 140.0), (390.0, 470.0), (60.0, 470.0))
RIGHT = tuple((x_mm + 600.0, y_mm) for x_mm, y_mm in LEFT)
FAN = ("bacon/2", "shrimp/1", "pepper/0")  # of each enough shows
ROW = ("salami/1", "salami/2")  # the leaf of the first one is hidden
CAMERA = families.camera()


@cache
def picture() -> tuple[BgrImage, BoardReading]:
    """A fan about (200, 380), and a row from (780, 380) on, of each of which the last one, on top, was seen."""
    chance = np.random.default_rng(4)
    board, gallery = families._board(chance), photo_folder.gallery("pizzeria")
    faces = {artwork.label: artwork for artwork in gallery.artworks}
    fan = [(name, 200.0, -30 + 22.0 * number) for number, name in enumerate(FAN)]
    row = [(name, 780 + 20.0 * number, 2.0 * number) for number, name in enumerate(ROW)]
    tops = []
    for name, x_mm, turn_deg in (*fan, *row):
        place_mm = x_mm + 55 * sin(radians(turn_deg)), 380 - 55 * cos(radians(turn_deg))
        families._paste(board.image, faces[name], *place_mm, turn_deg)
        if name in (FAN[-1], ROW[-1]):
            tops.append(Sighting("wedge", Face.UP, name, *place_mm, turn_deg, 0.99))
    return families._seen(board.image, CAMERA), BoardReading(0, 0, tuple(tops))


@cache
def fans() -> Fans:
    return Fans(photo_folder.gallery("pizzeria"))


def judged(area_mm: tuple[tuple[float, float], ...], *before: str) -> Judged:
    labels = photo_folder.gallery("pizzeria").labels("wedge")
    known = Knowledge({"wedge": dict.fromkeys(labels, 3)}, (Area(area_mm, "wedge", Counter(before)),))
    return judge_saved(
        fans(), picture()[0], CAMERA, picture()[1], area_mm, known if before else None, before, () if before else None
    )


def names(verdict: Judged) -> list[str]:
    return sorted(str(verdict.seen[at].label) for at in verdict.saved.saved)


def test_a_fan_of_which_enough_shows_is_told() -> None:
    verdict = judged(LEFT)
    assert (verdict.saved.why, names(verdict)) == (None, sorted(FAN))
    assert [group.kinds for group in by_kind(verdict.seen, verdict.saved)] == [("bacon",), ("pepper",), ("shrimp",)]


def test_a_slice_whose_leaf_may_be_hidden_is_asked_about() -> None:
    verdict = judged(RIGHT)
    assert (verdict.saved.why, names(verdict)) == (Why.UNREAD, ["salami/2"])
    assert verdict.seen[verdict.saved.slices[0]].rivals[0][0] in ("salami/0", "salami/1")


def test_what_was_saved_before_tells_it() -> None:
    verdict = judged(RIGHT, *ROW)
    assert (verdict.saved.why, names(verdict)) == (None, sorted(ROW))


def test_where_glare_blinds_the_eyes_slices_may_lie_unseen() -> None:
    glare = replace(picture()[1], blinded_mm=(LEFT,))
    verdict = judge_saved(fans(), picture()[0], CAMERA, glare, LEFT)
    assert verdict.saved.why is Why.HIDDEN
