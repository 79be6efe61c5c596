"""The games that this table referees, made from their components files."""

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from device.errors import ComponentsError
from device.events import OF_EVERY_GAME, OF_THE_TABLE, Event
from device.night import Games
from device.rules.xxl import components
from device.rules.xxl.components import Components
from device.rules.xxl.party import Party

EVENT_TYPES: tuple[type[Event], ...] = (*OF_THE_TABLE, *OF_EVERY_GAME, *Party.events)


def xxl_components(own: Path | None) -> Components:
    """The components of Pizza XXL: the owner's file, or the house set. Raises ComponentsError."""
    if own is None:
        return components.load(files("device.rules.xxl").joinpath("components.toml").read_bytes(), "the house set")
    try:
        return components.load(own.read_bytes(), str(own))
    except OSError as error:
        raise ComponentsError(f"The components file {own} cannot be read: {error.strerror}.") from error


def games(xxl: Components, slots_mm: Sequence[tuple[float, float]]) -> Games:
    """All games by name and variant."""
    return {("xxl", "party"): Party(xxl, slots_mm)}
