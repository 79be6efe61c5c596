"""Sightings and pictures for the tests of the board's memory."""

from vision.memory import BoardMemory
from vision.reading import Board, BoardReading, Face, Piece, Sighting

MS = 1_000_000
PERIOD_NS = 100 * MS
EXPOSURE_NS = 10 * MS
PLACES = tuple((100.0 + 90.0 * column, 100.0 + 90.0 * row) for row in range(4) for column in range(4))


def token(
    place: tuple[float, float] = PLACES[0], face: Face = Face.DOWN, label: str | None = None, sure: float = 0.9
) -> Sighting:
    return Sighting("disc", face, label, *place, None, sure)


def card(label: str, x_mm: float = 500.0, rotation_deg: float = 0.0, sure: float = 0.9) -> Sighting:
    return Sighting("square", Face.UP, label, x_mm, 500.0, rotation_deg, sure)


def shown(
    kind: str,
    label: str | None,
    x_mm: float,
    y_mm: float = 300.0,
    rotation_deg: float = 0.0,
    sure: float = 0.9,
    visible: float = 1.0,
) -> Sighting:
    """A piece of any kind that lies face up."""
    return Sighting(kind, Face.UP, label, x_mm, y_mm, rotation_deg, sure, visible)


def around(place: tuple[float, float], reach_mm: float = 40.0) -> tuple[tuple[float, float], ...]:
    """Something that hides this place."""
    x_mm, y_mm = place
    return tuple((x_mm + dx * reach_mm, y_mm + dy * reach_mm) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)))


class Watched:
    """A memory that is told one picture after another, a tenth of a second apart."""

    def __init__(self, hidden_stays: bool = False) -> None:
        self.memory = BoardMemory(hidden_stays)
        self.now_ns = 0

    def see(
        self, *sightings: Sighting, covered: tuple[tuple[tuple[float, float], ...], ...] = (), holds: bool = False
    ) -> Board:
        self.now_ns += PERIOD_NS
        reading = BoardReading(self.now_ns - EXPOSURE_NS, self.now_ns, sightings, covered)
        return self.memory.update(reading, holds)

    def only(
        self, *sightings: Sighting, covered: tuple[tuple[tuple[float, float], ...], ...] = (), holds: bool = False
    ) -> Piece:
        """The one piece after this picture."""
        [piece] = self.see(*sightings, covered=covered, holds=holds).pieces
        return piece
