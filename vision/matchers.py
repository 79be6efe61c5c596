"""Chooses how the artworks of a kind are compared: on rings where nothing tells the turn, else on an even grid."""

from collections.abc import Sequence

from vision.comparing import Matcher
from vision.frames import BgrImage
from vision.insides import InsideMatcher
from vision.kinds import Kind
from vision.matching import RingMatcher


def matcher(kind: Kind, artworks: Sequence[tuple[str | None, BgrImage]]) -> Matcher:
    """What compares pictures with the artworks, (label or None for a back, upright picture), of one kind."""
    return InsideMatcher(kind, artworks) if kind.turns else RingMatcher(kind, artworks)
