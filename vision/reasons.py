"""Why the eyes decided as they did, kept as data where somebody asks for it.

The search and the recogniser tell a `Reasons` what they decide, at the place where they decide it. An ordinary reading
gives them one that forgets at once.
"""

from collections.abc import Sequence
from enum import StrEnum

import msgspec
import numpy as np

from vision.comparing import Comparison
from vision.kinds import Kind
from vision.reading import Sighting

THE_BACK = "the back"
_KEPT = 6  # artworks whose likeness is kept for each place


class How(StrEnum):
    """What a place was taken for, and by what."""

    NAMED = "named"
    RIVALS = "rivals"  # a face, but others fit nearly as well
    LIKE_NOTHING = "like_nothing"
    BACK_PATTERN = "back_pattern"
    BACK_COLOUR = "back_colour"  # plain and coloured as the back; its pattern was not seen
    PART = "part"  # the side that fits where nothing lies upon the piece
    COLOUR_OF_BACK = "colour_of_back"  # fits a face poorly, in the back's colour


class Fate(StrEnum):
    """What became of a place that was looked at."""

    READ = "read"
    EMPTY = "empty"  # looked for beside a piece, where the next would touch
    FEW_EDGES = "few_edges"
    LITTLE_OUTLINE = "little_outline"
    TAKEN = "taken"
    NEIGHBOURS = "neighbours"
    PATTERN = "pattern"


class Look(msgspec.Struct, frozen=True):
    """One place that was looked at closely.

    `likenesses` begin with the best artwork, the others by their likeness (1 is the same picture), the back as
    `THE_BACK`. `lead` is how far the best is ahead of its `rival`, which may be the best turned the other way, from 0
    to 0.5. `edges` is how much of an outline was proposed there, in sides or shares of a rim.
    """

    sighting: Sighting
    how: How
    likenesses: tuple[tuple[str, float], ...]
    lead: float
    lead_needed: float
    rival: str | None = None
    edges: float = 0.0
    edges_needed: float = 0.0
    fate: Fate = Fate.READ


class Searched(msgspec.Struct, frozen=True):
    """How many outlines of one kind were proposed, how many passed a first glance, and how many of those were left
    alone because nothing clear came any more.
    """

    kind: str
    proposed: int
    likely: int
    left: int = 0


class Reasons:
    """Takes in what is decided. This one forgets it."""

    def glanced(self, kind: Kind, proposed: int, likely: int) -> None:
        """The search for a kind begins, with so many places."""

    def left(self, kind: Kind, places: int) -> None:
        """The search for a kind is over."""

    def judged(
        self, sighting: Sighting, how: How, labels: Sequence[str | None], found: Comparison, lead_needed: float
    ) -> None:
        """What an outline's inside was taken for."""

    def weighed(self, sighting: Sighting, edges: float, needed: float, fate: Fate) -> None:
        """Whether enough of the outline is there."""

    def dropped(self, sighting: Sighting, fate: Fate) -> None:
        """A place that seemed to be a piece is none after all."""


class KeptReasons(Reasons):
    """Keeps all of it, for one picture."""

    def __init__(self) -> None:
        self._looks: dict[int, Look] = {}  # by the identity of the sighting, as two outlines may end up the same
        self._searches: dict[str, Searched] = {}

    @property
    def looks(self) -> tuple[Look, ...]:
        """All places looked at, in the order in which they were."""
        return tuple(self._looks.values())

    @property
    def searches(self) -> tuple[Searched, ...]:
        """The searches, one a kind."""
        return tuple(self._searches.values())

    def of(self, sighting: Sighting) -> Look | None:
        """The look that gave a sighting, if it was given by one."""
        return self._looks.get(id(sighting))

    def glanced(self, kind: Kind, proposed: int, likely: int) -> None:
        self._searches[kind.name] = Searched(kind.name, proposed, likely)

    def left(self, kind: Kind, places: int) -> None:
        self._searches[kind.name] = msgspec.structs.replace(self._searches[kind.name], left=places)

    def judged(
        self, sighting: Sighting, how: How, labels: Sequence[str | None], found: Comparison, lead_needed: float
    ) -> None:
        order = [found.best, *(int(i) for i in np.argsort(-found.likeness) if i != found.best)]
        likenesses = tuple((labels[i] or THE_BACK, round(float(found.likeness[i]), 3)) for i in order[:_KEPT])
        rival = None if found.rival is None else labels[found.rival] or THE_BACK
        self._looks[id(sighting)] = Look(sighting, how, likenesses, round(found.lead, 3), round(lead_needed, 3), rival)

    def weighed(self, sighting: Sighting, edges: float, needed: float, fate: Fate) -> None:
        self._change(sighting, edges=round(edges, 2), edges_needed=needed, fate=fate)

    def dropped(self, sighting: Sighting, fate: Fate) -> None:
        self._change(sighting, fate=fate)

    def _change(self, sighting: Sighting, **changes: float | Fate) -> None:
        look = self._looks.get(id(sighting))
        if look is not None:
            self._looks[id(sighting)] = msgspec.structs.replace(look, **changes)
