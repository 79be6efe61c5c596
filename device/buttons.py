"""From raw edges to presses: the first contact is the press and keeps its time, however the switch bounces.

Pure functions of (edge, time), because a debouncer inside the kernel or a library stamps the settled edge: a player who
is 1.5 ms ahead with a bouncing switch would lose to one whose switch does not bounce. So nothing here waits or looks at
a clock. The rule of one line:

- The first edge after at least `quiet` of silence is the press and keeps its time.
- It counts once the line has been still for `settle` and is low. Inside a burst the kernel reads the level later than
  it takes the time, so only the last level is believed. A pulse that settles high again is vetoed, and the line is
  armed at once, so that a disturbance never costs the player behind it a press.
- Edges may come late and out of order by up to `delivery`; nothing younger than that is decided on.
"""

from bisect import insort
from collections import deque
from collections.abc import Iterable, Mapping
from enum import StrEnum

import msgspec

UP, DOWN = 1, 0
KERNEL_QUEUE = 16  # events that the kernel holds for a line before it drops the oldest


class Edge(msgspec.Struct, frozen=True, order=True):
    """One edge as the kernel stamped it; level 0 is pressed."""

    t_ns: int
    line: int
    level: int


class Press(msgspec.Struct, frozen=True, order=True):
    """A button went down, at its first contact."""

    t_ns: int
    line: int


class ButtonState(StrEnum):
    """What there is to say about a button."""

    UP = "up"
    DOWN = "down"
    STUCK = "stuck"
    HELD_AT_START = "held_at_start"
    NOISY = "noisy"
    EDGES_DROPPED = "edges_dropped"


class ButtonNote(msgspec.Struct, frozen=True):
    """A change of a button worth showing; `detail` says it in words where `state` is not enough."""

    line: int
    state: ButtonState
    t_ns: int
    detail: str = ""


class ButtonHealth(msgspec.Struct, frozen=True):
    """How a button has been since the start.

    `vetoed` counts pulses that were no press, `drops` how often edges are known to be missing, `longest_bounce_ns` is
    from the first to the last edge of a burst.
    """

    line: int
    state: ButtonState
    presses: int
    vetoed: int
    drops: int
    longest_bounce_ns: int


class _Timing(msgspec.Struct, frozen=True):
    quiet_ns: int
    settle_ns: int
    stuck_ns: int
    delivery_ns: int
    chatter_ns: int
    noisy_pulses: int
    noisy_window_ns: int


class _Burst(msgspec.Struct):
    """A run of edges with gaps under `settle`; `candidate` while it may become a press."""

    first: Edge
    last: Edge
    candidate: bool
    count: int = 1


