"""Served to the table: a pizza in the order of its stack, divided into portions."""

import pytest
from rules.pizzeria_builders import (
    ADVANCED,
    ANIA,
    BARTEK,
    BASIC,
    CELINA,
    DAWID,
    PIZZA,
    after,
    begun,
    refusal,
    told,
)

from device.rules.pizzeria.actions import Divide, ServePizza, TakePortion
from device.rules.pizzeria.events import Divided, PizzaServed
from device.rules.pizzeria.served import all_divisions
from device.rules.pizzeria.state import Portion


def on_table(game=BASIC, players=4, letters=("G",)):
    return after(game, begun(game, players, letters=letters), (ANIA, ServePizza(0)))


def test_the_knife_takes_any_stack_that_is_left() -> None:
    state = begun(BASIC, 4)
    assert BASIC.legal(state, ANIA) == (ServePizza(0), ServePizza(1), ServePizza(2), ServePizza(3))
    assert refusal(BASIC, state, BARTEK, ServePizza(0)) == "not_your_turn"
    assert refusal(BASIC, state, ANIA, ServePizza(4)) == "no_stack"
    assert refusal(BASIC, state, ANIA, ServePizza(-1)) == "no_stack"


def test_slices_lie_in_the_order_of_the_stack() -> None:
    state = begun(BASIC, 4)
    assert told(BASIC, state, ANIA, ServePizza(0)) == [PizzaServed(ANIA, 0, PIZZA)]
    other = after(BASIC, state, (ANIA, ServePizza(2)))
    assert other.pizza == state.stacks[2].slices
    assert other.stacks == (state.stacks[0], state.stacks[1], state.stacks[3])


@pytest.mark.parametrize(("portions", "divisions"), [(3, 165), (4, 330), (5, 462), (6, 462)])
def test_P2_portions_are_arcs_of_a_ring_of_eleven(portions: int, divisions: int) -> None:
    assert len(set(all_divisions(11, portions, offer=False))) == divisions


def test_P2_the_last_portion_goes_on_round_to_the_first_cut() -> None:
    division = told(BASIC, on_table(), ANIA, Divide((1, 3, 4, 9)))
    portions = (Portion(PIZZA[1:3]), Portion(PIZZA[3:4]), Portion(PIZZA[4:9]), Portion(PIZZA[9:] + PIZZA[:1]))
    assert division == [Divided(ANIA, portions, (BARTEK, CELINA, DAWID, ANIA))]


def test_P1_every_portion_has_a_slice() -> None:
    state = on_table()
    assert refusal(BASIC, state, ANIA, Divide((1, 3, 3, 9))) == "cuts_order"
    for division in BASIC.legal(state, ANIA):
        assert all(portion.slices for portion in after(BASIC, state, (ANIA, division)).portions)


def test_P1_an_offer_may_be_a_portion_alone_but_no_portion_is_empty() -> None:
    state = on_table(ADVANCED)
    for division in ADVANCED.legal(state, ANIA):
        portions = after(ADVANCED, state, (ANIA, division)).portions
        assert len(portions) == 4
        assert all(portion.slices or portion.offer for portion in portions)


@pytest.mark.parametrize(("players", "placed", "alone"), [(2, 330, 165), (3, 165, 55), (5, 462, 330)])
def test_P26_an_offer_alone_is_one_of_the_portions(players: int, placed: int, alone: int) -> None:
    state = on_table(ADVANCED, players)
    divisions = ADVANCED.legal(state, ANIA)
    assert len(divisions) == placed * state.cut_into + alone
    assert len(set(divisions)) == len(divisions)


def test_an_offer_lies_on_the_portion_where_it_was_placed() -> None:
    state = after(ADVANCED, on_table(ADVANCED), (ANIA, Divide((0, 2, 5, 8), offer=2)))
    assert [portion.offer for portion in state.portions] == [None, None, "G", None]
    alone = after(ADVANCED, on_table(ADVANCED), (ANIA, Divide((0, 2, 5), offer=3)))
    assert alone.portions[3] == Portion((), "G")
    assert alone.portions[2] == Portion(PIZZA[5:])


@pytest.mark.parametrize(
    ("division", "reason"),
    [
        (Divide((0, 2, 5)), "cuts_number"),
        (Divide((0, 2, 5, 7, 9)), "cuts_number"),
        (Divide(()), "cuts_number"),
        (Divide((0, 2, 5, 11)), "cuts_range"),
        (Divide((-1, 2, 5, 9)), "cuts_range"),
        (Divide((2, 0, 5, 9)), "cuts_order"),
        (Divide((0, 2, 5, 9), offer=0), "no_offer"),
        (Divide((0, 2, 5), offer=3), "no_offer"),
    ],
)
def test_a_division_that_cannot_be_says_why(division: Divide, reason: str) -> None:
    assert refusal(BASIC, on_table(), ANIA, division) == reason


@pytest.mark.parametrize(
    ("division", "reason"),
    [
        (Divide((0, 2, 5, 9)), "offer_forgotten"),
        (Divide((0, 2, 5, 9), offer=4), "offer_place"),
        (Divide((0, 2, 5, 9), offer=-1), "offer_place"),
        (Divide((0, 2, 5), offer=1), "cuts_number"),
        (Divide((0, 2), offer=2), "cuts_number"),
    ],
)
def test_a_division_takes_the_offer_into_account(division: Divide, reason: str) -> None:
    assert refusal(ADVANCED, on_table(ADVANCED), ANIA, division) == reason


def test_nobody_else_divides_and_nobody_chooses_before() -> None:
    state = on_table()
    assert refusal(BASIC, state, BARTEK, Divide((0, 2, 5, 9))) == "not_your_turn"
    assert refusal(BASIC, state, ANIA, TakePortion(0)) == "not_now"


def test_two_players_divide_into_four_portions() -> None:
    state = on_table(BASIC, 2)
    assert len(BASIC.legal(state, ANIA)) == 330
