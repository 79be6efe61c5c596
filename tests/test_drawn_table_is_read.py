"""The drawn table goes through exactly the same eyes as a real one, and they read it right in every light."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

import device.rules.xxl
from device.rules.xxl.components import load
from device.simulation import SimulatedTable
from device.wiring import DEFAULT_WIRING
from vision.artwork import house_pieces
from vision.frames import Frame
from vision.gallery import Gallery
from vision.markers import calibrate
from vision.reader import read_board
from vision.reading import BoardReading, Face, Sighting
from vision.scene import DrawnPiece, Scene, render
from vision.scene_light import LIGHTS

SLOTS_MM = ((380.0, 118.0), (560.0, 118.0), (740.0, 118.0))
COMPONENTS = Path(device.rules.xxl.__file__).with_name("components.toml")
NEAR_MM = 8.0


class NoLines:
    """Buttons that nobody listens to."""

    def press(self, line: int, t_ns: int | None = None, bounce_ns: Sequence[int] = ()) -> int:
        return 0

    release = press


@pytest.fixture(scope="module")
def gallery() -> Gallery:
    return Gallery.from_artwork(house_pieces(load(COMPONENTS.read_bytes(), COMPONENTS.name).toppings_of))


def dealt(seed: int, light: str) -> SimulatedTable:
    """A table of the whole house set with nine tokens turned up."""
    components = load(COMPONENTS.read_bytes(), COMPONENTS.name)
    pizzas = tuple(components.toppings_of)
    table = SimulatedTable(components.counts, pizzas, SLOTS_MM, DEFAULT_WIRING, NoLines(), Random(seed), lambda: ())
    for token in range(9):
        table.act({"action": "flip", "token": token})
    table.act({"action": "light", "name": light})
    return table


def read(scene: Scene, gallery: Gallery) -> BoardReading:
    picture = render(scene)
    reading = read_board(Frame(0, 1, picture), calibrate(picture), gallery)
    assert reading.problem is None, reading.detail
    return reading


def near(piece: DrawnPiece, sighting: Sighting) -> bool:
    return (
        piece.kind == sighting.kind
        and abs(piece.x_mm - sighting.x_mm) < NEAR_MM
        and abs(piece.y_mm - sighting.y_mm) < NEAR_MM
    )


def said_right(piece: DrawnPiece, sighting: Sighting) -> bool:
    if not piece.face_up:
        return sighting.face is Face.DOWN
    return sighting.face is Face.UP and sighting.label == piece.label


def judge(scene: Scene, reading: BoardReading) -> tuple[int, list[Sighting], list[Sighting]]:
    """How many sightings are right, which are wrong, and which show nothing that is there."""
    right, wrong, invented = 0, [], []
    for sighting in reading.sightings:
        there = [piece for piece in scene.pieces if near(piece, sighting)]
        if not there:
            invented.append(sighting)
        elif any(said_right(piece, sighting) for piece in there):
            right += 1
        elif sighting.face is not Face.UNKNOWN and not (sighting.face is Face.UP and sighting.label is None):
            wrong.append(sighting)
    return right, wrong, invented


@pytest.mark.parametrize("light", LIGHTS)
def test_all_pieces_are_read_right_and_nothing_is_invented(light: str, gallery: Gallery) -> None:
    for seed in (1, 2):
        scene = dealt(seed, light).scene()
        right, wrong, invented = judge(scene, read(scene, gallery))
        assert not wrong
        assert not invented
        # In the glare a token or two cannot be told; everywhere else all 16 tokens, three cards and the pile are.
        assert right >= (18 if light == "glare" else 20)


@pytest.mark.parametrize("light", LIGHTS)
def test_a_hand_makes_the_eyes_say_less_but_nothing_wrong(light: str, gallery: Gallery) -> None:
    table = dealt(3, light)
    under = table.view()["tokens"][4]
    table.act({"action": "hand", "x_mm": under["x_mm"], "y_mm": under["y_mm"]})
    reading = read(table.scene(), gallery)
    right, wrong, invented = judge(table.scene(), reading)
    assert not wrong
    assert not invented
    assert 12 <= right < 20
    assert reading.covered_mm, "the hand is noticed"
