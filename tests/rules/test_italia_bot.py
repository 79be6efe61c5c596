"""The greedy bot of Pizzeria Italia."""

from random import Random

from rules import italia_builders as table
from rules.italia_builders import ANIA, BARTEK, GAME, NUMBERS, OTHER_SIX, SIX, composing, done, seats, with_rows

from device.bots import bots_of
from device.bots.driver import play_out
from device.bots.italia import greedy
from device.match import Match
from device.rules.game import Action
from device.rules.italia.actions import PlaceFaceDown, Slap, TakeBack, TakeCard
from device.rules.italia.state import End, Laid, State


def chosen(state: State, seat: int = ANIA) -> Action | None:
    return greedy(GAME.view(state, seat), seat, GAME.legal(state, seat), Random(1))


def test_it_lays_its_cards_down() -> None:
    assert chosen(table.dealt(2)) == PlaceFaceDown()


def test_it_takes_the_card_that_goes_best_with_what_it_remembers() -> None:
    hand, other = ("salami|egg-1", "chili|egg-1"), ("onion|onion-1", "onion|cheese-1")
    state = table.dealt_in_order(2, (*hand, *other, "cheese|cheese-1", "egg|egg-1", "chili|onion-1"))
    for seat in (ANIA, BARTEK):
        state, _ = done(state, seat, PlaceFaceDown())
    assert chosen(state) == TakeCard(1)


def test_it_builds_its_best_pizza_step_by_step_and_slaps() -> None:
    state = composing(SIX, OTHER_SIX)
    steps = 0
    while (action := chosen(state)) != Slap():
        assert action is not None and action in GAME.legal(state, ANIA)
        state, _ = done(state, ANIA, action)
        steps += 1
    assert steps == 4
    assert GAME.scores(state)[0].half_points == 2 * (3 + 4 + 3 + 4 - 2)


def test_it_takes_back_what_does_not_belong_to_its_best_pizza() -> None:
    state = with_rows((Laid("onion|cheese-1"), Laid("egg|egg-1")), (), unused=(4, 6))
    assert chosen(state) == TakeBack(End.RIGHT)


def test_it_slaps_when_no_pizza_is_possible() -> None:
    state = composing(("egg|egg-1", "onion|onion-1"), OTHER_SIX)
    assert chosen(state) == Slap()


def test_it_does_nothing_when_it_can_do_nothing() -> None:
    assert chosen(table.choosing(2), BARTEK) is None


def test_it_beats_players_who_do_anything() -> None:
    wins = 0
    for seed in range(20):
        match = Match(GAME, seats(3))
        bots = bots_of("italia")
        play_out(match, {seat: bots["greedy" if seat == ANIA else "random"] for seat in NUMBERS[:3]}, Random(seed))
        outcome = GAME.outcome(match.state)
        wins += outcome is not None and outcome.winners == (ANIA,)
    assert wins >= 14
