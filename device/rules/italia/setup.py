"""Setup, and preparing subsequent rounds: how many cards are in the round, and how they are dealt."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from device.events import Seat
from device.rules.chance import Shuffle, Shuffled
from device.rules.italia.components import Components
from device.rules.italia.state import Phase, Player, State
from device.rules.seats import clockwise, first_seat

CARDS = "cards"
IN_ROUND = {2: 14, 3: 20, 4: 26, 5: 32, 6: 38}  # cards "set aside" for the round, by number of players
DEALT = 2
VISIBLE = 3


def set_up(box: Components, seats: tuple[Seat, ...], settings: Mapping[str, int]) -> State:
    """The state before the deck is shuffled.

    "The player who ate a pizza most recently begins": the setting `starter`, else the first seat.
    """
    return State(
        components=box,
        players=tuple(Player(seat) for seat in seats),
        first=first_seat(seats, settings.get("starter"), seats[0].seat),
        supply=box.pizzette.count,
        aside=box.deck,
    )


def chance(state: State) -> Shuffle | None:
    """All cards of the game are shuffled before each round."""
    return Shuffle(CARDS, state.components.deck) if state.phase is Phase.SHUFFLING else None


def dealt(state: State, event: Shuffled) -> dict[str, Any]:
    """What changes in the state: two cards for each player from the first one on, three visible ones, the deck."""
    in_round, rest = event.order[: IN_ROUND[len(state.players)]], event.order[IN_ROUND[len(state.players)] :]
    order = clockwise(state.players, state.first)
    hands = {seat: in_round[at * DEALT : (at + 1) * DEALT] for at, seat in enumerate(order)}
    left = in_round[len(order) * DEALT :]
    return {
        "phase": Phase.MEMORISING,
        "round": state.round + 1,
        "players": tuple(
            replace(player, deck=hands[player.seat.seat], dealt=hands[player.seat.seat], row=(), ready=False)
            for player in state.players
        ),
        "display": left[:VISIBLE],
        "pile": left[VISIBLE:],
        "aside": rest,
        "removed": (),
        "slappers": (),
    }
