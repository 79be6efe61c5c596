"""Whole games: the golden playthroughs, and random play that keeps all pizzas and comes to an end."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rules.xxl_builders import BOX, PARTY, fold
from rules.xxl_play import Play
from rules.xxl_playthrough import golden, playthrough

from device.events import ClaimJudged
from device.rules.xxl.state import PIZZAS_TO_WIN, State

SEAT_COUNTS = range(PARTY.seats[0], PARTY.seats[1] + 1)


@pytest.mark.parametrize("seat_count", SEAT_COUNTS)
def test_the_golden_playthrough_comes_out_the_same(seat_count: int) -> None:
    kept = golden(seat_count)
    assert kept.exists(), f"{kept} is missing; see rules/xxl_playthrough.py"
    assert playthrough(seat_count) == kept.read_text(encoding="utf-8")


def test_the_golden_playthroughs_show_every_verdict_that_play_alone_can_give() -> None:
    told = "".join(golden(seat_count).read_text(encoding="utf-8") for seat_count in SEAT_COUNTS)
    for reason in ("accepted", "false_claim", "locked_out", "late", "lost_tie", "second_touch"):
        assert f'"reason":"{reason}"' in told, reason
    for event in ("RoundOpened", "TokenRevealed", "RoundEnded", "RoundVoided"):
        assert f'"event":"{event}"' in told, event


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 6), st.integers(0, 2**32))
def test_a_game_of_legal_play_ends_with_a_winner_and_never_loses_a_pizza(seat_count: int, seed: int) -> None:
    play = Play(seat_count, Random(seed)).play()
    assert PARTY.over(play.state)
    assert all(no_pizza_is_lost(state) for _, state in play.told)
    assert play.state.outcome is not None
    most = max(len(player.pizzas) for player in play.state.players)
    assert {len(play.state.player(seat).pizzas) for seat in play.state.outcome.winners} == {most}
    assert (most == PIZZAS_TO_WIN) == (play.state.outcome.reason == "three_pizzas")


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 6), st.integers(0, 2**32))
def test_the_state_is_what_the_events_add_up_to(seat_count: int, seed: int) -> None:
    play = Play(seat_count, Random(seed)).play()
    assert fold(play.start, *(event for event, _ in play.told)) == play.state


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 6), st.integers(0, 2**32))
def test_nobody_takes_two_pizzas_in_a_round_or_any_after_a_false_claim(seat_count: int, seed: int) -> None:
    play = Play(seat_count, Random(seed)).play()
    by_round: dict[int, list[ClaimJudged]] = {}
    for event, state in play.told:
        if isinstance(event, ClaimJudged):
            by_round.setdefault(state.round, []).append(event)
    for verdicts in by_round.values():
        takers = Counter(verdict.seat for verdict in verdicts if verdict.reason == "accepted")
        assert set(takers.values()) <= {1}
        for index, verdict in enumerate(verdicts):
            if verdict.reason == "false_claim":
                later = verdicts[index + 1 :]
                assert all(other.reason == "locked_out" for other in later if other.seat == verdict.seat)


def no_pizza_is_lost(state: State) -> bool:
    """Each of the twelve lies before one player, face up in one slot, or in the pile."""
    won = [pizza for player in state.players for pizza in player.pizzas]
    lying = [slot.pizza for slot in state.slots if slot.pizza and not slot.taken]
    assert len(set(won + lying)) == len(won + lying)
    return len(won) + len(lying) + state.pile == len(BOX.pizzas)
