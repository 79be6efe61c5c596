"""The log and the night that follows from it, kept in step: nothing counts before it is on the disk."""

from collections.abc import Sequence

from device.eventlog import Entry, EventLog
from device.events import ClaimJudged, Event, GameStarted, VerdictChanged
from device.history import Decisions, effective, judge_later_again
from device.night import Games, Night, fold


class Ledger:
    """One night's entries and what they add up to."""

    def __init__(self, log: EventLog, entries: Sequence[Entry], games: Games) -> None:
        self._games = games
        self._log = log
        self._entries: list[Entry] = []
        self._decisions = Decisions()
        self._verdicts = 0
        self.night = Night()
        for entry in entries:
            self._note(entry)
        self._refold()

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def entries(self) -> Sequence[Entry]:
        """All entries, as they were appended."""
        return self._entries

    @property
    def undo_target(self) -> Entry | None:
        """The newest decision that can be taken back."""
        return self._decisions.undo_target

    @property
    def redo_target(self) -> Entry | None:
        """The decision last taken back, unless something was decided since."""
        return self._decisions.redo_target

    @property
    def next_verdict(self) -> int:
        """The number of the next verdict."""
        return self._verdicts + 1

    def commit(self, events: Sequence[Event], now_ns: int) -> None:
        """Write the events as one batch, then let them count. Raises LogError, with nothing changed."""
        for entry in self._log.append(events, now_ns):
            self._note(entry)
        self.night = fold(self.night, events, self._games)

    def revise(self, event: Event, since: int, now_ns: int) -> None:
        """Commit an event that changes how earlier ones are read, with the later verdicts that change by it."""
        planned = Entry(len(self._entries) + 1, len(self._entries) + 1, now_ns, event)
        changes = judge_later_again(effective([*self._entries, planned]), self._games, since)
        for entry in self._log.append([event, *changes], now_ns):
            self._note(entry)
        self._refold()

    def entry_of(self, verdict: int) -> Entry | None:
        """The entry of a verdict of the running game that counts, as it is read now."""
        for entry in reversed(effective(self._entries)):
            if isinstance(entry.event, GameStarted):
                return None
            if isinstance(entry.event, ClaimJudged) and entry.event.verdict == verdict:
                return entry
        return None

    def touched_since(self, decision: Entry) -> int:
        """The entry from which on a decision matters: an overruled verdict's own, else that of the decision."""
        event = decision.event
        verdict = self.entry_of(event.verdict) if isinstance(event, VerdictChanged) else None
        return verdict.seq if verdict else decision.seq

    def begin(self, log: EventLog) -> None:
        """Go on in a new, empty log."""
        self._log.close()
        self._log = log
        self._entries, self._decisions, self._verdicts, self.night = [], Decisions(), 0, Night()

    def probe(self) -> None:
        """Raise LogError unless the log takes something now."""
        self._log.probe()

    def close(self) -> None:
        """Give the log's file back."""
        self._log.close()

    def _note(self, entry: Entry) -> None:
        self._entries.append(entry)
        self._decisions.add(entry)
        if isinstance(entry.event, ClaimJudged):
            self._verdicts = max(self._verdicts, entry.event.verdict)

    def _refold(self) -> None:
        self.night = fold(Night(), [entry.event for entry in effective(self._entries)], self._games)
