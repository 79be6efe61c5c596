"""The state of the memory variant: frozen, made only by folding events."""

from enum import StrEnum

import msgspec

from device.events import Seat
from device.rules.seats import player_at
from device.rules.xxl.components import Components
from device.rules.xxl.state import Outcome


class Phase(StrEnum):
    """Where the game stands."""

    SHUFFLING = "shuffling"
    TURNING = "turning"
    OVER = "over"


class Player(msgspec.Struct, frozen=True):
    """A seat's fortunes: the `pizza` it is to find the ingredients for (None: X19), and those it has claimed."""

    seat: Seat
    pizza: str | None = None
    pizzas: tuple[str, ...] = ()


class MemoryState(msgspec.Struct, frozen=True):
    """The whole game. `players` sit clockwise; seats are named by their own number.

    `deck` is the pile of pizzas, top first; `places` is what lies at each place, face up or down; `up` are the places
    face up, in the order in which they were turned, `seen` those that showed their face since they were shuffled.
    `missed`: the turn before this one ended without a claim, so the tokens were turned back where they lie.
    """

    components: Components
    players: tuple[Player, ...]
    turn: int
    phase: Phase = Phase.SHUFFLING
    round: int = 1  # turns that were begun
    deck: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    up: tuple[int, ...] = ()
    seen: tuple[int, ...] = ()
    missed: bool = False
    outcome: Outcome | None = None

    @property
    def shown(self) -> tuple[str, ...]:
        """The kinds that lie face up."""
        return tuple(self.places[place] for place in self.up)

    @property
    def wanted(self) -> tuple[str, ...]:
        """The toppings of the pizza before the player whose turn it is."""
        pizza = self.player(self.turn).pizza
        return self.components.toppings_of[pizza] if pizza else ()

    @property
    def dealt(self) -> bool:
        """Whether the pizzas were shuffled and dealt."""
        return any(player.pizza or player.pizzas for player in self.players)

    def player(self, seat: int) -> Player:
        """Who sits there."""
        return player_at(self.players, seat)
