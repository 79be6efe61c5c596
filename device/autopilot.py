"""Bots that play a whole night on the simulated table, for a demonstration and for tests of a busy night.

They know what people at the table know: what the screens tell a viewer and where the pieces lie. They reveal in turn,
slap when a pizza is ready with human reaction times, are sometimes too eager, sometimes nearly simultaneous, and clear
the table away after a round.
"""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from heapq import heappop, heappush
from random import Random
from typing import Any, Protocol

View = Mapping[str, Any]
Action = dict[str, Any]

STEP_S = 0.02
_MS = 1_000_000
_BETWEEN_REVEALS_MS = (900, 1700)
_CLEARING_MS = (1800, 3200)
_HAND_BEFORE_MS, _HAND_AFTER_MS = 250, 350  # around the turning of a token
_REACTION_MS = (620, 190)  # mean and spread, from the picture on the screen to the hand on the button
_FASTEST_MS = 250
_BUTTON_DOWN_MS = (70, 160)
_OVERLOOKED = 0.15  # how often one bot misses a ready pizza
_EAGER = 0.02  # how often one bot slaps a pizza too early, for each token revealed
_TWINS = 0.12  # how often two bots react in the same instant
_STUBBORN = 0.1  # how often a bot that may not claim slaps all the same
_PATIENCE_MS = 4000  # for the screens to show a revealed token; then the next is revealed
_LONELY_MS = 5000  # a ready pizza that nobody noticed is noticed at last


class Simulation(Protocol):
    """What the bots use of the simulated table."""

    def view(self) -> dict[str, Any]: ...
    def act(self, action: dict[str, Any]) -> dict[str, Any]: ...


