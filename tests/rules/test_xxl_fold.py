"""What each event does to the state, above all after history has changed: nothing is lost, nothing is raised."""

from hypothesis import given
from hypothesis import strategies as st
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
    TOKEN_KINDS,
    board,
    claim,
    fold,
    opened,
    reveal,
    table,
    verdict_on,
)

from device.events import CameraLost, ClaimJudged, Event
from device.rules.xxl.claims import Reason
from device.rules.xxl.events import RoundEnded, RoundOpened, RoundVoided, SlotCorrected, TokenHidden, TokenRevealed
from device.rules.xxl.state import Phase, State

NOW = OPENED + SECOND


def ready() -> State:
    return reveal(opened(), *FOR_MARGHERITA, "pepper")


def accepted(seat: int, slot: int, pizza: str, verdict: int = 1, at_ns: int = NOW) -> ClaimJudged:
    return ClaimJudged(verdict, seat, slot, at_ns, "accepted", pizza)


def test_an_event_of_another_kind_changes_nothing() -> None:
    assert fold(ready(), CameraLost("unplugged")) == ready()


def test_what_does_not_fit_the_phase_changes_nothing() -> None:
    reveal_now = TokenRevealed(0, "fly", 13, OPENED, NOW)
    assert fold(table(), reveal_now, RoundEnded(), RoundVoided(), accepted(0, 0, HAM)) == table()
    assert fold(opened(), RoundEnded()) == opened()


def test_a_token_of_another_round_changes_nothing() -> None:
    """The round in which it was seen was undone, and the one before goes on."""
    assert fold(opened(), TokenRevealed(2, "fly", 13, OPENED, NOW)) == opened()


def test_a_token_turned_back_by_the_referee_gives_the_turn_back() -> None:
    state = fold(reveal(opened(), "fly", "tomato"), TokenHidden(2))
    assert [token.kind for token in state.tokens] == ["fly"]
    assert state.turn == 1


def test_a_piece_that_the_referee_corrected_is_not_believed_again_in_this_round() -> None:
    state = fold(reveal(opened(), "tomato"), TokenHidden(2))
    assert PARTY.observe(state, board(NOW, up={2: (OPENED, NOW)})) == []
    named = fold(opened(), TokenRevealed(1, "onion", 2, OPENED, NOW, by_referee=True))
    assert PARTY.observe(named, board(NOW, up={2: (OPENED, NOW)})) == []
    later = fold(state, RoundVoided(by_referee=True), RoundOpened(PIZZAS, NOW, 0))
    assert [type(event) for event in PARTY.observe(later, board(NOW, up={2: (OPENED, NOW)}))] == [TokenRevealed]


def test_a_later_ruling_moves_the_pizza_and_nobody_else_keeps_it() -> None:
    state = fold(ready(), accepted(0, 0, MARGHERITA), accepted(1, 0, MARGHERITA, verdict=2))
    assert [player.pizzas for player in state.players] == [(), (MARGHERITA,), ()]
    assert state.slots[0].taken is not None
    assert state.slots[0].taken.seat == 1


def test_a_third_pizza_that_moves_on_does_not_win() -> None:
    two = tuple(pizza.name for pizza in BOX.pizzas[-2:])
    state = ready()
    state = replace(state, players=(replace(state.players[0], pizzas=two), *state.players[1:]))
    state = fold(state, accepted(0, 0, MARGHERITA), accepted(1, 0, MARGHERITA, verdict=2), RoundEnded())
    assert (state.phase, state.outcome, state.players[0].third_ns) == (Phase.PLACING, None, None)


def test_a_round_that_opens_ends_the_one_before() -> None:
    """The claim was accepted by the referee long after, when the next round had been opened."""
    fresh = BOX.pizzas[7].name
    state = fold(ready(), accepted(2, 0, MARGHERITA), RoundOpened((fresh, PEPPER, HAM), NOW + SECOND, 2))
    assert (state.phase, state.round, state.closes_ns) == (Phase.REVEALING, 2, None)
    assert [slot.taken for slot in state.slots] == [None, None, None]


def test_a_pizza_that_somebody_has_by_a_later_ruling_does_not_lie_on_the_table() -> None:
    state = fold(ready(), accepted(2, 0, MARGHERITA), RoundOpened(PIZZAS, NOW + SECOND, 2))
    assert [slot.pizza for slot in state.slots] == [None, PEPPER, HAM]
    assert fold(state, SlotCorrected(0, MARGHERITA)).slots[0].pizza is None
    assert state.pile == 12 - 1 - 2


def test_a_game_that_is_over_by_a_later_ruling_opens_no_round() -> None:
    two = tuple(pizza.name for pizza in BOX.pizzas[-2:])
    state = ready()
    state = replace(state, players=(replace(state.players[0], pizzas=two), *state.players[1:]))
    state = fold(state, accepted(0, 0, MARGHERITA), RoundOpened((HAM, PEPPER, None), NOW, 0))
    assert PARTY.over(state)


def test_a_slot_can_be_corrected_but_not_under_a_taken_pizza() -> None:
    other = BOX.pizzas[8].name
    assert fold(ready(), SlotCorrected(2, other)).slots[2].pizza == other
    assert fold(ready(), SlotCorrected(2, None)).slots[2].pizza is None
    taken = claim(ready(), 0, 0, NOW)
    assert fold(taken, SlotCorrected(0, other)) == taken


