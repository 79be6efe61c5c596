"""Special offers: replaced in a wrong round, taken with a portion, used in their own moment."""

import pytest
from msgspec.structs import replace
from rules.pizzeria_builders import (
    ADVANCED,
    ANIA,
    BARTEK,
    BASIC,
    CELINA,
    after,
    begun,
    divided,
    given,
    refusal,
    told,
)

from device.rules.game import Action
from device.rules.pizzeria.actions import (
    ChooseFirst,
    Divide,
    DrawSlice,
    LetBe,
    MarkKind,
    PickSlice,
    Serve,
    ServePizza,
    TakePortion,
)
from device.rules.pizzeria.events import OfferAsked, OfferReplaced, PizzaServed
from device.rules.pizzeria.state import Held, Phase, Portion


def in_round(number, letters, players=4, **changes):
    """The stack with the first of these offers is about to be taken; the others lie on top of the pile."""
    state = begun(ADVANCED, players)
    stacks = tuple(replace(stack, offer=letters[0]) for stack in state.stacks[number - 1 :])
    return given(state, round=number - 1, stacks=stacks, pile=tuple(letters[1:]), **changes)


def test_the_offer_on_the_stack_is_read_aloud() -> None:
    state = in_round(2, "GH")
    served = told(ADVANCED, state, ANIA, ServePizza(0))
    assert served == [PizzaServed(ANIA, 0, state.stacks[0].slices, "G")]
    assert after(ADVANCED, state, (ANIA, ServePizza(0))).offer == "G"


def test_P8_A_is_replaced_in_the_first_round() -> None:
    state = in_round(1, "AGH")
    assert told(ADVANCED, state, ANIA, ServePizza(0))[1:] == [OfferReplaced("A", "G")]
    state = after(ADVANCED, state, (ANIA, ServePizza(0)))
    assert (state.offer, state.pile, state.sent_back) == ("G", ("H",), ("A",))


@pytest.mark.parametrize("number", [2, 3, 4])
def test_A_stays_in_a_later_round(number: int) -> None:
    assert after(ADVANCED, in_round(number, "AGH"), (ANIA, ServePizza(0))).offer == "A"


@pytest.mark.parametrize("letter", ["D", "E", "F"])
def test_P8_clock_offers_are_replaced_in_the_last_round(letter: str) -> None:
    assert after(ADVANCED, in_round(4, (letter, "A")), (ANIA, ServePizza(0))).offer == "A"
    assert after(ADVANCED, in_round(3, (letter, "A")), (ANIA, ServePizza(0))).offer == letter
    assert after(ADVANCED, in_round(1, (letter, "A")), (ANIA, ServePizza(0))).offer == letter


def test_P8_it_is_replaced_until_one_is_legal() -> None:
    state = after(ADVANCED, in_round(4, "DEFGH"), (ANIA, ServePizza(0)))
    assert (state.offer, state.pile, state.sent_back) == ("G", ("H",), ("D", "E", "F"))


def test_P8_E_is_replaced_in_the_last_round_of_two_players_too() -> None:
    assert after(ADVANCED, in_round(4, "EG", players=2), (ANIA, ServePizza(0))).offer == "G"


def test_who_takes_the_portion_gets_its_offer() -> None:
    state = in_round(2, "GH")
    state = after(ADVANCED, state, (ANIA, ServePizza(0)), (ANIA, Divide((0, 4, 8), offer=3)))
    state = after(ADVANCED, state, (BARTEK, TakePortion(3)))
    assert state.player(BARTEK).offers == (Held("G", 2),)
    assert ADVANCED.turns(state) == (CELINA,)  # nothing to save or eat


def test_flag_offers_are_never_asked_about_in_a_round() -> None:
    state = given(begun(ADVANCED, 3), held={BARTEK: [Held(letter, 0) for letter in "GHIJKL"]})
    state = after(ADVANCED, state, (ANIA, ServePizza(0)), (ANIA, Divide((0, 4, 8), offer=2)))
    assert ADVANCED.turns(state) == (BARTEK,)
    assert all(isinstance(action, TakePortion) for action in ADVANCED.legal(state, BARTEK))


