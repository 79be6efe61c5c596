"""End of game: points for slices saved for later and for slices eaten, and the winner.

Slices are counted in halves and points in half-points, as a mixed slice is half a slice of each of its kinds.
"""

from collections.abc import Mapping

import msgspec

from device.rules.game import Line, Outcome, Part, Score, Term, half
from device.rules.pizzeria.bonus import offer_parts
from device.rules.pizzeria.components import Components
from device.rules.pizzeria.offers import holder
from device.rules.pizzeria.state import Phase, Player, State


class Lead(msgspec.Struct, frozen=True):
    """Who has the most slices of a kind, how many half slices, and who of them wins the tie by offer I."""

    seats: tuple[int, ...]
    halves: int
    tie_winner: int | None = None

    @property
    def scoring(self) -> tuple[int, ...]:
        """The seats that score the kind: each of those tied (P4), or the owner of offer I alone (P22)."""
        return self.seats if self.tie_winner is None else (self.tie_winner,)


def halves_saved(box: Components, player: Player) -> dict[str, int]:
    """How many half slices of each majority kind the player saved."""
    halves = dict.fromkeys(box.kinds, 0)
    for piece in player.saved:
        kinds = box.slice_by_id[piece].kinds
        for kind in kinds:
            if kind in halves:
                halves[kind] += 2 // len(kinds)
    return halves


def leads(state: State) -> dict[str, Lead]:
    """Who leads each kind of which somebody saved something: half a slice is enough, nothing is not (P3)."""
    saved = {player.seat.seat: halves_saved(state.components, player) for player in state.players}
    found = holder(state, "I")
    breaker = found[0].seat.seat if found else None
    result = {}
    for kind in state.components.kinds:
        most = max(halves[kind] for halves in saved.values())
        seats = tuple(seat for seat, halves in saved.items() if halves[kind] == most)
        if most:
            result[kind] = Lead(seats, most, breaker if breaker in seats and len(seats) > 1 else None)
    return result


def scores(state: State) -> tuple[Score, ...]:
    """The points of each seat, as they would count if the game ended now."""
    leading = leads(state)
    return tuple(_score(state, player, leading) for player in state.players)


def _score(state: State, player: Player, leading: Mapping[str, Lead]) -> Score:
    box = state.components
    parts = (
        *_kind_parts(state, player, leading),
        *pomodoro_part(box, player),
        *leaves_part(box, player),
        *offer_parts(box, player),
    )
    return Score(player.seat.seat, sum(part.half_points for part in parts), parts)


def _kind_parts(state: State, player: Player, leading: Mapping[str, Lead]) -> list[Part]:
    """A part for each kind of which the player saved something, with who else has as much or more."""
    box, seat = state.components, player.seat.seat
    parts = []
    for kind, halves in halves_saved(box, player).items():
        if halves:
            lead = leading[kind]
            key, others = _standing(seat, lead)
            gaps = {
                "kind": Term(kind),
                "value": box.kinds[kind],
                "slices": half(halves),
                "names": [state.player(other).seat.name for other in others],
                "most": half(lead.halves),
            }
            points = 2 * box.kinds[kind] if seat in lead.scoring else 0
            parts.append(Part(points, Line(f"pizzeria.score.{key}", gaps)))
    return parts


def _standing(seat: int, lead: Lead) -> tuple[str, tuple[int, ...]]:
    """How the seat stands in a kind, and which others the explanation names."""
    others = tuple(other for other in lead.seats if other != seat)
    if seat not in lead.seats:
        return "behind", others
    if not others:
        return "lead", ()
    if lead.tie_winner is None:
        return "tie", others
    return ("tie_won", others) if lead.tie_winner == seat else ("tie_lost", (lead.tie_winner,))


def pomodoro_part(box: Components, player: Player) -> list[Part]:
    """Pizza pomodoro: its number in points for each slice saved for later, whoever has more."""
    slices = [box.slice_by_id[piece] for piece in player.saved if box.slice_by_id[piece].kinds == (box.pomodoro,)]
    if not slices:
        return []
    line = Line("pizzeria.score.pomodoro", {"kind": Term(box.pomodoro), "slices": len(slices)})
    return [Part(2 * sum(sum(piece.value) for piece in slices), line)]


def leaves_part(box: Components, player: Player) -> list[Part]:
    """A point for each basil leaf on the slices that the player ate."""
    leaves = leaves_eaten(box, player)
    slices = len(player.eaten)
    return [Part(2 * leaves, Line("pizzeria.score.leaves", {"leaves": leaves, "slices": slices}))] if slices else []


def leaves_eaten(box: Components, player: Player) -> int:
    """The basil leaves on all slices that the player ate."""
    return sum(box.slice_by_id[piece].leaves for piece in player.eaten)


def outcome(state: State) -> Outcome | None:
    """Most points; in a tie who ate more slices, whatever their leaves; else the victory is shared (P5)."""
    if state.phase is not Phase.OVER:
        return None
    points = {score.seat: score.half_points for score in scores(state)}
    best = max(points.values())
    first = [player for player in state.players if points[player.seat.seat] == best]
    most = max(len(player.eaten) for player in first)
    winners = [player for player in first if len(player.eaten) == most]
    key = "most_points" if len(first) == 1 else "most_eaten" if len(winners) == 1 else "shared"
    gaps = {
        "names": [player.seat.name for player in winners],
        "points": half(best),
        "tied": [player.seat.name for player in first],
        "eaten": most,
    }
    return Outcome(tuple(player.seat.seat for player in winners), Line(f"pizzeria.outcome.{key}", gaps))
