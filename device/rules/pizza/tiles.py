"""Bonus tiles (advanced mode): taken for freed slots, each used once at the moment that suits it.

Extra points of tiles are counted at the end (`scoring`), whether they were used or not (Z16).
"""

from collections.abc import Sequence

from device.events import Event
from device.rules.game import Action, Refusal, Term
from device.rules.pizza.actions import (
    AdjustDie,
    ChooseAnySlice,
    ChooseSlice,
    DeclineTile,
    DrawAll,
    ExtraToken,
    LimitOpponents,
    TakeTile,
)
from device.rules.pizza.components import (
    ANY_SLICE,
    COPY,
    DIE,
    DRAW_ALL,
    EXTRA_TOKEN,
    OPPONENTS_DRAW_TWO,
    SLICE_BONUS,
    SLICES,
)
from device.rules.pizza.events import SliceChosen, TileTaken, TileUsed, TokenAdded
from device.rules.pizza.reason import Reason, refused
from device.rules.pizza.state import Player, State

MOST_CHANGE = 2
CHANGES = (-2, -1, 1, 2)
ACTION_OF: dict[type[Action], str] = {
    AdjustDie: DIE,
    ChooseAnySlice: ANY_SLICE,
    ExtraToken: EXTRA_TOKEN,
    DrawAll: DRAW_ALL,
    LimitOpponents: OPPONENTS_DRAW_TWO,
}
TileAction = AdjustDie | ChooseAnySlice | ExtraToken | DrawAll | LimitOpponents


def choices(state: State) -> Sequence[Action]:
    """The kinds that are left on the board; taking one is allowed, not demanded (Z14)."""
    return (*(TakeTile(kind) for kind, left in state.stock.items() if left), DeclineTile())


def take_tile(state: State, seat: int, action: TakeTile) -> list[Event] | Refusal:
    """The seat takes a bonus tile for a freed slot (Z13)."""
    if action.kind not in state.stock:
        return refused(Reason.NO_SUCH_TILE, kind=Term(action.kind), kinds=[Term(kind) for kind in state.stock])
    if not state.stock[action.kind]:
        return refused(Reason.TILES_GONE, kind=Term(action.kind))
    return [TileTaken(seat, action.kind)]


def ways(player: Player, kind: str) -> tuple[bool, ...]:
    """How the player can do what a tile of this kind does: by the tile itself (False), by a copy (True).

    A copy tile needs a used tile with an action (Z18): not another copy, nor a tile that is never used.
    """
    itself = any(tile.kind == kind and not tile.used for tile in player.tiles)
    copied = any(tile.kind == COPY and not tile.used for tile in player.tiles) and any(
        tile.kind == kind and tile.used for tile in player.tiles
    )
    return (*((False,) if itself else ()), *((True,) if copied else ()))


def cooking_options(state: State, player: Player) -> list[Action]:
    """What the player's tiles can do before the next card is played."""
    if not player.tiles:
        return []
    options: list[Action] = []
    if not player.adjust:
        options += [AdjustDie(change, copy) for copy in ways(player, DIE) for change in CHANGES]
    if not player.any_slice:
        options += [ChooseAnySlice(copy) for copy in ways(player, ANY_SLICE)]
    if player.deck:
        options += [DrawAll(copy) for copy in ways(player, DRAW_ALL)]
    return options + extra_tokens(state, player)


def extra_tokens(state: State, player: Player) -> list[Action]:
    """Extra tokens on the slice of the disc, which must not be served (Z19); also just before serving."""
    if player.slices[state.components.spaces[player.disc][0]].served:
        return []
    left = [kind for kind in state.components.kinds if state.supply[kind]]
    return [ExtraToken(kind, copy) for copy in ways(player, EXTRA_TOKEN) for kind in left]


def declarations(player: Player) -> list[Action]:
    """Ways to let the opponents draw up to two cards in this round (Z17)."""
    return [LimitOpponents(copy) for copy in ways(player, OPPONENTS_DRAW_TWO)]


def use(state: State, seat: int, action: TileAction) -> list[Event] | Refusal:
    """Do what a bonus tile does; its moment is right already."""
    player, kind = state.player(seat), ACTION_OF[type(action)]
    if action.copy not in ways(player, kind):
        return refused(Reason.NOTHING_TO_COPY if action.copy else Reason.NO_TILE, kind=Term(kind))
    match action:
        case AdjustDie(change=change):
            if change not in CHANGES:
                return refused(Reason.CHANGE_RANGE, change=change, most=MOST_CHANGE)
            if player.adjust:
                return refused(Reason.ADJUSTED)
            return [TileUsed(seat, kind, action.copy, change)]
        case ChooseAnySlice() if player.any_slice:
            return refused(Reason.ANY_SLICE_USED)
        case DrawAll() if not player.deck:
            return refused(Reason.NOTHING_TO_DRAW)
        case ExtraToken():
            return _extra_token(state, player, action)
    return [TileUsed(seat, kind, action.copy)]


def _extra_token(state: State, player: Player, action: ExtraToken) -> list[Event] | Refusal:
    slice, zone = state.components.spaces[player.disc]
    if not state.supply.get(action.token):
        return refused(Reason.NO_TOKEN, token=Term(action.token), kinds=[Term(k) for k in state.components.kinds])
    if player.slices[slice].served:
        return refused(Reason.DISC_SLICE_SERVED, slice=slice + 1)
    seat = player.seat.seat
    return [TileUsed(seat, EXTRA_TOKEN, action.copy), TokenAdded(seat, slice, zone, action.token)]


def open_bonuses(player: Player) -> int:
    """Slice bonuses for which a slice is to be chosen at the end, if one is left unserved (Z21)."""
    if all(slice.served for slice in player.slices):
        return 0
    return sum(1 for tile in player.tiles if tile.kind == SLICE_BONUS and tile.slice is None)


def slice_choices(player: Player) -> tuple[ChooseSlice, ...]:
    """The unserved slices; two bonuses may be for the same one (Z21)."""
    return tuple(ChooseSlice(at) for at, slice in enumerate(player.slices) if not slice.served)


def choose_slice(state: State, seat: int, action: ChooseSlice) -> list[Event] | Refusal:
    """The seat's next slice bonus counts the tokens of this slice."""
    if not 0 <= action.slice < SLICES:
        return refused(Reason.NO_SLICE, slice=action.slice + 1, slices=SLICES)
    if state.player(seat).slices[action.slice].served:
        return refused(Reason.SLICE_SERVED, slice=action.slice + 1)
    return [SliceChosen(seat, action.slice)]
