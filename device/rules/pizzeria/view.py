"""What everybody may see of the game. Never the order of a stack, a slice set aside, or an offer not yet read.

Players have nothing hidden: saved slices lie face up, and all saw which ones were eaten.
"""

from typing import Any

from device.rules.game import Line, half
from device.rules.pizzeria.bonus import halves_of
from device.rules.pizzeria.reason import slice_words
from device.rules.pizzeria.scoring import leaves_eaten, outcome
from device.rules.pizzeria.setup import SLICES, chance
from device.rules.pizzeria.state import Held, Phase, Player, State
from device.rules.seats import seat_view


def view(state: State, turns: tuple[int, ...]) -> dict[str, Any]:
    """JSON-ready; slices by id. Portions lie clockwise, cut as in the pizza."""
    end = outcome(state)
    return {
        "phase": state.phase,
        "round": state.round,
        "rounds": state.rounds,
        "turns": list(turns),
        "knife": state.knife,
        "stacks": [len(stack.slices) for stack in state.stacks],
        "aside": len(state.aside) if state.letters else 0,  # without special offers they are in the box
        "pizza": list(state.pizza),
        "offer": state.offer,
        "portions": [
            {"slices": list(portion.slices), "offer": portion.offer, "taken_by": portion.taken_by}
            for portion in state.portions
        ],
        "cut_into": state.cut_into,
        "order": list(state.order),
        "serving": state.serving,
        "asked": {"seat": state.asked.seat, "letter": state.asked.letter} if state.asked else None,
        "drawn": {"seat": state.drawn.seat, "slice": state.drawn.slice} if state.drawn else None,
        "letters": list(state.letters),
        "sent_back": list(state.sent_back),
        "slices": [
            {"id": piece.id, "kinds": list(piece.kinds), "value": list(piece.value), "leaves": piece.leaves}
            for piece in map(state.components.slice_by_id.__getitem__, state.slices)
        ],
        "seats": [_seat(state, player) for player in state.players],
        "outcome": {"winners": list(end.winners)} if end else None,
    }


def _seat(state: State, player: Player) -> dict[str, Any]:
    box = state.components
    halves = {kind: halves_of(box, player, kind) for kind in (*box.kinds, box.pomodoro)}
    return {
        **seat_view(player.seat),
        "saved": list(player.saved),
        "saved_by_kind": [{"kind": kind, "slices": half(count)} for kind, count in halves.items() if count],
        "eaten": list(player.eaten),
        "leaves": leaves_eaten(box, player),
        "offers": [_held(held) for held in player.offers],
    }


def _held(held: Held) -> dict[str, Any]:
    return {"letter": held.letter, "round": held.round, "spent": held.spent, "kind": held.kind}


def prompt(state: State) -> Line:
    """What the table should do now."""
    end = outcome(state)
    if end:
        return end.line
    mixing = chance(state)
    if mixing:
        first = "slices_aside" if state.letters else "slices"
        return Line(f"pizzeria.mix_{first if mixing.what == SLICES else 'offers'}", {"stacks": state.rounds})
    if state.drawn:
        name = state.player(state.drawn.seat).seat.name
        return Line("pizzeria.drawn", {"name": name, "slice": slice_words(state.components, state.drawn.slice)})
    if state.asked:
        return Line(f"pizzeria.ask.{state.asked.letter}", {"name": state.player(state.asked.seat).seat.name})
    knife = state.player(state.knife).seat.name
    match state.phase:
        case Phase.DIVIDING:
            key = "divide" if state.offer is None else "divide_with_offer"
            return Line(f"pizzeria.{key}", {"name": knife, "portions": state.cut_into, "letter": state.offer})
        case Phase.CHOOSING:
            return Line("pizzeria.choose", {"name": state.player(state.order[0]).seat.name})
        case Phase.SERVING if state.serving is not None:
            taken_by = state.portions[state.serving].taken_by
            name = state.player(taken_by).seat.name if taken_by is not None else knife
            return Line("pizzeria.serve", {"name": name})
    return Line("pizzeria.next_pizza", {"name": knife, "round": state.round + 1, "rounds": state.rounds})
