"""What happened, as plain frozen records: the only thing the log holds and the state is made of.

Events are past tense and carry what they need to be folded again. Times are integer nanoseconds of CLOCK_MONOTONIC,
except `wall`, which is for people. A game's own events stand in its folder and derive from `Event` too.
"""

import msgspec


class Event(msgspec.Struct, frozen=True, tag=True, tag_field="event"):
    """Base of all events; the tag in the log is the class's name."""

    @property
    def undoable(self) -> bool:
        """Whether a referee can take it back; what was merely sensed cannot be."""
        return False


class Decision(Event, frozen=True):
    """Base of the events that somebody decided, the table or the referee."""

    @property
    def undoable(self) -> bool:
        return True


class Seat(msgspec.Struct, frozen=True):
    """A place at the table and who sits there. `age_order` 0 is the youngest."""

    seat: int
    name: str
    colour: str
    shape: str
    age_order: int


class NightStarted(Event, frozen=True):
    """The table was switched on with an empty log. `boot` names the machine's start, whose clock the times are of."""

    name: str
    simulated: bool
    wall: str
    version: str
    boot: str


class NightResumed(Event, frozen=True):
    """The table came back after it was cut off; `interrupted` says in words what was going on.

    `same_clock`: the machine was not restarted in between, so earlier times compare with later ones.
    """

    interrupted: str
    same_clock: bool
    wall: str
    boot: str


class NightEnded(Event, frozen=True):
    """The host said good night."""


class GameStarted(Decision, frozen=True):
    """Seats were taken, clockwise, and a game begun with these settings (the game's own, in nanoseconds)."""

    game: str
    variant: str
    seats: tuple[Seat, ...]
    settings: dict[str, int]


class Pressed(Event, frozen=True):
    """A claim button went down: the first contact's time, before anybody judged it."""

    seat: int
    slot: int
    at_ns: int


class ClaimJudged(Decision, frozen=True):
    """A verdict on a claim. `reason` is a value of the game's `Reason`; `pizza` what was claimed.

    The claimed thing became ready after `ready_after_ns` and by `ready_by_ns`, as far as pictures tell (None: not at
    all, or nobody could see). `unaccounted` pieces were out of sight at that time. `picture` names the kept picture on
    which the verdict rests. `by` is "table", or "referee" for a ruling by hand.
    """

    verdict: int
    seat: int
    slot: int
    at_ns: int
    reason: str
    pizza: str | None = None
    tie: bool = False
    ready_after_ns: int | None = None
    ready_by_ns: int | None = None
    unaccounted: int = 0
    picture: str | None = None
    by: str = "table"

    @property
    def undoable(self) -> bool:
        return self.reason in ("accepted", "false_claim")  # any other verdict leaves the game as it was


class MovedAfterSlap(Event, frozen=True):
    """Pieces in front of this seat lie otherwise than in the picture of the slap at `at_ns`, which froze them.

    `moved` of them were seen in that picture; `hidden` ones were not, and may have been moved just before.
    """

    seat: int
    at_ns: int
    moved: int
    hidden: int = 0


class VerdictChanged(Decision, frozen=True):
    """A verdict is to be read with another reason: by the referee, or by the table after an earlier one changed."""

    verdict: int
    reason: str
    by: str

    @property
    def undoable(self) -> bool:
        return self.by == "referee"


class HoldSet(Decision, frozen=True):
    """The referee stopped the claims, or let them go on."""

    on: bool


class Undone(Event, frozen=True):
    """All events of this batch are to be read as if they had not happened."""

    batch: int


class Redone(Event, frozen=True):
    """The batch counts again."""

    batch: int


class CameraLost(Event, frozen=True):
    """No pictures any more; buttons stay live."""

    detail: str


class CameraBack(Event, frozen=True):
    """Pictures come again."""


class BoardMoved(Event, frozen=True):
    """The camera or the table moved since calibration: pictures are not judged until it is calibrated anew."""

    detail: str


class BoardCalibrated(Event, frozen=True):
    """The camera was calibrated to the table, at the start or anew."""


class EdgesDropped(Event, frozen=True):
    """The kernel lost edges of this line."""

    line: int


class ButtonNoted(Event, frozen=True):
    """A button is stuck, was held at the start, or is noisy, or is well again."""

    line: int
    state: str
    detail: str


OF_THE_TABLE: tuple[type[Event], ...] = (  # what happens to the table whatever is played on it
    NightStarted,
    NightResumed,
    NightEnded,
    CameraLost,
    CameraBack,
    BoardMoved,
    BoardCalibrated,
    EdgesDropped,
    ButtonNoted,
)
OF_EVERY_GAME: tuple[type[Event], ...] = (
    GameStarted,
    Pressed,
    ClaimJudged,
    MovedAfterSlap,
    VerdictChanged,
    HoldSet,
    Undone,
    Redone,
)
