"""Advanced mode of Pizza: who takes bonus tiles, what each does and when, and points for unused locations."""

from collections.abc import Iterable

import pytest
from msgspec.structs import replace
from rules.pizza_builders import (
    ADVANCED,
    after,
    by_dice,
    did,
    player,
    refusal,
    serving,
    slice_with,
    slices,
    started,
    tiles,
    told,
    with_player,
)

from device.rules.chance import Rolled
from device.rules.game import Action
from device.rules.pizza.actions import (
    AdjustDie,
    ChooseAnySlice,
    ChooseSlice,
    DeclineTile,
    DrawAll,
    ExtraToken,
    LetBe,
    LimitOpponents,
    MakeDough,
    Pass,
    PlayCard,
    Reserve,
    Serve,
    ShuffleAll,
    SkipTopping,
    TakeTile,
    Top,
)
from device.rules.pizza.events import CookingEnded, LocationsScored, ServingBegan
from device.rules.pizza.state import Phase, Slice, State

SERVED = Slice(served=True)


def cooking(*kinds: str, used: Iterable[str] = (), **changes: object) -> State:
    """Antonio holds mushroom, ham and fish, the dice show 1 to 4, and these bonus tiles lie before him."""
    state = replace(started(ADVANCED), dice=(1, 2, 3, 4))
    hand, deck = ("mushroom", "ham", "fish"), ("pineapple", "pepper", "salami")
    laid = {"hand": hand, "deck": deck, "slots": (("salami",),) * 4, "tiles": tiles(*kinds, used=used), **changes}
    return with_player(state, 1, **laid)


def almost_cooked(points: tuple[int, ...], freed: tuple[int, ...]) -> State:
    """All have cooked but Matteo's last card, which frees nothing."""
    state = started(ADVANCED)
    for seat, has, slots in zip((1, 2, 3), points, freed, strict=True):
        played = ("ham", "fish", "salami", None) if seat < 3 else ("ham", "fish", None, None)
        state = with_player(state, seat, points=has, freed=slots, played=played, slots=(("pepper",),) * 4)
    return with_player(state, 3, hand=("mushroom",), deck=())


def finish(state: State) -> State:
    return did(ADVANCED, state, 3, PlayCard("mushroom", 2))


def test_z14_most_points_choose_first_ties_from_the_starting_player_a_tile_at_a_time() -> None:
    state = finish(almost_cooked(points=(9, 12, 9), freed=(2, 1, 1)))
    assert state.phase is Phase.BONUS and state.order == (2, 1, 3, 1)
    state = finish(replace(almost_cooked(points=(9, 9, 9), freed=(1, 1, 1)), starter=2))
    assert state.order == (2, 3, 1)


def test_z14_a_tile_may_be_declined() -> None:
    state = finish(almost_cooked(points=(9, 12, 9), freed=(2, 1, 1)))
    state = did(ADVANCED, state, 2, DeclineTile())
    state = did(ADVANCED, state, 1, TakeTile("copy"))
    assert player(state, 2).tiles == () and [tile.kind for tile in player(state).tiles] == ["copy"]
    assert state.stock["copy"] == 2 and state.order == (3, 1)


def test_a_kind_that_is_gone_cannot_be_taken() -> None:
    state = finish(almost_cooked(points=(9, 12, 9), freed=(2, 1, 1)))
    state = replace(state, stock={**state.stock, "copy": 0})
    assert refusal(ADVANCED, state, 2, TakeTile("copy")) == "tiles_gone"
    assert refusal(ADVANCED, state, 2, TakeTile("joker")) == "no_such_tile"
    assert refusal(ADVANCED, state, 1, TakeTile("die")) == "not_your_turn"


def test_z15_bonus_tiles_come_before_the_points_of_card_locations() -> None:
    state = almost_cooked(points=(9, 9, 9), freed=(0, 1, 0))
    events = told(ADVANCED, state, 3, PlayCard("mushroom", 2))
    assert events[-1] == CookingEnded((2,))
    state = after(ADVANCED, state, events)
    assert told(ADVANCED, state, 2, TakeTile("die"))[1:] == [
        LocationsScored(((1, -1), (2, -1), (3, -1))),
        ServingBegan(1),
    ]


@pytest.mark.parametrize(("unused", "points"), [(0, 2), (1, 0), (2, 1), (3, -1)])
def test_each_player_scores_the_location_left_empty(unused: int, points: int) -> None:
    state = almost_cooked(points=(5, 5, 5), freed=(0, 0, 0))
    played = ["ham", "fish", "salami", "pepper"]
    state = with_player(state, 1, played=tuple(None if at == unused else card for at, card in enumerate(played)))
    assert player(finish(state)).points == 5 + points
    assert player(finish(state)).ledger.locations == points


