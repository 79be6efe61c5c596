"""The simulated table: it does what people do, keeps its secrets, and refuses in words."""

import json
import queue
from collections.abc import Sequence
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest

from device.buttons import DOWN, UP, Debouncer, Edge, Press
from device.gpio import MockLines, mock_factory, open_buttons
from device.simulation import PILE_MM, SimulatedTable
from device.wiring import DEFAULT_WIRING
from vision.scene import DrawnPiece

TOKENS = {"mushroom": 1, "tomato": 1, "onion": 1, "ham": 1, "salami": 1, "olive": 1, "cheese": 3, "fly": 2}
PIZZAS = ("mushroom-tomato-onion", "ham-salami-olive", "ham-salami-onion", "mushroom-olive-ham", "tomato-olive-ham")
SLOTS_MM = ((380.0, 118.0), (560.0, 118.0), (740.0, 118.0))


class QuietLines:
    """Lines that only note what was done to them."""

    def __init__(self) -> None:
        self.done: list[tuple[str, int, int | None]] = []

    def press(self, line: int, t_ns: int | None = None, bounce_ns: Sequence[int] = ()) -> int:
        self.done.append(("press", line, t_ns))
        return 0

    def release(self, line: int, t_ns: int | None = None, bounce_ns: Sequence[int] = ()) -> int:
        self.done.append(("release", line, t_ns))
        return 0


class World:
    """A simulated table, and what the real one says about taken slots."""

    def __init__(self, seed: int = 1, lines: Any = None) -> None:
        self.taken: Sequence[int] | None = ()
        self.lines = lines or QuietLines()
        self.table = SimulatedTable(
            TOKENS,
            PIZZAS,
            SLOTS_MM,
            DEFAULT_WIRING,
            self.lines,
            Random(seed),
            lambda: self.taken,
            lambda: 9_000_000_000,
        )

    def tokens(self) -> list[DrawnPiece]:
        return [piece for piece in self.table.scene().pieces if piece.kind == "disc"]

    def cards(self) -> list[str]:
        return [piece.label for piece in self.table.scene().pieces if piece.kind == "square" and piece.face_up]

    def act(self, action: str, **details: Any) -> None:
        assert self.table.act({"action": action, **details}) == {"ok": True}


def test_the_table_begins_with_all_tokens_down_three_pizzas_up_and_the_rest_in_the_pile() -> None:
    world = World()
    assert sorted(token.label for token in world.tokens()) == sorted(k for k, n in TOKENS.items() for _ in range(n))
    assert not any(token.face_up for token in world.tokens())
    assert len(set(world.cards())) == 3
    view = world.table.view()
    assert [(card["slot"], card["x_mm"], card["y_mm"]) for card in view["cards"]] == [
        (slot, x, y) for slot, (x, y) in enumerate(SLOTS_MM)
    ]
    assert view["pile"] == {"x_mm": PILE_MM[0], "y_mm": PILE_MM[1], "count": 2}


def test_tokens_are_strewn_apart_below_the_cards() -> None:
    for seed in range(20):
        places = np.array([(token.x_mm, token.y_mm) for token in World(seed).tokens()])
        apart = np.linalg.norm(places[:, None] - places[None], axis=-1) + 1000 * np.eye(len(places))
        assert apart.min() >= 44
        assert places[:, 1].min() > 118 + 40 + 17 + 20, "no token touches a card"


def test_the_same_seed_deals_the_same_table() -> None:
    assert World(5).table.scene() == World(5).table.scene()
    assert World(5).table.scene() != World(6).table.scene()


def test_the_view_names_no_kind_whatever_lies_up() -> None:
    world = World()
    for token in range(4):
        world.act("flip", token=token)
    text = json.dumps(world.table.view())
    assert not [kind for kind in TOKENS if kind in text]
    assert text.count('"up"') == 4


def test_flipping_turns_one_token_up_and_back() -> None:
    world = World()
    world.act("flip", token=3)
    assert [i for i, token in enumerate(world.tokens()) if token.face_up] == [3]
    world.act("flip", token=3)
    assert not any(token.face_up for token in world.tokens())


def test_moving_puts_a_token_elsewhere() -> None:
    world = World()
    world.act("move", token=2, x_mm=500, y_mm=400.5)
    assert (world.tokens()[2].x_mm, world.tokens()[2].y_mm) == (500, 400.5)


def test_a_hand_comes_and_goes() -> None:
    world = World()
    world.act("hand", x_mm=300, y_mm=200)
    assert world.table.scene().hand_mm == (300, 200)
    assert world.table.view()["hand"] == {"x_mm": 300, "y_mm": 200}
    world.act("hand_away")
    assert world.table.scene().hand_mm is None
    assert world.table.view()["hand"] is None


def test_light_changes_by_name() -> None:
    world = World()
    world.act("light", name="lamp")
    assert world.table.scene().light == world.table.view()["light"] == "lamp"
    assert world.table.view()["lights"] == ["daylight", "lamp", "dim", "glare"]


def test_clearing_away_replaces_taken_pizzas_from_the_pile_and_strews_the_tokens_anew() -> None:
    world = World()
    before, places = world.cards(), [(t.x_mm, t.y_mm) for t in world.tokens()]
    world.act("flip", token=0)
    world.act("hand", x_mm=300, y_mm=200)
    world.taken = (1,)
    world.act("next_round")
    after = world.cards()
    assert (after[0], after[2]) == (before[0], before[2])
    assert after[1] not in before
    assert world.table.view()["pile"]["count"] == 1
    assert not any(token.face_up for token in world.tokens())
    assert places != [(t.x_mm, t.y_mm) for t in world.tokens()]
    assert world.table.scene().hand_mm is None


