"""What is known of the slices on the table before a picture is looked at: which there are, and who saved which.

All saw what a player saved in earlier rounds; only the portion chosen now may lie there besides.
"""

from collections import Counter
from collections.abc import Mapping

from device.rules.areas import Polygon
from device.rules.pizzeria.components import Components
from device.rules.pizzeria.layout import label
from device.rules.pizzeria.portions import KIND
from device.rules.pizzeria.state import Player, State
from vision.reading import Area, Knowledge


def in_the_box(box: Components) -> Knowledge:
    """How many there are of each look."""
    return Knowledge({KIND: Counter(label(piece) for piece in box.slices)})


def in_front_of_seats(state: State, areas_mm: Mapping[int, Polygon]) -> Knowledge:
    """The slices saved by each player, in the area in front of the seat, and those that may come to them now."""
    areas = []
    for seat, polygon_mm in areas_mm.items():
        saved = Counter(saved_before(state, state.player(seat)))
        areas.append(Area(polygon_mm, KIND, saved, len(may_be_new(state, seat))))
    return Knowledge(in_the_box(state.components).counts, tuple(areas))


def saved_before(state: State, player: Player) -> tuple[str, ...]:
    """What the eyes call the slices that a player saved until now."""
    return tuple(label(state.components.slice_by_id[slice]) for slice in player.saved)


def may_be_new(state: State, seat: int) -> tuple[str, ...]:
    """And those of the portion, or of the drawn slice, of which the player has yet to say which are saved."""
    slices: tuple[str, ...] = ()
    if state.serving is not None and state.portions[state.serving].taken_by == seat:
        slices = state.portions[state.serving].slices
    if state.drawn is not None and state.drawn.seat == seat:
        slices = (*slices, state.drawn.slice)
    return tuple(label(state.components.slice_by_id[slice]) for slice in slices)
