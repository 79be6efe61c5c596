"""What the screens are given: the right words, the slap at once, and nothing that a role must not see."""

import json
from typing import Any

import pytest
from msgspec.structs import replace
from rules.xxl_builders import FOR_MARGHERITA, MARGHERITA, MS, PARTY, SECOND
from table_builders import GAMES, TableInMemory, after_a_cut

from device.events import ClaimJudged
from device.language import Language
from device.night import Night
from device.refusals import Reason as TableReason
from device.refusals import refused
from device.rules.pizzeria.events import PortionTaken
from device.rules.xxl.claims import Reason
from device.rules.xxl.state import Outcome, Phase
from device.views import Live, Views
from device.wiring import DEFAULT_WIRING
from vision.reading import Board, Face, Piece, Problem

REASONS = [*Reason, "on_hold"]


@pytest.fixture
def table() -> TableInMemory:
    """A round in which the margherita is ready."""
    table = TableInMemory()
    table.play()
    table.make_margherita_ready()
    return table


def views() -> Views:
    return Views(GAMES, DEFAULT_WIRING, Language(), (1120, 630))


def detail_of(reason: str, role: str = "viewer", **facts: Any) -> str:
    night = Night(game=PARTY, state=placing(), verdicts=(ClaimJudged(1, 0, 0, SECOND, reason, **facts),))
    return str(views().view(night, Live(), role, 1)["verdicts"][0]["detail"])


def placing() -> Any:
    table = TableInMemory()
    table.start_game()
    return table.state


def test_a_viewer_gets_neither_health_nor_the_referees_board(table: TableInMemory) -> None:
    assert {"health", "board"}.isdisjoint(table.view("viewer"))
    assert {"health", "board"} <= table.view("referee").keys()


def test_every_view_can_be_sent_as_json(table: TableInMemory) -> None:
    table.slap(0)
    for role in ("viewer", "referee"):
        assert json.loads(json.dumps(table.view(role)))["role"] == role


def test_no_face_down_token_has_a_name_not_even_for_the_referee() -> None:
    pieces = (
        Piece(1, "disc", Face.DOWN, "ham", 10.0, 20.0, None, 0.9, 5),
        Piece(2, "disc", Face.UNKNOWN, "corn", 50.0, 20.0, None, 0.9, 5),
        Piece(3, "disc", Face.UP, "fly", 90.0, 20.0, None, 0.9, 5),
    )
    night = Night(game=PARTY, state=placing())
    view = views().view(night, Live(board=Board(0, 5, pieces)), "referee", 1)
    assert [token["kind"] for token in view["game"]["tokens"]] == [None, None, "fly"]
    assert [piece["label"] for piece in view["board"]["pieces"]] == [None, None, "fly"]


def test_nothing_tells_a_viewer_that_a_pizza_is_ready_before_it_is_claimed() -> None:
    one, other = TableInMemory(), TableInMemory()
    for table, kinds in ((one, FOR_MARGHERITA), (other, ("mushroom", "tomato", "onion", "fly"))):
        table.play()
        table.show(*kinds)
    telling = {"revealed", "tokens"}
    assert {k: v for k, v in one.view()["game"].items() if k not in telling} == {
        k: v for k, v in other.view()["game"].items() if k not in telling
    }


def test_a_false_claim_does_not_tell_players_that_the_pizza_became_ready_just_after() -> None:
    facts = {"pizza": MARGHERITA, "ready_after_ns": SECOND + 200 * MS, "ready_by_ns": SECOND + 300 * MS}
    assert detail_of("false_claim", **facts) == detail_of("false_claim")
    assert detail_of("false_claim", role="referee", **facts) == "It was ready only 200.0 ms later."


def test_the_newest_burst_of_presses_is_shown_at_once_and_its_verdicts_filled_in(table: TableInMemory) -> None:
    first_ns = table.press(1, slot=1)
    table.press(0, at_ns=first_ns + 12 * MS)
    table.wait(40)
    slap = table.view()["slap"]
    assert (slap["id"], slap["at_ns"]) == (first_ns, first_ns)
    assert [(p["seat"], p["behind_ms"], p["state"]) for p in slap["presses"]] == [
        (1, 0.0, "waiting"),
        (0, 12.0, "waiting"),
    ]
    table.look()
    assert [p["state"] for p in table.view()["slap"]["presses"]] == ["false_claim", "accepted"]


def test_a_press_long_after_another_begins_a_burst_of_its_own(table: TableInMemory) -> None:
    table.slap(1, slot=1)
    table.wait(3100)
    at_ns = table.slap(0).at_ns
    assert [p["seat"] for p in table.view()["slap"]["presses"]] == [0]
    newest, older = table.view()["verdicts"]
    assert [p["seat"] for p in newest["presses"]] == [0]
    assert [p["seat"] for p in older["presses"]] == [1]
    assert newest["at_ns"] == at_ns


