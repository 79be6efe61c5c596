"""Pizza in a terminal: customers with what they want, dice by location, slices with their zones, slots."""

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from device.events import Event
from device.play.paint import chip, chips, counted
from device.play.words import Words
from device.rules.game import Action
from device.rules.pizza.actions import PlayCard
from device.rules.pizza.actions import Serve as ServeSlice
from device.rules.pizza.events import CardPlayed, LocationsScored, SliceTopped, TokenAdded

ZONES = ("outer", "middle", "inner")
LOCATION_STYLES = {"orange": "dark_orange", "green": "green3", "pink": "pink1", "blue": "dodger_blue1"}


def table(view: Mapping[str, Any], words: Words) -> RenderableType:
    """Dice, customers, and the bonus tiles that are left."""
    dice = Text("   ").join(
        Text(f"{words.piece(place['colour'])} ", LOCATION_STYLES.get(place["colour"], "")).append(
            "-" if place["die"] is None else str(place["die"]), "bold"
        )
        for place in view["dice"]
    )
    lines = [Text.assemble((f"{words.label('dice')}  ", "dim"), dice)]
    lines += [_customer(guest, words) for guest in view["customers"]]
    if view["tiles"]:
        left = ", ".join(f"{words.piece(kind)} ×{number}" for kind, number in view["tiles"].items())
        lines.append(Text.assemble((f"{words.label('tiles')}  ", "dim"), left))
    return Group(*lines)


def _customer(guest: Mapping[str, Any], words: Words) -> Text:
    line = Text(f"{guest['points']:>3}  ", "bold").append(words.piece(guest["name"]), "dim" if guest["later"] else "")
    line.append(": ").append_text(chips(guest["wants"], words, " + "))
    return line.append(f"  {words.text('pizza.slid')}", "italic dim") if guest["slid"] else line


def seat(before: Mapping[str, Any], view: Mapping[str, Any], words: Words) -> RenderableType:
    """Points, slices with the disc, slots with the played cards, bonus tiles."""
    lines = [Text.assemble((str(before["points"]), "bold"), f" {words.label('points')}")]
    space = view["track"][before["disc"]["space"]]
    for at, slice in enumerate(before["slices"]):
        here = at == space["slice"]
        line = Text(f"{'●' if here else ' '} {at + 1} ", "bold" if here else "dim")
        lines.append(line.append_text(_slice(slice, space["zone"] if here else None, words)))
    for place, slot, card in zip(view["dice"], before["slots"], before["played"], strict=True):
        line = Text(f"{words.piece(place['colour'])} ", LOCATION_STYLES.get(place["colour"], ""))
        line.append_text(counted(slot, words) if slot else Text(words.text("pizza.freed"), "dim"))
        lines.append(line.append_text(Text.assemble("  ◀ ", chip(card, words))) if card else line)
    lines.append(Text(words.text("pizza.cards", hand=before["hand"], pile=before["draw_pile"]), "dim"))
    if before["tiles"]:
        lines.append(Text(", ").join(_tile(tile, words) for tile in before["tiles"]))
    return Group(*lines)


def _slice(slice: Mapping[str, Any], disc_zone: int | None, words: Words) -> Text:
    if slice["served"]:
        return Text(words.text("pizza.served"), "dim strike")
    zones = []
    for at, zone in enumerate(ZONES):
        told = chips(slice[zone], words) if slice[zone] else Text("·", "dim")
        zones.append(Text.assemble(("›" if at == disc_zone else ""), told))
    return Text(" ╱ ", "dim").join(zones)


def _tile(tile: Mapping[str, Any], words: Words) -> Text:
    return Text(words.piece(tile["kind"]), "dim strike" if tile["used"] else "yellow")


def own(hidden: Mapping[str, Any], view: Mapping[str, Any], words: Words) -> RenderableType:
    """The hand, and the card that was reserved."""
    lines = [chips(hidden["hand"], words, "  ")]
    if hidden["reserved"]:
        lines.append(Text.assemble((f"{words.label('reserved')} ", "dim"), chip(hidden["reserved"], words)))
    return Group(*lines)


def details(thing: Action | Event, view: Mapping[str, Any], words: Words) -> dict[str, str]:
    """Locations by their colour with their die, zones by name, what a customer pays."""
    match thing:
        case PlayCard(location=location) | CardPlayed(location=location):
            place = view["dice"][location]
            return {"colour": words.piece(place["colour"]), "die": str(place["die"])}
        case SliceTopped(zone=zone) | TokenAdded(zone=zone):
            return {"zone_name": words.text(f"pizza.zone.{ZONES[zone]}")}
        case ServeSlice(customer=name):
            guest = next(guest for guest in view["customers"] if guest["name"] == name)
            return {"points": str(guest["points"])}
        case LocationsScored(points=points):
            return {"told": ", ".join(f"{words.name(seat)} {each:+d}" for seat, each in points)}
    return {}
