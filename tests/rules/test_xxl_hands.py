"""The party variant without a table: tokens are turned by name, hands come down one after another."""

from random import Random

import pytest
from rules.xxl_builders import BOX, HAM, MARGHERITA, PARTY, PEPPER, seats

from device.bots import bots_of
from device.bots.driver import play_out, step
from device.events import ClaimJudged, Event
from device.language import Language
from device.match import Match, let_chance
from device.rules.chance import Shuffle, Shuffled
from device.rules.game import Action, Refusal
from device.rules.xxl.actions import Leave, Reveal, Stop, Touch
from device.rules.xxl.claims import Reason
from device.rules.xxl.events import ClaimLeft, RoundEnded, RoundVoided, TokenTurned
from device.rules.xxl.state import Phase, State

FOR_TWO = ("mushroom", "tomato", "cheese", "onion", "pepper")
"""With the fourth of these the margherita is ready, with the fifth the pepper pizza too."""
REST = ("fly", "cheese", "corn", "ham", "salami", "olive", "pineapple", "cheese", "fly", "fly", "fly")
TOKENS = (*FOR_TWO, *REST)
PILE = (MARGHERITA, PEPPER, HAM, *(p.name for p in BOX.pizzas if p.name not in (MARGHERITA, PEPPER, HAM)))


def dealt(*age_orders: int) -> State:
    """A first round in which the tokens lie in the order of `TOKENS`."""
    state = PARTY.setup(seats(*(age_orders or (0, 1, 2))), {})
    return shuffled(PARTY.apply(state, Shuffled("pizzas", PILE)))


def shuffled(state: State) -> State:
    return PARTY.apply(state, Shuffled("tokens", TOKENS))


def events(state: State, seat: int, action: Action) -> list[Event]:
    told = PARTY.act(state, seat, action)
    assert not isinstance(told, Refusal), Language().say(told.line)
    assert action in PARTY.legal(state, seat)
    return told


def do(state: State, *deeds: tuple[int, Action]) -> State:
    for seat, action in deeds:
        for event in events(state, seat, action):
            state = PARTY.apply(state, event)
    return state


def reveal(state: State, count: int) -> State:
    """The next tokens are turned, each by the seat whose turn it is, from the first place on."""
    for _ in range(count):
        state = do(state, (state.turn, Reveal(len(state.tokens))))
    return state


def refused(state: State, seat: int, action: Action) -> str:
    told = PARTY.act(state, seat, action)
    assert isinstance(told, Refusal)
    assert action not in PARTY.legal(state, seat)
    assert all(Language(code).say(told.line) for code in ("en", "pl"))
    return told.reason


def reasons(told: list[Event]) -> list[str]:
    return [event.reason for event in told if isinstance(event, ClaimJudged)]


# Setup


def test_the_pizzas_are_shuffled_once_and_the_tokens_before_every_round() -> None:
    state = PARTY.setup(seats(0, 1), {})
    assert PARTY.chance(state) == Shuffle("pizzas", tuple(BOX.toppings_of))
    state = PARTY.apply(state, Shuffled("pizzas", PILE))
    tokens = PARTY.chance(state)
    assert isinstance(tokens, Shuffle)
    assert (tokens.what, len(tokens.items)) == ("tokens", 16)
    assert PARTY.turns(state) == ()
    assert PARTY.legal(state, 0) == ()
    state = shuffled(state)
    assert PARTY.chance(state) is None
    assert [slot.pizza for slot in state.slots] == [MARGHERITA, PEPPER, HAM]
    assert (state.pile, len(state.deck)) == (9, 9)


def test_the_youngest_reveals_first_then_the_seat_to_the_left_each_one_token() -> None:
    state = dealt(2, 0, 1)
    assert [PARTY.turns(reveal(state, count)) for count in range(4)] == [(1,), (2,), (0,), (1,)]
    assert events(state, 1, Reveal(7)) == [TokenTurned(1, 7, "corn")]


def test_what_lies_face_down_is_in_no_view() -> None:
    state = do(dealt(), (0, Reveal(3)))
    for seat in (None, 0, 1):
        places = PARTY.view(state, seat)["places"]
        assert [place["kind"] for place in places] == [None] * 3 + ["onion"] + [None] * 12
    assert PARTY.view(state, 0)["own"] == {}
    assert "own" not in PARTY.view(state)


# Claims


