"""Enjoy your meal: who chooses when, what may be eaten, and the end of a round."""

from itertools import chain

from rules.pizzeria_builders import (
    ANIA,
    BARTEK,
    BASIC,
    CELINA,
    DAWID,
    PIZZA,
    after,
    begun,
    divided,
    given,
    refusal,
    slices_of,
    told,
)

from device.rules.pizzeria.actions import Divide, Serve, ServePizza, TakePortion
from device.rules.pizzeria.events import PortionTaken, RoundEnded, Served
from device.rules.pizzeria.state import Phase

EVENLY = Divide((0, 3, 6, 9))  # feta feta shrimp | mushroom salami pomodoro | cheese cheese pepper | feta mixed


def cut(players=4):
    return after(BASIC, begun(BASIC, players), (ANIA, ServePizza(0)), (ANIA, EVENLY))


def served_up(state, *choices):
    """Each seat takes this portion and saves all of it."""
    for seat, portion in choices:
        assert BASIC.turns(state) == (seat,)
        state = after(BASIC, state, (seat, TakePortion(portion)))
        if state.phase is Phase.SERVING:
            state = after(BASIC, state, (seat, Serve()))
    return state


def test_the_left_of_the_knife_chooses_first_and_the_divider_last() -> None:
    state = served_up(cut(), (BARTEK, 2), (CELINA, 0), (DAWID, 3))
    assert BASIC.legal(state, ANIA) == (TakePortion(1),)
    assert served_up(state, (ANIA, 1)).phase is Phase.NEXT_PIZZA


def test_two_players_choose_two_portions_each_in_turn() -> None:
    state = served_up(cut(2), (BARTEK, 2), (ANIA, 0), (BARTEK, 3), (ANIA, 1))
    assert state.player(BARTEK).saved == PIZZA[6:]
    assert state.player(ANIA).saved == PIZZA[:6]
    assert state.knife == BARTEK


def test_the_next_player_waits_until_slices_are_saved_or_eaten() -> None:
    state = after(BASIC, cut(), (BARTEK, TakePortion(0)))
    assert BASIC.turns(state) == (BARTEK,)
    assert refusal(BASIC, state, CELINA, TakePortion(1)) == "not_your_turn"
    assert refusal(BASIC, state, BARTEK, TakePortion(1)) == "not_now"


def test_slices_with_leaves_may_be_eaten_all_some_or_none() -> None:
    state = after(BASIC, cut(), (BARTEK, TakePortion(1)))
    assert set(BASIC.legal(state, BARTEK)) == {
        Serve(),
        Serve(("mushroom-1",)),
        Serve(("salami-1",)),
        Serve(("mushroom-1", "salami-1")),
    }
    state = after(BASIC, state, (BARTEK, Serve(("salami-1",))))
    assert state.player(BARTEK).saved == ("mushroom-1", "pomodoro-1")
    assert state.player(BARTEK).eaten == ("salami-1",)


def test_slices_without_leaves_cannot_be_eaten() -> None:
    state = after(BASIC, cut(), (BARTEK, TakePortion(1)))
    assert refusal(BASIC, state, BARTEK, Serve(("pomodoro-1",))) == "no_leaves"
    mixed = after(BASIC, cut(), (BARTEK, TakePortion(3)))
    assert refusal(BASIC, mixed, BARTEK, Serve(("shrimp/mushroom",))) == "no_leaves"


def test_slices_saved_before_cannot_be_eaten() -> None:
    state = given(cut(), saved={BARTEK: ("feta-4",)})
    state = after(BASIC, state, (BARTEK, TakePortion(1)))
    assert refusal(BASIC, state, BARTEK, Serve(("feta-4",))) == "not_in_portion"
    assert refusal(BASIC, state, BARTEK, Serve(("anchovy-1",))) == "not_in_portion"


def test_slices_are_named_once_and_as_they_lie() -> None:
    state = after(BASIC, cut(), (BARTEK, TakePortion(1)))
    assert refusal(BASIC, state, BARTEK, Serve(("salami-1", "mushroom-1"))) == "eating_order"
    assert refusal(BASIC, state, BARTEK, Serve(("salami-1", "salami-1"))) == "eating_order"


def test_P6_with_two_players_the_first_portion_is_final_when_the_second_is_taken() -> None:
    state = served_up(cut(2), (BARTEK, 0), (ANIA, 1))
    state = after(BASIC, state, (BARTEK, TakePortion(2)))
    assert refusal(BASIC, state, BARTEK, Serve(("feta-1",))) == "not_in_portion"
    offered = {piece for serve in BASIC.legal(state, BARTEK) for piece in serve.eat}
    assert offered == {"cheese-1", "cheese-2", "pepper-1"}


