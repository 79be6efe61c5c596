"""The solo variant at its three levels as objects: what `device.rules.game.Game` asks for."""

from collections.abc import Mapping

from device.events import Event, Seat
from device.rules.game import Action
from device.rules.gathered import Functions, Gathered
from device.rules.pizzeria import actions, events, fold, setup, solo_play, solo_scoring, solo_view
from device.rules.pizzeria.components import Components
from device.rules.pizzeria.jeff import JEFF, NAME
from device.rules.pizzeria.state import Level, Player, State

RETURNED = (3, 5, 10)  # values that go to the box, with all mixed slices
STACKS = 4
PORTIONS = 4


class SoloEasy(Gathered[Components, State]):
    """Pizzeria for one, against Jeff."""

    name = "pizzeria"
    title = "Pizzeria"
    variant = "solo-easy"
    variant_title = "Solo, easy"
    seats = (1, 1)
    events: tuple[type[Event], ...] = (*events.OF_PIZZERIA, *events.OF_SOLO)
    actions: tuple[type[Action], ...] = (*actions.OF_PIZZERIA, *actions.OF_SOLO)
    level = Level.EASY
    does = Functions(
        setup.chance,
        solo_play.turns,
        solo_play.legal,
        solo_play.act,
        fold.apply,
        solo_scoring.scores,
        solo_scoring.outcome,
        solo_view.view,
        solo_view.prompt,
    )

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
