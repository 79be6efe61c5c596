"""The night: what each event adds, and what it leaves alone."""

from msgspec.structs import replace
from night_builders import BEGUN, GAMES, NOW, OPENED, STARTED, UP
from rules.xxl_builders import MARGHERITA, MS, SECOND

from device.events import (
    BoardCalibrated,
    BoardMoved,
    ButtonNoted,
    CameraBack,
    CameraLost,
    ClaimJudged,
    EdgesDropped,
    Event,
    HoldSet,
    NightEnded,
    NightResumed,
    Pressed,
    Redone,
    Undone,
    VerdictChanged,
)
from device.night import PRESSES_KEPT, VERDICTS_KEPT, Night, fold

VERDICT = ClaimJudged(1, 0, 0, NOW + 2 * SECOND, "accepted", MARGHERITA)


def night_of(*events: Event) -> Night:
    return fold(Night(), events, GAMES)


def test_a_night_has_its_name_and_says_whether_it_is_simulated() -> None:
    assert (night_of(BEGUN).name, night_of(BEGUN).simulated) == ("Friday", False)
    assert night_of(replace(BEGUN, simulated=True)).simulated


def test_a_game_takes_the_seats_and_settings_that_were_logged() -> None:
    night = night_of(BEGUN, STARTED)
    assert (night.game, night.seats, night.settings) == (GAMES["xxl", "party"], STARTED.seats, STARTED.settings)
    assert night.state.grace_ns == STARTED.settings["grace_ns"]


def test_a_new_game_forgets_what_belonged_to_the_one_before() -> None:
    before = (Pressed(0, 0, NOW), VERDICT, VerdictChanged(1, "late", "referee"), HoldSet(True))
    night = night_of(BEGUN, STARTED, OPENED, *UP, *before, STARTED)
    assert (night.presses, night.verdicts, night.changed, night.hold) == ((), (), {}, False)
    assert night == night_of(BEGUN, STARTED)


def test_a_games_own_events_reach_its_state() -> None:
    night = night_of(BEGUN, STARTED, OPENED, *UP, VERDICT)
    assert night.state.player(0).pizzas == (MARGHERITA,)
    assert night.verdicts == (VERDICT,)


def test_without_a_game_its_events_change_nothing() -> None:
    assert night_of(BEGUN, OPENED, *UP) == night_of(BEGUN)


def test_a_lost_camera_and_a_moved_board_are_known_until_they_are_back() -> None:
    lost = night_of(BEGUN, CameraLost("unplugged"), BoardMoved("marker 2"))
    assert (lost.camera_lost, lost.moved) == ("unplugged", "marker 2")
    back = fold(lost, (CameraBack(), BoardCalibrated()), GAMES)
    assert (back.camera_lost, back.moved) == (None, None)


def test_a_hold_is_on_until_it_is_off() -> None:
    assert night_of(BEGUN, STARTED, HoldSet(True)).hold
    assert not night_of(BEGUN, STARTED, HoldSet(True), HoldSet(False)).hold


def test_notes_for_the_log_alone_change_nothing() -> None:
    before = night_of(BEGUN, STARTED, OPENED)
    assert fold(before, (EdgesDropped(17), ButtonNoted(17, "stuck", ""), Undone(3), Redone(3)), GAMES) == before


def test_a_press_waits_for_its_verdict() -> None:
    press, other = Pressed(0, 0, VERDICT.at_ns), Pressed(1, 0, VERDICT.at_ns)
    night = night_of(BEGUN, STARTED, OPENED, *UP, press, other)
    assert night.unjudged() == [press, other]
    assert fold(night, [VERDICT], GAMES).unjudged() == [other]


def test_only_the_newest_presses_and_verdicts_are_kept() -> None:
    presses = [Pressed(0, 0, NOW + n * MS) for n in range(PRESSES_KEPT + 5)]
    verdicts = [ClaimJudged(n, 0, 0, NOW + n * MS, "locked_out") for n in range(VERDICTS_KEPT + 5)]
    night = night_of(BEGUN, STARTED, *presses, *verdicts)
    assert night.presses == tuple(presses[5:])
    assert night.verdicts == tuple(verdicts[5:])


def test_every_press_that_is_kept_finds_its_verdict() -> None:
    assert VERDICTS_KEPT >= PRESSES_KEPT


def test_after_a_cut_the_night_says_what_was_going_on_and_goes_on() -> None:
    cut = NightResumed("A round was open.", same_clock=True, wall="2026-12-04T20:00", boot="boot-1")
    night = night_of(BEGUN, CameraLost("unplugged"), BoardMoved("marker 2"), STARTED, OPENED, *UP, cut)
    assert night.interrupted == "A round was open."
    assert (night.camera_lost, night.moved) == (None, None)
    assert [token.piece for token in night.state.tokens] == [None] * len(UP)
    assert fold(night, [STARTED], GAMES).interrupted is None
    assert fold(night, [Pressed(0, 0, NOW)], GAMES).interrupted is None


def test_after_a_cut_without_a_game_there_is_still_none() -> None:
    cut = NightResumed("", same_clock=False, wall="2026-12-04T20:00", boot="boot-1")
    assert night_of(BEGUN, cut).game is None


def test_a_seat_is_found_by_its_number() -> None:
    night = night_of(BEGUN, STARTED)
    assert night.seat(2) == STARTED.seats[2]
    assert night.seat(5) is None


def test_after_good_night_no_game_runs() -> None:
    night = night_of(BEGUN, STARTED, OPENED, NightEnded())
    assert (night.ended, night.game, night.state) == (True, None, None)
    assert fold(night, [VERDICT, *UP], GAMES).state is None
