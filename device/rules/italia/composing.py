"""Phase 2, composing the pizza: all place their cards in a sequence at the same time, until somebody slaps."""

from collections.abc import Iterable
from functools import lru_cache

from device.events import Event
from device.rules.game import Action, Refusal
from device.rules.italia.actions import PlaceCard, Slap, TakeBack
from device.rules.italia.events import CardPlaced, CardTakenBack, TableSlapped
from device.rules.italia.reason import Reason, refused, words_of
from device.rules.italia.state import End, Laid, Player, State


def options(player: Player) -> tuple[Action, ...]:
    """All that a player can do with the own cards; wrong sequences are the player's affair until the slap."""
    return _options(player.deck, len(player.row))


@lru_cache(maxsize=4096)
def _options(deck: tuple[str, ...], placed: int) -> tuple[Action, ...]:
    """I12: slapping is possible from the first moment on."""
    ends = (End.LEFT, End.RIGHT) if placed else (End.RIGHT,)
    places = [PlaceCard(card, end, turned) for card in deck for end in ends for turned in (False, True)]
    backs = [TakeBack(end) for end in ((End.LEFT, End.RIGHT) if placed > 1 else (End.RIGHT,) if placed else ())]
    return (*places, *backs, Slap())


def place_card(state: State, seat: int, action: PlaceCard) -> list[Event] | Refusal:
    """The seat places one of its cards at an end of its sequence."""
    player = state.player(seat)
    if action.card not in player.deck:
        return refused(Reason.NOT_IN_HAND, card=words_of(state.components, action.card))
    if not player.row and action.end != End.RIGHT:
        return refused(Reason.FIRST_CARD)
    return [CardPlaced(seat, Laid(action.card, action.turned), action.end)]


def take_back(state: State, seat: int, action: TakeBack) -> list[Event] | Refusal:
    """The seat takes a card from an end of its sequence."""
    row = state.player(seat).row
    if not row:
        return refused(Reason.NOTHING_PLACED)
    if len(row) == 1 and action.end != End.RIGHT:
        return refused(Reason.ONLY_CARD)
    card = row[0 if action.end == End.LEFT else -1].card
    return [CardTakenBack(seat, card, action.end)]


def slap(seats: Iterable[int]) -> list[Event]:
    """The phase ends; a table that cannot tell who of several was first names them all (I10)."""
    return [TableSlapped(tuple(seats))]


def slappers(presses: Iterable[tuple[int, int]], tie_window_ns: int) -> tuple[int, ...]:
    """I10: of presses (seat, time in ns), the seat with the earliest one, and all that are less than the window later.

    The order is that of the presses in time.
    """
    in_time = sorted(presses, key=lambda press: press[1])
    near = (seat for seat, at_ns in in_time if at_ns - in_time[0][1] < max(1, tie_window_ns))
    return tuple(dict.fromkeys(near))
