"""Pizza XXL in a terminal: pizzas with their toppings, the sixteen places with what lies face up."""

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from device.events import ClaimJudged, Event
from device.play.paint import chip, chips
from device.play.words import Words
from device.rules.game import Action
from device.rules.xxl.actions import Touch

IN_A_ROW = 8


def table(view: Mapping[str, Any], words: Words) -> RenderableType:
    """The pizzas in the middle, and all tokens by their place."""
    lines = [Text(words.text("xxl.pile", pile=view["pile"]), "dim")]
    for slot in view.get("slots", ()):
        pizza = chips(slot["pizza"]["toppings"], words, " + ") if slot["pizza"] else Text("-", "dim")
        taken = slot["taken_by"] is not None
        line = Text.assemble((f"{slot['slot'] + 1}  ", "bold cyan"), pizza)
        lines.append(line.append(f"  ✓ {words.name(slot['taken_by'])}", "dim") if taken else line)
    places = [_place(place, words) for place in view["places"]]
    lines += [Text("  ").join(places[at : at + IN_A_ROW]) for at in range(0, len(places), IN_A_ROW)]
    return Group(*lines)


def _place(place: Mapping[str, Any], words: Words) -> Text:
    if place["kind"] is None:
        return Text(f"○{place['place'] + 1}", "dim")
    return chip(place["kind"], words)


def seat(before: Mapping[str, Any], view: Mapping[str, Any], words: Words) -> RenderableType:
    """The pizzas that were won, and in the memory variant the one to be made."""
    lines = [Text(words.text("xxl.won", pizzas="◆" * len(before["pizzas"]) or "-"))]
    if before.get("pizza"):
        lines.append(chips(before["pizza"]["toppings"], words, " + "))
    if before.get("locked"):
        lines.append(Text(words.text("xxl.locked"), "bright_red"))
    return Group(*lines)


def own(hidden: Mapping[str, Any], view: Mapping[str, Any], words: Words) -> RenderableType:
    """Nobody has anything hidden; what was seen, people remember themselves."""
    return Text()


def details(thing: Action | Event, view: Mapping[str, Any], words: Words) -> dict[str, str]:
    """Pizzas by their toppings, and what became of a claim."""
    match thing:
        case Touch(slot=slot):
            pizza = view["slots"][slot]["pizza"]
            return {"pizza": words.piece(pizza["id"]) if pizza else words.text("nothing")}
        case ClaimJudged(seat=seat, reason=reason):
            return {"verdict": words.language.text(f"verdict.headline.{reason}", name=words.name(seat))}
    return {}
