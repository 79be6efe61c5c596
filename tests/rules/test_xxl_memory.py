"""The memory variant: tokens are turned until the pizza is complete, or one does not fit."""

from random import Random

import msgspec
import pytest
from msgspec.structs import replace
from rules.xxl_builders import BOX, HAM, MARGHERITA, seats

from device.bots import bots_of
from device.bots.driver import play_out
from device.events import Event
from device.language import LANGUAGES, Code, Language
from device.match import Match, restore
from device.rules.chance import Shuffle, Shuffled
from device.rules.game import Action, Refusal
from device.rules.xxl.actions import Leave, Reveal, Stop, Touch
from device.rules.xxl.components import Components
from device.rules.xxl.events import TokenTurned
from device.rules.xxl.memory import Memory
from device.rules.xxl.memory_events import GameEnded, PizzaClaimed, PizzaDrawn, TurnEnded
from device.rules.xxl.memory_state import MemoryState, Phase

MEMORY = Memory(BOX)
CORN = "mushroom-onion-corn"
PILE = (CORN, MARGHERITA, HAM, *(p.name for p in BOX.pizzas if p.name not in (CORN, MARGHERITA, HAM)))
TOKENS = (
    *("mushroom", "tomato", "cheese", "cheese", "onion", "pepper", "corn", "ham", "salami", "olive", "pineapple"),
    *("cheese", "fly", "fly", "fly", "fly"),
)


def dealt(*age_orders: int, pile: tuple[str, ...] = PILE) -> MemoryState:
    """Ania has the corn pizza, Bartek the margherita, Celina the ham pizza; the tokens lie as in `TOKENS`."""
    state = MEMORY.setup(seats(*(age_orders or (0, 1, 2))), {})
    return shuffled(MEMORY.apply(state, Shuffled("pizzas", pile)))


def shuffled(state: MemoryState, tokens: tuple[str, ...] = TOKENS) -> MemoryState:
    return MEMORY.apply(state, Shuffled("tokens", tokens))


def turn(state: MemoryState, kind: str) -> list[Event]:
    """The player whose turn it is turns the first face-down token of this kind."""
    place = next(at for at, one in enumerate(state.places) if one == kind and at not in state.up)
    assert Reveal(place) in MEMORY.legal(state, state.turn)
    told = MEMORY.act(state, state.turn, Reveal(place))
    assert not isinstance(told, Refusal), Language().say(told.line)
    return told


def turned(state: MemoryState, *kinds: str) -> MemoryState:
    for kind in kinds:
        state = fold(state, turn(state, kind))
    return state


def fold(state: MemoryState, events: list[Event]) -> MemoryState:
    for event in events:
        state = MEMORY.apply(state, event)
    return state


def refused(state: MemoryState, seat: int, action: Action) -> str:
    told = MEMORY.act(state, seat, action)
    assert isinstance(told, Refusal)
    assert action not in MEMORY.legal(state, seat)
    assert all(Language(code).say(told.line) for code in LANGUAGES)
    return told.reason


def prompt(state: MemoryState) -> str:
    return Language().say(MEMORY.prompt(state))


# Setup


def test_a_pizza_is_dealt_to_each_player_and_the_youngest_starts() -> None:
    state = MEMORY.setup(seats(1, 0, 2), {})
    assert MEMORY.chance(state) == Shuffle("pizzas", tuple(BOX.toppings_of))
    assert prompt(state).endswith("Bartek begins.")
    state = MEMORY.apply(state, Shuffled("pizzas", PILE))
    tokens = MEMORY.chance(state)
    assert isinstance(tokens, Shuffle)
    assert (tokens.what, len(tokens.items), MEMORY.turns(state)) == ("tokens", 16, ())
    state = shuffled(state)
    assert [player.pizza for player in state.players] == [CORN, MARGHERITA, HAM]
    assert (len(state.deck), MEMORY.turns(state), MEMORY.chance(state)) == (9, (1,), None)
    assert MEMORY.legal(state, 1) == tuple(Reveal(place) for place in range(16))
    assert MEMORY.legal(state, 0) == ()


# Gameplay


def test_the_rulebooks_example_of_ania() -> None:
    """She turns a mushroom, which she needs, then a tomato, which she does not."""
    state = dealt()
    assert turn(state, "mushroom") == [TokenTurned(0, 0, "mushroom")]
    state = turned(state, "mushroom")
    assert turn(state, "tomato") == [TokenTurned(0, 1, "tomato"), TurnEnded(0, "unneeded", 1)]
    state = turned(state, "tomato")
    assert (MEMORY.turns(state), state.up) == ((1,), ())
    assert prompt(state) == "Turn all tokens face down where they lie; do not shuffle. Bartek turns a token."


