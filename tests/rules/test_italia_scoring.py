"""Scoring the round, and the end of the game: the rulings I4, I7 to I9, I11, I13, I15 and I16."""

import pytest
from rules.italia_builders import (
    ANIA,
    BARTEK,
    CELINA,
    GAME,
    OTHER_SIX,
    SIX,
    composing,
    done,
    refusal,
    row,
    with_rows,
)
from rules.italia_census import pieces

from device.rules.chance import Shuffle
from device.rules.game import Line
from device.rules.italia.actions import Slap
from device.rules.italia.composing import slap
from device.rules.italia.events import CardsCollected, GameEnded, RoundScored
from device.rules.italia.play import with_what_follows
from device.rules.italia.scoring import scored
from device.rules.italia.state import Laid, Phase, Result, Scored, State

EXAMPLE = row("~salami|egg-1", "~chili|salami-1", "mozzarella-1", "chili|mozzarella3*-1")
TEN = row("~chili|mozzarella3*-2", "chili|onion-1", "onion|onion-1", "onion|cheese-1")  # 4 + 2 + 2 + 2


def after_slap(state: State, seat: int = ANIA) -> Scored:
    after, _ = done(state, seat, Slap())
    assert after.scored is not None
    return after.scored


def points(state: State, seat: int = ANIA) -> list[int]:
    return [each.points for each in after_slap(state, seat).results]


def test_E4_the_example_of_the_rulebook_is_3_and_2_and_1_and_4_less_3_unused_cards() -> None:
    state = with_rows(EXAMPLE, (), unused=(3, 6))
    score = GAME.scores(state)[0]
    assert [part.half_points for part in score.parts] == [6, 4, 2, 8, -6]
    assert score.half_points == 2 * 7
    assert points(state)[0] == 7


def test_I4_every_own_card_outside_of_the_sequence_costs_a_point_also_in_the_hand() -> None:
    assert [points(with_rows(TEN, (), unused=(unused, 6)))[0] for unused in (0, 1, 2)] == [10, 9, 8]


def test_I15_values_count_by_icon() -> None:
    double = row("egg|egg-1", "~mushroom|egg-1", "mushroom|mushroom-1", "mozzarella-1", "mozzarella|mozzarella3*-1")
    assert points(with_rows(double, ()))[0] == 4 + 4 + 4 + 1 + 4


@pytest.mark.parametrize("wrong", [(), row("egg|egg-1"), row("egg|egg-1", "onion|onion-1")])
def test_I1_I2_an_invalid_pizza_is_worth_0_and_its_unused_cards_cost_nothing(wrong: tuple[Laid, ...]) -> None:
    result = after_slap(with_rows(wrong, EXAMPLE, unused=(6, 3))).results[0]
    assert (result.points, result.unused) == (0, 6)
    assert result.fault is not None


def test_an_invalid_pizza_says_which_cards_are_wrong() -> None:
    state = with_rows(row("egg|egg-1", "egg|egg-1", "onion|onion-1"), ())
    part = GAME.scores(state)[0].parts[0]
    assert part.half_points == 0 and part.line.key == "italia.fault.wrong_join"
    assert len(part.line.gaps["cards"]) == 2


def test_the_highest_score_wins_whoever_slapped() -> None:
    state = with_rows(EXAMPLE, TEN, unused=(3, 2))
    for slapper in (ANIA, BARTEK):
        ended = after_slap(state, slapper)
        assert [each.points for each in ended.results] == [7, 8]
        assert (ended.winner, ended.how) == (BARTEK, "points")


def result(seat: int, points: int, length: int, fault: str | None = None) -> Result:
    return Result(seat, (Laid("chili|chili-1"),) * length, 0, points, fault)


def test_I7_a_valid_pizza_below_zero_beats_an_invalid_one() -> None:
    ended = scored([result(ANIA, 0, 4, "wrong_join"), result(BARTEK, -2, 2)], (ANIA,))
    assert (ended.winner, ended.how) == (BARTEK, "points")


def test_I7_nobody_wins_without_a_valid_pizza_and_all_play_again() -> None:
    state, told = done(with_rows((), row("egg|egg-1"), unused=(6, 5)), ANIA, Slap())
    assert isinstance(told[1], RoundScored)
    assert (told[1].scored.winner, told[1].scored.how) == (None, "no_pizza")
    assert [player.pizzette for player in state.players] == [0, 0]
    assert told[2] == CardsCollected(BARTEK) and state.phase is Phase.SHUFFLING


@pytest.mark.parametrize("slapper", [ANIA, BARTEK])
def test_I8_a_tie_goes_to_the_longer_pizza_whoever_slapped(slapper: int) -> None:
    ended = scored([result(ANIA, 7, 3), result(BARTEK, 7, 4), result(CELINA, 6, 6)], (slapper,))
    assert (ended.winner, ended.how) == (BARTEK, "longer")


def test_I8_then_to_the_slapper() -> None:
    ended = scored([result(ANIA, 7, 4), result(BARTEK, 7, 4), result(CELINA, 7, 3)], (BARTEK,))
    assert (ended.winner, ended.how) == (BARTEK, "slapper")


