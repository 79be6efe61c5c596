"""Bots and what lets them play: one seat a step, in an order by chance, each from its own view."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from stand_in_game import Call, Called, High, Laid, Lay, greedy, seats

from device.bots.chance import at_random
from device.bots.driver import play_out, step
from device.errors import MatchError
from device.match import Match, let_chance
from device.rules.game import Action

GAME = High()


def begun(seed: int = 1) -> Match:
    match = Match(GAME, seats(7, 3))
    let_chance(match, Random(seed))
    return match


def test_a_match_is_played_to_its_end() -> None:
    match = Match(GAME, seats(7, 3))
    steps = play_out(match, {7: greedy, 3: at_random}, Random(2))
    assert match.over
    assert steps == sum(isinstance(entry.event, Laid | Called) for entry in match.entries)


def test_the_same_seed_gives_the_same_match_and_another_another() -> None:
    logs = []
    for seed in (1, 1, 2):
        match = Match(GAME, seats(7, 3, 5))
        play_out(match, dict.fromkeys((7, 3, 5), at_random), Random(seed))
        logs.append(match.lines())
    assert logs[0] == logs[1] != logs[2]


def test_a_seat_whose_turn_it_is_not_may_act_or_leave_it() -> None:
    chosen = {at_random({"turns": (3,)}, 7, (Call(),), Random(seed)) for seed in range(20)}
    assert chosen == {None, Call()}


def test_a_bot_sees_its_own_cards_alone() -> None:
    seen: list[dict[str, Any]] = []

    def watchful(view: dict[str, Any], seat: int, legal: Sequence[Action], rng: Random) -> Action | None:
        seen.append(view)
        return legal[0]

    match = begun()
    step(match, {match.turns[0]: watchful}, Random(1))
    assert len(seen[0]["own"]["cards"]) == 3


def test_a_bot_that_must_act_and_does_not_is_told() -> None:
    match = begun()
    seat = match.turns[0]
    with pytest.raises(MatchError, match=f"seat {seat} must act"):
        step(match, {seat: lambda *_: None}, Random(1))


def test_a_bot_that_does_what_it_may_not_is_told() -> None:
    match = begun()
    with pytest.raises(MatchError, match="refused: not_yours"):
        step(match, {match.turns[0]: lambda *_: Lay(99)}, Random(1))


def test_a_match_without_a_bot_at_the_seat_that_must_act_does_not_go_on() -> None:
    match = begun()
    idle = next(seat for seat in (7, 3) if seat not in match.turns)
    with pytest.raises(MatchError, match="Nobody acts"):
        play_out(match, {idle: greedy}, Random(1))
