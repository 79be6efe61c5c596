"""What everybody may see in the memory variant, and what a player may remember.

A face-down token has no kind in the view, also when all have seen it: to remember it is the game. But who saw it may
use it, and tokens stay where they lie until a claim. So "own" has `remembers`: every place that showed its face since
the last shuffle. It is for bots, who keep nothing themselves; a screen for people leaves it out.
"""

from collections import Counter
from typing import Any

from device.rules.game import Line
from device.rules.seats import seat_view
from device.rules.xxl.memory_state import MemoryState, Phase, Player


def view(state: MemoryState, turns: tuple[int, ...]) -> dict[str, Any]:
    """JSON-ready; seats by their number."""
    up = set(state.up)
    return {
        "phase": state.phase,
        "round": state.round,
        "turns": list(turns),
        "turn": state.turn if turns else None,
        "places": [{"place": place, "kind": kind if place in up else None} for place, kind in enumerate(state.places)],
        "revealed": [{"kind": kind, "count": count} for kind, count in Counter(state.shown).items()],
        "face_down": len(state.places) - len(up),
        "pile": len(state.deck) if state.dealt else len(state.components.pizzas),
        "cheese": state.components.cheese,
        "seats": [_seat(state, player) for player in state.players],
        "outcome": {"winners": list(state.outcome.winners), "reason": state.outcome.reason} if state.outcome else None,
    }


def own(state: MemoryState, seat: int) -> dict[str, Any]:
    """What any player at the table may remember, this one as much as the others."""
    return {"remembers": [{"place": place, "kind": state.places[place]} for place in state.seen]}


def _seat(state: MemoryState, player: Player) -> dict[str, Any]:
    pizza = {"id": player.pizza, "toppings": state.components.toppings_of[player.pizza]} if player.pizza else None
    return {
        **seat_view(player.seat),
        "age_order": player.seat.age_order,
        "pizza": pizza,
        "pizzas": list(player.pizzas),
    }


def prompt(state: MemoryState) -> Line:
    """What the table should do now."""
    if state.outcome:
        names = [state.player(seat).seat.name for seat in state.outcome.winners]
        return Line(f"xxl.{state.outcome.reason}", {"names": names})
    name = {"name": state.player(state.turn).seat.name}
    if state.phase is Phase.SHUFFLING:
        return Line("xxl.memory.shuffle", name) if state.places else Line("xxl.memory.deal", name)
    if state.up:
        return Line("xxl.memory.go_on", name)
    return Line("xxl.memory.turn_back", name) if state.missed else Line("xxl.memory.turn", name)
