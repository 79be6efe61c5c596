"""How the log is read after undo, redo and overrule."""

from msgspec.structs import replace
from night_builders import GAMES, NOW, OPENED, STARTED, UP
from rules.xxl_builders import MARGHERITA, MS, SECOND

from device.eventlog import Entry
from device.events import CameraBack, ClaimJudged, Event, HoldSet, NightResumed, Pressed, Redone, Undone, VerdictChanged
from device.history import Decisions, effective, judge_later_again
from device.rules.xxl.events import RoundEnded

TOUCH = NOW + 2 * SECOND


def log_of(*batches: Event | tuple[Event, ...]) -> list[Entry]:
    """Entries as the log would number them."""
    entries: list[Entry] = []
    for batch in batches:
        number = len(entries) + 1
        events = (batch,) if isinstance(batch, Event) else batch
        entries += [Entry(number + index, number, NOW, event) for index, event in enumerate(events)]
    return entries


def decisions(*batches: Event | tuple[Event, ...]) -> Decisions:
    made = Decisions()
    for entry in log_of(*batches):
        made.add(entry)
    return made


def targets(made: Decisions) -> tuple[int | None, int | None]:
    """The batches that undo and redo would take."""
    undo, redo = made.undo_target, made.redo_target
    return undo and undo.batch, redo and redo.batch


def accepted(verdict: int, seat: int, slot: int, pizza: str, at_ns: int = TOUCH) -> ClaimJudged:
    return ClaimJudged(verdict, seat, slot, at_ns, "accepted", pizza)


ON, OFF = HoldSet(True), HoldSet(False)


# What can be taken back


def test_in_an_empty_log_there_is_nothing_to_undo_or_redo() -> None:
    assert targets(decisions()) == (None, None)


def test_what_was_sensed_cannot_be_undone() -> None:
    assert targets(decisions(CameraBack(), OPENED, UP[0])) == (None, None)


def test_the_newest_decision_is_undone_first_then_the_one_before() -> None:
    assert targets(decisions(ON, CameraBack(), OFF)) == (3, None)
    assert targets(decisions(ON, CameraBack(), OFF, Undone(3))) == (1, 3)
    assert targets(decisions(ON, CameraBack(), OFF, Undone(3), Undone(1))) == (None, 1)


def test_redo_goes_back_the_way_that_undo_came() -> None:
    taken_back = (ON, OFF, Undone(2), Undone(1))
    assert targets(decisions(*taken_back, Redone(1))) == (1, 2)
    assert targets(decisions(*taken_back, Redone(1), Redone(2))) == (2, None)


def test_a_new_decision_ends_redo_but_something_sensed_does_not() -> None:
    assert targets(decisions(ON, OFF, Undone(2), CameraBack())) == (1, 2)
    assert targets(decisions(ON, OFF, Undone(2), ON)) == (4, None)
    assert targets(decisions(ON, OFF, Undone(2), ON, Undone(4))) == (1, 4)


def test_a_verdict_that_changed_nothing_is_not_in_the_way_of_undo() -> None:
    late = ClaimJudged(2, 1, 0, TOUCH + 1, "late", MARGHERITA)
    assert targets(decisions(accepted(1, 0, 0, MARGHERITA), late)) == (1, None)


def test_a_batch_is_taken_back_as_a_whole() -> None:
    made = decisions(ON, (VerdictChanged(1, "late", "referee"), VerdictChanged(2, "accepted", "table")))
    assert targets(made) == (2, None)
    assert made.undo_target is not None
    assert made.undo_target.event == VerdictChanged(1, "late", "referee")


def test_a_verdict_that_the_table_changed_with_a_ruling_is_no_decision_of_its_own() -> None:
    made = decisions(ON, (Undone(1), VerdictChanged(2, "accepted", "table")))
    assert targets(made) == (None, 1)


# What counts


def events_of(entries: list[Entry]) -> list[Event]:
    return [entry.event for entry in entries]


def test_an_undone_batch_does_not_count_until_it_is_redone() -> None:
    assert events_of(effective(log_of(ON, (OFF, CameraBack()), Undone(2))))[:-1] == [ON]
    assert OFF in events_of(effective(log_of(ON, OFF, Undone(2), Redone(2))))


def test_a_verdict_has_the_reason_that_it_was_given_last() -> None:
    verdict = accepted(1, 0, 0, MARGHERITA)
    changes = (VerdictChanged(1, "late", "referee"), VerdictChanged(1, "false_claim", "referee"))
    assert effective(log_of(verdict))[0].event == verdict
    assert effective(log_of(verdict, *changes))[0].event == replace(verdict, reason="false_claim")
    assert effective(log_of(verdict, *changes, Undone(3)))[0].event == replace(verdict, reason="late")
    assert effective(log_of(verdict, *changes, Undone(3), Undone(2)))[0].event == verdict


def test_the_press_behind_an_undone_verdict_is_taken_back_with_it() -> None:
    press, other = Pressed(0, 0, TOUCH), Pressed(1, 0, TOUCH)
    log = log_of(press, other, accepted(1, 0, 0, MARGHERITA), Undone(3))
    assert events_of(effective(log))[:-1] == [other]
    assert press in events_of(effective([*log, Entry(5, 5, NOW, Redone(3))]))


# Judged again


def changes(*batches: Event | tuple[Event, ...], since: int) -> list[VerdictChanged]:
    return judge_later_again(effective(log_of(STARTED, OPENED, *UP, *batches)), GAMES, since)


FIRST = accepted(1, 0, 0, MARGHERITA)
LATE = ClaimJudged(2, 1, 0, TOUCH + 5 * MS, "late", MARGHERITA)
FIRST_AT = 3 + len(UP)  # its number in the log


