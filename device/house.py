"""The house set's pieces of Pizzeria and Pizza: what stands on each, from the components."""

from collections.abc import Mapping
from pathlib import Path

from device.games import box_of
from device.rules.pizza import components as pizza
from device.rules.pizza.customers import Side, label
from device.rules.pizza.layout import COLOURS, disc_label
from device.rules.pizzeria import components as pizzeria
from device.rules.pizzeria import offers, setup
from vision.artwork_cards import Card, Customer, Offer
from vision.artwork_pizza import Disc

_SYMBOLS = {"lightning": offers.LIGHTNING, "clock": offers.CLOCK, "flag": offers.FLAG}
_CROSSED = {
    "first": offers.NOT_IN_FIRST_ROUND,
    "last": offers.NOT_IN_LAST_ROUND,
    "2 only": setup.NOT_FOR_TWO,
}


def offer_cards(box: pizzeria.Components) -> tuple[Offer, ...]:
    """The special offers of Pizzeria by letter."""
    return tuple(
        Offer(
            letter,
            next(symbol for symbol, letters in _SYMBOLS.items() if letter in letters),
            tuple(what for what, letters in _CROSSED.items() if letter in letters),
            number,
            len(box.offers),
        )
        for number, letter in enumerate(box.offers)
    )


def customer_cards(box: pizza.Components) -> tuple[Customer, ...]:
    """The customers of Pizza."""
    return tuple(
        Customer(
            customer.name,
            (label(customer.name, Side.FIRST), label(customer.name, Side.LATER)),
            (customer.first, customer.later),
            customer.wants,
            number,
            len(box.customers),
        )
        for number, customer in enumerate(box.customers)
    )


def pizza_discs() -> tuple[Disc, ...]:
    """The pizza disc of each player."""
    return tuple(Disc(disc_label(colour), colour) for colour in COLOURS)


def house_decks(own: Mapping[str, Path]) -> dict[str, tuple[Card, ...]]:
    """The cards of the house set by what they are; `own` are components files by game. Raises ComponentsError."""
    return {
        "offers": offer_cards(box_of("pizzeria", pizzeria.load, own.get("pizzeria"))),
        "customers": customer_cards(box_of("pizza", pizza.load, own.get("pizza"))),
    }
