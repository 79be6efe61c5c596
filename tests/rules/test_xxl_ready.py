"""Ready Pizza: three toppings and a cheese face up, at the time of the touch (X1)."""

import pytest
from rules.xxl_builders import FOR_MARGHERITA, HAM, MARGHERITA, OPENED, PEPPER, SECOND, opened, reveal

from device.rules.xxl.ready import Readiness, Span, readiness, ready_span

UP = OPENED + SECOND


def test_x1_three_toppings_and_a_cheese_make_a_pizza_ready_from_the_moment_of_the_last() -> None:
    state = reveal(reveal(opened(), "mushroom", "tomato", "cheese", at_ns=UP), "onion", at_ns=UP + 5)
    assert readiness(state, MARGHERITA, UP + 4, 0) is Readiness.NO
    assert readiness(state, MARGHERITA, UP + 5, 0) is Readiness.YES


@pytest.mark.parametrize("missing", FOR_MARGHERITA)
def test_x1_without_any_one_of_the_four_it_is_not_ready(missing: str) -> None:
    state = reveal(opened(), *(kind for kind in FOR_MARGHERITA if kind != missing), "pepper", "fly")
    assert readiness(state, MARGHERITA, UP + SECOND, 0) is Readiness.NO
    assert ready_span(state, MARGHERITA) is None


def test_more_cheese_is_no_topping() -> None:
    state = reveal(opened(), "mushroom", "tomato", "cheese", "cheese", "cheese")
    assert readiness(state, MARGHERITA, UP + SECOND, 0) is Readiness.NO


def test_the_first_cheese_counts_not_the_last() -> None:
    state = reveal(reveal(opened(), *FOR_MARGHERITA, at_ns=UP), "cheese", at_ns=UP + SECOND)
    assert readiness(state, MARGHERITA, UP, 0) is Readiness.YES
    assert ready_span(state, MARGHERITA) == Span(UP, UP)


def test_two_pizzas_can_be_ready_at_once() -> None:
    state = reveal(opened(), *FOR_MARGHERITA, "pepper")
    ready = [pizza for pizza in (MARGHERITA, PEPPER, HAM) if readiness(state, pizza, UP, 0) is Readiness.YES]
    assert ready == [MARGHERITA, PEPPER]


def test_between_two_pictures_nobody_can_tell() -> None:
    state = reveal(reveal(opened(), "mushroom", "tomato", "cheese"), "onion", after_ns=UP, at_ns=UP + 10)
    answers = [readiness(state, MARGHERITA, UP + later, 0) for later in (0, 1, 9, 10)]
    assert answers == [Readiness.NO, Readiness.UNSURE, Readiness.UNSURE, Readiness.YES]
    assert ready_span(state, MARGHERITA) == Span(UP, UP + 10)


def test_a_pizza_is_ready_with_the_last_of_its_kinds_and_with_the_first_of_a_kind() -> None:
    state = reveal(opened(), "mushroom", "tomato", "onion", after_ns=UP, at_ns=UP + 10)
    state = reveal(state, "cheese", after_ns=UP + 20, at_ns=UP + 60)
    state = reveal(state, "cheese", after_ns=UP + 30, at_ns=UP + 40)
    assert ready_span(state, MARGHERITA) == Span(UP + 20, UP + 40)


def test_a_token_out_of_sight_may_be_the_missing_one() -> None:
    state = reveal(opened(), "mushroom", "tomato", "cheese")
    assert readiness(state, MARGHERITA, UP, 1) is Readiness.UNSURE


def test_one_token_out_of_sight_cannot_be_two_missing_ones() -> None:
    state = reveal(opened(), "mushroom", "cheese")
    assert readiness(state, MARGHERITA, UP, 1) is Readiness.NO
    assert readiness(state, MARGHERITA, UP, 2) is Readiness.UNSURE


def test_a_token_out_of_sight_cannot_be_one_that_was_turned_later() -> None:
    state = reveal(reveal(opened(), "mushroom", "tomato", "cheese"), "onion", at_ns=UP + SECOND)
    assert readiness(state, MARGHERITA, UP, 1) is Readiness.NO  # the only onion was seen face down after the touch


def test_another_cheese_may_have_been_up_out_of_sight() -> None:
    state = reveal(reveal(opened(), "mushroom", "tomato", "onion"), "cheese", at_ns=UP + SECOND)
    assert readiness(state, MARGHERITA, UP, 1) is Readiness.UNSURE
