"""Bots on the simulated table: they play by the view alone, from the first round to a winner."""

import threading
from collections.abc import Sequence
from random import Random
from typing import Any

from device.autopilot import Autopilot, run
from device.simulation import SimulatedTable
from device.wiring import DEFAULT_WIRING

MS = 1_000_000
STEP_NS = 20 * MS
TOPPINGS = ("mushroom", "tomato", "onion", "pepper", "corn", "ham", "salami", "olive", "pineapple")
TOKENS = dict.fromkeys(TOPPINGS, 1) | {"cheese": 3, "fly": 4}
PIZZAS = (
    *("-".join((TOPPINGS + TOPPINGS)[i : i + 3]) for i in range(9)),
    *("mushroom-onion-corn", "tomato-pepper-ham", "salami-onion-olive"),
)
SLOTS_MM = ((380.0, 118.0), (560.0, 118.0), (740.0, 118.0))


class Judge:
    """The least of a referee: sees the drawn truth after `delay_ns`, judges presses at once, tells a viewer's view."""

    def __init__(self, seed: int, seats: int = 3, delay_ns: int = 200 * MS) -> None:
        self.now_ns, self._delay_ns = 0, delay_ns
        self.table = SimulatedTable(
            TOKENS, PIZZAS, SLOTS_MM, DEFAULT_WIRING, self, Random(seed), self.taken_slots, lambda: self.now_ns
        )
        self.phase, self.round = "placing", 0
        self.pizzas = [0] * seats
        self.locked: set[int] = set()
        self.taken: dict[int, int] = {}
        self.presses: list[tuple[int, int, str]] = []
        self._shown_at_ns: dict[str, int] = {}
        self.hold = False

    def press(self, line: int, t_ns: int | None = None, bounce_ns: Sequence[int] = ()) -> int:
        seat, slot = DEFAULT_WIRING.claim_by_line[line]
        ready = set(self._pizza(slot).split("-")) | {"cheese"} <= set(self._up())
        reason = "late" if self.phase != "revealing" else "locked" if seat in self.locked else ""
        reason = reason or ("accepted" if ready else "false")
        self.presses.append((self.now_ns, seat, reason))
        if reason == "accepted":
            self.pizzas[seat] += 1
            self.taken[slot] = seat
            self.phase = "over" if self.pizzas[seat] == 3 else "placing"
        elif reason == "false":
            self.locked.add(seat)
        if len(self.locked) == len(self.pizzas):
            self.phase = "placing"
        return 0

    def release(self, line: int, t_ns: int | None = None, bounce_ns: Sequence[int] = ()) -> int:
        return 0

    def taken_slots(self) -> Sequence[int] | None:
        return None if self.phase == "over" else tuple(self.taken)

    def view(self) -> dict[str, Any]:
        up = self._up()
        if self.phase == "placing" and not up:
            self.phase, self.round, self.taken = "revealing", self.round + 1, {}
            self.locked.clear()
        return {
            "game": {
                "phase": self.phase,
                "round": self.round,
                "hold": self.hold,
                "question": None,
                "slots": [
                    {"slot": s, "pizza": {"toppings": self._pizza(s).split("-")}, "taken_by": self.taken.get(s)}
                    for s in range(3)
                ],
                "revealed": [{"kind": kind, "count": up.count(kind)} for kind in sorted(set(up))],
                "seats": [{"seat": s, "locked": s in self.locked} for s in range(len(self.pizzas))],
            }
        }

    def _pizza(self, slot: int) -> str:
        near = [p for p in self.table.scene().pieces if (p.x_mm, p.y_mm) == SLOTS_MM[slot]]
        return near[0].label

    def _up(self) -> list[str]:
        return [p.label for p in self.table.scene().pieces if p.kind == "disc" and p.face_up]


