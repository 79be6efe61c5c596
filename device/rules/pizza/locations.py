"""Card locations (advanced mode): each player scores the points of the location left empty in this round."""

from device.rules.pizza.events import LocationsScored
from device.rules.pizza.state import Player, State


def locations_scored(state: State) -> LocationsScored:
    """For each seat what its cube moves: the track begins at 0, so it goes no lower (Z6)."""
    return LocationsScored(tuple((player.seat.seat, _moves(state, player)) for player in state.players))


def _moves(state: State, player: Player) -> int:
    unused = state.components.locations[player.played.index(None)].unused
    return max(unused, -player.points)
