"""Who sits at a table that is not there: the seats of the default wiring by their colours, and a bot at each."""

from collections.abc import Mapping, Sequence

from device.bots import Bot, bots_of
from device.errors import MatchError
from device.events import Seat
from device.language import Language
from device.rules.game import Game, Line
from device.wiring import DEFAULT_WIRING

USUAL_SEATS = 3
USUAL_BOT = "greedy"


def game_of(games: Mapping[tuple[str, str], Game], name: str, variant: str | None) -> Game:
    """The game of this name; without a variant its first. Raises MatchError."""
    variants = {each: game for (game_name, each), game in games.items() if game_name == name}
    if not variants:
        known = ", ".join(dict.fromkeys(game_name for game_name, _ in games))
        raise MatchError(f"{name} is no game of this table; choose one of {known}.")
    if variant is None:
        return next(iter(variants.values()))
    if variant not in variants:
        title = next(iter(variants.values())).title
        raise MatchError(f"{variant} is no variant of {title}; choose one of {', '.join(variants)}.")
    return variants[variant]


def seats_of(game: Game, count: int | None, language: Language) -> tuple[Seat, ...]:
    """So many seats (None: as usual), named by their colours, the youngest first. Raises MatchError."""
    fewest, most = game.seats
    number = min(max(USUAL_SEATS, fewest), most) if count is None else count
    if not fewest <= number <= most:
        takes = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise MatchError(f"{game.title} ({game.variant_title}) is for {takes} seats, not for {number}.")
    wired = DEFAULT_WIRING.seats[:number]
    return tuple(
        Seat(seat.seat, language.say(Line(f"play.colour.{seat.colour}")), seat.colour, seat.shape, age)
        for age, seat in enumerate(wired)
    )


def bots_at(game: Game, seats: Sequence[Seat], names: Sequence[str]) -> dict[int, Bot]:
    """A bot at each seat, by these names in turn. Raises MatchError when there are too many, or an unknown one."""
    known = bots_of(game.name)
    unknown = [name for name in names if name not in known]
    if unknown:
        raise MatchError(f"{unknown[0]!r} is no bot; choose from {', '.join(known)}.")
    if len(names) > len(seats):
        raise MatchError(f"There are {len(names)} bots for {len(seats)} seats; name one for each seat at most.")
    return {seat.seat: known[names[at % len(names)]] for at, seat in enumerate(seats)}
