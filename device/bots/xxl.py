"""A bot for Pizza XXL. Party: it slaps what it sees to be ready. Memory: it turns what it has seen and needs."""

from collections.abc import Sequence
from random import Random
from typing import Any

from device.rules.game import Action
from device.rules.xxl.actions import Reveal, Touch


def greedy(view: dict[str, Any], seat: int, legal: Sequence[Action], rng: Random) -> Action | None:
    """A ready pizza first, then what helps the seat's own; it never touches a pizza that is not ready."""
    ready = [action for action in legal if isinstance(action, Touch) and _is_ready(view, action.slot)]
    if ready:
        return rng.choice(ready)
    if seat not in view["turns"]:
        return None
    tokens = [action for action in legal if isinstance(action, Reveal)]
    if tokens:
        return _wanted(view, seat, tokens, rng)
    return legal[-1]  # leave it


def _is_ready(view: dict[str, Any], slot: int) -> bool:
    up = {token["kind"] for token in view["revealed"]}
    return up.issuperset(view["slots"][slot]["pizza"]["toppings"]) and view["cheese"] in up


def _wanted(view: dict[str, Any], seat: int, tokens: Sequence[Reveal], rng: Random) -> Action:
    """One that is known to be needed, else one that nobody has seen."""
    known = {token["place"]: token["kind"] for token in view["own"].get("remembers", [])}
    needed = _needed(view, seat)
    helpful = [action for action in tokens if known.get(action.place) in needed]
    unseen = [action for action in tokens if action.place not in known]
    return rng.choice(helpful or unseen or tokens)


def _needed(view: dict[str, Any], seat: int) -> set[str]:
    """What the pizza before the seat still needs; in the party variant there is none."""
    pizza = next(one.get("pizza") for one in view["seats"] if one["seat"] == seat)
    if pizza is None:
        return set()
    up = {token["kind"] for token in view["revealed"]}
    return {*pizza["toppings"], view["cheese"]} - up
