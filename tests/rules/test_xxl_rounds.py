"""Setup, Gameplay, New Round: what the eyes and the clock make happen, and the end of the game."""

from msgspec.structs import replace
from rules.xxl_builders import (
    BOX,
    FOR_MARGHERITA,
    HAM,
    MARGHERITA,
    MS,
    OPENED,
    PARTY,
    PEPPER,
    PIZZAS,
    SECOND,
    SLOTS_MM,
    TOKEN_KINDS,
    board,
    card,
    claim,
    fold,
    opened,
    reveal,
    table,
)

from device.rules.xxl.events import RoundEnded, RoundOpened, RoundVoided, TokenRevealed
from device.rules.xxl.state import Phase, State
from vision.reading import Board, Face

NOW = OPENED + SECOND


def number_of(kind: str) -> int:
    return next(number for number, name in TOKEN_KINDS.items() if name == kind)


# Setup: when a round opens


def test_a_round_opens_when_all_tokens_lie_face_down_and_three_pizzas_face_up() -> None:
    assert PARTY.observe(table(), board(NOW)) == [RoundOpened(PIZZAS, NOW, 0)]


def test_a_round_does_not_open_under_a_hand() -> None:
    assert PARTY.observe(table(), board(NOW, hand=True)) == []


def test_a_round_does_not_open_while_a_token_is_face_up_or_missing() -> None:
    assert PARTY.observe(table(), board(NOW, up={3: (NOW - 2, NOW - 1)})) == []
    seen = board(NOW)
    assert PARTY.observe(table(), replace(seen, pieces=seen.pieces[1:])) == []


def test_a_round_does_not_open_on_a_token_that_is_only_remembered() -> None:
    assert PARTY.observe(table(), board(NOW, unseen={3: NOW - SECOND})) == []


def test_a_round_does_not_open_without_three_different_pizzas_that_nobody_has() -> None:
    assert PARTY.observe(table(), board(NOW, pizzas=(MARGHERITA, None, HAM))) == []
    assert PARTY.observe(table(), board(NOW, pizzas=(MARGHERITA, MARGHERITA, HAM))) == []
    assert PARTY.observe(table(), board(NOW, pizzas=(MARGHERITA, "calzone", HAM))) == []
    won = fold(claim(reveal(opened(), *FOR_MARGHERITA), 0, 0, NOW), RoundEnded())
    assert PARTY.observe(won, board(NOW, pizzas=PIZZAS)) == []


def test_a_pizza_face_down_or_beside_its_place_does_not_lie_there() -> None:
    off_mm = (SLOTS_MM[2][0], SLOTS_MM[2][1] + 71)
    for wrong in (card(103, HAM, SLOTS_MM[2], NOW, Face.DOWN), card(103, HAM, off_mm, NOW)):
        seen = board(NOW, pizzas=(MARGHERITA, PEPPER, None))
        assert PARTY.observe(table(), replace(seen, pieces=(*seen.pieces, wrong))) == []


def test_two_cards_in_one_place_are_not_told_apart() -> None:
    seen = board(NOW)
    both = replace(seen, pieces=(*seen.pieces, card(104, BOX.pizzas[7].name, SLOTS_MM[0], NOW)))
    assert PARTY.observe(table(), both) == []


def test_the_youngest_starts_the_first_round() -> None:
    assert PARTY.observe(table(2, 1, 0), board(NOW)) == [RoundOpened(PIZZAS, NOW, 2)]


# Gameplay: revealing


def test_a_token_that_lies_face_up_was_revealed_between_the_pictures() -> None:
    seen = board(NOW, up={number_of("tomato"): (NOW - 300, NOW - 200)})
    assert PARTY.observe(opened(), seen) == [TokenRevealed(1, "tomato", 2, NOW - 300, NOW - 200)]


def test_a_token_never_seen_face_down_was_face_down_when_the_round_opened() -> None:
    seen = board(NOW, up={2: (0, NOW)})
    assert PARTY.observe(opened(), seen) == [TokenRevealed(1, "tomato", 2, OPENED, NOW)]


def test_tokens_are_revealed_in_the_order_in_which_they_were_first_seen() -> None:
    seen = board(NOW, up={1: (NOW - 9, NOW - 5), 2: (NOW - 9, NOW - 7), 3: (NOW - 9, NOW - 5)})
    assert [event.piece for event in PARTY.observe(opened(), seen) if isinstance(event, TokenRevealed)] == [2, 1, 3]


def test_what_is_known_is_not_revealed_again() -> None:
    state = reveal(opened(), "tomato")
    assert PARTY.observe(state, board(NOW, up={2: (OPENED, NOW)})) == []


def test_a_better_look_corrects_a_kind_without_taking_a_turn() -> None:
    state = fold(opened(), TokenRevealed(1, "onion", 2, OPENED, NOW))
    events = PARTY.observe(state, board(NOW + 1, up={2: (OPENED, NOW)}))
    assert events == [TokenRevealed(1, "tomato", 2, OPENED, NOW)]
    corrected = fold(state, *events)
    assert [token.kind for token in corrected.tokens] == ["tomato"]
    assert corrected.turn == state.turn == 1


