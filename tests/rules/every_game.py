"""All games of the library for tests: who sits there, how bots play one, and what each game's census says."""

import importlib
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from device.bots import bots_of
from device.bots.driver import Step, step
from device.events import Seat
from device.games import library
from device.match import Match, let_chance
from device.rules.game import Game

LIBRARY = library()
NAMES = ("Ania", "Bartek", "Celina", "Darek", "Ewa", "Filip")
COLOURS = ("red", "blue", "green", "yellow", "purple", "orange")
NUMBERS = (4, 0, 7, 2, 9, 5)  # no game may take a seat's number for its place
TABLES = [
    (game, variant, count)
    for (game, variant), rules in LIBRARY.items()
    for count in range(rules.seats[0], rules.seats[1] + 1)
]


def seats(count: int) -> tuple[Seat, ...]:
    """So many seats clockwise; the second is the youngest."""
    return tuple(Seat(NUMBERS[at], NAMES[at], COLOURS[at], "circle", (at + 1) % count) for at in range(count))


def start(game: Game, count: int, rng: Random) -> Match:
    """A match after all that chance brings before anybody acts."""
    match = Match(game, seats(count))
    let_chance(match, rng)
    return match


def steps(match: Match, rng: Random, bots: str = "mixed") -> Iterator[Step]:
    """The steps of bots to the end: all "random", all "greedy", or "mixed": the first greedy, the others random."""
    known = bots_of(match.game.name)
    chosen = {"random": ["random"], "greedy": ["greedy"], "mixed": ["greedy", *["random"] * 5]}[bots]
    at_table = {seat.seat: known[chosen[at % len(chosen)]] for at, seat in enumerate(match.seats)}
    while not match.over:
        done = step(match, at_table, rng)
        assert done is not None, "nobody acts, and the game is not over"
        yield done


def census(game: Game, state: Any) -> Counter[str]:
    """Every piece of the game, wherever it lies."""
    found: Counter[str] = _census_of(game).pieces(state)
    return found


def hidden_again(game: Game, state: Any, seat: int | None, rng: Random) -> Any:
    """The state with everything that the seat (None: a bystander) cannot know dealt anew."""
    return _census_of(game).hidden_again(state, seat, rng)


def _census_of(game: Game) -> Any:
    return importlib.import_module(f"rules.{game.name}_census")
