"""Course of the game: whose turn it is, what each may do, and what follows by itself."""

from collections.abc import Sequence

from device.events import Event
from device.rules.following import with_what_follows
from device.rules.game import Action, Refusal
from device.rules.pizza import cooking, locations, rounds, serving, tiles
from device.rules.pizza.actions import (
    AdjustDie,
    ChooseAnySlice,
    ChooseSlice,
    DeclineTile,
    DrawAll,
    ExtraToken,
    LetBe,
    LimitOpponents,
    MakeDough,
    Pass,
    PlayCard,
    Reserve,
    Serve,
    ShuffleAll,
    SkipTopping,
    TakeTile,
    Top,
)
from device.rules.pizza.events import (
    CookingBegan,
    GameEnded,
    LastBonusAsked,
    ServingBegan,
    TileDeclined,
    TileLeft,
)
from device.rules.pizza.fold import apply
from device.rules.pizza.reason import Reason, refused
from device.rules.pizza.state import Phase, Player, State
from device.rules.pizza.view import prompt

TOPPINGS = (Top, MakeDough, SkipTopping)
AWAITED: dict[Phase, tuple[type[Action], ...]] = {
    Phase.DECLARING: (LimitOpponents, LetBe),
    Phase.COOKING: (PlayCard, *TOPPINGS, AdjustDie, ChooseAnySlice, ExtraToken, DrawAll),
    Phase.BONUS: (TakeTile, DeclineTile),
    Phase.SERVING: (Serve, ExtraToken, Pass),
    Phase.RESERVING: (Reserve, ShuffleAll),
    Phase.LAST_BONUS: (ChooseSlice,),
}


def turns(state: State) -> tuple[int, ...]:
    """The seats that the game waits for: all who cook, one who serves."""
    match state.phase:
        case Phase.DECLARING:
            return tuple(player.seat.seat for player in state.players if not player.decided)
        case Phase.COOKING:
            return tuple(player.seat.seat for player in state.players if cooking.cooks(player))
        case Phase.BONUS:
            return state.order[:1]
        case Phase.SERVING:
            return () if state.turn is None else (state.turn,)
        case Phase.RESERVING:
            return tuple(player.seat.seat for player in state.players if rounds.asked(player))
        case Phase.LAST_BONUS:
            return tuple(player.seat.seat for player in state.players if tiles.open_bonuses(player))
    return ()


def legal(state: State, seat: int) -> Sequence[Action]:
    """All that the seat may do now."""
    if seat not in turns(state):
        return ()
    player = state.player(seat)
    match state.phase:
        case Phase.DECLARING:
            return (*tiles.declarations(player), LetBe())
        case Phase.COOKING:
            if player.landed:
                return cooking.toppings(state, player, player.landed)
            options = tiles.cooking_options(state, player)
            return (*cooking.plays(player), *options) if options else cooking.plays(player)
        case Phase.BONUS:
            return tiles.choices(state)
        case Phase.SERVING:
            return (*serving.servings(state, player), *tiles.extra_tokens(state, player), Pass())
        case Phase.RESERVING:
            return (Reserve(), ShuffleAll())
    return tiles.slice_choices(player)


def act(state: State, seat: int, action: Action) -> list[Event] | Refusal:
    """All that the action makes happen, or why it cannot be."""
    verdict = _out_of_place(state, seat, action) or _verdict(state, seat, action)
    return verdict if isinstance(verdict, Refusal) else with_what_follows(state, verdict, apply, _follows)


def _out_of_place(state: State, seat: int, action: Action) -> Refusal | None:
    """Why this is not the moment, or not the seat, for such an action."""
    if state.phase is Phase.OVER:
        return refused(Reason.OVER)
    waiting = turns(state)
    if not waiting:
        return refused(Reason.CHANCE, now=prompt(state, waiting))
    if not isinstance(action, AWAITED[state.phase]):
        moment = Reason.TILE_NOT_NOW if type(action) in tiles.ACTION_OF else Reason.NOT_NOW
        return refused(moment, now=prompt(state, waiting))
    if seat not in waiting:
        names = [state.player(other).seat.name for other in waiting]
        return refused(Reason.DONE if state.phase is Phase.COOKING else Reason.NOT_YOUR_TURN, names=names)
    return _wrong_step(state.player(seat), action) if state.phase is Phase.COOKING else None


def _wrong_step(player: Player, action: Action) -> Refusal | None:
    """A token that waits for its place comes before everything else."""
    if player.landed and not isinstance(action, TOPPINGS):
        return refused(Reason.TOPPING_FIRST)
    return None


def _verdict(state: State, seat: int, action: Action) -> list[Event] | Refusal:
    """The verdict on an action at its moment."""
    match action:
        case PlayCard():
            return cooking.play_card(state, seat, action)
        case Top() | MakeDough() | SkipTopping():
            return cooking.top(state, seat, action)
        case AdjustDie() | ChooseAnySlice() | ExtraToken() | DrawAll() | LimitOpponents():
            return tiles.use(state, seat, action)
        case LetBe():
            return [TileLeft(seat)]
        case TakeTile():
            return tiles.take_tile(state, seat, action)
        case DeclineTile():
            return [TileDeclined(seat)]
        case Serve():
            return serving.serve(state, seat, action)
        case Pass():
            return serving.pass_on(state, seat)
        case ChooseSlice():
            return tiles.choose_slice(state, seat, action)
    return rounds.reserve(state, seat, action)


def _follows(state: State) -> Event | None:
    """What happens now without anybody doing anything: phases end when nobody has anything left to do in them."""
    if state.phase is Phase.SERVING or turns(state):
        return None
    match state.phase:
        case Phase.DECLARING:
            return CookingBegan()
        case Phase.COOKING:
            return cooking.cooking_ended(state)
        case Phase.BONUS:  # Z15: bonus tiles first, then card locations
            if state.advanced and not state.locations_scored:
                return locations.locations_scored(state)
            return ServingBegan(state.starter)
        case Phase.RESERVING:
            return LastBonusAsked() if any(map(tiles.open_bonuses, state.players)) else GameEnded()
        case Phase.LAST_BONUS:
            return GameEnded()
    return None
