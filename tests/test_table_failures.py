"""A table whose camera, log or power fails: buttons stay live, nothing is lost, and nothing unlogged is shown."""

import pytest
from rules.xxl_builders import FOR_MARGHERITA, HAM, MARGHERITA, PEPPER, SECOND
from table_builders import BEGUN, TableInMemory, after_a_cut

from device.events import (
    BoardMoved,
    ButtonNoted,
    CameraBack,
    CameraLost,
    ClaimJudged,
    EdgesDropped,
    NightEnded,
    NightResumed,
    NightStarted,
    Pressed,
)
from device.language import Language
from device.rules.xxl.events import RoundEnded, RoundOpened, TokenRevealed
from device.rules.xxl.state import Phase
from vision.reading import Problem


@pytest.fixture
def table() -> TableInMemory:
    """A round in which the margherita is ready."""
    table = TableInMemory()
    table.play()
    table.make_margherita_ready()
    return table


# The camera


def test_without_a_camera_a_ruling_by_hand_plays_the_whole_round() -> None:
    table = TableInMemory()
    table.start_game()
    table.table.camera_lost("it was unplugged", table.now_ns)
    assert table.command("open_round", slots=[MARGHERITA, PEPPER, HAM]) is None
    for kind in FOR_MARGHERITA:
        table.wait(100)
        assert table.command("reveal", kind=kind) is None
    table.press(1)
    table.wait(50)
    assert table.reasons == ["accepted"]
    table.wait(3000)
    assert table.state.phase is Phase.PLACING


def test_a_claim_without_a_camera_is_asked_at_once_and_has_no_picture(table: TableInMemory) -> None:
    table.table.camera_lost("it was unplugged", table.now_ns)
    table.press(0, slot=1)
    table.wait(50)
    assert table.reasons == ["ask_referee"]
    assert table.verdicts[0].picture is None
    assert table.outside.pictures == []


def test_a_verdict_with_a_camera_names_the_picture_that_is_kept(table: TableInMemory) -> None:
    judged = table.slap(0)
    assert judged.picture == "v1"
    assert table.outside.pictures == [("v1", judged.at_ns)]


def test_before_the_first_picture_a_verdict_has_none() -> None:
    table = TableInMemory()
    table.start_game()
    table.press(0)
    table.wait(50)
    assert table.verdicts[0].picture is None


def test_a_lost_camera_is_in_the_log_once_and_so_is_its_return(table: TableInMemory) -> None:
    table.table.camera_lost("it was unplugged", table.now_ns)
    table.wait(5000)
    assert table.logged(CameraLost) == [CameraLost("it was unplugged")]
    assert table.table.live().board is None
    table.table.camera_back(table.now_ns)
    assert table.logged(CameraBack) == [CameraBack()]
    table.look()
    assert table.slap(0).reason == "accepted"


def test_trouble_of_a_camera_that_is_gone_is_no_trouble_any_more(table: TableInMemory) -> None:
    table.trouble(Problem.TOO_DARK, "the picture is too dark")
    assert table.table.live().problem == "the picture is too dark"
    table.table.camera_lost("it was unplugged", table.now_ns)
    assert table.table.live().problem is None


# The log


def test_while_the_log_fails_presses_wait_and_are_judged_later_by_their_own_time(table: TableInMemory) -> None:
    table.log.failing = True
    at_ns = table.press(0)
    table.wait(4000)
    assert table.reasons == []
    assert table.table.failing is not None
    table.log.failing = False
    table.wait(1000)
    assert table.table.failing is None
    assert [(v.reason, v.at_ns) for v in table.verdicts] == [("accepted", at_ns)]


def test_what_was_turned_while_the_log_failed_counts_for_the_presses_that_waited() -> None:
    table = TableInMemory()
    table.play()
    table.log.failing = True
    table.make_margherita_ready()
    assert not table.logged(TokenRevealed)
    table.press(0)
    table.wait(50)
    table.look()
    table.wait(2000)
    table.log.failing = False
    table.wait(1000)
    assert table.reasons == ["accepted"]