def test_a_pizza_from_another_box_lies_nowhere() -> None:
    """The owner changed the components file in the middle of a night."""
    state = fold(table(), RoundOpened(("calzone", PEPPER, HAM), NOW, 0), TokenRevealed(1, "anchovy", 2, NOW, NOW))
    assert [slot.pizza for slot in state.slots] == [None, PEPPER, HAM]
    assert state.tokens == ()


def test_x10_a_void_round_stands_only_while_everyone_is_locked_out() -> None:
    """The last false claim was taken back: the round goes on, although it was voided since."""
    state = opened()
    for seat in (0, 1):
        state = claim(state, seat, 2, NOW)
    assert fold(state, RoundVoided()) == state
    assert fold(state, RoundVoided(by_referee=True)).phase is Phase.PLACING


def test_x10_a_round_in_which_a_pizza_was_taken_cannot_be_void() -> None:
    state = claim(ready(), 0, 0, NOW)
    assert fold(state, RoundVoided(by_referee=True)) == state


def test_what_was_only_sensed_cannot_be_undone_what_was_decided_can() -> None:
    sensed = (
        RoundOpened(PIZZAS, NOW, 0),
        TokenRevealed(1, "fly", 13, NOW, NOW),
        RoundEnded(),
        RoundVoided(),
    )
    decided = (
        RoundOpened(PIZZAS, NOW, 0, by_referee=True),
        TokenRevealed(1, "fly", 13, NOW, NOW, by_referee=True),
        RoundVoided(by_referee=True),
        SlotCorrected(0, None),
        TokenHidden(2),
        accepted(0, 0, HAM),
    )
    assert not any(event.undoable for event in sensed)
    assert all(event.undoable for event in decided)


def test_a_verdict_of_the_table_itself_changes_nothing_whoever_pressed() -> None:
    """On hold, or from a seat that does not play."""
    assert fold(ready(), ClaimJudged(1, 5, 0, NOW, "on_hold")) == ready()


SEAT = SLOT = st.integers(0, 2)
PIECE = st.integers(1, 16)
NAME = st.sampled_from([*(pizza.name for pizza in BOX.pizzas), "calzone", None])
KIND = st.sampled_from([*BOX.counts, "anchovy"])
TIME = st.integers(0, 100 * SECOND)
EVENTS = st.one_of(
    st.builds(RoundOpened, st.tuples(NAME, NAME, NAME), TIME, SEAT, st.booleans()),
    st.builds(TokenRevealed, st.integers(0, 3), KIND, PIECE | st.none(), TIME, TIME, st.booleans()),
    st.builds(TokenHidden, PIECE),
    st.builds(SlotCorrected, SLOT, NAME),
    st.builds(RoundEnded),
    st.builds(RoundVoided, st.booleans()),
    st.builds(ClaimJudged, st.integers(1, 9), SEAT, SLOT, TIME, st.sampled_from([*Reason, "on_hold"]), NAME),
)


@given(st.lists(EVENTS, max_size=40))
def test_no_event_whatever_it_says_is_ever_an_error(events: list[Event]) -> None:
    state = table()
    for event in events:
        state = PARTY.apply(state, event)
        assert PARTY.view(state)["phase"] == state.phase
        PARTY.prompt(state)
        PARTY.on_time(state, NOW)
        verdict_on(state, 0, 0, NOW)


# After the table was cut off


def test_after_a_cut_on_the_same_clock_the_claims_of_before_still_count() -> None:
    state = PARTY.resume(ready(), same_clock=True)
    assert verdict_on(state, 0, 0, NOW + 1).reason == "accepted"
    assert verdict_on(state, 0, 0, NOW - 1).reason != "accepted"
    assert all(token.piece is None for token in state.tokens)


def test_after_a_restart_what_was_up_is_up() -> None:
    state = PARTY.resume(ready(), same_clock=False)
    assert verdict_on(state, 0, 0, 1).reason == "accepted"


def test_after_a_cut_the_same_tokens_are_not_revealed_twice() -> None:
    state = PARTY.resume(ready(), same_clock=True)
    shown = {number + 40: kind for number, kind in TOKEN_KINDS.items() if kind in (*FOR_MARGHERITA, "pepper")}
    seen = board(NOW)
    pieces = [replace(p, id=p.id + 40) for p in seen.pieces]
    pieces = [
        replace(board(NOW, up={p.id - 40: (OPENED, NOW)}).pieces[p.id - 41], id=p.id) if p.id in shown else p
        for p in pieces
    ]
    revealed = PARTY.observe(state, replace(seen, pieces=tuple(pieces)))
    assert [event.kind for event in revealed if isinstance(event, TokenRevealed)] == ["cheese", "cheese"]


def test_a_restart_while_a_round_closes_ends_it() -> None:
    state = PARTY.resume(claim(ready(), 0, 0, NOW), same_clock=False)
    assert PARTY.on_time(state, 1) == [RoundEnded()]
    assert verdict_on(state, 1, 1, 1).reason == "no_round"


def test_a_restart_with_no_round_open_changes_nothing() -> None:
    assert PARTY.resume(table(), same_clock=False) == table()
