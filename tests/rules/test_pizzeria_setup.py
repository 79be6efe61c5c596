"""Setup: slices by number of players, stacks, the knife, special offers."""

import pytest
from rules.pizzeria_builders import ADVANCED, ANIA, BASIC, BOX, CELINA, begun, seats

from device.rules.chance import Shuffled
from device.rules.pizzeria.state import Phase


@pytest.mark.parametrize(
    ("players", "slices", "stacks", "portions"),
    [(2, 47, 4, 4), (3, 69, 6, 3), (4, 47, 4, 4), (5, 58, 5, 5), (6, 69, 6, 6)],
)
def test_stacks_of_eleven_leave_three_slices_over(players: int, slices: int, stacks: int, portions: int) -> None:
    state = begun(BASIC, players)
    assert len(state.slices) == slices == 11 * stacks + 3
    assert [len(stack.slices) for stack in state.stacks] == [11] * stacks
    assert len(state.aside) == 3
    assert (state.rounds, state.cut_into) == (stacks, portions)


@pytest.mark.parametrize("players", [2, 4])
def test_two_or_four_players_return_values_3_8_10_and_the_mixed_8_10(players: int) -> None:
    values = {BOX.slice_by_id[piece].value for piece in begun(BASIC, players).slices}
    assert {(3,), (8,), (10,), (8, 10)}.isdisjoint(values)
    assert len([value for value in values if len(value) == 2]) == 3


def test_five_players_return_value_10_and_the_mixed_8_10() -> None:
    values = {BOX.slice_by_id[piece].value for piece in begun(BASIC, 5).slices}
    assert {(10,), (8, 10)}.isdisjoint(values)
    assert {(3,), (8,)} <= values


@pytest.mark.parametrize("players", [3, 6])
def test_three_or_six_players_use_all_slices(players: int) -> None:
    assert set(begun(BASIC, players).slices) == set(BOX.slice_by_id)


def test_the_table_says_who_takes_the_knife() -> None:
    assert begun(BASIC, 4, starter=CELINA).knife == CELINA


@pytest.mark.parametrize("settings", [{}, {"starter": 99}])
def test_else_the_oldest_player_takes_the_knife(settings: dict[str, int]) -> None:
    assert BASIC.setup(seats(4), settings).knife == ANIA


def test_nobody_can_act_before_the_slices_are_mixed() -> None:
    state = BASIC.setup(seats(3), {})
    assert BASIC.turns(state) == ()
    assert [BASIC.legal(state, seat.seat) for seat in seats(3)] == [[], [], []]
    asked = BASIC.chance(state)
    assert (asked.what, len(asked.items)) == ("slices", 69)


def test_basic_game_begins_when_the_slices_are_mixed() -> None:
    state = BASIC.setup(seats(3), {})
    state = BASIC.apply(state, Shuffled("slices", state.slices))
    assert BASIC.chance(state) is None
    assert state.phase is Phase.NEXT_PIZZA
    assert BASIC.turns(state) == (ANIA,)


def test_special_offers_lie_on_the_stacks_and_the_others_in_a_pile() -> None:
    state = begun(ADVANCED, 5, letters=("L", "K"))
    assert [stack.offer for stack in state.stacks] == ["L", "K", "A", "B", "C"]
    assert state.pile == ("D", "E", "F", "G", "H", "I", "J")


def test_advanced_game_mixes_special_offers_after_the_slices() -> None:
    state = ADVANCED.setup(seats(3), {})
    state = ADVANCED.apply(state, Shuffled("slices", state.slices))
    assert ADVANCED.chance(state).what == "offers"
    assert ADVANCED.turns(state) == ()


def test_P7_two_players_take_out_offers_D_and_F() -> None:
    state = begun(ADVANCED, 2)
    assert state.letters == ("A", "B", "C", "E", "G", "H", "I", "J", "K", "L")
    assert len(state.pile) == 6


def test_three_players_use_all_twelve_offers() -> None:
    assert len(begun(ADVANCED, 3).letters) == 12