def test_P6_what_is_served_cannot_be_served_again() -> None:
    state = served_up(cut(), (BARTEK, 0))
    assert refusal(BASIC, state, BARTEK, Serve(("feta-1",))) == "not_your_turn"


def test_a_portion_with_nothing_to_eat_is_saved_by_itself() -> None:
    state = divided(
        begun(BASIC, 3), [("pomodoro-1", "salami/cheese"), ("feta-1",), ("feta-2",)], (BARTEK, CELINA, ANIA)
    )
    assert told(BASIC, state, BARTEK, TakePortion(0)) == [
        PortionTaken(BARTEK, 0),
        Served(BARTEK, ("pomodoro-1", "salami/cheese"), ()),
    ]


def test_a_taken_portion_and_one_that_is_not_there_are_refused() -> None:
    state = served_up(cut(), (BARTEK, 0))
    assert refusal(BASIC, state, CELINA, TakePortion(0)) == "portion_taken"
    assert refusal(BASIC, state, CELINA, TakePortion(4)) == "no_portion"
    assert refusal(BASIC, state, CELINA, TakePortion(-1)) == "no_portion"


def test_the_round_ends_with_the_last_portion_and_the_knife_is_passed_to_the_left() -> None:
    state = served_up(cut(), (BARTEK, 0), (CELINA, 1), (DAWID, 2))
    state = after(BASIC, state, (ANIA, TakePortion(3)))
    assert told(BASIC, state, ANIA, Serve())[-1] == RoundEnded(BARTEK)
    state = after(BASIC, state, (ANIA, Serve()))
    assert (state.knife, state.phase, state.portions) == (BARTEK, Phase.NEXT_PIZZA, ())
    assert BASIC.turns(state) == (BARTEK,)


def test_the_knife_goes_round_from_the_last_seat_to_the_first() -> None:
    state = begun(BASIC, 3, starter=CELINA)
    state = after(BASIC, state, (CELINA, ServePizza(0)), (CELINA, Divide((0, 3, 6))))
    assert state.order == (ANIA, BARTEK, CELINA)
    assert served_up(state, (ANIA, 0), (BARTEK, 1), (CELINA, 2)).knife == ANIA


def whole_game(players):
    """Everybody takes the first portion there is and saves all; gives who did what, in order."""
    state, done = begun(BASIC, players), []
    while BASIC.outcome(state) is None:
        (seat,) = BASIC.turns(state)
        action = BASIC.legal(state, seat)[0]
        done.append((seat, type(action)))
        state = after(BASIC, state, (seat, action))
    return state, done


def test_a_game_of_two_has_four_rounds_with_two_portions_each() -> None:
    state, done = whole_game(2)
    rounds = [(ANIA, BARTEK), (BARTEK, ANIA)] * 2
    assert [seat for seat, kind in done if kind is Divide] == [ANIA, BARTEK, ANIA, BARTEK]
    chosen = [seat for seat, kind in done if kind is TakePortion]
    assert chosen == list(chain.from_iterable([other, knife, other, knife] for knife, other in rounds))
    assert state.round == 4
    assert state.phase is Phase.OVER


def test_a_game_of_four_gives_everybody_the_knife_once() -> None:
    state, done = whole_game(4)
    around = [ANIA, BARTEK, CELINA, DAWID]
    assert [seat for seat, kind in done if kind is ServePizza] == around
    chosen = [seat for seat, kind in done if kind is TakePortion]
    assert chosen == list(chain.from_iterable(around[at + 1 :] + around[: at + 1] for at in range(4)))
    assert sum(len(player.saved) for player in state.players) == 44


def test_nothing_can_be_done_after_the_end() -> None:
    state, _ = whole_game(4)
    assert BASIC.turns(state) == ()
    assert not BASIC.legal(state, ANIA)
    assert refusal(BASIC, state, ANIA, ServePizza(0)) == "over"


def test_all_slices_of_a_large_portion_may_be_eaten() -> None:
    state = divided(begun(BASIC, 3), [slices_of("cheese", 9), ("feta-1",), ("feta-2",)], (BARTEK, CELINA, ANIA))
    state = after(BASIC, state, (BARTEK, TakePortion(0)))
    assert len(set(BASIC.legal(state, BARTEK))) == 2**9
    assert len(after(BASIC, state, (BARTEK, Serve(slices_of("cheese", 9)))).player(BARTEK).eaten) == 9
