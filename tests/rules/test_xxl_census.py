"""No piece of Pizza XXL comes or goes, nothing hidden is seen, and exactly what is offered is accepted."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from rules.xxl_builders import BOX, seats
from rules.xxl_census import hidden_again, pieces

from device.bots.chance import at_random
from device.bots.driver import step
from device.games import library
from device.match import Match, fold, let_chance
from device.rules.game import Game, Refusal
from device.rules.xxl.actions import Leave, Reveal, Stop, Touch

GAMES = [game for (name, _), game in library().items() if name == "xxl"]
ALL = (*(Reveal(place) for place in range(-1, 17)), *(Touch(slot) for slot in range(-1, 4)), Leave(), Stop())
EVERYTHING = {**BOX.counts, **dict.fromkeys(BOX.toppings_of, 1)}


def states(game: Game, seat_count: int, seed: int) -> Iterator[Any]:
    """Each state of a game by chance; the seats have numbers of their own."""
    places = tuple(replace(seat, seat=3 * seat.seat + 1) for seat in seats(*range(seat_count)))
    match, rng = Match(game, places), Random(seed)
    let_chance(match, rng)
    while not match.over:
        yield match.state
        step(match, dict.fromkeys((seat.seat for seat in places), at_random), rng)
    assert fold(game, match.entries) == match.state
    yield match.state


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.variant)
@pytest.mark.parametrize("seat_count", [2, 6])
def test_a_game_by_chance(game: Game, seat_count: int) -> None:
    rng = Random(seat_count)
    for state in states(game, seat_count, seat_count):
        assert pieces(state) == EVERYTHING
        for seat in (None, *(3 * number + 1 for number in range(seat_count))):
            other = hidden_again(state, seat, rng)
            assert game.view(other, seat) == game.view(state, seat)
            if seat is not None:
                legal = game.legal(state, seat)
                assert game.legal(other, seat) == legal
                accepted = [action for action in ALL if not isinstance(game.act(state, seat, action), Refusal)]
                assert sorted(map(str, accepted)) == sorted(map(str, legal))
