"""Setup: which slices are in the game, and the stacks that are built of them."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from device.events import Seat
from device.rules.chance import Shuffle, Shuffled
from device.rules.pizzeria.components import Components
from device.rules.pizzeria.state import STACK_SIZE, Phase, Player, Stack, State
from device.rules.seats import first_seat

SLICES = "slices"
OFFERS = "offers"
RETURNED = {2: (3, 8, 10), 3: (), 4: (3, 8, 10), 5: (10,), 6: ()}  # values that go to the box, by number of players
STACKS = {2: 4, 3: 6, 4: 4, 5: 5, 6: 6}
PORTIONS_OF_TWO = 4  # "During a two-player game, the pizza is divided into 4 portions."
NOT_FOR_TWO = ("D", "F")  # crossed out on the offers


def set_up(box: Components, seats: tuple[Seat, ...], settings: Mapping[str, int], special_offers: bool) -> State:
    """The state before the slices are mixed. Without a starter the oldest player takes the knife."""
    players = len(seats)
    oldest = max(seats, key=lambda seat: seat.age_order).seat
    return State(
        components=box,
        players=tuple(Player(seat) for seat in seats),
        knife=first_seat(seats, settings.get("starter"), oldest),
        slices=slices_in_game(box, RETURNED[players]),
        rounds=STACKS[players],
        cut_into=PORTIONS_OF_TWO if players == 2 else players,
        letters=_letters_in_game(box, players) if special_offers else (),
    )


def slices_in_game(box: Components, returned: tuple[int, ...]) -> tuple[str, ...]:
    """All slices but those with these values, and the mixed ones that show such a value."""
    return tuple(piece.id for piece in box.slices if not set(piece.value) & set(returned))


def _letters_in_game(box: Components, players: int) -> tuple[str, ...]:
    """P7: with two players D and F are taken out before the shuffle."""
    return tuple(letter for letter in box.offers if players > 2 or letter not in NOT_FOR_TWO)


def chance(state: State) -> Shuffle | None:
    """The slices are mixed, then the special offers."""
    if state.phase is not Phase.MIXING:
        return None
    return Shuffle(OFFERS, state.letters) if state.stacks else Shuffle(SLICES, state.slices)


def mixed(state: State, event: Shuffled) -> dict[str, Any]:
    """What changes in the state: stacks of 11 with 3 slices left over, or an offer on each stack and a pile.

    The leftover slices are of no use in the basic game; in the advanced one offer B draws from them.
    """
    if event.what == SLICES:
        ends = range(STACK_SIZE, STACK_SIZE * state.rounds + 1, STACK_SIZE)
        stacks = tuple(Stack(event.order[end - STACK_SIZE : end]) for end in ends)
        phase = Phase.MIXING if state.letters else Phase.NEXT_PIZZA
        return {"stacks": stacks, "aside": event.order[STACK_SIZE * state.rounds :], "phase": phase}
    stacks = tuple(replace(stack, offer=letter) for stack, letter in zip(state.stacks, event.order, strict=False))
    return {"stacks": stacks, "pile": event.order[state.rounds :], "phase": Phase.NEXT_PIZZA}
