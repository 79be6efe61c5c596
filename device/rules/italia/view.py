"""What everybody may see of the game, what a seat may see beside, and what the table should do now.

In phase 1 a pizza deck lies face down and nobody may look at it, not even its owner; everybody sees how many cards it
has. A player remembers, though: "own" then has `remembers`, the cards that the player has looked at, for bots, which
have no other memory. A screen for people leaves it out. While the two dealt cards are memorised, and from "Go!" on, the
cards are in the owner's hand, and "own" has them as `hand`.
"""

from typing import Any

from device.rules.game import Line
from device.rules.italia.choosing import SECONDS_TO_MEMORISE
from device.rules.italia.components import Card, Components
from device.rules.italia.scoring import PIZZETTE_TO_WIN, outcome, round_line
from device.rules.italia.state import Laid, Phase, Player, Scored, State
from device.rules.seats import seat_view

LOOKING = (Phase.COMPOSING, Phase.SCORING, Phase.OVER)


def view(state: State, turns: tuple[int, ...]) -> dict[str, Any]:
    """JSON-ready; cards by id. `cards` tells what the cards of the box show."""
    end = outcome(state)
    return {
        "phase": state.phase,
        "round": state.round,
        "turns": list(turns),
        "first": state.first,
        "pile": len(state.pile),
        "aside": len(state.aside),
        "display": list(state.display),
        "pizzette_to_win": PIZZETTE_TO_WIN,
        "supply": state.supply,
        "mozzarella": state.components.mozzarella.kind,
        "cards": cards(state.components),
        "seats": [_seat(player) for player in state.players],
        "scored": _scored(state.scored),
        "outcome": {"winners": list(end.winners)} if end else None,
    }


def own(state: State, seat: int) -> dict[str, Any]:
    """What only this seat knows."""
    player = state.player(seat)
    looking = state.phase in LOOKING or (state.phase is Phase.MEMORISING and not player.ready)
    return {"hand" if looking else "remembers": list(player.deck)}


def cards(box: Components) -> list[dict[str, Any]]:
    """Every card of the box, by its id: public, as the rulebook shows which cards there are."""
    return [card_view(id, card) for id, card in box.card_by_id.items()]


def card_view(id: str, card: Card) -> dict[str, Any]:
    """A card as it lies upright; a side of None is crust."""
    icons = [{"kind": icon.kind, "points": icon.points} for icon in card.icons]
    return {"id": id, "label": card.label, "left": card.left, "right": card.right, "icons": icons}


def _row(row: tuple[Laid, ...]) -> list[dict[str, Any]]:
    return [{"card": laid.card, "turned": laid.turned} for laid in row]


def _seat(player: Player) -> dict[str, Any]:
    return {
        **seat_view(player.seat),
        "pizza_deck": len(player.deck),
        "row": _row(player.row),
        "ready": player.ready,
        "pizzette": player.pizzette,
    }


def _scored(scored: Scored | None) -> dict[str, Any] | None:
    if scored is None:
        return None
    results = [
        {
            "seat": each.seat,
            "row": _row(each.row),
            "unused": each.unused,
            "points": each.points,
            "fault": each.fault,
            "at": list(each.at),
        }
        for each in scored.results
    ]
    return {"results": results, "slappers": list(scored.slappers), "winner": scored.winner, "how": scored.how}


def prompt(state: State) -> Line:
    """What the table should do now."""
    first = {"name": state.player(state.first).seat.name}
    end = outcome(state)
    if end:
        return end.line
    match state.phase:
        case Phase.SHUFFLING:
            last = round_line(state)
            return Line("italia.shuffle_again", {"last": last, **first}) if last else Line("italia.shuffle", first)
        case Phase.MEMORISING:
            return Line("italia.memorise", {"seconds": SECONDS_TO_MEMORISE})
        case Phase.CHOOSING if state.turn is not None:
            key = "choose" if state.pile else "choose_last"
            return Line(f"italia.{key}", {"name": state.player(state.turn).seat.name})
        case Phase.READY:
            return Line("italia.ready", first)
    return Line("italia.compose")
