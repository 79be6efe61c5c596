"""What a person can do at a simulated table, as messages."""

from typing import Literal

import msgspec


class _Action(msgspec.Struct, frozen=True, tag_field="action", forbid_unknown_fields=True):
    """Base of all actions."""


class Flip(_Action, frozen=True, tag="flip"):
    """Turn a token over, either way."""

    token: int


class Move(_Action, frozen=True, tag="move"):
    """Push a token elsewhere."""

    token: int
    x_mm: float
    y_mm: float


class Press(_Action, frozen=True, tag="press"):
    """Press a seat's claim button; it stays down until released."""

    seat: int
    slot: int


class Release(_Action, frozen=True, tag="release"):
    """Let a claim button go."""

    seat: int
    slot: int


class Hand(_Action, frozen=True, tag="hand"):
    """Hold a hand over the table, its palm here."""

    x_mm: float
    y_mm: float


class HandAway(_Action, frozen=True, tag="hand_away"):
    """Take the hand back."""


class Light(_Action, frozen=True, tag="light"):
    """Change the light in the room."""

    name: str


class NextRound(_Action, frozen=True, tag="next_round"):
    """Clear a round away: tokens face down and shuffled, taken pizzas replaced."""


class Button(_Action, frozen=True, tag="button"):
    """Tap one of the referee's buttons."""

    name: Literal["go", "hold"]


Action = Flip | Move | Press | Release | Hand | HandAway | Light | NextRound | Button
