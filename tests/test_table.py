"""From presses and pictures to verdicts: one slap after another at a table in memory."""

from memory_builders import around
from rules.xxl_builders import FOR_MARGHERITA, HAM, MARGHERITA, MS, PEPPER, TOKEN_KINDS
from table_builders import EXPOSURE_NS, PATIENCE_NS, TableInMemory, sightings

from device.events import ButtonNoted, ClaimJudged, GameStarted, Pressed
from device.rules.xxl.state import Phase
from device.wiring import DEFAULT_WIRING
from vision.reading import BoardReading


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
    table.wait(100)
    table.press(0)
    table.wait(30)
    assert table.reasons == [], "it waits for a picture"
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


def test_a_token_hidden_in_the_picture_of_the_slap_counts_as_it_was_seen_just_before() -> None:
    table = TableInMemory()
    table.play()
    table.make_margherita_ready()
    at_ns = table.press(1)
    table.wait(30)
    cheese = next(n for n, kind in TOKEN_KINDS.items() if kind == "cheese" and n in table.up)
    seen = [token for n, token in enumerate(sightings(table.up, table.pizzas), start=1) if n != cheese]
    place_mm = 60.0 * cheese, 100.0
    table.read(BoardReading(table.now_ns - EXPOSURE_NS, table.now_ns, tuple(seen), (around(place_mm),)))
    assert [(judged.at_ns, judged.reason) for judged in table.verdicts] == [(at_ns, "accepted")]
