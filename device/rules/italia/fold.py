"""What each event does to the state. Never fails, never decides."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from device.events import Event
from device.rules.chance import Shuffled
from device.rules.italia import events as e
from device.rules.italia.setup import dealt
from device.rules.italia.state import End, Phase, Player, State


def apply(state: State, event: Event) -> State:
    """The state after the event."""
    fold = FOLDS.get(type(event))
    return replace(state, **fold(state, event)) if fold else state


def _memorised(state: State, event: e.Memorised) -> dict[str, Any]:
    return _player(state, event.seat, lambda player: replace(player, ready=True))


def _choosing_began(state: State, event: e.ChoosingBegan) -> dict[str, Any]:
    return {"phase": Phase.CHOOSING, "turn": event.seat}


def _card_taken(state: State, event: e.CardTaken) -> dict[str, Any]:
    return {
        "display": (*state.display[: event.place], event.refill, *state.display[event.place + 1 :]),
        "pile": state.pile[1:],
        "turn": event.next,
        **_player(state, event.seat, lambda player: replace(player, deck=(*player.deck, event.card))),
    }


def _last_cards_removed(state: State, event: e.LastCardsRemoved) -> dict[str, Any]:
    return {"phase": Phase.READY, "removed": event.cards, "display": (), "turn": None}


def _go_called(state: State, event: e.GoCalled) -> dict[str, Any]:
    return {"phase": Phase.COMPOSING}


def _card_placed(state: State, event: e.CardPlaced) -> dict[str, Any]:
    def change(player: Player) -> Player:
        deck = tuple(card for card in player.deck if card != event.laid.card)
        row = (event.laid, *player.row) if event.end == End.LEFT else (*player.row, event.laid)
        return replace(player, deck=deck, row=row)

    return _player(state, event.seat, change)


def _card_taken_back(state: State, event: e.CardTakenBack) -> dict[str, Any]:
    def change(player: Player) -> Player:
        row = player.row[1:] if event.end == End.LEFT else player.row[:-1]
        return replace(player, deck=(*player.deck, event.card), row=row)

    return _player(state, event.seat, change)


def _table_slapped(state: State, event: e.TableSlapped) -> dict[str, Any]:
    return {"phase": Phase.SCORING, "slappers": event.seats}


def _round_scored(state: State, event: e.RoundScored) -> dict[str, Any]:
    winner = event.scored.winner
    if winner is None:
        return {"scored": event.scored}
    change = _player(state, winner, lambda player: replace(player, pizzette=player.pizzette + 1))
    return {"scored": event.scored, "supply": state.supply - 1, **change}


def _cards_collected(state: State, event: e.CardsCollected) -> dict[str, Any]:
    players = tuple(replace(player, deck=(), row=(), dealt=(), ready=False) for player in state.players)
    changes = {"pile": (), "display": (), "removed": (), "slappers": (), "aside": state.components.deck}
    return {"phase": Phase.SHUFFLING, "first": event.first, "players": players, **changes}


def _game_ended(state: State, event: e.GameEnded) -> dict[str, Any]:
    return {"phase": Phase.OVER}


def _player(state: State, seat: int, change: Callable[[Player], Player]) -> dict[str, Any]:
    return {"players": tuple(change(player) if player.seat.seat == seat else player for player in state.players)}


FOLDS: dict[type[Event], Callable[[State, Any], dict[str, Any]]] = {
    Shuffled: dealt,
    e.Memorised: _memorised,
    e.ChoosingBegan: _choosing_began,
    e.CardTaken: _card_taken,
    e.LastCardsRemoved: _last_cards_removed,
    e.GoCalled: _go_called,
    e.CardPlaced: _card_placed,
    e.CardTakenBack: _card_taken_back,
    e.TableSlapped: _table_slapped,
    e.RoundScored: _round_scored,
    e.CardsCollected: _cards_collected,
    e.GameEnded: _game_ended,
}
