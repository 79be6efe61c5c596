"""The whole picture in a terminal: seats, table, what a person alone sees, what happened, what is to be done."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from rich import box
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from device.events import Event
from device.match import Match
from device.play import italia, pizza, pizzeria, plain, xxl
from device.play.choosing import Choices
from device.play.paint import SEAT_STYLES, badge
from device.play.words import Words
from device.rules.game import Action, Score, half

NARROWEST = 34  # columns of a seat's panel
EVENTS_SHOWN = 12


class Layout(Protocol):
    """How a game's view is laid out; a module of this folder is one."""

    def table(self, view: Mapping[str, Any], words: Words) -> RenderableType:
        """What lies on the table."""

    def seat(self, before: Mapping[str, Any], view: Mapping[str, Any], words: Words) -> RenderableType:
        """What lies before one seat."""

    def own(self, hidden: Mapping[str, Any], view: Mapping[str, Any], words: Words) -> RenderableType:
        """What only this seat sees."""

    def details(self, thing: Action | Event, view: Mapping[str, Any], words: Words) -> dict[str, str]:
        """What the sentence of an action or event can tell beside its fields, seen from `view` before it."""


LAYOUTS: dict[str, Layout] = {"italia": italia, "pizza": pizza, "pizzeria": pizzeria, "xxl": xxl}


def layout_of(game: str) -> Layout:
    """How a game is laid out; any game at least plainly."""
    return LAYOUTS.get(game, plain)


class Screen:
    """What a person at seat `me` sees of a match (None: somebody who looks on)."""

    def __init__(self, console: Console, match: Match, words: Words, me: int | None) -> None:
        self._console = console
        self._match = match
        self._words = words
        self._me = me
        self._layout = layout_of(match.game.name)

    def view(self) -> dict[str, Any]:
        """What the rules let this person see now; what bots are told instead of a memory is left out."""
        return self._view_of(self._match.state)

    def _view_of(self, state: Any) -> dict[str, Any]:
        view = self._match.game.view(state, self._me)
        if "own" in view:
            view["own"] = {key: value for key, value in view["own"].items() if key != "remembers"}
        return view

    def action(self, action: Action, view: Mapping[str, Any]) -> str:
        """An action in words."""
        return self._words.action(action, self._layout.details(action, view, self._words))

    def told(self, state: Any, events: Sequence[Event]) -> list[str]:
        """Events that happened one after another from `state` on, in words; what is not worth a word is left out."""
        sentences = []
        for event in events:
            sentences.append(self._words.event(event, self._layout.details(event, self._view_of(state), self._words)))
            state = self._match.game.apply(state, event)
        return [sentence for sentence in sentences if sentence]

    def show(self, told: Sequence[str]) -> None:
        """The whole table, and what was told since the last time."""
        view, words = self.view(), self._words
        self._console.print()
        self._console.print(self._head(view))
        self._console.print(self._seats(view))
        on_table = self._layout.table(view, words)
        parts: list[RenderableType] = [Panel(on_table, title=words.text("table"), box=box.ROUNDED, border_style="dim")]
        if view.get("own"):
            hidden = self._layout.own(view["own"], view, words)
            parts.append(Panel(hidden, title=words.text("own"), box=box.ROUNDED, border_style="cyan"))
        self._console.print(Group(*parts))
        for sentence in told[-EVENTS_SHOWN:]:
            self._console.print(Text(f"  · {sentence}", "italic"))
        if not self._match.over:
            self._console.print(Text(f"▶ {words.say(self._match.game.prompt(self._match.state))}", "bold cyan"))

    def offer(self, choices: Choices, may_leave: bool) -> None:
        """The actions to choose from, a page of them."""
        words, grid = self._words, Table.grid(padding=(0, 2))
        grid.add_column(justify="right", style="bold cyan")
        grid.add_column()
        for choice in choices.page:
            grid.add_row(str(choice.number), Text(choice.words))
        if may_leave:
            grid.add_row("0", Text(words.text("leave"), "dim"))
        self._console.print(grid)
        page, pages = choices.place
        if pages > 1 or choices.typed:
            found, of_all = len(choices.listed), len(choices.all)
            hint = words.text("page", page=page, pages=pages, found=found, of_all=of_all)
            self._console.print(Text(hint, "dim"))

    def say(self, sentence: str, style: str = "") -> None:
        """One sentence."""
        self._console.print(Text(sentence, style))

    def scores(self, scores: Sequence[Score]) -> None:
        """The points of each seat, and why."""
        words = self._words
        grid = Table(box=box.SIMPLE_HEAD, title=words.text("scores"), title_style="bold", show_header=False)
        grid.add_column()
        grid.add_column(justify="right", style="bold")
        seats = {seat["seat"]: seat for seat in self.view()["seats"]}
        for score in scores:
            grid.add_row(badge(seats[score.seat]), half(score.half_points), style="on grey11")
            for part in score.parts:
                grid.add_row(Text(f"  {words.say(part.line)}"), Text(half(part.half_points), "dim"))
        self._console.print(grid)

    def end(self) -> None:
        """The scores and who won."""
        self.scores(self._match.game.scores(self._match.state))
        outcome = self._match.game.outcome(self._match.state)
        if outcome is not None:
            self.say(self._words.say(outcome.line), "bold green")

    def _head(self, view: Mapping[str, Any]) -> RenderableType:
        game = self._match.game
        title = f"[bold]{game.title}[/] · {game.variant_title}"
        return Rule(f"{title} · {self._words.text('round', round=view['round'])}", style="dim")

    def _seats(self, view: Mapping[str, Any]) -> RenderableType:
        across = max(1, min(len(view["seats"]), self._console.width // NARROWEST))
        width = self._console.width // across - (1 if across > 1 else 0)
        return Columns([self._panel(seat, view, width) for seat in view["seats"]], padding=(0, 1, 0, 0))

    def _panel(self, seat: Mapping[str, Any], view: Mapping[str, Any], width: int) -> RenderableType:
        waits, mine = seat["seat"] in view["turns"], seat["seat"] == self._me
        title = badge(dict(seat))
        if mine:
            title.append(f" ({self._words.text('you')})")
        return Panel(
            self._layout.seat(seat, view, self._words),
            title=title.append(" ◀" if waits else ""),
            title_align="left",
            width=width,
            box=box.HEAVY if waits else box.ROUNDED,
            border_style=SEAT_STYLES.get(str(seat["colour"]), "white") if waits else "dim",
        )
