"""A game without a table: people or bots act, somebody answers for chance, and the log holds all that happened.

The log is the table's own in small (`device.eventlog.Entry`), so undo and redo are those of `device.history`. An action
and what chance brought because of it are one batch: taking the action back takes its shuffles back too, and doing it
again brings the same order, so that nobody can shuffle until it pleases.
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from device.errors import MatchError
from device.eventlog import Entry, entry_decoder
from device.events import OF_EVERY_GAME, Event, GameStarted, Redone, Seat, Undone
from device.history import Decisions, effective
from device.rules.chance import Roll, Rolled, Shuffle, Shuffled, answers
from device.rules.game import Action, Game, Refusal

Games = Mapping[tuple[str, str], Game]


class Match:
    """One game from its set-up on. `seats` sit clockwise; settings that are left out have the game's defaults.

    Raises MatchError when the game is not for so many seats.
    """

    def __init__(self, game: Game, seats: tuple[Seat, ...], settings: Mapping[str, int] | None = None) -> None:
        fewest, most = game.seats
        if not fewest <= len(seats) <= most:
            takes = f"{fewest}" if fewest == most else f"{fewest} to {most}"
            raise MatchError(f"{game.title} ({game.variant_title}) is for {takes} seats, not for {len(seats)}.")
        self.game = game
        self.seats = seats
        self._decisions = Decisions()
        self._entries: list[Entry] = []
        self._note(1, [GameStarted(game.name, game.variant, seats, dict(settings or {}))])
        self.state: Any = fold(game, self._entries)

    @property
    def entries(self) -> Sequence[Entry]:
        """The log, oldest first. There is no clock here: all times are 0."""
        return self._entries

    @property
    def chance(self) -> Shuffle | Roll | None:
        """What `answer` must bring before anybody can act; None: nothing."""
        return self.game.chance(self.state)

    @property
    def turns(self) -> tuple[int, ...]:
        """The seats that the game waits for."""
        return self.game.turns(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.outcome(self.state) is not None

    def legal(self, seat: int) -> Sequence[Action]:
        """All that the seat may do now."""
        return self.game.legal(self.state, seat)

    def answer(self, event: Event) -> None:
        """Chance brought this. Raises MatchError when it was asked for something else."""
        asked = self.chance
        if not answers(asked, event):
            raise MatchError(f"Chance was asked for {asked or 'nothing'}, and cannot bring {event}.")
        newest = self._decisions.undo_target
        self._count(newest.batch if newest else 1, [event])

    def act(self, seat: int, action: Action) -> list[Event] | Refusal:
        """Let a seat act: all that happens by it, or why it cannot be."""
        told = self.game.act(self.state, seat, action)
        if not isinstance(told, Refusal):
            self._count(len(self._entries) + 1, told)
        return told

    @property
    def undo_target(self) -> Entry | None:
        """The first entry of the newest action that counts."""
        return self._decisions.undo_target

    @property
    def redo_target(self) -> Entry | None:
        """The first entry of the action last taken back, unless somebody acted since."""
        return self._decisions.redo_target

    def undo(self) -> Entry | None:
        """Take the newest action back; gives its first entry, or None when there is none."""
        return self._revise(self.undo_target, Undone)

    def redo(self) -> Entry | None:
        """Let the action last taken back count again; gives its first entry, or None when there is none."""
        return self._revise(self.redo_target, Redone)

    def lines(self) -> bytes:
        """The log as JSON lines."""
        return b"".join(msgspec.json.encode(entry) + b"\n" for entry in self._entries)

    def _revise(self, target: Entry | None, how: type[Undone] | type[Redone]) -> Entry | None:
        if target is not None:
            self._note(len(self._entries) + 1, [how(target.batch)])
            self.state = fold(self.game, self._entries)
        return target

    def _count(self, batch: int, events: Sequence[Event]) -> None:
        self._note(batch, events)
        for event in events:
            self.state = self.game.apply(self.state, event)

    def _note(self, batch: int, events: Iterable[Event]) -> None:
        for event in events:
            entry = Entry(len(self._entries) + 1, batch, 0, event)
            self._entries.append(entry)
            if not isinstance(event, GameStarted):  # without its start there is no match
                self._decisions.add(entry)


def fold(game: Game, entries: Sequence[Entry]) -> Any:
    """The state that a match's log adds up to."""
    state: Any = None
    for event in (entry.event for entry in effective(entries)):
        if isinstance(event, GameStarted):
            state = game.setup(event.seats, event.settings)
        elif not isinstance(event, Undone | Redone):
            state = game.apply(state, event)
    return state


def restore(lines: bytes, games: Games) -> Match:
    """The match whose log these JSON lines are. Raises MatchError when they are none."""
    rows = lines.splitlines() or [b""]
    started = _decoded(rows[:1], (GameStarted,))[0].event
    assert isinstance(started, GameStarted)
    game = games.get((started.game, started.variant))
    if game is None:
        raise MatchError(f"The log is of {started.game} {started.variant}, which is no game of this table.")
    match = Match(game, started.seats, started.settings)
    types: set[type[Event]] = {Shuffled, Rolled, *OF_EVERY_GAME, *game.events}
    for entry in _decoded(rows, tuple(types))[1:]:
        match._note(entry.batch, [entry.event])
    match.state = fold(game, match.entries)
    return match


def _decoded(rows: Sequence[bytes], types: Sequence[type[Event]]) -> list[Entry]:
    decoder, entries = entry_decoder(types), []
    for number, row in enumerate(rows, start=1):
        try:
            entries.append(decoder.decode(row))
        except msgspec.MsgspecError as error:
            raise MatchError(f"Line {number} is not an entry of a match's log: {error}.") from error
    return entries


def by_chance(asked: Shuffle | Roll, rng: Random) -> Shuffled | Rolled:
    """What chance brings when it is this generator's."""
    if isinstance(asked, Roll):
        return Rolled(tuple(rng.randint(1, asked.faces) for _ in range(asked.dice)))
    order = list(asked.items)
    rng.shuffle(order)
    return Shuffled(asked.what, tuple(order), asked.seat)


def let_chance(match: Match, rng: Random) -> None:
    """Answer all that the match asks of chance now."""
    while (asked := match.chance) is not None:
        match.answer(by_chance(asked, rng))
