"""Slaps on their way to a verdict: first held by the arbiter, then in line until a picture tells."""

from collections import deque
from collections.abc import Iterable

from device.claims import Arbiter, SeatPress
from device.events import Pressed, Seat
from device.rules.refereed import Claim


class Slaps:
    """Presses that are in the log and not judged yet."""

    def __init__(self, arbiter: Arbiter) -> None:
        self._arbiter = arbiter
        self._claims: deque[Claim] = deque()

    @property
    def first(self) -> Claim | None:
        """The claim whose turn it is to be judged."""
        return self._claims[0] if self._claims else None

    def seat(self, seats: Iterable[Seat]) -> None:
        """Say who sits where, and who is younger."""
        self._arbiter.seat_ages({seat.seat: seat.age_order for seat in seats})

    def add(self, press: Pressed) -> None:
        """Take a press in."""
        self._arbiter.feed(SeatPress(press.seat, press.slot, press.at_ns))

    def advance(self, now_ns: int, pending_since_ns: int | None) -> None:
        """Put in line what nothing earlier can come before any more."""
        self._claims.extend(self._arbiter.advance(now_ns, pending_since_ns))

    def hurry(self) -> None:
        """Put all in line: nothing more will come."""
        self._claims.extend(self._arbiter.drain())

    def judged(self) -> None:
        """The first has its verdict."""
        self._claims.popleft()

    def forget(self) -> None:
        """Let all go: their game is over."""
        self.hurry()
        self._claims.clear()

    def since_ns(self) -> int | None:
        """When the earliest of them happened."""
        held = [self._arbiter.held_since_ns(), *(claim.at_ns for claim in self._claims)]
        return min((at_ns for at_ns in held if at_ns is not None), default=None)

    def next_deadline_ns(self, patience_ns: int) -> int | None:
        """When the next comes in line, or has waited long enough for a picture."""
        waits = [self._arbiter.next_deadline_ns(), self.first.at_ns + patience_ns if self.first else None]
        return min((at_ns for at_ns in waits if at_ns is not None), default=None)
