"""A tiny game for the tests of what is around games: each holds three hidden cards, lays one in turn, the highest wins.

Beside the turns anybody may call "high" once, for half a point.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

import msgspec
from msgspec.structs import replace

from device.events import Decision, Event, Seat
from device.rules.chance import Roll, Rolled, Shuffle, Shuffled
from device.rules.game import Action, Line, Outcome, Part, Refusal, Score, refuse

HELD = 3


class Lay(Action, frozen=True):
    card: int


class Call(Action, frozen=True):
    pass


class HighEvent(Decision, frozen=True, tag=lambda name: f"high.{name}"):
    pass


class Laid(HighEvent, frozen=True):
    seat: int
    card: int


class Called(HighEvent, frozen=True):
    seat: int


class RoundEnded(HighEvent, frozen=True):
    pass


class Reason(StrEnum):
    NOT_YOURS = "not_yours"
    NOT_NOW = "not_now"


class Hand(msgspec.Struct, frozen=True):
    seat: Seat
    cards: tuple[int, ...] = ()
    laid: tuple[int, ...] = ()
    called: bool = False


class State(msgspec.Struct, frozen=True):
    hands: tuple[Hand, ...]
    deck: tuple[int, ...] = ()
    next: int | None = None
    round: int = 1


class High:
    """High card."""

    name, title, variant, variant_title = "high", "High Card", "plain", "plain"
    seats = (2, 4)
    events: tuple[type[Event], ...] = (Shuffled, Rolled, Laid, Called, RoundEnded)
    actions: tuple[type[Action], ...] = (Lay, Call)

    def setup(self, seats: tuple[Seat, ...], settings: Mapping[str, int]) -> State:
        return State(tuple(Hand(seat) for seat in seats))

    def chance(self, state: State) -> Shuffle | Roll | None:
        if not any(hand.cards or hand.laid for hand in state.hands):
            return Shuffle("deck", tuple(f"card-{n}" for n in range(1, len(state.hands) * HELD + 1)))
        return Roll(1, len(state.hands)) if state.next is None else None

    def turns(self, state: State) -> tuple[int, ...]:
        if self.chance(state) or self.outcome(state):
            return ()
        return (state.hands[state.next or 0].seat.seat,)

    def legal(self, state: State, seat: int) -> Sequence[Action]:
        if self.chance(state) or self.outcome(state):
            return ()
        hand = next((hand for hand in state.hands if hand.seat.seat == seat), None)
        if hand is None:
            return ()
        lay = tuple(Lay(card) for card in hand.cards) if seat in self.turns(state) else ()
        return lay if hand.called else (*lay, Call())

    def act(self, state: State, seat: int, action: Action) -> list[Event] | Refusal:
        if action not in self.legal(state, seat):
            return refuse("high", Reason.NOT_YOURS if isinstance(action, Lay) else Reason.NOT_NOW)
        if not isinstance(action, Lay):
            return [Called(seat)]
        laid = sum(len(hand.laid) for hand in state.hands)
        ended = [RoundEnded()] if (laid + 1) % len(state.hands) == 0 else []
        return [Laid(seat, action.card), *ended]

    def apply(self, state: State, event: Event) -> State:
        match event:
            case Shuffled(order=order):
                cards = [int(name.removeprefix("card-")) for name in order]
                hands = [replace(h, cards=tuple(cards[i * HELD : (i + 1) * HELD])) for i, h in enumerate(state.hands)]
                return replace(state, hands=tuple(hands))
            case Rolled(dice=dice):
                return replace(state, next=dice[0] - 1)
            case Laid(seat=seat, card=card):
                hands = [
                    replace(h, cards=tuple(c for c in h.cards if c != card), laid=(*h.laid, card))
                    if h.seat.seat == seat
                    else h
                    for h in state.hands
                ]
                return replace(state, hands=tuple(hands), next=((state.next or 0) + 1) % len(hands))
            case Called(seat=seat):
                hands = [replace(h, called=True) if h.seat.seat == seat else h for h in state.hands]
                return replace(state, hands=tuple(hands))
            case RoundEnded():
                return replace(state, next=None, round=state.round + 1)
        return state

    def scores(self, state: State) -> tuple[Score, ...]:
        return tuple(
            Score(
                hand.seat.seat,
                2 * sum(hand.laid) + hand.called,
                (Part(2 * sum(hand.laid), Line("high.laid")), Part(int(hand.called), Line("high.called"))),
            )
            for hand in state.hands
        )

    def outcome(self, state: State) -> Outcome | None:
        if any(len(hand.laid) < HELD for hand in state.hands):
            return None
        scores = self.scores(state)
        most = max(score.half_points for score in scores)
        return Outcome(tuple(s.seat for s in scores if s.half_points == most), Line("high.most"))

    def view(self, state: State, seat: int | None = None) -> dict[str, Any]:
        outcome = self.outcome(state)
        seats = [
            {
                "seat": h.seat.seat,
                "name": h.seat.name,
                "colour": h.seat.colour,
                "shape": h.seat.shape,
                "laid": list(h.laid),
                "called": h.called,
                "held": len(h.cards),
            }
            for h in state.hands
        ]
        view = {
            "phase": "laying",
            "round": state.round,
            "turns": list(self.turns(state)),
            "seats": seats,
            "outcome": {"winners": list(outcome.winners)} if outcome else None,
        }
        own = [list(h.cards) for h in state.hands if h.seat.seat == seat]
        return {**view, "own": {"cards": own[0]}} if own else view

    def prompt(self, state: State) -> Line:
        return Line("high.prompt", {"name": "Ania"})


def greedy(view: dict[str, Any], seat: int, legal: Sequence[Action], rng: Any) -> Action | None:
    """The highest card first; never calls."""
    laying = [action for action in legal if isinstance(action, Lay)]
    return max(laying, key=lambda action: action.card, default=None)


def seats(*numbers: int) -> tuple[Seat, ...]:
    """Seats of these numbers, clockwise; the first is the youngest."""
    names, colours, shapes = ("Ania", "Bartek", "Celina", "Dawid"), ("red", "blue", "green", "yellow"), "ABCD"
    return tuple(Seat(n, names[i], colours[i], shapes[i], i) for i, n in enumerate(numbers))