def test_x1_a_hand_before_the_reveal_that_makes_it_ready_is_false_and_after_it_takes_the_pizza() -> None:
    state = reveal(dealt(), 3)
    assert reasons(events(state, 1, Touch(0))) == [Reason.FALSE_CLAIM]
    state = reveal(state, 1)
    assert reasons(events(state, 1, Touch(0))) == [Reason.ACCEPTED]
    assert do(state, (1, Touch(0))).player(1).pizzas == (MARGHERITA,)


def test_x2_whoever_took_a_pizza_cannot_take_another_in_the_same_round() -> None:
    state = do(reveal(dealt(), 5), (1, Touch(0)))
    assert PARTY.legal(state, 1) == ()
    assert refused(state, 1, Touch(1)) == "one_hand"


def test_x3_the_others_may_claim_what_is_ready_until_each_has_claimed_or_left_it() -> None:
    state = do(reveal(dealt(), 5), (1, Touch(0)))
    assert (state.phase, PARTY.turns(state)) == (Phase.CLOSING, (0, 2))
    state = do(state, (0, Leave()))
    assert PARTY.turns(state) == (2,)
    told = events(state, 2, Touch(1))
    assert (reasons(told), told[1:]) == ([Reason.ACCEPTED], [RoundEnded()])
    assert events(state, 2, Leave()) == [ClaimLeft(2), RoundEnded()]


def test_x3_without_another_pizza_on_the_table_nobody_is_asked() -> None:
    state = reveal(dealt(), 5)
    state = do(state, (1, Touch(0)), (0, Touch(1)))
    assert events(state, 2, Touch(2))[1:] == [RoundEnded()]  # false, and the last hand


def test_x4_the_youngest_of_the_claimers_begins_and_new_pizzas_lie_where_some_were_taken() -> None:
    state = do(reveal(dealt(2, 0, 1), 5), (0, Touch(1)), (2, Touch(0)), (1, Leave()))
    assert (state.phase, state.starter) == (Phase.PLACING, 2)
    state = shuffled(state)
    assert PARTY.turns(state) == (2,)
    assert [slot.pizza for slot in state.slots] == [PILE[3], PILE[4], HAM]


def test_x5_a_pizza_that_another_has_cannot_be_touched_and_nothing_is_lost_by_trying() -> None:
    state = do(reveal(dealt(), 5), (1, Touch(0)))
    assert refused(state, 0, Touch(0)) == "late"
    assert Touch(1) in PARTY.legal(state, 0)


def test_x7_after_a_false_claim_a_player_still_reveals_but_cannot_claim() -> None:
    state = do(dealt(), (0, Touch(0)))
    assert refused(state, 0, Touch(0)) == "locked_out"
    assert {type(action) for action in PARTY.legal(state, 0)} == {Reveal}
    assert PARTY.turns(state) == (0,)


def test_x9_when_all_tokens_are_up_those_who_may_claim_do_or_leave_it() -> None:
    state = reveal(do(dealt(), (2, Touch(1))), 16)
    assert PARTY.turns(state) == (0, 1)
    assert PARTY.legal(state, 0) == (Touch(0), Touch(1), Touch(2), Leave())
    assert refused(state, 1, Reveal(0)) == "nothing_to_reveal"
    state = do(state, (0, Leave()))
    assert refused(state, 0, Touch(0)) == "has_left"
    assert events(state, 1, Leave()) == [ClaimLeft(1), RoundVoided()]


def test_x9_a_claim_gives_those_who_left_another_chance() -> None:
    state = do(reveal(dealt(), 16), (0, Leave()), (1, Touch(0)))
    assert PARTY.turns(state) == (0, 2)


def test_x10_with_everybody_locked_out_the_round_is_void_and_left_of_the_last_revealer_begins() -> None:
    state = do(reveal(dealt(), 2), (0, Touch(0)), (1, Touch(0)))
    told = events(state, 2, Touch(1))
    assert (reasons(told), told[1:]) == ([Reason.FALSE_CLAIM], [RoundVoided()])
    state = shuffled(do(state, (2, Touch(1))))
    assert PARTY.turns(state) == (2,)
    assert [slot.pizza for slot in state.slots] == [MARGHERITA, PEPPER, HAM]
    assert Touch(0) in PARTY.legal(state, 0)


def test_x11_a_pizza_that_nobody_noticed_can_be_claimed_later() -> None:
    assert reasons(events(reveal(dealt(), 9), 2, Touch(0))) == [Reason.ACCEPTED]


