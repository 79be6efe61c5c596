"""What the table and each seat may see, and what everybody is told to do."""

import json
from random import Random

import pytest
from rules import italia_builders as table
from rules.italia_builders import ANIA, BARTEK, BOX, GAME, OTHER_SIX, SIX, composing, dealt, done, ready, row, with_rows
from rules.italia_census import hidden_again, pieces

from device.bots import bots_of
from device.bots.driver import step
from device.language import Language
from device.match import Match, let_chance, restore
from device.rules.game import Line
from device.rules.italia.actions import PlaceCard, PlaceFaceDown, Slap
from device.rules.italia.reason import Reason
from device.rules.italia.sequence import Fault
from device.rules.italia.state import End, Phase, State

MOMENTS = [
    GAME.setup(table.seats(2), {}),
    dealt(2),
    table.choosing(2),
    ready(2),
    composing(SIX, OTHER_SIX),
    with_rows(row("egg|egg-1", "~salami|egg-1"), row("onion|onion-1"), unused=(4, 5)),
    done(with_rows(row("egg|egg-1", "~salami|egg-1"), (), unused=(4, 6)), ANIA, Slap())[0],
    done(with_rows(row("egg|egg-1", "~salami|egg-1"), (), pizzette=(1, 0)), ANIA, Slap())[0],
]


@pytest.mark.parametrize("state", MOMENTS)
def test_views_are_ready_for_json_and_have_what_every_game_shows(state: State) -> None:
    for view in (GAME.view(state), GAME.view(state, ANIA)):
        assert json.loads(json.dumps(view)) == view
        assert {"phase", "round", "turns", "seats", "outcome"} <= set(view)
        assert [seat["seat"] for seat in view["seats"]] == [ANIA, BARTEK]


@pytest.mark.parametrize("state", MOMENTS)
@pytest.mark.parametrize("seat", [None, ANIA, BARTEK])
def test_nobody_can_tell_hidden_cards_apart(state: State, seat: int | None) -> None:
    for seed in range(5):
        other = hidden_again(state, seat, Random(seed))
        assert GAME.view(other, seat) == GAME.view(state, seat)
        assert seat is None or GAME.legal(other, seat) == GAME.legal(state, seat)
        assert pieces(other) == pieces(state)


def test_while_memorising_only_the_owner_sees_the_two_cards() -> None:
    state = dealt(2)
    assert GAME.view(state, ANIA)["own"] == {"hand": list(state.player(ANIA).deck)}
    assert "own" not in GAME.view(state)


def test_in_phase_1_not_even_the_owner_may_look_but_a_player_remembers() -> None:
    state, _ = done(dealt(2), ANIA, PlaceFaceDown())
    assert GAME.view(state, ANIA)["own"] == {"remembers": list(state.player(ANIA).deck)}
    state = ready(2)
    assert "hand" not in GAME.view(state, ANIA)["own"]
    assert [seat["pizza_deck"] for seat in GAME.view(state)["seats"]] == [6, 6]


def test_in_phase_2_what_is_laid_out_is_public_and_the_rest_in_the_hand() -> None:
    state, _ = done(composing(SIX, OTHER_SIX), ANIA, PlaceCard(SIX[0], End.RIGHT, turned=True))
    assert GAME.view(state)["seats"][0]["row"] == [{"card": SIX[0], "turned": True}]
    assert GAME.view(state, ANIA)["own"] == {"hand": list(SIX[1:])}
    assert GAME.view(state, BARTEK)["own"] == {"hand": list(OTHER_SIX)}


def test_the_last_round_is_shown_with_what_was_wrong() -> None:
    scored = GAME.view(MOMENTS[6])["scored"]
    assert scored["winner"] == ANIA and scored["how"] == "points"
    assert [result["fault"] for result in scored["results"]] == [None, "nothing_placed"]


@pytest.mark.parametrize(
    ("moment", "key"),
    list(
        enumerate(("shuffle", "memorise", "choose", "ready", "compose", "compose", "shuffle_again", "outcome.pizzette"))
    ),
)
def test_the_prompt_says_what_to_do(moment: int, key: str) -> None:
    assert GAME.prompt(MOMENTS[moment]).key == f"italia.{key}"


def test_the_prompt_says_that_the_choice_is_the_last_one() -> None:
    state = table.choosing(2)
    while state.pile:
        state, _ = done(state, GAME.turns(state)[0], GAME.legal(state, GAME.turns(state)[0])[0])
    assert GAME.prompt(state) == Line("italia.choose_last", {"name": "Bartek"})


@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_sentence_is_known_in_both_languages(language: str) -> None:
    told = Language(language)
    for state in MOMENTS:
        assert told.say(GAME.prompt(state))
        for score in GAME.scores(state):
            assert all(told.say(part.line) for part in score.parts)
    keys = [f"italia.refusal.{reason}" for reason in Reason] + [f"italia.fault.{fault}" for fault in Fault]
    keys += [f"italia.round.{how}" for how in ("points", "longer", "slapper", "tied", "no_pizza")]
    assert not [key for key in keys if not told.knows(key)]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_bots_play_to_the_end_and_no_piece_is_lost_on_the_way(players: int, bot: str) -> None:
    rng = Random(players)
    match = Match(GAME, table.seats(players))
    bots = {seat: bots_of("italia")[bot] for seat in table.NUMBERS[:players]}
    let_chance(match, rng)
    whole = {**dict.fromkeys(BOX.deck, 1), "pizzetta": 7}
    while not match.over:
        assert pieces(match.state) == whole
        assert step(match, bots, rng) is not None
    assert max(player.pizzette for player in match.state.players) == 2
    assert match.state.phase is Phase.OVER
    assert restore(match.lines(), {("italia", "standard"): GAME}).state == match.state
