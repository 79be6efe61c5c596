"""Special offers A, B and C."""

from rules.pizzeria_builders import ADVANCED, BARTEK, CELINA, after, begun, explained, given, points, refusal, told

from device.rules.pizzeria.actions import DrawSlice, EatSaved, LetBe, MarkKind, ServeDrawn, TakePortion
from device.rules.pizzeria.events import DrawnServed, SliceDrawn
from device.rules.pizzeria.state import Asked, Held, Phase, Portion

ASIDE = ("bacon-1", "pomodoro-2", "feta-6")
SAVED = ("feta-1", "shrimp/mushroom", "cheese-1", "pomodoro-1", "feta-2")


def asking(letter, saved=SAVED):
    """Bartek has just served and is asked about this offer; Celina chooses next."""
    state = given(begun(ADVANCED, 3), saved={BARTEK: saved}, held={BARTEK: [Held(letter, 2)]}, aside=ASIDE, round=2)
    portions = (Portion(("salami-1",)), Portion(("salami-2",)))
    asked = Asked(BARTEK, letter)
    return given(state, phase=Phase.CHOOSING, portions=portions, order=(CELINA,), asked=asked)


def test_P13_A_eats_one_or_two_saved_slices_with_leaves_of_any_kinds() -> None:
    state = asking("A")
    pairs = [("feta-1", "cheese-1"), ("feta-1", "feta-2"), ("cheese-1", "feta-2")]
    singles = [("feta-1",), ("cheese-1",), ("feta-2",)]
    assert ADVANCED.legal(state, BARTEK) == (*map(EatSaved, (*singles, *pairs)), LetBe())
    state = after(ADVANCED, state, (BARTEK, EatSaved(("feta-1", "cheese-1"))))
    assert state.player(BARTEK).saved == ("shrimp/mushroom", "pomodoro-1", "feta-2")
    assert state.player(BARTEK).eaten == ("feta-1", "cheese-1")
    assert state.player(BARTEK).offers == (Held("A", 2, spent=True),)
    assert ADVANCED.turns(state) == (CELINA,)


def test_P13_A_refuses_anything_else_with_its_reason() -> None:
    state = asking("A")
    assert refusal(ADVANCED, state, BARTEK, EatSaved(())) == "how_many_saved"
    assert refusal(ADVANCED, state, BARTEK, EatSaved(("feta-1", "cheese-1", "feta-2"))) == "how_many_saved"
    assert refusal(ADVANCED, state, BARTEK, EatSaved(("cheese-2",))) == "not_saved"
    assert refusal(ADVANCED, state, BARTEK, EatSaved(("pomodoro-1",))) == "no_leaves"
    assert refusal(ADVANCED, state, BARTEK, EatSaved(("feta-2", "feta-1"))) == "eating_order"
    assert refusal(ADVANCED, state, BARTEK, EatSaved(("feta-1", "feta-1"))) == "eating_order"


def test_A_and_C_are_not_asked_about_when_nothing_can_be_done_with_them() -> None:
    for letter in "AC":
        state = given(asking(letter, saved=()), asked=None, phase=Phase.CHOOSING, order=(BARTEK,))
        state = given(state, portions=(Portion(()),))
        names = [type(event).__name__ for event in told(ADVANCED, state, BARTEK, TakePortion(0))]
        assert names == ["PortionTaken", "Served", "OfferLost", "RoundEnded"]


