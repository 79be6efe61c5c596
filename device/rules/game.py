"""What every game and variant offers, and the words that all of them share: actions, refusals, scores, an outcome.

A game is a decider. `act` says what an action makes happen, or why it cannot be; `apply` folds what happened and never
decides; chance enters as events (`device.rules.chance`). The state is frozen and opaque to everybody else. Nothing
here knows a table: what a table with buttons and a camera asks for beside is `device.rules.refereed`.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Protocol

import msgspec

from device.events import Event, Seat
from device.rules.chance import Roll, Shuffle


class Line(msgspec.Struct, frozen=True):
    """Something to say to people: a key of the language files and what fills its gaps.

    A gap holds a text, a number, a `Term`, another Line, or a list of these.
    """

    key: str
    gaps: dict[str, Any] = {}


class Term(msgspec.Struct, frozen=True):
    """A word of the components ("bacon"): the language files translate those they know, others stand as they are."""

    name: str


class Action(msgspec.Struct, frozen=True, tag=True, tag_field="action", forbid_unknown_fields=True):
    """Base of all that a player can do; the tag is the class's name."""


class Refusal(msgspec.Struct, frozen=True):
    """Why something was not carried out: `reason` for programs, `line` for the person who asked."""

    reason: str
    line: Line


def refuse(game: str, reason: StrEnum, **gaps: Any) -> Refusal:
    """A refusal whose sentence stands in the language files under the game's `refusal`."""
    return Refusal(reason, Line(f"{game}.refusal.{reason}", gaps))


class Part(msgspec.Struct, frozen=True):
    """A part of a score and why it is so, in words that a player accepts."""

    half_points: int
    line: Line


class Score(msgspec.Struct, frozen=True):
    """What a seat has so far or in the end. Half-points, as some games count halves: never a float."""

    seat: int
    half_points: int
    parts: tuple[Part, ...] = ()


class Outcome(msgspec.Struct, frozen=True):
    """Who won (nobody: an empty tuple), and why."""

    winners: tuple[int, ...]
    line: Line


def half(half_points: int) -> str:
    """A number of halves as people write it: 7 is "3½"."""
    whole, odd = divmod(abs(half_points), 2)
    sign = "-" if half_points < 0 else ""
    return f"{sign}{whole or ''}½" if odd else f"{sign}{whole}"


class Game(Protocol):
    """One game and variant with its components. Seats are named by their own number throughout."""

    name: str
    title: str
    variant: str
    variant_title: str
    seats: tuple[int, int]
    events: tuple[type[Event], ...]
    actions: tuple[type[Action], ...]

    def setup(self, seats: tuple[Seat, ...], settings: Mapping[str, int]) -> Any:
        """The state before anything happened. `seats` sit clockwise; a setting that is left out has its default.

        `settings["starter"]` is the seat that begins, where the rulebook leaves that to the table.
        """

    def chance(self, state: Any) -> Shuffle | Roll | None:
        """What chance must bring before anybody can act; None: nothing."""

    def turns(self, state: Any) -> tuple[int, ...]:
        """The seats that the game waits for; others may have something to do too, but need not."""

    def legal(self, state: Any, seat: int) -> Sequence[Action]:
        """All that the seat may do now; exactly what `act` would not refuse."""

    def act(self, state: Any, seat: int, action: Action) -> list[Event] | Refusal:
        """All that the action makes happen, or why it cannot be."""

    def apply(self, state: Any, event: Event) -> Any:
        """The state after the event. Never fails, never decides."""

    def scores(self, state: Any) -> tuple[Score, ...]:
        """The points of each seat as they would count if the game ended now, explained."""

    def outcome(self, state: Any) -> Outcome | None:
        """Who won, once the game is over."""

    def view(self, state: Any, seat: int | None = None) -> dict[str, Any]:
        """What everybody may see (None), or what this seat may see, JSON-ready; nothing else hidden."""

    def prompt(self, state: Any) -> Line:
        """What the table should do now."""
