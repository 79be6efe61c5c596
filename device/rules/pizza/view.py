"""What everybody may see of the game, what a seat may see beside, and what the table should do now."""

from typing import Any

from device.rules.game import Line, Term
from device.rules.pizza.components import ZONES
from device.rules.pizza.scoring import outcome
from device.rules.pizza.state import Phase, Player, State
from device.rules.seats import seat_view


def view(state: State, turns: tuple[int, ...]) -> dict[str, Any]:
    """JSON-ready. Hands and draw piles are numbers only."""
    box, end = state.components, outcome(state)
    return {
        "phase": state.phase,
        "round": state.round,
        "turns": list(turns),
        "starter": state.starter,
        "advanced": state.advanced,
        "dice": [
            {"colour": location.colour, "die": state.dice[at] if state.dice else None, "unused": location.unused}
            for at, location in enumerate(box.locations)
        ],
        "customers": [
            {
                "name": guest.name,
                "wants": list(box.customer[guest.name].wants),
                "points": box.customer[guest.name].later if guest.later else box.customer[guest.name].first,
                "later": guest.later,
                "slid": guest.slid,
            }
            for guest in state.guests
        ],
        "groups": {ingredient.kind: ingredient.group for ingredient in box.ingredients},
        "track": [{"slice": slice, "zone": zone} for slice, zone in box.spaces],
        "supply": dict(state.supply),
        "tiles": {kind: left for kind, left in state.stock.items() if state.advanced},
        "tile_turns": list(state.order),
        "seats": [_seat(state, player) for player in state.players],
        "outcome": {"winners": list(end.winners)} if end else None,
    }


def _seat(state: State, player: Player) -> dict[str, Any]:
    return {
        **seat_view(player.seat),
        "points": player.points,
        "disc": {"space": player.disc, "slice": state.components.spaces[player.disc][0]},
        "slices": [
            {"served": slice.served, **{zone: list(slice.zones[at]) for at, zone in enumerate(ZONES)}}
            for slice in player.slices
        ],
        "slots": [list(slot) for slot in player.slots],
        "played": list(player.played),
        "hand": len(player.hand),
        "draw_pile": len(player.deck),
        "reserved": player.reserved is not None,
        "tiles": [{"kind": tile.kind, "used": tile.used, "slice": tile.slice} for tile in player.tiles],
        "adjust": player.adjust,
        "any_slice": player.any_slice,
        "landed": player.landed.card if player.landed else None,
        "limits_others": player.limits_others,
        "passed": player.passed,
    }


def own(state: State, seat: int) -> dict[str, Any]:
    """What only this seat knows: its hand, and the card that it reserved."""
    player = state.player(seat)
    return {"hand": list(player.hand), "reserved": player.reserved}


def prompt(state: State, turns: tuple[int, ...]) -> Line:
    """What the table should do now."""
    end = outcome(state)
    if end:
        return end.line
    names = [state.player(seat).seat.name for seat in turns]
    starter = state.player(state.starter).seat.name
    match state.phase:
        case Phase.CUSTOMERS:
            return Line("pizza.customers")
        case Phase.MIXING:
            return Line("pizza.mix" if state.round == 0 else "pizza.mix_again")
        case Phase.ROLLING:
            return Line("pizza.roll", {"round": state.round + 1, "name": starter})
        case Phase.DECLARING:
            return Line("pizza.declare", {"names": names})
        case Phase.COOKING:
            return _cooking(state, turns)
        case Phase.BONUS:
            return Line("pizza.bonus", {"names": names})
        case Phase.SERVING:
            return Line("pizza.serve", {"names": names})
        case Phase.RESERVING:
            return Line("pizza.reserve", {"names": names})
    return Line("pizza.last_bonus", {"names": names})


def _cooking(state: State, turns: tuple[int, ...]) -> Line:
    """All cook at the same time; who has to say where a token goes is named first."""
    asked = [player for player in state.players if player.landed]
    if asked and asked[0].landed:
        gaps = {"name": asked[0].seat.name, "token": Term(asked[0].landed.card)}
        return Line("pizza.topping_anywhere" if asked[0].landed.any_slice else "pizza.topping", gaps)
    names = [state.player(seat).seat.name for seat in turns]
    return Line("pizza.cook", {"round": state.round, "names": names})