def test_z6_the_track_begins_at_zero() -> None:
    state = finish(almost_cooked(points=(0, 1, 1), freed=(0, 0, 0)))
    assert [player(state, seat).points for seat in (1, 2, 3)] == [0, 0, 0]
    assert player(state).ledger.locations == 0


def test_die_a_move_counts_up_to_two_more_or_less() -> None:
    for change, disc in ((2, 3), (1, 2), (-1, 0), (-2, 17)):
        state = did(ADVANCED, cooking("die"), 1, AdjustDie(change))
        assert state.dice == (1, 2, 3, 4)
        assert player(did(ADVANCED, state, 1, PlayCard("ham", 0))).disc == disc


def test_z3_a_move_has_one_adjustment_and_there_is_no_upper_limit() -> None:
    state = did(ADVANCED, replace(cooking("die", "die"), dice=(6, 6, 6, 6)), 1, AdjustDie(2))
    assert refusal(ADVANCED, state, 1, AdjustDie(1)) == "adjusted"
    state = did(ADVANCED, state, 1, PlayCard("ham", 0))
    assert player(state).disc == 8
    assert AdjustDie(1) in ADVANCED.legal(state, 1)
    assert refusal(ADVANCED, cooking("die"), 1, AdjustDie(3)) == "change_range"
    assert refusal(ADVANCED, cooking("die"), 1, AdjustDie(0)) == "change_range"


def test_z16_a_tile_is_used_once_and_in_the_own_turn() -> None:
    state = did(ADVANCED, cooking("any slice"), 1, ChooseAnySlice())
    assert [tile.used for tile in player(state).tiles] == [True]
    assert refusal(ADVANCED, state, 2, ChooseAnySlice()) == "no_tile"
    state = did(ADVANCED, state, 1, PlayCard("ham", 0), Top(4))
    assert refusal(ADVANCED, state, 1, ChooseAnySlice()) == "no_tile"
    assert refusal(ADVANCED, serving(cooking("die"), "child"), 1, AdjustDie(1)) == "tile_not_now"


def test_z17_the_opponents_draw_two_is_declared_before_anybody_draws() -> None:
    state = with_player(replace(started(ADVANCED), phase=Phase.ROLLING), 2, tiles=tiles("opponents draw two"))
    for seat in (1, 2, 3):
        everything = (*player(state, seat).hand, *player(state, seat).deck)
        state = with_player(state, seat, hand=(), deck=everything)
    state = ADVANCED.apply(state, Rolled((4, 3, 2, 1)))
    assert state.phase is Phase.DECLARING and ADVANCED.turns(state) == (2,)
    limited = did(ADVANCED, state, 2, LimitOpponents())
    assert [len(p.hand) for p in limited.players] == [2, 3, 2]
    free = did(ADVANCED, state, 2, LetBe())
    assert [len(p.hand) for p in free.players] == [3, 3, 3]


def test_z17_two_such_tiles_do_not_add_up_and_the_limit_lasts_the_round() -> None:
    state = with_player(cooking(), 2, limits_others=True)
    state = with_player(state, 3, limits_others=True)
    state = with_player(state, 1, hand=("ham", "fish"))
    state = did(ADVANCED, state, 1, PlayCard("ham", 0))
    assert len(player(state).hand) == 2


def test_z17_draw_all_overrules_the_limit() -> None:
    state = with_player(cooking("draw all"), 2, limits_others=True)
    state = did(ADVANCED, state, 1, DrawAll())
    assert len(player(state).hand) == 6 and player(state).deck == ()
    assert len(player(did(ADVANCED, state, 1, PlayCard("ham", 0))).hand) == 5


def test_draw_all_needs_something_to_draw() -> None:
    assert refusal(ADVANCED, cooking("draw all", deck=()), 1, DrawAll()) == "nothing_to_draw"


def test_z11_who_drew_all_shuffles_all() -> None:
    state = did(ADVANCED, cooking("draw all"), 1, DrawAll())
    state = serving(state, "child")
    for seat in (1, 2, 3):
        state = did(ADVANCED, state, seat, Pass())
    assert ADVANCED.turns(state) == (2, 3)
    state = did(ADVANCED, did(ADVANCED, state, 2, Reserve()), 3, ShuffleAll())
    assert sorted((*player(by_dice(ADVANCED, state)).hand, *player(by_dice(ADVANCED, state)).deck)) == sorted(
        state.components.kinds
    )


def test_z18_a_copy_does_what_a_used_tile_did() -> None:
    state = cooking("copy", used=["die"])
    assert AdjustDie(2, copy=True) in ADVANCED.legal(state, 1)
    state = did(ADVANCED, state, 1, AdjustDie(2, copy=True))
    assert all(tile.used for tile in player(state).tiles) and player(state).adjust == 2


