"""End of game (advanced): offer J before scoring, and the points of G, H, K and L."""

import pytest
from msgspec.structs import replace
from rules.pizzeria_builders import (
    ADVANCED,
    ANIA,
    BARTEK,
    BOX,
    CELINA,
    BareBox,
    after,
    begun,
    divided,
    given,
    points,
    refusal,
    slices_of,
    told,
)

from device.rules.pizzeria.actions import EatKind, LetBe, Serve, TakePortion
from device.rules.pizzeria.events import GameEnded, OfferAsked
from device.rules.pizzeria.state import Held, Phase, Portion


def having(letter, saved=(), eaten=()):
    return given(begun(ADVANCED, 3), {ANIA: saved}, {ANIA: eaten}, {ANIA: [Held(letter, 1)]})


def test_P20_G_brings_five_points() -> None:
    assert points(ADVANCED, having("G"), ANIA) == {"G": 10}


@pytest.mark.parametrize(
    ("saved", "kinds"),
    [
        ((), 0),
        (("feta-1", "feta-2"), 1),
        (("shrimp/mushroom",), 2),
        (("shrimp/mushroom", "shrimp-1"), 2),
        (("pomodoro-1",), 1),
        (("pomodoro-1", "pomodoro-2", "feta-1"), 2),
        (tuple(piece.id for piece in BOX.slices), 10),
    ],
)
def test_P21_H_counts_mixed_slices_as_both_kinds_and_pomodoro_as_one(saved: tuple[str, ...], kinds: int) -> None:
    assert points(ADVANCED, having("H", saved), ANIA)["H"] == 2 * kinds


@pytest.mark.parametrize(("eaten", "kinds"), [((), 0), (("feta-1", "feta-2"), 1), (("feta-1", "cheese-1"), 2)])
def test_P24_K_counts_the_kinds_eaten(eaten: tuple[str, ...], kinds: int) -> None:
    assert points(ADVANCED, having("K", ("salami-1",), eaten), ANIA)["K"] == 2 * kinds


@pytest.mark.parametrize(
    ("eaten", "most"),
    [((), 0), (slices_of("feta", 3), 3), ((*slices_of("feta", 2), *slices_of("cheese", 2), "salami-1"), 2)],
)
def test_P25_L_counts_the_largest_group_eaten_once(eaten: tuple[str, ...], most: int) -> None:
    assert points(ADVANCED, having("L", (), eaten), ANIA)["L"] == 2 * most


def at_the_end(saved, box=BOX, **more):
    """Bartek takes the last portion of the last round, an offer that does nothing now; Ania holds J."""
    state = given(begun(ADVANCED, 3), {ANIA: saved}, held={ANIA: [Held("J", 1), *more.pop("held", ())]}, **more)
    state = divided(state, [Portion((), "G")], (BARTEK,), round=6, components=box)
    return after(ADVANCED, state, (BARTEK, TakePortion(0)))


SAVED = ("feta-1", "pomodoro-1", "shrimp/mushroom", "mushroom-1", "feta-2")


def test_P23_J_is_asked_about_before_scoring() -> None:
    state = at_the_end(SAVED)
    assert (state.phase, ADVANCED.turns(state), ADVANCED.outcome(state)) == (Phase.DESSERT, (ANIA,), None)
    assert ADVANCED.legal(state, ANIA) == (EatKind("feta"), EatKind("mushroom"), LetBe())
    assert told(ADVANCED, state, ANIA, EatKind("feta"))[-1] == GameEnded()
    state = after(ADVANCED, state, (ANIA, EatKind("feta")))
    assert state.player(ANIA).eaten == ("feta-1", "feta-2")
    assert ADVANCED.outcome(state) is not None


def test_P23_J_may_be_let_be() -> None:
    state = after(ADVANCED, at_the_end(SAVED), (ANIA, LetBe()))
    assert state.phase is Phase.OVER
    assert state.player(ANIA).saved == SAVED


def test_P23_mixed_slices_stay_saved() -> None:
    state = after(ADVANCED, at_the_end(SAVED), (ANIA, EatKind("mushroom")))
    assert state.player(ANIA).eaten == ("mushroom-1",)
    assert "shrimp/mushroom" in state.player(ANIA).saved


@pytest.mark.parametrize("kind", ["pomodoro", "shrimp", "cheese", "anchovy"])
def test_P23_a_kind_without_leaves_cannot_be_eaten(kind: str) -> None:
    assert refusal(ADVANCED, at_the_end(SAVED), ANIA, EatKind(kind)) == "kind_not_eatable"


def test_P23_slices_of_the_kind_without_leaves_stay_saved() -> None:
    state = at_the_end(SAVED, BareBox("feta-2"))
    state = after(ADVANCED, state, (ANIA, EatKind("feta")))
    assert state.player(ANIA).eaten == ("feta-1",)
    assert state.player(ANIA).saved == SAVED[1:]


def test_P23_leads_and_the_other_offers_count_after_J() -> None:
    saved = {ANIA: ("feta-1", "feta-2"), BARTEK: ("feta-3",)}
    more = [Held("C", 1, True, "feta"), Held("H", 2), Held("K", 3), Held("L", 4)]
    state = at_the_end(saved[ANIA], held=more)
    state = given(state, {BARTEK: saved[BARTEK]})
    before = points(ADVANCED, state, ANIA)
    assert before == {"lead": 12, "C": 4, "H": 2, "K": 0, "L": 0}
    state = after(ADVANCED, state, (ANIA, EatKind("feta")))
    assert points(ADVANCED, state, ANIA) == {"leaves": 4, "C": 0, "H": 0, "K": 2, "L": 4}
    assert points(ADVANCED, state, BARTEK) == {"lead": 12, "G": 10}


def test_P5_slices_eaten_by_J_count_in_a_tie() -> None:
    state = at_the_end(("feta-1", "feta-2"))
    state = given(state, eaten={CELINA: ("cheese-1", "cheese-2", "cheese-3", "feta-3")}, held={BARTEK: ()})
    assert ADVANCED.outcome(after(ADVANCED, state, (ANIA, EatKind("feta")))).winners == (CELINA,)
    tied = given(state, eaten={CELINA: ("mushroom-1",)})
    assert ADVANCED.outcome(after(ADVANCED, tied, (ANIA, EatKind("feta")))).winners == (ANIA,)


def test_J_is_not_asked_about_when_nothing_can_be_eaten() -> None:
    assert at_the_end(("pomodoro-1",)).phase is Phase.OVER


def test_J_is_not_used_before_the_end() -> None:
    state = given(begun(ADVANCED, 3), {ANIA: SAVED}, held={ANIA: [Held("J", 1)]})
    assert refusal(ADVANCED, state, ANIA, EatKind("feta")) == "offer_not_now"


def test_J_from_the_last_portion_is_asked_about_too() -> None:
    state = given(begun(ADVANCED, 3), {BARTEK: ("feta-1",)})
    state = divided(state, [Portion(("feta-2",), "J")], (BARTEK,), round=6)
    state = after(ADVANCED, state, (BARTEK, TakePortion(0)))
    assert told(ADVANCED, state, BARTEK, Serve())[-1] == OfferAsked(BARTEK, "J")


def test_only_the_asked_seat_answers() -> None:
    state = at_the_end(SAVED)
    assert refusal(ADVANCED, state, BARTEK, LetBe()) == "not_your_turn"
    assert refusal(ADVANCED, replace(state, asked=None, phase=Phase.NEXT_PIZZA), BARTEK, LetBe()) == "not_now"