def test_a_verdict_says_how_far_ahead_and_behind_its_rivals_were(table: TableInMemory) -> None:
    first_ns = table.press(0)
    table.press(1, at_ns=first_ns + 12_340_000)
    table.press(2, slot=1, at_ns=first_ns + 13 * MS)
    table.wait(50)
    table.look()
    behind, ahead = (next(v for v in table.view()["verdicts"] if v["seat"] == seat) for seat in (1, 0))
    assert (ahead["ahead_ms"], ahead["behind_ms"]) == (12.3, None)
    assert (behind["ahead_ms"], behind["behind_ms"]) == (None, 12.3)
    assert [p["reason"] for p in ahead["presses"]] == ["accepted", "late", "false_claim"]


def test_after_a_reboot_presses_of_the_old_clock_are_in_no_burst(table: TableInMemory) -> None:
    table.slap(1, slot=1)
    after = after_a_cut(table, same_clock=False, now_ns=table.now_ns - 500 * MS)
    assert after.view()["slap"] is None
    after.press(0, slot=1)
    after.wait(60)
    assert [p["seat"] for p in after.view()["slap"]["presses"]] == [0]
    assert next(v for v in after.view()["verdicts"] if v["seat"] == 1)["presses"] == []


def test_after_a_cut_on_the_same_clock_the_burst_is_still_shown(table: TableInMemory) -> None:
    table.slap(1, slot=1)
    after = after_a_cut(table, same_clock=True, now_ns=table.now_ns)
    assert [p["seat"] for p in after.view()["slap"]["presses"]] == [1]


@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_has_a_headline_and_a_detail(reason: str) -> None:
    night = Night(game=PARTY, state=placing(), verdicts=(ClaimJudged(1, 0, 0, SECOND, reason),))
    [verdict] = views().view(night, Live(), "viewer", 1)["verdicts"]
    for words in (verdict["headline"], verdict["detail"]):
        assert words
        assert "{" not in words


@pytest.mark.parametrize(
    ("reason", "facts", "words"),
    [
        ("accepted", {"ready_after_ns": 1, "ready_by_ns": SECOND - 680 * MS}, "Ready for 680.0 ms"),
        ("accepted", {"ready_by_ns": SECOND, "tie": True}, "the youngest has it"),
        ("accepted", {"ready_after_ns": SECOND - 40 * MS, "ready_by_ns": SECOND + 60 * MS}, "between 40.0 ms before"),
        ("accepted", {"by": "referee"}, "Ruled by hand."),
        ("false_claim", {}, "Not everything it needs lay face up."),
        ("locked_out", {}, "waits for the next round"),
        ("late", {}, "Somebody else has it."),
        ("lost_tie", {}, "Closer than the table can tell apart"),
        ("second_touch", {}, "Only the first touch"),
        ("empty_slot", {}, "Nothing to claim"),
        ("no_round", {}, "It did not count."),
        ("on_hold", {}, "It did not count."),
        ("ask_referee", {}, "out of sight"),
    ],
)
def test_the_detail_says_why(reason: str, facts: dict[str, Any], words: str) -> None:
    assert words in detail_of(reason, **facts)


def test_a_verdict_is_open_standing_overruled_or_judged_again(table: TableInMemory) -> None:
    first = table.slap(0)
    table.slap(1)
    table.wait(100)
    table.press(2, slot=1)
    table.wait(1500)
    assert [v["status"] for v in table.view()["verdicts"]] == ["open", "standing", "standing"]
    table.command("overrule", verdict=first.verdict, reason="false_claim")
    statuses = {v["seat"]: (v["status"], v["detail"]) for v in table.view()["verdicts"]}
    assert statuses[0] == ("overruled", "Ruled by hand.")
    assert statuses[1][0] == "judged_again"


def test_only_a_claim_on_a_pizza_can_be_overruled(table: TableInMemory) -> None:
    table.slap(0)
    assert "false_claim" in table.view()["verdicts"][0]["choices"]
    table.command("hold", on=True)
    table.slap(1)
    assert table.view()["verdicts"][0]["choices"] == []


def test_the_newest_twenty_verdicts_are_shown(table: TableInMemory) -> None:
    for _ in range(12):
        table.slap(0)
        table.slap(1)
        table.release(0)
        table.release(1)
        table.wait(100)
    numbers = [verdict["id"] for verdict in table.view()["verdicts"]]
    assert numbers == list(range(24, 4, -1))