def test_nothing_is_shown_before_it_is_in_the_log(table: TableInMemory) -> None:
    table.log.failing = True
    before = table.view()
    table.press(0)
    table.wait(50)
    table.look()
    table.wait(2000)
    shown = table.view()
    assert [notice["level"] for notice in shown["notices"]] == ["error"]
    changed = {key for key in shown if shown[key] != before[key]}
    assert changed == {"version", "notices"}


def test_while_the_log_fails_every_command_is_refused_and_changes_nothing(table: TableInMemory) -> None:
    table.log.failing = True
    night = table.table.night
    for name, fields in (("hold", {"on": True}), ("undo", {}), ("good_night", {}), ("award", {"seat": 0, "slot": 0})):
        refusal = table.command(name, **fields)
        assert refusal is not None
        assert refusal.reason == "not_saved"
        assert "disk full" in Language().say(refusal.line)
    assert table.table.night is night


def test_presses_that_waited_are_judged_before_the_command_that_finds_the_log_well_again(table: TableInMemory) -> None:
    table.log.failing = True
    table.press(0)
    table.wait(50)
    table.log.failing = False
    assert table.command("hold", on=True) is None
    assert table.reasons == ["accepted"]
    assert table.table.night.hold


def test_a_log_that_fails_is_tried_again_every_second(table: TableInMemory) -> None:
    table.log.failing = True
    table.press(0)
    table.wait(50)
    failed_ns = table.table.next_deadline_ns()
    assert failed_ns is not None and failed_ns > table.now_ns
    table.wait(5000)
    due_ns = table.table.next_deadline_ns()
    assert due_ns is not None
    assert (due_ns - failed_ns) % SECOND == 0
    table.log.failing = False
    table.table.advance(due_ns - 1)
    assert table.table.failing is not None
    table.table.advance(due_ns)
    assert table.table.failing is None


def test_a_camera_lost_while_the_log_failed_is_logged_afterwards(table: TableInMemory) -> None:
    table.log.failing = True
    table.press(0)
    table.wait(50)
    table.table.camera_lost("it was unplugged", table.now_ns)
    table.wait(1000)
    table.log.failing = False
    table.wait(1000)
    assert table.logged(CameraLost) == [CameraLost("it was unplugged")]


def test_what_a_button_did_while_the_log_failed_is_logged_in_its_order(table: TableInMemory) -> None:
    table.log.failing = True
    table.press(0)
    table.wait(12_000)
    table.log.failing = False
    table.wait(1000)
    tail = [type(entry.event) for entry in table.table.entries][-4:-1]
    assert tail == [Pressed, ButtonNoted, ClaimJudged]


def test_lost_edges_are_in_the_log(table: TableInMemory) -> None:
    table.release(0)
    table.wait(50)
    assert table.logged(EdgesDropped) == [EdgesDropped(17)]


def test_a_night_that_could_not_begin_begins_when_the_log_takes_it() -> None:
    begun = TableInMemory(failing=True)
    assert begun.logged(NightStarted) == []
    refusal = begun.command("hold", on=True)
    assert refusal is not None and refusal.reason == "not_saved"
    begun.log.failing = False
    begun.wait(1000)
    assert [type(entry.event) for entry in begun.table.entries] == [NightStarted]


# The power


def test_a_press_that_waited_for_a_picture_is_a_question_after_the_cut(table: TableInMemory) -> None:
    at_ns = table.press(0, slot=1)
    table.wait(100)
    assert table.reasons == []
    after = after_a_cut(table, same_clock=False, now_ns=5 * SECOND)
    [question] = after.verdicts
    assert (question.reason, question.seat, question.pizza, question.at_ns) == ("ask_referee", 0, PEPPER, at_ns)
    assert question.picture is None
    assert after.view()["game"]["question"] == question.verdict
    kinds = [type(entry.event) for entry in after.table.entries]
    assert kinds[-2:] == [ClaimJudged, NightResumed]