def test_P14_B_draws_one_of_the_three_slices_blindly_to_eat_or_save_it() -> None:
    state = asking("B")
    assert ADVANCED.legal(state, BARTEK) == (DrawSlice(0), DrawSlice(1), DrawSlice(2), LetBe())
    assert told(ADVANCED, state, BARTEK, DrawSlice(0)) == [SliceDrawn(BARTEK, 0, "bacon-1")]
    drawn = after(ADVANCED, state, (BARTEK, DrawSlice(0)))
    assert ADVANCED.turns(drawn) == (BARTEK,)
    assert drawn.aside == ("pomodoro-2", "feta-6")
    assert refusal(ADVANCED, drawn, CELINA, TakePortion(0)) == "not_your_turn"
    assert refusal(ADVANCED, drawn, CELINA, ServeDrawn(True)) == "not_your_turn"
    assert refusal(ADVANCED, drawn, BARTEK, TakePortion(0)) == "not_now"
    eaten = after(ADVANCED, drawn, (BARTEK, ServeDrawn(True)))
    assert eaten.player(BARTEK).eaten == ("bacon-1",)
    saved = after(ADVANCED, drawn, (BARTEK, ServeDrawn(False)))
    assert saved.player(BARTEK).saved == (*SAVED, "bacon-1")
    assert ADVANCED.turns(saved) == (CELINA,)


def test_P14_a_drawn_slice_without_leaves_is_saved() -> None:
    state = asking("B")
    events = told(ADVANCED, state, BARTEK, DrawSlice(1))
    assert events == [SliceDrawn(BARTEK, 1, "pomodoro-2"), DrawnServed(BARTEK, "pomodoro-2", eaten=False)]


def test_B_draws_only_what_lies_there() -> None:
    assert refusal(ADVANCED, asking("B"), BARTEK, DrawSlice(3)) == "no_place"
    assert refusal(ADVANCED, asking("B"), BARTEK, DrawSlice(-1)) == "no_place"


def test_B_may_be_used_while_somebody_serves_who_then_goes_on() -> None:
    state = given(asking("B"), asked=None, left="B")
    state = after(ADVANCED, state, (CELINA, TakePortion(0)), (BARTEK, DrawSlice(2)))
    assert ADVANCED.turns(state) == (BARTEK,)
    state = after(ADVANCED, state, (BARTEK, ServeDrawn(True)))
    assert (ADVANCED.turns(state), state.phase) == ((CELINA,), Phase.SERVING)


def test_P15_C_needs_a_saved_slice_of_the_kind_be_it_half_a_slice_or_pomodoro() -> None:
    state = asking("C")
    kinds = ("feta", "shrimp", "mushroom", "cheese", "pomodoro")
    assert ADVANCED.legal(state, BARTEK) == (*map(MarkKind, kinds), LetBe())
    assert refusal(ADVANCED, state, BARTEK, MarkKind("bacon")) == "kind_not_saved"
    assert refusal(ADVANCED, state, BARTEK, MarkKind("anchovy")) == "kind_not_saved"
    assert after(ADVANCED, state, (BARTEK, MarkKind("feta"))).player(BARTEK).offers == (Held("C", 2, True, "feta"),)


def test_P15_C_counts_later_slices_too_and_mixed_ones_as_halves() -> None:
    state = after(ADVANCED, asking("C"), (BARTEK, MarkKind("shrimp")))
    assert points(ADVANCED, state, BARTEK)["C"] == 1
    state = given(state, saved={BARTEK: (*SAVED, "shrimp-1", "shrimp-2")})
    assert points(ADVANCED, state, BARTEK)["C"] == 5
    assert "offer C: a point for each saved slice of shrimp" in explained(ADVANCED, state, BARTEK)


def test_P15_C_counts_whether_or_not_its_owner_leads() -> None:
    state = given(after(ADVANCED, asking("C"), (BARTEK, MarkKind("feta"))), saved={CELINA: ("feta-3",) * 3})
    assert points(ADVANCED, state, BARTEK)["C"] == 4
    assert points(ADVANCED, state, BARTEK)["behind"] == 0


def test_P15_C_on_pomodoro_counts_each_of_its_slices() -> None:
    state = after(ADVANCED, asking("C"), (BARTEK, MarkKind("pomodoro")))
    assert points(ADVANCED, state, BARTEK)["C"] == 2


def test_P15_C_lost_or_not_placed_brings_nothing() -> None:
    assert "C" not in points(ADVANCED, asking("C"), BARTEK)
    assert "C" not in points(ADVANCED, given(asking("C"), held={BARTEK: [Held("C", 2, spent=True)]}), BARTEK)
