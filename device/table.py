"""The table: the one writer. It takes in edges, readings and commands, decides, writes the log and tells the screens.

Everything here runs in one thread. Time comes in as an argument, so that a recorded night runs through the same code.
Nothing is shown before it is in the log; while the log cannot be written nothing is decided, and presses wait.
"""

from collections import deque
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from device import commands as asked
from device import events as happened
from device.buttons import ButtonNote, ButtonState, Debouncer, Edge, Press
from device.claims import Arbiter, SeatPress
from device.console import Console
from device.errors import LogError
from device.eventlog import Entry, EventLog
from device.events import ClaimJudged, Event, Pressed
from device.ledger import Ledger
from device.night import Games, Night
from device.rules.game import Claim, Command, CorrectPiece, Refusal
from device.views import Live
from device.wiring import Wiring
from vision.memory import BoardMemory
from vision.reading import Board, BoardReading, Face, Problem

RETRY_NS = 1_000_000_000  # a log that failed is tried again this often
SHOWN_STATES = (ButtonState.STUCK, ButtonState.HELD_AT_START, ButtonState.NOISY)


class Outside(Protocol):
    """What the table makes happen around it. None of it may block."""

    def keep_picture(self, name: str, at_ns: int) -> None:
        """Keep the picture of this moment under a name."""

    def record(self, on: bool) -> None:
        """Begin or stop keeping edges and pictures."""

    def calibrate(self) -> None:
        """Find the markers anew."""

    def new_night(self) -> tuple[EventLog, list[Event]]:
        """The log of a new night, and the events with which it begins."""

    def lamp(self, seat: int, on: bool) -> None:
        """Light a seat's lamp, or put it out."""


class Timing(msgspec.Struct, frozen=True):
    """How long the table waits, in nanoseconds.

    A claim waits `patience_ns` for a picture; what passes by itself waits `settled_ns` for presses on their way.
    """

    patience_ns: int = 1_500_000_000
    settled_ns: int = 20_000_000


