"""Bots: they play from what a seat sees and may do, and know nothing else. A file for each game's own.

`chance` plays anything at random · `driver` lets bots play a match to its end.
"""

import importlib
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from device.bots.chance import at_random
from device.rules.game import Action

Bot = Callable[[dict[str, Any], int, Sequence[Action], Random], Action | None]
"""From a seat's view, its number and what it may do: what it does. None, only when it is not its turn: it leaves it."""


def bots_of(game: str) -> dict[str, Bot]:
    """The bots that can play a game, by name."""
    own = importlib.import_module(f"{__name__}.{game}")
    return {"random": at_random, "greedy": own.greedy}
