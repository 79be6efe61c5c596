"""What each event does to the state of the memory variant. Never fails, never decides."""

from msgspec.structs import replace

from device.events import Event
from device.rules.chance import Shuffled
from device.rules.xxl.events import TokenTurned
from device.rules.xxl.memory_events import GameEnded, PizzaClaimed, PizzaDrawn, TurnEnded
from device.rules.xxl.memory_state import MemoryState, Phase, Player
from device.rules.xxl.state import PIZZAS, Outcome


def apply(state: MemoryState, event: Event) -> MemoryState:
    """The state after the event."""
    match event:
        case Shuffled(what=what, order=order):
            return _deal(state, order) if what == PIZZAS else _lay_out(state, order)
        case TokenTurned(place=place):
            seen = state.seen if place in state.seen else (*state.seen, place)
            return replace(state, up=(*state.up, place), seen=seen, missed=False)
        case PizzaClaimed(seat=seat, pizza=pizza):
            player = state.player(seat)
            state = _set_player(state, replace(player, pizza=None, pizzas=(*player.pizzas, pizza)))
            return replace(state, phase=Phase.SHUFFLING, up=(), seen=())
        case PizzaDrawn(seat=seat, pizza=pizza):
            state = _set_player(state, replace(state.player(seat), pizza=pizza))
            return replace(state, deck=state.deck[1:])
        case TurnEnded(why=why, next=seat):
            return replace(state, turn=seat, round=state.round + 1, up=(), missed=why != "claimed")
        case GameEnded(winners=winners, why=why):
            return replace(state, phase=Phase.OVER, outcome=Outcome(winners, why))
    return state


def _deal(state: MemoryState, order: tuple[str, ...]) -> MemoryState:
    """Setup: one pizza face up before each player, the others in a pile."""
    players = tuple(replace(player, pizza=pizza) for player, pizza in zip(state.players, order, strict=False))
    return replace(state, players=players, deck=order[len(players) :])


def _lay_out(state: MemoryState, order: tuple[str, ...]) -> MemoryState:
    return replace(state, phase=Phase.TURNING, places=order, up=(), seen=())


def _set_player(state: MemoryState, player: Player) -> MemoryState:
    players = tuple(player if other.seat == player.seat else other for other in state.players)
    return replace(state, players=players)
