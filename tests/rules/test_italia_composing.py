"""Phase 2: cards are placed and taken back at the ends of the own sequence, until somebody slaps the table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rules.italia_builders import (
    ANIA,
    BARTEK,
    GAME,
    OTHER_SIX,
    SIX,
    choosing,
    composing,
    done,
    ready,
    refusal,
    row,
    with_rows,
)

from device.rules.game import Action
from device.rules.italia.actions import CallGo, PlaceCard, Slap, TakeBack
from device.rules.italia.composing import slap, slappers
from device.rules.italia.events import RoundScored, TableSlapped
from device.rules.italia.play import with_what_follows
from device.rules.italia.state import End, Phase, State

MS = 1_000_000


@pytest.fixture
def state() -> State:
    return composing(SIX, OTHER_SIX)


def placed(state: State, *steps: tuple[str, End]) -> State:
    for card, end in steps:
        state, _ = done(state, ANIA, PlaceCard(card.removeprefix("~"), end, card.startswith("~")))
    return state


def test_all_compose_at_the_same_time(state: State) -> None:
    assert GAME.turns(state) == (ANIA, BARTEK)
    assert GAME.legal(state, ANIA) and GAME.legal(state, BARTEK)


def test_cards_go_to_either_end_upright_or_turned(state: State) -> None:
    after = placed(state, (SIX[0], End.RIGHT), (f"~{SIX[1]}", End.RIGHT), (SIX[2], End.LEFT))
    assert after.player(ANIA).row == row(SIX[2], SIX[0], f"~{SIX[1]}")
    assert after.player(ANIA).deck == SIX[3:]
    assert after.player(BARTEK) == state.player(BARTEK)


@pytest.mark.parametrize(("end", "left"), [(End.LEFT, SIX[1]), (End.RIGHT, SIX[0])])
def test_an_end_card_can_be_taken_back(state: State, end: End, left: str) -> None:
    state = placed(state, (SIX[0], End.RIGHT), (SIX[1], End.RIGHT))
    state, _ = done(state, ANIA, TakeBack(end))
    assert state.player(ANIA).row == row(left)
    assert sorted((*state.player(ANIA).deck, left)) == sorted(SIX)


def test_wrong_sequences_can_be_placed_and_are_judged_at_the_slap_alone(state: State) -> None:
    after = placed(state, ("chili|mozzarella3*-1", End.RIGHT), ("onion|cheese-1", End.RIGHT))
    assert len(after.player(ANIA).row) == 2


def test_the_list_has_two_ways_and_two_ends_for_each_card_and_no_doubles(state: State) -> None:
    assert len(GAME.legal(state, ANIA)) == 6 * 2 + 1
    one = placed(state, (SIX[0], End.RIGHT))
    assert len(GAME.legal(one, ANIA)) == 5 * 4 + 1 + 1
    two = placed(one, (SIX[1], End.LEFT))
    options = GAME.legal(two, ANIA)
    assert len(options) == len(set(options)) == 4 * 4 + 2 + 1


@pytest.mark.parametrize(
    ("cards", "action", "reason"),
    [
        ((), PlaceCard(OTHER_SIX[0], End.RIGHT), "not_in_hand"),
        ((), PlaceCard("no card", End.RIGHT), "not_in_hand"),
        ((SIX[0],), PlaceCard(SIX[0], End.RIGHT), "not_in_hand"),
        ((), PlaceCard(SIX[0], End.LEFT), "first_card"),
        ((), TakeBack(End.RIGHT), "nothing_placed"),
        ((SIX[0],), TakeBack(End.LEFT), "only_card"),
        ((), CallGo(), "not_now"),
    ],
)
def test_what_cannot_be_done_is_refused_with_its_reason(
    state: State, cards: tuple[str, ...], action: Action, reason: str
) -> None:
    state = placed(state, *((card, End.RIGHT) for card in cards))
    assert refusal(state, ANIA, action).reason == reason
    assert action not in GAME.legal(state, ANIA)


def test_the_first_slap_ends_the_phase_for_all(state: State) -> None:
    after, told = done(state, BARTEK, Slap())
    assert told[0] == TableSlapped((BARTEK,))
    assert isinstance(told[1], RoundScored) and told[1].scored.slappers == (BARTEK,)
    assert after.phase is Phase.SHUFFLING
    assert refusal(after, ANIA, Slap()).reason == "shuffling"


def test_I12_a_slap_is_legal_at_once_and_wins_with_a_valid_pizza() -> None:
    state = composing(SIX, OTHER_SIX)
    assert Slap() in GAME.legal(state, ANIA)
    quick = with_rows(row("salami|egg-1", "egg|egg-1"), (), unused=(4, 6))
    after, _ = done(quick, ANIA, Slap())
    assert after.scored and after.scored.winner == ANIA


@pytest.mark.parametrize("action", [PlaceCard(SIX[0], End.RIGHT), TakeBack(End.RIGHT), Slap()])
@pytest.mark.parametrize("state", [choosing(2), ready(2)])
def test_I14_touching_the_cards_before_go_is_warned_of_and_nothing_worse(state: State, action: Action) -> None:
    assert refusal(state, ANIA, action).reason == "before_go"
    assert not any(isinstance(option, type(action)) for option in GAME.legal(state, ANIA))


def test_I10_several_slaps_at_the_same_time_are_all_the_slapper() -> None:
    state = with_rows(row("salami|egg-1", "egg|egg-1"), row("chili|egg-1", "egg|mozzarella3*-1"), unused=(4, 4))
    told = with_what_follows(state, slap((ANIA, BARTEK)))
    assert isinstance(told[1], RoundScored) and told[1].scored.slappers == (ANIA, BARTEK)


def test_I10_the_earliest_slap_counts_and_those_inside_of_the_window() -> None:
    presses = ((BARTEK, 103 * MS), (ANIA, 100 * MS), (BARTEK, 104 * MS))
    assert slappers(presses, 3 * MS) == (ANIA,)
    assert slappers(presses, 3 * MS + 1) == (ANIA, BARTEK)
    assert slappers(presses, 10 * MS) == (ANIA, BARTEK)
    assert slappers(presses, 0) == (ANIA,)
    assert slappers(((ANIA, 5), (BARTEK, 5)), 0) == (ANIA, BARTEK)
    assert slappers((), MS) == ()


@given(st.data())
def test_act_takes_what_legal_lists_and_nothing_else(data: st.DataObject) -> None:
    state = composing(SIX, OTHER_SIX)
    cards = st.sampled_from((*SIX, *OTHER_SIX[:2]))
    ends, turned = st.sampled_from(End), st.booleans()
    anything = st.one_of(
        st.builds(PlaceCard, cards, ends, turned), st.builds(TakeBack, ends), st.just(CallGo()), st.just(Slap())
    )
    for action in data.draw(st.lists(anything, max_size=12)):
        listed = action in GAME.legal(state, ANIA)
        assert listed == isinstance(GAME.act(state, ANIA, action), list)
        if listed and not isinstance(action, Slap):
            state, _ = done(state, ANIA, action)
