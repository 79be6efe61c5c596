"""From presses and pictures to verdicts: one slap after another at a table in memory."""

from rules.xxl_builders import FOR_MARGHERITA, HAM, MARGHERITA, MS, PEPPER, SECOND
from table_builders import LINES, PATIENCE_NS, TableInMemory, sightings

from device.buttons import Edge
from device.events import BoardCalibrated, BoardMoved, ButtonNoted, ClaimJudged, GameStarted, Pressed
from device.rules.xxl.events import RoundEnded, RoundOpened, RoundVoided, TokenRevealed
from device.rules.xxl.state import Phase
from device.wiring import DEFAULT_WIRING
from vision.reading import BoardReading, Problem


def test_a_round_opens_when_all_tokens_lie_face_down_and_no_hand_is_in_view() -> None:
    table = TableInMemory()
    table.start_game()
    table.look(covered=(((500.0, 80.0), (700.0, 80.0), (700.0, 160.0), (500.0, 160.0)),))
    assert not table.logged(RoundOpened)
    table.wait(100)
    table.look()
    assert table.logged(RoundOpened) == [RoundOpened((MARGHERITA, PEPPER, HAM), table.now_ns, 0)]


def test_a_hand_on_a_ready_pizza_takes_it() -> None:
    table = TableInMemory()
    table.play()
    table.make_margherita_ready()
    judged = table.slap(1)
    assert (judged.reason, judged.pizza, judged.tie) == ("accepted", MARGHERITA, False)
    assert table.state.player(1).pizzas == (MARGHERITA,)


def test_a_press_is_judged_by_its_own_time_and_is_in_the_log_before_its_verdict() -> None:
    table = TableInMemory()
    table.play()
    table.make_margherita_ready()
    at_ns = table.press(1)
    table.wait(400)
    table.look()
    kinds = [type(entry.event) for entry in table.table.entries]
    assert kinds[-2:] == [Pressed, ClaimJudged]
    assert table.verdicts[0].at_ns == table.logged(Pressed)[0].at_ns == at_ns


def test_a_hand_before_the_last_ingredient_is_a_false_claim() -> None:
    table = TableInMemory()
    table.play()
    table.show("mushroom", "tomato", "onion")
    table.wait(200)
    assert table.slap(2).reason == "false_claim"
    table.release(2)
    table.wait(100)
    table.show("cheese")
    assert table.slap(2).reason == "locked_out"
    assert table.slap(0).reason == "accepted"


def test_the_next_pizza_needs_another_hand() -> None:
    table = TableInMemory()
    table.play()
    table.show(*FOR_MARGHERITA, "pepper")
    table.wait(100)
    assert table.slap(0, slot=0).reason == "accepted"
    assert table.slap(0, slot=1).reason == "second_touch"
    assert table.slap(1, slot=0).reason == "late"
    assert table.slap(2, slot=1).reason == "accepted"


def test_nobody_is_judged_while_a_later_picture_may_still_tell() -> None:
    table = TableInMemory()
    table.play()
    table.show("mushroom", "tomato", "onion")
    table.turn("cheese")
    table.wait(100)
    table.press(0)
    table.wait(200)
    assert table.reasons == []
    table.look()
    assert table.reasons == ["ask_referee"], "the cheese was turned somewhere between the two pictures"


def test_a_claim_that_no_picture_tells_of_is_asked_when_patience_ends() -> None:
    table = TableInMemory()
    table.play()
    table.show("mushroom", "tomato", "onion")
    table.wait(100)
    at_ns = table.press(0)
    table.wait(1499)
    assert table.reasons == []
    assert table.table.next_deadline_ns() == at_ns + PATIENCE_NS
    table.wait(1)
    assert table.reasons == ["ask_referee"]


