"""A game told in a few lines: who took what in each round. For comparing one telling with another."""

from collections.abc import Sequence
from typing import Any

from device.events import ClaimJudged, Event
from device.rules.xxl.claims import Reason
from device.rules.xxl.events import RoundEnded, RoundOpened, RoundVoided


def rounds(events: Sequence[Event]) -> list[dict[str, Any]]:
    """Per finished round its starter, who won which pizza, and who was locked out; JSON-ready."""
    told: list[dict[str, Any]] = []
    now: dict[str, Any] | None = None
    for event in events:
        match event:
            case RoundOpened(starter=starter):
                now = {"starter": starter, "winners": [], "locked": []}
            case ClaimJudged(seat=seat, pizza=pizza, reason=Reason.ACCEPTED) if now is not None:
                now["winners"].append([seat, pizza])
            case ClaimJudged(seat=seat, reason=Reason.FALSE_CLAIM) if now is not None:
                now["locked"].append(seat)
            case RoundEnded() | RoundVoided() if now is not None:
                told.append(now)
                now = None
    return told
