"""What a table with buttons, a camera and a referee asks of a game, beside its rules."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from device.events import ClaimJudged, Event, Seat
from device.rules.game import Line, Refusal
from vision.reading import Board, Face, Knowledge, Piece

Point = tuple[float, float]


class Claim(msgspec.Struct, frozen=True):
    """A press whose turn to be judged has come.

    `tie` says that another seat pressed for the same slot inside the tie window, `margin_ns` how far away in time the
    nearest other seat's press for that slot was (None: nobody was near).
    """

    seat: int
    slot: int
    at_ns: int
    tie: bool = False
    margin_ns: int | None = None


class Freeze(msgspec.Struct, frozen=True):
    """A slap after which pieces are not to be touched: its time, and the areas of the seats on the surface."""

    at_ns: int
    areas_mm: Mapping[int, tuple[Point, ...]]


class Command(msgspec.Struct, frozen=True, tag_field="command", forbid_unknown_fields=True):
    """Base of all commands: imperative, from a referee or a button."""


class CorrectPiece(Command, frozen=True, tag="correct_piece"):
    """The eyes misread this piece: it shows `label` (None for a back), this face up."""

    piece: int
    face: Face
    label: str | None = None


class Refereed(Protocol):
    """One game and variant at a table. Its state is frozen and opaque to the table."""

    title: str
    variant: str
    variant_title: str
    seats: tuple[int, int]
    labels: Mapping[str, Sequence[str]]  # by kind of piece, what it may show
    events: tuple[type[Event], ...]
    commands: tuple[type[Command], ...]

    def setup(self, seats: tuple[Seat, ...], settings: Mapping[str, int]) -> Any:
        """The state before anything happened."""

    def apply(self, state: Any, event: Event) -> Any:
        """The state after the event. Never fails, never decides."""

    def resume(self, state: Any, same_clock: bool) -> Any:
        """The state after the table was cut off: what the eyes knew is gone, and the clock may be another."""

    def knowledge(self, state: Any) -> Knowledge:
        """What is known of the pieces on the table whatever the eyes see; a reading that contradicts it is doubted."""

    def observe(self, state: Any, board: Board) -> list[Event]:
        """What the newest memory of the table says has happened."""

    def on_time(self, state: Any, now_ns: int) -> list[Event]:
        """What the passing of time makes happen."""

    def deadline_ns(self, state: Any) -> int | None:
        """The earliest time at which `on_time` will have something to say; None: at no time."""

    def lamps(self, state: Any) -> tuple[int, ...]:
        """The seats that may claim now."""

    def frozen(self, state: Any) -> Freeze | None:
        """The slap after which no piece is to be touched now; None while pieces may be moved."""

    def judge(self, state: Any, claim: Claim, board: Board | None, verdict: int, waited: bool) -> ClaimJudged | None:
        """The verdict, or None while a later picture may still tell."""

    def judge_again(self, state: Any, judged: ClaimJudged) -> ClaimJudged:
        """The verdict that the same claim would get in this state."""

    def decide(self, state: Any, command: Command, piece: Piece | None, now_ns: int) -> list[Event] | Refusal:
        """What a referee's command makes happen; `piece` is the one it names."""

    def choices(self, judged: ClaimJudged) -> tuple[str, ...]:
        """What the referee may make of this verdict."""

    def view(self, state: Any) -> dict[str, Any]:
        """What everybody may see, JSON-ready; nothing hidden, nothing that a claim has yet to show."""

    def prompt(self, state: Any) -> Line:
        """What the table should do now."""

    def places_to_clear(self, state: Any) -> tuple[int, ...] | None:
        """From which places the piece was taken since the last clearing; None: everything is laid out anew."""

    def rounds(self, events: Sequence[Event]) -> list[dict[str, Any]]:
        """The finished rounds in short, JSON-ready."""

    def over(self, state: Any) -> bool:
        """Whether the game has ended."""
