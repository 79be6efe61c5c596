"""A hand on a pizza: the verdict for every case that the rulebook and the rulings name."""

import pytest
from msgspec.structs import replace
from rules.xxl_builders import (
    FOR_MARGHERITA,
    HAM,
    MARGHERITA,
    MS,
    OPENED,
    PARTY,
    PEPPER,
    SECOND,
    TOKEN_KINDS,
    board,
    claim,
    fold,
    opened,
    reveal,
    table,
    verdict_on,
)

from device.rules.refereed import Claim
from device.rules.xxl.claims import Reason
from device.rules.xxl.events import RoundEnded
from device.rules.xxl.state import Phase, State

UP = OPENED + SECOND
TOUCH = UP + SECOND
ONION = next(number for number, kind in TOKEN_KINDS.items() if kind == "onion")


def ready(*age_orders: int) -> State:
    """The margherita in slot 0 and the pepper pizza in slot 1 are ready, the ham pizza in slot 2 is not."""
    return reveal(opened(*age_orders), *FOR_MARGHERITA, "pepper", at_ns=UP)


def test_a_hand_on_a_ready_pizza_takes_it() -> None:
    state = claim(ready(), 1, 0, TOUCH)
    assert state.player(1).pizzas == (MARGHERITA,)
    assert state.slots[0].taken is not None


def test_x1_a_touch_before_the_reveal_that_completes_it_is_false() -> None:
    state = reveal(reveal(opened(), "mushroom", "tomato", "cheese"), "onion", at_ns=TOUCH)
    assert verdict_on(state, 0, 0, TOUCH - 1).reason == Reason.FALSE_CLAIM
    assert verdict_on(state, 0, 0, TOUCH).reason == Reason.ACCEPTED


def test_x1_a_false_claim_is_false_though_the_grace_has_not_run_out() -> None:
    state = reveal(reveal(opened(), "mushroom", "tomato", "cheese"), "onion", after_ns=TOUCH, at_ns=TOUCH + MS)
    assert verdict_on(state, 0, 0, TOUCH).reason == Reason.FALSE_CLAIM


def test_x2_one_player_takes_one_pizza_a_round_though_two_are_ready() -> None:
    state = claim(ready(), 0, 0, TOUCH)
    assert verdict_on(state, 0, 1, TOUCH + 100 * MS).reason == Reason.SECOND_TOUCH
    assert claim(state, 0, 1, TOUCH + 100 * MS).player(0).pizzas == (MARGHERITA,)


def test_x3_another_player_may_claim_another_ready_pizza_until_the_window_closes() -> None:
    state = claim(ready(), 0, 0, TOUCH)
    assert verdict_on(state, 1, 1, TOUCH + 1500 * MS).reason == Reason.ACCEPTED
    assert verdict_on(state, 1, 1, TOUCH + 1500 * MS + 1).reason == Reason.NO_ROUND
    assert verdict_on(state, 1, 2, TOUCH + 100 * MS).reason == Reason.FALSE_CLAIM


def test_x3_a_second_claim_does_not_lengthen_the_window() -> None:
    state = claim(claim(ready(), 0, 0, TOUCH), 1, 1, TOUCH + SECOND)
    assert state.closes_ns == TOUCH + 1500 * MS


def test_x5_a_late_touch_on_a_taken_pizza_costs_nothing() -> None:
    state = claim(ready(), 0, 0, TOUCH)
    assert verdict_on(state, 1, 0, TOUCH + 2 * MS).reason == Reason.LATE
    assert not claim(state, 1, 0, TOUCH + 2 * MS).player(1).locked


def test_x6_a_second_touch_of_a_player_in_a_round_is_ignored() -> None:
    state = claim(claim(ready(), 0, 0, TOUCH), 1, 0, TOUCH + 2 * MS)
    assert verdict_on(state, 1, 1, TOUCH + 500 * MS).reason == Reason.SECOND_TOUCH
    assert claim(state, 1, 1, TOUCH + 500 * MS) == state