class Autopilot:
    """All bots of a table. `chance` decides everything that varies; time is passed in as nanoseconds.

    `cheese` is the kind that every pizza needs.
    """

    def __init__(self, chance: Random, cheese: str = "cheese") -> None:
        self._chance, self._cheese = chance, cheese
        self._planned: list[tuple[int, int, Action]] = []
        self._count = 0
        self._not_before_ns = 0
        self._round: tuple[Any, Any] | None = None
        self._seen_up = 0
        self._awaited_up = 0
        self._ready_since_ns: dict[int, int] = {}
        self._slapped: set[int] = set()

    def step(self, now_ns: int, viewer: View, table: View) -> list[Action]:
        """What the bots do by `now_ns`, seeing the viewer's view and the simulated table's; in order."""
        game = viewer.get("game")
        if game and not game.get("hold") and game.get("question") is None:
            self._notice_round(game)
            if game["phase"] == "revealing":
                self._watch_pizzas(now_ns, game)
                self._reveal(now_ns, game, table)
            elif game["phase"] in ("placing", "clearing", "over"):
                self._clear_away(now_ns, table)
        return self._due(now_ns)

    def _notice_round(self, game: View) -> None:
        this_round = (game["phase"] in ("revealing", "closing"), game["round"])
        if this_round == self._round:
            return
        self._round = this_round
        self._seen_up = self._awaited_up = 0
        self._ready_since_ns.clear()
        self._slapped.clear()

    def _reveal(self, now_ns: int, game: View, table: View) -> None:
        """The one whose turn it is turns a token, once the screens show the last one."""
        shown = sum(entry["count"] for entry in game["revealed"])
        face_down = [token for token in table["tokens"] if token["face"] == "down"]
        overdue = now_ns > self._not_before_ns + _PATIENCE_MS * _MS
        if now_ns < self._not_before_ns or not face_down or (shown < self._awaited_up and not overdue):
            return
        token = self._chance.choice(face_down)
        turn_ns = now_ns + _HAND_BEFORE_MS * _MS
        self._plan(now_ns, {"action": "hand", "x_mm": token["x_mm"], "y_mm": token["y_mm"]})
        self._plan(turn_ns, {"action": "flip", "token": token["id"]})
        self._plan(turn_ns + _HAND_AFTER_MS * _MS, {"action": "hand_away"})
        self._awaited_up = len(table["tokens"]) - len(face_down) + 1
        self._not_before_ns = turn_ns + self._between(_BETWEEN_REVEALS_MS)

    def _watch_pizzas(self, now_ns: int, game: View) -> None:
        up = {entry["kind"]: entry["count"] for entry in game["revealed"]}
        more = sum(up.values()) > self._seen_up
        self._seen_up = sum(up.values())
        for slot in game["slots"]:
            if slot["pizza"] is None or slot["taken_by"] is not None:
                continue
            missing = [kind for kind in (*slot["pizza"]["toppings"], self._cheese) if not up.get(kind)]
            if missing:
                if more and len(missing) == 1:
                    self._be_eager(now_ns, slot["slot"], game["seats"])
            elif slot["slot"] not in self._ready_since_ns:
                self._ready_since_ns[slot["slot"]] = now_ns
                self._react(now_ns, slot["slot"], game["seats"])
            elif now_ns - self._ready_since_ns[slot["slot"]] > _LONELY_MS * _MS:
                self._ready_since_ns[slot["slot"]] = now_ns
                self._slap_one(now_ns, slot["slot"], game["seats"])

    def _be_eager(self, now_ns: int, slot: int, seats: Sequence[View]) -> None:
        for seat in seats:
            if self._chance.random() < _EAGER:
                self._slap(now_ns + self._reaction_ns(), seat, slot)

    def _react(self, now_ns: int, slot: int, seats: Sequence[View]) -> None:
        awake = [seat for seat in seats if self._chance.random() >= _OVERLOOKED]
        reactions_ns = [self._reaction_ns() for _ in awake]
        if len(awake) > 1 and self._chance.random() < _TWINS:
            first, second = self._chance.sample(range(len(awake)), 2)
            reactions_ns[second] = reactions_ns[first] = min(reactions_ns)
        for seat, reaction_ns in zip(awake, reactions_ns, strict=True):
            self._slap(now_ns + reaction_ns, seat, slot)

    def _slap_one(self, now_ns: int, slot: int, seats: Sequence[View]) -> None:
        """Someone who may still claim claims at last."""
        free = [seat for seat in seats if not seat["locked"] and seat["seat"] not in self._slapped]
        if free:
            self._slap(now_ns, self._chance.choice(free), slot)

    def _slap(self, at_ns: int, seat: View, slot: int) -> None:
        """Who is locked, or has slapped in this round, mostly remembers it."""
        barred = seat["locked"] or seat["seat"] in self._slapped
        if barred and self._chance.random() >= _STUBBORN:
            return
        self._slapped.add(seat["seat"])
        self._plan(at_ns, {"action": "press", "seat": seat["seat"], "slot": slot})
        self._plan(at_ns + self._between(_BUTTON_DOWN_MS), {"action": "release", "seat": seat["seat"], "slot": slot})

    def _clear_away(self, now_ns: int, table: View) -> None:
        if all(token["face"] == "down" for token in table["tokens"]):
            return
        if any(action["action"] == "next_round" for _, _, action in self._planned):
            return
        self._planned = sorted(entry for entry in self._planned if entry[2]["action"] == "release")
        clear_ns = now_ns + self._between(_CLEARING_MS)
        self._plan(clear_ns, {"action": "next_round"})
        self._not_before_ns = clear_ns + self._between(_BETWEEN_REVEALS_MS)

    def _plan(self, at_ns: int, action: Action) -> None:
        self._count += 1  # keeps the order of what happens at the same time
        heappush(self._planned, (at_ns, self._count, action))

    def _due(self, now_ns: int) -> list[Action]:
        due = []
        while self._planned and self._planned[0][0] <= now_ns:
            due.append(heappop(self._planned)[2])
        return due

    def _reaction_ns(self) -> int:
        return round(max(_FASTEST_MS, self._chance.gauss(*_REACTION_MS)) * _MS)

    def _between(self, range_ms: tuple[int, int]) -> int:
        return round(self._chance.uniform(*range_ms) * _MS)


def run(
    autopilot: Autopilot,
    view: Callable[[], View],
    simulation: Simulation,
    stop: threading.Event,
    clock_ns: Callable[[], int] = time.monotonic_ns,
) -> None:
    """Lets the bots play until `stop`, for a thread of the caller's. `view` gives the viewer's view."""
    while not stop.is_set():
        for action in autopilot.step(clock_ns(), view(), simulation.view()):
            simulation.act(action)
        stop.wait(STEP_S)
