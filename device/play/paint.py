"""Colours and signs in a terminal: of seats, and of the kinds of pieces. A sign goes with each colour of a seat."""

from typing import Any
from zlib import crc32

from rich.text import Text

from device.play.words import Words

SEAT_STYLES = {
    "red": "bright_red",
    "blue": "dodger_blue1",
    "green": "green3",
    "yellow": "gold1",
    "purple": "medium_purple1",
    "orange": "dark_orange",
}
SIGNS = {"circle": "●", "square": "■", "triangle": "▲", "diamond": "◆", "star": "★", "hexagon": "⬢"}
KIND_STYLES = {
    "bacon": "light_coral",
    "basil": "green3",
    "cheese": "gold1",
    "chili": "bright_red",
    "corn": "yellow1",
    "egg": "khaki1",
    "feta": "grey93",
    "fish": "light_sky_blue1",
    "fly": "grey50",
    "ham": "pink1",
    "mozzarella": "cornsilk1",
    "mushroom": "tan",
    "olive": "dark_olive_green2",
    "onion": "plum1",
    "pepper": "spring_green3",
    "pineapple": "gold3",
    "pomodoro": "red1",
    "salami": "indian_red1",
    "shrimp": "salmon1",
    "tomato": "red1",
}
OTHERS = ("steel_blue1", "sea_green2", "light_salmon3", "orchid", "dark_khaki", "cyan3")


def style_of(kind: str) -> str:
    """The colour of a kind of pieces; one that nobody thought of has always the same too."""
    for part in kind.split("-"):
        if part in KIND_STYLES:
            return KIND_STYLES[part]
    return OTHERS[crc32(kind.encode()) % len(OTHERS)]


def kind_of(piece: str) -> str:
    """The kind of a piece by its id: "bacon-3" is a bacon."""
    stem, dash, number = piece.rpartition("-")
    return stem if dash and number.isdecimal() else piece


def chip(piece: str, words: Words) -> Text:
    """A piece as a word in its colour."""
    return Text(words.piece(piece), style_of(kind_of(piece)))


def chips(pieces: list[str] | tuple[str, ...], words: Words, between: str = " ") -> Text:
    """Pieces in their order."""
    return Text(between).join(chip(piece, words) for piece in pieces)


def counted(pieces: list[str] | tuple[str, ...], words: Words) -> Text:
    """Pieces by kind, those that are several with their number."""
    numbers: dict[str, int] = {}
    for piece in pieces:
        numbers[kind_of(piece)] = numbers.get(kind_of(piece), 0) + 1
    told = []
    for kind, number in numbers.items():
        word = chip(kind, words)
        told.append(word.append(f" ×{number}", "bold") if number > 1 else word)
    return Text(", ").join(told)


def badge(seat: dict[str, Any]) -> Text:
    """A seat's sign and name in its colour."""
    style = SEAT_STYLES.get(str(seat["colour"]), "white")
    return Text(f"{SIGNS.get(str(seat['shape']), '●')} {seat['name']}", f"bold {style}")