@pytest.mark.parametrize("used", [["copy"], ["four points"], ["slice bonus"], ["eaten slices"], []])
def test_z18_a_copy_needs_a_used_tile_with_an_action(used: list[str]) -> None:
    state = cooking("copy", used=used)
    for action in (AdjustDie(1, True), ChooseAnySlice(True), ExtraToken("ham", True), DrawAll(True)):
        assert refusal(ADVANCED, state, 1, action) == "nothing_to_copy"


def test_z18_an_unused_tile_cannot_be_copied() -> None:
    assert refusal(ADVANCED, cooking("copy", "die"), 1, AdjustDie(1, copy=True)) == "nothing_to_copy"


def test_z19_an_extra_token_goes_from_the_supply_to_the_zone_of_the_disc() -> None:
    state = cooking("extra token", disc=7, slots=(("ham",),) * 4)
    after_it = did(ADVANCED, state, 1, ExtraToken("ham"))
    assert player(after_it).slices[1] == slice_with("", "ham")
    assert after_it.supply["ham"] == state.supply["ham"] - 1
    assert player(after_it).slots == (("ham",),) * 4
    assert player(after_it).actions_done == 0
    assert refusal(ADVANCED, state, 1, ExtraToken("chili")) == "no_token"


def test_z19_an_extra_token_needs_an_unserved_slice() -> None:
    state = cooking("extra token", slices=slices(SERVED), points=9)
    assert refusal(ADVANCED, state, 1, ExtraToken("ham")) == "disc_slice_served"


def test_z19_an_extra_token_is_legal_just_before_serving() -> None:
    state = serving(cooking("extra token", slices=slices(slice_with("ham"))), "child")
    state = did(ADVANCED, state, 1, ExtraToken("pepper"))
    assert ADVANCED.turns(state) == (1,)
    assert player(did(ADVANCED, state, 1, Serve("child", 0))).slices[0].served


def test_z20_any_slice_takes_the_token_in_the_zone_of_the_disc_which_still_moves() -> None:
    state = did(ADVANCED, cooking("any slice", disc=6), 1, ChooseAnySlice(), PlayCard("ham", 0))
    assert player(state).disc == 7
    state = did(ADVANCED, state, 1, Top(4))
    assert player(state).slices[4] == slice_with("", "ham")
    assert not player(state).any_slice and player(state).landed is None


def test_z20_a_served_slice_is_topped_only_through_dough() -> None:
    state = cooking("any slice", slices=slices(SERVED, SERVED), points=6)
    state = did(ADVANCED, state, 1, ChooseAnySlice(), PlayCard("ham", 0))
    expected: list[Action] = [*(Top(at) for at in range(2, 6)), MakeDough(0), MakeDough(1)]
    assert list(ADVANCED.legal(state, 1)) == expected
    assert refusal(ADVANCED, state, 1, Top(0)) == "slice_served"
    assert refusal(ADVANCED, state, 1, MakeDough(3)) == "slice_not_served"
    assert refusal(ADVANCED, state, 1, SkipTopping()) == "must_top"
    poor = with_player(state, 1, points=5)
    assert refusal(ADVANCED, poor, 1, MakeDough(0)) == "dough_too_dear"


def test_any_slice_is_used_for_one_token() -> None:
    state = did(ADVANCED, cooking("any slice", "any slice"), 1, ChooseAnySlice())
    assert refusal(ADVANCED, state, 1, ChooseAnySlice()) == "any_slice_used"


def last_round(**changes: object) -> State:
    state = serving(cooking("slice bonus", "slice bonus", **changes), "child")
    state = replace(state, round=6)
    for seat in (1, 2, 3):
        state = did(ADVANCED, state, seat, Pass())
    return state


def test_z21_slice_bonuses_are_chosen_at_the_end_also_twice_for_one_slice() -> None:
    state = last_round(slices=slices(slice_with("ham fish"), SERVED))
    assert state.phase is Phase.LAST_BONUS and ADVANCED.turns(state) == (1,)
    assert refusal(ADVANCED, state, 1, ChooseSlice(1)) == "slice_served"
    assert refusal(ADVANCED, state, 1, ChooseSlice(6)) == "no_slice"
    state = did(ADVANCED, state, 1, ChooseSlice(0), ChooseSlice(0))
    assert [tile.slice for tile in player(state).tiles] == [0, 0] and state.phase is Phase.OVER


def test_z21_without_an_unserved_slice_nothing_is_asked() -> None:
    assert last_round(slices=(SERVED,) * 6).phase is Phase.OVER
