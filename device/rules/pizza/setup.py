"""Setup: seven customers, a shuffled draw pile and twelve tokens in four slots for each player."""

from collections.abc import Iterator, Mapping

from device.events import Seat
from device.rules.chance import Roll, Shuffle
from device.rules.pizza.components import Components
from device.rules.pizza.state import Ledger, Phase, Player, State
from device.rules.seats import clockwise, first_seat

CUSTOMERS, CARDS, SLOT_TOKENS = "customers", "ingredient cards", "slot tokens"
GUESTS = 7
DICE = 4
SLOTS = 4
TOKENS_PER_SLOT = 3
TOKENS_PER_KIND = 2  # that a player takes of each ingredient
START_POINTS = {False: 0, True: 6}  # basic, advanced


def set_up(box: Components, seats: tuple[Seat, ...], settings: Mapping[str, int], advanced: bool) -> State:
    """The state before anything was shuffled.

    "Whoever has the player board with the starting-player icon": the setting `starter`, else the first seat; it stays
    the same for the whole game (Z1).
    """
    points = START_POINTS[advanced]
    return State(
        components=box,
        players=tuple(Player(seat, points=points, ledger=Ledger(start=points)) for seat in seats),
        starter=first_seat(seats, settings.get("starter"), seats[0].seat),
        advanced=advanced,
        supply={kind: box.tokens.each - TOKENS_PER_KIND * len(seats) for kind in box.kinds},
        stock={tile.kind: len(seats) if advanced else 0 for tile in box.tiles},
    )


def chance(state: State) -> Shuffle | Roll | None:
    """Customers, then each player's slots and draw pile; in each round the dice, and the draw piles anew."""
    box = state.components
    match state.phase:
        case Phase.CUSTOMERS:
            return Shuffle(CUSTOMERS, tuple(box.customer))
        case Phase.ROLLING:
            return Roll(DICE)
        case Phase.MIXING:
            return next(_unmixed(state), None)
    return None


def _unmixed(state: State) -> Iterator[Shuffle]:
    for seat in clockwise(state.players, state.starter):
        player = state.player(seat)
        if state.round == 0 and not any(player.slots):
            yield Shuffle(SLOT_TOKENS, state.components.kinds * TOKENS_PER_KIND, seat)
        if not player.mixed:
            cards = tuple(kind for kind in state.components.kinds if kind != player.reserved)
            yield Shuffle(CARDS, cards, seat)
