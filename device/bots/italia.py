"""A bot for Pizzeria Italia: it takes the card that improves the best pizza of what it remembers, and builds that."""

from collections.abc import Sequence
from random import Random
from typing import Any

from device.rules.game import Action
from device.rules.italia.actions import PlaceCard, Slap, TakeBack, TakeCard
from device.rules.italia.best import best_pizza
from device.rules.italia.components import Card, Icon
from device.rules.italia.state import End


def greedy(view: dict[str, Any], seat: int, legal: Sequence[Action], rng: Random) -> Action | None:
    """What the bot does; it slaps as soon as its pizza is as good as its cards allow, or no pizza is possible."""
    if not legal:
        return None
    first = legal[0]
    if isinstance(first, TakeCard):
        return TakeCard(_best_place(view, view["own"]["remembers"], rng))
    if isinstance(legal[-1], Slap):
        row = next(other["row"] for other in view["seats"] if other["seat"] == seat)
        return _composed(view, row, view["own"]["hand"])
    return first


def _best_place(view: dict[str, Any], remembers: Sequence[str], rng: Random) -> int:
    def worth(place: int) -> tuple[int, float]:
        own = (*remembers, view["display"][place])
        cards = _cards(view, own)
        pizza = best_pizza(cards, view["mozzarella"])
        return sum(cards[at].points + 1 for at, _ in pizza), rng.random()

    return max(range(len(view["display"])), key=worth)


def _composed(view: dict[str, Any], row: Sequence[dict[str, Any]], hand: Sequence[str]) -> Action:
    """The next step from the row towards the best pizza, which is built from its left end."""
    own = sorted((*hand, *(laid["card"] for laid in row)))
    aim = [(own[at], turned) for at, turned in best_pizza(_cards(view, own), view["mozzarella"])]
    placed = [(laid["card"], laid["turned"]) for laid in row]
    if placed != aim[: len(placed)]:
        return TakeBack(End.RIGHT)
    if len(placed) == len(aim):
        return Slap()
    card, turned = aim[len(placed)]
    return PlaceCard(card, End.RIGHT, turned)


def _cards(view: dict[str, Any], ids: Sequence[str]) -> list[Card]:
    by_id = {card["id"]: card for card in view["cards"]}
    return [_card(by_id[id]) for id in ids]


def _card(seen: dict[str, Any]) -> Card:
    icons = tuple(Icon(icon["kind"], icon["points"]) for icon in seen["icons"])
    return Card(seen["label"], seen["left"], seen["right"], icons)
