"""Many games by bots, in figures: how long they are, how the points spread, and who wins."""

import statistics
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random

import msgspec

from device.bots import Bot
from device.bots.driver import play_out
from device.events import Seat
from device.match import Match
from device.rules.game import Game


class Spread(msgspec.Struct, frozen=True):
    """How a number spreads over the games: `spread` is the standard deviation."""

    mean: float
    spread: float
    least: float
    most: float


class SeatFigures(msgspec.Struct, frozen=True):
    """What became of one seat: games won alone, victories shared, and its points."""

    seat: int
    name: str
    bot: str
    wins: int
    shared: int
    points: Spread


class Figures(msgspec.Struct, frozen=True):
    """What so many games came to. `ended` counts the games by the key of the line that tells their outcome."""

    game: str
    variant: str
    seed: int
    games: int
    actions: Spread
    rounds: Spread
    seats: tuple[SeatFigures, ...]
    one_winner: int
    shared_victories: int
    no_winner: int
    ended: dict[str, int]


class Played(msgspec.Struct, frozen=True):
    """One game: its length, the half-points by seat, who won, and how it ended."""

    actions: int
    rounds: int
    half_points: dict[int, int]
    winners: tuple[int, ...]
    ended: str


def play_one(game: Game, seats: tuple[Seat, ...], bots: Mapping[int, Bot], seed: str) -> Played:
    """Play one game; the same seed gives the same game."""
    match = Match(game, seats)
    actions = play_out(match, bots, Random(seed))
    outcome = game.outcome(match.state)
    assert outcome is not None
    points = {score.seat: score.half_points for score in game.scores(match.state)}
    return Played(actions, game.view(match.state)["round"], points, outcome.winners, outcome.line.key)


def simulate(
    game: Game,
    seats: tuple[Seat, ...],
    bots: Mapping[int, Bot],
    names: Sequence[str],
    games: int,
    seed: int,
    progress: Callable[[], object],
) -> Figures:
    """Let `bots`, called `names` in turn, play so many games; `progress` is called after each."""
    played = []
    for number in range(games):
        played.append(play_one(game, seats, bots, f"{seed}/{number}"))
        progress()
    winners = [one.winners for one in played]
    return Figures(
        game=game.name,
        variant=game.variant,
        seed=seed,
        games=games,
        actions=_spread([one.actions for one in played]),
        rounds=_spread([one.rounds for one in played]),
        seats=tuple(
            SeatFigures(
                seat=seat.seat,
                name=seat.name,
                bot=names[at % len(names)],
                wins=winners.count((seat.seat,)),
                shared=sum(seat.seat in won and len(won) > 1 for won in winners),
                points=_spread([one.half_points[seat.seat] / 2 for one in played if seat.seat in one.half_points]),
            )
            for at, seat in enumerate(seats)
        ),
        one_winner=sum(len(won) == 1 for won in winners),
        shared_victories=sum(len(won) > 1 for won in winners),
        no_winner=winners.count(()),
        ended=dict(Counter(one.ended for one in played).most_common()),
    )


def _spread(numbers: Sequence[float]) -> Spread:
    return Spread(
        mean=round(statistics.fmean(numbers), 3),
        spread=round(statistics.pstdev(numbers), 3),
        least=min(numbers),
        most=max(numbers),
    )
