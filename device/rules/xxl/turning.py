"""Setup and Gameplay of the memory variant: a player turns tokens until the pizza is complete or one does not fit."""

from device.events import Event
from device.rules.chance import Shuffle
from device.rules.game import Action, Refusal
from device.rules.xxl import memory_fold, memory_view
from device.rules.xxl.actions import Reveal, Stop
from device.rules.xxl.components import TOKENS
from device.rules.xxl.events import TokenTurned
from device.rules.xxl.memory_events import GameEnded, PizzaClaimed, PizzaDrawn, TurnEnded
from device.rules.xxl.memory_state import MemoryState, Phase
from device.rules.xxl.reason import Refused, refused
from device.rules.xxl.state import PIZZAS, PIZZAS_TO_WIN
from device.rules.xxl.state import TOKENS as ALL_TOKENS


def chance(state: MemoryState) -> Shuffle | None:
    """The pizzas are shuffled once; the tokens at the start and after each claim, never after a miss (X20)."""
    if state.phase is not Phase.SHUFFLING:
        return None
    if not state.dealt:
        return Shuffle(PIZZAS, tuple(state.components.toppings_of))
    kinds = (kind for kind, count in state.components.counts.items() for _ in range(count))
    return Shuffle(ALL_TOKENS, tuple(kinds))


def turns(state: MemoryState) -> tuple[int, ...]:
    """Whose turn it is to turn tokens over."""
    return (state.turn,) if state.phase is Phase.TURNING else ()


def legal(state: MemoryState, seat: int) -> tuple[Action, ...]:
    """Turn any face-down token, or stop.

    X15: "may keep turning" lets a player stop, but only after the first token, which every turn begins with.
    """
    if seat not in turns(state):
        return ()
    tokens = [Reveal(place) for place in range(TOKENS) if place not in state.up]
    return (*tokens, Stop()) if state.up else tuple(tokens)


def act(state: MemoryState, seat: int, action: Action) -> list[Event] | Refusal:
    """What the action makes happen, up to the end of the turn or the game, or why it cannot be."""
    if state.phase is Phase.OVER:
        return refused(Refused.OVER)
    if state.phase is Phase.SHUFFLING:
        return refused(Refused.SHUFFLING)
    if all(player.seat.seat != seat for player in state.players):
        return refused(Refused.NO_SUCH_SEAT, seat=seat)
    if not isinstance(action, Reveal | Stop):
        return refused(Refused.OTHER_VARIANT, now=memory_view.prompt(state))
    if seat != state.turn:
        return refused(Refused.NOT_YOUR_TURN, name=state.player(state.turn).seat.name)
    if isinstance(action, Stop):
        return [_pass_on(state, "stopped")] if state.up else refused(Refused.TURN_ONE)
    if not 0 <= action.place < TOKENS:
        return refused(Refused.NO_SUCH_PLACE, place=action.place, last=TOKENS - 1)
    if action.place in state.up:
        return refused(Refused.UP_ALREADY, place=action.place)
    return _turn(state, action.place)


def _turn(state: MemoryState, place: int) -> list[Event]:
    kind = state.places[place]
    turned = TokenTurned(state.turn, place, kind)
    if not _fits(state, kind):
        return [turned, _pass_on(state, "unneeded")]
    pizza = state.player(state.turn).pizza
    if pizza is None or not {*state.shown, kind}.issuperset(state.components.needed(pizza)):
        return [turned]  # X17: without cheese too, the player goes on
    return [turned, *_claim(memory_fold.apply(state, turned), pizza)]


def _fits(state: MemoryState, kind: str) -> bool:
    """Whether the player needs it: any cheese, or a topping that is not face up yet (X16: no second copy)."""
    return kind == state.components.cheese or (kind in state.wanted and kind not in state.shown)


def _claim(state: MemoryState, pizza: str) -> list[Event]:
    """X18: the claim comes by itself; the player draws another pizza, if there is one (X19)."""
    seat = state.turn
    events: list[Event] = [PizzaClaimed(seat, pizza)]
    state = memory_fold.apply(state, events[0])
    if len(state.player(seat).pizzas) == PIZZAS_TO_WIN:
        return [*events, GameEnded((seat,), "three_pizzas")]
    if state.deck:
        events.append(PizzaDrawn(seat, state.deck[0]))
        state = memory_fold.apply(state, events[-1])
    if any(player.pizza for player in state.players):
        return [*events, _pass_on(state, "claimed")]
    most = max(len(player.pizzas) for player in state.players)
    winners = tuple(player.seat.seat for player in state.players if len(player.pizzas) == most)
    return [*events, GameEnded(winners, "pile_empty")]


def _pass_on(state: MemoryState, why: str) -> TurnEnded:
    """The turn goes to the left, past players who have no pizza (X19)."""
    around = [player.seat.seat for player in state.players]
    at = around.index(state.turn)
    after = [*state.players[at + 1 :], *state.players[: at + 1]]
    return TurnEnded(state.turn, why, next(player.seat.seat for player in after if player.pizza))
