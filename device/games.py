"""The games, made from their components files: all of them as rules, and those that this table referees."""

from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple, TypeVar

from device.errors import ComponentsError
from device.events import OF_EVERY_GAME, OF_THE_TABLE, Event
from device.night import Games
from device.rules.game import Game
from device.rules.italia import components as italia
from device.rules.italia import layout as italia_layout
from device.rules.italia.standard import Standard
from device.rules.layout import Row
from device.rules.pizza import components as pizza
from device.rules.pizza import layout as pizza_layout
from device.rules.pizza.advanced import Advanced as PizzaAdvanced
from device.rules.pizza.basic import Basic as PizzaBasic
from device.rules.pizzeria import components as pizzeria
from device.rules.pizzeria import layout as pizzeria_layout
from device.rules.pizzeria.advanced import Advanced as PizzeriaAdvanced
from device.rules.pizzeria.basic import Basic as PizzeriaBasic
from device.rules.pizzeria.solo import SoloEasy, SoloHard, SoloMedium
from device.rules.xxl import components as xxl
from device.rules.xxl import layout as xxl_layout
from device.rules.xxl.components import Components
from device.rules.xxl.memory import Memory
from device.rules.xxl.party import Party

EVENT_TYPES: tuple[type[Event], ...] = (*OF_THE_TABLE, *OF_EVERY_GAME, *Party.events)
Box = TypeVar("Box")


def box_of(game: str, load: Callable[[bytes, str], Box], own: Path | None) -> Box:
    """The components of a game: the owner's file, or the house set in the game's folder. Raises ComponentsError."""
    if own is None:
        return load(files(f"device.rules.{game}").joinpath("components.toml").read_bytes(), "the house set")
    try:
        return load(own.read_bytes(), str(own))
    except OSError as error:
        raise ComponentsError(f"The components file {own} cannot be read: {error.strerror}.") from error


def library(own: Mapping[str, Path] | None = None) -> dict[tuple[str, str], Game]:
    """Every game and variant, by name and variant; `own` are components files by game. Raises ComponentsError."""
    own = own or {}
    pizza_box = box_of("pizza", pizza.load, own.get("pizza"))
    slices = box_of("pizzeria", pizzeria.load, own.get("pizzeria"))
    tokens = xxl_components(own.get("xxl"))
    return {
        ("italia", "standard"): Standard(box_of("italia", italia.load, own.get("italia"))),
        ("pizza", "basic"): PizzaBasic(pizza_box),
        ("pizza", "advanced"): PizzaAdvanced(pizza_box),
        ("pizzeria", "basic"): PizzeriaBasic(slices),
        ("pizzeria", "advanced"): PizzeriaAdvanced(slices),
        ("pizzeria", "solo-easy"): SoloEasy(slices),
        ("pizzeria", "solo-medium"): SoloMedium(slices),
        ("pizzeria", "solo-hard"): SoloHard(slices),
        ("xxl", "party"): Party(tokens),
        ("xxl", "memory"): Memory(tokens),
    }


def xxl_components(own: Path | None) -> Components:
    """The components of Pizza XXL."""
    return box_of("xxl", xxl.load, own)


def games(xxl: Components, slots_mm: Sequence[tuple[float, float]]) -> Games:
    """The games that this table referees, by name and variant."""
    return {("xxl", "party"): Party(xxl, slots_mm)}


class Layout(NamedTuple):
    """A game and how its pieces are laid out to be learnt; dice with edges of `dice_mm` need not be."""

    title: str
    rows: tuple[Row, ...]
    dice_mm: float | None = None


def layouts(own: Mapping[str, Path] | None = None) -> dict[str, Layout]:
    """The layout of each game by its name; `own` are components files by game. Raises ComponentsError."""
    own = own or {}
    slices, tokens = (
        box_of("pizzeria", pizzeria.load, own.get("pizzeria")),
        box_of("pizza", pizza.load, own.get("pizza")),
    )
    return {
        "xxl": Layout(Party.title, xxl_layout.layout(xxl_components(own.get("xxl")))),
        "italia": Layout(Standard.title, italia_layout.layout(box_of("italia", italia.load, own.get("italia")))),
        "pizzeria": Layout(PizzeriaBasic.title, pizzeria_layout.layout(slices)),
        "pizzeria-offers": Layout(f"{PizzeriaBasic.title} with special offers", pizzeria_layout.with_offers(slices)),
        "pizza": Layout(PizzaBasic.title, pizza_layout.layout(tokens), pizza_layout.DICE_MM),
        "pizza-customers": Layout(
            f"{PizzaBasic.title} with customers", pizza_layout.with_customers(tokens), pizza_layout.DICE_MM
        ),
        "pizza-discs": Layout(
            f"{PizzaBasic.title} with customers and discs",
            pizza_layout.with_customers(tokens, pizza_layout.COLOURS),
            pizza_layout.DICE_MM,
        ),
    }


def photographs(rows: Sequence[Row], count: int) -> list[tuple[Row, ...]]:
    """The rows as they are shared out among one or two photographs, about as many pieces in each.

    Rows of pieces that are turned over have a photograph of their own, so that there are two whatever is asked for.
    """
    turned = next((number for number, row in enumerate(rows) if row.turned), None)
    if turned is not None:
        return [tuple(rows[:turned]), tuple(rows[turned:])]
    if count < 2 or len(rows) < 2:
        return [tuple(rows)]
    lengths = list(accumulate(len(row.pieces) for row in rows))
    first = min(range(1, len(rows)), key=lambda number: abs(lengths[number - 1] - lengths[-1] / 2))
    return [tuple(rows[:first]), tuple(rows[first:])]
