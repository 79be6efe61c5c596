"""Solo Pizzeria against a table of Jeff's decisions written out by hand, and his last meal and points retold."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest
from rules.every_game import LIBRARY, start, steps
from rules.oracle_jeff import SAVES, eaten, portions_for_jeff, saved_step_by_step
from rules.oracle_pizzeria import Seat, Slice, solo_totals, winners
from rules.test_oracles_pizzeria import box_with_other_leaves

from device.match import Match
from device.rules.game import Action
from device.rules.pizzeria.actions import GiveJeff, JeffEats
from device.rules.pizzeria.components import Components
from device.rules.pizzeria.events import Divided, GameEnded, JeffDined, PortionTaken, Served
from device.rules.pizzeria.jeff import JEFF, eaten_of_a_kind
from device.rules.pizzeria.solo import SoloEasy, SoloHard, SoloMedium
from device.rules.pizzeria.state import Phase, State

MATCHES = 100  # at each level
LEVELS = {"easy": SoloEasy, "medium": SoloMedium, "hard": SoloHard}


def test_the_table_says_what_the_rulebooks_example_says() -> None:
    assert SAVES[0][3 - 1] == 2 and SAVES[0][1 - 1] == 1  # three peppers, a mushroom
    assert SAVES[1][1 - 1] == 1 and SAVES[-2][1 - 1] == 0  # another mushroom, a salami


def test_the_table_is_the_same_as_deciding_slice_by_slice() -> None:
    for ahead, row in SAVES.items():
        assert row == tuple(saved_step_by_step(ahead, number) for number in range(1, 8))


@pytest.mark.parametrize("ahead", SAVES)
def test_jeff_eats_what_the_table_says_with_any_slices_without_leaves(ahead: int) -> None:
    for number, leafless in product(range(1, 8), range(8)):
        if leafless <= number:
            assert eaten_of_a_kind(ahead, number, number - leafless) == eaten(ahead, number, leafless)


def test_the_oracle_lets_leads_and_ties_stand_before_the_last_meal() -> None:
    """S8: tied bacon goes to nobody, though Jeff eats his."""
    bacon, feta = Slice(("bacon",), 2), Slice(("feta",), 1)
    human = Seat([bacon, feta])
    for level, meal in {"easy": 0, "medium": 2 + 1, "hard": 2 + 1}.items():
        jeff = Seat([Slice(("bacon",), 2), Slice(("feta",), 1)])
        assert solo_totals(human, jeff, {"bacon": 8, "feta": 6}, level, {})[:2] == (0, meal)


class Told:
    """What both have, as the log tells it; what Jeff may do, as the oracles say."""

    def __init__(self, box: Components, human: int) -> None:
        self.box = box
        self.human = human
        self.saved: dict[int, list[str]] = {human: [], JEFF: []}
        self.eaten: dict[int, list[str]] = {human: [], JEFF: []}
        self.portions: dict[int, tuple[str, ...]] = {}
        self.taken: tuple[str, ...] = ()
        self.compared: Counter[str] = Counter()

    def kind(self, name: str) -> str:
        (kind,) = self.box.slice_by_id[name].kinds
        return kind

    def of_kind(self, kind: str, names: list[str] | tuple[str, ...]) -> list[str]:
        return [name for name in names if self.kind(name) == kind]

    def leaves(self, names: list[str] | tuple[str, ...]) -> tuple[int, ...]:
        return tuple(sorted(self.box.slice_by_id[name].leaves for name in names))

    def meals(self) -> set[tuple[tuple[str, tuple[int, ...]], ...]]:
        """How Jeff may eat of the portion before him: by kind, the leaves of the slices eaten (S5)."""
        ways = []
        for kind in sorted({self.kind(name) for name in self.taken}):
            mine = self.of_kind(kind, self.taken)
            ahead = len(self.of_kind(kind, self.saved[JEFF])) - len(self.of_kind(kind, self.saved[self.human]))
            leafy = [name for name in mine if self.box.slice_by_id[name].leaves]
            number = eaten(max(-6, min(6, ahead)), len(mine), len(mine) - len(leafy))
            ways.append({(kind, self.leaves(some)) for some in combinations(leafy, number)})
        return {tuple((kind, way) for kind, way in each if way) for each in product(*ways)}

    def meal(self, names: tuple[str, ...]) -> tuple[tuple[str, tuple[int, ...]], ...]:
        kinds = sorted({self.kind(name) for name in names})
        return tuple((kind, self.leaves(self.of_kind(kind, names))) for kind in kinds)

    def tell(self, event: object) -> None:
        match event:
            case Divided():
                self.portions = {at: portion.slices for at, portion in enumerate(event.portions)}
            case PortionTaken(seat=seat):
                if seat == JEFF:
                    sizes = {at: len(slices) for at, slices in self.portions.items()}
                    assert event.portion in portions_for_jeff(sizes)
                    self.compared["portions"] += 1
                self.taken = self.portions.pop(event.portion)
            case Served(seat=seat):
                assert sorted((*event.saved, *event.eaten)) == sorted(self.taken)
                assert all(self.leaves(event.eaten))
                if seat == JEFF:
                    assert self.meal(event.eaten) in self.meals()
                    self.compared["meals"] += 1
                self.saved[seat] += event.saved
                self.eaten[seat] += event.eaten

    def offered(self, match: Match) -> None:
        """What the human may decide for Jeff is all that the rulebook leaves open."""
        state: State = match.state
        legal: list[Action] = list(match.legal(self.human))
        given = {action.portion for action in legal if isinstance(action, GiveJeff)}
        if given:
            assert given == portions_for_jeff({at: len(slices) for at, slices in self.portions.items()})
            self.compared["portions offered"] += 1
        ways = {self.meal(action.slices) for action in legal if isinstance(action, JeffEats)}
        if ways and state.phase is Phase.SERVING:
            assert ways == self.meals()
            self.compared["meals offered"] += 1
        elif ways:  # medium: one of each kind in which he does not have the lead, the human says which
            behind = [
                self.of_kind(kind, self.saved[JEFF])
                for kind in sorted({self.kind(name) for name in self.saved[JEFF]})
                if len(self.of_kind(kind, self.saved[JEFF])) <= len(self.of_kind(kind, self.saved[self.human]))
            ]
            leafy = [[name for name in names if self.box.slice_by_id[name].leaves] for names in behind]
            assert ways == {self.meal(names) for names in product(*(names for names in leafy if names))}
            self.compared["last meals offered"] += 1

    def seat(self, seat: int) -> Seat:
        def slices(names: list[str]) -> list[Slice]:
            return [Slice((self.kind(name),), self.box.slice_by_id[name].leaves) for name in names]

        return Seat(slices(self.saved[seat]), slices(self.eaten[seat]))


@pytest.mark.parametrize("level", LEVELS)
def test_jeff_plays_and_the_game_ends_as_the_oracles_say(level: str) -> None:
    compared: Counter[str] = Counter()
    for seed in range(MATCHES):
        rng = Random(f"solo {level} {seed}")
        game = LEVELS[level](box_with_other_leaves(rng)) if seed % 3 else LIBRARY["pizzeria", f"solo-{level}"]
        match = start(game, 1, rng)
        human = match.seats[0].seat
        told = Told(match.state.components, human)
        last_meal: tuple[str, ...] = ()
        for done in steps(match, rng, ("random", "greedy")[seed % 2]):
            for event in done.events:
                told.tell(event)
                if isinstance(event, JeffDined):
                    last_meal = event.slices
            told.offered(match)
        assert isinstance(done.events[-1], GameEnded)
        compare_end(match, told, level, last_meal)
        compared += told.compared
    assert compared["portions"] == compared["meals"] == 8 * MATCHES
    assert compared["portions offered"] > MATCHES and compared["meals offered"] > MATCHES / 4
    assert (compared["last meals offered"] > 0) is (level == "medium")


def compare_end(match: Match, told: Told, level: str, last_meal: tuple[str, ...]) -> None:
    values = {kind: value for kind, value in told.box.kinds.items() if value not in (3, 5, 10)}
    chosen = {told.kind(name): Slice((told.kind(name),), told.box.slice_by_id[name].leaves) for name in last_meal}
    assert len(set(last_meal)) == len(last_meal) and set(last_meal) <= set(told.saved[JEFF])
    human, jeff = told.seat(told.human), told.seat(JEFF)
    mine, his, after = solo_totals(human, jeff, values, level, chosen)
    assert Counter(told.meal(last_meal)) == Counter(told_meal(after.eaten[len(jeff.eaten) :]))
    points = {score.seat: Fraction(score.half_points, 2) for score in match.game.scores(match.state)}
    assert points == {told.human: mine, JEFF: his}
    outcome = match.game.outcome(match.state)
    assert outcome is not None
    best = winners([human, after], [mine, his])
    assert (told.human in outcome.winners) == (best == [0])
    assert set(outcome.winners) == ({told.human} if best == [0] else {JEFF} if best == [1] else set())


def told_meal(slices: list[Slice]) -> list[tuple[str, tuple[int, ...]]]:
    kinds = sorted({slice.kinds[0] for slice in slices})
    return [(kind, tuple(sorted(slice.leaves for slice in slices if slice.kinds[0] == kind))) for kind in kinds]
