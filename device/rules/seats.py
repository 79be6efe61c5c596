"""Who sits where: what every game asks of its players, who sit clockwise and are named by their seat's own number."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from device.events import Seat


class Seated(Protocol):
    """A player of any game."""

    @property
    def seat(self) -> Seat: ...


Player = TypeVar("Player", bound=Seated)


def player_at(players: Sequence[Player], seat: int) -> Player:
    """Who sits there. Raises KeyError when nobody does."""
    for player in players:
        if player.seat.seat == seat:
            return player
    raise KeyError(seat)


def clockwise(players: Sequence[Seated], first: int) -> tuple[int, ...]:
    """All seats clockwise, beginning with `first`."""
    around = [player.seat.seat for player in players]
    at = around.index(first)
    return (*around[at:], *around[:at])


def first_seat(seats: Sequence[Seat], wanted: int | None, default: int) -> int:
    """The seat that begins: the one that the table names, where it is one of these."""
    return default if wanted is None or wanted not in [seat.seat for seat in seats] else wanted


def seat_view(seat: Seat) -> dict[str, Any]:
    """What a view says of a seat in every game."""
    return {"seat": seat.seat, "name": seat.name, "colour": seat.colour, "shape": seat.shape}
