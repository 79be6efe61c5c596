"""A table without hardware: its pieces, its buttons and the hands of its people, moved from a browser or by bots.

It keeps to itself what lies face down, as a real table does. What it shows goes through the drawn camera and the eyes,
what is pressed goes through the lines and the debouncer, exactly as on a Pi.
"""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Protocol

import cv2
import msgspec

from device.simulation_actions import (
    Action,
    Button,
    Flip,
    Hand,
    HandAway,
    Light,
    Move,
    NextRound,
    Press,
    Release,
)
from device.wiring import Wiring
from vision.artwork import DISC_MM, SQUARE_MM
from vision.scene import DrawnPiece, Scene, pile, render_straight
from vision.scene_light import LIGHTS, SURFACE

Point = tuple[float, float]
Answer = dict[str, Any]

PILE_MM: Point = (924.0, 118.0)  # beside the third slot
SCATTER_MM = (110.0, 220.0, 1010.0, 580.0)  # where tokens are strewn: left, top, right, bottom
APART_MM = 44.0  # between centres of strewn tokens: they touch neither each other nor a careless finger's reach
TAP_NS = 25_000_000  # how long a referee's button stays down
PICTURE_SIZE = (1680, 945)
_LONGEST_BOUNCE_US = 1200
_CARD_LEAN_DEG = 4.0


class Lines(Protocol):
    """The button lines, as `device.gpio.MockLines` moves them."""

    def press(self, line: int, t_ns: int | None = None, bounce_ns: Sequence[int] = ()) -> int: ...
    def release(self, line: int, t_ns: int | None = None, bounce_ns: Sequence[int] = ()) -> int: ...


class _Refused(Exception):  # noqa: N818  an answer on its way out
    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.answer: Answer = {"ok": False, "reason": reason, "sentence": sentence}


