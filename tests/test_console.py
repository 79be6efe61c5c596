"""What the referee's commands make happen, and why some do not."""

import pytest
from night_builders import BEGUN, NOW, OPENED, STARTED, UP, Evening
from rules.xxl_builders import MARGHERITA, MS, PIZZAS, SECOND, board

from device.errors import LogError
from device.events import ClaimJudged, GameStarted, HoldSet, Redone, Seat, Undone, VerdictChanged
from device.language import Language
from device.rules.game import Refusal
from device.rules.xxl.events import RoundOpened, TokenHidden, TokenRevealed

TOUCH = NOW + 2 * SECOND
TWO = [{"seat": 0, "name": "Ania"}, {"seat": 3, "name": " "}]


def in_a_round() -> Evening:
    return Evening(BEGUN, STARTED, OPENED, *UP)


def begin(evening: Evening, **changed: object) -> Refusal | None:
    command = {"command": "start_game", "game": "xxl", "variant": "party", "seats": TWO, "youngest_first": [3, 0]}
    return evening.ask(**{**command, **changed})


def reason(refusal: Refusal | None) -> str:
    assert said(refusal).endswith(".")
    assert refusal is not None
    return refusal.reason


def said(refusal: Refusal | None) -> str:
    assert refusal is not None
    return Language().say(refusal.line)


# Start


def test_a_game_begins_with_the_colours_of_the_wiring_and_the_order_of_age() -> None:
    evening = Evening(BEGUN)
    assert begin(evening) is None
    event = evening.log.entries[-1].event
    assert isinstance(event, GameStarted)
    assert event.seats == (Seat(0, "Ania", "red", "circle", 1), Seat(3, "yellow", "yellow", "diamond", 0))
    assert evening.ledger.night.game is not None


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"game": "pizzeria"}, "unknown_game"),
        ({"variant": "memory"}, "unknown_game"),
        ({"seats": TWO[:1]}, "seat_count"),
        ({"seats": []}, "seat_count"),
        ({"seats": [{"seat": n, "name": ""} for n in range(7)]}, "seat_count"),
        ({"seats": [TWO[0], {"seat": 6, "name": "Ewa"}]}, "seats"),
        ({"seats": [TWO[0], TWO[0]]}, "seats"),
        ({"youngest_first": [3]}, "age_order"),
        ({"youngest_first": [3, 3]}, "age_order"),
        ({"youngest_first": [3, 0, 0]}, "age_order"),
        ({"youngest_first": [3, 1]}, "age_order"),
        ({"youngest_first": "3, 0"}, "malformed"),
    ],
)
def test_a_start_that_cannot_be_is_refused_and_nothing_is_logged(changed: dict[str, object], expected: str) -> None:
    evening = Evening(BEGUN)
    assert reason(begin(evening, **changed)) == expected
    assert len(evening.log.entries) == 1


def test_a_refused_start_names_what_there_is() -> None:
    refusal = begin(Evening(BEGUN), game="pizzeria")
    assert said(refusal) == "There is no game pizzeria party; this table has xxl party."
    refusal = begin(Evening(BEGUN), seats=[TWO[0], {"seat": 6, "name": "Ewa"}])
    assert "[0, 6]" in said(refusal)
    assert "[0, 1, 2, 3, 4, 5]" in said(refusal)


# Overrule


def test_an_overrule_is_logged_as_the_referees() -> None:
    evening = in_a_round()
    evening.claim(0, 0, TOUCH)
    assert evening.ask(command="overrule", verdict=1, reason="false_claim") is None
    assert evening.log.entries[-1].event == VerdictChanged(1, "false_claim", "referee")
    assert (evening.reasons(), evening.state.player(0).pizzas) == (["false_claim"], ())


def test_an_open_question_is_answered_by_an_overrule() -> None:
    evening = in_a_round()
    evening.commit(ClaimJudged(1, 1, 0, TOUCH, "ask_referee", MARGHERITA, unaccounted=1))
    assert evening.ask(command="overrule", verdict=1, reason="accepted") is None
    assert evening.state.player(1).pizzas == (MARGHERITA,)


def test_a_late_touch_ruled_accepted_gets_the_pizza_from_who_had_it() -> None:
    evening = in_a_round()
    evening.claim(0, 0, TOUCH)
    evening.claim(1, 0, TOUCH + 5 * MS)
    assert evening.ask(command="overrule", verdict=2, reason="accepted") is None
    assert [player.pizzas for player in evening.state.players] == [(), (MARGHERITA,), ()]


