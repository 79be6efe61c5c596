"""What holds for every game and variant: golden playthroughs, ends, pieces, folds, undo, verdicts, views, sentences."""

import json
from collections.abc import Iterator
from enum import Enum
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rules.every_game import LIBRARY, TABLES, census, hidden_again, seats, start, steps
from rules.playthrough import ENGLISH, GOLDEN, POLISH, golden, playthrough

from device.match import Match, fold, restore
from device.rules.game import Action, Game, Line, Refusal

SEEDS = st.integers(0, 2**32)
GAMES = [pytest.param(game, id=f"{name} {variant}") for (name, variant), game in LIBRARY.items()]


def counts(game: Game) -> st.SearchStrategy[int]:
    return st.integers(*game.seats)


@pytest.mark.parametrize(("game", "variant", "count"), TABLES)
def test_the_golden_playthrough_comes_out_the_same(game: str, variant: str, count: int) -> None:
    kept = golden(game, variant, count)
    assert kept.exists(), f"{kept} is missing; see rules/playthrough.py"
    assert playthrough(game, variant, count) == kept.read_text(encoding="utf-8")


def test_no_golden_playthrough_is_of_a_game_that_is_not_there() -> None:
    kept = {path.name for path in GOLDEN.glob("*.txt") if not path.name.startswith("refereed_")}
    assert kept == {golden(*table).name for table in TABLES}


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=12)
@given(st.data(), SEEDS)
def test_random_legal_play_ends_and_loses_no_piece(game: Game, data: st.DataObject, seed: int) -> None:
    rng = Random(seed)
    match = start(game, data.draw(counts(game)), rng)
    laid = census(game, match.state)
    for _ in steps(match, rng, "random"):
        assert census(game, match.state) == laid
    outcome = game.outcome(match.state)
    assert outcome is not None
    assert match.turns == () and all(not match.legal(seat.seat) for seat in match.seats)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=8)
@given(st.data(), SEEDS)
def test_the_log_adds_up_to_the_live_state_also_when_it_was_written_down(
    game: Game, data: st.DataObject, seed: int
) -> None:
    rng = Random(seed)
    match = start(game, data.draw(counts(game)), rng)
    for _ in steps(match, rng):
        pass
    assert fold(game, match.entries) == match.state
    assert restore(match.lines(), LIBRARY).state == match.state


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=8)
@given(st.data(), SEEDS)
def test_undo_is_the_state_before_and_redo_the_state_again(game: Game, data: st.DataObject, seed: int) -> None:
    rng = Random(seed)
    match = start(game, data.draw(counts(game)), rng)
    states = [match.state]
    for number, _ in enumerate(steps(match, rng)):
        states.append(match.state)
        if number == 40:
            break
    back = data.draw(st.integers(1, len(states) - 1))
    for state in reversed(states[-back - 1 : -1]):
        assert match.undo() is not None
        assert match.state == state
    for state in states[len(states) - back :]:
        assert match.redo() is not None
        assert match.state == state
    assert match.redo() is None


def made_up(action: Action, rng: Random) -> Action:
    """The action with one of its fields changed."""
    fields = action.__struct_fields__
    if not fields:
        return action
    field = rng.choice(fields)
    return msgspec.structs.replace(action, **{field: _other(getattr(action, field), rng)})


def _other(value: Any, rng: Random) -> Any:
    match value:
        case bool():
            return not value
        case Enum():
            return rng.choice(list(type(value)))
        case int():
            return value + rng.choice((-7, -1, 1, 2, 7))
        case str():
            return rng.choice(("", "chili", "ham", "bacon-1", "left"))
        case tuple() if value:
            return rng.choice((value[1:], value[::-1], (*value, value[-1]), ()))
        case tuple():
            return rng.choice(((0,), (3, 5), ("ham",), ("bacon-1",)))
    return rng.choice((0, 1, 5))


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=5)
@given(st.data(), SEEDS)
def test_what_is_listed_is_accepted_and_everything_else_refused_with_a_sentence(
    game: Game, data: st.DataObject, seed: int
) -> None:
    """Tried at each moment: what is listed, at every seat and changed, and actions of earlier moments."""
    rng = Random(seed)
    match = start(game, data.draw(counts(game)), rng)
    earlier: list[Action] = []
    for number, done in enumerate(steps(match, rng)):
        listed = {seat.seat: list(match.legal(seat.seat)) for seat in match.seats}
        tried = [action for actions in listed.values() for action in _some(actions, rng)]
        tried += [made_up(action, rng) for action in tried] + _some(earlier, rng)
        for seat, legal in listed.items():
            for action in (*_some(legal, rng), *tried):
                verdict = game.act(match.state, seat, action)
                assert (action in legal) == isinstance(verdict, list), (seat, action, verdict)
                if isinstance(verdict, Refusal):
                    assert ENGLISH.say(verdict.line) and POLISH.say(verdict.line)
        earlier.append(done.action)
        if number == 60:
            break


def _some(actions: list[Action], rng: Random) -> list[Action]:
    return actions if len(actions) <= 6 else rng.sample(actions, 6)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=6)
@given(st.data(), SEEDS)
def test_a_view_is_plain_data_and_tells_nothing_hidden(game: Game, data: st.DataObject, seed: int) -> None:
    rng = Random(seed)
    match = start(game, data.draw(counts(game)), rng)
    for number, _ in enumerate(steps(match, rng)):
        for seat in (None, *(each.seat for each in match.seats)):
            other = hidden_again(game, match.state, seat, rng)
            view = game.view(match.state, seat)
            assert json.dumps(game.view(other, seat)) == json.dumps(view)
            if seat is not None:
                assert list(game.legal(other, seat)) == list(match.legal(seat))
        if number == 60:
            break


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=6)
@given(st.data(), SEEDS)
def test_everything_can_be_said_in_both_languages_at_every_moment(game: Game, data: st.DataObject, seed: int) -> None:
    rng = Random(seed)
    match = start(game, data.draw(counts(game)), rng)
    assert all(said(game.prompt(match.state)))
    for number, _ in enumerate(steps(match, rng)):
        assert all(said(game.prompt(match.state)))
        if number % 7 == 0 or match.over:
            scores = game.scores(match.state)
            assert all(said(part.line) for score in scores for part in score.parts)
            assert all(sum(part.half_points for part in score.parts) == score.half_points for score in scores)
    outcome = game.outcome(match.state)
    assert outcome is not None and all(said(outcome.line))


def said(line: Line) -> Iterator[str]:
    return (language.say(line) for language in (ENGLISH, POLISH))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_tells_who_may_begin_and_forgives_an_unknown_starter(game: Game) -> None:
    at_table = seats(game.seats[1])
    assert Match(game, at_table, {"starter": 99}).state == Match(game, at_table).state


@pytest.mark.parametrize("game", GAMES)
def test_greedy_beats_chance(game: Game) -> None:
    """Not that the bots matter: a plan that loses to chance would show that the rules reward nothing."""
    greedy, chance = (mean_points(game, bots) for bots in ("mixed", "random"))
    assert greedy > chance


def mean_points(game: Game, bots: str) -> float:
    """Half-points of the first seat against random bots, over 30 games."""
    total = 0
    for seed in range(30):
        rng = Random(seed)
        match = start(game, game.seats[0], rng)
        for _ in steps(match, rng, bots):
            pass
        total += game.scores(match.state)[0].half_points
    return total / 30
