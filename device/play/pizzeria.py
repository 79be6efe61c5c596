"""Pizzeria in a terminal: the pizza in its portions, each slice with its number and leaves, saved slices by kind."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from device.events import Event
from device.play.paint import chip, kind_of
from device.play.words import Words
from device.rules.game import Action
from device.rules.pizzeria.actions import Divide, EatSaved, GiveJeff, JeffEats, Serve, TakePortion
from device.rules.pizzeria.events import Divided, JeffDined, PizzaServed, PortionTaken, Served

LEAF = "❧"


def table(view: Mapping[str, Any], words: Words) -> RenderableType:
    """The pizza or its portions, and how many stacks are left."""
    key = "pizzeria.stacks_and_aside" if view["aside"] else "pizzeria.stacks"
    lines = [Text(words.text(key, stacks=len(view["stacks"]), aside=view["aside"]), "dim")]
    if view["pizza"]:
        lines.append(_slices(view["pizza"], view, words))
    if view["offer"]:
        lines.append(_offer(view["offer"], words))
    names = {seat["seat"]: seat["name"] for seat in view["seats"]}
    for at, portion in enumerate(view["portions"], start=1):
        line = Text(f"{at}  ", "bold cyan")
        line.append_text(_portion(portion, view, words))
        if portion["taken_by"] is not None:
            line.append(f"  ✓ {names[portion['taken_by']]}", "dim")
        lines.append(line)
    return Group(*lines)


def seat(before: Mapping[str, Any], view: Mapping[str, Any], words: Words) -> RenderableType:
    """Saved slices by kind, eaten ones with their leaves, special offers."""
    saved = Text(", ").join(
        chip(each["kind"], words).append(f" {each['slices']}", "bold") for each in before["saved_by_kind"]
    )
    lines = [
        Text.assemble((f"{words.label('saved')} ", "dim"), saved or Text(words.text("nothing"), "dim")),
        Text.assemble((f"{words.label('eaten')} ", "dim"), f"{len(before['eaten'])}  {LEAF}{before['leaves']}"),
    ]
    if before["offers"]:
        held = Text(" ").join(_held(each, words) for each in before["offers"])
        lines.append(Text.assemble((f"{words.label('offers')} ", "dim"), held))
    return Group(*lines)


def own(hidden: Mapping[str, Any], view: Mapping[str, Any], words: Words) -> RenderableType:
    """Nobody has anything hidden."""
    return Text()


def details(thing: Action | Event, view: Mapping[str, Any], words: Words) -> dict[str, str]:
    """Slices with their leaves, portions as they would lie."""
    match thing:
        case Divide(cuts=cuts, offer=offer):
            return {"portions": _divided(view["pizza"], cuts, offer, view, words)}
        case TakePortion(portion=at):
            return {"slices": _portion(view["portions"][at], view, words).plain}
        case PortionTaken(portion=at):
            return {"slices": _portion(view["portions"][at], view, words).plain}
        case GiveJeff(portion=at):
            return {"slices": _portion(view["portions"][at], view, words).plain}
        case Serve(eat=slices) | EatSaved(slices=slices) | JeffEats(slices=slices) | JeffDined(slices=slices):
            return {"slices": _slices(slices, view, words).plain}
        case PizzaServed(slices=slices):
            return {"pizza": _slices(slices, view, words).plain}
        case Served(saved=saved, eaten=eaten):
            kept, gone = (_slices(each, view, words).plain or words.text("nothing") for each in (saved, eaten))
            return {"kept": kept, "gone": gone}
        case Divided(portions=portions):
            return {"number": str(len(portions))}
    return {}


def _divided(
    pizza: Sequence[str], cuts: Sequence[int], offer: int | None, view: Mapping[str, Any], words: Words
) -> str:
    """The portions that cuts before these slices make; the offer on one, or alone as one more."""
    told = []
    for at, cut in enumerate(cuts):
        until = cuts[(at + 1) % len(cuts)]
        arc = pizza[cut:until] if cut < until else [*pizza[cut:], *pizza[:until]]
        told.append(_slices(arc, view, words).plain + (f" +{view['offer']}" if offer == at else ""))
    if offer == len(cuts):
        told.append(str(view["offer"]))
    return " | ".join(told)


def _portion(portion: Mapping[str, Any], view: Mapping[str, Any], words: Words) -> Text:
    line = _slices(portion["slices"], view, words)
    if portion["offer"]:
        line = (
            Text("  ").join([line, _offer(portion["offer"], words)])
            if portion["slices"]
            else _offer(portion["offer"], words)
        )
    return line


def _slices(slices: Sequence[str], view: Mapping[str, Any], words: Words) -> Text:
    known = {piece["id"]: piece for piece in view["slices"]}
    return Text(" ").join(_slice(piece, known.get(piece), words) for piece in slices)


def _slice(piece: str, known: Mapping[str, Any] | None, words: Words) -> Text:
    if known is None:
        return chip(kind_of(piece), words)
    told = Text("/").join(chip(kind, words) for kind in known["kinds"])
    told.append("/".join(str(value) for value in known["value"]), "dim")
    return told.append(LEAF * known["leaves"], "green3")


def _offer(letter: str, words: Words) -> Text:
    return Text(f"[{letter}] ", "bold yellow").append(words.text(f"pizzeria.offer.{letter}"), "yellow")


def _held(held: Mapping[str, Any], words: Words) -> Text:
    told = Text(str(held["letter"]), "dim strike" if held["spent"] else "bold yellow")
    return told.append(f"({words.piece(held['kind'])})") if held["kind"] else told
