"""End of the game: points of the track, tokens on unserved slices, freed slots, and all bonus tiles."""

from device.rules.game import Line, Outcome, Part, Score, Term
from device.rules.pizza.components import EATEN_SLICES, SLICE_BONUS
from device.rules.pizza.state import Phase, Player, State, Tile

ZONE_POINTS = (2, 1, 0)  # outer, middle, inner
FREED_SLOTS = (0, 1, 3, 6, 10)


def scores(state: State) -> tuple[Score, ...]:
    """The points of each seat, as they would count if the game ended now."""
    return tuple(_score(state, player) for player in state.players)


def _score(state: State, player: Player) -> Score:
    parts = (*_on_the_track(player), *_on_slices(player), *_freed(state, player), *_tiles(state, player))
    return Score(player.seat.seat, sum(part.half_points for part in parts), parts)


def _part(points: int, key: str, **gaps: object) -> Part:
    return Part(2 * points, Line(f"pizza.score.{key}", {"points": points, **gaps}))


def _on_the_track(player: Player) -> list[Part]:
    ledger = player.ledger
    parts = (("start", ledger.start), ("customers", ledger.customers), ("dough", ledger.dough))
    return [_part(points, key) for key, points in (*parts, ("locations", ledger.locations)) if points]


def _on_slices(player: Player) -> list[Part]:
    """Tokens on unserved slices count by their zone."""
    tokens = [sum(len(slice.zones[zone]) for slice in player.slices if not slice.served) for zone in range(3)]
    if not any(tokens):
        return []
    points = sum(count * worth for count, worth in zip(tokens, ZONE_POINTS, strict=True))
    return [_part(points, "tokens", outer=tokens[0], middle=tokens[1], inner=tokens[2])]


def _freed(state: State, player: Player) -> list[Part]:
    """Each slot without tokens was freed, and counts once (Z13); before the first round none was filled yet."""
    freed = sum(1 for slot in player.slots if not slot)
    return [_part(FREED_SLOTS[freed], "slots", slots=freed)] if freed and state.round else []


def _tiles(state: State, player: Player) -> list[Part]:
    """All tiles lie face up at the end and count, used or not (Z16); a copy copies no points (Z18)."""
    parts = []
    for tile in player.tiles:
        points = tile_points(state, player, tile)
        if points:
            parts.append(_part(points, "tile", kind=Term(tile.kind)))
    return parts


def tile_points(state: State, player: Player, tile: Tile) -> int:
    """What a tile is worth: its printed points, or what it counts."""
    if tile.kind == SLICE_BONUS:  # Z21: on top of the zones' points
        return 0 if tile.slice is None else len(player.slices[tile.slice].tokens)
    if tile.kind == EATEN_SLICES:  # Z22: as they lie at the end
        return sum(1 for slice in player.slices if slice.served)
    return state.components.tile_points[tile.kind]


def outcome(state: State) -> Outcome | None:
    """Most points; the rulebook breaks no tie, so the victory is shared (Z12)."""
    if state.phase is not Phase.OVER:
        return None
    points = {score.seat: score.half_points for score in scores(state)}
    best = max(points.values())
    winners = tuple(seat for seat, each in points.items() if each == best)
    key = "most_points" if len(winners) == 1 else "shared"
    names = [state.player(seat).seat.name for seat in winners]
    return Outcome(winners, Line(f"pizza.outcome.{key}", {"names": names, "points": best // 2}))
