"""A bot for every game: whatever is legal, by chance."""

from collections.abc import Sequence
from random import Random
from typing import Any

from device.rules.game import Action

WILLING = 0.5  # to do what need not be done


def at_random(view: dict[str, Any], seat: int, legal: Sequence[Action], rng: Random) -> Action | None:
    """Anything that is legal. Of the view it looks only at `turns`."""
    if seat in view["turns"] or rng.random() < WILLING:
        return legal[int(rng.random() * len(legal))]
    return None
