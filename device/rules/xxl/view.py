"""What everybody may see of the game. Never that a pizza is ready, never what a face-down token is."""

from collections import Counter
from typing import Any

from device.rules.game import Line
from device.rules.seats import seat_view
from device.rules.xxl.components import TOKENS
from device.rules.xxl.ending import told
from device.rules.xxl.state import Phase, State


def view(state: State, turns: tuple[int, ...]) -> dict[str, Any]:
    """JSON-ready; seats by their number. `places` are there only without a table: it has its board."""
    revealed = Counter(token.kind for token in state.tokens)
    return {
        "phase": state.phase,
        "round": state.round,
        "starter": state.starter,
        "turns": list(turns),
        "turn": state.turn if state.phase is Phase.REVEALING else None,
        "slots": [
            {
                "slot": index,
                "pizza": {"id": slot.pizza, "toppings": state.components.toppings_of[slot.pizza]}
                if slot.pizza
                else None,
                "taken_by": slot.taken.seat if slot.taken else None,
            }
            for index, slot in enumerate(state.slots)
        ],
        "revealed": [{"kind": kind, "count": count} for kind, count in revealed.items()],
        "places": _places(state),
        "cheese": state.components.cheese,
        "face_down": TOKENS - len(state.tokens),
        "pile": state.pile,
        "seats": [
            {
                **seat_view(player.seat),
                "age_order": player.seat.age_order,
                "pizzas": list(player.pizzas),
                "locked": player.locked,
            }
            for player in state.players
        ],
        "question": state.questions[0] if state.questions else None,
        "outcome": {"winners": list(state.outcome.winners), "reason": state.outcome.reason} if state.outcome else None,
    }


def _places(state: State) -> list[dict[str, Any]]:
    up = {token.piece: token.kind for token in state.tokens}
    return [{"place": place, "kind": up.get(place)} for place in range(len(state.places))]


def prompt(state: State) -> Line:
    """What the table should do now."""
    if state.outcome:
        return told(state, state.outcome)
    if state.phase is Phase.REVEALING:
        if len(state.tokens) == TOKENS:
            return Line("xxl.all_up_or_leave" if state.places else "xxl.all_up")
        return Line("xxl.reveal", {"name": state.player(state.turn).seat.name})
    if state.phase is Phase.CLOSING:
        return Line("xxl.closing_or_leave" if state.places else "xxl.closing")
    starter = state.player(state.starter).seat.name
    if state.round == 0:
        return Line("xxl.place_all", {"name": starter})
    empty = [index + 1 for index, slot in enumerate(state.slots) if slot.pizza is None][: state.pile]
    if not empty:
        return Line("xxl.place_tokens", {"name": starter})
    return Line("xxl.place_pizzas", {"slots": empty, "name": starter})
