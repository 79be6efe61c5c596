"""A bot for Pizzeria that takes what is worth most to it now, by a rough worth of each slice."""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from device.rules.game import Action
from device.rules.pizzeria.actions import (
    ChooseFirst,
    Divide,
    EatKind,
    EatSaved,
    GiveJeff,
    JeffEats,
    LetBe,
    MarkKind,
    MoveSlice,
    PickSlice,
    Serve,
    ServeDrawn,
    TakePortion,
)

DIVISIONS_TRIED = 120
WORTH_OF_OFFER = 2.5  # points, about what the special offers bring
WORTH_OF_MOVE = 1.0  # points of offer E in a later round
WORTH_OF_SAVING = 2.0  # points of a slice of a kind that is surely led; all of a kind bring about one each
WORTH_OF_POMODORO = 2.0  # points, printed on it


class Sight:
    """What a seat sees, and what each slice is worth to it and to the others."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.view = view
        self.slices = {piece["id"]: piece for piece in view["slices"]}
        self.saved: dict[int, Counter[str]] = {seat["seat"]: self._count(seat["saved"]) for seat in view["seats"]}

    def _count(self, slices: Sequence[str]) -> Counter[str]:
        return Counter(kind for piece in slices for kind in self.slices[piece]["kinds"])

    def saving(self, seat: int, piece: str) -> float:
        """Points that saving this slice may bring the seat: more, the closer it is to the lead."""
        kinds = self.slices[piece]["kinds"]
        return sum(self._saving_kind(seat, kind) for kind in kinds) / len(kinds)

    def _saving_kind(self, seat: int, kind: str) -> float:
        if not any(piece["leaves"] for piece in self.slices.values() if piece["kinds"] == [kind]):
            return WORTH_OF_POMODORO
        own = self.saved.get(seat, Counter())[kind] + 1
        best = max((saved[kind] for other, saved in self.saved.items() if other != seat), default=0)
        return WORTH_OF_SAVING * own / (own + best)

    def leaves(self, piece: str) -> int:
        """Points that eating this slice brings."""
        return int(self.slices[piece]["leaves"])

    def eats(self, seat: int, piece: str) -> bool:
        """Whether the seat would eat this slice."""
        return self.leaves(piece) > self.saving(seat, piece)

    def worth(self, seat: int, slices: Sequence[str], offer: bool = False) -> float:
        """What a portion is worth to the seat."""
        return sum(max(self.leaves(piece), self.saving(seat, piece)) for piece in slices) + WORTH_OF_OFFER * offer

    def portions_worth(self, seat: int) -> dict[int, float]:
        """What each portion on the table is worth to the seat, by its number."""
        portions = enumerate(self.view["portions"])
        return {
            at: self.worth(seat, portion["slices"], portion["offer"] is not None)
            for at, portion in portions
            if portion["taken_by"] is None
        }


def greedy(view: dict[str, Any], seat: int, legal: Sequence[Action], rng: Random) -> Action | None:
    """The best of `legal` by the worth of slices; out of turn it leaves everything."""
    if seat not in view["turns"]:
        return None
    sight = Sight(view)
    if isinstance(legal[0], Divide):
        tried = rng.sample(range(len(legal)), min(DIVISIONS_TRIED, len(legal)))
        worth = _worth_of_divisions(sight, seat)
        return max((legal[at] for at in tried), key=worth)
    first = rng.randrange(len(legal))
    in_any_order = (*legal[first:], *legal[:first])
    return max(in_any_order, key=lambda action: _worth(sight, seat, action))


def _worth(sight: Sight, seat: int, action: Action) -> float:
    """Points that the action may bring, against leaving things as they are."""
    match action:
        case TakePortion(portion=portion):
            return sight.portions_worth(seat)[portion]
        case MoveSlice():
            return _worth_of_moving(sight, seat, action)
        case Serve(eat=eat):
            return sum(sight.leaves(piece) - sight.saving(seat, piece) for piece in eat)
        case ServeDrawn(eat=eaten):
            return float(eaten == sight.eats(seat, sight.view["drawn"]["slice"]))
        case PickSlice(slice=piece, eat=eaten):
            return sight.leaves(piece) if eaten else sight.saving(seat, piece)
        case EatSaved(slices=slices):
            return sum(sight.leaves(piece) - sight.saving(seat, piece) for piece in slices)
        case MarkKind(kind=kind):
            return sight.saved[seat][kind]
        case ChooseFirst():
            return _worth_of_choosing_first(sight, seat)
        case EatKind(kind=kind):
            return _worth_of_eating(sight, seat, kind)
        case LetBe():
            return 0.0
        case GiveJeff(portion=portion):
            return -sight.portions_worth(seat)[portion]
        case JeffEats(slices=slices):
            return -float(sum(sight.leaves(piece) for piece in slices))
    return 1.0  # nothing is lost by it


def _worth_of_moving(sight: Sight, seat: int, move: MoveSlice) -> float:
    """What the portion is worth with the slice added, less what keeping the offer for later is worth."""
    piece = max(sight.leaves(move.slice), sight.saving(seat, move.slice))
    return sight.portions_worth(seat)[move.portion] + piece - WORTH_OF_MOVE


def _worth_of_choosing_first(sight: Sight, seat: int) -> float:
    """How much better the best portion is than the one that will be left, less what keeping the offer is worth."""
    portions = sorted(sight.portions_worth(seat).values(), reverse=True)
    last = sight.view["round"] == sight.view["rounds"]
    turn: int = sight.view["order"].index(seat)
    return portions[0] - portions[turn] - (0.0 if last else WORTH_OF_OFFER)


def _worth_of_eating(sight: Sight, seat: int, kind: str) -> float:
    """Leaves of the saved slices of the kind, less its value if the seat may lead it."""
    saved: list[str] = next(one["saved"] for one in sight.view["seats"] if one["seat"] == seat)
    own = [piece for piece in saved if sight.slices[piece]["kinds"] == [kind]]
    best = max((counts[kind] for other, counts in sight.saved.items() if other != seat), default=0)
    value = sight.slices[own[0]]["value"][0] if len(own) >= best else 0
    return float(sum(sight.leaves(piece) for piece in own) - value)


def _worth_of_divisions(sight: Sight, seat: int) -> Callable[[Action], float]:
    """A judge of divisions: what is left for the seat when each seat takes what is worth most to it, in turn."""
    pizza, solo = sight.view["pizza"], "level" in sight.view
    order = _order(sight.view, seat)
    worths = {
        other: [max(sight.leaves(piece), sight.saving(other, piece)) for piece in pizza]
        for other in dict.fromkeys(order)
    }

    def worth(division: Action) -> float:
        assert isinstance(division, Divide)
        portions = _portions(len(pizza), division)
        left = list(range(len(portions)))
        gained = 0.0
        for chooser in order:
            of_slice = worths[seat if solo else chooser]
            by_worth = {
                at: sum(of_slice[place] for place in portions[at]) + WORTH_OF_OFFER * (division.offer == at)
                for at in left
            }
            if solo and chooser != seat:  # Jeff takes the largest; of equal ones the bot gives him the worst
                taken = max(left, key=lambda at: (len(portions[at]), -by_worth[at]))
            else:
                taken = max(by_worth, key=by_worth.__getitem__)
            left.remove(taken)
            gained += by_worth[taken] if chooser == seat else 0.0
        return gained

    return worth


def _order(view: dict[str, Any], seat: int) -> list[int]:
    """Who chooses after whom: clockwise from the left of the divider, as often as there are portions."""
    around = [one["seat"] for one in view["seats"]]
    at = around.index(seat)
    return [around[(at + 1 + step) % len(around)] for step in range(view["cut_into"])]


def _portions(slices: int, division: Divide) -> list[list[int]]:
    """The places of the slices in each portion; none in that of the special offer alone."""
    cuts = division.cuts
    ends = (*cuts[1:], cuts[0] + slices)
    arcs = [[place % slices for place in range(cut, end)] for cut, end in zip(cuts, ends, strict=True)]
    return [*arcs, []] if division.offer == len(cuts) else arcs
