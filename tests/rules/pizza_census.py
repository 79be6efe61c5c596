"""Every piece of Pizza wherever it lies, and what nobody at the table can know."""

from collections import Counter
from random import Random

from msgspec.structs import replace

from device.rules.pizza.setup import TOKENS_PER_KIND
from device.rules.pizza.state import Player, State


def pieces(state: State) -> Counter[str]:
    """All tokens, ingredient cards, customers, slices and bonus tiles, in the game or in the box."""
    found = Counter({f"token {kind}": number for kind, number in state.supply.items()})
    for player in state.players:
        found.update(f"token {token}" for token in _tokens(state, player))
        found.update(f"card {card} of {player.seat.seat}" for card in _cards(state, player))
        found.update(f"slice of {player.seat.seat}" for _ in player.slices)
        found.update(f"tile {tile.kind}" for tile in player.tiles)
    found.update({f"tile {kind}": left for kind, left in state.stock.items()})
    found.update(f"customer {guest.name}" for guest in state.guests)
    found.update(f"customer {name}" for name in state.components.customer if name not in _names(state))
    return found


def _names(state: State) -> set[str]:
    return {guest.name for guest in state.guests}


def _tokens(state: State, player: Player) -> list[str]:
    """On slices and in slots; before they are laid in slots, the twelve are in the player's hand."""
    if state.round == 0 and not any(player.slots):
        return list(state.components.kinds * TOKENS_PER_KIND)
    lying = [token for slot in player.slots for token in slot]
    return lying + [token for slice in player.slices for token in slice.tokens]


def _cards(state: State, player: Player) -> list[str]:
    """In the hand, on locations and in the draw pile; while they wait to be shuffled, all but a reserved one."""
    reserved = [player.reserved] if player.reserved else []
    lying = [*player.hand, *player.deck, *(card for card in player.played if card), *reserved]
    return lying if player.mixed else list(state.components.kinds)


def hidden_again(state: State, seat: int | None, rng: Random) -> State:
    """Hands of the others and all draw piles dealt anew. The owner knows the own hand and the reserved card."""
    players = []
    for player in state.players:
        if player.seat.seat == seat:
            players.append(replace(player, deck=_shuffled(player.deck, rng)))
            continue
        reserved = () if player.reserved is None else (player.reserved,)
        cards = _shuffled((*player.hand, *player.deck, *reserved), rng)
        hand, rest = cards[: len(player.hand)], cards[len(player.hand) :]
        players.append(replace(player, hand=hand, deck=rest[len(reserved) :], reserved=rest[0] if reserved else None))
    return replace(state, players=tuple(players))


def _shuffled(cards: tuple[str, ...], rng: Random) -> tuple[str, ...]:
    order = list(cards)
    rng.shuffle(order)
    return tuple(order)
