"""Special offers D, E and F."""

from rules.pizzeria_builders import (
    ADVANCED,
    ANIA,
    BARTEK,
    CELINA,
    DAWID,
    PIZZA,
    after,
    begun,
    divided,
    given,
    refusal,
)

from device.rules.pizzeria.actions import ChooseFirst, Divide, LetBe, MoveSlice, PickSlice, ServePizza, TakePortion
from device.rules.pizzeria.state import Held, Portion

FIRST, SECOND, THIRD = ("feta-1", "feta-2", "feta-3"), ("cheese-1", "cheese-2"), ("salami-1",)


def with_D(seat):
    state = given(begun(ADVANCED, 3, letters="G"), held={seat: [Held("D", 0)]})
    return after(ADVANCED, state, (ANIA, ServePizza(0)))


def test_P16_D_takes_any_slice_before_the_division_and_the_ring_closes_to_ten() -> None:
    state = after(ADVANCED, with_D(CELINA), (CELINA, PickSlice("mushroom-1", True)))
    assert state.player(CELINA).eaten == ("mushroom-1",)
    assert state.pizza == tuple(piece for piece in PIZZA if piece != "mushroom-1")
    assert ADVANCED.turns(state) == (ANIA,)
    assert len(ADVANCED.legal(state, ANIA)) == 3 * 120 + 45
    assert refusal(ADVANCED, state, ANIA, Divide((0, 4, 10), offer=0)) == "cuts_range"


def test_P16_the_divider_may_use_D_too() -> None:
    state = after(ADVANCED, with_D(ANIA), (ANIA, PickSlice("feta-2", False)))
    assert state.player(ANIA).saved == ("feta-2",)
    assert ADVANCED.turns(state) == (ANIA,)


def test_P16_a_slice_without_leaves_can_only_be_saved() -> None:
    state = with_D(CELINA)
    assert refusal(ADVANCED, state, CELINA, PickSlice("pomodoro-1", True)) == "no_leaves"
    assert PickSlice("pomodoro-1", False) in ADVANCED.legal(state, CELINA)
    assert refusal(ADVANCED, state, CELINA, PickSlice("salami-9", False)) == "not_on_pizza"
    assert len(ADVANCED.legal(state, CELINA)) == 11 + 9 + 1  # saved, eaten, let be


def with_E(portions, order=(BARTEK, CELINA, ANIA), owner=BARTEK):
    state = given(begun(ADVANCED, 3), held={owner: [Held("E", 1)]}, round=2)
    return divided(state, portions, order)


def moves(state, seat):
    return {(action.slice, action.portion) for action in ADVANCED.legal(state, seat) if isinstance(action, MoveSlice)}


def test_P17_E_moves_a_slice_over_a_cut_to_the_portion_beside() -> None:
    state = with_E([FIRST, SECOND, THIRD])
    assert moves(state, BARTEK) == {("feta-1", 2), ("feta-3", 1), ("cheese-1", 0), ("cheese-2", 2)}
    moved = after(ADVANCED, state, (BARTEK, MoveSlice("feta-3", 1)))
    assert [portion.slices for portion in moved.portions] == [FIRST[:2], ("feta-3", *SECOND), THIRD]
    round_the_ring = after(ADVANCED, state, (BARTEK, MoveSlice("feta-1", 2)))
    assert [portion.slices for portion in round_the_ring.portions] == [FIRST[1:], SECOND, (*THIRD, "feta-1")]
    assert ADVANCED.turns(moved) == (BARTEK,)
    assert moves(moved, BARTEK) == set()
    assert refusal(ADVANCED, moved, BARTEK, MoveSlice("cheese-2", 2)) == "offer_spent"


def test_P17_E_refuses_anything_else_with_its_reason() -> None:
    state = with_E([FIRST, SECOND, THIRD])
    assert refusal(ADVANCED, state, BARTEK, MoveSlice("feta-2", 1)) == "not_on_edge"
    assert refusal(ADVANCED, state, BARTEK, MoveSlice("feta-1", 1)) == "no_neighbour"
    assert refusal(ADVANCED, state, BARTEK, MoveSlice("feta-1", 0)) == "no_neighbour"
    assert refusal(ADVANCED, state, BARTEK, MoveSlice("salami-1", 1)) == "nothing_left"
    assert refusal(ADVANCED, state, BARTEK, MoveSlice("bacon-1", 1)) == "not_on_table"
    assert refusal(ADVANCED, state, BARTEK, MoveSlice("feta-1", 3)) == "no_portion"


