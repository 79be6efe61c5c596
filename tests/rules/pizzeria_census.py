"""Every piece of Pizzeria wherever it lies, and what nobody at the table can know."""

from collections import Counter
from random import Random

from msgspec.structs import replace

from device.rules.pizzeria.state import Phase, State


def pieces(state: State) -> Counter[str]:
    """All slices, special offers and the knife, in the game or in the box."""
    found = Counter(["knife"])
    found.update(piece.id for piece in state.components.slices if piece.id not in state.slices)
    found.update(f"offer {letter}" for letter in state.components.offers if letter not in state.letters)
    found.update(f"offer {letter}" for letter in _offers(state))
    found.update(_slices(state))
    return found


def _slices(state: State) -> list[str]:
    """A taken portion is before its taker once it is served."""
    lying = [*state.aside, *state.pizza, *([state.drawn.slice] if state.drawn else ())]
    for stack in state.stacks:
        lying += stack.slices
    for at, portion in enumerate(state.portions):
        lying += portion.slices if portion.taken_by is None or at == state.serving else ()
    for player in state.players:
        lying += (*player.saved, *player.eaten)
    return lying


def _offers(state: State) -> list[str]:
    lying = [*state.pile, *state.sent_back, *([state.offer] if state.offer else ())]
    lying += [stack.offer for stack in state.stacks if stack.offer]
    lying += [portion.offer for portion in state.portions if portion.offer and portion.taken_by is None]
    lying += [held.letter for player in state.players for held in player.offers]
    return lying


def hidden_again(state: State, seat: int | None, rng: Random) -> State:
    """The stacks, the slices set aside and the special offers not yet read, dealt anew: nobody knows them."""
    if state.phase is Phase.MIXING:
        return state
    slices = [piece for stack in state.stacks for piece in stack.slices] + list(state.aside)
    letters = [stack.offer for stack in state.stacks if stack.offer] + list(state.pile)
    rng.shuffle(slices)
    rng.shuffle(letters)
    stacks = tuple(
        replace(stack, slices=_taken(slices, len(stack.slices)), offer=letters.pop() if stack.offer else None)
        for stack in state.stacks
    )
    return replace(state, stacks=stacks, aside=_taken(slices, len(state.aside)), pile=tuple(letters))


def _taken(items: list[str], count: int) -> tuple[str, ...]:
    return tuple(items.pop() for _ in range(count))
