"""The table: the one writer. It takes in edges, readings and commands, decides, writes the log and tells the screens.

Everything here runs in one thread. Time comes in as an argument, so that a recorded night runs through the same code.
Nothing is shown before it is in the log; while the log cannot be written nothing is decided, and presses wait.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from device import commands as asked
from device import events as happened
from device.buttons import ButtonNote, ButtonState, Debouncer, Edge, Press
from device.claims import Arbiter
from device.console import Console
from device.errors import LogError
from device.eventlog import Entry
from device.events import ClaimJudged, Event, Pressed
from device.ledger import Ledger
from device.night import Games, Night
from device.outside import Outside
from device.refusals import Reason, refused
from device.rules.game import Refusal
from device.rules.refereed import Claim, Command, CorrectPiece
from device.sight import Sight
from device.slaps import Slaps
from device.views import Live
from device.wiring import Wiring
from vision.memory import BoardMemory
from vision.reading import BoardReading, Knowledge

RETRY_NS = 1_000_000_000  # a log that failed is tried again this often
SHOWN_STATES = (ButtonState.STUCK, ButtonState.HELD_AT_START, ButtonState.NOISY)


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
        self._slaps = Slaps(arbiter)
        self._sight = Sight(memory, self._knowledge)
        self._outside = outside
        self._timing = timing
        self._commands = asked.Commands(tuple(games.values()))
        self._console = Console(ledger, games, wiring, settings)
        self._beginning: list[Event] = []
        self._unwritten: list[Event] = []
        self._failing: str | None = None
        self._retry_ns = 0
        self._lit: frozenset[int] = frozenset()
        self._held_from_ns = 0
        self.version = 1
        self._slaps.seat(self.night.seats)

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
            board=self._sight.board,
            remarks=self._sight.remarks,
            problem=self._sight.problem,
            log_failing=self._failing,
            undo=undo.event if undo else None,
            redo=redo.event if redo else None,
        )

    # What comes in

    def begin(self, events: Sequence[Event], now_ns: int) -> None:
        """Begin the night, or go on with it; while the log fails these events wait.

        Presses that were cut off before their verdict are judged first, by what the log says; the rest is asked.
        """
        self._beginning = list(events)
        for press in self.night.unjudged():
            self._slaps.add(press)
        self._slaps.hurry()
        self.advance(now_ns)

    def start(self, levels: dict[int, int], now_ns: int) -> None:
        """Take the buttons' levels as they are when the table wakes."""
        self._take(self._debouncer.start(levels, now_ns), now_ns)

    def edge(self, edge: Edge, now_ns: int) -> None:
        """A line moved. Feed all edges that have come before the next `advance`: they may be out of order."""
        self._take(self._debouncer.feed(edge), now_ns)

    def reading(self, reading: BoardReading, now_ns: int, holds: bool = False) -> None:
        """The eyes read a picture; `holds` when it stands for the table until the next one (a recording)."""
        self._changed(self._sight.reading(reading, holds))
        self.advance(now_ns)

    def still(self, until_ns: int, now_ns: int) -> None:
        """The last picture stands for the table until then: nothing has changed."""
        self._changed(self._sight.still(until_ns))
        self.advance(now_ns)

    def camera_lost(self, detail: str, now_ns: int) -> None:
        """No pictures any more."""
        self._changed(self._sight.lost(detail))
        self.advance(now_ns)

    def camera_back(self, now_ns: int) -> None:
        """Pictures come again."""
        self._changed(self._sight.back())
        self.advance(now_ns)

    def command(self, data: Any, now_ns: int) -> Refusal | None:
        """Carry out a referee's command; None when it is done and in the log."""
        command = self._commands.read(data)
        if isinstance(command, Refusal):
            return command
        self._take(self._debouncer.advance(now_ns), now_ns)  # what came before the command comes first
        try:
            self._go_on(now_ns)
            refusal = self._carry_out(command, now_ns)
        except LogError as error:
            self._fail(error, now_ns)
            return refused(Reason.NOT_SAVED, error=str(error))
        self.version += 1
        self.advance(now_ns)
        return refusal

    def advance(self, now_ns: int) -> None:
        """Do what the passing of time makes due."""
        self._take(self._debouncer.advance(now_ns), now_ns)
        if not self._failing or now_ns >= self._retry_ns:
            try:
                self._go_on(now_ns)
            except LogError as error:
                self._fail(error, now_ns)
        self._light()

    def next_deadline_ns(self) -> int | None:
        """When `advance` will have something to do, if nothing comes in before."""
        if self._failing:
            return self._retry_ns
        due = [self._debouncer.next_deadline_ns()]
        if self._debouncer.pending_since_ns() is None:  # else all others wait for it
            due.append(self._slaps.next_deadline_ns(self._timing.patience_ns))
            game = self.night.game
            if game is not None and self._slaps.since_ns() is None:
                passes_ns = game.deadline_ns(self.night.state)
                due.append(None if passes_ns is None else passes_ns + self._timing.settled_ns)
        return min((at_ns for at_ns in due if at_ns is not None), default=None)

    def _go_on(self, now_ns: int) -> None:
        """Log, decide and log again, as far as is known. Raises LogError; what was not done then is done later."""
        self._recover()
        self._write_beginning(now_ns)
        self._write_sensed(now_ns)
        self._observe(now_ns)
        self._slaps.advance(now_ns, self._debouncer.pending_since_ns())
        self._judge(now_ns)
        self._pass_time(now_ns)

    # Presses and claims

    def _take(self, found: Sequence[Press | ButtonNote], now_ns: int) -> None:
        for item in found:
            if isinstance(item, Press):
                self._press(item, now_ns)
            else:
                self._note(item)

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

    def _note(self, note: ButtonNote) -> None:
        self.version += 1
        if note.state is ButtonState.EDGES_DROPPED:
            self._unwritten.append(happened.EdgesDropped(note.line))
        elif note.state in SHOWN_STATES or note.detail:
            self._unwritten.append(happened.ButtonNoted(note.line, note.state, note.detail))

    def _write_sensed(self, now_ns: int) -> None:
        """What was sensed goes into the log before anybody judges it; presses then go to the arbiter."""
        sensed = [*self._unwritten, *self._sight.news(self.night)]
        self._commit(sensed, now_ns)
        self._unwritten = []
        for event in sensed:
            if isinstance(event, Pressed):
                self._slaps.add(event)

    def _judge(self, now_ns: int) -> None:
        """Judge the claims in their order, as far as pictures tell."""
        while (claim := self._slaps.first) is not None:
            judged = self._verdict(claim, now_ns)
            if judged is None:
                return
            if self._sees_claims:
                judged = replace(judged, picture=f"v{judged.verdict}")
            self._commit([judged], now_ns)
            self._slaps.judged()
            if judged.picture is not None:
                self._outside.keep_picture(judged.picture, judged.at_ns)

    def _verdict(self, claim: Claim, now_ns: int) -> ClaimJudged | None:
        night, number = self.night, self._ledger.next_verdict
        if night.game is None or self._is_held(claim) or night.seat(claim.seat) is None:
            return ClaimJudged(number, claim.seat, claim.slot, claim.at_ns, "on_hold")
        board = self._sight.board if self._sees_claims and night.moved is None else None
        waited = board is None or now_ns >= claim.at_ns + self._timing.patience_ns
        return night.game.judge(night.state, claim, board, number, waited)

    def _is_held(self, claim: Claim) -> bool:
        return self.night.hold and claim.at_ns >= self._held_from_ns

    @property
    def _sees_claims(self) -> bool:
        """Whether pictures can tell of what is judged now: not of a slap from before the table was cut off."""
        return self._sight.works and not self._beginning

    def _write_beginning(self, now_ns: int) -> None:
        if self._beginning:
            self._judge(now_ns)
            self._commit(self._beginning, now_ns)
            self._beginning = []

    # The board and the clock

    def _knowledge(self) -> Knowledge:
        return self.night.game.knowledge(self.night.state) if self.night.game else Knowledge()

    def _observe(self, now_ns: int) -> None:
        night, board = self.night, self._sight.board
        if board is None or night.game is None or night.moved is not None:
            return
        first = self._slaps.first
        if night.hold and (first is None or self._is_held(first)):
            return
        self._commit(night.game.observe(night.state, board), now_ns)

    def _pass_time(self, now_ns: int) -> None:
        night = self.night
        if night.game is None:
            return
        on_their_way = [self._debouncer.pending_since_ns(), self._slaps.since_ns()]
        known_ns = min([now_ns - self._timing.settled_ns, *(at_ns for at_ns in on_their_way if at_ns is not None)])
        self._commit(night.game.on_time(night.state, known_ns), now_ns)

    def _light(self) -> None:
        """A seat's lamp is lit while it may claim."""
        night = self.night
        lit = frozenset(night.game.lamps(night.state)) if night.game and not night.hold else frozenset[int]()
        for seat in sorted(lit ^ self._lit):
            self._outside.lamp(seat, seat in lit)
        self._lit = lit

    # Commands, and the log

    def _carry_out(self, command: Command, now_ns: int) -> Refusal | None:
        match command:
            case asked.Record(on=on):
                self._outside.record(on)
                return None
            case asked.Calibrate():
                self._outside.calibrate()
                return None
            case asked.EnrolmentCommand():
                game = self.night.game
                playing = game is not None and not game.over(self.night.state)
                return self._outside.enrol(command, playing)
            case asked.GoodNight():
                self._good_night(now_ns)
                return None
        if isinstance(command, asked.Hold) and not self.night.hold:
            self._held_from_ns = now_ns
        refusal = self._console.carry_out(command, self._sight.board, now_ns)
        if refusal is None and isinstance(command, asked.StartGame):
            self._slaps.forget()
        self._slaps.seat(self.night.seats)
        if refusal is None and isinstance(command, CorrectPiece):
            self._changed(self._sight.correct(command))
        return refusal

    def _good_night(self, now_ns: int) -> None:
        self._commit([happened.NightEnded()], now_ns)
        log, self._beginning = self._outside.new_night()
        self._ledger.begin(log)
        self._slaps.forget()

    def _commit(self, events: Sequence[Event], now_ns: int) -> None:
        if events:
            self._ledger.commit(events, now_ns)
            self.version += 1

    def _changed(self, changed: bool) -> None:
        self.version += changed

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