def test_a_kind_never_shows_more_often_than_it_exists() -> None:
    state = fold(opened(), TokenRevealed(1, "tomato", 9, OPENED, NOW))
    assert PARTY.observe(state, board(NOW, up={2: (OPENED, NOW)})) == []
    assert fold(state, TokenRevealed(1, "tomato", 2, OPENED, NOW)) == state


def test_a_token_named_by_hand_is_the_one_that_shows() -> None:
    state = fold(opened(), TokenRevealed(1, "cheese", None, OPENED, NOW, by_referee=True))
    one = {10: (OPENED, NOW)}
    assert PARTY.observe(state, board(NOW, up=one)) == []
    two = {**one, 11: (OPENED, NOW)}
    assert [e.piece for e in PARTY.observe(state, board(NOW, up=two)) if isinstance(e, TokenRevealed)] == [11]


def test_the_turn_goes_clockwise_with_each_token_also_after_x14_a_fly() -> None:
    state = opened(1, 0, 2)
    turns = [state.turn]
    for kind in ("fly", "fly", "tomato", "cheese"):
        state = reveal(state, kind)
        turns.append(state.turn)
    assert turns == [1, 2, 0, 1, 2]


def test_a_token_turned_just_before_the_claim_is_seen_while_the_round_closes() -> None:
    state = claim(reveal(opened(), *FOR_MARGHERITA), 0, 0, NOW + 10 * MS)
    pepper = number_of("pepper")
    seen = board(NOW + SECOND, up={pepper: (NOW, NOW + 9 * MS)})
    assert state.phase is Phase.CLOSING
    assert PARTY.observe(state, seen) == [TokenRevealed(1, "pepper", pepper, NOW, NOW + 9 * MS)]


def test_between_rounds_and_after_the_game_a_token_face_up_is_nothing() -> None:
    seen = board(NOW, up={2: (OPENED, NOW)})
    assert PARTY.observe(table(), seen) == []
    assert PARTY.observe(replace(opened(), phase=Phase.OVER), seen) == []


def test_a_token_without_a_label_is_not_revealed() -> None:
    seen = board(NOW, up={2: (OPENED, NOW)})
    blank = tuple(replace(piece, label=None) if piece.id == 2 else piece for piece in seen.pieces)
    assert PARTY.observe(opened(), Board(NOW, NOW, blank)) == []


# New Round, and what the clock makes happen


def test_x3_the_round_ends_when_the_window_for_further_claims_has_passed() -> None:
    state = claim(reveal(opened(), *FOR_MARGHERITA), 0, 0, NOW)
    assert PARTY.on_time(state, NOW + 1500 * MS) == []
    assert PARTY.on_time(state, NOW + 1500 * MS + 1) == [RoundEnded()]


def test_a_round_without_a_claim_has_no_end_by_the_clock() -> None:
    assert PARTY.on_time(opened(), NOW + 3600 * SECOND) == []


def test_x9_with_all_sixteen_face_up_the_round_waits_for_a_claim() -> None:
    state = reveal(opened(), *TOKEN_KINDS.values())
    assert PARTY.on_time(state, NOW + 3600 * SECOND) == []
    assert PARTY.prompt(state).key == "xxl.all_up"


def test_x10_when_everyone_is_locked_out_the_round_is_void() -> None:
    state = opened()
    for seat in (0, 1):
        state = claim(state, seat, 2, NOW)
    assert PARTY.on_time(state, NOW) == []
    state = claim(state, 2, 2, NOW)
    assert PARTY.on_time(state, NOW) == [RoundVoided()]


def test_x10_after_a_void_round_the_same_pizzas_lie_and_left_of_the_last_revealer_begins() -> None:
    state = reveal(opened(), "fly", "tomato")  # seats 0 and 1 revealed
    for seat in (0, 1, 2):
        state = claim(state, seat, 2, NOW + SECOND)
    state = fold(state, RoundVoided())
    assert (state.phase, state.starter) == (Phase.PLACING, 2)
    assert tuple(slot.pizza for slot in state.slots) == PIZZAS
    assert [player.locked for player in state.players] == [False] * 3
    assert PARTY.observe(state, board(NOW + 2 * SECOND)) == [RoundOpened(PIZZAS, NOW + 2 * SECOND, 2)]


def finished(state: State, *claims: tuple[int, int, int]) -> State:
    """The state after these claims (seat, slot, time) and the end of the round."""
    for seat, slot, at_ns in claims:
        state = claim(state, seat, slot, at_ns, tie=True)
    return fold(state, RoundEnded())


def both_ready(*age_orders: int) -> State:
    return reveal(opened(*age_orders), *FOR_MARGHERITA, "pepper")


def test_x4_the_claimer_starts_the_next_round() -> None:
    assert finished(both_ready(), (2, 0, NOW)).starter == 2


def test_x4_of_several_claimers_the_youngest_starts_the_next_round() -> None:
    assert finished(both_ready(0, 2, 1), (1, 0, NOW), (2, 1, NOW + SECOND)).starter == 2