def test_undo_and_redo_are_labelled_with_what_they_would_do(table: TableInMemory) -> None:
    assert table.view()["redo"] is None
    table.slap(0)
    assert table.view()["undo"] == {"label": "Ania takes the pizza"}
    table.command("undo")
    assert table.view()["redo"] == {"label": "Ania takes the pizza"}
    assert table.view()["undo"] == {"label": "the start of the game"}


def test_what_was_done_in_any_other_game_has_a_label_too() -> None:
    live = Live(undo=PortionTaken(0, 0))
    assert views().view(Night(), live, "viewer", 1)["undo"] == {"label": "what was done last in the game"}


def test_a_table_speaks_the_language_that_it_is_given() -> None:
    polish = Views(GAMES, DEFAULT_WIRING, Language("pl"), (1120, 630))
    facts = {"ready_by_ns": SECOND - 240 * MS, "ready_after_ns": 1}
    table = TableInMemory()
    table.start_game()
    night = replace(table.table.night, verdicts=(ClaimJudged(1, 0, 0, 2 * SECOND, "accepted", **facts),))
    view = polish.view(night, Live(), "viewer", 1)
    assert view["game"]["prompt"].endswith("Zaczyna: Ania.")
    assert view["verdicts"][0]["headline"] == "Ania: pizza zdobyta"
    assert view["verdicts"][0]["detail"] == "Pizza była gotowa od 1,2 s, gdy spadła na nią ręka."
    told = polish.answer(refused(TableReason.NOTHING_TO_UNDO))
    assert told == {"ok": False, "reason": "nothing_to_undo", "sentence": "Nie ma czego cofnąć."}
    assert polish.answer(None) == {"ok": True}


@pytest.mark.parametrize(
    ("live", "night", "level", "words"),
    [
        (Live(log_failing="Disk full."), Night(), "error", "Nothing counts until it can be"),
        (Live(problem="the picture is too dark"), Night(), "warning", "the picture is too dark"),
        (Live(), Night(camera_lost="it was unplugged"), "error", "rules by hand"),
        (Live(), Night(moved="the table was bumped"), "error", "until it is calibrated again"),
        (Live(), Night(interrupted="The table was cut off."), "warning", "The table was cut off."),
        (Live(board=Board(0, 1, (Piece(1, "disc", Face.UP, None, 1, 1, None, 0.4, 1),))), Night(), "warning", "tap it"),
    ],
)
def test_a_notice_says_what_is_wrong(live: Live, night: Night, level: str, words: str) -> None:
    [notice] = views().view(night, live, "viewer", 1)["notices"]
    assert notice["level"] == level
    assert words in notice["text"]


def test_a_board_that_moved_is_told_once() -> None:
    table = TableInMemory()
    table.trouble(Problem.MOVED, "the table was bumped")
    assert len(table.view()["notices"]) == 1


def test_a_night_is_idle_playing_or_over() -> None:
    table = TableInMemory()
    assert table.view()["night"] == {"name": "Friday", "state": "idle", "interrupted": None}
    assert table.view()["game"] is None
    table.start_game()
    assert table.view()["night"]["state"] == "playing"
    state = table.state
    over = replace(state, phase=Phase.OVER, outcome=Outcome((0,), "three_pizzas"))
    view = views().view(Night(game=PARTY, state=over), Live(), "viewer", 1)
    assert view["night"]["state"] == "over"
    assert view["game"]["outcome"] == {"winners": [0], "sentence": "Ania wins with three pizzas."}


def test_on_hold_the_prompt_says_so(table: TableInMemory) -> None:
    table.command("hold", on=True)
    game = table.view()["game"]
    assert (game["hold"], game["prompt"]) == (True, "On hold: claims do not count.")


def test_the_set_up_names_the_games_and_the_seats_with_buttons() -> None:
    setup = TableInMemory().view()["setup"]
    assert setup["games"] == [
        {
            "game": "xxl",
            "title": "Pizza XXL",
            "variants": [{"variant": "party", "title": "Party"}],
            "min_seats": 2,
            "max_seats": 6,
        }
    ]
    assert setup["wired"][1] == {"seat": 1, "colour": "blue", "shape": "square", "slots": [0, 1, 2]}
    assert len(setup["wired"]) == 6


def test_the_referees_board_names_what_each_kind_of_piece_may_show(table: TableInMemory) -> None:
    board = table.view("referee")["board"]
    assert board["surface_mm"] == [1120, 630]
    assert len(board["pieces"]) == 19
    assert "cheese" in board["labels"]["disc"]
    assert MARGHERITA in board["labels"]["square"]
    assert board["hand"] is False


def test_lists_are_said_with_a_last_and() -> None:
    assert Language().text("xxl.pile_empty", names=["Ania", "Bartek", "Ewa"]).endswith("Ania, Bartek and Ewa.")
    assert Language().text("xxl.pile_empty", names=["Ania"]).endswith(": Ania.")
