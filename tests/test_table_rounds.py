"""Rounds at a table in memory: what opens and ends them, and what pictures prove."""

from rules.xxl_builders import FOR_MARGHERITA, HAM, MARGHERITA, MS, PEPPER, SECOND
from table_builders import HAND, LINES, TableInMemory, sightings

from device.buttons import Edge
from device.events import BoardCalibrated, BoardMoved
from device.rules.xxl.events import RoundEnded, RoundOpened, RoundVoided, TokenRevealed
from device.rules.xxl.state import Phase
from vision.reading import BoardReading, Problem


def test_a_round_opens_when_all_tokens_lie_face_down_and_no_hand_is_in_view() -> None:
    table = TableInMemory()
    table.start_game()
    table.turn("ham")
    table.look()
    assert not table.logged(RoundOpened)
    table.up.clear()
    table.wait(100)
    table.look(covered=(HAND,))
    assert not table.logged(RoundOpened)
    table.wait(100)
    table.look()
    assert table.logged(RoundOpened) == [RoundOpened((MARGHERITA, PEPPER, HAM), table.now_ns, 0)]


def test_the_round_ends_at_its_moment_without_another_picture() -> None:
    table = TableInMemory()
    table.play()
    table.make_margherita_ready()
    judged = table.slap(0)
    closes_ns = judged.at_ns + 1500 * MS
    table.wait((closes_ns + 20 * MS - table.now_ns) / MS)
    assert not table.logged(RoundEnded)
    table.wait(1)
    assert table.logged(RoundEnded) == [RoundEnded()]
    assert table.state.phase is Phase.PLACING


def test_the_round_does_not_end_before_a_claim_that_waits_for_its_picture() -> None:
    table = TableInMemory()
    table.play()
    table.make_margherita_ready()
    closes_ns = table.slap(0).at_ns + 1500 * MS
    table.wait((closes_ns - 1 * MS - table.now_ns) / MS)
    table.press(1, slot=1)
    table.wait(200)
    table.table.advance(table.now_ns)
    assert table.logged(RoundEnded) == []
    table.look()
    assert table.reasons == ["accepted", "false_claim"]
    assert table.logged(RoundEnded) == [RoundEnded()]


def test_the_round_waits_for_a_contact_that_may_become_a_press() -> None:
    table = TableInMemory()
    table.play()
    table.show(*FOR_MARGHERITA, "pepper")
    table.wait(100)
    closes_ns = table.slap(0).at_ns + 1500 * MS
    table.wait((closes_ns - 1 * MS - table.now_ns) / MS)
    for bounce in range(15):
        table.table.edge(Edge(table.now_ns, LINES[1, 1], bounce % 2), table.now_ns)
        table.wait(2)
    assert table.now_ns > closes_ns + 25 * MS
    assert table.logged(RoundEnded) == []
    table.wait(100)
    assert table.reasons == ["accepted", "accepted"]
    assert table.logged(RoundEnded) == [RoundEnded()]


def test_a_round_in_which_nobody_can_claim_any_more_is_void() -> None:
    table = TableInMemory()
    table.play()
    for seat in range(3):
        assert table.slap(seat, slot=seat).reason == "false_claim"
    assert table.logged(RoundVoided) == [RoundVoided()]


def test_reveals_are_in_the_log_with_the_times_between_which_they_were_turned() -> None:
    table = TableInMemory()
    table.play()
    opened_ns = table.now_ns
    table.show("ham")
    [revealed] = table.logged(TokenRevealed)
    assert (revealed.kind, revealed.down_until_ns, revealed.up_from_ns) == ("ham", opened_ns, table.now_ns - 10 * MS)


def test_stillness_proves_that_tokens_were_down_at_the_time_of_a_hand() -> None:
    table = TableInMemory()
    table.play()
    table.show("mushroom", "tomato", "onion")
    table.press(0)
    table.wait(50)
    table.table.still(table.now_ns, table.now_ns)
    assert table.reasons == ["false_claim"]


def test_stillness_after_a_picture_that_cannot_be_read_proves_nothing() -> None:
    table = TableInMemory()
    table.play()
    table.show("mushroom", "tomato", "onion")
    until_ns = table.now_ns
    table.wait(100)
    table.trouble(Problem.TOO_DARK, "the picture is too dark")
    table.press(0)
    table.wait(50)
    table.table.still(table.now_ns, table.now_ns)
    assert table.table.live().board.until_ns == until_ns
    table.wait(1500)
    assert table.reasons == ["ask_referee"]


def test_a_recorded_picture_does_not_hold_beyond_one_that_cannot_be_read() -> None:
    table = TableInMemory()
    table.start_game()
    now_ns = table.now_ns
    down = table.table.live()
    assert down.board is None
    first = _recorded(table, now_ns)
    table.table.reading(BoardReading(now_ns + SECOND, now_ns + SECOND, problem=Problem.BLURRED, detail="blurred"), 0)
    assert table.table.live().board == first
    _recorded(table, now_ns + 5 * SECOND)
    table.table.still(now_ns + 6 * SECOND, now_ns + 6 * SECOND)
    assert {piece.seen_until_ns for piece in table.table.live().board.pieces} == {now_ns + 6 * SECOND}


def _recorded(table: TableInMemory, at_ns: int) -> object:
    table.table.reading(BoardReading(at_ns, at_ns, sightings()), at_ns, holds=True)
    return table.table.live().board


def test_while_the_board_has_moved_pictures_do_not_count_until_they_are_calibrated() -> None:
    table = TableInMemory()
    table.play()
    table.make_margherita_ready()
    table.trouble(Problem.MOVED, "the table was bumped")
    table.trouble(Problem.MOVED, "the table was bumped further")
    assert table.logged(BoardMoved) == [BoardMoved("the table was bumped")]
    table.press(0)
    table.wait(50)
    assert table.reasons == ["accepted"], "all four were surely up before"
    table.press(1, slot=1)
    table.wait(50)
    assert table.reasons[1:] == ["ask_referee"]
    assert table.command("calibrate") is None
    assert table.outside.calibrations == 1
    table.look()
    assert table.logged(BoardCalibrated) == [BoardCalibrated()]