def test_I8_a_slapper_with_a_shorter_pizza_does_not_decide_between_two_longer_ones() -> None:
    ended = scored([result(ANIA, 7, 4), result(BARTEK, 7, 4), result(CELINA, 7, 3)], (CELINA,))
    assert (ended.winner, ended.how) == (None, "tied")


@pytest.mark.parametrize("slappers", [(CELINA,), (ANIA, BARTEK), ()])
def test_I8_else_nobody_takes_a_pizzetta(slappers: tuple[int, ...]) -> None:
    ended = scored([result(ANIA, 7, 4), result(BARTEK, 7, 4), result(CELINA, 5, 4)], slappers)
    assert (ended.winner, ended.how) == (None, "tied")


def test_I10_of_two_who_slapped_at_the_same_time_the_one_in_the_tie_is_the_slapper() -> None:
    ended = scored([result(ANIA, 7, 4), result(BARTEK, 7, 4), result(CELINA, 5, 4)], (BARTEK, CELINA))
    assert (ended.winner, ended.how) == (BARTEK, "slapper")


def test_I9_a_slapper_with_an_invalid_pizza_gets_0_and_the_others_count_as_frozen() -> None:
    state = with_rows(row("egg|egg-1", "onion|onion-1"), TEN, unused=(4, 2))
    ended = after_slap(state, ANIA)
    assert [each.points for each in ended.results] == [0, 8]
    assert ended.winner == BARTEK


def test_I11_frozen_players_are_judged_by_what_lay_when_the_table_was_slapped() -> None:
    state, _ = done(with_rows(TEN, row("salami|egg-2"), unused=(2, 5)), ANIA, Slap())
    assert state.scored and state.scored.results[1].fault == "one_card"
    assert refusal(state, BARTEK, Slap()).reason == "shuffling"


def test_the_winner_takes_a_pizzetta_from_the_supply() -> None:
    state, _ = done(with_rows(TEN, (), unused=(2, 6)), ANIA, Slap())
    assert state.player(ANIA).pizzette == 1 and state.supply == 6
    assert pieces(state)["pizzetta"] == 7


def test_all_cards_are_one_deck_again_for_the_next_round() -> None:
    state, _ = done(composing(SIX, OTHER_SIX), ANIA, Slap())
    asked = GAME.chance(state)
    assert isinstance(asked, Shuffle) and sorted(asked.items) == sorted(GAME.components.deck)
    assert sorted(state.aside) == sorted(asked.items)


def test_I13_the_seat_to_the_left_of_the_last_first_player_begins() -> None:
    state = composing(SIX, OTHER_SIX, first=BARTEK)
    state, _ = done(state, ANIA, Slap())
    assert state.first == ANIA
    three, _ = done(composing(SIX, OTHER_SIX, (), first=BARTEK), ANIA, Slap())
    assert three.first == CELINA


def test_I16_the_second_pizzetta_ends_the_game() -> None:
    state = with_rows(TEN, (), unused=(2, 6), pizzette=(1, 1))
    state, told = done(state, BARTEK, Slap())
    assert told[-1] == GameEnded(ANIA)
    end = GAME.outcome(state)
    assert end is not None and end.winners == (ANIA,)
    assert isinstance(end.line.gaps["last"], Line)
    assert GAME.turns(state) == () and not GAME.legal(state, ANIA)
    assert refusal(state, ANIA, Slap()).reason == "over"


def test_I16_one_pizzetta_is_not_enough() -> None:
    state, _ = done(with_rows(TEN, (), unused=(2, 6), pizzette=(0, 1)), ANIA, Slap())
    assert GAME.outcome(state) is None and state.phase is Phase.SHUFFLING


def test_I16_seven_pizzette_last_for_six_players_as_each_round_brings_at_most_one() -> None:
    rows = [TEN, *[()] * 5]
    state = with_rows(*rows, unused=(2, 6, 6, 6, 6, 6), pizzette=(1,) * 6)
    state, _ = done(state, ANIA, Slap())
    assert state.supply == 0 and GAME.outcome(state) is not None


def test_a_tie_that_two_slaps_at_once_leave_open_brings_no_pizzetta() -> None:
    mirrored = row("~chili|mozzarella3*-1", "chili|onion-2", "onion|onion-1", "onion|cheese-2")
    told = with_what_follows(with_rows(TEN, mirrored), slap((ANIA, BARTEK)))
    assert isinstance(told[1], RoundScored)
    assert (told[1].scored.winner, told[1].scored.how) == (None, "tied")


def test_scores_between_rounds_are_those_of_the_last_one() -> None:
    before = composing(SIX, OTHER_SIX)
    assert [score.parts for score in GAME.scores(GAME.setup(tuple(p.seat for p in before.players), {}))] == [(), ()]
    state, _ = done(with_rows(TEN, (), unused=(2, 6)), ANIA, Slap())
    assert [score.half_points for score in GAME.scores(state)] == [16, 0]


def test_parts_add_up_to_the_score() -> None:
    for score in GAME.scores(with_rows(TEN, EXAMPLE, unused=(2, 3))):
        assert score.half_points == sum(part.half_points for part in score.parts)
