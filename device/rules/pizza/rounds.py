"""The end of a round: the last card of the draw pile may be reserved, then all others are shuffled."""

from device.events import Event
from device.rules.game import Action, Refusal
from device.rules.pizza.actions import Reserve
from device.rules.pizza.events import CardReserved
from device.rules.pizza.reason import Reason, refused
from device.rules.pizza.state import Player, State

ROUNDS = 6


def asked(player: Player) -> bool:
    """Whether the player has a last card to reserve; who drew all has none (Z11)."""
    return not player.decided and bool(player.deck)


def reserve(state: State, seat: int, action: Action) -> list[Event] | Refusal:
    """The bottom card is kept for the next round's hand (Z11), or all six are shuffled."""
    player = state.player(seat)
    if not asked(player):
        return refused(Reason.NO_LAST_CARD)
    return [CardReserved(seat, player.deck[-1] if isinstance(action, Reserve) else None)]
