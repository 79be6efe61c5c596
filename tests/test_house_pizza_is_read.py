"""A player's place in Pizza, drawn with the house set and read: slices, tokens, slots, and the disc's space."""

from math import cos, radians, sin
from pathlib import Path

import device.rules.pizza
from device.house import pizza_discs
from device.rules.pizza.boards import Zone, read_board
from device.rules.pizza.components import load
from device.rules.pizza.discs import read_disc
from device.rules.pizza.layout import COLOURS
from device.rules.pizza.slots import Layout, read_slots
from vision import reader
from vision.artwork_pizza import Disc, Slice, Token, pizza_pieces
from vision.frames import Frame
from vision.gallery import Gallery
from vision.markers import calibrate
from vision.scene import Design, DrawnPiece, Scene, render

PATH = Path(device.rules.pizza.__file__).with_name("components.toml")
BOX = load(PATH.read_bytes(), PATH.name)
TOKENS = {kind: Token(kind) for kind in BOX.kinds}
DISCS = dict(zip(COLOURS, pizza_discs(), strict=True))
PIZZA_MM, FIRST_DEG, BOARD_MM = (330.0, 230.0), 25.0, (760.0, 330.0)
EATEN = 3
TOPPINGS = {0: [("ham", 45.0, 5.0)], 2: [("fish", 75.0, -12.0), ("pepper", 76.0, 12.0)], 5: [("mushroom", 22.0, 0.0)]}
SLOTS = (("ham", "salami"), (), ("fish",), ("pineapple", "pepper", "mushroom"))


def on_pizza(number: int, far_mm: float, beside_deg: float, piece: Token | Disc) -> DrawnPiece:
    turn = radians(FIRST_DEG + 60 * number + beside_deg)
    return lying(piece, PIZZA_MM[0] + far_mm * sin(turn), PIZZA_MM[1] - far_mm * cos(turn), 40.0 * number)


def lying(design: Design, x_mm: float, y_mm: float, turn_deg: float = 0.0, face_up: bool = True) -> DrawnPiece:
    return DrawnPiece(design.kind, "", x_mm, y_mm, turn_deg, face_up, design)


def pieces(disc: str) -> tuple[DrawnPiece, ...]:
    round_deg = [FIRST_DEG + 60 * number for number in range(6)]
    slices = [
        lying(Slice(), PIZZA_MM[0] + 48.5 * sin(radians(t)), PIZZA_MM[1] - 48.5 * cos(radians(t)), t, number != EATEN)
        for number, t in enumerate(round_deg)
    ]
    toppings = [
        on_pizza(number, far_mm, beside_deg, TOKENS[kind])
        for number, tokens in TOPPINGS.items()
        for kind, far_mm, beside_deg in tokens
    ]
    in_slots = [
        lying(TOKENS[kind], BOARD_MM[0] + x, BOARD_MM[1] + y, 30.0)
        for kinds, spaces in zip(SLOTS, Layout().spaces_mm, strict=True)
        for kind, (x, y) in zip(kinds, spaces, strict=False)
    ]
    return (*slices, *toppings, *in_slots, on_pizza(4, 45.0, 0.0, DISCS[disc]))


def test_a_players_pizza_slots_and_disc_are_read() -> None:
    gallery = Gallery.from_artwork(pizza_pieces([*TOKENS.values(), *DISCS.values()]))
    picture = render(Scene(pieces("purple"), light="lamp"))
    seen = reader.read_board(Frame(0, 1, picture), calibrate(picture), gallery).sightings
    board = read_board(seen, PIZZA_MM)
    assert board.why is None
    assert [s.eaten for s in board.slices] == [number == EATEN for number in range(6)]
    tokens = [sorted((zone, seen[at].label) for zone, at in s.tokens) for s in board.slices]
    assert tokens == [
        [(Zone.MIDDLE, "ham")],
        [],
        [(Zone.OUTER, "fish"), (Zone.OUTER, "pepper")],
        [],
        [],
        [(Zone.INNER, "mushroom")],
    ]
    slots = read_slots(seen, BOARD_MM)
    assert slots.why is None
    assert [sorted(str(seen[at].label) for at in slot) for slot in slots.tokens] == [sorted(kinds) for kinds in SLOTS]
    disc = read_disc(seen, board, "purple", FIRST_DEG, BOX)
    assert disc.space is not None
    assert BOX.spaces[disc.space] == (4, 1)
