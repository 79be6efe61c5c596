"""The referee at the table: overruling and taking back, questions, corrections, and what holding does."""

from typing import Any

import pytest
from rules.xxl_builders import FOR_MARGHERITA, HAM, MARGHERITA, PEPPER
from table_builders import TableInMemory

from device.events import VerdictChanged
from device.rules.xxl.events import RoundEnded
from device.rules.xxl.state import Phase
from vision.reading import Face


@pytest.fixture
def table() -> TableInMemory:
    """A round in which the margherita and the pepper pizza are ready."""
    table = TableInMemory()
    table.play()
    table.show(*FOR_MARGHERITA, "pepper")
    table.wait(100)
    return table


@pytest.fixture
def asked() -> TableInMemory:
    """A round in which the table could not tell of seat 0's claim on the margherita."""
    table = TableInMemory()
    table.play()
    table.show("mushroom", "tomato", "onion")
    table.wait(100)
    table.press(0)
    table.wait(1500)
    assert table.reasons == ["ask_referee"]
    return table


def question(table: TableInMemory) -> Any:
    return table.view()["game"]["question"]


def test_an_overruled_claim_lets_the_next_one_have_the_pizza(table: TableInMemory) -> None:
    first, second = table.slap(0), table.slap(1)
    assert table.reasons == ["accepted", "late"]
    assert table.command("overrule", verdict=first.verdict, reason="false_claim") is None
    assert table.reasons == ["false_claim", "accepted"]
    assert table.logged(VerdictChanged) == [
        VerdictChanged(first.verdict, "false_claim", "referee"),
        VerdictChanged(second.verdict, "accepted", "table"),
    ]


def test_undo_of_a_claim_judges_the_later_ones_again_and_redo_brings_it_back(table: TableInMemory) -> None:
    table.slap(0)
    assert table.command("undo") is None
    assert table.reasons == []
    assert table.state.phase is Phase.REVEALING
    table.wait(3000)
    assert table.reasons == [], "nobody judges the press of an undone claim again"
    assert table.command("redo") is None
    assert table.reasons == ["accepted"]


def test_undo_of_an_overruling_restores_what_the_table_had_said(table: TableInMemory) -> None:
    first = table.slap(0)
    table.slap(1)
    table.command("overrule", verdict=first.verdict, reason="false_claim")
    assert table.command("undo") is None
    assert table.reasons == ["accepted", "late"]


def test_a_claim_undone_takes_the_later_verdict_with_it_into_another_light(table: TableInMemory) -> None:
    table.slap(0)
    table.slap(1)
    assert table.reasons == ["accepted", "late"]
    assert table.command("undo") is None  # a late hand changed nothing, so it is the claim that is taken back
    assert table.reasons == ["accepted"]
    assert table.verdicts[0].seat == 1


def test_after_an_undo_the_lamps_show_who_may_claim_again(table: TableInMemory) -> None:
    table.slap(0)
    assert table.outside.lit == [1, 2]
    table.command("undo")
    assert table.outside.lit == [0, 1, 2]


def test_an_open_question_is_shown_until_it_is_answered(asked: TableInMemory) -> None:
    assert question(asked) == 1
    assert asked.command("overrule", verdict=1, reason="false_claim") is None
    assert question(asked) is None
    assert asked.state.player(0).locked


def test_of_two_open_questions_the_earlier_is_shown(asked: TableInMemory) -> None:
    asked.press(1)
    asked.wait(1500)
    assert asked.reasons == ["ask_referee", "ask_referee"]
    assert question(asked) == 1
    asked.command("overrule", verdict=1, reason="false_claim")
    assert question(asked) == 2


def test_a_question_answered_after_the_closing_moment_ends_the_round(asked: TableInMemory) -> None:
    asked.wait(30_000)
    assert asked.command("overrule", verdict=1, reason="accepted") is None
    assert asked.logged(RoundEnded) == [RoundEnded()]
    assert asked.state.phase is Phase.PLACING
    assert asked.state.player(0).pizzas == (MARGHERITA,)
    assert question(asked) is None


def test_a_question_of_an_earlier_round_is_not_shown_but_can_be_answered(asked: TableInMemory) -> None:
    assert asked.command("call_off_round") is None
    assert question(asked) is None
    asked.up.clear()
    asked.look()
    asked.wait(100)
    asked.look()
    assert asked.state.round == 2
    assert question(asked) is None
    assert asked.command("overrule", verdict=1, reason="accepted") is None
    assert asked.state.player(0).pizzas == (MARGHERITA,)


def test_a_question_does_not_wait_into_the_next_round_when_another_pizza_ends_this_one(asked: TableInMemory) -> None:
    asked.show("cheese", "pepper")
    asked.wait(100)
    assert asked.slap(1, slot=1).reason == "accepted"
    assert question(asked) == 1
    asked.wait(2000)
    assert asked.state.phase is Phase.PLACING
    assert question(asked) is None