def test_the_rulebooks_example_of_krzys() -> None:
    """A mushroom, a tomato, two cheeses and an onion: he claims the pizza."""
    state = turned(dealt(1, 0, 2), "mushroom", "tomato", "cheese", "cheese")
    assert turn(state, "onion") == [
        TokenTurned(1, 4, "onion"),
        PizzaClaimed(1, MARGHERITA),
        PizzaDrawn(1, PILE[3]),
        TurnEnded(1, "claimed", 2),
    ]


def test_a_third_cheese_fits_too_and_a_fly_does_not() -> None:
    state = turned(dealt(), "cheese", "cheese", "cheese")
    assert MEMORY.turns(state) == (0,)
    assert turn(state, "fly")[1:] == [TurnEnded(0, "unneeded", 1)]


def test_x15_a_player_may_stop_once_a_token_was_turned() -> None:
    state = dealt()
    assert refused(state, 0, Stop()) == "turn_one"
    state = turned(state, "mushroom")
    assert MEMORY.act(state, 0, Stop()) == [TurnEnded(0, "stopped", 1)]
    assert MEMORY.legal(state, 0)[-1] == Stop()
    assert prompt(state) == "Ania turns another token, or stops."
    state = fold(state, [TurnEnded(0, "stopped", 1)])
    assert (MEMORY.chance(state), state.places, state.up) == (None, TOKENS, ())


def with_two_mushrooms() -> Components:
    """A box with two mushrooms and three flies."""
    counts = {"mushroom": 2, "fly": 3}
    return replace(BOX, tokens=tuple(replace(t, count=counts.get(t.kind, t.count)) for t in BOX.tokens))


def test_x16_a_second_copy_of_a_topping_that_is_face_up_is_unneeded() -> None:
    game = Memory(with_two_mushrooms())
    state = game.apply(game.setup(seats(0, 1), {}), Shuffled("pizzas", PILE))
    state = shuffled(state, ("mushroom", *TOKENS[:-1]))
    state = turned(state, "mushroom")
    assert turn(state, "mushroom")[1:] == [TurnEnded(0, "unneeded", 1)]


def test_x17_with_all_toppings_and_no_cheese_only_a_cheese_helps() -> None:
    state = turned(dealt(), "mushroom", "onion", "corn")
    assert (MEMORY.turns(state), state.player(0).pizzas) == ((0,), ())
    assert turn(state, "pepper")[1:] == [TurnEnded(0, "unneeded", 1)]
    assert turn(state, "cheese")[1] == PizzaClaimed(0, CORN)


def test_x18_a_claim_comes_by_itself_and_the_next_seat_goes_on_after_a_shuffle() -> None:
    state = turned(dealt(), "mushroom", "onion", "corn", "cheese")
    assert (state.player(0).pizza, state.player(0).pizzas) == (PILE[3], (CORN,))
    assert (state.phase, MEMORY.turns(state)) == (Phase.SHUFFLING, ())
    assert prompt(state) == "Turn all tokens face down and shuffle them. Bartek is next."
    assert refused(state, 1, Reveal(0)) == "shuffling"
    assert MEMORY.turns(shuffled(state)) == (1,)


def test_x20_after_a_miss_the_tokens_stay_and_are_remembered_after_a_claim_they_are_shuffled() -> None:
    state = turned(dealt(), "mushroom", "tomato")
    assert MEMORY.chance(state) is None
    remembered = [{"place": 0, "kind": "mushroom"}, {"place": 1, "kind": "tomato"}]
    for seat in (0, 1, 2):
        assert MEMORY.view(state, seat)["own"] == {"remembers": remembered}
    state = turned(state, "mushroom", "tomato", "onion", "cheese")
    assert state.player(1).pizzas == (MARGHERITA,)
    chance = MEMORY.chance(state)
    assert isinstance(chance, Shuffle)
    assert chance.what == "tokens"
    assert MEMORY.view(state, 0)["own"] == {"remembers": []}


def complete(state: MemoryState) -> MemoryState:
    """The player whose turn it is claims the pizza."""
    assert state.wanted
    state = turned(state, "cheese", *state.wanted)
    return shuffled(state) if MEMORY.chance(state) else state


