"""The solo variant: set-up, the order of play, choices for Jeff, and the end at its three levels."""

from random import Random

import pytest
from msgspec.structs import replace
from rules.every_game import start, steps
from rules.pizzeria_builders import ANIA, BOX, begun, seats

from device.language import Language
from device.rules.game import Refusal
from device.rules.pizzeria.actions import Divide, GiveJeff, JeffEats, Serve, ServePizza, TakePortion
from device.rules.pizzeria.events import GameEnded, JeffDined, PortionTaken, RoundEnded, Served
from device.rules.pizzeria.jeff import JEFF
from device.rules.pizzeria.solo import SoloEasy, SoloHard, SoloMedium
from device.rules.pizzeria.state import Phase, Player, State

EASY, MEDIUM, HARD = SoloEasy(BOX), SoloMedium(BOX), SoloHard(BOX)
PIZZA = (
    *("feta-1", "feta-2", "feta-3", "bacon-1"),
    *("mushroom-1", "mushroom-2", "pomodoro-1"),
    *("salami-1", "salami-2"),
    *("cheese-1", "pepper-1"),
)
FOUR_THREE_TWO_TWO = Divide((0, 4, 7, 9))


def did(game: SoloEasy, state: State, *actions: object) -> State:
    for action in actions:
        assert action in game.legal(state, ANIA), action
        events = game.act(state, ANIA, action)  # type: ignore[arg-type]
        assert not isinstance(events, Refusal), events
        for event in events:
            state = game.apply(state, event)
    return state


def refusal(game: SoloEasy, state: State, action: object) -> str:
    assert action not in game.legal(state, ANIA)
    verdict = game.act(state, ANIA, action)  # type: ignore[arg-type]
    assert isinstance(verdict, Refusal)
    return verdict.reason


def divided(division: Divide = FOUR_THREE_TWO_TWO) -> State:
    return did(EASY, begun(EASY, 1, PIZZA), ServePizza(0), division)


def saved(state: State, seat: int) -> tuple[str, ...]:
    return state.player(seat).saved


def test_the_solo_game_has_four_stacks_without_threes_fives_tens_and_mixed_slices() -> None:
    state = begun(EASY, 1, PIZZA)
    assert len(state.slices) == 47 and len(state.stacks) == 4 and len(state.aside) == 3
    pieces = [BOX.slice_by_id[piece] for piece in state.slices]
    assert all(len(piece.kinds) == 1 and piece.value[0] not in (3, 5, 10) for piece in pieces)


def test_s10_no_halves_are_compared() -> None:
    state = begun(EASY, 1, PIZZA)
    assert not any("/" in piece for piece in state.slices)


def test_portions_go_to_jeff_the_human_jeff_and_the_human() -> None:
    state = divided()
    assert state.portions[0].taken_by == JEFF  # the largest, at once
    assert saved(state, JEFF) == ("feta-2", "feta-3", "bacon-1")  # the third feta was surplus
    state = did(EASY, state, TakePortion(2), Serve(()))
    assert state.portions[1].taken_by == JEFF
    assert saved(state, JEFF)[3:] == ("mushroom-1", "mushroom-2", "pomodoro-1")
    state = did(EASY, state, TakePortion(3), Serve(("cheese-1",)))
    assert (state.phase, state.round, state.knife) == (Phase.NEXT_PIZZA, 1, ANIA)
    assert saved(state, ANIA) == ("salami-1", "salami-2", "pepper-1")
    assert state.player(ANIA).eaten == ("cheese-1",)


def test_jeff_eats_the_surplus_of_three_feta() -> None:
    assert divided().player(JEFF).eaten == ("feta-1",)


def test_s6_the_human_gives_jeff_one_of_the_largest_portions() -> None:
    state = divided(Divide((0, 3, 6, 9)))
    assert list(EASY.legal(state, ANIA)) == [GiveJeff(0), GiveJeff(1), GiveJeff(2)]
    assert refusal(EASY, state, GiveJeff(3)) == "not_largest"
    assert refusal(EASY, state, GiveJeff(4)) == "no_portion"
    assert refusal(EASY, state, TakePortion(0)) == "not_now"
    assert did(EASY, state, GiveJeff(1)).portions[1].taken_by == JEFF


def test_s5_the_human_decides_which_slices_jeff_eats_where_leaves_differ() -> None:
    kinds = tuple(
        replace(kind, leaves=(3, 1, 1, *kind.leaves[3:])) if kind.name == "feta" else kind for kind in BOX.kind
    )
    game = SoloEasy(replace(BOX, kind=kinds))
    state = did(game, begun(game, 1, PIZZA), ServePizza(0), FOUR_THREE_TWO_TWO)
    assert list(game.legal(state, ANIA)) == [JeffEats(("feta-2",)), JeffEats(("feta-1",))]
    assert refusal(game, state, JeffEats(("feta-1", "feta-2"))) == "not_jeffs_meal"
    assert did(game, state, JeffEats(("feta-1",))).player(JEFF).eaten == ("feta-1",)


def test_only_the_human_may_act() -> None:
    state = begun(EASY, 1, PIZZA)
    verdict = EASY.act(state, JEFF, ServePizza(0))
    assert isinstance(verdict, Refusal) and verdict.reason == "not_your_turn"


