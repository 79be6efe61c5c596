"""Every piece of Pizzeria Italia wherever it lies, and what nobody at the table can know."""

from collections import Counter
from random import Random

from msgspec.structs import replace

from device.rules.italia.state import Player, State


def pieces(state: State) -> Counter[str]:
    """All cards of the game, and the pizzette."""
    found = Counter([*state.pile, *state.aside, *state.removed, *(card for card in state.display if card)])
    for player in state.players:
        found.update((*player.deck, *(laid.card for laid in player.row)))
    found["pizzetta"] = state.supply + sum(player.pizzette for player in state.players)
    return found


def hidden_again(state: State, seat: int | None, rng: Random) -> State:
    """The ingredients deck, the cards set aside and the others' dealt cards that are not placed, dealt anew."""
    hidden = {player.seat.seat: _hidden(player) for player in state.players if player.seat.seat != seat}
    cards = [*state.pile, *state.aside, *(card for others in hidden.values() for card in others)]
    shuffled = list(cards)
    rng.shuffle(shuffled)
    other = dict(zip(cards, shuffled, strict=True))
    players = tuple(
        replace(
            player,
            deck=tuple(other.get(card, card) for card in player.deck),
            dealt=tuple(other.get(card, card) for card in player.dealt),
        )
        for player in state.players
    )
    return replace(
        state,
        pile=tuple(other[card] for card in state.pile),
        aside=tuple(other[card] for card in state.aside),
        players=players,
    )


def _hidden(player: Player) -> list[str]:
    return [card for card in player.dealt if card in player.deck]