def test_a_tokens_number_does_not_betray_it_after_a_shuffle() -> None:
    world = World()
    before = [token.label for token in world.tokens()]
    world.act("next_round")
    assert before != [token.label for token in world.tokens()]


def test_when_the_pile_is_empty_a_taken_slot_stays_empty() -> None:
    world = World()
    world.taken = (0, 1, 2)
    world.act("next_round")
    view = world.table.view()
    assert [card["slot"] for card in view["cards"]] == [0, 1]
    assert view["pile"]["count"] == 0


def test_after_the_game_everything_goes_back_to_the_pile() -> None:
    world = World()
    world.taken = (0, 1, 2)
    world.act("next_round")
    world.taken = None
    world.act("next_round")
    assert len(world.cards()) == 3
    assert world.table.view()["pile"]["count"] == 2


def test_every_change_raises_the_version_and_tells_the_subscribers() -> None:
    world = World()
    told: list[int] = []
    world.table.subscribe(lambda: told.append(world.table.view()["version"]))
    world.act("flip", token=0)
    world.act("hand", x_mm=300, y_mm=200)
    assert not world.table.act({"action": "flip", "token": 99})["ok"]
    assert told == [1, 2]


@pytest.mark.parametrize(
    ("action", "reason", "sentence"),
    [
        ({"action": "flip", "token": 11}, "no_such_token", "There is no token 11; they are 0 to 10."),
        ({"action": "flip", "token": -1}, "no_such_token", "There is no token -1; they are 0 to 10."),
        ({"action": "move", "token": 0, "x_mm": 1110, "y_mm": 300}, "off_the_table", "give 17 to 1103"),
        ({"action": "move", "token": 0, "x_mm": 500, "y_mm": float("nan")}, "off_the_table", "y_mm nan"),
        ({"action": "hand", "x_mm": 500, "y_mm": 631}, "off_the_table", "y_mm 631 is off the table; give 0 to 630"),
        ({"action": "press", "seat": 6, "slot": 0}, "not_wired", "Seat 6 has no button for slot 0"),
        ({"action": "press", "seat": 0, "slot": 3}, "not_wired", "Seat 0 has no button for slot 3"),
        ({"action": "release", "seat": 0, "slot": 0}, "not_down", "press it first"),
        ({"action": "light", "name": "disco"}, "no_such_light", "choose one of daylight, lamp, dim, glare"),
        ({"action": "flip", "token": "three"}, "malformed", "Expected `int`, got `str`"),
        ({"action": "sing"}, "malformed", "Invalid value 'sing'"),
        ({"action": "button", "name": "panic"}, "malformed", "panic"),
        ({}, "malformed", "missing required field `action`"),
        ({"action": "flip", "token": 1, "kind": "ham"}, "malformed", "unknown field `kind`"),
    ],
)
def test_what_cannot_be_done_is_refused_in_words(action: dict[str, Any], reason: str, sentence: str) -> None:
    world = World()
    before = world.table.view()
    answer = world.table.act(action)
    assert not answer["ok"]
    assert answer["reason"] == reason
    assert sentence in answer["sentence"]
    assert world.table.view() == before, "a refused action changes nothing"


def test_a_button_is_down_until_it_is_let_go() -> None:
    world = World()
    world.act("press", seat=0, slot=1)
    again = world.table.act({"action": "press", "seat": 0, "slot": 1})
    assert again["reason"] == "already_down"
    assert again["sentence"] == "That button is down already; let it go first."
    world.act("release", seat=0, slot=1)
    world.act("press", seat=0, slot=1)
    assert [(what, line) for what, line, _ in world.lines.done] == [("press", 27), ("release", 27), ("press", 27)]


def test_the_referees_button_is_told_when_its_tap_is_over() -> None:
    world = World()
    world.act("button", name="hold")
    assert world.lines.done == [("press", 2, 8_975_000_000), ("release", 2, 9_000_000_000)]


def test_presses_come_through_real_lines_with_bounce_as_one_press_each() -> None:
    factory = mock_factory()
    edges: queue.Queue[Edge] = queue.Queue()
    buttons = open_buttons(DEFAULT_WIRING.buttons, edges.put_nowait, factory)
    world = World(seed=4, lines=MockLines(factory))
    for seat in range(6):
        world.act("press", seat=seat, slot=seat % 3)
    assert buttons.levels()[17] == DOWN
    world.act("button", name="go")
    assert buttons.levels()[3] == UP
    heard = [edges.get_nowait() for _ in range(edges.qsize())]
    assert len(heard) > 6 + 2, "some contacts bounce"
    debouncer = Debouncer(DEFAULT_WIRING.buttons)
    found = [item for edge in heard for item in debouncer.feed(edge)] + debouncer.advance(max(heard).t_ns + 10**9)
    assert [item.line for item in found if isinstance(item, Press) and item.line != 3] == [17, 6, 21, 20, 24, 7]
    buttons.close()
    factory.close()


def test_the_picture_spans_exactly_the_surface() -> None:
    world = World()
    picture = cv2.imdecode(np.frombuffer(world.table.picture(), np.uint8), cv2.IMREAD_COLOR)
    assert picture.shape == (945, 1680, 3)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    centres_mm = {
        int(i): np.reshape(c, (4, 2)).mean(axis=0) / 1.5 for i, c in zip(np.reshape(ids, -1), corners, strict=True)
    }
    for marker, place_mm in enumerate([(30, 30), (1090, 30), (1090, 600), (30, 600)]):
        assert np.abs(centres_mm[marker] - place_mm).max() < 1.0


def test_the_picture_shows_what_was_turned() -> None:
    world = World()
    before = world.table.picture()
    assert world.table.picture() is before, "a still table is not drawn again"
    world.act("flip", token=0)
    assert world.table.picture() != before