def test_without_a_change_everything_stands() -> None:
    assert changes(FIRST, LATE, since=0) == []


def test_without_a_game_nothing_is_judged() -> None:
    assert judge_later_again(log_of(ON, FIRST), GAMES, 0) == []


def test_when_the_first_claim_falls_the_late_one_is_accepted() -> None:
    overruled = VerdictChanged(1, "false_claim", "referee")
    assert changes(FIRST, LATE, overruled, since=FIRST_AT) == [VerdictChanged(2, "accepted", "table")]


def test_a_verdict_before_the_change_is_left_alone() -> None:
    overruled = VerdictChanged(1, "false_claim", "referee")
    assert changes(FIRST, LATE, overruled, since=FIRST_AT + 1) == []


def test_what_follows_from_a_changed_verdict_changes_too() -> None:
    """Without the false claim the seat was not locked out: it touched a second time."""
    false = replace(FIRST, reason="false_claim")
    locked = ClaimJudged(2, 0, 1, TOUCH + 5 * MS, "locked_out", "mushroom-tomato-pepper")
    overruled = VerdictChanged(1, "late", "referee")
    assert changes(false, locked, overruled, since=FIRST_AT) == [VerdictChanged(2, "second_touch", "table")]


def test_of_two_late_claims_only_the_earlier_is_accepted_when_the_first_falls() -> None:
    later = ClaimJudged(3, 2, 0, TOUCH + 9 * MS, "late", MARGHERITA)
    overruled = VerdictChanged(1, "false_claim", "referee")
    assert changes(FIRST, LATE, later, overruled, since=FIRST_AT) == [VerdictChanged(2, "accepted", "table")]


def test_a_ruling_by_hand_stays() -> None:
    overruled = VerdictChanged(1, "false_claim", "referee")
    by_hand = VerdictChanged(2, "lost_tie", "referee")
    assert changes(FIRST, LATE, by_hand, overruled, since=FIRST_AT) == []
    award = replace(LATE, by="referee")
    assert changes(FIRST, award, overruled, since=FIRST_AT) == []


def test_a_claim_that_no_game_judged_stays() -> None:
    """Pressed while claims were on hold, or before the table was cut off: nobody looked what lay there."""
    on_hold = ClaimJudged(2, 1, 0, TOUCH + 5 * MS, "on_hold")
    cut_off = ClaimJudged(3, 2, 0, TOUCH + 6 * MS, "ask_referee")
    overruled = VerdictChanged(1, "false_claim", "referee")
    assert changes(FIRST, on_hold, cut_off, overruled, since=FIRST_AT) == []


def test_a_claim_after_the_pizza_is_cleared_away_stays_a_claim_on_nothing() -> None:
    after = ClaimJudged(2, 1, 0, TOUCH + 5 * SECOND, "no_round", None)
    overruled = VerdictChanged(1, "false_claim", "referee")
    assert changes(FIRST, RoundEnded(), after, overruled, since=FIRST_AT) == []


def test_only_the_running_game_is_judged_again() -> None:
    overruled = VerdictChanged(1, "false_claim", "referee")
    assert changes(FIRST, LATE, overruled, STARTED, since=FIRST_AT) == []


def test_when_an_earlier_claim_stands_after_all_the_later_one_falls() -> None:
    false = replace(FIRST, reason="false_claim")
    later = accepted(2, 1, 0, MARGHERITA, TOUCH + SECOND)
    much_later = accepted(3, 2, 1, "mushroom-tomato-pepper", TOUCH + 9 * SECOND)
    overruled = VerdictChanged(1, "accepted", "referee")
    assert changes(false, later, much_later, overruled, since=FIRST_AT) == [
        VerdictChanged(2, "late", "table"),
        VerdictChanged(3, "no_round", "table"),
    ]


def test_after_a_restart_of_the_machine_later_claims_are_judged_by_its_new_clock() -> None:
    """The clock began at nothing again, so the times of before say only that it was long ago."""
    false = replace(FIRST, reason="false_claim")
    cut = NightResumed("", same_clock=False, wall="2026-12-04T20:00", boot="boot-2")
    locked = ClaimJudged(2, 0, 1, 7 * SECOND, "locked_out", "mushroom-tomato-pepper")
    overruled = VerdictChanged(1, "lost_tie", "referee")
    assert changes(false, cut, locked, overruled, since=FIRST_AT) == [VerdictChanged(2, "second_touch", "table")]


def test_with_the_start_of_a_game_all_that_was_played_of_it_is_left_out() -> None:
    other = replace(STARTED, settings={**STARTED.settings, "grace_ns": 1})
    entries = log_of(STARTED, OPENED, UP[0], other, replace(OPENED, at_ns=NOW + 1), CameraBack(), Undone(4), UP[1])
    assert [entry.event for entry in effective(entries)] == [STARTED, OPENED, UP[0], CameraBack(), Undone(4), UP[1]]


def test_a_verdict_judged_again_twice_to_what_it_was_has_not_changed() -> None:
    late = ClaimJudged(2, 1, 0, TOUCH + 1, "late", MARGHERITA)
    there_and_back = (VerdictChanged(2, "accepted", "table"), VerdictChanged(2, "late", "table"))
    assert [entry.event for entry in effective(log_of(late, *there_and_back))] == [late]
    by_hand = (VerdictChanged(2, "accepted", "referee"), VerdictChanged(2, "late", "referee"))
    assert [entry.event for entry in effective(log_of(late, *by_hand))] == [late, *by_hand]
