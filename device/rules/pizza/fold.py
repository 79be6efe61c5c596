"""What each event does to the state. Never fails, never decides."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from device.events import Event
from device.rules.chance import Rolled, Shuffled
from device.rules.pizza import events as e
from device.rules.pizza import setup
from device.rules.pizza.components import ANY_SLICE, COPY, DIE, DRAW_ALL, OPPONENTS_DRAW_TWO, SLICE_BONUS
from device.rules.pizza.cooking import ACTIONS, hand_size
from device.rules.pizza.rounds import ROUNDS, asked
from device.rules.pizza.state import BARE, Guest, Landed, Phase, Player, Slice, State, Tile
from device.rules.pizza.tiles import declarations

NOTHING_PLAYED = (None,) * 4


def apply(state: State, event: Event) -> State:
    """The state after the event."""
    fold = FOLDS.get(type(event))
    return fold(state, event) if fold else state


def _player(state: State, seat: int, change: Callable[[Player], Player]) -> State:
    players = state.players
    for at, player in enumerate(players):
        if player.seat.seat == seat:
            return replace(state, players=(*players[:at], change(player), *players[at + 1 :]))
    return state


def _set(state: State, seat: int, **changes: Any) -> State:
    return _player(state, seat, lambda player: replace(player, **changes))


def _shuffled(state: State, event: Shuffled) -> State:
    order = event.order
    if event.what == setup.CUSTOMERS:
        guests = tuple(Guest(name) for name in order[: setup.GUESTS])
        return replace(state, guests=guests, phase=Phase.MIXING)
    if event.seat is None:
        return state
    if event.what == setup.SLOT_TOKENS:
        size = setup.TOKENS_PER_SLOT
        return _set(state, event.seat, slots=tuple(order[at : at + size] for at in range(0, len(order), size)))
    state = _set(state, event.seat, deck=order, mixed=True)
    return replace(state, phase=Phase.ROLLING) if all(player.mixed for player in state.players) else state


def _rolled(state: State, event: Rolled) -> State:
    """The dice go to the locations from low to high, the round marker a step on."""
    state = replace(
        state,
        dice=tuple(sorted(event.dice)),
        round=state.round + 1,
        players=tuple(replace(player, decided=not declarations(player)) for player in state.players),
    )
    if all(player.decided for player in state.players):
        return _cooking_began(state, e.CookingBegan())
    return replace(state, phase=Phase.DECLARING)


def _cooking_began(state: State, event: e.CookingBegan) -> State:
    state = replace(state, phase=Phase.COOKING)
    return replace(state, players=tuple(_drawn(state, player) for player in state.players))


def _drawn(state: State, player: Player) -> Player:
    """Drawn until the hand is full, the reserved card first."""
    if player.actions_done >= ACTIONS:
        return player
    if player.reserved is not None:
        player = replace(player, hand=(*player.hand, player.reserved), reserved=None)
    missing = hand_size(state, player) - len(player.hand)
    if missing <= 0 or not player.deck:
        return player
    return replace(player, hand=(*player.hand, *player.deck[:missing]), deck=player.deck[missing:])


def _card_played(state: State, event: e.CardPlayed) -> State:
    def change(player: Player) -> Player:
        at = player.hand.index(event.card) if event.card in player.hand else len(player.hand)
        return replace(
            player,
            hand=(*player.hand[:at], *player.hand[at + 1 :]),
            played=(*player.played[: event.location], event.card, *player.played[event.location + 1 :]),
            disc=event.disc,
            adjust=0,
        )

    return _player(state, event.seat, change)


def _topping_asked(state: State, event: e.ToppingAsked) -> State:
    return _set(state, event.seat, landed=Landed(event.card, event.location, event.any_slice))


def _slice_topped(state: State, event: e.SliceTopped) -> State:
    def change(player: Player) -> Player:
        player = _token_on(player, event.slice, event.zone, event.token)
        player = replace(player, landed=None, any_slice=False)
        return player if event.slot is None else _out_of_slot(player, event.slot, event.token)

    state = _player(state, event.seat, change)
    state = state if event.slot is not None else _from_supply(state, event.token)
    return _player(state, event.seat, lambda player: _drawn(state, player))


def _topping_skipped(state: State, event: e.ToppingSkipped) -> State:
    return _player(state, event.seat, lambda player: _drawn(state, replace(player, landed=None, any_slice=False)))


def _token_on(player: Player, at: int, zone: int, token: str) -> Player:
    zones = list(player.slices[at].zones)
    zones[zone] = (*zones[zone], token)
    outer, middle, inner = zones
    return _with_slice(player, at, replace(player.slices[at], zones=(outer, middle, inner)))


def _with_slice(player: Player, at: int, slice: Slice) -> Player:
    return replace(player, slices=(*player.slices[:at], slice, *player.slices[at + 1 :]))


def _out_of_slot(player: Player, at: int, token: str) -> Player:
    """The token leaves its slot; the last one frees it (Z13)."""
    slot = list(player.slots[at])
    if token in slot:
        slot.remove(token)
    slots = (*player.slots[:at], tuple(slot), *player.slots[at + 1 :])
    return replace(player, slots=slots, freed=player.freed + (0 if slot else 1))


def _from_supply(state: State, token: str, number: int = -1) -> State:
    return replace(state, supply={**state.supply, token: state.supply.get(token, 0) + number})


def _dough_made(state: State, event: e.DoughMade) -> State:
    def change(player: Player) -> Player:
        ledger = replace(player.ledger, dough=player.ledger.dough - event.cost)
        return _with_slice(replace(player, points=player.points - event.cost, ledger=ledger), event.slice, Slice())

    return _player(state, event.seat, change)


def _tile_used(state: State, event: e.TileUsed) -> State:
    def change(player: Player) -> Player:
        player = _turned(player, COPY if event.copy else event.kind)
        if event.kind == DIE:
            return replace(player, adjust=event.change)
        if event.kind == ANY_SLICE:
            return replace(player, any_slice=True)
        if event.kind == DRAW_ALL:
            return replace(player, hand=(*player.hand, *player.deck), deck=())
        if event.kind == OPPONENTS_DRAW_TWO:
            return replace(player, limits_others=True, decided=True)
        return player

    return _player(state, event.seat, change)


def _turned(player: Player, kind: str) -> Player:
    """The first unused tile of the kind is flipped face down."""
    tiles, found = [], False
    for tile in player.tiles:
        flip = not found and tile.kind == kind and not tile.used
        found = found or flip
        tiles.append(replace(tile, used=True) if flip else tile)
    return replace(player, tiles=tuple(tiles))


def _token_added(state: State, event: e.TokenAdded) -> State:
    state = _player(state, event.seat, lambda player: _token_on(player, event.slice, event.zone, event.token))
    return _from_supply(state, event.token)


def _tile_left(state: State, event: e.TileLeft) -> State:
    return _set(state, event.seat, decided=True)


def _cooking_ended(state: State, event: e.CookingEnded) -> State:
    return replace(state, phase=Phase.BONUS, order=event.order, locations_scored=False)


def _tile_taken(state: State, event: e.TileTaken) -> State:
    state = _player(state, event.seat, lambda player: replace(player, tiles=(*player.tiles, Tile(event.kind))))
    stock = {**state.stock, event.kind: state.stock.get(event.kind, 0) - 1}
    return replace(state, stock=stock, order=state.order[1:])


def _tile_declined(state: State, event: e.TileDeclined) -> State:
    return replace(state, order=state.order[1:])


def _locations_scored(state: State, event: e.LocationsScored) -> State:
    for seat, points in event.points:
        player = state.player(seat)
        ledger = replace(player.ledger, locations=player.ledger.locations + points)
        state = _set(state, seat, points=player.points + points, ledger=ledger)
    return replace(state, locations_scored=True)


def _serving_began(state: State, event: e.ServingBegan) -> State:
    players = tuple(replace(player, freed=0, passed=False) for player in state.players)
    return replace(state, phase=Phase.SERVING, turn=event.seat, players=players)


def _slice_served(state: State, event: e.SliceServed) -> State:
    tokens = state.player(event.seat).slices[event.slice].tokens

    def change(player: Player) -> Player:
        ledger = replace(player.ledger, customers=player.ledger.customers + event.points)
        player = replace(player, points=player.points + event.points, ledger=ledger)
        return _with_slice(player, event.slice, Slice(BARE, served=True))

    for token in tokens:
        state = _from_supply(state, token, 1)
    guests = tuple(
        replace(guest, slid=True) if guest.name == event.customer and not guest.later else guest
        for guest in state.guests
    )
    return replace(_player(state, event.seat, change), guests=guests, turn=event.next)


def _passed(state: State, event: e.Passed) -> State:
    return replace(_set(state, event.seat, passed=True), turn=event.next)


def _round_ended(state: State, event: e.RoundEnded) -> State:
    """Customers served for the first time turn to their lower side."""
    last = state.round >= ROUNDS
    state = replace(
        state,
        guests=tuple(Guest(guest.name, guest.later or guest.slid) for guest in state.guests),
        players=tuple(replace(player, decided=last, limits_others=False) for player in state.players),
        phase=Phase.RESERVING,
        turn=None,
    )
    if last:
        return state
    players = tuple(player if asked(player) else _cards_together(player, None) for player in state.players)
    return _mixing(replace(state, players=players))


def _card_reserved(state: State, event: e.CardReserved) -> State:
    return _mixing(_player(state, event.seat, lambda player: _cards_together(player, event.card)))


def _cards_together(player: Player, reserved: str | None) -> Player:
    """All cards but a reserved one are to be shuffled into the next draw pile."""
    return replace(player, hand=(), deck=(), played=NOTHING_PLAYED, reserved=reserved, decided=True, mixed=False)


def _mixing(state: State) -> State:
    return replace(state, phase=Phase.MIXING) if all(player.decided for player in state.players) else state


def _last_bonus_asked(state: State, event: e.LastBonusAsked) -> State:
    return replace(state, phase=Phase.LAST_BONUS)


def _slice_chosen(state: State, event: e.SliceChosen) -> State:
    def change(player: Player) -> Player:
        at = next((i for i, t in enumerate(player.tiles) if t.kind == SLICE_BONUS and t.slice is None), None)
        if at is None:
            return player
        chosen = replace(player.tiles[at], slice=event.slice)
        return replace(player, tiles=(*player.tiles[:at], chosen, *player.tiles[at + 1 :]))

    return _player(state, event.seat, change)


def _game_ended(state: State, event: e.GameEnded) -> State:
    return replace(state, phase=Phase.OVER, turn=None)


FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    Shuffled: _shuffled,
    Rolled: _rolled,
    e.CookingBegan: _cooking_began,
    e.CardPlayed: _card_played,
    e.ToppingAsked: _topping_asked,
    e.SliceTopped: _slice_topped,
    e.ToppingSkipped: _topping_skipped,
    e.DoughMade: _dough_made,
    e.TileUsed: _tile_used,
    e.TokenAdded: _token_added,
    e.TileLeft: _tile_left,
    e.CookingEnded: _cooking_ended,
    e.TileTaken: _tile_taken,
    e.TileDeclined: _tile_declined,
    e.LocationsScored: _locations_scored,
    e.ServingBegan: _serving_began,
    e.SliceServed: _slice_served,
    e.Passed: _passed,
    e.RoundEnded: _round_ended,
    e.CardReserved: _card_reserved,
    e.LastBonusAsked: _last_bonus_asked,
    e.SliceChosen: _slice_chosen,
    e.GameEnded: _game_ended,
}
