"""Rulings by hand: the whole game can be played without a camera, and each impossible wish is told why."""

from msgspec.structs import replace
from rules.xxl_builders import (
    BOX,
    FOR_MARGHERITA,
    HAM,
    MARGHERITA,
    OPENED,
    PARTY,
    PEPPER,
    PIZZAS,
    SECOND,
    board,
    claim,
    fold,
    opened,
    reveal,
    table,
)

from device.events import ClaimJudged, Event
from device.language import Language
from device.rules.game import Refusal
from device.rules.refereed import Command, CorrectPiece
from device.rules.xxl.events import RoundEnded, RoundOpened, RoundVoided, SlotCorrected, TokenHidden, TokenRevealed
from device.rules.xxl.referee import Award, CallOffRound, OpenRound, Reveal, SetSlot
from device.rules.xxl.state import Phase, State
from vision.reading import Face, Piece

NOW = OPENED + SECOND
FRESH = BOX.pizzas[8].name


def decide(state: State, command: Command, piece: Piece | None = None) -> list[Event] | Refusal:
    return PARTY.decide(state, command, piece, NOW)


def refused(state: State, command: Command, piece: Piece | None = None) -> str:
    answer = decide(state, command, piece)
    assert isinstance(answer, Refusal)
    assert Language().say(answer.line).endswith(".")
    return answer.reason


def taken() -> State:
    return claim(reveal(opened(), *FOR_MARGHERITA), 0, 0, NOW)


def between() -> State:
    return fold(taken(), RoundEnded())


def test_a_whole_round_can_be_ruled_by_hand() -> None:
    state = table()
    commands: tuple[Command, ...] = (OpenRound(PIZZAS), *(Reveal(kind) for kind in FOR_MARGHERITA), Award(2, 0))
    for command in commands:
        events = decide(state, command)
        assert not isinstance(events, Refusal)
        state = fold(state, *events)
    assert state.player(2).pizzas == (MARGHERITA,)
    assert state.phase is Phase.CLOSING


def test_opening_takes_the_pizzas_that_are_named_or_those_known_to_lie_there() -> None:
    assert decide(table(), OpenRound(PIZZAS)) == [RoundOpened(PIZZAS, NOW, 0, by_referee=True)]
    known = fold(between(), SlotCorrected(0, FRESH))
    assert decide(known, OpenRound()) == [RoundOpened((FRESH, PEPPER, HAM), NOW, 0, by_referee=True)]


def test_opening_is_refused_while_a_round_runs_or_pizzas_are_missing_strange_twice_or_won() -> None:
    assert refused(opened(), OpenRound(PIZZAS)) == "round_open"
    assert refused(table(), OpenRound()) == "pizzas_missing"
    assert refused(table(), OpenRound((MARGHERITA, PEPPER))) == "pizzas_missing"
    assert refused(table(), OpenRound((MARGHERITA, PEPPER, "calzone"))) == "unknown_pizza"
    assert refused(table(), OpenRound((MARGHERITA, PEPPER, PEPPER))) == "same_pizza"
    assert refused(between(), OpenRound(PIZZAS)) == "won_pizza"


def test_x9_the_referee_may_call_a_round_off() -> None:
    assert decide(opened(), CallOffRound()) == [RoundVoided(by_referee=True)]


def test_calling_off_is_refused_without_a_round_and_after_a_claim() -> None:
    assert refused(table(), CallOffRound()) == "no_round"
    assert refused(taken(), CallOffRound()) == "claimed"


def test_a_slot_can_be_set_and_emptied() -> None:
    assert decide(opened(), SetSlot(1, FRESH)) == [SlotCorrected(1, FRESH)]
    assert decide(opened(), SetSlot(1)) == [SlotCorrected(1, None)]


def test_another_slot_can_be_set_while_a_taken_pizza_still_lies() -> None:
    assert decide(taken(), SetSlot(1, FRESH)) == [SlotCorrected(1, FRESH)]


