"""The cooking phase of Pizza: cards, the disc's way, tokens from slots or supply, and new dough."""

import pytest
from msgspec.structs import replace
from rules.pizza_builders import (
    BASIC,
    by_dice,
    did,
    player,
    refusal,
    serving,
    slice_with,
    slices,
    started,
    told,
    with_player,
)

from device.rules.pizza.actions import MakeDough, Pass, PlayCard, SkipTopping, Top
from device.rules.pizza.events import DoughMade, SliceTopped, ToppingSkipped
from device.rules.pizza.state import Phase, Slice, State
from device.rules.pizza.track import moved

BOX = BASIC.components  # type: ignore[attr-defined]
SERVED = Slice(served=True)


def cooking(dice: tuple[int, ...] = (1, 2, 3, 4), **changes: object) -> State:
    """Antonio holds mushroom, ham and fish, and no token lies in his slots but what `changes` says."""
    state = replace(started(), dice=dice)
    hand, deck = ("mushroom", "ham", "fish"), ("pineapple", "pepper", "salami")
    laid = {"hand": hand, "deck": deck, "slots": (("salami",),) * 4, **changes}
    return with_player(state, 1, **laid)


def test_everybody_draws_three_cards_and_plays_three_at_the_same_time() -> None:
    state = started()
    assert [len(p.hand) for p in state.players] == [3, 3, 3]
    assert BASIC.turns(state) == (1, 2, 3)
    for location in (0, 1, 2):
        assert len(player(state).hand) == 3
        state = did(BASIC, state, 1, PlayCard(player(state).hand[0], location))
    assert BASIC.turns(state) == (2, 3)
    assert len(player(state).hand) == 2 and len(player(state).deck) == 1  # one card stays undrawn
    assert refusal(BASIC, state, 1, PlayCard(player(state).hand[0], 3)) == "done"


def test_dice_lie_on_the_locations_from_low_to_high() -> None:
    assert [location.colour for location in BOX.locations] == ["orange", "green", "pink", "blue"]
    assert started().dice == tuple(sorted(started().dice))


def test_z1_the_starting_player_stays_the_same_for_the_whole_game() -> None:
    state = started(starter=2)
    served_first = []
    while state.round < 4:
        seat = BASIC.turns(state)[0]
        if state.phase is Phase.SERVING and not any(p.passed for p in state.players):
            served_first.append(seat)
        state = by_dice(BASIC, did(BASIC, state, seat, BASIC.legal(state, seat)[-1]))
    assert served_first == [2, 2, 2]


def test_z2_an_arrow_leads_a_zone_in_without_a_step_of_its_own() -> None:
    assert [BOX.spaces[moved(BOX, 4, steps)] for steps in (1, 2, 3)] == [(5, 0), (0, 1), (1, 1)]
    assert BOX.spaces[moved(BOX, 11, 1)] == (0, 2)


def test_z2_the_step_that_meets_the_double_arrow_lands_on_the_start() -> None:
    assert moved(BOX, 17, 1) == 0
    assert moved(BOX, 16, 4) == 2


def test_the_example_of_the_rulebook_ends_on_one_slice_in_two_zones() -> None:
    first = moved(BOX, 0, 4)
    third = moved(BOX, moved(BOX, first, 2), 4)
    assert BOX.spaces[first][0] == BOX.spaces[third][0]
    assert BOX.spaces[first][1] != BOX.spaces[third][1]


def test_z3_an_adjusted_die_of_zero_stays_and_minus_one_goes_back_over_arrows() -> None:
    assert moved(BOX, 7, 0) == 7
    assert BOX.spaces[moved(BOX, 6, -1)] == (5, 0)
    assert moved(BOX, 0, -1) == 17
    assert moved(BOX, moved(BOX, 0, -1), 1) == 0


def test_a_card_moves_the_disc_by_the_die_of_its_location() -> None:
    state = did(BASIC, cooking(), 1, PlayCard("ham", 2))
    assert player(state).disc == 3
    assert player(state).slices[3] == slice_with("ham")
    assert player(state).hand == ("mushroom", "fish", "pineapple")


