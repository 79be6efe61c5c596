"""Reads the slices in front of a player: those saved for later, face up, and the stack of those eaten, face down.

Saved slices are grouped by kind and often overlap like a fan. All must be told, by kind and by leaves: one of which too
little shows, what a hand or a cup may hide, and a slice that was saved in an earlier round and is not seen are
asked about.
"""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

import msgspec

from device.rules.areas import Polygon, inside, lies_in
from device.rules.pizzeria.layout import kinds_and_leaves
from device.rules.slices import Hidden, Seen, nothing_hidden
from vision.reading import Face

KIND = "wedge"
_PROBE_MM = 30.0  # between the places of an area at which is asked whether they are hidden


class Why(StrEnum):
    """Why the slices before a player must be asked about."""

    HIDDEN = "hidden"
    ON_THE_EDGE = "on_the_edge"  # perhaps it lies beside the area
    UNREAD = "unread"  # a slice of which too little shows
    MISSING = "missing"  # a slice saved before is not seen
    TOO_MANY = "too_many"  # more are seen than can lie there


class Saved(msgspec.Struct, frozen=True):
    """What lies there; slices are named by their places in what was seen.

    `saved` are the slices face up, `eaten` what lies face down: one for each stack. `why` is the doubt that must be
    asked about, with the `slices` it concerns, or the `labels` of those that are missing.
    """

    saved: tuple[int, ...]
    eaten: tuple[int, ...]
    why: Why | None = None
    slices: tuple[int, ...] = ()
    labels: tuple[str, ...] = ()


class Group(NamedTuple):
    """The slices of one kind, or of one mixed pair of kinds: the leaves on each."""

    kinds: tuple[str, ...]
    leaves: tuple[int, ...]


def read_saved(
    seen: Sequence[Seen],
    area_mm: Polygon,
    hidden: Hidden = nothing_hidden,
    before: Sequence[str] = (),
    new: Sequence[str] | None = None,
) -> Saved:
    """The slices in a player's area among all pieces seen.

    `before` are the labels of the slices saved in earlier rounds, all of which must lie there; `new`, where they are
    known, those of the portion chosen in this round, of which any may.
    """
    slices = {at: lies_in(piece, area_mm) for at, piece in enumerate(seen) if piece.kind == KIND}
    there = [at for at, within in slices.items() if within is not False]
    saved = tuple(at for at in there if seen[at].face is Face.UP and seen[at].label is not None)
    eaten = tuple(at for at in there if seen[at].face is Face.DOWN)
    labels = Counter(str(seen[at].label) for at in saved)
    can_be = None if new is None else Counter(before) + Counter(new)
    surplus = Counter[str]() if can_be is None else labels - can_be
    missing = Counter(before) - labels
    doubts = {
        Why.ON_THE_EDGE: tuple(at for at in there if slices[at] is None),
        Why.UNREAD: tuple(at for at in there if at not in saved and at not in eaten),
        Why.TOO_MANY: tuple(at for at in saved if str(seen[at].label) in surplus),
    }
    if _is_hidden(area_mm, hidden):
        return Saved(saved, eaten, Why.HIDDEN)
    for why, which in doubts.items():
        if which:
            return Saved(saved, eaten, why, which)
    if missing:
        return Saved(saved, eaten, Why.MISSING, labels=tuple(sorted(missing.elements())))
    return Saved(saved, eaten)


def by_kind(seen: Sequence[Seen], saved: Saved) -> tuple[Group, ...]:
    """The saved slices, kind by kind, as players lay them; leaves in falling order."""
    groups: dict[tuple[str, ...], list[int]] = {}
    for at in saved.saved:
        kinds, leaves = kinds_and_leaves(str(seen[at].label))
        groups.setdefault(kinds, []).append(leaves)
    return tuple(Group(kinds, tuple(sorted(leaves, reverse=True))) for kinds, leaves in sorted(groups.items()))


def _is_hidden(area_mm: Polygon, hidden: Hidden) -> bool:
    """Whether slices may lie unseen anywhere in an area."""
    lows, highs = (tuple(pick(corner[axis] for corner in area_mm) for axis in (0, 1)) for pick in (min, max))
    steps = [max(1, round((high - low) / _PROBE_MM)) for low, high in zip(lows, highs, strict=True)]
    places = [
        (lows[0] + (highs[0] - lows[0]) * i / steps[0], lows[1] + (highs[1] - lows[1]) * j / steps[1])
        for i in range(steps[0] + 1)
        for j in range(steps[1] + 1)
    ]
    return any(inside(place, area_mm) and hidden(place) for place in places)
