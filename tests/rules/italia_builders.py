"""A small table for Pizzeria Italia: the house box, named seats, hands and sequences by hand, cards that lie about."""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from math import cos, radians, sin
from random import Random

import msgspec
from msgspec.structs import replace

from device.events import Event, Seat
from device.match import by_chance
from device.rules.chance import Shuffled
from device.rules.game import Action, Refusal
from device.rules.italia.actions import CallGo, PlaceFaceDown, TakeCard
from device.rules.italia.components import Components, load
from device.rules.italia.standard import Standard
from device.rules.italia.state import Laid, Phase, State
from vision.reading import Face

HOUSE = files("device.rules.italia").joinpath("components.toml").read_bytes()
BOX: Components = load(HOUSE, "components.toml")
GAME = Standard(BOX)

ANIA, BARTEK, CELINA, DAWID, EWA, FILIP = NUMBERS = (4, 14, 24, 34, 44, 54)
NAMES = ("Ania", "Bartek", "Celina", "Dawid", "Ewa", "Filip")
COLOURS = ("red", "blue", "green", "yellow", "purple", "orange")
SHAPES = ("circle", "square", "triangle", "diamond", "star", "hexagon")

SIX = ("salami|egg-1", "egg|egg-1", "chili|egg-1", "chili|mozzarella3*-1", "onion|cheese-1", "onion|cheese-2")
OTHER_SIX = ("salami|egg-2", "mozzarella-1", "chili|egg-2", "egg|mozzarella3*-1", "onion|egg-1", "onion|egg-2")


def seats(players: int) -> tuple[Seat, ...]:
    """Ania, Bartek, Celina … clockwise; the last one is the youngest."""
    rows = zip(NUMBERS, NAMES, COLOURS, SHAPES, range(players - 1, -1, -1), strict=False)
    return tuple(Seat(*row) for row in rows)


def dealt(players: int, seed: int = 0, settings: Mapping[str, int] | None = None) -> State:
    """A first round in which everybody looks at two cards."""
    state = GAME.setup(seats(players), settings or {})
    asked = GAME.chance(state)
    assert asked is not None
    return GAME.apply(state, by_chance(asked, Random(seed)))


def dealt_in_order(players: int, first: Sequence[str]) -> State:
    """A first round for which the deck was shuffled so that these cards come first."""
    order = (*first, *(card for card in BOX.deck if card not in first))
    return GAME.apply(GAME.setup(seats(players), {}), Shuffled("cards", order))


def choosing(players: int, seed: int = 0) -> State:
    """Phase 1: all cards are memorised."""
    state = dealt(players, seed)
    for player in state.players:
        state, _ = done(state, player.seat.seat, PlaceFaceDown())
    return state


def ready(players: int, seed: int = 0) -> State:
    """All cards are taken, "Go!" is not called yet."""
    state = choosing(players, seed)
    while state.phase is Phase.CHOOSING:
        state, _ = done(state, GAME.turns(state)[0], TakeCard(0))
    return state


def composing(*hands: Sequence[str], first: int = ANIA, pizzette: Sequence[int] = ()) -> State:
    """Phase 2, in which the seats have these cards in their hands."""
    state, _ = done(ready(len(hands)), ANIA, CallGo())
    won = (*pizzette, *(0 for _ in hands))
    players = tuple(
        replace(player, deck=tuple(hand), dealt=tuple(hand[:2]), pizzette=wins)
        for player, hand, wins in zip(state.players, hands, won, strict=False)
    )
    state = replace(state, players=players, first=first, supply=BOX.pizzette.count - sum(pizzette))
    return _all_others_aside(state)


def _all_others_aside(state: State) -> State:
    used = {card for player in state.players for card in (*player.deck, *(laid.card for laid in player.row))}
    return replace(state, removed=(), aside=tuple(card for card in BOX.deck if card not in used))


def with_rows(*rows: Sequence[Laid], unused: Sequence[int] = (), pizzette: Sequence[int] = ()) -> State:
    """Phase 2, in which these sequences are placed already; `unused` says how many cards each seat still has."""
    spare = iter(card for card in BOX.deck if card not in {laid.card for row in rows for laid in row})
    counts = (*unused, *(0 for _ in rows))
    hands = [[next(spare) for _ in range(count)] for _, count in zip(rows, counts, strict=False)]
    state = composing(*hands, pizzette=pizzette)
    players = tuple(replace(player, row=tuple(row)) for player, row in zip(state.players, rows, strict=True))
    return _all_others_aside(replace(state, players=players))


def row(*cards: str) -> tuple[Laid, ...]:
    """Cards from left to right; "~" before a card says that it is turned."""
    return tuple(Laid(card.removeprefix("~"), card.startswith("~")) for card in cards)


def done(state: State, seat: int, action: Action) -> tuple[State, list[Event]]:
    """The state after an action that is not refused, and what happened."""
    told = GAME.act(state, seat, action)
    assert not isinstance(told, Refusal), told
    for event in told:
        state = GAME.apply(state, event)
    return state, told


def refusal(state: State, seat: int, action: Action) -> Refusal:
    """Why an action is refused."""
    told = GAME.act(state, seat, action)
    assert isinstance(told, Refusal), told
    return told


class SeenCard(msgspec.Struct, frozen=True):
    """A card on the table, as the eyes tell it."""

    label: str | None
    x_mm: float
    y_mm: float
    rotation_deg: float | None = 0.0
    face: Face = Face.UP


def laid_out(*labels: str, gap_mm: float = 1.0, x_mm: float = 100.0, y_mm: float = 100.0) -> list[SeenCard]:
    """Cards in a straight row; "~" before a label says that the card is turned."""
    pitch_mm = BOX.size.width_mm + gap_mm
    return [
        SeenCard(label.removeprefix("~"), x_mm + at * pitch_mm, y_mm, 180.0 if label.startswith("~") else 0.0)
        for at, label in enumerate(labels)
    ]


def moved(card: SeenCard, right_mm: float = 0.0, down_mm: float = 0.0, turn_deg: float = 0.0) -> SeenCard:
    """The card shifted on the table, and turned in its place."""
    turned = None if card.rotation_deg is None else card.rotation_deg + turn_deg
    return replace(card, x_mm=card.x_mm + right_mm, y_mm=card.y_mm + down_mm, rotation_deg=turned)


def all_turned(cards: Sequence[SeenCard], turn_deg: float) -> list[SeenCard]:
    """All cards as they lie when the whole table is turned clockwise around its corner."""
    along, across = cos(radians(turn_deg)), sin(radians(turn_deg))
    return [
        replace(
            card,
            x_mm=card.x_mm * along - card.y_mm * across,
            y_mm=card.x_mm * across + card.y_mm * along,
            rotation_deg=None if card.rotation_deg is None else card.rotation_deg + turn_deg,
        )
        for card in cards
    ]
