"""End of game: the rulebook's scoring example, leads and ties, pomodoro, leaves, and who wins."""

import pytest
from rules.pizzeria_builders import (
    ADVANCED,
    ANIA,
    BARTEK,
    BASIC,
    BOX,
    CELINA,
    begun,
    explained,
    given,
    points,
    said,
    slices_of,
)

from device.rules.pizzeria.scoring import halves_saved, leads
from device.rules.pizzeria.state import Held, Phase

MIXED = next(piece.id for piece in BOX.slices if piece.kinds == ("shrimp", "mushroom"))


def ended(saved=None, eaten=None, held=None, players=3):
    return given(begun(ADVANCED, players), saved, eaten, held, phase=Phase.OVER)


def nine_leaves():
    """Slices with nine leaves together."""
    return (*slices_of("cheese", 2), "mushroom-7", "pineapple-1")


def test_the_scoring_example_of_the_rulebook_gives_26_points() -> None:
    ania = (*slices_of("pomodoro", 2), "shrimp-1", "shrimp-2", MIXED, *slices_of("bacon", 3))
    bartek = ("bacon-4", "bacon-5", "bacon-6", "mushroom-1", "shrimp-3")
    state = ended({ANIA: ania, BARTEK: bartek}, {ANIA: nine_leaves()})
    assert halves_saved(BOX, state.player(ANIA))["shrimp"] == 5
    assert points(BASIC, state, ANIA) == {
        "pomodoro": 2 * 4,
        "lead": 2 * 5,
        "behind": 0,
        "tie": 2 * 8,
        "leaves": 2 * 9,
    }
    assert BASIC.scores(state)[0].half_points == 2 * 26
    assert explained(BASIC, state, ANIA) == [
        "shrimp 5: the lead with 2½",
        "mushroom 7: ½, but Bartek has 1",
        "bacon 8: tie with Bartek, each scores in full",
        "pomodoro: 2 saved, 2 points each",
        "basil leaves on 4 eaten slices: 9",
    ]
    assert "boczek 8: remis z: Bartek, każdy dostaje pełne punkty" in explained(BASIC, state, ANIA, "pl")


def test_the_lead_brings_the_value_once_however_many_slices() -> None:
    state = ended({ANIA: slices_of("cheese", 9), BARTEK: ("cheese-10",)})
    assert points(BASIC, state, ANIA) == {"lead": 22}
    assert points(BASIC, state, BARTEK) == {"behind": 0}


def test_P3_nobody_leads_a_kind_of_which_nobody_saved_anything() -> None:
    assert leads(ended()) == {}
    assert [score.half_points for score in BASIC.scores(ended())] == [0, 0, 0]


def test_P3_half_a_slice_is_enough_to_lead() -> None:
    state = ended({ANIA: (MIXED,)})
    assert points(BASIC, state, ANIA) == {"lead": 2 * (5 + 7)}


def test_half_a_slice_decides_between_two() -> None:
    state = ended({ANIA: (MIXED, "shrimp-1"), BARTEK: ("shrimp-2",)})
    assert points(BASIC, state, BARTEK) == {"behind": 0}


def test_P4_each_of_those_tied_scores_in_full() -> None:
    state = ended({ANIA: ("cheese-1",), BARTEK: ("cheese-2",), CELINA: ("cheese-3",)})
    assert [score.half_points for score in BASIC.scores(state)] == [22, 22, 22]
    assert explained(BASIC, state, ANIA) == ["cheese 11: tie with Bartek and Celina, each scores in full"]


@pytest.mark.parametrize(("slices", "score"), [(1, 2), (2, 4)])
def test_pomodoro_brings_two_points_a_slice_whoever_has_more(slices: int, score: int) -> None:
    state = ended({ANIA: slices_of("pomodoro", slices)})
    assert points(BASIC, state, ANIA) == {"pomodoro": 2 * score}


def test_leaves_count_on_eaten_slices_only() -> None:
    state = ended({ANIA: ("cheese-1",)}, {BARTEK: ("cheese-2", "mushroom-1")})
    assert points(BASIC, state, ANIA) == {"lead": 22}
    assert points(BASIC, state, BARTEK) == {"leaves": 2 * (3 + 2)}


def test_the_most_points_win() -> None:
    state = ended({ANIA: ("cheese-1",)}, {BARTEK: ("mushroom-1",)})
    result = BASIC.outcome(state)
    assert result.winners == (ANIA,)
    assert said(result.line) == "Most points, 11: Ania."


def test_nobody_has_won_before_the_end() -> None:
    assert BASIC.outcome(begun(BASIC, 3)) is None


def test_P5_in_a_tie_who_ate_more_slices_wins_whatever_their_leaves() -> None:
    state = ended(eaten={ANIA: ("cheese-1",), BARTEK: ("mushroom-1", "feta-1")})
    result = BASIC.outcome(state)
    assert result.winners == (BARTEK,)
    assert said(result.line) == "Ania and Bartek have 3 points each; more slices eaten, 2: Bartek."


def test_P5_as_many_slices_eaten_share_the_victory() -> None:
    state = ended(eaten={ANIA: ("mushroom-1",), BARTEK: ("mushroom-2",), CELINA: ("feta-1",)})
    result = BASIC.outcome(state)
    assert result.winners == (ANIA, BARTEK)
    assert said(result.line) == "Ania and Bartek share the victory: 2 points and 1 slices eaten each."


def test_P5_slices_eaten_count_only_among_those_tied() -> None:
    state = ended({CELINA: ("cheese-1",)}, {ANIA: ("feta-1", "feta-2"), BARTEK: ("feta-3",)})
    assert BASIC.outcome(state).winners == (CELINA,)


def test_P22_the_owner_of_I_alone_scores_a_tie() -> None:
    saved = {ANIA: ("cheese-1",), BARTEK: ("cheese-2",), CELINA: ("cheese-3",)}
    state = ended(saved, held={BARTEK: [Held("I", 1)]})
    assert [points(ADVANCED, state, seat) for seat in (ANIA, BARTEK, CELINA)] == [
        {"tie_lost": 0},
        {"tie_won": 22},
        {"tie_lost": 0},
    ]
    assert explained(ADVANCED, state, ANIA) == ["cheese 11: tie lost to Bartek by offer I"]
    assert explained(ADVANCED, state, BARTEK) == ["cheese 11: tie with Ania and Celina, won by offer I"]


def test_P22_a_tie_between_others_is_as_ever() -> None:
    saved = {ANIA: ("cheese-1", "cheese-4"), BARTEK: ("cheese-2",), CELINA: ("cheese-3", "cheese-5")}
    state = ended(saved, held={BARTEK: [Held("I", 1)]})
    assert [score.half_points for score in ADVANCED.scores(state)] == [22, 0, 22]


def test_P22_a_lead_needs_no_offer_and_a_tie_at_zero_is_none() -> None:
    state = ended({BARTEK: ("cheese-2",)}, held={BARTEK: [Held("I", 1)]})
    assert points(ADVANCED, state, BARTEK) == {"lead": 22}
