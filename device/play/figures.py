"""The figures of many games as a table in a terminal."""

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from device.language import Language
from device.play.simulation import Figures, Spread
from device.rules.game import Game


def shown(figures: Figures, game: Game, language: Language) -> RenderableType:
    """Everything that the figures say."""
    say = Words(language)
    title = say("title", title=game.title, variant=game.variant_title, seats=len(figures.seats), **_run(figures))
    return Group(Text(title, "bold"), _seats(figures, say), _length(figures, say), _ends(figures, say))


class Words:
    """The sentences of a simulation."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def end(self, key: str) -> str:
        """How a game ended, by the key of the line that told it."""
        return self._language.text(f"play.ended.{key}")

    def __call__(self, key: str, **gaps: object) -> str:
        return self._language.text(f"play.simulation.{key}", **gaps)


def _run(figures: Figures) -> dict[str, int]:
    return {"games": figures.games, "seed": figures.seed}


def _seats(figures: Figures, say: Words) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for column in ("seat", "bot"):
        table.add_column(say(f"column_{column}"))
    for column in ("wins", "shared", "mean", "spread", "least", "most"):
        table.add_column(say(f"column_{column}"), justify="right")
    for seat in figures.seats:
        shares = (_share(seat.wins, figures.games), _share(seat.shared, figures.games))
        table.add_row(seat.name, seat.bot, *shares, *_spread(seat.points))
    return table


def _length(figures: Figures, say: Words) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(say("length"))
    for column in ("mean", "spread", "least", "most"):
        table.add_column(say(f"column_{column}"), justify="right")
    table.add_row(say("actions"), *_spread(figures.actions))
    table.add_row(say("rounds"), *_spread(figures.rounds))
    return table


def _ends(figures: Figures, say: Words) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(say("ended"))
    table.add_column("", justify="right")
    for key, number in (("won", figures.one_winner), ("tied", figures.shared_victories), ("nobody", figures.no_winner)):
        table.add_row(say(key), _share(number, figures.games))
    for key, number in figures.ended.items():
        table.add_row(Text(say.end(key), "dim"), _share(number, figures.games))
    return table


def _spread(spread: Spread) -> tuple[str, ...]:
    return f"{spread.mean:.1f}", f"{spread.spread:.1f}", f"{spread.least:g}", f"{spread.most:g}"


def _share(number: int, of_all: int) -> str:
    return f"{100 * number / of_all:.1f} %"
