"""Sequence of play: whose turn it is, what each may do, and what follows by itself."""

from collections.abc import Sequence

from device.events import Event
from device.rules.following import with_what_follows
from device.rules.game import Action, Refusal
from device.rules.pizzeria import clock, dessert, enjoy, lightning, offers, served
from device.rules.pizzeria.actions import (
    ChooseFirst,
    Divide,
    DrawSlice,
    EatKind,
    EatSaved,
    LetBe,
    MarkKind,
    MoveSlice,
    PickSlice,
    Serve,
    ServeDrawn,
    ServePizza,
    TakePortion,
)
from device.rules.pizzeria.events import DrawnServed, GameEnded, OfferLeft
from device.rules.pizzeria.fold import apply
from device.rules.pizzeria.reason import Reason, refused
from device.rules.pizzeria.state import Phase, State
from device.rules.pizzeria.view import prompt

USES: dict[type[Action], str] = {
    EatSaved: "A",
    DrawSlice: "B",
    MarkKind: "C",
    PickSlice: "D",
    MoveSlice: "E",
    ChooseFirst: "F",
    EatKind: "J",
}
AWAITED: dict[Phase, type[Action]] = {
    Phase.NEXT_PIZZA: ServePizza,
    Phase.DIVIDING: Divide,
    Phase.CHOOSING: TakePortion,
    Phase.SERVING: Serve,
}


def turns(state: State) -> tuple[int, ...]:
    """The one seat that the game waits for."""
    if state.drawn:
        return (state.drawn.seat,)
    if state.asked:
        return (state.asked.seat,)
    match state.phase:
        case Phase.NEXT_PIZZA | Phase.DIVIDING:
            return (state.knife,)
        case Phase.CHOOSING:
            return (state.order[0],)
        case Phase.SERVING:
            taken_by = enjoy.portion_in_hand(state).taken_by
            return () if taken_by is None else (taken_by,)
    return ()


def legal(state: State, seat: int) -> Sequence[Action]:
    """All that the seat may do now."""
    uses = [use for letter in _usable(state, seat) for use in _uses(state, seat, letter)]
    if seat not in turns(state):
        return uses
    if state.drawn:
        return lightning.DRAWN_OPTIONS
    if state.asked:
        return (*uses, LetBe())
    match state.phase:
        case Phase.NEXT_PIZZA:
            return served.pizzas(state)
        case Phase.DIVIDING:
            return served.divisions(state)
        case Phase.SERVING:
            return enjoy.servings(state)
    return (*enjoy.choices(state), *uses)


def _usable(state: State, seat: int) -> tuple[str, ...]:
    """The special offers that the seat may use now: the one asked about, E in its own turn, one by lightning."""
    if state.drawn:
        return ()
    if state.asked:
        return (state.asked.letter,) if state.asked.seat == seat else ()
    letters = ("E",) if clock.may_move(state, seat) else ()
    return (*letters, *lightning.unasked(state, seat))


def _uses(state: State, seat: int, letter: str) -> Sequence[Action]:
    match letter:
        case "D":
            return clock.picks(state)
        case "E":
            return clock.moves(state)
        case "F":
            return (ChooseFirst(),)
        case "J":
            return dessert.kinds(state, seat)
    return lightning.options(state, seat, letter)


def act(state: State, seat: int, action: Action) -> list[Event] | Refusal:
    """All that the action makes happen, or why it cannot be."""
    verdict = _out_of_place(state, seat, action) or _verdict(state, seat, action)
    return verdict if isinstance(verdict, Refusal) else with_what_follows(state, verdict, apply, _follows)


def _out_of_place(state: State, seat: int, action: Action) -> Refusal | None:
    """Why this is not the moment, or not the seat, for such an action."""
    if state.phase is Phase.OVER:
        return refused(Reason.OVER)
    if state.phase is Phase.MIXING:
        return refused(Reason.MIXING)
    letter = USES.get(type(action))
    if letter:
        return None if letter in _usable(state, seat) else offers.why_not(state, seat, letter)
    waiting = turns(state)
    if seat not in waiting:
        return refused(Reason.NOT_YOUR_TURN, name=[state.player(other).seat.name for other in waiting])
    if type(action) is not _awaited(state):
        return refused(Reason.NOT_NOW, now=prompt(state))
    return None


def _awaited(state: State) -> type[Action] | None:
    """What the game waits for, beside the use of a special offer."""
    if state.drawn:
        return ServeDrawn
    return LetBe if state.asked else AWAITED.get(state.phase)


def _verdict(state: State, seat: int, action: Action) -> list[Event] | Refusal:
    """The verdict on an action at its moment."""
    match action:
        case ServePizza():
            return served.serve_pizza(state, action)
        case Divide():
            return served.divide(state, action)
        case TakePortion():
            return enjoy.take_portion(state, seat, action)
        case Serve():
            return enjoy.serve(state, seat, action)
    return _verdict_on_offer(state, seat, action)


def _verdict_on_offer(state: State, seat: int, action: Action) -> list[Event] | Refusal:
    match action:
        case EatSaved():
            return lightning.eat_saved(state, seat, action)
        case DrawSlice():
            return lightning.draw_slice(state, seat, action)
        case ServeDrawn() if state.drawn:
            return [DrawnServed(seat, state.drawn.slice, action.eat)]
        case MarkKind():
            return lightning.mark_kind(state, seat, action)
        case PickSlice():
            return clock.pick_slice(state, seat, action)
        case MoveSlice():
            return clock.move_slice(state, action)
        case ChooseFirst():
            return clock.choose_first(state, seat)
        case EatKind():
            return dessert.eat_kind(state, seat, action)
    return [OfferLeft(seat, state.asked.letter)] if state.asked else refused(Reason.NOT_NOW, now=prompt(state))


def _follows(state: State) -> Event | None:
    """What happens now without anybody doing anything."""
    if state.drawn or state.asked:
        return None
    if state.phase is Phase.SERVING:
        seat = turns(state)[0]
        return enjoy.served(state, seat, ()) if enjoy.nothing_to_eat(state) else None
    question = offers.asked(state)
    if question and _uses(state, question.seat, question.letter):
        return question
    if state.phase is Phase.CLEARING:
        return offers.lost(state) or enjoy.round_ended(state)
    return GameEnded() if state.phase is Phase.DESSERT else None
