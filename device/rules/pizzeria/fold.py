"""What each event does to the state. Never fails, never decides."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from device.events import Event
from device.rules.chance import Shuffled
from device.rules.pizzeria import events as e
from device.rules.pizzeria.jeff import JEFF
from device.rules.pizzeria.setup import mixed
from device.rules.pizzeria.state import Asked, Drawn, Held, Phase, Player, State


def apply(state: State, event: Event) -> State:
    """The state after the event."""
    fold = FOLDS.get(type(event))
    return replace(state, **fold(state, event)) if fold else state


def _served_pizza(state: State, event: e.PizzaServed) -> dict[str, Any]:
    stacks = tuple(stack for at, stack in enumerate(state.stacks) if at != event.stack)
    changes = {"stacks": stacks, "pizza": event.slices, "offer": event.letter, "round": state.round + 1}
    return {"phase": Phase.DIVIDING, **changes}


def _divided(state: State, event: e.Divided) -> dict[str, Any]:
    changes = {"portions": event.portions, "order": event.order, "left": None}
    return {"phase": Phase.CHOOSING, "pizza": (), "offer": None, **changes}


def _portion_taken(state: State, event: e.PortionTaken) -> dict[str, Any]:
    portions = tuple(
        replace(portion, taken_by=event.seat) if at == event.portion else portion
        for at, portion in enumerate(state.portions)
    )
    changes: dict[str, Any] = {"portions": portions, "serving": event.portion, "order": state.order[1:]}
    if event.letter:
        held = Held(event.letter, state.round)
        changes |= _player(state, event.seat, lambda player: {"offers": (*player.offers, held)})
    return {"phase": Phase.SERVING, **changes}


def _served(state: State, event: e.Served) -> dict[str, Any]:
    """After the owner's own serving, and at the end of the round, a lightning offer is asked about anew (P10)."""
    last = not state.order
    own = any(held.letter == state.left for held in state.player(event.seat).offers)
    return {
        "phase": Phase.CLEARING if last else Phase.CHOOSING,
        "serving": None,
        "left": None if last or own else state.left,
        **_gained(state, event.seat, event.saved, event.eaten),
    }


def _round_ended(state: State, event: e.RoundEnded) -> dict[str, Any]:
    phase = Phase.DESSERT if state.last_round else Phase.NEXT_PIZZA
    return {"phase": phase, "portions": (), "knife": event.knife, "left": None}


def _game_ended(state: State, event: e.GameEnded) -> dict[str, Any]:
    return {"phase": Phase.OVER}


def _replaced(state: State, event: e.OfferReplaced) -> dict[str, Any]:
    return {"offer": event.new, "pile": state.pile[1:], "sent_back": (*state.sent_back, event.letter)}


def _asked(state: State, event: e.OfferAsked) -> dict[str, Any]:
    return {"asked": Asked(event.seat, event.letter)}


def _left(state: State, event: e.OfferLeft) -> dict[str, Any]:
    return {"asked": None, "left": event.letter}


def _lost(state: State, event: e.OfferLost) -> dict[str, Any]:
    return _spent(state, event.seat, event.letter)


def _saved_eaten(state: State, event: e.SavedEaten) -> dict[str, Any]:
    return _spent(state, event.seat, "A", eaten=event.slices)


def _drawn(state: State, event: e.SliceDrawn) -> dict[str, Any]:
    aside = state.aside[: event.place] + state.aside[event.place + 1 :]
    return {"aside": aside, "drawn": Drawn(event.seat, event.slice), **_spent(state, event.seat, "B")}


def _drawn_served(state: State, event: e.DrawnServed) -> dict[str, Any]:
    return {"drawn": None, **_gained(state, event.seat, *_either(event.slice, event.eaten))}


def _marked(state: State, event: e.KindMarked) -> dict[str, Any]:
    return _spent(state, event.seat, "C", kind=event.kind)


def _picked(state: State, event: e.SlicePicked) -> dict[str, Any]:
    saved, eaten = _either(event.slice, event.eaten)
    pizza = tuple(piece for piece in state.pizza if piece != event.slice)
    return {"pizza": pizza, **_spent(state, event.seat, "D", saved=saved, eaten=eaten)}


def _moved(state: State, event: e.SliceMoved) -> dict[str, Any]:
    return {"portions": event.portions, **_spent(state, event.seat, "E")}


def _order_changed(state: State, event: e.OrderChanged) -> dict[str, Any]:
    return {"order": event.order, **_spent(state, event.seat, "F")}


def _kind_eaten(state: State, event: e.KindEaten) -> dict[str, Any]:
    return _spent(state, event.seat, "J", eaten=event.slices)


def _jeff_dined(state: State, event: e.JeffDined) -> dict[str, Any]:
    return {"last_meal": event.slices, **_gained(state, JEFF, (), event.slices)}


def _either(piece: str, eaten: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return ((), (piece,)) if eaten else ((piece,), ())


def _spent(
    state: State,
    seat: int,
    letter: str,
    saved: tuple[str, ...] = (),
    eaten: tuple[str, ...] = (),
    kind: str | None = None,
) -> dict[str, Any]:
    """The seat's special offer is turned face down, with what it brought; the game no longer asks about it."""

    def change(player: Player) -> dict[str, Any]:
        offers = tuple(
            replace(held, spent=True, kind=kind) if held.letter == letter else held for held in player.offers
        )
        return {"offers": offers, **_moved_to_eaten(player, saved, eaten)}

    return {"asked": None, **_player(state, seat, change)}


def _gained(state: State, seat: int, saved: tuple[str, ...], eaten: tuple[str, ...]) -> dict[str, Any]:
    return _player(state, seat, lambda player: _moved_to_eaten(player, saved, eaten))


def _moved_to_eaten(player: Player, saved: tuple[str, ...], eaten: tuple[str, ...]) -> dict[str, Any]:
    """Slices that are eaten leave those that were saved for later, if they lay there."""
    kept = tuple(piece for piece in player.saved if piece not in eaten)
    return {"saved": (*kept, *saved), "eaten": (*player.eaten, *eaten)}


def _player(state: State, seat: int, change: Callable[[Player], dict[str, Any]]) -> dict[str, Any]:
    players = tuple(
        replace(player, **change(player)) if player.seat.seat == seat else player for player in state.players
    )
    return {"players": players}


FOLDS: dict[type[Event], Callable[[State, Any], dict[str, Any]]] = {
    Shuffled: mixed,
    e.PizzaServed: _served_pizza,
    e.OfferReplaced: _replaced,
    e.Divided: _divided,
    e.PortionTaken: _portion_taken,
    e.Served: _served,
    e.RoundEnded: _round_ended,
    e.GameEnded: _game_ended,
    e.OfferAsked: _asked,
    e.OfferLeft: _left,
    e.OfferLost: _lost,
    e.SavedEaten: _saved_eaten,
    e.SliceDrawn: _drawn,
    e.DrawnServed: _drawn_served,
    e.KindMarked: _marked,
    e.SlicePicked: _picked,
    e.SliceMoved: _moved,
    e.OrderChanged: _order_changed,
    e.KindEaten: _kind_eaten,
    e.JeffDined: _jeff_dined,
}