def test_setting_a_slot_is_refused_where_it_cannot_be() -> None:
    assert refused(opened(), SetSlot(3, FRESH)) == "no_such_slot"
    assert refused(opened(), SetSlot(-1, FRESH)) == "no_such_slot"
    assert refused(opened(), SetSlot(1, "calzone")) == "unknown_pizza"
    assert refused(opened(), SetSlot(1, HAM)) == "same_pizza"
    assert refused(taken(), SetSlot(0, FRESH)) == "taken"
    assert refused(taken(), SetSlot(1, MARGHERITA)) == "won_pizza"


def test_a_token_named_by_hand_lay_face_down_since_the_round_opened() -> None:
    assert decide(opened(), Reveal("onion")) == [TokenRevealed(1, "onion", None, OPENED, NOW, by_referee=True)]


def test_naming_a_token_is_refused_without_a_round_or_if_it_cannot_be() -> None:
    assert refused(table(), Reveal("onion")) == "no_round"
    assert refused(opened(), Reveal("anchovy")) == "unknown_kind"
    assert refused(reveal(opened(), "onion"), Reveal("onion")) == "all_up"
    assert refused(reveal(opened(), "cheese", "cheese", "cheese"), Reveal("cheese")) == "all_up"


def test_an_award_is_a_verdict_by_hand_whatever_the_pictures_said() -> None:
    assert decide(opened(), Award(2, 1)) == [
        ClaimJudged(0, 2, 1, NOW, "accepted", PEPPER, by="referee"),
    ]


def test_an_award_is_refused_to_an_empty_seat_or_from_an_empty_place() -> None:
    assert refused(table(), Award(0, 0)) == "no_round"
    assert refused(opened(), Award(5, 0)) == "no_such_seat"
    assert refused(opened(), Award(0, 3)) == "empty_slot"
    assert refused(opened(pizzas=(None, PEPPER, HAM)), Award(0, 0)) == "empty_slot"
    assert refused(taken(), Award(1, 0)) == "empty_slot"


def token(number: int, up: bool) -> Piece:
    seen = board(NOW - 5, up={number: (OPENED + 7, NOW - 9)} if up else {})
    return next(piece for piece in seen.pieces if piece.id == number)


def test_a_misread_token_can_be_named() -> None:
    command = CorrectPiece(2, Face.UP, "onion")
    named = [TokenRevealed(1, "onion", 2, OPENED + 7, NOW - 9, by_referee=True)]
    assert decide(opened(), command, token(2, up=True)) == named
    misread = reveal(opened(), "tomato", at_ns=OPENED + 7)
    assert decide(misread, command, token(2, up=True)) == named
    assert [t.kind for t in fold(misread, *named).tokens] == ["onion"]


def test_a_token_misread_as_face_down_can_be_named() -> None:
    events = decide(opened(), CorrectPiece(2, Face.UP, "onion"), token(2, up=False))
    assert events == [TokenRevealed(1, "onion", 2, NOW - 5, NOW, by_referee=True)]


def test_a_token_misread_as_face_up_can_be_turned_down_also_before_the_round() -> None:
    for state in (table(), reveal(opened(), "tomato")):
        assert decide(state, CorrectPiece(2, Face.DOWN), token(2, up=True)) == [TokenHidden(2)]


def test_correcting_is_refused_for_a_card_a_piece_that_is_gone_or_a_kind_that_is_all_up() -> None:
    square = next(piece for piece in board(NOW).pieces if piece.kind == "square")
    assert refused(opened(), CorrectPiece(101, Face.UP, HAM), square) == "use_set_slot"
    assert refused(opened(), CorrectPiece(99, Face.DOWN)) == "no_such_piece"
    assert refused(reveal(opened(), "onion"), CorrectPiece(2, Face.UP, "onion"), token(2, up=True)) == "all_up"


def test_after_the_end_nothing_is_ruled() -> None:
    over = replace(opened(), phase=Phase.OVER)
    commands = (OpenRound(PIZZAS), CallOffRound(), SetSlot(0, FRESH), Reveal("fly"), Award(0, 0))
    assert {refused(over, command) for command in commands} == {"over"}
