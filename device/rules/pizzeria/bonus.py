"""End of game (advanced): the points of the special offers, G, H, K, L with the flag, and C with the lightning."""

from collections import Counter

from device.rules.game import Line, Part, Term
from device.rules.pizzeria.components import Components
from device.rules.pizzeria.state import Held, Player

POINTS_OF_G = 5  # P20


def offer_parts(box: Components, player: Player) -> list[Part]:
    """A part for each special offer of the player that brings points."""
    parts = (_part(box, player, held) for held in player.offers)
    return [part for part in parts if part]


def _part(box: Components, player: Player, held: Held) -> Part | None:
    match held.letter:
        case "C" if held.kind:
            halves = halves_of(box, player, held.kind)
            return Part(halves, Line("pizzeria.score.C", {"kind": Term(held.kind)}))
        case "G":
            return Part(2 * POINTS_OF_G, Line("pizzeria.score.G"))
        case "H":
            return Part(2 * kinds_saved(box, player), Line("pizzeria.score.H", {"kinds": kinds_saved(box, player)}))
        case "K":
            kinds = len(eaten_by_kind(box, player))
            return Part(2 * kinds, Line("pizzeria.score.K", {"kinds": kinds}))
        case "L":
            most = max(eaten_by_kind(box, player).values(), default=0)
            return Part(2 * most, Line("pizzeria.score.L", {"slices": most}))
    return None


def halves_of(box: Components, player: Player, kind: str) -> int:
    """C: half a point for each half slice of the kind still saved at the end, without rounding (P15)."""
    shown = (box.slice_by_id[piece].kinds for piece in player.saved)
    return sum(2 // len(kinds) for kinds in shown if kind in kinds)


def kinds_saved(box: Components, player: Player) -> int:
    """H: a mixed slice counts as both of its kinds, one or two pomodoro slices are one kind (P21)."""
    return len({kind for piece in player.saved for kind in box.slice_by_id[piece].kinds})


def eaten_by_kind(box: Components, player: Player) -> Counter[str]:
    """K counts these kinds (P24), L the slices of the largest, once also if several are as large (P25)."""
    return Counter(kind for piece in player.eaten for kind in box.slice_by_id[piece].kinds)
