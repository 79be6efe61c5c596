"""A bot for Pizza: it tops slices towards the customers that are in the restaurant, and serves the best one."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Any

from device.rules.game import Action
from device.rules.pizza.actions import (
    ChooseSlice,
    DeclineTile,
    DrawAll,
    ExtraToken,
    LetBe,
    LimitOpponents,
    MakeDough,
    Pass,
    PlayCard,
    Serve,
    SkipTopping,
    TakeTile,
    Top,
)

ZONES = ("outer", "middle", "inner")
TILE_WORTH = {"four points": 4.0, "draw all": 3.0, "opponents draw two": 2.5, "extra token": 2.5, "any slice": 2.0}
USUAL_WORTH = 1.5
PARTLY = 0.25  # of a customer's points, for each token of a slice that this customer wants


def greedy(view: dict[str, Any], seat: int, legal: Sequence[Action], rng: Random) -> Action | None:
    """What the bot does: the action that looks best by itself."""
    if not legal:
        return None
    me = next(other for other in view["seats"] if other["seat"] == seat)
    return max(legal, key=lambda action: (_worth(view, me, action), rng.random()))


def _worth(view: dict[str, Any], me: dict[str, Any], action: Action) -> float:
    match action:
        case Serve(customer=name, slice=at):
            points = next(guest["points"] for guest in view["customers"] if guest["name"] == name)
            slice = me["slices"][at]
            return float(points + 2 * bool(slice["outer"]) + bool(slice["middle"]))
        case PlayCard(card=card, location=location):
            return _worth_of_play(view, me, card, location)
        case Top(slice=at):
            return _gain(view, me["slices"][at], me["landed"])
        case MakeDough():
            return -1.0
        case ExtraToken(token=token):
            return _gain(view, me["slices"][me["disc"]["slice"]], token) - 1.0
        case TakeTile(kind=kind):
            return TILE_WORTH.get(kind, USUAL_WORTH)
        case ChooseSlice(slice=at):
            return float(len(_tokens(me["slices"][at])))
        case LimitOpponents() | DrawAll():
            return 0.1
        case Pass() | SkipTopping() | DeclineTile() | LetBe():
            return 0.0
    return -0.5


def _worth_of_play(view: dict[str, Any], me: dict[str, Any], card: str, location: int) -> float:
    """Where the disc would land, and what the token is worth there; a point for a token that leaves a slot."""
    track, die = view["track"], view["dice"][location]["die"]
    space = track[(me["disc"]["space"] + die + me["adjust"]) % len(track)]
    slice = me["slices"][space["slice"]]
    if slice["served"]:
        return -0.5
    zone = (0.5, 0.25, 0.0)[space["zone"]]
    return _gain(view, slice, card) + zone + (1.0 if card in me["slots"][location] else 0.0)


def _tokens(slice: dict[str, Any]) -> tuple[str, ...]:
    return tuple(token for zone in ZONES for token in slice[zone])


def _gain(view: dict[str, Any], slice: dict[str, Any], token: str) -> float:
    """How much better the slice's prospects are with one more token."""
    tokens = _tokens(slice)
    groups = tuple(sorted(view["groups"].items()))
    guests = tuple((tuple(guest["wants"]), guest["points"]) for guest in view["customers"])
    return _prospect((*tokens, token), guests, groups) - _prospect(tokens, guests, groups)


@lru_cache(maxsize=65536)
def _prospect(tokens: tuple[str, ...], guests: tuple[tuple[tuple[str, ...], int], ...], groups: Any) -> float:
    """The best customer that a slice fits, or may come to fit."""
    kinds = dict(groups)
    best = 0.0
    for wants, points in guests:
        if _within(tokens, wants, kinds):
            share = 1.0 if len(tokens) == len(wants) else PARTLY * len(tokens)
            best = max(best, share * points)
    return best


def _within(tokens: Sequence[str], wants: tuple[str, ...], groups: dict[str, str]) -> bool:
    """Whether each token meets a wish of its own."""
    if len(tokens) > len(wants):
        return False
    return any(_meets(tokens, chosen, groups) for chosen in combinations(wants, len(tokens)))


def _meets(tokens: Sequence[str], wants: Sequence[str], groups: dict[str, str]) -> bool:
    if not tokens:
        return True
    fitting = [at for at, want in enumerate(wants) if want in (tokens[0], groups[tokens[0]], "any")]
    return any(_meets(tokens[1:], (*wants[:at], *wants[at + 1 :]), groups) for at in fitting)
