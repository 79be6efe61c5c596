"""The solo variant, playing: the human divides each pizza; Jeff, the human, Jeff and the human take a portion each."""

from collections.abc import Sequence

from device.events import Event
from device.rules.following import with_what_follows
from device.rules.game import Action, Refusal
from device.rules.pizzeria import enjoy, jeff, served
from device.rules.pizzeria.actions import Divide, GiveJeff, JeffEats, Serve, ServePizza, TakePortion
from device.rules.pizzeria.events import GameEnded, JeffDined, PortionTaken, RoundEnded
from device.rules.pizzeria.fold import apply
from device.rules.pizzeria.jeff import JEFF
from device.rules.pizzeria.reason import Reason, refused, slice_words
from device.rules.pizzeria.solo_view import prompt
from device.rules.pizzeria.state import Level, Phase, State


def turns(state: State) -> tuple[int, ...]:
    """The human, who also decides for Jeff where the rulebook says so."""
    return () if state.phase in (Phase.MIXING, Phase.OVER) else (state.knife,)


def legal(state: State, seat: int) -> Sequence[Action]:
    """All that the human may do now."""
    if seat not in turns(state):
        return ()
    awaited = _awaited(state)
    if awaited is ServePizza:
        return served.pizzas(state)
    if awaited is Divide:
        return served.divisions(state)
    if awaited is GiveJeff:
        return tuple(GiveJeff(at) for at in jeff.portions_for_jeff(state.portions))
    if awaited is JeffEats:
        return tuple(JeffEats(slices) for slices in meals(state))
    return enjoy.choices(state) if awaited is TakePortion else enjoy.servings(state)


def _awaited(state: State) -> type[Action]:
    """What the human has to do."""
    match state.phase:
        case Phase.NEXT_PIZZA:
            return ServePizza
        case Phase.DIVIDING:
            return Divide
        case Phase.CHOOSING:
            return GiveJeff if state.order[0] == JEFF else TakePortion
        case Phase.SERVING:
            return JeffEats if enjoy.portion_in_hand(state).taken_by == JEFF else Serve
    return JeffEats


def act(state: State, seat: int, action: Action) -> list[Event] | Refusal:
    """All that the action makes happen, with all that Jeff does then, or why it cannot be."""
    verdict = _out_of_place(state, seat, action) or _verdict(state, seat, action)
    return verdict if isinstance(verdict, Refusal) else with_what_follows(state, verdict, apply, _follows)


def _out_of_place(state: State, seat: int, action: Action) -> Refusal | None:
    if state.phase is Phase.OVER:
        return refused(Reason.OVER)
    if state.phase is Phase.MIXING:
        return refused(Reason.MIXING)
    if seat != state.knife:
        return refused(Reason.NOT_YOUR_TURN, name=[state.player(state.knife).seat.name])
    if type(action) is not _awaited(state):
        return refused(Reason.NOT_NOW, now=prompt(state))
    return None


def _verdict(state: State, seat: int, action: Action) -> list[Event] | Refusal:
    match action:
        case ServePizza():
            return served.serve_pizza(state, action)
        case Divide():
            return served.divide(state, action)
        case TakePortion():
            return enjoy.take_portion(state, seat, action)
        case GiveJeff():
            return give_jeff(state, action)
        case JeffEats():
            return jeff_eats(state, action)
    assert isinstance(action, Serve)
    return enjoy.serve(state, seat, action)


def give_jeff(state: State, action: GiveJeff) -> list[Event] | Refusal:
    """Several portions have the same largest number of slices: the human decides which goes to Jeff (S6)."""
    taken = enjoy.take_portion(state, JEFF, TakePortion(action.portion))
    if isinstance(taken, Refusal) or action.portion in jeff.portions_for_jeff(state.portions):
        return taken
    return refused(Reason.NOT_LARGEST, portion=action.portion + 1)


def jeff_eats(state: State, action: JeffEats) -> list[Event] | Refusal:
    """Slices of a kind with different leaves: the human decides which of them Jeff eats (S5)."""
    possible = meals(state)
    if action.slices not in possible:
        usual = [slice_words(state.components, piece) for piece in possible[0]]
        return refused(Reason.NOT_JEFFS_MEAL, slices=usual)
    return [_eaten(state, action.slices)]


def meals(state: State) -> tuple[tuple[str, ...], ...]:
    """What Jeff may eat now: of his portion, or at the end of the game."""
    box, jeffs, humans = state.components, state.player(JEFF).saved, state.player(state.knife).saved
    if state.phase is Phase.DESSERT:
        return jeff.last_meals(box, jeffs, humans, state.level is Level.HARD)
    return jeff.meals(box, enjoy.portion_in_hand(state).slices, jeffs, humans)


def _eaten(state: State, slices: tuple[str, ...]) -> Event:
    return JeffDined(slices) if state.phase is Phase.DESSERT else enjoy.served(state, JEFF, slices)


def _follows(state: State) -> Event | None:
    """What happens now without a decision of the human."""
    match state.phase:
        case Phase.CHOOSING if state.order[0] == JEFF:
            largest = jeff.portions_for_jeff(state.portions)
            return PortionTaken(JEFF, largest[0]) if len(largest) == 1 else None
        case Phase.SERVING if enjoy.portion_in_hand(state).taken_by == JEFF:
            return _only_meal(state)
        case Phase.SERVING:
            return enjoy.served(state, state.knife, ()) if enjoy.nothing_to_eat(state) else None
        case Phase.CLEARING:
            return RoundEnded(state.knife)  # there is no knife to pass on
        case Phase.DESSERT:
            if state.level is Level.EASY or state.last_meal is not None:
                return GameEnded()
            return _only_meal(state)
    return None


def _only_meal(state: State) -> Event | None:
    possible = meals(state)
    return _eaten(state, possible[0]) if len(possible) == 1 else None
