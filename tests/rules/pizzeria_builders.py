"""A small table for Pizzeria: the house box, named seats, stacks in a wanted order, and states made by hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from device.events import Event, Seat
from device.games import box_of
from device.language import Language
from device.rules.chance import Shuffled
from device.rules.game import Action, Game, Line, Refusal
from device.rules.pizzeria import components
from device.rules.pizzeria.advanced import Advanced
from device.rules.pizzeria.basic import Basic
from device.rules.pizzeria.state import Held, Phase, Portion, State

BOX = box_of("pizzeria", components.load, None)
BASIC, ADVANCED = Basic(BOX), Advanced(BOX)

ANIA, BARTEK, CELINA, DAWID, EWA, FILIP = NUMBERS = (3, 13, 23, 33, 43, 53)
NAMES = ("Ania", "Bartek", "Celina", "Dawid", "Ewa", "Filip")
COLOURS = ("red", "blue", "green", "yellow", "purple", "orange")
SHAPES = ("circle", "square", "triangle", "diamond", "star", "hexagon")

PIZZA = ("feta-1", "feta-2", "shrimp-1", "mushroom-1", "salami-1", "pomodoro-1")
PIZZA = (*PIZZA, "cheese-1", "cheese-2", "pepper-1", "feta-3", "shrimp/mushroom")
"""Eleven slices that are in the game whatever the number of players."""


def seats(players: int) -> tuple[Seat, ...]:
    """Ania, Bartek, Celina … clockwise; Ania is the oldest, the last one the youngest."""
    ages = range(players - 1, -1, -1)
    rows = zip(NUMBERS, NAMES, COLOURS, SHAPES, ages, strict=False)
    return tuple(Seat(*row) for row in rows)


def begun(
    game: Game, players: int, slices: Sequence[str] = PIZZA, letters: Sequence[str] = (), starter: int = ANIA
) -> State:
    """The stacks are built: these slices on top of the first, these special offers on the stacks in turn."""
    state = game.setup(seats(players), {"starter": starter})
    while asked := game.chance(state):
        first = tuple(slices if asked.what == "slices" else letters)
        rest = tuple(item for item in asked.items if item not in first)
        state = game.apply(state, Shuffled(asked.what, (*first, *rest)))
    return state


def told(game: Game, state: State, seat: int, action: Action) -> list[Event]:
    """What an action makes happen; it must be legal."""
    events = game.act(state, seat, action)
    assert not isinstance(events, Refusal), said(events.line)
    assert action in game.legal(state, seat)
    return events


def after(game: Game, state: State, *steps: tuple[int, Action]) -> State:
    """The state after these seats did these things."""
    for seat, action in steps:
        for event in told(game, state, seat, action):
            state = game.apply(state, event)
    return state


def refusal(game: Game, state: State, seat: int, action: Action) -> str:
    """Why an action is refused; it is not listed as legal, and the refusal has a sentence."""
    verdict = game.act(state, seat, action)
    assert isinstance(verdict, Refusal)
    assert verdict.line is not None
    assert said(verdict.line)
    assert action not in game.legal(state, seat)
    return verdict.reason


def said(line: Line | None, language: str = "en") -> str:
    """The sentence of a line."""
    assert line is not None
    return Language(language).say(line)


def given(
    state: State,
    saved: Mapping[int, Sequence[str]] | None = None,
    eaten: Mapping[int, Sequence[str]] | None = None,
    held: Mapping[int, Sequence[Held]] | None = None,
    **changes: Any,
) -> State:
    """The state with these slices and special offers before the seats, and these changes."""
    players = tuple(
        replace(
            player,
            saved=tuple((saved or {}).get(player.seat.seat, player.saved)),
            eaten=tuple((eaten or {}).get(player.seat.seat, player.eaten)),
            offers=tuple((held or {}).get(player.seat.seat, player.offers)),
        )
        for player in state.players
    )
    return replace(state, players=players, **changes)


def divided(state: State, portions: Sequence[Sequence[str]], order: Sequence[int], **changes: Any) -> State:
    """The pizza lies in these portions, and these seats are to choose."""
    cut = tuple(portion if isinstance(portion, Portion) else Portion(tuple(portion)) for portion in portions)
    new: dict[str, Any] = {"phase": Phase.CHOOSING, "portions": cut, "order": tuple(order), "pizza": (), **changes}
    return replace(state, **new)


def slices_of(kind: str, count: int) -> tuple[str, ...]:
    """The first slices of a kind."""
    return tuple(f"{kind}-{number}" for number in range(1, count + 1))


def points(game: Game, state: State, seat: int) -> dict[str, int]:
    """The half-points of a seat by the key of each part's explanation, without "pizzeria.score."."""
    score = next(score for score in game.scores(state) if score.seat == seat)
    assert score.half_points == sum(part.half_points for part in score.parts)
    by_key: dict[str, int] = {}
    for part in score.parts:
        key = part.line.key.removeprefix("pizzeria.score.")
        by_key[key] = by_key.get(key, 0) + part.half_points
    return by_key


def explained(game: Game, state: State, seat: int, language: str = "en") -> list[str]:
    """The explanations of a seat's points."""
    score = next(score for score in game.scores(state) if score.seat == seat)
    return [said(part.line, language) for part in score.parts]


class BareBox:
    """The house box, in which these slices have no leaves; all else is as ever."""

    def __init__(self, *bare: str) -> None:
        self.slices = tuple(replace(piece, leaves=0) if piece.id in bare else piece for piece in BOX.slices)
        self.slice_by_id = {piece.id: piece for piece in self.slices}

    def __getattr__(self, name: str) -> Any:
        return getattr(BOX, name)
