"""What the eyes tell the rest of the table, and what it tells them, as plain frozen data.

Spaces: the table's surface in millimetres, origin at its top left corner as the table display shows it, x right,
y down; rotation in degrees clockwise from upright artwork. Times: integer nanoseconds of CLOCK_MONOTONIC.
"""

from collections.abc import Mapping
from enum import StrEnum

import msgspec


class Face(StrEnum):
    """Which side of a piece lies up; UNKNOWN is an ordinary answer."""

    UP = "up"
    DOWN = "down"
    UNKNOWN = "unknown"


class Problem(StrEnum):
    """Why a picture could not be read as a board."""

    MARKER_MISSING = "marker_missing"
    MIRRORED = "mirrored"
    UPSIDE_DOWN = "upside_down"
    MOVED = "moved"
    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"
    BLURRED = "blurred"


class Sighting(msgspec.Struct, frozen=True):
    """One piece seen in one picture.

    `label` is None where the eyes cannot tell (or the face is not up); `confidence` is 0 to 1 for what is said;
    `visible` is the share of the piece's outline that shows, 0 to 1; `rivals` are the next best labels with their
    likeness, and where there is no label the best one too.
    """

    kind: str  # the outline: "disc" or "square"
    face: Face
    label: str | None
    x_mm: float
    y_mm: float
    rotation_deg: float | None
    confidence: float
    visible: float = 1.0
    rivals: tuple[tuple[str, float], ...] = ()


class BoardReading(msgspec.Struct, frozen=True):
    """All that one picture shows: the sightings, and what stood in the way.

    `covered_mm` are outlines (x_mm, y_mm corners) of the places where something large that is not a piece (a hand, a
    sleeve, a cup) hides the surface, `blinded_mm` those where glare leaves nothing to be seen. `problem` says why
    nothing could be read; `detail` names the culprit in words.
    """

    exposure_start_ns: int
    exposure_end_ns: int
    sightings: tuple[Sighting, ...] = ()
    covered_mm: tuple[tuple[tuple[float, float], ...], ...] = ()
    blinded_mm: tuple[tuple[tuple[float, float], ...], ...] = ()
    problem: Problem | None = None
    detail: str = ""


class Piece(msgspec.Struct, frozen=True):
    """One physical piece as remembered over several pictures.

    `down_until_ns`: end of the last exposure that showed it face down (None: never seen so). `up_from_ns`: start of the
    first exposure since then that showed it face up (None: not up). Between the two it was turned.
    `seen_until_ns`: end of the last exposure in which it was seen at all. `since_ns`: start of the first exposure that
    showed it lying as it lies now, in this place and with this side up. `label` is None until a name is believed;
    `confidence` is that of the surest reading of the name since then, less where readings said otherwise. `rivals` are
    what a piece without a name may be, with the likeness. `visible` is the share of the outline that showed when its
    place was read.
    """

    id: int
    kind: str
    face: Face
    label: str | None
    x_mm: float
    y_mm: float
    rotation_deg: float | None
    confidence: float
    seen_until_ns: int
    down_until_ns: int | None = None
    up_from_ns: int | None = None
    since_ns: int | None = None
    rivals: tuple[tuple[str, float], ...] = ()
    visible: float = 1.0


class Board(msgspec.Struct, frozen=True):
    """The table as remembered after the newest picture: what the rules are given.

    `picture_start_ns` and `until_ns` bound the newest readable picture (a still table may stretch `until_ns` without a
    new reading). `hand` is true while something that is not a piece covers part of the surface.
    """

    picture_start_ns: int
    until_ns: int
    pieces: tuple[Piece, ...] = ()
    hand: bool = False


class Area(msgspec.Struct, frozen=True):
    """A part of the surface of which it is known which pieces of a kind may lie face up in it.

    `labels` are those known to be there and how many of each; `unknown` more may be anything that is left.
    """

    polygon_mm: tuple[tuple[float, float], ...]
    kind: str
    labels: Mapping[str, int]
    unknown: int = 0


class Knowledge(msgspec.Struct, frozen=True):
    """What a game knows of its pieces before a picture is looked at; kinds that are not named may be anything.

    `counts` are how many pieces there are, by kind and label; `elsewhere` how many of them cannot lie on the surface.
    """

    counts: Mapping[str, Mapping[str, int]] = {}
    areas: tuple[Area, ...] = ()
    elsewhere: Mapping[str, Mapping[str, int]] = {}
