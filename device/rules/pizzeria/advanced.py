"""The advanced variant: the basic game with a special offer on each stack."""

from device.events import Event
from device.rules.game import Action
from device.rules.pizzeria import actions, events
from device.rules.pizzeria.basic import Basic


class Advanced(Basic):
    """Pizzeria for 2 to 6 seats with the special offers A to L."""

    variant = "advanced"
    variant_title = "Special offers"
    events: tuple[type[Event], ...] = (*events.OF_PIZZERIA, *events.OF_SPECIAL_OFFERS)
    actions: tuple[type[Action], ...] = (*actions.OF_PIZZERIA, *actions.OF_SPECIAL_OFFERS)
    special_offers = True