def play(seed: int, limit_s: int = 900) -> tuple[Judge, list[tuple[int, dict[str, Any]]]]:
    judge, autopilot, done = Judge(seed), Autopilot(Random(seed)), []
    while judge.phase != "over" and judge.now_ns < limit_s * 1000 * MS:
        for action in autopilot.step(judge.now_ns, judge.view(), judge.table.view()):
            done.append((judge.now_ns, action))
            judge.table.act(action)
        judge.now_ns += STEP_NS
    return judge, done


def test_bots_play_until_somebody_has_three_pizzas() -> None:
    for seed in range(5):
        judge, done = play(seed)
        assert max(judge.pizzas) == 3, f"the night with seed {seed} never ends"
        assert judge.round >= 3
        assert judge.now_ns > 30_000 * MS, "faster than people can turn tokens"
        rounds = sum(action["action"] == "next_round" for _, action in done)
        assert rounds == judge.round - 1


def test_the_same_seed_plays_the_same_night() -> None:
    assert play(3)[1] == play(3)[1]
    assert play(3)[1] != play(4)[1]


def test_a_busy_night_has_false_claims_late_hands_and_near_ties() -> None:
    judges = [play(seed)[0] for seed in range(12)]
    reasons = {reason for judge in judges for _, _, reason in judge.presses}
    assert {"accepted", "false", "late"} <= reasons
    assert any(
        a == b for judge in judges for (a, _, _), (b, _, _) in zip(judge.presses, judge.presses[1:], strict=False)
    )


def test_a_hand_lies_on_a_token_before_it_turns_and_only_face_down_tokens_are_turned() -> None:
    judge, done = play(1)
    turned: set[int] = set()
    hands = 0
    for _, action in done:
        if action["action"] == "flip":
            assert hands == 1, "nobody touches the token"
            assert action["token"] not in turned
            turned.add(action["token"])
        elif action["action"] == "next_round":
            turned.clear()
        hands = {"hand": 1, "hand_away": 0, "next_round": 0}.get(action["action"], hands)
    assert judge.round > 1


def test_nobody_is_quicker_than_a_human() -> None:
    judge, autopilot = Judge(2), Autopilot(Random(2))
    ready = judge.view()
    kinds = [*ready["game"]["slots"][0]["pizza"]["toppings"], "cheese"]
    ready["game"]["revealed"] = [{"kind": kind, "count": 1} for kind in kinds]
    autopilot.step(0, ready, judge.table.view())
    pressed = [a["action"] for ms in range(20, 250, 20) for a in autopilot.step(ms * MS, ready, judge.table.view())]
    assert "press" not in pressed
    later = [a for ms in range(250, 2000, 20) for a in autopilot.step(ms * MS, ready, judge.table.view())]
    assert {"action": "press", "seat": 0, "slot": 0} in later


def test_on_hold_and_without_a_game_the_bots_keep_still() -> None:
    judge, autopilot = Judge(1), Autopilot(Random(1))
    judge.hold = True
    assert not [a for ms in range(0, 9000, 20) for a in autopilot.step(ms * MS, judge.view(), judge.table.view())]
    assert autopilot.step(0, {"game": None}, judge.table.view()) == []


def test_a_token_that_the_table_cannot_read_does_not_stop_the_night() -> None:
    judge, autopilot = Judge(1), Autopilot(Random(1))
    blind = judge.view()
    flips = 0
    for ms in range(0, 20_000, 20):
        for action in autopilot.step(ms * MS, blind, judge.table.view()):
            flips += action["action"] == "flip"
            judge.table.act(action)
    assert 3 <= flips <= 5


def test_the_loop_plays_until_it_is_stopped() -> None:
    class StopSign(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            assert timeout is not None and 0 < timeout < 0.1, "bots that look seldom react late"
            return self.is_set()

    judge, stop = Judge(1), StopSign()

    def clock_ns() -> int:
        judge.now_ns += 400 * MS
        if judge.now_ns > 8_000 * MS:
            stop.set()
        return judge.now_ns

    run(Autopilot(Random(1)), judge.view, judge.table, stop, clock_ns)
    assert sum(token["face"] == "up" for token in judge.table.view()["tokens"]) >= 2
