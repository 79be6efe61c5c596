"""How the log is to be read after undo and overrule: history stays, its reading changes.

Pure: everything follows from the entries as they were appended, oldest first.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from device.eventlog import Entry
from device.events import (
    OF_THE_TABLE,
    ClaimJudged,
    Event,
    GameStarted,
    Pressed,
    Redone,
    Undone,
    VerdictChanged,
)
from device.night import Games, Night, apply, fold


class Decisions:
    """What can be taken back, and what was, kept up as entries come."""

    def __init__(self) -> None:
        self._made: list[Entry] = []  # the first undoable entry of each batch
        self._taken_back: list[int] = []  # batches, in the order of their undoing

    def add(self, entry: Entry) -> None:
        """Take the next entry in."""
        event = entry.event
        if isinstance(event, Undone):
            self._taken_back.append(event.batch)
        elif isinstance(event, Redone) and event.batch in self._taken_back:
            self._taken_back.remove(event.batch)
        elif event.undoable and (not self._made or self._made[-1].batch != entry.batch):
            if self._taken_back:
                self._made = [made for made in self._made if made.batch not in self._taken_back]
                self._taken_back = []
            self._made.append(entry)

    @property
    def undo_target(self) -> Entry | None:
        """The newest decision that still counts."""
        return next((made for made in reversed(self._made) if made.batch not in self._taken_back), None)

    @property
    def redo_target(self) -> Entry | None:
        """The decision last taken back, unless something was decided since."""
        if not self._taken_back:
            return None
        return next(made for made in self._made if made.batch == self._taken_back[-1])


def effective(entries: Sequence[Entry]) -> list[Entry]:
    """The entries that count: undone batches left out, each verdict with the reason it was last given.

    The press behind an undone verdict is left out with it: nobody is to judge it again. With the start of a game all
    that was played of it is left out, until it was taken back or another game began.
    """
    undone: set[int] = set()
    for entry in entries:
        if isinstance(entry.event, Undone):
            undone.add(entry.event.batch)
        elif isinstance(entry.event, Redone):
            undone.discard(entry.event.batch)
    standing = [entry for entry in _without_undone_games(entries, undone) if entry.batch not in undone]
    unjudged = {_touch(entry.event) for entry in entries if entry.batch in undone} - {None}
    standing = [e for e in standing if not (isinstance(e.event, Pressed) and _touch(e.event) in unjudged)]
    changes = {e.event.verdict: e.event.reason for e in standing if isinstance(e.event, VerdictChanged)}
    first = {e.event.verdict: e.event.reason for e in standing if isinstance(e.event, ClaimJudged)}
    return [_changed(entry, changes) for entry in standing if not _came_back(entry, changes, first)]


def _without_undone_games(entries: Sequence[Entry], undone: set[int]) -> Iterator[Entry]:
    left_out: int | None = None  # the batch that began a game that does not count
    for entry in entries:
        if isinstance(entry.event, GameStarted):
            left_out = entry.batch if entry.batch in undone else None
        elif isinstance(entry.event, Undone) and entry.event.batch == left_out:
            left_out = None
        if left_out is None or isinstance(entry.event, OF_THE_TABLE):
            yield entry


def judge_later_again(entries: Sequence[Entry], games: Games, since: int) -> list[VerdictChanged]:
    """The verdicts of the running game after entry `since` that come out otherwise now; `entries` are effective.

    Rulings by hand stay, and so do claims on nothing, which no game could judge.
    """
    start = max((i for i, e in enumerate(entries) if isinstance(e.event, GameStarted)), default=None)
    if start is None:
        return []
    by_hand = {e.event.verdict for e in entries if isinstance(e.event, VerdictChanged) and e.event.by == "referee"}
    night = fold(Night(), [entry.event for entry in entries[: start + 1]], games)
    changes = []
    for entry in entries[start + 1 :]:
        event = entry.event
        if (
            isinstance(event, ClaimJudged)
            and entry.seq > since
            and event.by == "table"
            and event.pizza is not None
            and night.game is not None
            and event.verdict not in by_hand
        ):
            again = night.game.judge_again(night.state, event)
            if again.reason != event.reason:
                changes.append(VerdictChanged(event.verdict, again.reason, "table"))
            event = again
        night = apply(night, event, games)
    return changes


def _touch(event: Event) -> tuple[int, int, int] | None:
    """What a press and its verdict have in common."""
    return (event.seat, event.slot, event.at_ns) if isinstance(event, Pressed | ClaimJudged) else None


def _came_back(entry: Entry, changes: dict[int, str], first: dict[int, str]) -> bool:
    """Whether this is the table judging again a verdict that in the end is what it was at first."""
    event = entry.event
    if not isinstance(event, VerdictChanged) or event.by != "table":
        return False
    return changes[event.verdict] == first.get(event.verdict)


def _changed(entry: Entry, changes: dict[int, str]) -> Entry:
    event = entry.event
    if isinstance(event, ClaimJudged) and event.verdict in changes:
        return replace(entry, event=replace(event, reason=changes[event.verdict]))
    return entry