def last_slice(game: SoloEasy, human: Player, jeff: Player) -> State:
    """All is served but the human's last portion, a pomodoro; then the game ends."""
    state = did(game, begun(game, 1, PIZZA), ServePizza(0), FOUR_THREE_TWO_TWO)
    taken = [replace(portion, slices=(), taken_by=JEFF) for portion in state.portions[1:]]
    state = replace(
        state,
        round=4,
        phase=Phase.CHOOSING,
        order=(ANIA,),
        portions=(replace(state.portions[0], slices=("pomodoro-2",), taken_by=None), *taken),
        players=(human, jeff),
    )
    return did(game, state, TakePortion(0))


def human(saved: tuple[str, ...] = (), eaten: tuple[str, ...] = ()) -> Player:
    return Player(seats(1)[0], saved, eaten)


def jeff(saved: tuple[str, ...] = (), eaten: tuple[str, ...] = ()) -> Player:
    return replace(begun(EASY, 1, PIZZA).players[1], saved=saved, eaten=eaten)


def points(game: SoloEasy, state: State) -> dict[int, int]:
    return {score.seat: score.half_points // 2 for score in game.scores(state)}


def test_s7_equal_counts_score_nobody_but_pomodoro_is_no_majority_kind() -> None:
    state = last_slice(EASY, human(("bacon-1", "feta-1", "feta-2")), jeff(("bacon-2", "feta-3", "pomodoro-1")))
    assert points(EASY, state) == {ANIA: 6 + 2, JEFF: 2}


def leaves(*pieces: str) -> int:
    return sum(BOX.slice_by_id[piece].leaves for piece in pieces)


@pytest.mark.parametrize(
    ("game", "meal"),
    [(EASY, None), (MEDIUM, ("bacon-2", "feta-3")), (HARD, ("bacon-2", "feta-3", "feta-4"))],
)
def test_s8_leads_and_ties_stand_before_jeffs_last_meal_which_only_adds_leaves(
    game: SoloEasy, meal: tuple[str, ...] | None
) -> None:
    mine = ("bacon-1", "feta-1", "feta-2", "feta-5")
    state = last_slice(game, human(mine), jeff(("bacon-2", "feta-3", "feta-4", "salami-1")))
    assert state.last_meal == meal and state.phase is Phase.OVER
    assert points(game, state) == {ANIA: 6 + 2, JEFF: 9 + leaves(*(meal or ()))}  # bacon stays a tie


def test_s9_equal_points_are_decided_by_slices_eaten_and_else_a_draw() -> None:
    told = {}
    for name, mine, his in (
        ("won", ("mushroom-1", "mushroom-2"), ("cheese-1",)),
        ("lost", ("cheese-1",), ("mushroom-1", "mushroom-2")),
        ("draw", ("cheese-1",), ("cheese-2",)),
    ):
        state = last_slice(EASY, human((), mine), jeff(("pomodoro-1",), his))
        scores = points(EASY, state)
        if scores[ANIA] != scores[JEFF]:  # the one with fewer points ate a slice with more leaves
            few = ANIA if scores[ANIA] < scores[JEFF] else JEFF
            state = with_more_leaves(state, few, abs(scores[ANIA] - scores[JEFF]))
        scores = points(EASY, state)
        assert scores[ANIA] == scores[JEFF]
        outcome = EASY.outcome(state)
        assert outcome is not None
        told[name] = (outcome.winners, outcome.line.key)
    assert told["won"] == ((ANIA,), "pizzeria.outcome.solo_won_by_eaten")
    assert told["lost"] == ((JEFF,), "pizzeria.outcome.solo_lost_by_eaten")
    assert told["draw"] == ((), "pizzeria.outcome.solo_draw")


def with_more_leaves(state: State, seat: int, more: int) -> State:
    """The one slice that this seat ate has so many leaves more."""
    (piece,) = state.player(seat).eaten[:1]
    kind, number = piece.rsplit("-", 1)
    kinds = tuple(
        replace(
            each,
            leaves=tuple(
                count + more * (each.name == kind and at == int(number)) for at, count in enumerate(each.leaves, 1)
            ),
        )
        for each in state.components.kind
    )
    return replace(state, components=replace(state.components, kind=kinds))


def test_more_points_than_jeffs_win_and_fewer_lose() -> None:
    won = EASY.outcome(last_slice(EASY, human(("cheese-1",)), jeff()))
    lost = EASY.outcome(last_slice(EASY, human(), jeff(("cheese-1",))))
    assert won is not None and won.winners == (ANIA,)
    assert lost is not None and lost.winners == (JEFF,)
    assert Language("en").say(won.line) == "Ania has beaten Jeff: 13 to 0 points."
    assert "Jeff" in Language("pl").say(lost.line)


@pytest.mark.parametrize("game", [EASY, MEDIUM, HARD])
def test_a_game_is_four_rounds_with_a_last_meal_at_the_harder_levels(game: SoloEasy) -> None:
    match = start(game, 1, Random(4))
    events = [event for done in steps(match, Random(4)) for event in done.events]
    assert sum(isinstance(event, RoundEnded) for event in events) == 4
    assert sum(isinstance(event, PortionTaken) and event.seat == JEFF for event in events) == 8
    assert sum(isinstance(event, Served) for event in events) == 16
    assert sum(isinstance(event, JeffDined) for event in events) == (game is not EASY)
    assert events[-1] == GameEnded()