def test_x7_a_false_claim_locks_the_seat_for_the_rest_of_the_round() -> None:
    state = claim(ready(), 1, 2, TOUCH)
    assert state.player(1).locked
    assert verdict_on(state, 1, 0, TOUCH + SECOND).reason == Reason.LOCKED_OUT
    assert claim(state, 1, 0, TOUCH + SECOND).player(1).pizzas == ()


def test_x7_after_a_false_claim_the_round_goes_on_and_the_seat_still_reveals() -> None:
    state = claim(opened(), 1, 2, TOUCH)
    assert state.phase is Phase.REVEALING
    assert reveal(state, "fly").turn == 1


def test_x7_several_false_claims_at_the_same_time_lock_all() -> None:
    state = claim(claim(opened(), 0, 0, TOUCH, tie=True), 1, 0, TOUCH, tie=True)
    assert [player.locked for player in state.players] == [True, True, False]


def test_x7_false_and_valid_at_the_same_time_on_different_pizzas_are_judged_apart() -> None:
    state = claim(claim(ready(), 0, 2, TOUCH), 1, 0, TOUCH)
    assert state.player(0).locked
    assert state.player(1).pizzas == (MARGHERITA,)


def test_x8_inside_the_tie_window_the_other_has_lost_a_tie() -> None:
    state = claim(ready(2, 0, 1), 1, 0, TOUCH + MS // 2, tie=True)
    assert verdict_on(state, 0, 0, TOUCH, tie=True).reason == Reason.LOST_TIE
    assert not claim(state, 0, 0, TOUCH, tie=True).player(0).locked


def test_x8_outside_the_tie_window_the_later_hand_is_late() -> None:
    state = claim(ready(), 1, 0, TOUCH, tie=True)
    assert verdict_on(state, 0, 0, TOUCH + MS, tie=True).reason == Reason.LATE


def test_x8_a_tie_with_somebody_who_may_not_claim_is_won_by_the_other() -> None:
    state = claim(ready(0, 1, 2), 0, 2, TOUCH)
    state = claim(state, 0, 0, TOUCH + SECOND, tie=True)
    assert verdict_on(state, 1, 0, TOUCH + SECOND, tie=True).reason == Reason.ACCEPTED


def test_x9_with_all_sixteen_face_up_any_pizza_can_still_be_claimed() -> None:
    state = reveal(opened(), *TOKEN_KINDS.values(), at_ns=UP)
    assert [verdict_on(state, 0, slot, UP + 3600 * SECOND).reason for slot in range(3)] == [Reason.ACCEPTED] * 3


def test_x11_a_ready_pizza_that_nobody_noticed_can_be_claimed_after_more_reveals() -> None:
    state = reveal(ready(), "ham", "fly", "corn", at_ns=UP + 5 * SECOND)
    assert verdict_on(state, 2, 0, UP + 6 * SECOND).reason == Reason.ACCEPTED


def test_x14_a_fly_makes_nothing_ready_and_nothing_unready() -> None:
    waiting = reveal(opened(), "mushroom", "tomato", "onion", "fly", "fly", "fly", "fly")
    assert verdict_on(waiting, 0, 0, TOUCH).reason == Reason.FALSE_CLAIM
    assert verdict_on(reveal(ready(), "fly"), 0, 0, TOUCH).reason == Reason.ACCEPTED


def test_nothing_can_be_claimed_before_the_first_round_or_between_rounds() -> None:
    assert verdict_on(table(), 0, 0, TOUCH).reason == Reason.NO_ROUND
    between = fold(claim(ready(), 0, 0, TOUCH), RoundEnded())
    assert verdict_on(between, 1, 1, TOUCH + 2 * SECOND).reason == Reason.NO_ROUND


def test_a_press_from_before_the_round_opened_does_not_count() -> None:
    assert verdict_on(ready(), 0, 0, OPENED - 1).reason == Reason.NO_ROUND


@pytest.mark.parametrize("slot", [1, 3, -1])
def test_where_no_pizza_lies_there_is_nothing_to_claim_and_no_penalty(slot: int) -> None:
    state = reveal(opened(pizzas=(MARGHERITA, None, HAM)), *FOR_MARGHERITA)
    judged = verdict_on(state, 0, slot, TOUCH)
    assert (judged.reason, judged.pizza) == (Reason.EMPTY_SLOT, None)
    assert fold(state, judged) == state


# What the pictures tell


def unfinished() -> State:
    """Mushroom, tomato and cheese are up; the onion is not known to be."""
    return reveal(opened(), "mushroom", "tomato", "cheese", at_ns=UP)


def up_of(state: State) -> dict[int, tuple[int, int]]:
    return {t.piece: (t.down_until_ns, t.up_from_ns) for t in state.tokens if t.piece is not None}


def judged_with(state: State, at_ns: int, onion_down_until_ns: int, waited: bool) -> str | None:
    seen = board(at_ns + 20 * MS, up_of(state), unseen={ONION: onion_down_until_ns})
    judged = PARTY.judge(state, Claim(0, 0, at_ns), seen, 1, waited)
    return judged.reason if judged else None


def test_while_a_token_is_out_of_sight_the_verdict_waits_for_a_picture_then_asks() -> None:
    assert judged_with(unfinished(), TOUCH, TOUCH - 1, waited=False) is None
    assert judged_with(unfinished(), TOUCH, TOUCH - 1, waited=True) == Reason.ASK_REFEREE


def test_a_token_seen_face_down_after_the_touch_was_not_up() -> None:
    assert judged_with(unfinished(), TOUCH, TOUCH, waited=False) == Reason.FALSE_CLAIM


def test_no_picture_later_than_the_touch_means_wait() -> None:
    seen = board(TOUCH - 1, up_of(unfinished()))
    assert PARTY.judge(unfinished(), Claim(0, 0, TOUCH), seen, 1, waited=False) is None


def test_without_a_camera_only_what_the_referee_named_is_known() -> None:
    judged = PARTY.judge(unfinished(), Claim(0, 0, TOUCH), None, 1, waited=True)
    assert judged is not None
    assert (judged.reason, judged.unaccounted) == (Reason.ASK_REFEREE, 13)
    named = reveal(unfinished(), "onion", at_ns=TOUCH)
    sure = PARTY.judge(named, Claim(0, 0, TOUCH), None, 1, waited=False)
    assert sure is not None
    assert sure.reason == Reason.ACCEPTED


@pytest.mark.parametrize(
    ("before_the_picture", "reason"),
    [(0, Reason.ACCEPTED), (100 * MS, Reason.ACCEPTED), (100 * MS + 1, Reason.ASK_REFEREE)],
)
def test_a_touch_up_to_the_grace_before_the_first_picture_of_the_last_token_counts(
    before_the_picture: int, reason: Reason
) -> None:
    state = reveal(unfinished(), "onion", after_ns=TOUCH - 500 * MS, at_ns=TOUCH + before_the_picture)
    assert verdict_on(state, 0, 0, TOUCH).reason == reason


def test_the_grace_is_not_for_a_token_that_was_seen_face_down_after_the_touch() -> None:
    """Another cheese out of sight might have been up, but that is for the referee to say."""
    state = reveal(reveal(opened(), "mushroom", "tomato", "onion"), "cheese", after_ns=TOUCH, at_ns=TOUCH + MS)
    seen = board(TOUCH + 20 * MS, up_of(state), unseen={11: TOUCH - 1})
    assert TOKEN_KINDS[11] == "cheese"
    assert verdict_on(state, 0, 0, TOUCH, seen).reason == Reason.ASK_REFEREE


def test_the_verdict_carries_between_which_times_the_pizza_became_ready() -> None:
    state = reveal(unfinished(), "onion", after_ns=TOUCH - 5, at_ns=TOUCH + 5)
    judged = verdict_on(state, 0, 0, TOUCH)
    assert (judged.ready_after_ns, judged.ready_by_ns, judged.unaccounted) == (TOUCH - 5, TOUCH + 5, 0)


def test_a_token_named_by_hand_does_not_stand_for_another_that_is_out_of_sight() -> None:
    """Named after the touch and seen face down until then: it hides no token that nobody sees."""
    state = unfinished()
    fly = next(number for number, kind in TOKEN_KINDS.items() if kind == "fly")
    state = replace(
        state, tokens=(*state.tokens, replace(state.tokens[0], kind="fly", piece=None, up_from_ns=TOUCH + 9))
    )
    seen = board(TOUCH + 20 * MS, up_of(state), unseen={ONION: TOUCH - 1, fly: TOUCH + 8})
    assert verdict_on(state, 0, 0, TOUCH, seen).reason == Reason.ASK_REFEREE


def test_a_token_that_was_up_by_hand_is_not_out_of_sight() -> None:
    """Named before the touch; the eyes, which cannot tell it, have not seen it face down since."""
    state = unfinished()
    fly = next(number for number, kind in TOKEN_KINDS.items() if kind == "fly")
    state = replace(state, tokens=(*state.tokens, replace(state.tokens[0], kind="fly", piece=None)))
    seen = board(TOUCH + 20 * MS, up_of(state), unseen={fly: OPENED})
    assert verdict_on(state, 0, 0, TOUCH, seen).reason == Reason.FALSE_CLAIM


def test_once_tokens_are_turned_back_a_token_seen_face_down_is_no_proof() -> None:
    """The onion may have been up under the hand that slapped; now everybody tidies up."""
    up = up_of(unfinished())
    del up[10]  # the cheese lies face down again
    judged = PARTY.judge(unfinished(), Claim(0, 0, TOUCH), board(TOUCH + SECOND, up), 1, waited=False)
    assert judged is None
    assert verdict_on(unfinished(), 0, 0, TOUCH, board(TOUCH + SECOND, up)).reason == Reason.ASK_REFEREE


# Judged again, and what the referee may say


def test_judged_again_in_the_same_state_a_verdict_stays_as_it_is() -> None:
    state = ready()
    judged = replace(verdict_on(state, 1, 0, TOUCH), picture="v1")
    assert PARTY.judge_again(state, judged) == judged


def test_when_the_earlier_claim_falls_a_late_one_is_accepted() -> None:
    late = verdict_on(claim(ready(), 0, 0, TOUCH), 1, 0, TOUCH + MS)
    assert PARTY.judge_again(ready(), late).reason == Reason.ACCEPTED


def test_judged_again_what_was_out_of_sight_then_is_still_unknown() -> None:
    state = unfinished()
    judged = verdict_on(state, 0, 0, TOUCH, board(TOUCH + 20 * MS, up_of(state), unseen={ONION: TOUCH - 1}))
    assert judged.unaccounted == 1
    assert PARTY.judge_again(state, judged).reason == Reason.ASK_REFEREE


def test_the_referee_may_make_anything_of_a_hand_on_a_pizza_and_nothing_of_a_hand_on_none() -> None:
    assert PARTY.choices(verdict_on(ready(), 0, 1, TOUCH)) == ("accepted", "false_claim", "late", "lost_tie")
    empty = opened(pizzas=(MARGHERITA, None, PEPPER))
    assert PARTY.choices(verdict_on(empty, 0, 1, TOUCH)) == ()


def test_x8_a_tie_counts_from_its_first_press_so_a_third_hand_just_after_the_second_is_late() -> None:
    """Less than the tie window after the hand that took it, but no tie: the arbiter says so."""
    state = claim(ready(), 1, 0, TOUCH, tie=True)
    assert verdict_on(state, 2, 0, TOUCH + MS // 2, tie=False).reason == Reason.LATE


def test_between_two_pictures_of_a_token_no_later_picture_can_tell_so_the_table_asks_at_once() -> None:
    state = reveal(unfinished(), "onion", after_ns=TOUCH - SECOND, at_ns=TOUCH + SECOND)
    judged = PARTY.judge(state, Claim(0, 0, TOUCH), board(TOUCH + 2 * SECOND, up_of(state)), 1, waited=False)
    assert judged is not None
    assert (judged.reason, judged.unaccounted) == (Reason.ASK_REFEREE, 0)
