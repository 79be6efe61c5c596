"""The slices in front of a player, saved in fans and eaten in a stack."""

from math import cos, radians, sin

from device.rules.pizzeria.saved import Group, Why, by_kind, read_saved
from vision.reading import Face, Sighting

SEAT = ((100.0, 350.0), (600.0, 350.0), (600.0, 620.0), (100.0, 620.0))


def slice_at(x_mm: float, turn_deg: float, label: str | None, face: Face = Face.UP) -> Sighting:
    """A slice whose point lies at (x_mm, 550)."""
    x, y = x_mm + 55 * sin(radians(turn_deg)), 550 - 55 * cos(radians(turn_deg))
    return Sighting("wedge", face, label, x, y, turn_deg % 360, 0.9)


FAN = [slice_at(200, turn, label) for turn, label in ((-20, "bacon/1"), (-5, "bacon/3"), (10, "bacon/1"))]
MIXED = slice_at(450, 0, "bacon+ham/0")
STACK = slice_at(350, 5, None, Face.DOWN)


def test_a_fan_is_told_by_kind_and_leaves() -> None:
    seen = [*FAN, STACK, MIXED]
    saved = read_saved(seen, SEAT)
    assert (saved.saved, saved.eaten, saved.why) == ((0, 1, 2, 4), (3,), None)
    assert by_kind(seen, saved) == (Group(("bacon",), (3, 1, 1)), Group(("bacon", "ham"), (0,)))


def test_slices_of_the_pizza_and_of_others_are_not_his() -> None:
    seen = [Sighting("wedge", Face.UP, "ham/1", 560.0, 240.0, 0.0, 0.9), *FAN, slice_at(800, 0, None)]
    assert read_saved(seen, SEAT).saved == (1, 2, 3)


def test_nothing_saved_is_an_answer() -> None:
    assert (read_saved([], SEAT).saved, read_saved([], SEAT).why) == ((), None)


def test_one_of_a_fan_that_cannot_be_told_is_asked_about() -> None:
    for unread in (slice_at(200, -35, None), slice_at(200, -35, None, Face.UNKNOWN)):
        saved = read_saved([*FAN, unread], SEAT)
        assert (saved.why, saved.slices, saved.saved) == (Why.UNREAD, (3,), (0, 1, 2))


def test_what_may_be_hidden_is_asked_about() -> None:
    assert read_saved(FAN, SEAT, lambda place: place[0] > 560).why is Why.HIDDEN
    assert read_saved(FAN, SEAT, lambda place: place[0] > 640).why is None


def test_a_slice_on_the_edge_of_the_area_is_asked_about() -> None:
    saved = read_saved([*FAN, slice_at(600, 0, "ham/1")], SEAT)
    assert (saved.why, saved.slices) == (Why.ON_THE_EDGE, (3,))


def test_slices_saved_before_must_all_be_seen() -> None:
    assert read_saved(FAN, SEAT, before=["bacon/1", "bacon/1"]).why is None
    saved = read_saved(FAN, SEAT, before=["bacon/1", "bacon/1", "feta/0", "bacon/1"])
    assert (saved.why, saved.labels) == (Why.MISSING, ("bacon/1", "feta/0"))


def test_no_slice_comes_from_nowhere() -> None:
    assert read_saved(FAN, SEAT, before=["bacon/1"], new=["bacon/1", "bacon/3", "ham/2"]).why is None
    saved = read_saved(FAN, SEAT, before=["bacon/1"], new=["bacon/3", "ham/2"])
    assert (saved.why, saved.slices) == (Why.TOO_MANY, (0, 2))
