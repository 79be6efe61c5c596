"""The solo variant at its three levels as objects: what `device.rules.game.Game` asks for."""

from collections.abc import Mapping, Sequence
from typing import Any

from device.events import Event, Seat
from device.rules.game import Action, Line, Outcome, Refusal, Score
from device.rules.pizzeria import actions, events, solo_play, solo_scoring, solo_view
from device.rules.pizzeria.basic import Basic
from device.rules.pizzeria.jeff import JEFF, NAME
from device.rules.pizzeria.state import Level, Player, State

RETURNED = (3, 5, 10)  # values that go to the box, with all mixed slices
STACKS = 4
PORTIONS = 4


class SoloEasy(Basic):
    """Pizzeria for one, against Jeff."""

    variant = "solo-easy"
    variant_title = "Solo, easy"
    seats = (1, 1)
    events: tuple[type[Event], ...] = (*events.OF_PIZZERIA, *events.OF_SOLO)
    actions: tuple[type[Action], ...] = (*actions.OF_PIZZERIA, *actions.OF_SOLO)
    level = Level.EASY

    def setup(self, seats: tuple[Seat, ...], settings: Mapping[str, int]) -> State:
        """There is no knife to pass on: the human divides every pizza."""
        (human,) = seats
        jeff = Seat(JEFF, NAME, "white", "diamond", human.age_order + 1)
        single = [piece for piece in self.components.slices if len(piece.kinds) == 1]
        return State(
            components=self.components,
            players=(Player(human), Player(jeff)),
            knife=human.seat,
            slices=tuple(piece.id for piece in single if piece.value[0] not in RETURNED),
            rounds=STACKS,
            cut_into=PORTIONS,
            level=self.level,
        )

    def turns(self, state: State) -> tuple[int, ...]:
        return solo_play.turns(state)

    def legal(self, state: State, seat: int) -> Sequence[Action]:
        return solo_play.legal(state, seat)

    def act(self, state: State, seat: int, action: Action) -> list[Event] | Refusal:
        return solo_play.act(state, seat, action)

    def scores(self, state: State) -> tuple[Score, ...]:
        return solo_scoring.scores(state)

    def outcome(self, state: State) -> Outcome | None:
        return solo_scoring.outcome(state)

    def view(self, state: State, seat: int | None = None) -> dict[str, Any]:
        """Nobody has anything hidden but the stacks."""
        seen = solo_view.view(state, solo_play.turns(state))
        return seen if seat is None else {**seen, "own": {}}

    def prompt(self, state: State) -> Line:
        return solo_view.prompt(state)


class SoloMedium(SoloEasy):
    """Jeff eats one slice more of each kind in which he does not have the lead."""

    variant = "solo-medium"
    variant_title = "Solo, medium"
    level = Level.MEDIUM


class SoloHard(SoloEasy):
    """Jeff eats all slices of each kind in which he does not have the lead."""

    variant = "solo-hard"
    variant_title = "Solo, hard"
    level = Level.HARD