class SimulatedTable:
    """The table's pieces and people. Safe to use from several threads.

    `tokens` says how many there are of each kind, `pizzas` are the recipes' labels, all of the house set. `taken_slots`
    tells, when a round is cleared away, from which slots the pizza was taken; None when the game is over and everything
    goes back to the pile.
    """

    def __init__(
        self,
        tokens: Mapping[str, int],
        pizzas: Sequence[str],
        slots_mm: Sequence[Point],
        wiring: Wiring,
        lines: Lines,
        chance: Random,
        taken_slots: Callable[[], Sequence[int] | None],
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._kinds = [kind for kind, count in tokens.items() for _ in range(count)]
        self._all_pizzas, self._slots_mm = tuple(pizzas), tuple(slots_mm)
        self._wiring, self._lines, self._chance = wiring, lines, chance
        self._taken_slots, self._clock_ns = taken_slots, clock_ns
        self._lock = threading.Lock()
        self._notify: list[Callable[[], None]] = []
        self._down: set[int] = set()  # lines that are pressed
        self._hand_mm: Point | None = None
        self._light = next(iter(LIGHTS))
        self._version = 0
        self._jpeg: tuple[Scene, bytes] | None = None
        self._deal()
        self._scene = self._laid_out()

    def scene(self) -> Scene:
        """What lies there now, for the drawn camera."""
        return self._scene

    def view(self) -> dict[str, Any]:
        """Where everything lies, without the kind of any token; JSON-ready."""
        with self._lock:
            return {
                "version": self._version,
                "surface_mm": [SURFACE.width_mm, SURFACE.height_mm],
                "tokens": [
                    {"id": i, "x_mm": t.x_mm, "y_mm": t.y_mm, "face": "up" if t.face_up else "down"}
                    for i, t in enumerate(self._tokens)
                ],
                "cards": [
                    {"slot": slot, "x_mm": card.x_mm, "y_mm": card.y_mm}
                    for slot, card in enumerate(self._cards)
                    if card
                ],
                "pile": {"x_mm": PILE_MM[0], "y_mm": PILE_MM[1], "count": len(self._pile)},
                "hand": {"x_mm": self._hand_mm[0], "y_mm": self._hand_mm[1]} if self._hand_mm else None,
                "light": self._light,
                "lights": list(LIGHTS),
                "diameter_mm": DISC_MM,
                "side_mm": SQUARE_MM,
            }

    def act(self, action: Mapping[str, Any]) -> Answer:
        """Do what a person would do; `{"ok": True}`, or a refusal with `reason` and `sentence`."""
        try:
            wanted = msgspec.convert(action, Action)
        except msgspec.ValidationError as error:
            return {"ok": False, "reason": "malformed", "sentence": f"The action cannot be carried out: {error}."}
        # Asked before the lock is taken: the table may be waiting for this very lock.
        taken = self._taken_slots() if isinstance(wanted, NextRound) else ()
        try:
            with self._lock:
                self._carry_out(wanted, taken)
                self._scene = self._laid_out()
                self._version += 1
        except _Refused as refused:
            return refused.answer
        for notify in self._notify:
            notify()
        return {"ok": True}

    def picture(self) -> bytes:
        """JPEG of what the camera sees, straightened so that it spans exactly the surface."""
        scene = self._scene
        if self._jpeg is None or self._jpeg[0] != scene:
            flat = render_straight(scene, PICTURE_SIZE)
            self._jpeg = (scene, cv2.imencode(".jpg", flat, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes())
        return self._jpeg[1]

    def subscribe(self, notify: Callable[[], None]) -> None:
        """Call `notify` after each change."""
        self._notify.append(notify)

    def _carry_out(self, action: Action, taken: Sequence[int] | None) -> None:
        match action:
            case Flip(token=token):
                self._flip(token)
            case Move(token=token, x_mm=x_mm, y_mm=y_mm):
                self._move(token, x_mm, y_mm)
            case Press(seat=seat, slot=slot):
                self._press(self._claim_line(seat, slot))
            case Release(seat=seat, slot=slot):
                self._release(self._claim_line(seat, slot))
            case Hand(x_mm=x_mm, y_mm=y_mm):
                self._hand_mm = _on_table(x_mm, y_mm, 0.0)
            case HandAway():
                self._hand_mm = None
            case Light(name=name):
                self._set_light(name)
            case NextRound():
                self._clear_away(taken)
            case Button(name=name):
                self._tap(name)

    def _flip(self, token: int) -> None:
        lying = self._token(token)
        self._tokens[token] = replace(lying, face_up=not lying.face_up, rotation_deg=self._chance.uniform(0.0, 360.0))

    def _move(self, token: int, x_mm: float, y_mm: float) -> None:
        lying = self._token(token)
        x_mm, y_mm = _on_table(x_mm, y_mm, DISC_MM / 2)
        self._tokens[token] = replace(lying, x_mm=x_mm, y_mm=y_mm)

    def _token(self, token: int) -> DrawnPiece:
        if not 0 <= token < len(self._tokens):
            raise _Refused("no_such_token", f"There is no token {token}; they are 0 to {len(self._tokens) - 1}.")
        return self._tokens[token]

    def _set_light(self, name: str) -> None:
        if name not in LIGHTS:
            raise _Refused("no_such_light", f"There is no light “{name}”; choose one of {', '.join(LIGHTS)}.")
        self._light = name

    def _claim_line(self, seat: int, slot: int) -> int:
        wired = {place: line for line, place in self._wiring.claim_by_line.items()}
        if (seat, slot) not in wired:
            raise _Refused(
                "not_wired",
                f"Seat {seat} has no button for slot {slot}; wired are "
                f"seats {', '.join(str(s.seat) for s in self._wiring.seats)}, slots from 0.",
            )
        return wired[seat, slot]

    def _press(self, line: int) -> None:
        if line in self._down:
            raise _Refused("already_down", "That button is down already; let it go first.")
        bounces = sorted(self._chance.sample(range(60, _LONGEST_BOUNCE_US), self._chance.choice((0, 2, 4))))
        self._lines.press(line, None, [us * 1000 for us in bounces])
        self._down.add(line)

    def _release(self, line: int) -> None:
        if line not in self._down:
            raise _Refused("not_down", "That button is not down; press it first.")
        self._lines.release(line, None, [])
        self._down.remove(line)

    def _tap(self, name: str) -> None:
        line = self._wiring.go if name == "go" else self._wiring.hold
        if line is None:
            raise _Refused("not_wired", f"The referee's {name} button is not wired; use the screen.")
        # Told when it is over: an edge stamped in the future would make others look late.
        now_ns = self._clock_ns()
        self._lines.press(line, now_ns - TAP_NS)
        self._lines.release(line, now_ns)

    def _clear_away(self, taken: Sequence[int] | None) -> None:
        """All tokens face down and strewn anew; taken pizzas replaced from the pile, or everything shuffled."""
        self._hand_mm = None
        if taken is None:
            self._deal()
            return
        for slot in taken:
            if 0 <= slot < len(self._cards):
                self._cards[slot] = self._draw_pizza(slot)
        self._strew()

    def _deal(self) -> None:
        self._pile = list(self._all_pizzas)
        self._chance.shuffle(self._pile)
        self._cards = [self._draw_pizza(slot) for slot in range(len(self._slots_mm))]
        self._strew()

    def _draw_pizza(self, slot: int) -> DrawnPiece | None:
        if not self._pile:
            return None
        x_mm, y_mm = self._slots_mm[slot]
        lean_deg = self._chance.uniform(-_CARD_LEAN_DEG, _CARD_LEAN_DEG)
        return DrawnPiece("square", self._pile.pop(), x_mm, y_mm, lean_deg)

    def _strew(self) -> None:
        # A number stays with a place, not with a token: whoever knew a number would know what lies face down.
        self._chance.shuffle(self._kinds)
        places = _scattered(self._chance, len(self._kinds))
        self._tokens = [
            DrawnPiece("disc", kind, x_mm, y_mm, self._chance.uniform(0.0, 360.0), face_up=False)
            for kind, (x_mm, y_mm) in zip(self._kinds, places, strict=True)
        ]

    def _laid_out(self) -> Scene:
        under = pile(self._pile[0], *PILE_MM, len(self._pile)) if self._pile else ()
        cards = tuple(card for card in self._cards if card)
        return Scene((*under, *cards, *self._tokens), self._hand_mm, self._light)


def _on_table(x_mm: float, y_mm: float, margin_mm: float) -> Point:
    """The place itself, refused when it is nearer than `margin_mm` to an edge or beyond it."""
    for name, value, end in (("x_mm", x_mm, SURFACE.width_mm), ("y_mm", y_mm, SURFACE.height_mm)):
        if not margin_mm <= value <= end - margin_mm:
            raise _Refused(
                "off_the_table", f"{name} {value:g} is off the table; give {margin_mm:g} to {end - margin_mm:g}."
            )
    return x_mm, y_mm


def _scattered(chance: Random, count: int) -> list[Point]:
    """Random places with room between them."""
    left, top, right, bottom = SCATTER_MM
    places: list[Point] = []
    while len(places) < count:
        x_mm, y_mm = round(chance.uniform(left, right), 1), round(chance.uniform(top, bottom), 1)
        if all((x_mm - x) ** 2 + (y_mm - y) ** 2 >= APART_MM**2 for x, y in places):
            places.append((x_mm, y_mm))
    return places
