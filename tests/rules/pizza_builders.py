"""Games of Pizza for tests: seats, a state with what matters laid out, and steps that must not be refused."""

from collections.abc import Iterable
from random import Random
from typing import Any

from msgspec.structs import replace

from device.events import Event, Seat
from device.games import library
from device.match import by_chance
from device.rules.game import Action, Game, Refusal
from device.rules.pizza.state import Guest, Phase, Player, Slice, State, Tile

LIBRARY = library()
BASIC, ADVANCED = LIBRARY["pizza", "basic"], LIBRARY["pizza", "advanced"]
SITTING = [(1, "Antonio", "red"), (2, "Andrea", "blue"), (3, "Matteo", "green"), (4, "Lia", "pink")]
SEATS = tuple(
    Seat(number, name, colour, "circle", number - 1)
    for number, name, colour in (
        (1, "Antonio", "red"),
        (2, "Andrea", "blue"),
        (3, "Matteo", "green"),
        (4, "Lia", "pink"),
    )
)


def started(game: Game = BASIC, seats: int = 3, seed: int = 1, **settings: int) -> State:
    """A game after set-up and the first roll."""
    state: State = game.setup(SEATS[:seats], settings)
    return by_dice(game, state, seed)


def by_dice(game: Game, state: State, seed: int = 1) -> State:
    """All that chance is asked for, answered by a seed."""
    rng = Random(seed)
    while (asked := game.chance(state)) is not None:
        state = game.apply(state, by_chance(asked, rng))
    return state


def did(game: Game, state: State, seat: int, *actions: Action) -> State:
    """The state after actions of a seat that must not be refused."""
    for action in actions:
        state = after(game, state, told(game, state, seat, action))
    return state


def told(game: Game, state: State, seat: int, action: Action) -> list[Event]:
    """What an action makes happen; it must not be refused, and must be listed."""
    assert action in game.legal(state, seat)
    events = game.act(state, seat, action)
    assert not isinstance(events, Refusal), events
    return events


def after(game: Game, state: State, events: Iterable[Event]) -> State:
    """The state after the events."""
    for event in events:
        state = game.apply(state, event)
    return state


def refusal(game: Game, state: State, seat: int, action: Action) -> str:
    """The reason why an action is refused; it must not be listed."""
    assert action not in game.legal(state, seat)
    verdict = game.act(state, seat, action)
    assert isinstance(verdict, Refusal)
    return verdict.reason


def with_player(state: State, seat: int, **changes: Any) -> State:
    """The state with another thing before a seat."""
    players = tuple(replace(p, **changes) if p.seat.seat == seat else p for p in state.players)
    return replace(state, players=players)


def slice_with(outer: str = "", middle: str = "", inner: str = "") -> Slice:
    """An unserved slice with these tokens, named with spaces between."""
    return Slice((tuple(outer.split()), tuple(middle.split()), tuple(inner.split())))


def slices(*first: Slice) -> tuple[Slice, ...]:
    """Six slices, these first and bare ones after them."""
    return (*first, *(Slice(),) * (6 - len(first)))


def serving(state: State, *guests: str, turn: int = 1, later: Iterable[str] = ()) -> State:
    """The state in the serving phase with these customers in the restaurant."""
    there = tuple(Guest(name, name in later) for name in guests)
    return replace(state, phase=Phase.SERVING, turn=turn, guests=there)


def tiles(*kinds: str, used: Iterable[str] = ()) -> tuple[Tile, ...]:
    """Bonus tiles before a player."""
    return (*(Tile(kind) for kind in kinds), *(Tile(kind, used=True) for kind in used))


def player(state: State, seat: int = 1) -> Player:
    """Who sits there."""
    return state.player(seat)