def test_an_overrule_is_refused_where_it_cannot_be() -> None:
    evening = in_a_round()
    assert reason(evening.ask(command="overrule", verdict=1, reason="late")) == "no_such_verdict"
    evening.claim(0, 0, TOUCH)
    assert reason(evening.ask(command="overrule", verdict=1, reason="accepted")) == "same"
    assert reason(evening.ask(command="overrule", verdict=1, reason="no_round")) == "no_such_choice"
    refusal = evening.ask(command="overrule", verdict=1, reason="nonsense")
    assert said(refusal) == "Verdict 1 can be made accepted, false_claim, late, lost_tie."
    evening.commit(ClaimJudged(2, 0, 0, TOUCH, "on_hold"))
    refusal = evening.ask(command="overrule", verdict=2, reason="accepted")
    assert said(refusal) == "Verdict 2 can be made nothing else."


def test_without_a_game_there_is_no_verdict_to_overrule() -> None:
    assert reason(Evening(BEGUN).ask(command="overrule", verdict=1, reason="late")) == "no_such_verdict"


# Undo, redo, hold


def test_undo_takes_the_newest_decision_back_and_redo_lets_it_count_again() -> None:
    evening = in_a_round()
    evening.claim(0, 0, TOUCH)
    number = evening.log.entries[-1].batch
    assert evening.ask(command="undo") is None
    assert evening.log.entries[-1].event == Undone(number)
    assert evening.state.player(0).pizzas == ()
    assert evening.ask(command="redo") is None
    assert evening.log.entries[-1].event == Redone(number)
    assert evening.state.player(0).pizzas == (MARGHERITA,)


def test_with_nothing_to_take_back_undo_and_redo_are_refused() -> None:
    evening = Evening(BEGUN)
    assert reason(evening.ask(command="undo")) == "nothing_to_undo"
    assert reason(evening.ask(command="redo")) == "nothing_to_redo"


def test_a_hold_is_logged_once() -> None:
    evening = in_a_round()
    for on in (True, True, False, False):
        assert evening.ask(command="hold", on=on) is None
    assert [entry.event for entry in evening.log.entries[-2:]] == [HoldSet(True), HoldSet(False)]
    assert not isinstance(evening.log.entries[-3].event, HoldSet)


# What the game itself is asked


def test_a_command_of_the_game_is_carried_out() -> None:
    evening = Evening(BEGUN, STARTED)
    assert evening.ask(command="open_round", slots=list(PIZZAS)) is None
    assert evening.log.entries[-1].event == RoundOpened(PIZZAS, NOW, 0, by_referee=True)


def test_a_refusal_of_the_game_is_passed_on_and_nothing_is_logged() -> None:
    evening = in_a_round()
    count = len(evening.log.entries)
    assert reason(evening.ask(command="open_round", slots=list(PIZZAS))) == "round_open"
    assert len(evening.log.entries) == count


def test_a_command_without_a_game_is_refused() -> None:
    assert reason(Evening(BEGUN).ask(command="reveal", kind="fly")) == "no_game"


def test_a_command_that_is_not_the_games_is_refused() -> None:
    assert reason(in_a_round().ask(command="good_night")) == "other_game"


def test_an_award_gets_the_next_number() -> None:
    evening = in_a_round()
    evening.claim(1, 2, TOUCH)
    assert evening.ask(command="award", seat=0, slot=0) is None
    event = evening.log.entries[-1].event
    assert isinstance(event, ClaimJudged)
    assert (event.verdict, event.by) == (2, "referee")


def test_a_piece_is_looked_up_on_the_board() -> None:
    evening = in_a_round()
    seen = board(NOW + 3 * SECOND, up={9: (NOW, NOW + SECOND)})
    assert evening.ask(seen, command="correct_piece", piece=9, face="up", label="corn") is None
    assert evening.log.entries[-1].event == TokenRevealed(1, "corn", 9, NOW, NOW + SECOND, by_referee=True)
    assert evening.ask(seen, command="correct_piece", piece=9, face="down") is None
    assert evening.log.entries[-1].event == TokenHidden(9)


def test_a_piece_that_is_not_on_the_board_or_with_no_board_at_all_is_refused() -> None:
    evening = in_a_round()
    assert reason(evening.ask(board(NOW), command="correct_piece", piece=99, face="down")) == "no_such_piece"
    assert reason(evening.ask(None, command="correct_piece", piece=9, face="down")) == "no_such_piece"


def test_when_the_log_fails_the_command_is_not_carried_out() -> None:
    evening = in_a_round()
    evening.claim(0, 0, TOUCH)
    night = evening.ledger.night
    evening.log.failing = True
    commands: list[dict[str, object]] = [
        {"command": "undo"},
        {"command": "hold", "on": True},
        {"command": "overrule", "verdict": 1, "reason": "late"},
        {"command": "reveal", "kind": "fly"},
    ]
    for command in commands:
        with pytest.raises(LogError):
            evening.ask(**command)
    with pytest.raises(LogError):
        begin(evening)
    assert evening.ledger.night is night
