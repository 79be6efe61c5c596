"""Weighs what was seen against what a game knows of its pieces: how many there are, and which may lie where.

Every piece of such knowledge says of some sightings that at most so many of them are right. Where more were named,
each name gets the chance that is left to it, were the readings to err independently; a name that is no longer likely
is withdrawn, and of two as sure as each other both are. A name is given only where everything else that looks like the
piece is accounted for. A wrong name is worse than none.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from vision.places import inside
from vision.reading import Area, Board, Face, Knowledge, Piece, Sighting

LEAST_CHANCE = 0.8  # for a name that contradicts another to be kept
REMEMBERED_CHANCE = 0.6  # of the name of a piece that the newest picture does not show, against those that it does
LEFT_CONFIDENCE = 0.6  # of a name that only knowledge tells

_SURE = 0.9  # a name so sure counts as accounted for
_MOST_SURE = 1 - 1e-6
_LEAST_LIKENESS = 0.65  # of a piece that is named because nothing else is left
_LEAST_AHEAD = 0.15  # of all else that it may be
_MOST_BEHIND = 0.1  # what is most like it

Seen = TypeVar("Seen", Sighting, Piece)


class Doubt(StrEnum):
    """Why a piece has not the name that it was read as."""

    NOT_IN_BOX = "not_in_box"  # there is no such piece
    TOO_MANY = "too_many"  # there are fewer than were seen
    NOT_HERE = "not_here"  # it cannot lie in this area
    NOTHING_ELSE = "nothing_else"  # it could not be told, and this is all that it can be


class Remark(msgspec.Struct, frozen=True):
    """What knowledge changed in the reading of one piece: `label` was withdrawn or given; `most` may lie there."""

    why: Doubt
    kind: str
    label: str
    x_mm: float
    y_mm: float
    most: int = 0


class _Limit(NamedTuple):
    """Of these places in what was seen at most so many have the right name."""

    why: Doubt
    most: int
    members: list[int]


def weigh(
    seen: Sequence[Seen], knowledge: Knowledge, chances: Sequence[float] | None = None
) -> tuple[tuple[Seen, ...], tuple[Remark, ...]]:
    """The same in the same order, names withdrawn or given where knowledge says so, and what was changed.

    `chances` are how likely each name is (its confidence where not given). A name that stays is never surer than it
    was; the rivals of one that is withdrawn begin with it.
    """
    weighed = list(seen)
    likely = list(chances) if chances is not None else [each.confidence for each in seen]
    likely = [min(chance, _MOST_SURE) for chance in likely]
    remarks = []
    for limit in _limits(seen, likely, knowledge):
        left = [at for at in limit.members if weighed[at].label is not None]
        if len(left) <= limit.most:
            continue
        for at, chance in zip(left, right_at_most([likely[at] for at in left], limit.most), strict=True):
            likely[at] = chance
            if chance < LEAST_CHANCE:
                remarks.append(_remark(limit.why, weighed[at], str(weighed[at].label), limit.most))
                weighed[at] = _without_name(weighed[at])
            else:
                weighed[at] = replace(weighed[at], confidence=min(round(chance, 3), weighed[at].confidence))
    given = _given(seen, weighed, likely, knowledge)
    for at, label in given.items():
        weighed[at] = replace(weighed[at], label=label, confidence=LEFT_CONFIDENCE)
        remarks.append(_remark(Doubt.NOTHING_ELSE, weighed[at], label, 1))
    return tuple(weighed), tuple(remarks)


def weigh_board(board: Board, knowledge: Knowledge) -> tuple[Board, tuple[Remark, ...]]:
    """The board as it is believed with this knowledge; what is only remembered gives way to what is seen."""
    chances = [
        piece.confidence if piece.seen_until_ns >= board.picture_start_ns else min(piece.confidence, REMEMBERED_CHANCE)
        for piece in board.pieces
    ]
    pieces, remarks = weigh(board.pieces, knowledge, chances)
    return (replace(board, pieces=pieces) if remarks or pieces != board.pieces else board), remarks


def right_at_most(chances: Sequence[float], most: int) -> list[float]:
    """The chance of each being right when at most so many are, and each errs on its own."""
    found = []
    for at, chance in enumerate(chances):
        others = _how_many([other for place, other in enumerate(chances) if place != at])
        right = chance * sum(others[:most])
        wrong = (1 - chance) * sum(others[: most + 1])
        found.append(right / (right + wrong) if right + wrong else 0.0)
    return found


def _how_many(chances: Sequence[float]) -> list[float]:
    """The chance that 0, 1, 2 … of them are right."""
    spread = [1.0]
    for chance in chances:
        spread = [
            (spread[number] * (1 - chance) if number < len(spread) else 0.0)
            + (spread[number - 1] * chance if number else 0.0)
            for number in range(len(spread) + 1)
        ]
    return spread


def _limits(seen: Sequence[Seen], likely: Sequence[float], knowledge: Knowledge) -> Iterator[_Limit]:
    """What may lie in an area first, then what there is at all."""
    for area in knowledge.areas:
        there = _by_label(seen, area.kind, area)
        surplus: list[int] = []
        for label, members in sorted(there.items()):
            known = area.labels.get(label, 0)
            yield _Limit(Doubt.NOT_HERE, known + min(area.unknown, _spare(knowledge, area.kind, label)), members)
            surest = sorted(members, key=lambda at: (-likely[at], seen[at].x_mm, seen[at].y_mm))
            surplus += surest[known:]
        yield _Limit(Doubt.NOT_HERE, area.unknown, surplus)
    for kind, counts in knowledge.counts.items():
        for label, members in sorted(_by_label(seen, kind).items()):
            why = Doubt.TOO_MANY if counts.get(label) else Doubt.NOT_IN_BOX
            yield _Limit(why, _on_surface(knowledge, kind, label), members)


def _by_label(seen: Sequence[Seen], kind: str, area: Area | None = None) -> dict[str, list[int]]:
    """The places of what was named in what was seen, of one kind, in an area or anywhere."""
    found: dict[str, list[int]] = {}
    for at, each in enumerate(seen):
        if each.kind == kind and each.face is Face.UP and each.label is not None and _lies_in(each, area):
            found.setdefault(each.label, []).append(at)
    return found


def _lies_in(each: Seen, area: Area | None) -> bool:
    return area is None or inside((each.x_mm, each.y_mm), area.polygon_mm)


def _on_surface(knowledge: Knowledge, kind: str, label: str) -> int:
    """How many there can be; as many as were seen where nothing is known of the kind."""
    counts = knowledge.counts.get(kind)
    if counts is None:
        return 2**31
    return max(0, counts.get(label, 0) - knowledge.elsewhere.get(kind, {}).get(label, 0))


def _spare(knowledge: Knowledge, kind: str, label: str) -> int:
    """How many there can be besides those that are known to be in areas."""
    known = sum(area.labels.get(label, 0) for area in knowledge.areas if area.kind == kind)
    return max(0, _on_surface(knowledge, kind, label) - known)


def _given(
    seen: Sequence[Seen], weighed: Sequence[Seen], likely: Sequence[float], knowledge: Knowledge
) -> dict[int, str]:
    """The names of pieces that could not be told and can be nothing else, by their places."""
    sure = [at for at, each in enumerate(weighed) if each.label is not None and likely[at] >= _SURE]
    named = [weighed[at] for at in sure]
    given: dict[int, str] = {}
    for at, each in enumerate(seen):
        if each.face is Face.UP and each.label is None and each.kind in knowledge.counts:
            label = _all_it_can_be(each, named, knowledge)
            if label is not None:
                given[at] = label
    together = Counter((seen[at].kind, label) for at, label in given.items())
    return {at: label for at, label in given.items() if together[seen[at].kind, label] == 1}


def _all_it_can_be(each: Seen, named: Sequence[Seen], knowledge: Knowledge) -> str | None:
    """The one name that is left to a piece of all that look like it."""
    if not each.rivals:
        return None
    listed = {label for label, _ in each.rivals}
    left = [(like, label) for label, like in each.rivals if _has_room(each, label, named, knowledge)]
    unlisted = set(knowledge.counts[each.kind]) - listed
    others = min(like for _, like in each.rivals) if unlisted else 0.0  # those not listed are no more like it
    if not left:
        return None
    (like, label), *behind = sorted(left, reverse=True)
    others = max([others, *(other for other, _ in behind)])
    nearest = max(like for _, like in each.rivals)
    good = like >= _LEAST_LIKENESS and like >= nearest - _MOST_BEHIND
    return label if good and like >= others + _LEAST_AHEAD else None


def _has_room(each: Seen, label: str, named: Sequence[Seen], knowledge: Knowledge) -> bool:
    """Whether one more such piece can lie where this one does, besides those that are surely named."""
    alike = [other for other in named if (other.kind, other.label) == (each.kind, label)]
    if len(alike) >= _on_surface(knowledge, each.kind, label):
        return False
    for area in knowledge.areas:
        if area.kind == each.kind and _lies_in(each, area):
            known = area.labels.get(label, 0)
            there = sum(1 for other in alike if _lies_in(other, area))
            if there >= known + min(_unknown_left(area, named), _spare(knowledge, each.kind, label)):
                return False
    return True


def _unknown_left(area: Area, named: Sequence[Seen]) -> int:
    """How many of the area's unknown pieces have yet to show."""
    there = Counter(each.label for each in named if each.kind == area.kind and _lies_in(each, area))
    surplus = sum(max(0, count - area.labels.get(label or "", 0)) for label, count in there.items())
    return max(0, area.unknown - surplus)


def _without_name(each: Seen) -> Seen:
    nearest = max([each.confidence, *(like for _, like in each.rivals)])
    rivals = ((str(each.label), nearest), *each.rivals)
    return replace(each, label=None, confidence=0.0, rivals=rivals)


def _remark(why: Doubt, each: Seen, label: str, most: int) -> Remark:
    return Remark(why, each.kind, label, each.x_mm, each.y_mm, most)