class _Line:
    def __init__(self, line: int, timing: _Timing) -> None:
        self.line, self.timing = line, timing
        self.level = UP
        self.armed_from_ns = self.down_since_ns = self.decided_ns = 0
        self.waiting: list[Edge] = []
        self.burst: _Burst | None = None
        self.stuck = self.held_at_start = self.noisy = False
        self.vetoes_ns: deque[int] = deque(maxlen=timing.noisy_pulses)
        self.presses = self.vetoed = self.drops = self.longest_bounce_ns = 0

    def note(self, state: ButtonState, t_ns: int, detail: str = "") -> ButtonNote:
        return ButtonNote(self.line, state, t_ns, detail)

    def start(self, level: int, now_ns: int) -> list[ButtonNote]:
        self.level = level
        self.armed_from_ns = self.down_since_ns = now_ns
        self.held_at_start = level == DOWN
        if not self.held_at_start:
            return []
        return [self.note(ButtonState.HELD_AT_START, now_ns, "does not count until it is released")]

    def run(self, until_ns: int) -> list[Press | ButtonNote]:
        """Decide all that can be decided when every edge up to `until_ns` is known."""
        found: list[Press | ButtonNote] = []
        while self.waiting and self.waiting[0].t_ns <= until_ns:
            edge = self.waiting.pop(0)
            found += self.settle(edge.t_ns)
            found += self.join(edge)
        found += self.settle(until_ns)
        found += self.watch(until_ns)
        return found

    def join(self, edge: Edge) -> list[ButtonNote]:
        burst = self.burst
        if burst is None and edge.t_ns < self.decided_ns:
            return [self.dropped(edge, "an edge came too late to be put in order")]
        if burst is None:
            self.burst = _Burst(edge, edge, self.level == UP and edge.t_ns >= self.armed_from_ns)
            return []
        burst.count += 1
        burst.first, burst.last = min(burst.first, edge), max(burst.last, edge)
        if burst.candidate and burst.last.t_ns - burst.first.t_ns > self.timing.chatter_ns:
            burst.candidate = False
            self.noisy = True
            length_ms = self.timing.chatter_ns // 1_000_000
            return [self.note(ButtonState.NOISY, burst.last.t_ns, f"still chattering after {length_ms} ms")]
        return []

    def settle(self, until_ns: int) -> list[Press | ButtonNote]:
        burst = self.burst
        if burst is None or until_ns - burst.last.t_ns < self.timing.settle_ns:
            return []
        self.burst = None
        self.longest_bounce_ns = max(self.longest_bounce_ns, burst.last.t_ns - burst.first.t_ns)
        self.decided_ns = burst.last.t_ns
        self.armed_from_ns = burst.last.t_ns + self.timing.quiet_ns
        found: list[Press | ButtonNote] = [*self.missing(burst)]
        if burst.last.level == DOWN:
            if self.level == UP:
                found += self.went_down(burst)
        elif self.level == DOWN:
            found += self.went_up(burst)
        elif burst.candidate:
            found += self.veto(burst)
        return found

    def missing(self, burst: _Burst) -> list[ButtonNote]:
        if burst.count == 1 and burst.first.level == self.level:
            return [self.dropped(burst.first, "an edge came without the one before it")]
        if burst.count >= KERNEL_QUEUE:
            return [self.dropped(burst.first, f"{burst.count} edges in a burst; the kernel holds only {KERNEL_QUEUE}")]
        return []

    def dropped(self, edge: Edge, detail: str) -> ButtonNote:
        self.drops += 1
        return self.note(ButtonState.EDGES_DROPPED, edge.t_ns, detail)

    def went_down(self, burst: _Burst) -> list[Press | ButtonNote]:
        at_ns = burst.first.t_ns
        self.level, self.down_since_ns = DOWN, at_ns
        if not burst.candidate:
            return [self.note(ButtonState.DOWN, at_ns, "no press: it chattered, or came too soon after the last edge")]
        self.presses += 1
        return [Press(at_ns, self.line), self.note(ButtonState.DOWN, at_ns)]

    def went_up(self, burst: _Burst) -> list[ButtonNote]:
        detail = "works again" if self.stuck or self.held_at_start else ""
        self.level, self.stuck, self.held_at_start = UP, False, False
        return [self.note(ButtonState.UP, burst.first.t_ns, detail)]

    def veto(self, burst: _Burst) -> list[ButtonNote]:
        self.vetoed += 1
        self.vetoes_ns.append(burst.first.t_ns)
        self.armed_from_ns = burst.last.t_ns
        many = len(self.vetoes_ns) == self.timing.noisy_pulses
        if self.noisy or not many or self.vetoes_ns[-1] - self.vetoes_ns[0] > self.timing.noisy_window_ns:
            return []
        self.noisy = True
        seconds = self.timing.noisy_window_ns // 1_000_000_000
        detail = f"{self.timing.noisy_pulses} pulses without a press within {seconds} s; look at its wires"
        return [self.note(ButtonState.NOISY, burst.first.t_ns, detail)]

    def watch(self, until_ns: int) -> list[ButtonNote]:
        stuck_at_ns = self.down_since_ns + self.timing.stuck_ns
        if self.level == DOWN and not self.stuck and until_ns >= stuck_at_ns:
            self.stuck = True
            return [self.note(ButtonState.STUCK, stuck_at_ns, f"down for {self.timing.stuck_ns // 1_000_000_000} s")]
        calm_at_ns = self.calm_at_ns()
        if self.noisy and self.burst is None and until_ns >= calm_at_ns:
            self.noisy = False
            return [self.note(self.state, calm_at_ns, "quiet again")]
        return []

    def calm_at_ns(self) -> int:
        return max([self.armed_from_ns, *self.vetoes_ns]) + self.timing.noisy_window_ns

    @property
    def state(self) -> ButtonState:
        if self.stuck:
            return ButtonState.STUCK
        if self.held_at_start:
            return ButtonState.HELD_AT_START
        if self.noisy:
            return ButtonState.NOISY
        return ButtonState.UP if self.level == UP else ButtonState.DOWN

    def pending_since_ns(self) -> int | None:
        if self.burst is not None and self.burst.candidate:
            return self.burst.first.t_ns
        return self.waiting[0].t_ns if self.waiting else None

    def next_deadline_ns(self) -> int | None:
        due_ns = [edge.t_ns for edge in self.waiting[:1]]
        if self.burst is not None:
            due_ns.append(self.burst.last.t_ns + self.timing.settle_ns)
        elif self.noisy:
            due_ns.append(self.calm_at_ns())
        if self.level == DOWN and not self.stuck:
            due_ns.append(self.down_since_ns + self.timing.stuck_ns)
        return min(due_ns) + self.timing.delivery_ns if due_ns else None


