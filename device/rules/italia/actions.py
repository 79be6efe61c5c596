"""What players do in Pizzeria Italia."""

from device.rules.game import Action
from device.rules.italia.state import End


class PlaceFaceDown(Action, frozen=True):
    """Stop memorising: the two cards go face down on the table and are the pizza deck."""


class TakeCard(Action, frozen=True):
    """Choose the visible card in this place, 0 to 2."""

    place: int


class CallGo(Action, frozen=True):
    """Call "Ready, pizzaioli... Go!"."""


class PlaceCard(Action, frozen=True):
    """Place a card of the own pizza deck at an end of the own sequence, upright or turned.

    The first card of a sequence goes to its right end.
    """

    card: str
    end: End
    turned: bool = False


class TakeBack(Action, frozen=True):
    """Take the card at this end of the own sequence back into the hand; a lone card lies at the right end."""

    end: End


class Slap(Action, frozen=True):
    """Slap the table and say "Pizza!"."""


OF_ITALIA: tuple[type[Action], ...] = (PlaceFaceDown, TakeCard, CallGo, PlaceCard, TakeBack, Slap)