def test_pictures_from_after_the_cut_say_nothing_of_a_press_before_it(table: TableInMemory) -> None:
    table.press(0, slot=1)
    table.wait(100)
    resumed = NightResumed("It was cut off.", True, "2026-12-04T21:00", "boot-1")
    after = TableInMemory(table.log.entries, resumed, table.now_ns + SECOND, failing=True)
    after.wait(100)
    after.look()
    after.log.failing = False
    after.wait(1000)
    [question] = after.verdicts
    assert (question.reason, question.picture) == ("ask_referee", None)


def test_a_press_of_which_the_log_tells_enough_is_judged_after_the_cut(table: TableInMemory) -> None:
    table.press(2)
    table.press(1, at_ns=table.now_ns + 500_000)
    table.wait(9)
    after = after_a_cut(table, same_clock=False, now_ns=SECOND)
    assert [(v.seat, v.reason) for v in after.verdicts] == [(1, "accepted"), (2, "lost_tie")]


def test_a_question_after_a_reboot_answered_late_ends_the_round(table: TableInMemory) -> None:
    table.now_ns += 3600 * SECOND  # the clock of the first boot is far ahead
    table.look()
    table.press(0, slot=1)
    table.wait(100)
    after = after_a_cut(table, same_clock=False, now_ns=5 * SECOND)
    after.wait(60_000)
    assert after.state.phase is Phase.REVEALING
    assert after.command("overrule", verdict=1, reason="accepted") is None
    assert after.logged(RoundEnded) == [RoundEnded()]
    assert after.state.phase is Phase.PLACING
    assert after.state.player(0).pizzas == (PEPPER,)


def test_after_a_cut_on_the_same_clock_the_round_goes_on(table: TableInMemory) -> None:
    after = after_a_cut(table, same_clock=True, now_ns=table.now_ns + SECOND)
    after.up, after.pizzas = table.up, table.pizzas
    after.look()
    after.wait(100)
    assert after.slap(1).reason == "accepted"
    assert len(after.logged(TokenRevealed)) == 4, "nothing is revealed twice"


def test_a_pizza_taken_before_a_reboot_ends_its_round_at_once(table: TableInMemory) -> None:
    table.slap(0)
    after = after_a_cut(table, same_clock=False, now_ns=SECOND)
    after.wait(50)
    assert after.logged(RoundEnded) == [RoundEnded()]


def test_a_cut_while_no_game_runs_leaves_no_question() -> None:
    after = after_a_cut(TableInMemory(), same_clock=False, now_ns=SECOND)
    assert [type(entry.event) for entry in after.table.entries] == [NightStarted, NightResumed]


# Good night


def test_good_night_begins_a_new_log(table: TableInMemory) -> None:
    old = table.log
    table.press(0)
    assert table.command("good_night") is None
    assert isinstance(old.entries[-1].event, NightEnded)
    assert old.closed
    assert [entry.event for entry in table.outside.next_night.entries] == [BEGUN]
    table.wait(3000)
    assert table.view()["night"]["state"] == "idle"
    assert table.reasons == []
    assert table.outside.lit == []


def test_a_camera_that_is_gone_and_a_bump_are_told_to_the_new_night_too(table: TableInMemory) -> None:
    table.trouble(Problem.MOVED, "the table was bumped")
    table.table.camera_lost("it was unplugged", table.now_ns)
    table.command("good_night")
    assert table.logged(CameraLost) == [CameraLost("it was unplugged")]
    assert table.logged(BoardMoved) == [BoardMoved("the table was bumped")]


def test_good_night_whose_new_log_cannot_be_opened_is_refused_and_can_be_said_again(table: TableInMemory) -> None:
    table.outside.next_night.failing = True
    refusal = table.command("good_night")
    assert refusal is not None and refusal.reason == "not_saved"
    table.outside.next_night.failing = False
    assert table.command("good_night") is None
    assert table.log.closed


def test_a_new_game_can_be_started_in_the_new_night(table: TableInMemory) -> None:
    table.command("good_night")
    table.up.clear()
    table.start_game()
    table.wait(100)
    table.look()
    assert [type(e.event) for e in table.outside.next_night.entries][-1] is RoundOpened
    assert table.state.round == 1