def test_P17_E_is_for_the_own_turn_before_choosing() -> None:
    state = with_E([FIRST, SECOND, THIRD], owner=CELINA)
    assert moves(state, CELINA) == set()
    assert refusal(ADVANCED, state, CELINA, MoveSlice("feta-3", 1)) == "offer_not_now"
    chosen = after(ADVANCED, with_E([FIRST, SECOND, THIRD]), (BARTEK, TakePortion(0)))
    assert refusal(ADVANCED, chosen, BARTEK, MoveSlice("cheese-2", 2)) == "offer_not_now"


def test_P17_both_portions_are_still_on_the_table() -> None:
    taken = Portion(SECOND, taken_by=CELINA)
    state = with_E([FIRST, taken, THIRD], (BARTEK, ANIA))
    assert moves(state, BARTEK) == {("feta-1", 2)}
    assert refusal(ADVANCED, state, BARTEK, MoveSlice("feta-3", 1)) == "no_neighbour"
    assert refusal(ADVANCED, state, BARTEK, MoveSlice("cheese-1", 0)) == "not_on_table"


def test_P17_an_offer_alone_has_no_neighbours_and_stays() -> None:
    state = with_E([FIRST, SECOND, Portion((), "G")])
    assert moves(state, BARTEK) == {("feta-1", 1), ("feta-3", 1), ("cheese-1", 0), ("cheese-2", 0)}
    assert refusal(ADVANCED, state, BARTEK, MoveSlice("feta-1", 2)) == "no_neighbour"


def test_P17_the_last_slice_may_go_if_an_offer_stays_but_the_offer_does_not_move() -> None:
    state = with_E([FIRST, SECOND, Portion(THIRD, "G")])
    assert {("salami-1", 0), ("salami-1", 1)} <= moves(state, BARTEK)
    state = after(ADVANCED, state, (BARTEK, MoveSlice("salami-1", 1)))
    assert state.portions == (Portion(FIRST), Portion((*SECOND, "salami-1")), Portion((), "G"))


def test_P11_E_waits_for_the_round_after_it_was_obtained() -> None:
    state = given(with_E([FIRST, SECOND, THIRD]), round=1)
    assert refusal(ADVANCED, state, BARTEK, MoveSlice("feta-3", 1)) == "offer_too_early"


def test_P12_E_may_be_used_in_the_last_round() -> None:
    state = given(with_E([FIRST, SECOND, THIRD]), round=6)
    assert state.last_round
    assert moves(state, BARTEK)


def with_F(owner, starter=ANIA):
    state = given(begun(ADVANCED, 4, letters="G", starter=starter), held={owner: [Held("F", 0)]})
    return after(ADVANCED, state, (starter, ServePizza(0)), (starter, Divide((0, 3, 6, 9), offer=0)))


def test_P18_F_chooses_first_and_the_others_keep_their_order() -> None:
    state = after(ADVANCED, with_F(DAWID), (DAWID, ChooseFirst()))
    assert state.order == (DAWID, BARTEK, CELINA, ANIA)
    assert ADVANCED.turns(state) == (DAWID,)


def test_P18_a_divider_may_use_F_and_the_seat_on_the_right_takes_the_last_portion() -> None:
    state = after(ADVANCED, with_F(ANIA), (ANIA, ChooseFirst()))
    assert state.order == (ANIA, BARTEK, CELINA, DAWID)


def test_P18_who_chooses_first_anyway_is_not_asked() -> None:
    state = with_F(BARTEK)
    assert state.asked is None
    assert refusal(ADVANCED, state, BARTEK, ChooseFirst()) == "offer_not_now"


def test_P18_F_is_gone_by_once_it_was_let_be() -> None:
    state = after(ADVANCED, with_F(DAWID), (DAWID, LetBe()))
    assert ADVANCED.turns(state) == (BARTEK,)
    assert refusal(ADVANCED, state, DAWID, ChooseFirst()) == "offer_not_now"
