"""A small Pizza XXL table for the tests: the house box, named seats, boards and claims by hand."""

from collections.abc import Mapping
from importlib.resources import files

from device.events import ClaimJudged, Event, Seat
from device.rules.refereed import Claim
from device.rules.xxl.components import Components, load
from device.rules.xxl.events import RoundOpened, TokenRevealed
from device.rules.xxl.party import Party
from device.rules.xxl.state import State
from vision.reading import Board, Face, Piece

MS = 1_000_000
SECOND = 1000 * MS
OPENED = 10 * SECOND  # when the rounds of these tests open
SETTINGS = {"tie_window_ns": MS, "second_claim_window_ns": 1500 * MS, "grace_ns": 100 * MS}

HOUSE = files("device.rules.xxl").joinpath("components.toml").read_bytes()
BOX: Components = load(HOUSE, "components.toml")
SLOTS_MM = ((380.0, 315.0), (560.0, 315.0), (740.0, 315.0))
PARTY = Party(BOX, SLOTS_MM)

MARGHERITA = "mushroom-tomato-onion"  # the rulebook's example
PEPPER = "mushroom-tomato-pepper"  # shares two toppings with it
HAM = "ham-salami-olive"
PIZZAS = (MARGHERITA, PEPPER, HAM)
FOR_MARGHERITA = ("mushroom", "tomato", "onion", "cheese")

NAMES = ("Ania", "Bartek", "Celina", "Dawid", "Ewa", "Filip")
COLOURS = ("red", "blue", "green", "yellow", "purple", "orange")
SHAPES = ("circle", "square", "triangle", "diamond", "star", "hexagon")

TOKEN_KINDS = dict(enumerate((kind for kind, count in BOX.counts.items() for _ in range(count)), start=1))
"""The eyes' numbers of the sixteen tokens, and what they show when they are turned."""


def seats(*age_orders: int) -> tuple[Seat, ...]:
    """Seats 0, 1, 2 … clockwise; `age_orders` says how old each is, 0 the youngest."""
    return tuple(
        Seat(seat, NAMES[seat], COLOURS[seat], SHAPES[seat], age_order) for seat, age_order in enumerate(age_orders)
    )


def table(*age_orders: int) -> State:
    """A game that nobody has begun to play; seat 0 is the youngest unless ages are given."""
    return PARTY.setup(seats(*(age_orders or (0, 1, 2))), SETTINGS)


def opened(*age_orders: int, pizzas: tuple[str | None, ...] = PIZZAS, at_ns: int = OPENED) -> State:
    """A game in its first round."""
    state = table(*age_orders)
    return PARTY.apply(state, RoundOpened(pizzas, at_ns, state.starter))


def fold(state: State, *events: Event) -> State:
    for event in events:
        state = PARTY.apply(state, event)
    return state


def reveal(state: State, *kinds: str, at_ns: int = OPENED + SECOND, after_ns: int | None = None) -> State:
    """Tokens of these kinds turned at `at_ns`, or somewhere between `after_ns` and then."""
    for kind in kinds:
        shown = {token.piece for token in state.tokens}
        piece = next(number for number, name in TOKEN_KINDS.items() if name == kind and number not in shown)
        down_until_ns = at_ns if after_ns is None else after_ns
        state = PARTY.apply(state, TokenRevealed(state.round, kind, piece, down_until_ns, at_ns))
    return state


def board(
    until_ns: int,
    up: Mapping[int, tuple[int, int]] | None = None,
    pizzas: tuple[str | None, ...] = PIZZAS,
    hand: bool = False,
    unseen: Mapping[int, int] | None = None,
) -> Board:
    """The table as remembered: all tokens face down until now, but for some.

    `up`: token number to (down until, up from); `unseen`: token number to when it was last seen face down.
    """
    pieces = [_token(number, until_ns, up or {}, unseen or {}) for number in TOKEN_KINDS]
    pieces += [card(101 + slot, pizza, SLOTS_MM[slot], until_ns) for slot, pizza in enumerate(pizzas) if pizza]
    return Board(until_ns - 10 * MS, until_ns, tuple(pieces), hand)


def _token(number: int, until_ns: int, up: Mapping[int, tuple[int, int]], unseen: Mapping[int, int]) -> Piece:
    x_mm, y_mm = 60.0 * number, 100.0
    if number in up:
        down_ns, up_ns = up[number]
        kind = TOKEN_KINDS[number]
        return Piece(number, "disc", Face.UP, kind, x_mm, y_mm, None, 0.9, until_ns, down_ns, up_ns)
    down_ns = unseen.get(number, until_ns)
    return Piece(number, "disc", Face.DOWN, None, x_mm, y_mm, None, 0.9, down_ns, down_ns, None)


def card(number: int, pizza: str | None, at_mm: tuple[float, float], until_ns: int, face: Face = Face.UP) -> Piece:
    return Piece(number, "square", face, pizza, *at_mm, 0.0, 0.9, until_ns, None, 0)


def verdict_on(
    state: State, seat: int, slot: int, at_ns: int, seen: Board | None = None, tie: bool = False
) -> ClaimJudged:
    """The verdict on a hand on a pizza, the table having been seen a moment later, or with `seen`."""
    judged = PARTY.judge(state, Claim(seat, slot, at_ns, tie), seen or _seen_after(state, at_ns), 1, True)
    assert judged is not None
    return judged


def claim(state: State, seat: int, slot: int, at_ns: int, tie: bool = False) -> State:
    """The state after that verdict."""
    return PARTY.apply(state, verdict_on(state, seat, slot, at_ns, tie=tie))


def _seen_after(state: State, at_ns: int) -> Board:
    up = {token.piece: (token.down_until_ns, token.up_from_ns) for token in state.tokens if token.piece is not None}
    return board(at_ns + 20 * MS, up)
