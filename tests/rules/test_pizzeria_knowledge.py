"""What is known of Pizzeria's slices whatever the eyes see: which there are, and who saved which."""

from rules.pizzeria_builders import ANIA, BARTEK, BASIC, BOX, begun, divided, given

from device.rules.pizzeria import knowledge
from device.rules.pizzeria.state import Drawn, Phase, Portion, State

AREAS = {
    ANIA: ((0.0, 0.0), (500.0, 0.0), (500.0, 300.0)),
    BARTEK: ((600.0, 0.0), (1100.0, 0.0), (1100.0, 300.0)),
}
PORTIONS = (Portion(("feta-1", "shrimp/mushroom"), taken_by=BARTEK), Portion(("feta-2",)))


def serving() -> State:
    state = given(begun(BASIC, 3), saved={ANIA: ("bacon-1", "feta-3")})
    return divided(state, PORTIONS, (ANIA,), phase=Phase.SERVING, serving=0)


def test_the_box_says_how_many_there_are_of_each_look() -> None:
    counts = knowledge.in_the_box(BOX).counts["wedge"]
    assert sum(counts.values()) == 69
    assert counts["pomodoro/0"] == 2


def test_saved_slices_are_known_and_those_of_the_portion_may_come() -> None:
    [anias, barteks] = knowledge.in_front_of_seats(serving(), AREAS).areas
    assert (sum(anias.labels.values()), anias.unknown) == (2, 0)
    assert (sum(barteks.labels.values()), barteks.unknown) == (0, 2)
    assert knowledge.may_be_new(serving(), BARTEK)[1] == "shrimp+mushroom/0"
    assert len(knowledge.saved_before(serving(), serving().player(ANIA))) == 2


def test_a_drawn_slice_may_come_too() -> None:
    state = given(serving(), drawn=Drawn(ANIA, "ham-1"))
    assert [label.split("/")[0] for label in knowledge.may_be_new(state, ANIA)] == ["ham"]