def test_P9_D_is_asked_before_the_division_and_F_before_the_first_choice() -> None:
    state = given(begun(ADVANCED, 3, letters="G"), held={CELINA: [Held("D", 0), Held("F", 0)]})
    state = after(ADVANCED, state, (ANIA, ServePizza(0)))
    assert (ADVANCED.turns(state), state.asked.letter, state.phase) == ((CELINA,), "D", Phase.DIVIDING)
    assert refusal(ADVANCED, state, ANIA, Divide((0, 4, 8), offer=0)) == "not_your_turn"
    assert refusal(ADVANCED, state, CELINA, ChooseFirst()) == "offer_not_now"
    state = after(ADVANCED, state, (CELINA, LetBe()))
    assert ADVANCED.turns(state) == (ANIA,)
    assert refusal(ADVANCED, state, CELINA, PickSlice(state.pizza[0], False)) == "offer_not_now"
    division = Divide((0, 4, 8), offer=0)
    assert told(ADVANCED, state, ANIA, division)[-1] == OfferAsked(CELINA, "F")
    state = after(ADVANCED, state, (ANIA, division))
    assert refusal(ADVANCED, state, BARTEK, TakePortion(0)) == "not_your_turn"
    assert refusal(ADVANCED, state, CELINA, TakePortion(0)) == "not_now"


def test_P19_the_same_player_may_use_several_offers_in_a_round() -> None:
    state = given(begun(ADVANCED, 3, letters="G"), held={CELINA: [Held("D", 0), Held("F", 0)]})
    state = after(ADVANCED, state, (ANIA, ServePizza(0)))
    state = after(ADVANCED, state, (CELINA, PickSlice(state.pizza[0], False)))
    state = after(ADVANCED, state, (ANIA, Divide((0, 4, 8), offer=0)), (CELINA, ChooseFirst()))
    assert ADVANCED.turns(state) == (CELINA,)
    assert all(held.spent for held in state.player(CELINA).offers)


@pytest.mark.parametrize(("letter", "action"), [("D", PickSlice("feta-1", False)), ("F", ChooseFirst())])
def test_P11_a_clock_offer_waits_for_the_round_after_it_was_obtained(letter: str, action: Action) -> None:
    state = given(begun(ADVANCED, 3, letters="G"), held={CELINA: [Held(letter, 1)]})
    state = after(ADVANCED, state, (ANIA, ServePizza(0)))
    assert state.asked is None
    assert refusal(ADVANCED, state, CELINA, action) == "offer_too_early"
    state = after(ADVANCED, state, (ANIA, Divide((0, 4, 8), offer=0)))
    assert state.asked is None


def test_P12_a_clock_offer_obtained_earlier_may_be_used_in_the_last_round() -> None:
    state = in_round(4, "G", held={CELINA: [Held("D", 2), Held("F", 1)]})
    state = after(ADVANCED, state, (ANIA, ServePizza(0)))
    assert state.asked.letter == "D"
    state = after(ADVANCED, state, (CELINA, LetBe()), (ANIA, Divide((0, 4, 8, 9), offer=0)))
    assert state.asked.letter == "F"


def test_an_offer_let_be_is_asked_about_again_in_the_next_round() -> None:
    state = in_round(3, "G", players=3, held={CELINA: [Held("D", 1)]})
    state = after(ADVANCED, state, (ANIA, ServePizza(0)), (CELINA, LetBe()), (ANIA, Divide((0, 4, 8), offer=0)))
    state = replace(state, phase=Phase.NEXT_PIZZA, portions=(), order=(), knife=BARTEK)
    assert after(ADVANCED, state, (BARTEK, ServePizza(0))).asked.letter == "D"


def test_a_spent_offer_is_neither_asked_about_nor_used_again() -> None:
    state = given(begun(ADVANCED, 3, letters="G"), held={CELINA: [Held("D", 0, spent=True)]})
    state = after(ADVANCED, state, (ANIA, ServePizza(0)))
    assert state.asked is None
    assert refusal(ADVANCED, state, CELINA, PickSlice("feta-1", False)) == "offer_spent"


def test_nobody_uses_the_offer_of_another() -> None:
    state = given(begun(ADVANCED, 3, letters="G"), held={CELINA: [Held("D", 0)]})
    state = after(ADVANCED, state, (ANIA, ServePizza(0)))
    for action in (PickSlice("feta-1", False), ChooseFirst(), MarkKind("feta")):
        assert refusal(ADVANCED, state, BARTEK, action) == "offer_not_held"