class Table:
    """One table. Call `advance` at `next_deadline_ns` at the latest."""

    def __init__(
        self,
        ledger: Ledger,
        games: Games,
        wiring: Wiring,
        settings: dict[str, int],
        debouncer: Debouncer,
        arbiter: Arbiter,
        memory: BoardMemory,
        outside: Outside,
        timing: Timing,
    ) -> None:
        self._ledger = ledger
        self._wiring = wiring
        self._debouncer = debouncer
        self._arbiter = arbiter
        self._memory = memory
        self._outside = outside
        self._timing = timing
        self._commands = asked.Commands(tuple(games.values()))
        self._console = Console(ledger, games, wiring, settings)
        self._claims: deque[Claim] = deque()
        self._beginning: list[Event] = []
        self._unwritten: deque[Pressed] = deque()
        self._failing: str | None = None
        self._retry_ns = 0
        self._board: Board | None = None
        self._problem: str | None = None
        self.version = 1
        self._seat_ages()

    @property
    def night(self) -> Night:
        """What the log adds up to."""
        return self._ledger.night

    @property
    def entries(self) -> Sequence[Entry]:
        """The log so far."""
        return self._ledger.entries

    @property
    def failing(self) -> str | None:
        """Why the log cannot be written, while it cannot."""
        return self._failing

    def live(self) -> Live:
        """What is true only now."""
        undo, redo = self._ledger.undo_target, self._ledger.redo_target
        return Live(
            board=self._board,
            problem=self._problem,
            log_failing=self._failing,
            undo=undo.event if undo else None,
            redo=redo.event if redo else None,
        )

    # What comes in

    def begin(self, events: Sequence[Event], now_ns: int) -> None:
        """Begin the night, or go on with it; while the log fails these events wait."""
        self._beginning = list(events)
        self.advance(now_ns)

    def start(self, levels: dict[int, int], now_ns: int) -> None:
        """Take the buttons' levels as they are when the table wakes."""
        self._take(self._debouncer.start(levels, now_ns), now_ns)

    def edge(self, edge: Edge, now_ns: int) -> None:
        """A line moved. Feed all edges that have come before the next `advance`: they may be out of order."""
        self._take(self._debouncer.feed(edge), now_ns)

    def reading(self, reading: BoardReading, now_ns: int, holds: bool = False) -> None:
        """The eyes read a picture; `holds` when it stands for the table until the next one (a recording)."""
        problem = reading.detail if reading.problem else None
        if problem != self._problem:
            self._problem = problem
            self.version += 1
        if reading.problem is Problem.MOVED and self.night.moved is None:
            self._commit([happened.BoardMoved(reading.detail)], now_ns)
        if reading.problem is None:
            if self.night.moved is not None:
                self._commit([happened.BoardCalibrated()], now_ns)
            self._see(self._memory.update(reading, holds), now_ns)

    def still(self, until_ns: int, now_ns: int) -> None:
        """The last picture stands for the table until then: nothing has changed."""
        if self._board is not None and self._problem is None:
            self._see(self._memory.hold(until_ns), now_ns)

    def camera_lost(self, detail: str, now_ns: int) -> None:
        """No pictures any more."""
        self._board = None
        self._commit([happened.CameraLost(detail)], now_ns)
        self.advance(now_ns)

    def camera_back(self, now_ns: int) -> None:
        """Pictures come again."""
        if self.night.camera_lost is not None:
            self._commit([happened.CameraBack()], now_ns)

    def command(self, data: Any, now_ns: int) -> Refusal | None:
        """Carry out a referee's command; None when it is done and in the log."""
        command = self._commands.read(data)
        if isinstance(command, Refusal):
            return command
        try:
            refusal = self._carry_out(command, now_ns)
        except LogError as error:
            self._fail(error, now_ns)
            return Refusal("not_saved", f"{error} The command was not carried out.")
        self.version += 1
        self.advance(now_ns)
        return refusal

    def advance(self, now_ns: int) -> None:
        """Do what the passing of time makes due."""
        self._take(self._debouncer.advance(now_ns), now_ns)
        if self._failing and now_ns < self._retry_ns:
            return
        try:
            self._recover()
            self._write_beginning(now_ns)
            self._write_presses(now_ns)
            self._claims.extend(self._arbiter.advance(now_ns, self._debouncer.pending_since_ns()))
            self._judge(now_ns)
            self._pass_time(now_ns)
        except LogError as error:
            self._fail(error, now_ns)

    def next_deadline_ns(self) -> int | None:
        """When `advance` will have something to do, if nothing comes in before."""
        if self._failing:
            return self._retry_ns
        due = [self._debouncer.next_deadline_ns(), self._arbiter.next_deadline_ns()]
        if self._claims:
            due.append(self._claims[0].at_ns + self._timing.patience_ns)
        closes_ns = getattr(self.night.state, "closes_ns", None)
        due.append(closes_ns + self._timing.settled_ns + 1 if closes_ns is not None else None)
        return min((at_ns for at_ns in due if at_ns is not None), default=None)

    # Presses and claims

    def _take(self, found: Sequence[Press | ButtonNote], now_ns: int) -> None:
        for item in found:
            if isinstance(item, Press):
                self._press(item, now_ns)
            else:
                self._note(item, now_ns)

    def _press(self, press: Press, now_ns: int) -> None:
        if press.line in (self._wiring.go, self._wiring.hold):
            self._referee_button(press.line == self._wiring.hold, now_ns)
            return
        seat, slot = self._wiring.claim_by_line[press.line]
        if self.night.game is not None and self.night.seat(seat) is not None:
            self._unwritten.append(Pressed(seat, slot, press.t_ns))

    def _referee_button(self, hold: bool, now_ns: int) -> None:
        """Hold stops the claims; go lets them go on, or opens the round."""
        if hold or self.night.hold:
            self.command({"command": "hold", "on": hold}, now_ns)
        else:
            self.command({"command": "open_round"}, now_ns)

    def _note(self, note: ButtonNote, now_ns: int) -> None:
        self.version += 1
        if note.state is ButtonState.EDGES_DROPPED:
            self._commit([happened.EdgesDropped(note.line)], now_ns)
        elif note.state in SHOWN_STATES or note.detail:
            self._commit([happened.ButtonNoted(note.line, note.state, note.detail)], now_ns)

    def _write_presses(self, now_ns: int) -> None:
        """Presses go into the log before anybody judges them."""
        while self._unwritten:
            press = self._unwritten[0]
            self._ledger.commit([press], now_ns)
            self._unwritten.popleft()
            self._arbiter.feed(SeatPress(press.seat, press.slot, press.at_ns))
            self.version += 1

    def _judge(self, now_ns: int) -> None:
        """Judge the claims in their order, as far as pictures tell."""
        while self._claims:
            judged = self._verdict(self._claims[0], now_ns)
            if judged is None:
                return
            judged = replace(judged, picture=f"v{judged.verdict}")
            self._ledger.commit([judged], now_ns)
            self._claims.popleft()
            self._outside.keep_picture(f"v{judged.verdict}", judged.at_ns)
            self.version += 1

    def _verdict(self, claim: Claim, now_ns: int) -> ClaimJudged | None:
        night, number = self.night, self._ledger.next_verdict
        if night.game is None or night.hold:
            return ClaimJudged(number, claim.seat, claim.slot, claim.at_ns, "on_hold")
        board = self._board if night.moved is None else None
        waited = board is None or now_ns >= claim.at_ns + self._timing.patience_ns
        return night.game.judge(night.state, claim, board, number, waited)

    def _write_beginning(self, now_ns: int) -> None:
        """Begin; presses that were cut off before their verdict are a question to the referee."""
        if not self._beginning:
            return
        first = self._ledger.next_verdict
        questions = [
            ClaimJudged(number, press.seat, press.slot, press.at_ns, "ask_referee")
            for number, press in enumerate(self.night.unjudged(), start=first)
        ]
        self._ledger.commit([*self._beginning, *questions], now_ns)
        self._beginning = []
        self.version += 1

    # The board and the clock

    def _see(self, board: Board, now_ns: int) -> None:
        changed = self._board is None or board.pieces != self._board.pieces or board.hand != self._board.hand
        self._board = board
        if self.night.game is not None and not self.night.hold and self.night.moved is None:
            self._commit(self.night.game.observe(self.night.state, board), now_ns)
        if changed:
            self.version += 1
        self.advance(now_ns)

    def _pass_time(self, now_ns: int) -> None:
        night = self.night
        if night.game is None:
            return
        on_their_way = [self._debouncer.pending_since_ns(), *(claim.at_ns for claim in self._claims)]
        known_ns = min([now_ns - self._timing.settled_ns, *(at_ns for at_ns in on_their_way if at_ns is not None)])
        events = night.game.on_time(night.state, known_ns)
        if events:
            self._ledger.commit(events, now_ns)
            self.version += 1

    # Commands, and the log

    def _carry_out(self, command: Command, now_ns: int) -> Refusal | None:
        match command:
            case asked.Record(on=on):
                self._outside.record(on)
                return None
            case asked.Calibrate():
                self._outside.calibrate()
                return None
            case asked.GoodNight():
                self._good_night(now_ns)
                return None
        refusal = self._console.carry_out(command, self._board, now_ns)
        if refusal is None and isinstance(command, asked.StartGame):
            self._claims.clear()
        self._seat_ages()
        if refusal is None and isinstance(command, CorrectPiece):
            self._memory.correct(command.piece, command.face, command.label if command.face is Face.UP else None)
        return refusal

    def _seat_ages(self) -> None:
        self._arbiter.seat_ages({seat.seat: seat.age_order for seat in self.night.seats})

    def _good_night(self, now_ns: int) -> None:
        self._ledger.commit([happened.NightEnded()], now_ns)
        log, events = self._outside.new_night()
        self._ledger.begin(log)
        self._ledger.commit(events, now_ns)
        self._claims.clear()

    def _commit(self, events: Sequence[Event], now_ns: int) -> None:
        """Log what was sensed. While the log fails it is let go: the eyes will see it again."""
        if not events:
            return
        try:
            self._ledger.commit(events, now_ns)
        except LogError as error:
            self._fail(error, now_ns)
            return
        self.version += 1

    def _fail(self, error: LogError, now_ns: int) -> None:
        self._failing = str(error)
        self._retry_ns = now_ns + RETRY_NS
        self.version += 1

    def _recover(self) -> None:
        """Go on when the log takes something again; raises LogError when it does not."""
        if self._failing:
            self._ledger.probe()
            self._failing = None
            self.version += 1
