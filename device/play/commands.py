"""`pizza-table play` and `pizza-table simulate`, from what was asked to what is shown."""

import secrets
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from device.errors import MatchError
from device.events import Seat
from device.games import library
from device.language import Code, Language
from device.match import Match
from device.play.figures import shown
from device.play.screen import Screen
from device.play.seating import USUAL_BOT, bots_at, game_of, seats_of
from device.play.session import Session
from device.play.simulation import simulate
from device.play.words import Words
from device.rules.game import Game


class Asked(NamedTuple):
    """What the command line says of a game; None stands for what is usual."""

    game: str
    variant: str | None
    seats: int | None
    bots: str | None
    seed: int | None
    components: Path | None
    language: Code

    @property
    def bot_names(self) -> list[str]:
        """The bots that were named, in the order of the seats."""
        return [name.strip() for name in (self.bots or USUAL_BOT).split(",")]


def play(asked: Asked, console: Console) -> bool:
    """Play at the keyboard; False when the person left before the end. Raises MatchError, ComponentsError.

    With a bot for every seat the person looks on.
    """
    language = Language(asked.language)
    game, seats = _table(asked, language)
    watched = asked.bots is not None and len(asked.bot_names) == len(seats)
    me = None if watched else seats[0].seat
    others = seats if watched else seats[1:]
    bots = bots_at(game, others, asked.bot_names) if others else {}
    match = Match(game, seats)
    words = Words(language, game.name, game.view(match.state)["seats"])
    screen = Screen(console, match, words, me)
    rng = Random(secrets.randbits(64) if asked.seed is None else asked.seed)
    return Session(match, me, bots, rng, words, screen, console.input).play()


def simulated(asked: Asked, games: int, as_json: bool, console: Console) -> None:
    """Let bots play many games, and print the figures. Raises MatchError, ComponentsError."""
    if games < 1:
        raise MatchError(f"--games is {games}; give a number from 1 on.")
    language = Language(asked.language)
    game, seats = _table(asked, language)
    names, seed = asked.bot_names, asked.seed or 0
    bots = bots_at(game, seats, names)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(language.text("play.simulation.watching"), total=games)
        figures = simulate(game, seats, bots, names, games, seed, lambda: bar.advance(task))
    if as_json:
        console.print(msgspec.json.format(msgspec.json.encode(figures)).decode(), markup=False, highlight=False)
    else:
        console.print(shown(figures, game, language))


def _table(asked: Asked, language: Language) -> tuple[Game, tuple[Seat, ...]]:
    own = {asked.game: asked.components} if asked.components else {}
    game = game_of(library(own), asked.game, asked.variant)
    return game, seats_of(game, asked.seats, language)
