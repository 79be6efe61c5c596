"""Bots play a match: each step, one seat does something. The same generator gives the same game."""

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from device.bots import Bot
from device.bots.chance import at_random
from device.errors import MatchError
from device.events import Event
from device.match import Match, let_chance
from device.rules.game import Action, Refusal

MOST_STEPS = 100_000


class Step(NamedTuple):
    """What a seat did, and what happened by it."""

    seat: int
    action: Action
    events: list[Event]


def step(match: Match, bots: Mapping[int, Bot], rng: Random) -> Step | None:
    """Let one of the bots act; None when none of them has anything to do.

    Who acts first, where several could, is chance. Raises MatchError when a bot does what it must not.
    """
    turns = match.turns
    seats = list(bots)
    rng.shuffle(seats)
    for seat in seats:
        legal = match.legal(seat)
        if not legal:
            continue
        action = bots[seat](_sight(match, seat, bots[seat]), seat, legal, rng)
        if action is not None:
            told = match.act(seat, action)
            if isinstance(told, Refusal):
                raise MatchError(f"The bot at seat {seat} chose {action}, which is refused: {told.reason}.")
            let_chance(match, rng)
            return Step(seat, action, told)
        if seat in turns:
            raise MatchError(f"The bot at seat {seat} must act, and chose nothing.")
    return None


def play_out(match: Match, bots: Mapping[int, Bot], rng: Random) -> int:
    """Play to the end; gives how many actions it took. Raises MatchError when nobody acts, or there is no end."""
    let_chance(match, rng)
    for steps in range(MOST_STEPS):
        if match.over:
            return steps
        if step(match, bots, rng) is None:
            raise MatchError(f"Nobody acts, and {match.game.title} is not over.")
    raise MatchError(f"{match.game.title} is not over after {MOST_STEPS:,} actions.")


def _sight(match: Match, seat: int, bot: Bot) -> dict[str, Any]:
    if bot is at_random:  # looks at nothing else, and views cost time
        return {"turns": match.turns}
    return match.game.view(match.state, seat)
