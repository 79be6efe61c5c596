"""The night: everything that the events so far add up to. Frozen, made only by folding."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from device import events as happened
from device.events import ClaimJudged, Event, MovedAfterSlap, Pressed, Seat
from device.rules.refereed import Refereed

Games = Mapping[tuple[str, str], Refereed]
PRESSES_KEPT = 32
VERDICTS_KEPT = 40


class Night(msgspec.Struct, frozen=True):
    """One log, power-on to good-night. `state` is the running game's own."""

    name: str = ""
    simulated: bool = False
    ended: bool = False
    interrupted: str | None = None
    game: Refereed | None = None
    state: Any = None
    seats: tuple[Seat, ...] = ()
    settings: Mapping[str, int] = {}
    hold: bool = False
    presses: tuple[Pressed, ...] = ()
    verdicts: tuple[ClaimJudged, ...] = ()
    changed: Mapping[int, str] = {}
    camera_lost: str | None = None
    moved: str | None = None
    moved_after_slap: tuple[MovedAfterSlap, ...] = ()  # the newest of each seat, of the newest slap with one

    def seat(self, number: int) -> Seat | None:
        """Who sits there, if anybody does."""
        return next((seat for seat in self.seats if seat.seat == number), None)

    def unjudged(self) -> list[Pressed]:
        """Presses without a verdict."""
        judged = {(v.seat, v.slot, v.at_ns) for v in self.verdicts}
        return [press for press in self.presses if (press.seat, press.slot, press.at_ns) not in judged]


def fold(night: Night, events: Iterable[Event], games: Games) -> Night:
    """The night after these events."""
    for event in events:
        night = apply(night, event, games)
    return night


def apply(night: Night, event: Event, games: Games) -> Night:
    """The night after the event. Never fails, never decides."""
    match event:
        case happened.NightStarted():
            return Night(name=event.name, simulated=event.simulated)
        case happened.NightResumed():
            return _resume(night, event)
        case happened.NightEnded():
            return replace(night, ended=True, game=None, state=None)
        case happened.GameStarted():
            return _start(night, event, games)
        case Pressed():
            return replace(night, presses=(*night.presses, event)[-PRESSES_KEPT:], interrupted=None)
        case MovedAfterSlap(seat=seat, at_ns=at_ns):
            others = (e for e in night.moved_after_slap if e.at_ns == at_ns and e.seat != seat)
            return replace(night, moved_after_slap=(*others, event))
        case happened.VerdictChanged():
            return replace(night, changed={**night.changed, event.verdict: event.by})
        case happened.HoldSet(on=on):
            return replace(night, hold=on)
        case happened.CameraLost(detail=detail):
            return replace(night, camera_lost=detail)
        case happened.CameraBack():
            return replace(night, camera_lost=None)
        case happened.BoardMoved(detail=detail):
            return replace(night, moved=detail)
        case happened.BoardCalibrated():
            return replace(night, moved=None)
    if isinstance(event, ClaimJudged):
        night = replace(night, verdicts=(*night.verdicts, event)[-VERDICTS_KEPT:])
    if night.game is None:
        return night
    return replace(night, state=night.game.apply(night.state, event))


def _start(night: Night, event: happened.GameStarted, games: Games) -> Night:
    game = games[event.game, event.variant]
    return replace(
        night,
        game=game,
        state=game.setup(event.seats, event.settings),
        seats=event.seats,
        settings=event.settings,
        hold=False,
        interrupted=None,
        presses=(),
        verdicts=(),
        changed={},
        moved_after_slap=(),
    )


def _resume(night: Night, event: happened.NightResumed) -> Night:
    state = night.game.resume(night.state, event.same_clock) if night.game else night.state
    presses = night.presses if event.same_clock else ()  # times of two clocks do not compare
    told = night.moved_after_slap if event.same_clock else ()
    night = replace(night, state=state, presses=presses, moved_after_slap=told)
    return replace(night, interrupted=event.interrupted, camera_lost=None, moved=None)
