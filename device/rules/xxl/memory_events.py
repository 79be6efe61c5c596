"""What happens in the memory variant, beside tokens that are turned (`events.TokenTurned`)."""

from device.events import Decision, Event
from device.rules.xxl.events import TokenTurned


class MemoryEvent(Decision, frozen=True, tag=lambda name: f"xxl.memory.{name}"):
    """Base of the events of the memory variant."""


class PizzaClaimed(MemoryEvent, frozen=True):
    """All that the seat's pizza needs lies face up: it goes face down beside the player (X18)."""

    seat: int
    pizza: str


class PizzaDrawn(MemoryEvent, frozen=True):
    """The seat drew the top pizza of the pile."""

    seat: int
    pizza: str


class TurnEnded(MemoryEvent, frozen=True):
    """All tokens are turned face down; `next` is the seat whose turn begins.

    `why` is "claimed", "unneeded" or "stopped".
    """

    seat: int
    why: str
    next: int


class GameEnded(MemoryEvent, frozen=True):
    """Somebody has three pizzas, or nobody can go on (X19)."""

    winners: tuple[int, ...]
    why: str


OF_MEMORY: tuple[type[Event], ...] = (TokenTurned, PizzaClaimed, PizzaDrawn, TurnEnded, GameEnded)
