"""Pizzeria's points and winners against an oracle that was written from the rulebook alone."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from importlib.resources import files
from random import Random

import pytest
from rules.every_game import LIBRARY, start, steps
from rules.oracle_pizzeria import Seat, Slice, points, winners

from device.events import Event
from device.rules.game import Game
from device.rules.pizzeria.advanced import Advanced
from device.rules.pizzeria.basic import Basic
from device.rules.pizzeria.components import Components, load
from device.rules.pizzeria.events import (
    DrawnServed,
    GameEnded,
    KindEaten,
    KindMarked,
    PortionTaken,
    RoundEnded,
    SavedEaten,
    Served,
    SlicePicked,
)

VALUES = {"shrimp": 5, "mushroom": 7, "bacon": 8}
GAMES: dict[str, Callable[[Components], Game]] = {"basic": Basic, "advanced": Advanced}
MATCHES = [("basic", 40), ("advanced", 160)]  # for each number of players


def slices(kind: str, number: int, leaves: int = 1) -> list[Slice]:
    return [Slice((kind,), leaves) for _ in range(number)]


def test_the_oracle_scores_the_rulebooks_example() -> None:
    half = Slice(("shrimp", "mushroom"), 0)
    eaten = [Slice(("feta",), 3), Slice(("feta",), 3), Slice(("salami",), 2), Slice(("salami",), 1)]
    saved = [*slices("pomodoro", 2, 0), *slices("shrimp", 2), half, *slices("bacon", 3)]
    other = Seat([*slices("mushroom", 1), *slices("bacon", 3)], slices("feta", 2))
    third = Seat(slices("shrimp", 2))
    assert points([Seat(saved, eaten), other, third], VALUES) == [26, 7 + 8 + 2, 0]


def test_the_oracle_breaks_a_tie_by_slices_eaten_then_shares() -> None:
    table = [Seat(slices("bacon", 1)), Seat([], slices("feta", 4, 2)), Seat([], slices("feta", 4, 2))]
    assert points(table, VALUES) == [8, 8, 8]
    assert winners(table, points(table, VALUES)) == [1, 2]


def test_the_oracle_counts_each_special_offer() -> None:
    half = Slice(("shrimp", "mushroom"), 0)
    saved = [half, *slices("bacon", 2), *slices("pomodoro", 2, 0)]
    eaten = [*slices("feta", 3), *slices("salami", 3)]
    plain = points([Seat(saved, eaten)], VALUES)[0]

    def gained(flags: str, placed_on: str | None = None, eats: str | None = None) -> Fraction:
        return points([Seat(saved, eaten, flags, placed_on, eats)], VALUES)[0] - plain

    assert [gained(flag) for flag in "GHKL"] == [5, 4, 2, 3]
    assert gained("", placed_on="shrimp") == Fraction(1, 2)
    assert gained("", placed_on="pomodoro") == 2
    assert gained("J", eats="bacon") == 2 - 8
    assert gained("J", placed_on="bacon", eats="bacon") == 2 - 8


def test_the_oracle_gives_a_tie_to_the_owner_of_offer_I_alone() -> None:
    table = [Seat(slices("bacon", 2)), Seat(slices("bacon", 2), flags="I"), Seat(slices("bacon", 1))]
    assert points(table, VALUES) == [0, 8, 0]
    table = [Seat(slices("bacon", 2)), Seat(slices("bacon", 1), flags="I"), Seat(slices("bacon", 2))]
    assert points(table, VALUES) == [8, 0, 8]


class Told:
    """What lies before each player, as the log alone tells it."""

    def __init__(self, box: Components, seats: Iterable[int]) -> None:
        self.box = box
        self.saved: dict[int, Counter[str]] = {seat: Counter() for seat in seats}
        self.eaten: dict[int, Counter[str]] = {seat: Counter() for seat in seats}
        self.letters = dict.fromkeys(self.saved, "")
        self.placed_on: dict[int, str] = {}
        self.eats: dict[int, tuple[str, tuple[str, ...]]] = {}

    def tell(self, event: Event) -> None:
        match event:
            case PortionTaken(seat=seat, letter=str(letter)):
                self.letters[seat] += letter
            case Served(seat=seat):
                self.saved[seat].update(event.saved)
                self.eaten[seat].update(event.eaten)
            case SavedEaten(seat=seat):
                self.saved[seat].subtract(event.slices)
                self.eaten[seat].update(event.slices)
            case DrawnServed(seat=seat) | SlicePicked(seat=seat):
                (self.eaten if event.eaten else self.saved)[seat][event.slice] += 1
            case KindMarked(seat=seat):
                self.placed_on[seat] = event.kind
            case KindEaten(seat=seat):  # the oracle works out itself which slices these are
                self.eats[seat] = (event.kind, event.slices)

    def table(self) -> list[Seat]:
        assert all(self.box.slice_by_id[name].leaves for eaten in self.eaten.values() for name in eaten.elements())
        return [
            Seat(
                self._slices(self.saved[seat]),
                self._slices(self.eaten[seat]),
                self.letters[seat],
                self.placed_on.get(seat),
                self.eats[seat][0] if seat in self.eats else None,
            )
            for seat in self.saved
        ]

    def _slices(self, lying: Counter[str]) -> list[Slice]:
        found = [self.box.slice_by_id[name] for name in lying.elements()]
        assert all(piece.leaves >= 0 for piece in found) and max(lying.values(), default=1) <= 1
        return [Slice(piece.kinds, piece.leaves) for piece in found]


def box_with_other_leaves(rng: Random) -> Components:
    """The same slices with 0 to 3 leaves each, as an owner's box may have them: the house set has none without."""

    def other(found: re.Match[str]) -> str:
        number = found[1].count(",") + 1
        return f"leaves = {[3, *(rng.randint(0, 3) for _ in range(number - 1))]}"

    text = files("device.rules.pizzeria").joinpath("components.toml").read_text(encoding="utf-8")
    return load(re.sub(r"leaves = \[(.*)\]", other, text).encode(), "another box")


@pytest.mark.parametrize(("variant", "matches"), MATCHES)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_points_after_every_round_and_winners_are_the_oracles(variant: str, matches: int, players: int) -> None:
    compared = 0
    for seed in range(matches):
        rng = Random(f"{variant} {players} {seed}")
        game: Game = LIBRARY["pizzeria", variant] if seed % 3 else GAMES[variant](box_with_other_leaves(rng))
        match = start(game, players, rng)
        box: Components = match.state.components
        seats = [seat.seat for seat in match.seats]
        told = Told(box, seats)
        for done in steps(match, rng, ("random", "mixed")[seed % 2]):
            for event in done.events:
                told.tell(event)
            if any(isinstance(event, RoundEnded | GameEnded) for event in done.events):
                expected = points(told.table(), box.kinds)
                found = game.scores(match.state)
                assert [Fraction(score.half_points, 2) for score in found] == expected
                assert all(sum(part.half_points for part in score.parts) == score.half_points for score in found)
                compared += 1
        outcome = game.outcome(match.state)
        assert outcome is not None
        best = winners(told.table(), points(told.table(), box.kinds))
        assert set(outcome.winners) == {seats[at] for at in best}
    assert compared >= matches * 4
