"""What is known of the cards on the table before a picture is looked at: which there are, and whose lie where.

All saw which cards a player took from the table in phase 1; only the two that were dealt may be any of the rest.
"""

from collections import Counter
from collections.abc import Mapping

from device.rules.italia.components import Components
from device.rules.italia.state import State
from vision.reading import Area, Knowledge

KIND = "rect"

Polygon = tuple[tuple[float, float], ...]


def in_the_box(box: Components) -> Knowledge:
    """How many there are of each card."""
    return Knowledge({KIND: Counter(card.label for card in box.card_by_id.values())})


def composing(state: State, areas_mm: Mapping[int, Polygon]) -> Knowledge:
    """In phase 2: the six cards of each player, in the area in front of the seat."""
    areas = []
    for seat, polygon_mm in areas_mm.items():
        player = state.player(seat)
        held = [*player.deck, *(laid.card for laid in player.row)]
        seen = Counter(state.components.card_by_id[card].label for card in held if card not in player.dealt)
        areas.append(Area(polygon_mm, KIND, seen, len(held) - seen.total()))
    return Knowledge(in_the_box(state.components).counts, tuple(areas))
