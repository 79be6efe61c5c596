"""Served to the table: the player with the knife builds a pizza and divides it into portions."""

from functools import cache
from itertools import combinations, pairwise

from device.events import Event
from device.rules.game import Refusal
from device.rules.pizzeria.actions import Divide, ServePizza
from device.rules.pizzeria.events import Divided, PizzaServed
from device.rules.pizzeria.offers import replacements
from device.rules.pizzeria.reason import Reason, refused
from device.rules.pizzeria.state import Portion, State
from device.rules.seats import clockwise


def pizzas(state: State) -> tuple[ServePizza, ...]:
    """The stacks that the player with the knife may take."""
    return tuple(ServePizza(stack) for stack in range(len(state.stacks)))


def serve_pizza(state: State, action: ServePizza) -> list[Event] | Refusal:
    """The player with the knife takes a stack; the slices keep its order. Its special offer is read aloud first."""
    if not 0 <= action.stack < len(state.stacks):
        return refused(Reason.NO_STACK, stack=action.stack + 1, stacks=len(state.stacks))
    stack = state.stacks[action.stack]
    served = PizzaServed(state.knife, action.stack, stack.slices, stack.offer)
    return [served, *replacements(state, stack.offer)]


def divisions(state: State) -> tuple[Divide, ...]:
    """All ways to divide the pizza on the table."""
    return all_divisions(len(state.pizza), state.cut_into, state.offer is not None)


@cache
def all_divisions(slices: int, portions: int, offer: bool) -> tuple[Divide, ...]:
    """All ways to divide a ring of so many slices. P1, P2: portions are arcs of at least one slice, or the offer alone.

    P26: a special offer alone is one of the portions.
    """
    by_cuts = list(combinations(range(slices), portions))
    if not offer:
        return tuple(Divide(cuts) for cuts in by_cuts)
    alone = combinations(range(slices), portions - 1)
    placed = [Divide(cuts, portion) for cuts in by_cuts for portion in range(portions)]
    return (*placed, *(Divide(cuts, portions - 1) for cuts in alone))


def divide(state: State, action: Divide) -> list[Event] | Refusal:
    """The player with the knife cuts; the player on the left will choose first."""
    wrong = _misplaced_offer(state, action) or _miscut(state, action)
    if wrong:
        return wrong
    return [Divided(state.knife, portions(state.pizza, state.offer, action), choosing_order(state))]


def _misplaced_offer(state: State, action: Divide) -> Refusal | None:
    if state.offer is None:
        return None if action.offer is None else refused(Reason.NO_OFFER)
    if action.offer is None:
        return refused(Reason.OFFER_FORGOTTEN, letter=state.offer)
    if not 0 <= action.offer < state.cut_into:
        return refused(Reason.OFFER_PLACE, portion=action.offer + 1, portions=state.cut_into, letter=state.offer)
    return None


def _miscut(state: State, action: Divide) -> Refusal | None:
    slices, cuts = len(state.pizza), action.cuts
    alone = action.offer is not None and action.offer == len(cuts)
    if len(cuts) != state.cut_into - alone:
        return refused(Reason.CUTS_NUMBER, cuts=len(cuts), needed=state.cut_into)
    outside = [cut for cut in cuts if not 0 <= cut < slices]
    if outside:
        return refused(Reason.CUTS_RANGE, cut=outside[0] + 1, slices=slices)
    if any(first >= second for first, second in pairwise(cuts)):
        return refused(Reason.CUTS_ORDER)
    return None


def portions(pizza: tuple[str, ...], offer: str | None, division: Divide) -> tuple[Portion, ...]:
    """The portions that a division makes; the last one goes on round to the first cut (P2)."""
    cuts = division.cuts
    arcs = [pizza[first:second] for first, second in pairwise(cuts)]
    arcs.append(pizza[cuts[-1] :] + pizza[: cuts[0]])
    if division.offer == len(cuts):
        arcs.append(())
    return tuple(Portion(arc, offer if place == division.offer else None) for place, arc in enumerate(arcs))


def choosing_order(state: State) -> tuple[int, ...]:
    """From the player to the left of the knife round to the knife; two players choose twice in turn."""
    knife_first = clockwise(state.players, state.knife)
    order = (*knife_first[1:], knife_first[0])
    return order * (state.cut_into // len(order))
