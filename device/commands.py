"""What a referee can tell the table itself; each game adds its own."""

from typing import Any

import msgspec

from device.refusals import Reason, refused
from device.rules.game import Refusal
from device.rules.refereed import Command, CorrectPiece, Refereed


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody takes a seat."""

    seat: int
    name: str


class StartGame(Command, frozen=True, tag="start_game"):
    """Begin: `seats` clockwise, `youngest_first` the same seats in order of age."""

    game: str
    variant: str
    seats: tuple[Place, ...]
    youngest_first: tuple[int, ...]


class Overrule(Command, frozen=True, tag="overrule"):
    """Read this verdict with another reason."""

    verdict: int
    reason: str


class Undo(Command, frozen=True, tag="undo"):
    """Take the newest decision back."""


class Redo(Command, frozen=True, tag="redo"):
    """Let the decision last taken back count again."""


class Hold(Command, frozen=True, tag="hold"):
    """Stop the claims, or let them go on."""

    on: bool


class Record(Command, frozen=True, tag="record"):
    """Begin or stop keeping edges and pictures."""

    on: bool


class Calibrate(Command, frozen=True, tag="calibrate"):
    """Find the markers anew: the camera or the table was moved."""


class GoodNight(Command, frozen=True, tag="good_night"):
    """End this night; the next begins a new log."""


class EnrolmentCommand(Command, frozen=True):
    """About the pieces that the table knows."""


class StartEnrolment(EnrolmentCommand, frozen=True, tag="start_enrolment"):
    """Learn the pieces of a game from one or two photographs."""

    game: str
    photographs: int = 1


class StartRelearning(EnrolmentCommand, frozen=True, tag="start_relearning"):
    """Learn one piece of those in use anew."""

    piece: str


class TakePhotograph(EnrolmentCommand, frozen=True, tag="take_photograph"):
    """Learn from how the pieces lie now; `anyway` although something touches or lies there besides."""

    anyway: bool = False


class RetakePhotographs(EnrolmentCommand, frozen=True, tag="retake_photographs"):
    """Begin again with the first photograph."""


class AcceptEnrolment(EnrolmentCommand, frozen=True, tag="accept_enrolment"):
    """Keep what was learnt under a name, and read with it from now on."""

    name: str


class CancelEnrolment(EnrolmentCommand, frozen=True, tag="cancel_enrolment"):
    """Learn nothing."""


class UseGallery(EnrolmentCommand, frozen=True, tag="use_gallery"):
    """Read with pieces that were learnt before, or with the house set."""

    name: str


ENROLMENT: tuple[type[Command], ...] = (
    StartEnrolment,
    StartRelearning,
    TakePhotograph,
    RetakePhotographs,
    AcceptEnrolment,
    CancelEnrolment,
    UseGallery,
)


class Commands:
    """Reads commands of the table and of these games."""

    def __init__(self, games: tuple[Refereed, ...]) -> None:
        own: set[type[Command]] = {StartGame, Overrule, Undo, Redo, Hold, Record, Calibrate, GoodNight, CorrectPiece}
        kinds = own.union(ENROLMENT, *(game.commands for game in games))
        self._types = {str(kind.__struct_config__.tag): kind for kind in kinds}

    def read(self, data: Any) -> Command | Refusal:
        """The command in this JSON-ready data, or a refusal that names what is wrong with it."""
        name = data.get("command") if isinstance(data, dict) else None
        kind = self._types.get(name) if isinstance(name, str) else None
        if kind is None:
            known = ", ".join(sorted(self._types))
            return refused(Reason.UNKNOWN_COMMAND, name=repr(name), known=known)
        try:
            command = msgspec.convert(data, kind)
            msgspec.json.encode(command)  # half a character, which JSON can smuggle in, could not be written to the log
        except (msgspec.ValidationError, UnicodeEncodeError) as error:
            return refused(Reason.MALFORMED, name=name, error=str(error))
        return command
