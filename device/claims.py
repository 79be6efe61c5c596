"""From presses to claims: whose turn it is to be judged, whatever order the presses arrived in.

Rulings applied here: X8 (the same pizza at the same time: with buttons the earliest press, inside the tie window the
youngest player). Everything else about a claim is for the game's rules.
"""

from collections.abc import Mapping

import msgspec

from device.rules.refereed import Claim


class SeatPress(msgspec.Struct, frozen=True):
    """A press of one of a seat's claim buttons; `slot` counts from 0."""

    seat: int
    slot: int
    at_ns: int


class Arbiter:
    """Holds presses until nothing earlier can turn up any more, then gives them in the order of judging.

    Same slot and inside the tie window: the youngest seat first, the window being counted from the first press of the
    tie. One seat's own presses, and those for different slots, stay in the order of time. Within half of `collect_ns`
    after it happened a press must have been fed, or be known to the debouncer as pending.
    """

    def __init__(self, tie_window_ns: int = 1_000_000, collect_ns: int = 10_000_000) -> None:
        if not 0 <= tie_window_ns <= collect_ns // 2:
            raise ValueError(
                f"tie window {tie_window_ns} ns, collect time {collect_ns} ns: "
                "the tie window must not be longer than half of the collect time"
            )
        self._tie_window_ns, self._collect_ns, self._look_ns = tie_window_ns, collect_ns, collect_ns // 2
        self._age_order: dict[int, int] = {}
        self._held: list[SeatPress] = []
        self._judged: dict[SeatPress, int] = {}  # with the first press of its tie, as long as it can matter

    def seat_ages(self, age_order: Mapping[int, int]) -> None:
        """Say who is younger: seat to place in the order of age, 0 the youngest. Seats not named come last."""
        self._age_order = dict(age_order)

    def feed(self, press: SeatPress) -> None:
        """Take a press in."""
        self._held.append(press)

    def advance(self, now_ns: int, pending_since_ns: int | None) -> list[Claim]:
        """Claims that can be judged now; `pending_since_ns` is the debouncer's earliest undecided contact."""
        known_ns = now_ns - (self._collect_ns - self._look_ns)
        if pending_since_ns is not None:
            known_ns = min(known_ns, pending_since_ns - 1)
        claims = []
        anchors = self._anchors()
        for press in self._in_order(anchors):
            if press.at_ns + self._look_ns > known_ns:
                break
            claims.append(self._claim(press, anchors))
            self._judged[press] = anchors[press]
        self._held = [press for press in self._held if press not in self._judged]
        return claims

    def drain(self) -> list[Claim]:
        """All that is held, because nothing earlier will turn up; later presses are no rivals of what came before."""
        last_ns = max((press.at_ns for press in self._held), default=0)
        claims = self.advance(last_ns + self._collect_ns, None)
        self._judged = {}
        return claims

    def held_since_ns(self) -> int | None:
        """The earliest press that is held."""
        return min((press.at_ns for press in self._held), default=None)

    def next_deadline_ns(self) -> int | None:
        """When the first in the order of judging can be judged, if nothing is pending then."""
        if not self._held:
            return None
        return self._in_order(self._anchors())[0].at_ns + self._collect_ns

    def _anchors(self) -> dict[SeatPress, int]:
        """Each press, also those judged a moment ago, with the time of the first press of its tie."""
        oldest_ns = min((press.at_ns for press in self._held), default=0) - self._look_ns
        self._judged = {press: anchor_ns for press, anchor_ns in self._judged.items() if press.at_ns >= oldest_ns}
        anchors = dict(self._judged)
        latest = {press.slot: anchor_ns for press, anchor_ns in sorted(anchors.items(), key=lambda item: item[1])}
        for press in sorted(self._held, key=self._by_time):
            anchor_ns = latest.get(press.slot)
            if anchor_ns is None or not 0 <= press.at_ns - anchor_ns < self._tie_window_ns:
                anchor_ns = press.at_ns
            anchors[press] = latest[press.slot] = anchor_ns
        return anchors

    def _in_order(self, anchors: dict[SeatPress, int]) -> list[SeatPress]:
        # No circle is possible: one must come before another only within a seat, or from a younger to an older seat.
        left = sorted(self._held, key=self._by_time)
        ordered = []
        while left:
            free = next(p for p in left if not any(self._must_precede(other, p, anchors) for other in left))
            left.remove(free)
            ordered.append(free)
        return ordered

    def _must_precede(self, one: SeatPress, other: SeatPress, anchors: dict[SeatPress, int]) -> bool:
        if one.seat == other.seat:
            return self._by_time(one) < self._by_time(other)
        tied = one.slot == other.slot and anchors[one] == anchors[other]
        return tied and self._age(one.seat) < self._age(other.seat)

    def _claim(self, press: SeatPress, anchors: dict[SeatPress, int]) -> Claim:
        rivals = [p for p in anchors if p.slot == press.slot and p.seat != press.seat]
        distances = [abs(p.at_ns - press.at_ns) for p in rivals]
        return Claim(
            press.seat,
            press.slot,
            press.at_ns,
            tie=any(anchors[p] == anchors[press] for p in rivals),
            margin_ns=min((d for d in distances if d <= self._look_ns), default=None),
        )

    def _age(self, seat: int) -> tuple[int, int]:
        return (self._age_order.get(seat, len(self._age_order)), seat)

    def _by_time(self, press: SeatPress) -> tuple[int, tuple[int, int], int]:
        return (press.at_ns, self._age(press.seat), press.slot)
