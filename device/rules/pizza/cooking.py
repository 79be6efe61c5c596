"""Phase 1, the cooking phase: three ingredient cards are played, each moves the disc and tops a slice."""

from collections.abc import Sequence
from functools import lru_cache

from device.events import Event
from device.rules.game import Action, Refusal, Term
from device.rules.pizza.actions import MakeDough, PlayCard, SkipTopping, Top
from device.rules.pizza.components import SLICES
from device.rules.pizza.events import CardPlayed, CookingEnded, DoughMade, SliceTopped, ToppingAsked, ToppingSkipped
from device.rules.pizza.reason import Reason, refused
from device.rules.pizza.state import Landed, Player, State
from device.rules.pizza.track import moved
from device.rules.seats import clockwise

ACTIONS = 3  # "a total of 3 ingredient cards during each cooking phase"
HAND, SHORT_HAND = 3, 2  # the short one while an opponent's tile says so (Z17)
DOUGH = 6  # points that new dough costs


def cooks(player: Player) -> bool:
    """Whether the player still has something to do in the cooking phase; all do it at the same time."""
    return player.actions_done < ACTIONS or player.landed is not None


def hand_size(state: State, player: Player) -> int:
    """Up to how many cards the player draws: three, but for an opponent's tile (Z17: not fewer for two of them)."""
    limited = any(other.limits_others for other in state.players if other.seat.seat != player.seat.seat)
    return SHORT_HAND if limited else HAND


def plays(player: Player) -> tuple[PlayCard, ...]:
    """Every card of the hand on every empty location."""
    return _plays(player.hand, tuple(at for at, card in enumerate(player.played) if card is None))


@lru_cache(maxsize=4096)
def _plays(hand: tuple[str, ...], empty: tuple[int, ...]) -> tuple[PlayCard, ...]:
    return tuple(PlayCard(card, location) for card in hand for location in empty)


def play_card(state: State, seat: int, action: PlayCard) -> list[Event] | Refusal:
    """The card goes on the location, and the disc moves as many steps as the die there shows.

    A served slice gives the choice between new dough and no topping, where the points allow dough (Z5).
    """
    player, location = state.player(seat), action.location
    if action.card not in player.hand:
        return refused(Reason.NO_CARD, card=Term(action.card), hand=[Term(card) for card in player.hand])
    if not 0 <= location < len(player.played):
        return refused(Reason.NO_LOCATION, location=location + 1, locations=len(player.played))
    if player.played[location] is not None:
        return refused(Reason.LOCATION_TAKEN, colour=Term(state.components.locations[location].colour))
    disc = moved(state.components, player.disc, state.dice[location] + player.adjust)
    played = CardPlayed(seat, action.card, location, disc)
    landed = Landed(action.card, location, player.any_slice)
    slice = state.components.spaces[disc][0]
    if not player.any_slice and not player.slices[slice].served:
        return [played, _topped(state, player, landed, disc, slice)]
    if player.points < DOUGH and (not player.any_slice or all(each.served for each in player.slices)):
        return [played, ToppingSkipped(seat)]
    return [played, ToppingAsked(seat, action.card, location, player.any_slice)]


def _topped(state: State, player: Player, landed: Landed, disc: int, slice: int) -> SliceTopped:
    """The token goes in the zone of the disc; one beside the played card must be taken, else one of the supply (Z4)."""
    slot = landed.location if landed.card in player.slots[landed.location] else None
    return SliceTopped(player.seat.seat, slice, state.components.spaces[disc][1], landed.card, slot)


def toppings(state: State, player: Player, landed: Landed) -> Sequence[Action]:
    """Where the token may go, once the disc has landed on a served slice, or a tile lets it go anywhere (Z20)."""
    disc_slice = state.components.spaces[player.disc][0]
    within = range(SLICES) if landed.any_slice else (disc_slice,)
    unserved = [Top(slice) for slice in within if not player.slices[slice].served]
    dough = [MakeDough(slice) for slice in within if player.slices[slice].served and player.points >= DOUGH]
    return (*unserved, *dough, *(() if unserved else (SkipTopping(),)))


def top(state: State, seat: int, action: Action) -> list[Event] | Refusal:
    """The token goes on a slice, on new dough, or nowhere."""
    player = state.player(seat)
    landed = player.landed
    if landed is None:
        return refused(Reason.NOTHING_LANDED)
    if isinstance(action, SkipTopping):
        if landed.any_slice and not all(slice.served for slice in player.slices):
            return refused(Reason.MUST_TOP)
        return [ToppingSkipped(seat)]
    assert isinstance(action, Top | MakeDough)
    slice, disc_slice = action.slice, state.components.spaces[player.disc][0]
    if not 0 <= slice < SLICES:
        return refused(Reason.NO_SLICE, slice=slice + 1, slices=SLICES)
    if slice != disc_slice and not landed.any_slice:
        return refused(Reason.OTHER_SLICE, slice=slice + 1, disc=disc_slice + 1)
    served = player.slices[slice].served
    topped = _topped(state, player, landed, player.disc, slice)
    if isinstance(action, Top):
        return refused(Reason.SLICE_SERVED, slice=slice + 1) if served else [topped]
    if not served:
        return refused(Reason.SLICE_NOT_SERVED, slice=slice + 1)
    if player.points < DOUGH:
        return refused(Reason.DOUGH_TOO_DEAR, cost=DOUGH, points=player.points)
    return [DoughMade(seat, slice, DOUGH), topped]


def cooking_ended(state: State) -> CookingEnded:
    """Who may take bonus tiles, a tile each in turn: most points first, ties from the starting player on (Z14)."""
    if not state.advanced:
        return CookingEnded(())
    around = clockwise(state.players, state.starter)
    ranked = sorted(around, key=lambda seat: -state.player(seat).points)
    most = max(player.freed for player in state.players)
    return CookingEnded(tuple(s for turn in range(most) for s in ranked if state.player(s).freed > turn))