def test_x4_a_seat_whose_claim_was_late_does_not_start() -> None:
    assert finished(both_ready(0, 1, 2), (2, 0, NOW), (0, 0, NOW + MS)).starter == 2


def test_a_taken_pizza_leaves_its_place_and_a_new_one_from_the_pile_is_laid() -> None:
    state = finished(both_ready(), (2, 1, NOW))
    assert [slot.pizza for slot in state.slots] == [MARGHERITA, None, HAM]
    assert PARTY.places_to_clear(state) == (1,)
    fresh = BOX.pizzas[8].name
    seen = board(NOW + 2 * SECOND, pizzas=(MARGHERITA, fresh, HAM))
    assert PARTY.observe(state, seen) == [RoundOpened((MARGHERITA, fresh, HAM), NOW + 2 * SECOND, 2)]


def test_a_new_round_forgets_tokens_locks_and_touches() -> None:
    state = fold(finished(both_ready(), (1, 2, NOW), (0, 0, NOW)), RoundOpened((HAM, PEPPER, None), NOW, 0))
    assert (state.round, state.tokens, state.closes_ns) == (2, (), None)
    assert not any(player.locked or player.touched for player in state.players)


# End of the game


def with_pizzas(state: State, *counts: int) -> State:
    """Each seat already has so many of the pizzas that do not lie on the table."""
    left = iter(pizza.name for pizza in BOX.pizzas if pizza.name not in PIZZAS)
    players = (
        replace(player, pizzas=tuple(next(left) for _ in range(count)))
        for player, count in zip(state.players, counts, strict=True)
    )
    return replace(state, players=tuple(players))


def test_the_game_ends_when_a_player_gets_the_third_pizza() -> None:
    state = finished(with_pizzas(both_ready(), 0, 2, 2), (1, 0, NOW))
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.reason, state.phase) == ((1,), "three_pizzas", Phase.OVER)
    assert PARTY.over(state)


def test_the_game_goes_on_while_nobody_has_three() -> None:
    assert not PARTY.over(finished(with_pizzas(both_ready(), 2, 1, 2), (1, 0, NOW)))


def test_x13_of_two_thirds_in_one_round_the_earlier_claim_wins() -> None:
    state = finished(with_pizzas(both_ready(0, 1, 2), 2, 2, 0), (1, 0, NOW), (0, 1, NOW + MS))
    assert state.outcome is not None
    assert state.outcome.winners == (1,)


def test_x13_of_two_thirds_inside_the_tie_window_the_youngest_wins() -> None:
    state = finished(with_pizzas(both_ready(1, 0, 2), 2, 2, 0), (0, 0, NOW), (1, 1, NOW + MS - 1))
    assert state.outcome is not None
    assert state.outcome.winners == (1,)


def six(counts: tuple[int, ...], pizzas: tuple[str | None, ...]) -> State:
    """Six seats with that many pizzas each, and these on the table in a round with every token up."""
    state = opened(0, 1, 2, 3, 4, 5, pizzas=pizzas)
    left = iter(pizza.name for pizza in BOX.pizzas if pizza.name not in pizzas)
    players = (
        replace(player, pizzas=tuple(next(left) for _ in range(count)))
        for player, count in zip(state.players, counts, strict=True)
    )
    return reveal(replace(state, players=tuple(players)), *TOKEN_KINDS.values())


def test_x12_with_the_pile_empty_fewer_pizzas_are_laid() -> None:
    state = finished(six((2, 2, 2, 2, 1, 0), PIZZAS), (5, 0, NOW))
    assert (state.pile, PARTY.over(state)) == (0, False)
    assert PARTY.prompt(state).key == "xxl.place_tokens"
    assert PARTY.observe(state, board(NOW + SECOND, pizzas=(None, PEPPER, HAM))) == [
        RoundOpened((None, PEPPER, HAM), NOW + SECOND, 5)
    ]


def test_x12_when_no_pizza_is_left_most_pizzas_win_and_a_tie_is_shared() -> None:
    state = finished(six((2, 2, 2, 2, 2, 1), (None, None, HAM)), (5, 2, NOW))
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.reason) == ((0, 1, 2, 3, 4, 5), "pile_empty")


def test_x12_a_third_pizza_that_is_also_the_last_wins_alone() -> None:
    state = finished(six((2, 2, 2, 2, 2, 1), (None, None, HAM)), (4, 2, NOW))
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.reason) == ((4,), "three_pizzas")


def test_nothing_opens_claims_or_reveals_after_the_end() -> None:
    over = finished(with_pizzas(both_ready(), 0, 2, 0), (1, 0, NOW))
    assert PARTY.observe(over, board(NOW + SECOND)) == []
    assert PARTY.on_time(over, NOW + 60 * SECOND) == []
    assert fold(over, RoundOpened(PIZZAS, NOW, 0), TokenRevealed(1, "fly", 13, NOW, NOW)) == over
    assert claim(over, 0, 1, NOW + SECOND) == over