def test_x14_a_fly_changes_nothing() -> None:
    before, after = reveal(dealt(), 5), reveal(dealt(), 6)
    assert after.tokens[-1].kind == "fly"
    assert (before.phase, PARTY.turns(before), PARTY.turns(after)) == (after.phase, (2,), (0,))


# End of the Game


def won(state: State, seat: int, count: int) -> State:
    """The seat takes the margherita of so many rounds; each time a fresh pizza lies in its place."""
    for _ in range(count):
        state = do(reveal(state, 16), (seat, Touch(0)))
        for other in PARTY.turns(state):
            state = do(state, (other, Leave()))
        state = shuffled(state) if PARTY.chance(state) else state
    return state


def test_the_third_pizza_wins_and_scores_name_them() -> None:
    state = won(dealt(), 2, 3)
    outcome = PARTY.outcome(state)
    assert outcome is not None
    assert outcome.winners == (2,)
    assert Language().say(outcome.line) == "Celina wins with three pizzas."
    score = PARTY.scores(state)[2]
    assert (score.half_points, [part.half_points for part in score.parts]) == (6, [2, 2, 2])
    assert Language().say(score.parts[0].line) == "mushroom-tomato-onion: a pizza"
    assert Language("pl").say(score.parts[0].line) == "pieczarki-pomidor-cebula: jedna pizza"
    assert refused(state, 0, Touch(0)) == "over"
    assert PARTY.turns(state) == ()


def test_x13_of_two_third_pizzas_in_a_round_the_earlier_wins_and_the_outcome_says_so() -> None:
    state = won(won(dealt(), 1, 2), 0, 2)
    state = do(reveal(state, 16), (1, Touch(1)), (0, Touch(0)), (2, Leave()))
    outcome = PARTY.outcome(state)
    assert outcome is not None
    assert outcome.winners == (1,)
    said = "Bartek wins with three pizzas; Ania got the third one later in the same round."
    assert Language().say(outcome.line) == said


def test_x12_with_six_seats_the_pile_may_be_empty_and_the_most_pizzas_win() -> None:
    state = dealt(*range(6))
    for seat in (*range(6), *range(6)):
        lies = next(at for at, slot in enumerate(reveal(state, 16).slots) if slot.pizza)
        state = do(reveal(state, 16), (seat, Touch(lies)))
        for other in PARTY.turns(state):
            state = do(state, (other, Leave()))
        state = shuffled(state) if PARTY.chance(state) else state
    outcome = PARTY.outcome(state)
    assert outcome is not None
    assert outcome.winners == tuple(range(6))


# Refusals, and whole games


@pytest.mark.parametrize(
    ("seat", "action", "reason"),
    [
        (1, Reveal(0), "not_your_turn"),
        (0, Reveal(16), "no_such_place"),
        (0, Reveal(-1), "no_such_place"),
        (0, Touch(3), "no_such_slot"),
        (0, Touch(-1), "no_such_slot"),
        (0, Leave(), "nothing_to_leave"),
        (0, Stop(), "other_variant"),
        (5, Touch(0), "no_such_seat"),
    ],
)
def test_what_cannot_be_done_is_refused(seat: int, action: Action, reason: str) -> None:
    assert refused(dealt(), seat, action) == reason


def test_a_token_is_turned_once_and_nothing_is_done_while_shuffling() -> None:
    assert refused(do(dealt(), (0, Reveal(4))), 1, Reveal(4)) == "up_already"
    assert refused(PARTY.setup(seats(0, 1), {}), 0, Touch(0)) == "shuffling"
    empty = won(dealt(), 0, 1)
    gone = PARTY.apply(empty, Shuffled("tokens", TOKENS))
    assert refused(PARTY.apply(gone, Shuffled("pizzas", ())), 1, Touch(7)) == "no_such_slot"


@pytest.mark.parametrize("seat_count", range(2, 7))
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_bots_play_to_the_end(seat_count: int, bot: str) -> None:
    match = Match(PARTY, seats(*range(seat_count)))
    play_out(match, dict.fromkeys(range(seat_count), bots_of("xxl")[bot]), Random(seat_count))
    outcome = PARTY.outcome(match.state)
    assert outcome is not None
    assert outcome.winners


def test_a_match_can_be_taken_back_step_by_step() -> None:
    match, rng = Match(PARTY, seats(0, 1, 2)), Random(5)
    let_chance(match, rng)
    states = []
    for _ in range(60):
        states.append(match.state)
        step(match, dict.fromkeys(range(3), bots_of("xxl")["random"]), rng)
    for state in reversed(states):
        assert match.undo() is not None
        assert match.state == state
