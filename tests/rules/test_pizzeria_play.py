"""Sequence of play as a whole: games to the end, with everything that could be done at each step."""

from random import Random

import pytest
from rules.pizzeria_builders import ADVANCED, BASIC, BOX, NUMBERS, seats
from rules.pizzeria_census import hidden_again, pieces

from device.bots.pizzeria import greedy
from device.games import library
from device.rules.chance import Shuffled
from device.rules.game import Game, Refusal
from device.rules.pizzeria import actions as a
from device.rules.pizzeria.state import Phase

MADE_UP = (
    *(a.ServePizza(stack) for stack in (-1, 0, 5, 6)),
    *(a.TakePortion(portion) for portion in range(-1, 7)),
    *(a.Divide(cuts, offer) for cuts in ((0, 1, 2), (0, 1, 2, 3), (0, 5), (0, 0, 1)) for offer in (None, 0, 2, 3, 9)),
    *(a.Serve(eat) for eat in ((), ("feta-1",), ("cheese-1", "feta-1"), ("pomodoro-1",))),
    *(a.EatSaved(slices) for slices in ((), ("feta-1",), ("feta-1", "feta-2"), ("pomodoro-1",))),
    *(a.DrawSlice(place) for place in range(-1, 4)),
    *(a.MarkKind(kind) for kind in (*BOX.kinds, BOX.pomodoro, "anchovy")),
    *(a.PickSlice(piece, eat) for piece in ("feta-1", "pomodoro-1", "anchovy-1") for eat in (True, False)),
    *(a.MoveSlice(piece, portion) for piece in ("feta-1", "cheese-1", "anchovy-1") for portion in range(-1, 6)),
    *(a.EatKind(kind) for kind in (*BOX.kinds, BOX.pomodoro, "anchovy")),
    *(a.ServeDrawn(eat) for eat in (True, False)),
    a.ChooseFirst(),
    a.LetBe(),
)


def shuffled(game, state, rng):
    while asked := game.chance(state):
        order = list(asked.items)
        rng.shuffle(order)
        state = game.apply(state, Shuffled(asked.what, tuple(order)))
    return state


def steps(game, players, seed, willing=0.5):
    """The states of a game in which everybody does anything, with what led to the next one."""
    rng = Random(seed)
    state = shuffled(game, game.setup(seats(players), {}), rng)
    while game.outcome(state) is None:
        free = [seat for seat in NUMBERS[:players] if game.legal(state, seat)]
        seat = rng.choice(free) if rng.random() < willing else game.turns(state)[0]
        action = rng.choice(game.legal(state, seat))
        yield state, seat, action
        for event in game.act(state, seat, action):
            state = game.apply(state, event)
    yield state, None, None


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("game", [BASIC, ADVANCED], ids=["basic", "advanced"])
def test_act_accepts_exactly_what_legal_lists(game: Game, players: int) -> None:
    remembered = list(MADE_UP)
    for state, _, action in steps(game, players, seed=players):
        for seat in NUMBERS[:players]:
            legal = set(game.legal(state, seat))
            assert legal or seat not in game.turns(state)
            for tried in (*remembered, *sorted(legal, key=repr)[::50]):
                assert isinstance(game.act(state, seat, tried), Refusal) is (tried not in legal), tried
        if action is not None:
            remembered = [*remembered[-150:], action]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_no_piece_is_lost_and_all_stacks_are_eaten_or_saved(players: int) -> None:
    before = None
    for state, _, _ in steps(ADVANCED, players, seed=10 + players):
        before = before or pieces(state)
        assert pieces(state) == before
    assert sum(before.values()) == 69 + 12 + 1
    held = sum(len(player.saved) + len(player.eaten) for player in state.players)
    assert held + len(state.aside) == len(state.slices)
    assert (state.phase, state.stacks) == (Phase.OVER, ())


@pytest.mark.parametrize("players", [2, 4])
def test_what_lies_face_down_changes_neither_view_nor_moves(players: int) -> None:
    rng = Random(7)
    for state, _, _ in steps(ADVANCED, players, seed=20 + players):
        for seat in (None, *NUMBERS[:players]):
            other = hidden_again(state, seat, rng)
            assert ADVANCED.view(other, seat) == ADVANCED.view(state, seat)
            if seat is not None:
                assert list(ADVANCED.legal(other, seat)) == list(ADVANCED.legal(state, seat))


def test_every_special_offer_comes_into_use() -> None:
    used = set()
    for seed in range(40):
        for _, _, action in steps(ADVANCED, 3 + seed % 4, seed=seed):
            used.add(type(action))
    assert set(a.OF_SPECIAL_OFFERS) <= used


@pytest.mark.parametrize("game", [BASIC, ADVANCED], ids=["basic", "advanced"])
def test_the_greedy_bot_does_what_is_legal_and_plays_better_than_chance(game: Game) -> None:
    won = 0.0
    for seed in range(20):
        players = 2 + seed % 3
        bot = NUMBERS[seed % players]
        won += bot in _winners(game, players, bot, Random(seed))
    assert won >= 10  # by chance about seven


def _winners(game, players, bot, rng):
    state = shuffled(game, game.setup(seats(players), {}), rng)
    while game.outcome(state) is None:
        (seat,) = game.turns(state)
        legal = game.legal(state, seat)
        action = greedy(game.view(state, seat), seat, legal, rng) if seat == bot else rng.choice(legal)
        assert action in legal
        for event in game.act(state, seat, action):
            state = game.apply(state, event)
    return game.outcome(state).winners


def test_the_greedy_bot_leaves_everything_out_of_turn() -> None:
    state = shuffled(BASIC, BASIC.setup(seats(3), {}), Random(1))
    assert greedy(BASIC.view(state, NUMBERS[1]), NUMBERS[1], (a.DrawSlice(0),), Random(1)) is None


def test_the_library_has_both_variants() -> None:
    games = library()
    for variant in ("basic", "advanced"):
        game = games["pizzeria", variant]
        assert (game.name, game.variant, game.seats) == ("pizzeria", variant, (2, 6))
