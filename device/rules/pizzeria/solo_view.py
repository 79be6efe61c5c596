"""The solo variant, to be seen: as in the basic game, with Jeff's slices beside the human's, and who is asked what."""

from typing import Any

from device.rules.game import Line
from device.rules.pizzeria import view as basic
from device.rules.pizzeria.jeff import JEFF, NAME
from device.rules.pizzeria.solo_scoring import outcome
from device.rules.pizzeria.state import Phase, State


def view(state: State, turns: tuple[int, ...]) -> dict[str, Any]:
    """JSON-ready; nobody has anything hidden but the stacks."""
    end = outcome(state)
    seen = basic.view(state, turns)
    return {**seen, "level": state.level, "outcome": {"winners": list(end.winners)} if end else None}


def prompt(state: State) -> Line:
    """What the human should do now, also for Jeff."""
    end = outcome(state)
    if end:
        return end.line
    gaps = {"name": state.player(state.knife).seat.name, "jeff": NAME}
    match state.phase:
        case Phase.CHOOSING if state.order[0] == JEFF:
            return Line("pizzeria.solo.give", gaps)
        case Phase.SERVING if state.serving is not None and state.portions[state.serving].taken_by == JEFF:
            return Line("pizzeria.solo.jeff_eats", gaps)
        case Phase.CHOOSING:
            return Line("pizzeria.solo.choose", gaps)
        case Phase.DESSERT:
            return Line("pizzeria.solo.last_meal", gaps)
    return basic.prompt(state)
