"""The serving phase of Pizza: who fits whom, points, passing, customers that turn; and the end of a round."""

import itertools

import pytest
from msgspec.structs import replace
from rules.pizza_builders import (
    BASIC,
    SEATS,
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

from device.rules.pizza.actions import Pass, Reserve, Serve, ShuffleAll
from device.rules.pizza.events import SliceServed
from device.rules.pizza.rounds import ROUNDS
from device.rules.pizza.serving import fits
from device.rules.pizza.state import Phase, Slice, State

BOX = BASIC.components  # type: ignore[attr-defined]
CHILDS = slice_with(outer="ham pepper")
CHILDS_TOO = slice_with(middle="fish", inner="mushroom")


def restaurant(**changes: object) -> State:
    return with_player(serving(started(), "child", "hawaiian", later=["hawaiian"]), 1, **changes)


def test_the_example_of_the_rulebook() -> None:
    state = restaurant(slices=slices(CHILDS, slice_with("ham pineapple", "ham", "pineapple")))
    state = with_player(state, 2, slices=slices(CHILDS_TOO))
    state = did(BASIC, state, 1, Serve("child", 0))
    assert player(state).points == 6 + 2
    state = did(BASIC, state, 2, Serve("child", 0))
    assert player(state, 2).points == 6 + 1
    state = did(BASIC, state, 3, Pass())
    state = did(BASIC, state, 1, Serve("hawaiian", 1))
    assert player(state).points == 6 + 2 + 8 + 3
    state = did(BASIC, did(BASIC, state, 2, Pass()), 1, Pass())
    assert {guest.name: guest.later for guest in state.guests} == {"child": True, "hawaiian": True}


def test_served_tokens_go_back_to_the_supply_and_the_slice_turns() -> None:
    state = restaurant(slices=slices(CHILDS))
    after = did(BASIC, state, 1, Serve("child", 0))
    assert player(after).slices[0] == Slice(served=True)
    assert after.supply["ham"] == state.supply["ham"] + 1


@pytest.mark.parametrize(
    ("name", "tokens", "fit"),
    [
        ("child", "ham pepper", True),
        ("child", "pepper fish", True),
        ("child", "ham fish", False),
        ("child", "ham", False),
        ("child", "ham pepper pepper", False),
        ("small eater", "fish", True),
        ("hawaiian", "ham pineapple ham pineapple", True),
        ("hawaiian", "ham pineapple ham ham", False),
        ("halal eater", "mushroom fish pepper", True),
        ("halal eater", "mushroom ham pepper", False),
        ("american", "fish fish fish fish fish", True),
        ("american", "fish fish fish fish", False),
    ],
)
def test_z7_type_and_number_correspond_exactly_with_groups_and_wilds(name: str, tokens: str, fit: bool) -> None:
    for order in itertools.permutations(tokens.split()):
        assert fits(BOX.accepted[name], order) is fit


def test_z7_a_group_leaves_the_only_fitting_token_to_the_stricter_wish() -> None:
    wants = (frozenset({"ham", "fish"}), frozenset({"ham"}))
    assert fits(wants, ("ham", "fish"))


def test_z7_zones_do_not_matter_for_fitting() -> None:
    state = restaurant(slices=slices(slice_with("ham", "pepper"), slice_with("", "", "ham pepper")))
    assert set(BASIC.legal(state, 1)) == {Serve("child", 0), Serve("child", 1), Pass()}


@pytest.mark.parametrize(
    ("slice", "points"),
    [
        (slice_with("ham pepper"), 8),
        (slice_with("ham", "pepper"), 9),
        (slice_with("", "ham pepper"), 7),
        (slice_with("", "", "ham pepper"), 6),
        (slice_with("", "ham", "pepper"), 7),
    ],
)
def test_z8_a_zone_counts_once_however_many_tokens_it_has(slice: Slice, points: int) -> None:
    assert told(BASIC, restaurant(slices=slices(slice)), 1, Serve("child", 0)) == [
        SliceServed(1, "child", 0, points, 2)
    ]


def test_z8_everybody_gets_the_high_side_in_the_round_of_the_first_serving() -> None:
    state = with_player(restaurant(slices=slices(CHILDS)), 2, slices=slices(CHILDS))
    state = did(BASIC, did(BASIC, state, 1, Serve("child", 0)), 2, Serve("child", 0))
    assert player(state, 2).points == player(state, 1).points == 8


def test_z9_who_has_passed_is_not_asked_again() -> None:
    state = restaurant(slices=slices(CHILDS, CHILDS_TOO))
    state = did(BASIC, state, 1, Serve("child", 0))
    state = did(BASIC, did(BASIC, state, 2, Pass()), 3, Pass())
    assert BASIC.turns(state) == (1,)
    state = did(BASIC, state, 1, Serve("child", 1))
    assert BASIC.turns(state) == (1,)
    assert refusal(BASIC, state, 2, Pass()) == "not_your_turn"
    assert BASIC.turns(did(BASIC, state, 1, Pass())) == (1, 2, 3)  # to reserve a card


def test_z10_a_customer_is_served_again_in_the_same_round_by_the_same_player() -> None:
    state = restaurant(slices=slices(CHILDS, CHILDS_TOO))
    state = did(BASIC, did(BASIC, did(BASIC, state, 1, Serve("child", 0)), 2, Pass()), 3, Pass())
    assert player(did(BASIC, state, 1, Serve("child", 1))).points == 8 + 7


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Serve("glutton", 0), "no_customer"),
        (Serve("hawaiian", 0), "no_match"),
        (Serve("child", 1), "slice_served"),
        (Serve("child", 6), "no_slice"),
        (Serve("child", 2), "no_match"),
    ],
)
def test_what_cannot_be_served_is_refused_with_its_reason(action: Serve, reason: str) -> None:
    assert refusal(BASIC, restaurant(slices=slices(CHILDS, Slice(served=True))), 1, action) == reason


def all_passed(state: State) -> State:
    for seat in (1, 2, 3):
        state = did(BASIC, state, seat, Pass())
    return state


def test_z11_the_last_card_is_kept_for_the_next_hand_and_the_others_are_shuffled() -> None:
    state = all_passed(serving(started(), "child"))
    last = player(state).deck[-1]
    state = did(BASIC, state, 1, Reserve())
    state = did(BASIC, did(BASIC, state, 2, ShuffleAll()), 3, ShuffleAll())
    asked = BASIC.chance(state)
    assert asked is not None and sorted((*asked.items, last)) == sorted(BOX.kinds)  # type: ignore[union-attr]
    state = by_dice(BASIC, state)
    assert player(state).hand[0] == last and len(player(state).hand) == 3
    assert sorted((*player(state).hand, *player(state).deck)) == sorted(BOX.kinds)


def test_z11_who_drew_all_has_no_card_to_reserve() -> None:
    state = with_player(serving(started(), "child"), 2, hand=BOX.kinds, deck=())
    state = all_passed(state)
    assert BASIC.turns(state) == (1, 3)
    assert refusal(BASIC, state, 2, Reserve()) == "not_your_turn"


def test_the_game_ends_after_six_rounds_without_reserving() -> None:
    state = all_passed(replace(serving(started(), "child"), round=ROUNDS))
    assert state.phase is Phase.OVER and BASIC.outcome(state) is not None
    assert refusal(BASIC, state, SEATS[0].seat, Pass()) == "over"
