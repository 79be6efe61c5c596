"""A game at the keyboard: a person at one seat and bots at the others, or bots everywhere and somebody who looks on."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from device.bots import Bot
from device.bots.driver import step
from device.errors import MatchError
from device.match import Match, let_chance
from device.play.choosing import Choices, plain
from device.play.screen import Screen
from device.play.words import Words
from device.rules.game import Action, Refusal

COMMANDS = ("undo", "redo", "scores", "help", "quit", "next", "back", "end")
LEAVE = "0"


class LeftTableError(Exception):
    """The person stood up."""


class Session:
    """One game for the person at seat `me` (None: nobody plays, somebody looks on).

    `read` shows a prompt and gives the line that is typed, or raises EOFError at the end of all lines; `rng` is chance
    and the whim of the bots.
    """

    def __init__(
        self,
        match: Match,
        me: int | None,
        bots: Mapping[int, Bot],
        rng: Random,
        words: Words,
        screen: Screen,
        read: Callable[[str], str],
    ) -> None:
        self._match, self._me, self._bots, self._rng = match, me, bots, rng
        self._words, self._screen, self._read = words, screen, read
        self._mine: set[int] = set()  # the batches that the person decided
        self._told: list[str] = []
        self._others_first = False
        self._to_the_end = False
        self._commands = {plain(words.text(f"command.{name}")): name for name in COMMANDS} | {c: c for c in COMMANDS}

    def play(self) -> bool:
        """Play to the end; False when the person left before."""
        try:
            let_chance(self._match, self._rng)
            while not self._match.over:
                self._go_on()
        except (EOFError, KeyboardInterrupt, LeftTableError):
            self._screen.say(f"\n{self._words.text('left')}")
            return False
        self._screen.show(self._told)
        self._screen.end()
        return True

    def _go_on(self) -> None:
        """One thing happens: the person does something, or one of the bots."""
        legal = () if self._me is None else self._match.legal(self._me)
        if legal and not self._others_first:
            self._ask(legal)
            return
        self._others_first = False
        if self._me is None and not self._to_the_end and not self._look_on():
            return
        if not self._let_a_bot() and not legal:
            raise MatchError(f"Nobody acts, and {self._match.game.title} is not over.")

    def _let_a_bot(self) -> bool:
        before = self._match.state
        done = step(self._match, self._bots, self._rng)
        if done is not None:
            self._told += self._screen.told(before, done.events)
        return done is not None

    def _ask(self, legal: Sequence[Action]) -> None:
        """Let the person act, leave it, or go back."""
        view = self._screen.view()
        choices = Choices([self._screen.action(action, view) for action in legal])
        may_leave = self._me not in self._match.turns
        self._screen.show(self._told)
        self._screen.offer(choices, may_leave)
        while True:
            typed = self._read(self._words.text("which")).strip()
            if may_leave and typed == LEAVE:
                break
            number = self._number(typed, choices)
            if number is not None and 1 <= number <= len(legal):
                self._do(legal[number - 1])
                break
            if number is not None:
                self._screen.say(self._words.text("no_such_number", number=number, most=len(legal)), "yellow")
            elif self._command(typed, choices):
                return
            elif not typed or self._commands.get(plain(typed)) in ("next", "back"):
                self._screen.offer(choices, may_leave)
            elif self._commands.get(plain(typed)) is None:
                self._narrow(typed, choices, may_leave)
        self._others_first = True

    def _number(self, typed: str, choices: Choices) -> int | None:
        """The number that was typed; nothing typed where one action is listed means that one."""
        if not typed and choices.typed and len(choices.listed) == 1:
            return choices.listed[0].number
        return int(typed) if typed.isdecimal() and typed.isascii() else None

    def _narrow(self, typed: str, choices: Choices, may_leave: bool) -> None:
        if choices.narrow(typed):
            self._screen.offer(choices, may_leave)
        else:
            self._screen.say(self._words.text("nothing_has", typed=typed), "yellow")

    def _do(self, action: Action) -> None:
        assert self._me is not None
        before = self._match.state
        told = self._match.act(self._me, action)
        if isinstance(told, Refusal):
            raise MatchError(f"{action} was offered, and is refused: {told.reason}.")
        self._mine.add(self._match.entries[-1].batch)
        self._told = self._screen.told(before, told)
        let_chance(self._match, self._rng)

    def _command(self, typed: str, choices: Choices | None) -> bool:
        """Carry out a command; whether the table is another one now."""
        match self._commands.get(plain(typed)):
            case "quit":
                raise LeftTableError
            case "undo":
                return self._back()
            case "redo":
                return self._again()
            case "scores":
                self._screen.scores(self._match.game.scores(self._match.state))
            case "help":
                self._screen.say(self._words.text("help" if self._me is not None else "help_watching"))
            case "next" if choices:
                choices.turn()
            case "back" if choices:
                choices.turn(-1)
            case None if not typed and choices:
                choices.turn()
        return False

    def _back(self) -> bool:
        """Take back what the person did last, with all that came after; who looks on takes back one action."""
        taken_back = 0
        while (undone := self._match.undo()) is not None:
            taken_back += 1
            if self._me is None or undone.batch in self._mine:
                self._told = [self._words.text("undone")]
                self._others_first = False
                return True
        for _ in range(taken_back):
            self._match.redo()
        self._screen.say(self._words.text("nothing_to_undo"), "yellow")
        return False

    def _again(self) -> bool:
        """Let what was taken back count again, up to where the person is to act."""
        redone = self._match.redo()
        if redone is None:
            self._screen.say(self._words.text("nothing_to_redo"), "yellow")
            return False
        while self._me is not None and (ahead := self._match.redo_target) is not None:
            if ahead.batch in self._mine:
                break
            self._match.redo()
        self._told = [self._words.text("redone")]
        self._others_first = False
        return True

    def _look_on(self) -> bool:
        """Show the table to somebody who looks on; whether the bots are to go on."""
        self._screen.show(self._told)
        self._told = []
        while True:
            typed = self._read(self._words.text("go_on")).strip()
            command = self._commands.get(plain(typed))
            self._to_the_end = command == "end"
            if not typed or self._to_the_end:
                return True
            if command is None:
                self._screen.say(self._words.text("no_command", typed=typed), "yellow")
            elif self._command(typed, None):
                return False
