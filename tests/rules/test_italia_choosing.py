"""Phase 1: two cards are memorised, then visible cards are taken in turns."""

import pytest
from rules.italia_builders import ANIA, BARTEK, CELINA, GAME, choosing, dealt, done, ready, refusal

from device.rules.italia.actions import CallGo, PlaceFaceDown, TakeCard
from device.rules.italia.events import CardTaken, ChoosingBegan, LastCardsRemoved, Memorised
from device.rules.italia.state import Phase


def test_all_memorise_at_the_same_time_and_the_first_player_begins_when_all_are_done() -> None:
    state = dealt(3)
    assert GAME.turns(state) == (ANIA, BARTEK, CELINA)
    state, told = done(state, BARTEK, PlaceFaceDown())
    assert told == [Memorised(BARTEK)] and GAME.turns(state) == (ANIA, CELINA)
    state, _ = done(state, ANIA, PlaceFaceDown())
    state, told = done(state, CELINA, PlaceFaceDown())
    assert told == [Memorised(CELINA), ChoosingBegan(ANIA)]
    assert GAME.turns(state) == (ANIA,)


def test_nobody_lays_the_cards_down_twice() -> None:
    state, _ = done(dealt(2), ANIA, PlaceFaceDown())
    assert refusal(state, ANIA, PlaceFaceDown()).reason == "memorised"


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_taken_card_goes_on_top_of_the_pizza_deck_and_a_new_one_in_its_place(place: int) -> None:
    state = choosing(2)
    taken, refill = state.display[place], state.pile[0]
    after, told = done(state, ANIA, TakeCard(place))
    assert told == [CardTaken(ANIA, place, taken, refill, BARTEK)]
    assert after.player(ANIA).deck == (*state.player(ANIA).deck, taken)
    assert after.display[place] == refill
    assert [card for at, card in enumerate(after.display) if at != place] == [
        card for at, card in enumerate(state.display) if at != place
    ]
    assert GAME.turns(after) == (BARTEK,)


def test_the_last_turn_has_three_visible_cards_no_refill_and_removes_the_other_two() -> None:
    state = choosing(2)
    while state.pile:
        state, _ = done(state, GAME.turns(state)[0], TakeCard(0))
    visible = state.display
    assert None not in visible and GAME.turns(state) == (BARTEK,)
    state, told = done(state, BARTEK, TakeCard(1))
    assert told == [CardTaken(BARTEK, 1, visible[1], None, ANIA), LastCardsRemoved((visible[0], visible[2]))]
    assert state.phase is Phase.READY


@pytest.mark.parametrize("place", [-1, 3])
def test_there_are_three_places_only(place: int) -> None:
    assert refusal(choosing(2), ANIA, TakeCard(place)).reason == "no_place"


def test_cards_are_taken_in_turns() -> None:
    assert refusal(choosing(2), BARTEK, TakeCard(0)).reason == "not_your_turn"


def test_the_first_player_calls_go() -> None:
    state = ready(2)
    assert GAME.turns(state) == (ANIA,)
    assert refusal(state, BARTEK, CallGo()).reason == "not_your_turn"
    state, _ = done(state, ANIA, CallGo())
    assert state.phase is Phase.COMPOSING


def test_go_is_not_called_before_all_cards_are_taken() -> None:
    assert refusal(choosing(2), ANIA, CallGo()).reason == "not_now"