class Debouncer:
    """Presses and notes out of the raw edges of all lines.

    Feed every edge that has arrived, and only then advance, to a time read from the clock before they were collected:
    to advance in between would call silent what still waits to be fed. `delivery_ns` covers a Python that is busy (an
    idle one takes 0.6 ms).
    A switch that goes on bouncing after `chatter_ns` is given up, so that the others need not wait for it.
    """

    def __init__(
        self,
        lines: Iterable[int],
        quiet_ns: int = 30_000_000,
        settle_ns: int = 3_000_000,
        stuck_ns: int = 10_000_000_000,
        delivery_ns: int = 5_000_000,
        chatter_ns: int = 50_000_000,
        noisy_pulses: int = 5,
        noisy_window_ns: int = 10_000_000_000,
    ) -> None:
        self._timing = _Timing(quiet_ns, settle_ns, stuck_ns, delivery_ns, chatter_ns, noisy_pulses, noisy_window_ns)
        self._lines = {line: _Line(line, self._timing) for line in lines}
        self._newest_ns = 0
        self._started_ns: int | None = None

    def start(self, levels: Mapping[int, int], now_ns: int) -> list[ButtonNote]:
        """Take the levels read at `now_ns` as the beginning; edges before that are in them already."""
        self._started_ns = now_ns
        return [note for line, level in sorted(levels.items()) for note in self._line(line).start(level, now_ns)]

    def feed(self, edge: Edge) -> list[Press | ButtonNote]:
        """Take an edge in; edges of any line may have become decidable by it."""
        line = self._line(edge.line)
        if self._started_ns is not None and edge.t_ns < self._started_ns:
            return []
        insort(line.waiting, edge)
        self._newest_ns = max(self._newest_ns, edge.t_ns)
        return self._run(self._newest_ns)

    def advance(self, now_ns: int) -> list[Press | ButtonNote]:
        """Decide what the silence up to `now_ns` has made certain."""
        return self._run(max(self._newest_ns, now_ns))

    def next_deadline_ns(self) -> int | None:
        """When `advance` would have something to say, if no edge comes before."""
        return min((due for line in self._lines.values() if (due := line.next_deadline_ns()) is not None), default=None)

    def pending_since_ns(self) -> int | None:
        """The earliest contact that is not yet known to be a press or none: claims after it must wait."""
        return min((t for line in self._lines.values() if (t := line.pending_since_ns()) is not None), default=None)

    def health(self) -> tuple[ButtonHealth, ...]:
        """All buttons by line."""
        return tuple(
            ButtonHealth(line.line, line.state, line.presses, line.vetoed, line.drops, line.longest_bounce_ns)
            for line in self._lines.values()
        )

    def _line(self, line: int) -> _Line:
        if line not in self._lines:
            raise ValueError(f"an edge of line {line}, but only {sorted(self._lines)} are watched; check the wiring")
        return self._lines[line]

    def _run(self, clock_ns: int) -> list[Press | ButtonNote]:
        until_ns = clock_ns - self._timing.delivery_ns
        found = [item for line in self._lines.values() for item in line.run(until_ns)]
        return sorted(found, key=lambda item: item.t_ns)