def test_x19_a_player_without_a_pizza_is_skipped() -> None:
    state = replace(dealt(), deck=())
    state = complete(state)
    assert [player.pizza for player in state.players] == [None, MARGHERITA, HAM]
    state = turned(turned(state, "fly"), "fly")
    assert MEMORY.turns(state) == (1,)


def test_x19_when_nobody_can_go_on_the_most_pizzas_win() -> None:
    state = dealt(*range(6))
    for _ in range(12):
        state = complete(state)
    assert state.phase is Phase.OVER
    outcome = MEMORY.outcome(state)
    assert outcome is not None
    assert outcome.winners == tuple(range(6))
    assert Language().say(outcome.line).startswith("No pizza is left; most pizzas: Ania, Bartek")


# End of the Game


def test_the_third_pizza_wins_at_once() -> None:
    state = dealt(0, 1)
    for _ in range(4):
        state = complete(state)
    last = turned(state, "cheese", *state.wanted[:2])
    told = turn(last, state.wanted[2])
    assert told[-1] == GameEnded((0,), "three_pizzas")
    state = fold(last, told)
    outcome = MEMORY.outcome(state)
    assert outcome is not None
    assert (outcome.winners, MEMORY.turns(state), MEMORY.chance(state)) == ((0,), (), None)
    assert Language().say(outcome.line) == "Ania wins with three pizzas."
    assert [score.half_points for score in MEMORY.scores(state)] == [6, 4]
    assert refused(state, 1, Reveal(0)) == "over"


# View, refusals, whole games


def test_no_view_shows_what_lies_face_down_and_a_bystander_remembers_nothing() -> None:
    state = turned(dealt(), "mushroom", "tomato", "onion")
    view = MEMORY.view(state)
    assert "own" not in view
    assert [place["place"] for place in view["places"] if place["kind"]] == [4]
    assert (view["phase"], view["turns"], view["face_down"], view["pile"]) == ("turning", [1], 15, 9)
    assert view["seats"][1]["pizza"] == {"id": MARGHERITA, "toppings": ("mushroom", "tomato", "onion")}
    assert msgspec.json.decode(msgspec.json.encode(view))["outcome"] is None


@pytest.mark.parametrize(
    ("seat", "action", "reason"),
    [
        (1, Reveal(0), "not_your_turn"),
        (1, Stop(), "not_your_turn"),
        (0, Reveal(16), "no_such_place"),
        (0, Reveal(-1), "no_such_place"),
        (0, Touch(0), "other_variant"),
        (0, Leave(), "other_variant"),
        (9, Reveal(0), "no_such_seat"),
    ],
)
def test_what_cannot_be_done_is_refused(seat: int, action: Action, reason: str) -> None:
    assert refused(dealt(), seat, action) == reason


def test_a_token_that_is_up_cannot_be_turned() -> None:
    assert refused(turned(dealt(), "mushroom"), 0, Reveal(0)) == "up_already"


@pytest.mark.parametrize("seat_count", range(2, 7))
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_bots_play_to_the_end_and_the_log_brings_it_back(seat_count: int, bot: str) -> None:
    match = Match(MEMORY, seats(*range(seat_count)))
    play_out(match, dict.fromkeys(range(seat_count), bots_of("xxl")[bot]), Random(seat_count))
    outcome = MEMORY.outcome(match.state)
    assert outcome is not None
    assert outcome.winners
    assert restore(match.lines(), {("xxl", "memory"): MEMORY}).state == match.state


def test_the_greedy_bot_finishes_a_pizza_whose_ingredients_all_have_seen() -> None:
    state = replace(dealt(), seen=tuple(range(16)))
    rng = Random(1)
    greedy = bots_of("xxl")["greedy"]
    while MEMORY.turns(state) == (0,):
        action = greedy(MEMORY.view(state, 0), 0, MEMORY.legal(state, 0), rng)
        assert isinstance(action, Reveal)
        told = MEMORY.act(state, 0, action)
        assert not isinstance(told, Refusal)
        state = fold(state, told)
    assert state.player(0).pizzas == (CORN,)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_prompt_has_its_words(code: Code) -> None:
    state = dealt()
    said = {
        Language(code).say(MEMORY.prompt(other))
        for other in (MEMORY.setup(seats(0, 1), {}), state, turned(state, "mushroom"), turned(state, "fly"))
    }
    assert len(said) == 4
