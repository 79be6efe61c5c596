"""Cards that lie on a table: the judge against layouts whose truth is known because they were laid out so."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

import pytest
from rules.italia_builders import BOX, SeenCard
from rules.oracle_italia import Pose, card, distance, score, valid

from device.rules.italia.chain import Answer, Judged, Why, judge
from vision.reading import Face

LAYOUTS = 250  # of each sort
WIDTH, HEIGHT = BOX.size.width_mm, BOX.size.height_mm
LABELS = [each.label for each in BOX.card_by_id.values()]
WELL_APART = WIDTH / 2 + 0.5


@dataclass
class Lying:
    """Cards on the table; a row is a list of (label, turned) from left to right, and where it begins in `cards`."""

    rng: Random
    cards: list[tuple[str | None, Pose]] = field(default_factory=list)
    rows: list[tuple[int, list[tuple[str, bool]]]] = field(default_factory=list)

    def free(self, pose: Pose, apart: float = WELL_APART) -> bool:
        return all(distance(pose, other, WIDTH, HEIGHT) >= apart for _, other in self.cards)

    def lay_row(self, row: list[tuple[str, bool]], away: float = 0.0) -> None:
        """A line at any angle: gaps of 0 to 5 mm, up to 8 mm sideways, neighbours turned by up to 10 degrees."""
        while True:
            poses = self._line(len(row), away)
            if all(self.free(pose) for pose in poses):
                break
        self.rows.append((len(self.cards), row))
        for (label, turned), pose in zip(row, poses, strict=True):
            self.cards.append((label, pose.beyond(0, 0, 180 if turned else 0)))

    def _line(self, number: int, away: float) -> list[Pose]:
        rng, way = self.rng, self.rng.uniform(0, 360)
        at = Pose(500 + rng.uniform(-away, away), 300 + rng.uniform(-away, away), way)
        lying = [at.beyond(0, 0, rng.uniform(-5, 5))]
        for _ in range(number - 1):
            side = Pose(*lying[-1].point(WIDTH / 2, 0), way)
            facing = side.beyond(rng.uniform(0, 5), rng.uniform(-8, 8), rng.uniform(-5, 5))
            lying.append(facing.beyond(WIDTH / 2, 0, 0))
        return lying

    def lay_apart(self, labels: list[str | None]) -> None:
        for label in labels:
            while True:
                rng = self.rng
                pose = Pose(rng.uniform(0, 1000), rng.uniform(0, 600), rng.uniform(0, 360))
                if self.free(pose):
                    break
            self.cards.append((label, pose))

    def lay_beside(self, label: str, low: float, high: float) -> bool:
        """A card along the crust of one of the first row, so far away; whether it lies so, and apart from the rest."""
        first, row = self.rows[0]
        at = first + self.rng.randrange(len(row))
        down = self.rng.choice((-1, 1)) * (HEIGHT + self.rng.uniform(low, high))
        pose = self.cards[at][1].beyond(
            self.rng.uniform(-25, 25), down, self.rng.choice((0, 180)) + self.rng.uniform(-3, 3)
        )
        away = min(distance(pose, other, WIDTH, HEIGHT) for _, other in self.cards[first : first + len(row)])
        others = self.cards[:first] + self.cards[first + len(row) :]
        if not all(distance(pose, other, WIDTH, HEIGHT) >= WELL_APART for _, other in others):
            return False
        self.cards.append((label, pose))
        return max(0.0, low - 2) <= away <= max(0.0, high + 2)

    def lay_behind(self, label: str, low: float, high: float) -> bool:
        """A card behind the last of the first row, in line with it."""
        first, row = self.rows[0]
        _, last = self.cards[first + len(row) - 1]
        right = (-1 if row[-1][1] else 1) * (WIDTH + self.rng.uniform(low, high))
        pose = last.beyond(right, self.rng.uniform(-8, 8), self.rng.choice((0, 180)))
        fits = all(
            distance(pose, other, WIDTH, HEIGHT) >= (low - 2 if at == first + len(row) - 1 else WELL_APART)
            for at, (_, other) in enumerate(self.cards)
        )
        self.cards.append((label, pose))
        return fits

    def judged(self, own: int = 0) -> tuple[Judged, list[int]]:
        """The verdict on the cards seen in any order, and which card was seen at which place."""
        order = list(range(len(self.cards)))
        self.rng.shuffle(order)
        seen = []
        for at in order:
            label, pose = self.cards[at]
            face = Face.DOWN if label is None else Face.UP
            seen.append(SeenCard(label, pose.x, pose.y, pose.turn % 360, face))
        return judge(BOX, seen, own), order


def worth(row: list[tuple[str, bool]], unused: int) -> int:
    return score(pizza(row), unused)


def pizza(row: list[tuple[str, bool]]) -> list:
    return [card(label).turned() if turned else card(label) for label, turned in row]


def some_cards(rng: Random, number: int, right: bool) -> list[tuple[str, bool]]:
    """So many cards side by side that are a pizza, or are none."""
    while True:
        row: list[tuple[str, bool]] = []
        for label in rng.choices(LABELS, k=80):
            lying = (label, rng.random() < 0.5)
            if len(row) < number and (not right or not row or valid(pizza([row[-1], lying]))):
                row.append(lying)
        if len(row) == number and valid(pizza(row)) is right:
            return row


def some_labels(rng: Random, number: int) -> list[str | None]:
    return [None if rng.random() < 0.3 else rng.choice(LABELS) for _ in range(number)]


def told(lying: Lying, verdict: Judged, order: list[int], row: int) -> bool:
    """Whether the verdict names the cards of this row in their order, with their turns, and all others as unused."""
    first, laid = lying.rows[row]
    chain = [order[at] for at in verdict.chain]
    right = list(range(first, first + len(laid)))
    turned = [turned for _, turned in laid]
    named = (chain, list(verdict.turned))
    backwards = (right[::-1], [not each for each in turned[::-1]])
    rest = {order[at] for at in verdict.unused}
    return named in ((right, turned), backwards) and rest == set(range(len(lying.cards))) - set(right)


def test_a_right_row_with_the_rest_well_apart_is_a_pizza_with_its_points() -> None:
    rng = Random("right")
    for _ in range(LAYOUTS):
        number = rng.randint(2, 6)
        lying = Lying(rng)
        lying.lay_row(some_cards(rng, number, right=True))
        lying.lay_apart(some_labels(rng, rng.randint(0, 6 - number)))
        own = rng.choice((0, 6))
        verdict, order = lying.judged(own)
        unused = max(own, len(lying.cards)) - number
        assert verdict.answer is Answer.VALID, (lying.cards, verdict)
        assert verdict.points == worth(lying.rows[0][1], unused)
        assert told(lying, verdict, order, 0)


def test_a_row_with_a_wrong_join_is_worth_nothing_and_the_wrong_cards_are_neighbours() -> None:
    rng = Random("wrong")
    for _ in range(LAYOUTS):
        number = rng.randint(2, 6)
        lying = Lying(rng)
        lying.lay_row(some_cards(rng, number, right=False))
        lying.lay_apart(some_labels(rng, rng.randint(0, 6 - number)))
        verdict, order = lying.judged()
        assert (verdict.answer, verdict.points) == (Answer.INVALID, 0), (lying.cards, verdict)
        row = lying.rows[0][1]
        wrong = [{at, at + 1} for at, pair in enumerate(pairwise(row)) if not valid(pizza(list(pair)))]
        named = {order[at] for at in verdict.cards}
        assert named and any(named <= pair for pair in wrong)


def test_cards_that_all_lie_well_apart_are_no_pizza() -> None:
    rng = Random("apart")
    for _ in range(LAYOUTS):
        lying = Lying(rng)
        lying.lay_apart(some_labels(rng, rng.randint(0, 6)))
        verdict, _ = lying.judged()
        assert (verdict.answer, verdict.why, verdict.points) == (Answer.INVALID, Why.NO_SEQUENCE, 0)


def test_I5_of_two_right_rows_the_longer_counts_then_the_higher() -> None:
    rng, equal = Random("two"), 0
    for _ in range(LAYOUTS):
        lying = Lying(rng)
        lengths = rng.choice(((2, 2), (2, 3), (3, 2), (4, 2), (2, 4), (3, 3)))
        for number in lengths:
            lying.lay_row(some_cards(rng, number, right=True), away=250)
        lying.lay_apart(some_labels(rng, rng.randint(0, 6 - sum(lengths))))
        verdict, order = lying.judged()
        values = [
            (number, worth(row, len(lying.cards) - number))
            for number, (_, row) in zip(lengths, lying.rows, strict=True)
        ]
        assert verdict.answer is Answer.VALID, (lying.cards, verdict)
        assert verdict.points == max(values)[1]
        best = [at for at, value in enumerate(values) if value == max(values)]
        assert any(told(lying, verdict, order, at) for at in best)
        equal += lengths[0] == lengths[1]
    assert equal > LAYOUTS / 5


@pytest.mark.parametrize(("low", "high", "expected"), [(-30.0, -1.0, Answer.INVALID), (6.0, 18.0, Answer.ASK)])
def test_I6_a_card_beside_a_right_row_touches_it_or_must_be_asked_about(
    low: float, high: float, expected: Answer
) -> None:
    rng, came = Random(f"beside {low}"), Counter[str]()
    while came["judged"] < LAYOUTS:
        number = rng.randint(2, 5)
        lying = Lying(rng)
        lying.lay_row(some_cards(rng, number, right=True))
        lying.lay_apart(some_labels(rng, rng.randint(0, 5 - number)))
        if not lying.lay_beside(rng.choice(LABELS), low, high):
            continue
        verdict, order = lying.judged()
        assert verdict.answer is expected, (lying.cards, verdict)
        assert len(lying.cards) - 1 in {order[at] for at in verdict.cards}
        came["judged"] += 1


def test_I6_a_card_behind_a_right_row_neither_near_nor_far_must_be_asked_about() -> None:
    rng, judged = Random("behind"), 0
    while judged < LAYOUTS:
        number = rng.randint(2, 5)
        lying = Lying(rng)
        lying.lay_row(some_cards(rng, number, right=True))
        lying.lay_apart(some_labels(rng, rng.randint(0, 5 - number)))
        if not lying.lay_behind(rng.choice(LABELS), 9.0, 22.0):
            continue
        verdict, order = lying.judged()
        assert verdict.answer is Answer.ASK, (lying.cards, verdict)
        assert len(lying.cards) - 1 in {order[at] for at in verdict.cards}
        judged += 1


def test_a_card_laid_across_a_right_row_makes_it_none() -> None:
    rng = Random("across")
    for _ in range(LAYOUTS):
        lying = Lying(rng)
        lying.lay_row(some_cards(rng, rng.randint(2, 5), right=True))
        first, row = lying.rows[0]
        under = lying.cards[first + rng.randrange(len(row))][1]
        lying.cards.append(
            (rng.choice(LABELS), under.beyond(rng.uniform(-20, 20), rng.uniform(-20, 20), 90 + rng.uniform(-40, 40)))
        )
        verdict, order = lying.judged()
        assert (verdict.answer, verdict.points) == (Answer.INVALID, 0), (lying.cards, verdict)
        assert len(lying.cards) - 1 in {order[at] for at in verdict.cards}