def test_the_first_of_two_claims_that_wait_is_judged_first() -> None:
    table = TableInMemory()
    table.play()
    table.make_margherita_ready()
    table.press(2)
    table.wait(5)
    table.press(0)
    table.wait(50)
    table.look()
    assert [(v.seat, v.reason) for v in table.verdicts] == [(2, "accepted"), (0, "late")]


def test_inside_the_tie_window_the_younger_seat_has_it_and_the_other_loses_the_tie() -> None:
    table = TableInMemory()
    table.play()
    table.make_margherita_ready()
    first_ns = table.press(2)
    table.press(1, at_ns=first_ns + 900_000)
    table.wait(50)
    table.look()
    assert [(v.seat, v.reason, v.tie) for v in table.verdicts] == [(1, "accepted", True), (2, "lost_tie", True)]


def test_a_tie_is_one_too_when_the_earlier_edge_arrives_last() -> None:
    table = TableInMemory()
    table.play()
    table.make_margherita_ready()
    table.wait(5)
    table.press(2, at_ns=table.now_ns - 1 * MS)
    table.press(0, at_ns=table.now_ns - 2 * MS + 100_000)
    table.wait(50)
    table.look()
    assert [(v.seat, v.reason) for v in table.verdicts] == [(0, "accepted"), (2, "lost_tie")]


def test_a_press_by_nobody_at_the_table_is_no_claim() -> None:
    table = TableInMemory()
    table.play()
    table.press(5)
    table.wait(100)
    assert not table.logged(Pressed)


def test_presses_without_a_game_are_no_claims() -> None:
    table = TableInMemory()
    table.press(0)
    table.wait(100)
    assert not table.logged(Pressed)
    assert table.reasons == []


def test_a_slap_before_the_round_does_not_count() -> None:
    table = TableInMemory()
    table.start_game()
    table.press(0)
    table.wait(50)
    assert table.reasons == ["no_round"]
    table.release(0)
    table.wait(100)
    table.look()
    assert not table.state.player(0).touched


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


def test_a_button_that_is_stuck_is_in_the_log() -> None:
    table = TableInMemory()
    table.press(0)
    table.wait(11_000)
    assert table.logged(ButtonNoted) == [ButtonNoted(17, "stuck", "down for 10 s")]


def test_lamps_are_lit_while_a_seat_may_claim() -> None:
    table = TableInMemory()
    table.start_game()
    assert table.outside.lamps == []
    table.look()
    assert table.outside.lit == [0, 1, 2]
    table.slap(1, slot=2)
    assert table.outside.lit == [0, 2]
    table.make_margherita_ready()
    table.slap(0)
    assert table.outside.lit == [2]
    table.command("hold", on=True)
    assert table.outside.lit == []
    table.command("hold", on=False)
    assert table.outside.lit == [2]
    table.wait(2000)
    assert table.outside.lit == []


def test_lamps_are_set_only_when_they_change() -> None:
    table = TableInMemory()
    table.play()
    table.wait(100)
    table.look()
    assert table.outside.lamps == [(0, True), (1, True), (2, True)]


def test_a_new_game_forgets_the_claims_of_the_old_one() -> None:
    table = TableInMemory()
    table.play()
    table.press(0)
    table.wait(30)
    table.start_game()
    table.wait(3000)
    assert table.reasons == []
    assert [type(entry.event) for entry in table.table.entries].count(GameStarted) == 2


def test_the_go_button_opens_the_round_and_hold_stops_the_claims() -> None:
    table = TableInMemory()
    table.start_game()
    for slot, pizza in enumerate((MARGHERITA, PEPPER, HAM)):
        assert table.command("set_slot", slot=slot, pizza=pizza) is None
    table.contact(DEFAULT_WIRING.go)
    table.wait(50)
    assert table.state.phase is Phase.REVEALING
    table.contact(DEFAULT_WIRING.hold)
    table.wait(50)
    assert table.table.night.hold
    table.press(0)
    table.wait(50)
    assert table.reasons == ["on_hold"]
