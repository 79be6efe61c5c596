"""What the referee's commands make happen: games begun, verdicts overruled, decisions taken back."""

from msgspec.structs import replace

from device import commands as asked
from device import events as happened
from device.events import Seat
from device.ledger import Ledger
from device.night import Games
from device.refusals import Reason, refused
from device.rules.game import Refusal
from device.rules.refereed import Command, CorrectPiece
from device.wiring import Wiring
from vision.reading import Board


class Console:
    """Carries out commands on the ledger; answers None, or a refusal. Raises LogError when nothing can be written."""

    def __init__(self, ledger: Ledger, games: Games, wiring: Wiring, settings: dict[str, int]) -> None:
        self._ledger = ledger
        self._games = games
        self._wiring = wiring
        self._settings = settings

    def carry_out(self, command: Command, board: Board | None, now_ns: int) -> Refusal | None:
        """Do it and log it."""
        match command:
            case asked.StartGame():
                return self._start_game(command, now_ns)
            case asked.Overrule():
                return self._overrule(command, now_ns)
            case asked.Undo():
                return self._undo(now_ns)
            case asked.Redo():
                return self._redo(now_ns)
            case asked.Hold(on=on):
                if self._ledger.night.hold != on:
                    self._ledger.commit([happened.HoldSet(on)], now_ns)
                return None
        return self._ask_the_game(command, board, now_ns)

    def _start_game(self, command: asked.StartGame, now_ns: int) -> Refusal | None:
        game = self._games.get((command.game, command.variant))
        if game is None:
            known = ", ".join(f"{name} {variant}" for name, variant in self._games)
            return refused(Reason.UNKNOWN_GAME, game=command.game, variant=command.variant, known=known)
        numbers = [place.seat for place in command.seats]
        least, most = game.seats
        if not least <= len(numbers) <= most:
            return refused(Reason.SEAT_COUNT, named=len(numbers), title=game.title, least=least, most=most)
        wired = {seat.seat: seat for seat in self._wiring.seats}
        unknown = [number for number in numbers if number not in wired]
        if unknown or len(set(numbers)) != len(numbers):
            return refused(Reason.SEATS, named=str(numbers), wired=str(sorted(wired)))
        if sorted(command.youngest_first) != sorted(numbers):
            return refused(Reason.AGE_ORDER)
        ages = {seat: order for order, seat in enumerate(command.youngest_first)}
        seats = tuple(
            Seat(
                p.seat, p.name.strip() or wired[p.seat].colour, wired[p.seat].colour, wired[p.seat].shape, ages[p.seat]
            )
            for p in command.seats
        )
        self._ledger.commit([happened.GameStarted(command.game, command.variant, seats, self._settings)], now_ns)
        return None

    def _overrule(self, command: asked.Overrule, now_ns: int) -> Refusal | None:
        entry = self._ledger.entry_of(command.verdict)
        game = self._ledger.night.game
        if entry is None or game is None or not isinstance(entry.event, happened.ClaimJudged):
            return refused(Reason.NO_SUCH_VERDICT, verdict=command.verdict)
        choices = game.choices(entry.event)
        if not choices:
            return refused(Reason.NO_CHOICE, verdict=command.verdict)
        if command.reason not in choices:
            return refused(Reason.NO_SUCH_CHOICE, verdict=command.verdict, choices=", ".join(choices))
        if command.reason == entry.event.reason:
            return refused(Reason.SAME)
        change = happened.VerdictChanged(command.verdict, command.reason, "referee")
        self._ledger.revise(change, entry.seq, now_ns)
        return None

    def _undo(self, now_ns: int) -> Refusal | None:
        target = self._ledger.undo_target
        if target is None:
            return refused(Reason.NOTHING_TO_UNDO)
        self._ledger.revise(happened.Undone(target.batch), self._ledger.touched_since(target), now_ns)
        return None

    def _redo(self, now_ns: int) -> Refusal | None:
        target = self._ledger.redo_target
        if target is None:
            return refused(Reason.NOTHING_TO_REDO)
        self._ledger.revise(happened.Redone(target.batch), self._ledger.touched_since(target), now_ns)
        return None

    def _ask_the_game(self, command: Command, board: Board | None, now_ns: int) -> Refusal | None:
        night = self._ledger.night
        if night.game is None:
            return refused(Reason.NO_GAME)
        if not isinstance(command, night.game.commands):
            return refused(Reason.OTHER_GAME, title=night.game.title)
        piece = None
        if isinstance(command, CorrectPiece) and board is not None:
            piece = next((piece for piece in board.pieces if piece.id == command.piece), None)
        answer = night.game.decide(night.state, command, piece, now_ns)
        if isinstance(answer, Refusal):
            return answer
        numbered = [self._numbered(event) for event in answer]
        self._ledger.commit(numbered, now_ns)
        return None

    def _numbered(self, event: happened.Event) -> happened.Event:
        if isinstance(event, happened.ClaimJudged):
            return replace(event, verdict=self._ledger.next_verdict)
        return event
