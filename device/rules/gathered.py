"""A game gathered from the modules of its folder: who does what `device.rules.game.Game` asks for."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from device.events import Event
from device.rules.chance import Roll, Shuffle
from device.rules.game import Action, Line, Outcome, Refusal, Score

Components = TypeVar("Components")
State = TypeVar("State")


def nothing_hidden(state: Any, seat: int) -> dict[str, Any]:
    """`own` of a game in which nobody sees more than the others."""
    return {}


class Functions(NamedTuple):
    """What a folder's modules do; each as the method of `Game` that has its name.

    `view` is given the seats that the game waits for too; `own` is what only a seat may see beside.
    """

    chance: Callable[[Any], Shuffle | Roll | None]
    turns: Callable[[Any], tuple[int, ...]]
    legal: Callable[[Any, int], Sequence[Action]]
    act: Callable[[Any, int, Action], list[Event] | Refusal]
    apply: Callable[[Any, Event], Any]
    scores: Callable[[Any], tuple[Score, ...]]
    outcome: Callable[[Any], Outcome | None]
    view: Callable[[Any, tuple[int, ...]], dict[str, Any]]
    prompt: Callable[[Any], Line]
    own: Callable[[Any, int], dict[str, Any]] = nothing_hidden


class Gathered(Generic[Components, State]):
    """One variant with its components; a variant's class says who it is, how it begins, and who does the rest."""

    name: str
    title: str
    variant: str
    variant_title: str
    seats: tuple[int, int]
    events: tuple[type[Event], ...]
    actions: tuple[type[Action], ...]
    does: ClassVar[Functions]

    def __init__(self, components: Components) -> None:
        self.components = components

    def chance(self, state: State) -> Shuffle | Roll | None:
        return self.does.chance(state)

    def turns(self, state: State) -> tuple[int, ...]:
        return self.does.turns(state)

    def legal(self, state: State, seat: int) -> Sequence[Action]:
        return self.does.legal(state, seat)

    def act(self, state: State, seat: int, action: Action) -> list[Event] | Refusal:
        return self.does.act(state, seat, action)

    def apply(self, state: State, event: Event) -> State:
        after: State = self.does.apply(state, event)
        return after

    def scores(self, state: State) -> tuple[Score, ...]:
        return self.does.scores(state)

    def outcome(self, state: State) -> Outcome | None:
        return self.does.outcome(state)

    def view(self, state: State, seat: int | None = None) -> dict[str, Any]:
        seen = self.does.view(state, self.does.turns(state))
        return seen if seat is None else {**seen, "own": self.does.own(state, seat)}

    def prompt(self, state: State) -> Line:
        return self.does.prompt(state)
