"""What everybody may see: enough to play by, and nothing that a claim has yet to show."""

import json
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from rules.xxl_builders import (
    FOR_MARGHERITA,
    HAM,
    MARGHERITA,
    NAMES,
    OPENED,
    PARTY,
    PIZZAS,
    SECOND,
    TOKEN_KINDS,
    claim,
    fold,
    opened,
    reveal,
    table,
)
from rules.xxl_play import Play

from device.language import Language
from device.rules.xxl.events import RoundEnded, RoundOpened
from device.rules.xxl.state import Outcome, Phase, State, Token

NOW = OPENED + SECOND
SAY = Language().say


def test_the_view_of_a_round_names_pizzas_tokens_turn_and_pile() -> None:
    view = PARTY.view(reveal(opened(), "fly", "cheese", "cheese"))
    assert view["slots"][0] == {
        "slot": 0,
        "pizza": {"id": MARGHERITA, "toppings": ("mushroom", "tomato", "onion")},
        "taken_by": None,
    }
    assert view["revealed"] == [{"kind": "fly", "count": 1}, {"kind": "cheese", "count": 2}]
    assert (view["phase"], view["round"], view["turn"], view["face_down"], view["pile"]) == ("revealing", 1, 0, 13, 9)


def test_a_taken_pizza_lies_before_its_claimer() -> None:
    view = PARTY.view(claim(reveal(opened(), *FOR_MARGHERITA), 1, 0, NOW))
    assert view["slots"][0]["taken_by"] == 1
    assert [seat["pizzas"] for seat in view["seats"]] == [[], [MARGHERITA], []]
    assert (view["phase"], view["turn"], view["pile"]) == ("closing", None, 9)


def test_a_locked_seat_is_shown_as_locked() -> None:
    view = PARTY.view(claim(opened(), 1, 2, NOW))
    assert [seat["locked"] for seat in view["seats"]] == [False, True, False]


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 6), st.integers(0, 2**32))
def test_every_state_of_a_game_can_be_shown_and_said(seat_count: int, seed: int) -> None:
    for _, state in Play(seat_count, Random(seed)).play().told:
        json.dumps(PARTY.view(state))
        assert SAY(PARTY.prompt(state))


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 6), st.integers(0, 2**32), st.data())
def test_two_states_that_differ_only_in_what_is_hidden_look_the_same(
    seat_count: int, seed: int, data: st.DataObject
) -> None:
    """When tokens were turned, which piece is which, whose hand was used: none of it is anybody's business."""
    told = Play(seat_count, Random(seed)).play().told
    state = data.draw(st.sampled_from([state for _, state in told]))
    other = replace(
        state,
        tokens=tuple(Token(token.kind, data.draw(st.integers(1, 99)), 0, 0) for token in state.tokens),
        corrected=frozenset({1, 2}),
        opened_ns=0,
        grace_ns=0,
        closes_ns=None,
        players=tuple(replace(player, touched=not player.touched) for player in state.players),
    )
    assert PARTY.view(other) == PARTY.view(state)
    assert PARTY.prompt(other) == PARTY.prompt(state)


def without_tokens(state: State) -> dict[str, object]:
    return {key: value for key, value in PARTY.view(state).items() if key not in ("revealed", "face_down")}


@settings(max_examples=60, deadline=None)
@given(st.permutations([kind for kind in TOKEN_KINDS.values() if kind != "onion"]), st.integers(4, 15))
def test_nothing_but_the_tokens_themselves_tells_that_a_pizza_is_ready(kinds: list[str], count: int) -> None:
    """Two tables with equally many tokens up: on one every pizza of the table may be ready, on the other none is."""
    never_ready = [*["fly"] * 4, *["cheese"] * 3, "mushroom", "corn", "ham", "pepper", "pineapple"]
    plain = reveal(opened(), *never_ready[:count])
    other = reveal(opened(), *[*FOR_MARGHERITA, *(k for k in kinds if k not in FOR_MARGHERITA)][: len(plain.tokens)])
    assert without_tokens(plain) == without_tokens(other)
    assert PARTY.prompt(plain) == PARTY.prompt(other)


def test_the_view_has_no_other_keys_than_these() -> None:
    """A new key has to be thought about here: may everybody know it?"""
    view = PARTY.view(claim(reveal(opened(), *FOR_MARGHERITA), 1, 0, NOW))
    assert set(view) == {
        *("phase", "round", "starter", "turn", "slots", "revealed"),
        *("face_down", "pile", "seats", "question", "outcome", "turns", "places", "cheese"),
    }
    assert {key for slot in view["slots"] for key in slot} == {"slot", "pizza", "taken_by"}
    assert {key for seat in view["seats"] for key in seat} == {
        *("seat", "name", "colour", "shape", "age_order", "pizzas", "locked"),
    }


def prompt(state: State) -> str:
    return SAY(PARTY.prompt(state))


def test_the_prompts_lead_through_a_round() -> None:
    assert prompt(table(1, 0)).endswith(
        "lay three pizzas face up in their places, and take your hands away. Bartek begins."
    )
    assert prompt(reveal(opened(), "fly")) == "Bartek reveals a token."
    assert prompt(reveal(opened(), *TOKEN_KINDS.values())).startswith("All tokens are face up")
    state = claim(reveal(opened(), *FOR_MARGHERITA), 2, 0, NOW)
    assert prompt(state) == "Hands down! Any other claims?"
    state = fold(state, RoundEnded())
    assert "lay a new pizza in place 1. Celina begins." in prompt(state)
    known = fold(state, RoundOpened(("tomato-pepper-corn", *PIZZAS[1:]), NOW, 2))
    assert prompt(replace(known, phase=Phase.PLACING)).startswith("Turn all tokens face down and shuffle them. Celina")


def test_x12_no_more_new_pizzas_are_asked_for_than_there_are() -> None:
    state = replace(opened(pizzas=(None, None, HAM)), phase=Phase.PLACING)
    assert "place 1 and 2." in prompt(state)
    names = [pizza.name for pizza in state.components.pizzas if pizza.name != HAM]
    rich = replace(state, players=(replace(state.players[0], pizzas=tuple(names[:10])), *state.players[1:]))
    assert "place 1." in prompt(rich)


def test_the_end_names_the_winner_or_all_that_share() -> None:
    over = replace(opened(), phase=Phase.OVER, outcome=Outcome((1,), "three_pizzas"))
    assert prompt(over) == "Bartek wins with three pizzas."
    shared = replace(over, outcome=Outcome((0, 1, 2), "pile_empty"))
    assert prompt(shared) == f"No pizza is left; most pizzas: {NAMES[0]}, {NAMES[1]} and {NAMES[2]}."
    assert PARTY.view(shared)["outcome"] == {"winners": [0, 1, 2], "reason": "pile_empty"}
