"""What follows by itself: phases that end, virtual players, everything that needs nobody's decision."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from device.events import Event

State = TypeVar("State")


def with_what_follows(
    state: State,
    events: Sequence[Event],
    apply: Callable[[State, Event], State],
    follows: Callable[[State], Event | None],
) -> list[Event]:
    """The events, and one after another all that they bring about."""
    told = list(events)
    for event in events:
        state = apply(state, event)
    while following := follows(state):
        told.append(following)
        state = apply(state, following)
    return told
