"""Setup: 6n + 2 cards in the round, two for each player, three visible ones."""

import pytest
from rules.italia_builders import ANIA, BARTEK, BOX, CELINA, GAME, choosing, dealt, dealt_in_order, done, seats
from rules.italia_census import pieces

from device.rules.chance import Shuffle, Shuffled
from device.rules.italia.actions import TakeCard
from device.rules.italia.state import Phase, State


@pytest.mark.parametrize(("players", "in_round"), [(2, 14), (3, 20), (4, 26), (5, 32), (6, 38)])
def test_so_many_cards_are_in_the_round_two_dealt_three_visible_4n_minus_1_in_the_deck(
    players: int, in_round: int
) -> None:
    state = dealt(players)
    assert in_round == 6 * players + 2
    assert len(state.aside) == len(BOX.deck) - in_round
    assert [len(player.deck) for player in state.players] == [2] * players
    assert len(state.display) == 3
    assert len(state.pile) == 4 * players - 1
    assert pieces(state) == {**dict.fromkeys(BOX.deck, 1), "pizzetta": 7}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_everybody_takes_four_cards_and_the_last_two_visible_ones_are_removed(players: int) -> None:
    state, turns = choosing(players), 0
    while state.phase is Phase.CHOOSING:
        state, _ = done(state, GAME.turns(state)[0], TakeCard(turns % 3))
        turns += 1
    assert turns == 4 * players
    assert [len(player.deck) for player in state.players] == [6] * players
    assert (len(state.removed), len(state.pile), state.display) == (2, 0, ())
    assert state.phase is Phase.READY


def test_all_cards_of_the_game_are_shuffled_first() -> None:
    state = GAME.setup(seats(2), {})
    assert GAME.chance(state) == Shuffle("cards", BOX.deck)
    assert GAME.turns(state) == () and not GAME.legal(state, ANIA)


def test_nothing_more_is_left_to_chance_in_a_round() -> None:
    assert GAME.chance(dealt(3)) is None


def test_the_first_cards_of_the_deck_go_to_the_first_player_and_on_clockwise() -> None:
    cards = BOX.deck[20:27]
    state = dealt_in_order(2, cards)
    assert state.player(ANIA).deck == cards[:2]
    assert state.player(BARTEK).deck == cards[2:4]
    assert state.display == cards[4:7]


def test_dealing_begins_with_the_first_player() -> None:
    state = GAME.apply(GAME.setup(seats(3), {"starter": CELINA}), Shuffled("cards", BOX.deck))
    hands = [state.player(seat).deck for seat in (CELINA, ANIA, BARTEK)]
    assert hands == [BOX.deck[:2], BOX.deck[2:4], BOX.deck[4:6]]


def _starter(settings: dict[str, int]) -> State:
    return dealt(3, settings=settings)


def test_the_table_says_who_ate_a_pizza_most_recently() -> None:
    assert _starter({"starter": CELINA}).first == CELINA


@pytest.mark.parametrize("settings", [{}, {"starter": 99}])
def test_without_a_known_starter_the_first_seat_begins(settings: dict[str, int]) -> None:
    assert _starter(settings).first == ANIA
