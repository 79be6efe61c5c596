"""Pizzeria Italia in a terminal: cards as [left|right] the way they lie, rows in their order."""

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from device.events import Event
from device.play.paint import chip
from device.play.words import Words
from device.rules.game import Action
from device.rules.italia.actions import PlaceCard, TakeBack, TakeCard
from device.rules.italia.events import CardPlaced, CardTaken, CardTakenBack, RoundScored
from device.rules.italia.state import End

CRUST = "▒"


def table(view: Mapping[str, Any], words: Words) -> RenderableType:
    """The visible cards and the deck; pizzette that nobody has."""
    lines = [Text(words.text("italia.supply", pile=view["pile"], supply=view["supply"]), "dim")]
    shown = [_card(card, False, view, words) if card else Text("[ ]", "dim") for card in view["display"]]
    return Group(*lines, *([Text("  ").join(shown)] if shown else []))


def seat(before: Mapping[str, Any], view: Mapping[str, Any], words: Words) -> RenderableType:
    """The row as it lies, the pizza deck, and the pizzette."""
    row = Text("").join(_card(laid["card"], laid["turned"], view, words) for laid in before["row"])
    deck = words.text("italia.deck", cards=before["pizza_deck"], pizzette=before["pizzette"])
    return Group(row or Text(words.text("nothing"), "dim"), Text(deck, "dim"))


def own(hidden: Mapping[str, Any], view: Mapping[str, Any], words: Words) -> RenderableType:
    """The cards that the player may look at now."""
    return Text("  ").join(_card(card, False, view, words) for card in hidden["hand"])


def details(thing: Action | Event, view: Mapping[str, Any], words: Words) -> dict[str, str]:
    """Cards as they lie, or would."""
    match thing:
        case TakeCard(place=place):
            return {"shown": _plain(view["display"][place], False, view, words)}
        case CardTaken(card=card):
            return {"shown": _plain(card, False, view, words)}
        case PlaceCard(card=card, turned=turned, end=end):
            return {"shown": _plain(card, turned, view, words), "side": _side(end, words)}
        case CardPlaced(laid=laid, end=end):
            return {"shown": _plain(laid.card, laid.turned, view, words), "side": _side(end, words)}
        case TakeBack(end=end):
            return {"side": _side(end, words)}
        case CardTakenBack(card=card, end=end):
            return {"shown": _plain(card, False, view, words), "side": _side(end, words)}
        case RoundScored(scored=scored):
            points = ", ".join(f"{words.name(each.seat)} {each.points}" for each in scored.results)
            return {"points": points}
    return {}


def _side(end: str, words: Words) -> str:
    return words.text("italia.left" if end == End.LEFT else "italia.right")


def _plain(card: str, turned: bool, view: Mapping[str, Any], words: Words) -> str:
    return _card(card, turned, view, words).plain


def _card(card: str, turned: bool, view: Mapping[str, Any], words: Words) -> Text:
    known = next((each for each in view["cards"] if each["id"] == card), None)
    if known is None:
        return Text(f"[{card}]")
    icons = [_icon(icon, words) for icon in known["icons"]]
    if known["right"] is None and known["left"] is not None and len(icons) > 1:
        icons.append(Text(CRUST, "tan"))
    return Text.assemble("[", Text("|").join(icons[::-1] if turned else icons), "]")


def _icon(icon: Mapping[str, Any], words: Words) -> Text:
    told = chip(icon["kind"], words)
    return told.append(f"×{icon['points']}", "bold") if icon["points"] > 1 else told
