"""End of the Game: who gets the third pizza first wins."""

from collections.abc import Sequence
from typing import Protocol

from device.events import Seat
from device.rules.game import Line, Part, Score
from device.rules.xxl.components import Components
from device.rules.xxl.reason import pizza_words
from device.rules.xxl.state import Outcome, State


class Cook(Protocol):
    """A player of either variant."""

    @property
    def seat(self) -> Seat: ...

    @property
    def pizzas(self) -> tuple[str, ...]: ...


def scores(box: Components, cooks: Sequence[Cook]) -> tuple[Score, ...]:
    """A pizza face down before a player counts one."""
    return tuple(
        Score(
            cook.seat.seat,
            2 * len(cook.pizzas),
            tuple(Part(2, Line("xxl.score.pizza", {"pizza": pizza_words(box, pizza)})) for pizza in cook.pizzas),
        )
        for cook in cooks
    )


def outcome_of(state: State) -> Outcome | None:
    """Who has won when the round ends, if anybody has."""
    thirds = _thirds(state)
    if thirds:  # X13: the earlier claim; inside the tie window the youngest
        return Outcome((state.youngest(_first(state, thirds)),), "three_pizzas")
    if state.pizzas_left == 0:  # X12
        most = max(len(player.pizzas) for player in state.players)
        return Outcome(tuple(p.seat.seat for p in state.players if len(p.pizzas) == most), "pile_empty")
    return None


def told(state: State, outcome: Outcome) -> Line:
    """Who won and why, in words."""
    names = [state.player(seat).seat.name for seat in outcome.winners]
    thirds = _thirds(state)
    others = [state.player(seat).seat.name for seat in thirds if seat not in outcome.winners]
    if not others:
        return Line(f"xxl.{outcome.reason}", {"names": names})
    tied = len(_first(state, thirds)) > 1
    return Line("xxl.outcome.youngest" if tied else "xxl.outcome.earlier", {"names": names, "others": others})


def _thirds(state: State) -> dict[int, int]:
    """When each seat took its third pizza."""
    return {player.seat.seat: player.third_ns for player in state.players if player.third_ns is not None}


def _first(state: State, thirds: dict[int, int]) -> tuple[int, ...]:
    """The seats that took it first, as far as can be told apart."""
    first_ns = min(thirds.values())
    return tuple(seat for seat, at_ns in thirds.items() if at_ns - first_ns < max(1, state.tie_window_ns))