def test_hold_keeps_claims_from_counting_until_it_is_let_go(table: TableInMemory) -> None:
    assert table.command("hold", on=True) is None
    assert table.slap(0).reason == "on_hold"
    assert table.command("hold", on=False) is None
    table.release(0)
    table.wait(100)
    assert table.slap(0).reason == "accepted"


def test_a_claim_from_before_the_hold_is_judged_by_the_picture_that_comes_after_it(table: TableInMemory) -> None:
    table.press(0, slot=1)
    table.press(1, slot=2)
    table.turn("fly")
    table.wait(100)
    table.command("hold", on=True)
    table.press(2, slot=2)
    table.wait(100)
    table.look()
    assert [(v.seat, v.reason) for v in table.verdicts] == [(0, "accepted"), (1, "false_claim"), (2, "on_hold")]


def test_tokens_turned_on_hold_are_taken_in_when_it_is_let_go(table: TableInMemory) -> None:
    table.command("hold", on=True)
    table.show("ham")
    assert "ham" not in {token.kind for token in table.state.tokens}
    table.command("hold", on=False)
    assert "ham" in {token.kind for token in table.state.tokens}


def test_a_corrected_token_counts_and_shows_at_once() -> None:
    table = TableInMemory()
    table.play()
    table.show("mushroom", "tomato", "onion", "fly")
    fly = next(t["piece"] for t in table.view()["game"]["tokens"] if t["kind"] == "fly")
    assert table.command("correct_piece", piece=fly, face="up", label="cheese") is None
    assert next(t["kind"] for t in table.view()["game"]["tokens"] if t["piece"] == fly) == "cheese"
    table.wait(100)
    assert table.slap(0).reason == "accepted"


def test_a_token_said_to_lie_face_down_is_forgotten_until_it_is_turned(table: TableInMemory) -> None:
    ham = next(piece for piece in table.table.live().board.pieces if piece.face is Face.DOWN)
    assert table.command("correct_piece", piece=ham.id, face="up", label="ham") is None
    assert table.command("correct_piece", piece=ham.id, face="down") is None
    assert "ham" not in {token.kind for token in table.state.tokens}


def test_a_correction_that_the_game_refuses_changes_nothing(table: TableInMemory) -> None:
    refusal = table.command("correct_piece", piece=999, face="up", label="ham")
    assert refusal is not None and refusal.reason == "no_such_piece"


def test_an_award_is_a_claim_by_hand_without_a_press(table: TableInMemory) -> None:
    assert table.command("award", seat=2, slot=0) is None
    [verdict] = table.view()["verdicts"]
    assert (verdict["headline"], verdict["detail"], verdict["presses"]) == (
        "Celina takes the pizza",
        "Ruled by hand.",
        [],
    )


def test_recording_is_switched_outside(table: TableInMemory) -> None:
    assert table.command("record", on=True) is None
    assert table.command("record", on=False) is None
    assert table.outside.recording == [True, False]


def test_a_command_of_no_known_shape_is_refused_and_changes_nothing(table: TableInMemory) -> None:
    version = table.table.version
    refusal = table.table.command(["undo"], table.now_ns)
    assert refusal is not None and refusal.reason == "unknown_command"
    assert table.table.version == version


def test_every_change_makes_the_version_grow(table: TableInMemory) -> None:
    versions = [table.table.version]
    for act in (
        lambda: table.slap(0),
        lambda: table.command("undo"),
        lambda: table.command("hold", on=True),
        lambda: table.table.camera_lost("it was unplugged", table.now_ns),
        lambda: table.table.camera_back(table.now_ns),
    ):
        act()
        versions.append(table.table.version)
    assert versions == sorted(set(versions))


def test_a_still_table_changes_no_version(table: TableInMemory) -> None:
    version = table.table.version
    for _ in range(10):
        table.wait(66)
        table.table.still(table.now_ns, table.now_ns)
        table.look()
    assert table.table.version == version


def test_the_go_button_lets_the_claims_go_on(table: TableInMemory) -> None:
    table.command("hold", on=True)
    table.contact(3)
    table.wait(50)
    assert not table.table.night.hold


def test_a_round_can_be_opened_by_hand_with_pizzas_that_the_eyes_cannot_tell() -> None:
    table = TableInMemory()
    table.start_game()
    table.pizzas = (None, PEPPER, HAM)
    table.look()
    assert table.state.phase is Phase.PLACING
    assert table.command("open_round", slots=[MARGHERITA, PEPPER, HAM]) is None
    assert table.state.opened_ns == table.now_ns


def test_learning_pieces_is_left_to_others_and_they_are_told_whether_a_game_runs(table: TableInMemory) -> None:
    assert table.command("start_enrolment", game="xxl") is None
    [(command, playing)] = table.outside.enrolments
    assert (command.game, playing) == ("xxl", True)
