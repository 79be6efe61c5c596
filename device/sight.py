"""What the table knows from the eyes now: the board, what stands in the way, and whether there is a camera at all."""

from collections.abc import Callable

from device.events import BoardCalibrated, BoardMoved, CameraBack, CameraLost, Event
from device.frozen import Stillness
from device.night import Night
from device.rules.refereed import CorrectPiece
from vision.knowledge import Remark, weigh_board
from vision.memory import BoardMemory
from vision.reading import Board, BoardReading, Face, Knowledge, Problem


class Sight:
    """Takes in what the eyes tell. Each of its methods says whether it changed what people see."""

    def __init__(self, memory: BoardMemory, knowledge: Callable[[], Knowledge]) -> None:
        """`knowledge` tells what is known now of the pieces, whatever the eyes see."""
        self._memory = memory
        self._knowledge = knowledge
        self._moved: str | None = None
        self._lost: str | None = None
        self._stillness = Stillness()
        self.board: Board | None = None
        self.remarks: tuple[Remark, ...] = ()  # where the board is not as it was read
        self.problem: str | None = None

    @property
    def works(self) -> bool:
        """Whether pictures come."""
        return self._lost is None and (self.board is not None or self.problem is not None)

    def reading(self, reading: BoardReading, holds: bool) -> bool:
        """The eyes read a picture; one with a problem leaves the board as it was."""
        before, self.problem = self.problem, reading.detail if reading.problem else None
        board = self._memory.update(reading, holds)
        if reading.problem is None:
            self._moved = None
            return self._see(board) or before is not None
        if reading.problem is Problem.MOVED and self._moved is None:
            self._moved = reading.detail
        return self.problem != before

    def still(self, until_ns: int) -> bool:
        """The last picture stands until then."""
        return self.board is not None and self._see(self._memory.hold(until_ns))

    def lost(self, detail: str) -> bool:
        """No pictures any more."""
        self.board, self.remarks, self.problem, self._lost = None, (), None, detail
        return True

    def back(self) -> bool:
        """Pictures come again."""
        self._lost = None
        return True

    def correct(self, command: CorrectPiece) -> bool:
        """A person says what a piece shows."""
        board = self._memory.correct(command.piece, command.face, command.label if command.face is Face.UP else None)
        return self.board is not None and self._see(board)

    def news(self, night: Night) -> list[Event]:
        """What the log of this night does not say yet."""
        events: list[Event] = []
        if self._lost != night.camera_lost:
            events.append(CameraBack() if self._lost is None else CameraLost(self._lost))
        if self._moved != night.moved:
            events.append(BoardCalibrated() if self._moved is None else BoardMoved(self._moved))
        freeze = night.game.frozen(night.state) if night.game else None
        return events + self._stillness.news(freeze, night.moved_after_slap)

    def _see(self, remembered: Board) -> bool:
        board, self.remarks = weigh_board(remembered, self._knowledge())
        changed = self.board is None or _looks(board) != _looks(self.board)
        self.board = board
        self._stillness.see(board)
        return changed


def _looks(board: Board) -> object:
    """What a person would notice of it; its times run on with every picture."""
    pieces = [(p.id, p.kind, p.face, p.label, round(p.x_mm), round(p.y_mm)) for p in board.pieces]
    return pieces, board.hand
