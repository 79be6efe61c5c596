"""The solo variant, end of the game: the human's points and Jeff's, and whether Jeff is beaten."""

from device.rules.game import Line, Outcome, Part, Score, Term, half
from device.rules.pizzeria.jeff import JEFF
from device.rules.pizzeria.scoring import halves_saved, leaves_part, pomodoro_part
from device.rules.pizzeria.state import Phase, Player, State


def scores(state: State) -> tuple[Score, ...]:
    """The points of both, as they would count if the game ended now."""
    saved = {player.seat.seat: _saved(state, player) for player in state.players}
    return tuple(_score(state, player, saved) for player in state.players)


def _saved(state: State, player: Player) -> dict[str, int]:
    """Slices saved of each kind: leads and ties stand before Jeff's last meal, which only adds leaves (S8)."""
    meal = state.last_meal or ()
    before = player if player.seat.seat != JEFF else Player(player.seat, (*player.saved, *meal))
    return {kind: halves // 2 for kind, halves in halves_saved(state.components, before).items()}


def _score(state: State, player: Player, saved: dict[int, dict[str, int]]) -> Score:
    seat, box = player.seat.seat, state.components
    other = next(each.seat for each in state.players if each.seat.seat != seat)
    parts = []
    for kind, mine in saved[seat].items():
        if mine:
            theirs = saved[other.seat][kind]
            key = "lead" if mine > theirs else "solo_tie" if mine == theirs else "behind"  # S7: equal, nobody scores
            points = 2 * box.kinds[kind] if mine > theirs else 0
            gaps = {
                "kind": Term(kind),
                "value": box.kinds[kind],
                "slices": half(2 * mine),
                "names": [other.name],
                "most": half(2 * theirs),
            }
            parts.append(Part(points, Line(f"pizzeria.score.{key}", gaps)))
    parts += [*pomodoro_part(box, player), *leaves_part(box, player)]
    return Score(seat, sum(part.half_points for part in parts), tuple(parts))


def outcome(state: State) -> Outcome | None:
    """More points than Jeff win; in a tie who ate more slices (P5), and still equal is a draw, no victory (S9)."""
    if state.phase is not Phase.OVER:
        return None
    mine, jeffs = sorted(scores(state), key=lambda score: score.seat == JEFF)
    human = state.player(mine.seat)
    eaten, jeff_eaten = len(human.eaten), len(state.player(JEFF).eaten)
    gaps = {
        "name": human.seat.name,
        "points": half(mine.half_points),
        "jeffs": half(jeffs.half_points),
        "eaten": eaten,
        "jeffs_eaten": jeff_eaten,
    }
    ahead = (mine.half_points, eaten), (jeffs.half_points, jeff_eaten)
    if ahead[0] == ahead[1]:
        return Outcome((), Line("pizzeria.outcome.solo_draw", gaps))
    tied = "_by_eaten" if mine.half_points == jeffs.half_points else ""
    if ahead[0] > ahead[1]:
        return Outcome((mine.seat,), Line(f"pizzeria.outcome.solo_won{tied}", gaps))
    return Outcome((JEFF,), Line(f"pizzeria.outcome.solo_lost{tied}", gaps))