def test_z4_the_token_beside_the_card_must_be_taken_and_else_one_of_the_supply() -> None:
    state = cooking(slots=(("ham", "fish", "ham"), ("salami",), ("salami",), ("salami",)))
    supply = state.supply["ham"]
    beside = did(BASIC, state, 1, PlayCard("ham", 0))
    assert player(beside).slots[0] == ("fish", "ham") and beside.supply["ham"] == supply
    elsewhere = did(BASIC, state, 1, PlayCard("ham", 1))
    assert player(elsewhere).slots[0] == ("ham", "fish", "ham") and elsewhere.supply["ham"] == supply - 1


def test_z4_without_topping_the_slot_is_untouched_and_the_card_stays_played() -> None:
    state = cooking(slices=slices(Slice(), SERVED), slots=(("ham",),) * 4)
    state = did(BASIC, state, 1, PlayCard("ham", 0))
    assert player(state).slots[0] == ("ham",) and player(state).played[0] == "ham"
    assert player(state).hand == ("mushroom", "fish", "pineapple")


def test_z5_dough_is_offered_only_to_who_has_six_points() -> None:
    poor = cooking(slices=slices(Slice(), SERVED), points=5)
    assert told(BASIC, poor, 1, PlayCard("ham", 0))[-1] == ToppingSkipped(1)
    rich = did(BASIC, cooking(slices=slices(Slice(), SERVED), points=6), 1, PlayCard("ham", 0))
    assert BASIC.legal(rich, 1) == (MakeDough(1), SkipTopping())
    assert refusal(BASIC, rich, 1, Top(1)) == "slice_served"
    assert refusal(BASIC, rich, 1, MakeDough(2)) == "other_slice"
    assert refusal(BASIC, rich, 1, PlayCard("fish", 1)) == "topping_first"


def test_z5_new_dough_is_topped_as_usual_also_from_the_slot() -> None:
    state = cooking(slices=slices(Slice(), SERVED), points=8, slots=(("ham", "fish"),) * 4)
    state = did(BASIC, state, 1, PlayCard("ham", 0))
    assert told(BASIC, state, 1, MakeDough(1)) == [DoughMade(1, 1, 6), SliceTopped(1, 1, 0, "ham", 0)]
    state = did(BASIC, state, 1, MakeDough(1))
    assert player(state).points == 2 and player(state).slices[1] == slice_with("ham")
    assert player(state).slots[0] == ("fish",) and player(state).ledger.dough == -6


def test_z13_a_slot_is_freed_by_its_last_token_and_counted_once() -> None:
    state = cooking(slots=(("ham",), ("fish", "fish"), ("salami",), ("salami",)))
    state = did(BASIC, state, 1, PlayCard("ham", 0), PlayCard("fish", 1))
    assert player(state).freed == 1 and player(state).slots[0] == ()


def test_z23_a_zone_takes_any_number_of_tokens() -> None:
    state = cooking(slices=slices(Slice(), slice_with("ham ham ham ham ham ham")))
    assert len(player(did(BASIC, state, 1, PlayCard("ham", 0))).slices[1].tokens) == 7


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (PlayCard("salami", 0), "no_card"),
        (PlayCard("ham", 4), "no_location"),
        (Top(0), "nothing_landed"),
        (SkipTopping(), "nothing_landed"),
        (Pass(), "not_now"),
    ],
)
def test_what_cannot_be_cooked_is_refused_with_its_reason(action: object, reason: str) -> None:
    assert refusal(BASIC, cooking(), 1, action) == reason  # type: ignore[arg-type]


def test_a_location_takes_one_card_a_round() -> None:
    state = did(BASIC, cooking(), 1, PlayCard("ham", 0))
    assert refusal(BASIC, state, 1, PlayCard("fish", 0)) == "location_taken"


def test_nobody_cooks_while_others_serve() -> None:
    assert refusal(BASIC, serving(started(), "child"), 1, PlayCard("ham", 0)) == "not_now"
