"""The games that this table referees, made from their components files."""

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from device import events as happened
from device.errors import ComponentsError
from device.events import Event
from device.night import Games
from device.rules.xxl import components
from device.rules.xxl.components import Components
from device.rules.xxl.party import Party

COMMON: tuple[type[Event], ...] = (
    happened.NightStarted,
    happened.NightResumed,
    happened.NightEnded,
    happened.GameStarted,
    happened.Pressed,
    happened.ClaimJudged,
    happened.VerdictChanged,
    happened.HoldSet,
    happened.Undone,
    happened.Redone,
    happened.CameraLost,
    happened.CameraBack,
    happened.BoardMoved,
    happened.BoardCalibrated,
    happened.EdgesDropped,
    happened.ButtonNoted,
)
EVENT_TYPES: tuple[type[Event], ...] = (*COMMON, *Party.events)


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