def test_the_basic_game_has_no_offers() -> None:
    state = after(BASIC, begun(BASIC, 3), (ANIA, ServePizza(0)))
    assert state.offer is None
    assert refusal(BASIC, state, ANIA, ChooseFirst()) == "offer_not_held"


def taken_B(order=(BARTEK, CELINA, ANIA)):
    state = divided(begun(ADVANCED, 3), [Portion(("feta-1",), "B"), ("feta-2",), ("feta-3",)], order, round=1)
    return after(ADVANCED, state, (BARTEK, TakePortion(0)))


def test_P10_a_lightning_offer_is_asked_about_right_after_its_portion_is_served() -> None:
    state = taken_B()
    assert refusal(ADVANCED, state, BARTEK, DrawSlice(0)) == "offer_not_now"
    state = after(ADVANCED, state, (BARTEK, Serve()))
    assert (ADVANCED.turns(state), state.asked.letter) == ((BARTEK,), "B")


def test_P10_it_may_be_held_and_used_while_others_choose_and_serve() -> None:
    state = after(ADVANCED, taken_B(), (BARTEK, Serve()), (BARTEK, LetBe()))
    assert ADVANCED.turns(state) == (CELINA,)
    assert DrawSlice(2) in ADVANCED.legal(state, BARTEK)
    state = after(ADVANCED, state, (CELINA, TakePortion(1)))
    assert DrawSlice(2) in ADVANCED.legal(state, BARTEK)
    state = after(ADVANCED, state, (BARTEK, DrawSlice(2)))
    assert refusal(ADVANCED, state, BARTEK, DrawSlice(0)) == "offer_spent"


def test_P10_it_is_asked_about_once_more_when_the_round_ends_and_then_lost() -> None:
    state = after(ADVANCED, taken_B(), (BARTEK, Serve()), (BARTEK, LetBe()))
    state = after(ADVANCED, state, (CELINA, TakePortion(1)), (CELINA, Serve()), (ANIA, TakePortion(2)), (ANIA, Serve()))
    assert (ADVANCED.turns(state), state.phase) == ((BARTEK,), Phase.CLEARING)
    names = [type(event).__name__ for event in told(ADVANCED, state, BARTEK, LetBe())]
    assert names == ["OfferLeft", "OfferLost", "RoundEnded"]
    state = after(ADVANCED, state, (BARTEK, LetBe()))
    assert state.player(BARTEK).offers == (Held("B", 1, spent=True),)
    assert refusal(ADVANCED, state, BARTEK, DrawSlice(0)) == "offer_spent"


def test_P10_used_when_the_round_ends_it_lets_the_round_end() -> None:
    state = after(ADVANCED, taken_B((BARTEK,)), (BARTEK, Serve()))
    state = replace(state, aside=("pomodoro-1",))
    assert state.phase is Phase.CLEARING
    names = [type(event).__name__ for event in told(ADVANCED, state, BARTEK, DrawSlice(0))]
    assert names == ["SliceDrawn", "DrawnServed", "RoundEnded"]


def test_P10_with_two_players_it_is_asked_about_after_each_own_portion() -> None:
    portions = [Portion(("feta-1",), "B"), ("feta-2",), ("feta-3",), ("feta-4",)]
    state = divided(begun(ADVANCED, 2), portions, (BARTEK, ANIA, BARTEK, ANIA), round=1)
    state = after(ADVANCED, state, (BARTEK, TakePortion(0)), (BARTEK, Serve()), (BARTEK, LetBe()))
    state = after(ADVANCED, state, (ANIA, TakePortion(1)), (ANIA, Serve()))
    assert DrawSlice(0) in ADVANCED.legal(state, BARTEK)  # before its second choice
    state = after(ADVANCED, state, (BARTEK, TakePortion(2)))
    assert refusal(ADVANCED, state, BARTEK, DrawSlice(0)) == "offer_not_now"
    state = after(ADVANCED, state, (BARTEK, Serve()))
    assert ADVANCED.turns(state) == (BARTEK,)
    assert state.asked.letter == "B"
