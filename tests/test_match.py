"""A game without a table: its log, chance, undo and redo, and the log as lines of text."""

from random import Random

import pytest
from stand_in_game import Call, Called, High, Laid, Lay, RoundEnded, seats

from device.bots.chance import at_random
from device.bots.driver import play_out
from device.errors import MatchError
from device.events import GameStarted, Redone, Undone
from device.match import Match, by_chance, fold, let_chance, restore
from device.rules.chance import Roll, Rolled, Shuffle, Shuffled, answers
from device.rules.game import Refusal

GAME = High()
DEALT = Shuffled("deck", ("card-6", "card-1", "card-2", "card-5", "card-4", "card-3"))


def begun() -> Match:
    """Two seats: 7 holds 6, 1, 2 and begins; 3 holds 5, 4, 3."""
    match = Match(GAME, seats(7, 3))
    match.answer(DEALT)
    match.answer(Rolled((1,)))
    return match


# Chance


def test_what_chance_must_bring_comes_one_after_another() -> None:
    match = Match(GAME, seats(7, 3))
    assert isinstance(match.chance, Shuffle)
    match.answer(DEALT)
    assert match.chance == Roll(1, 2)
    match.answer(Rolled((2,)))
    assert match.chance is None
    assert match.turns == (3,)


@pytest.mark.parametrize("wrong", [Rolled((1,)), Shuffled("deck", ("card-1",)), Called(7)])
def test_what_chance_was_not_asked_for_is_refused_in_one_sentence(wrong: Rolled | Shuffled | Called) -> None:
    match = Match(GAME, seats(7, 3))
    with pytest.raises(MatchError, match="Chance was asked for Shuffle"):
        match.answer(wrong)
    assert match.chance is not None


def test_nothing_is_brought_unasked() -> None:
    with pytest.raises(MatchError, match="asked for nothing"):
        begun().answer(Rolled((1,)))


def test_a_generator_answers_what_it_is_asked_and_always_the_same() -> None:
    for asked in (Shuffle("deck", ("a", "b", "b", "c"), 3), Roll(4), Roll(2, 3)):
        answer = by_chance(asked, Random(5))
        assert answers(asked, answer)
        assert answer == by_chance(asked, Random(5))


# Acting


def test_what_happened_is_applied_and_kept() -> None:
    match = begun()
    assert match.act(7, Lay(6)) == [Laid(7, 6)]
    assert [entry.event for entry in match.entries[3:]] == [Laid(7, 6)]
    assert match.turns == (3,)


def test_what_is_refused_leaves_no_trace() -> None:
    match = begun()
    refused = match.act(3, Lay(5))
    assert isinstance(refused, Refusal)
    assert refused.reason == "not_yours"
    assert len(match.entries) == 3


def test_a_game_is_not_begun_with_too_many_seats() -> None:
    with pytest.raises(MatchError, match=r"High Card \(plain\) is for 2 to 4 seats, not for 1"):
        Match(GAME, seats(0))


# Undo and redo


def test_the_newest_action_is_taken_back_and_done_again() -> None:
    match = begun()
    before = match.state
    match.act(7, Lay(6))
    after = match.state
    taken_back = match.undo()
    assert taken_back is not None
    assert taken_back.event == Laid(7, 6)
    assert match.state == before
    assert match.redo() == taken_back
    assert match.state == after
    assert [type(entry.event) for entry in match.entries[4:]] == [Undone, Redone]


def test_what_chance_brought_because_of_an_action_goes_and_comes_back_with_it() -> None:
    match = begun()
    match.act(7, Lay(6))
    match.act(3, Lay(5))
    match.answer(Rolled((2,)))
    after = match.state
    match.undo()
    assert match.turns == (3,)
    assert match.chance is None
    match.redo()
    assert match.state == after


def test_chance_that_comes_after_undo_and_redo_belongs_to_the_action_that_asked_for_it() -> None:
    match = begun()
    match.act(7, Lay(6))
    match.act(3, Lay(5))
    match.undo()
    match.redo()
    match.answer(Rolled((2,)))
    match.undo()
    assert match.turns == (3,)
    assert fold(GAME, match.entries) == match.state


def test_the_set_up_is_not_taken_back() -> None:
    match = begun()
    state = match.state
    assert match.undo() is None
    assert match.redo() is None
    assert match.state == state


def test_whoever_acts_anew_gives_up_redo() -> None:
    match = begun()
    match.act(7, Lay(6))
    match.undo()
    match.act(7, Call())
    assert match.redo() is None
    assert match.undo_target is not None
    assert match.undo_target.event == Called(7)


# The log as lines


def test_a_whole_match_comes_back_from_its_lines() -> None:
    match = Match(GAME, seats(7, 3, 5), {"starter": 3})
    play_out(match, dict.fromkeys((7, 3, 5), at_random), Random(4))
    match.undo()
    again = restore(match.lines(), {("high", "plain"): GAME})
    assert again.state == match.state
    assert again.entries == match.entries
    assert again.seats == match.seats
    assert again.redo() == match.redo()
    assert again.over
    assert RoundEnded() in [entry.event for entry in again.entries]


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda lines: b"", "Line 1 is not an entry"),
        (lambda lines: lines.replace(b"high.Laid", b"high.Danced"), "Line 4 is not an entry"),
        (lambda lines: lines.replace(b'"game":"high"', b'"game":"low"'), "low plain, which is no game"),
    ],
)
def test_lines_that_are_no_log_are_told_in_one_sentence(spoil: object, told: str) -> None:
    match = begun()
    match.act(7, Lay(6))
    assert callable(spoil)
    with pytest.raises(MatchError, match=told):
        restore(spoil(match.lines()), {("high", "plain"): GAME})


def test_the_start_is_kept_with_its_settings() -> None:
    started = Match(GAME, seats(7, 3), {"starter": 3}).entries[0].event
    assert started == GameStarted("high", "plain", seats(7, 3), {"starter": 3})


def test_chance_is_let_in_until_somebody_can_act() -> None:
    match = Match(GAME, seats(7, 3))
    let_chance(match, Random(1))
    assert match.chance is None
    assert match.turns
