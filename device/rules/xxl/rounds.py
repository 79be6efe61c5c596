"""Setup, Gameplay, New Round and End of the Game: what the pictures and the passing of time make happen."""

from collections import Counter
from collections.abc import Sequence

from device.events import Event
from device.rules.xxl.components import TOKENS
from device.rules.xxl.events import RoundEnded, RoundOpened, RoundVoided, TokenRevealed
from device.rules.xxl.state import IN_ROUND, SLOTS, Phase, State
from vision.reading import Board, Face, Piece

Point = tuple[float, float]
SLOT_REACH_MM = 70.0  # house: a card lies in a slot when its centre is this near; slots are 180 mm apart


def observe(state: State, board: Board, slots_mm: Sequence[Point]) -> list[Event]:
    """What the newest memory of the table says has happened since."""
    if state.phase is Phase.PLACING:
        return _opening(state, board, slots_mm)
    if state.phase in IN_ROUND:
        return _reveals(state, board)
    return []


def on_time(state: State, now_ns: int) -> list[Event]:
    """What the clock makes happen: the moment for further claims passes (X3), or nobody can claim any more (X10)."""
    if state.phase is Phase.CLOSING and state.closes_ns is not None and now_ns > state.closes_ns:
        return [RoundEnded()]
    if state.phase is Phase.REVEALING and state.everyone_locked:
        return [RoundVoided()]
    return []


def deadline_ns(state: State) -> int | None:
    """When the moment for further claims will have passed."""
    return state.closes_ns + 1 if state.phase is Phase.CLOSING and state.closes_ns is not None else None


def places_to_clear(state: State) -> tuple[int, ...] | None:
    """New Round: which slots want a new pizza from the pile; None before the first round and after the last."""
    if state.round == 0 or state.phase is Phase.OVER:
        return None
    return tuple(index for index, slot in enumerate(state.slots) if slot.taken or slot.pizza is None)


def _opening(state: State, board: Board, slots_mm: Sequence[Point]) -> list[Event]:
    """A round begins when all tokens lie face down, the pizzas face up in their places, and no hand is in view."""
    seen = [piece for piece in board.pieces if piece.seen_until_ns >= board.picture_start_ns]
    discs = [piece for piece in seen if piece.kind == "disc"]
    if board.hand or len(discs) != TOKENS or any(piece.face is not Face.DOWN for piece in discs):
        return []
    pizzas = pizzas_in_slots(board, slots_mm)
    named = [pizza for pizza in pizzas if pizza]
    expected = min(SLOTS, state.pizzas_left)  # X12: fewer when the pile is empty
    allowed = set(state.components.toppings_of) - state.won
    if len(named) != expected or len(set(named)) != expected or not allowed.issuperset(named):
        return []
    return [RoundOpened(pizzas, board.until_ns, state.starter)]


def pizzas_in_slots(board: Board, slots_mm: Sequence[Point]) -> tuple[str | None, ...]:
    """The pizza that lies face up in each slot, None where there is none or it cannot be told."""
    return tuple(_pizza_at(board, slot) for slot in slots_mm)


def _pizza_at(board: Board, slot_mm: Point) -> str | None:
    there = [
        piece
        for piece in board.pieces
        if piece.kind == "square" and piece.face is Face.UP and _within(piece, slot_mm, SLOT_REACH_MM)
    ]
    return there[0].label if len(there) == 1 else None


def _within(piece: Piece, point_mm: Point, reach_mm: float) -> bool:
    return (piece.x_mm - point_mm[0]) ** 2 + (piece.y_mm - point_mm[1]) ** 2 <= reach_mm**2


def _reveals(state: State, board: Board) -> list[Event]:
    """Tokens that lie face up and were not known to, in the order in which they were first seen so.

    A kind never shows more often than it exists: a token known without its number (named by the referee, or from
    before the table was cut off) is taken to be the one that shows.
    """
    known = {token.piece: token.kind for token in state.tokens}
    shown = Counter(token.kind for token in state.tokens)
    unnumbered = Counter(token.kind for token in state.tokens if token.piece is None)
    up = [p for p in board.pieces if p.kind == "disc" and p.face is Face.UP and p.label and p.up_from_ns is not None]
    revealed: list[Event] = []
    for piece in sorted(up, key=lambda piece: (piece.up_from_ns or 0, piece.id)):
        kind = piece.label or ""
        if piece.id in state.corrected or known.get(piece.id) == kind:
            continue
        if unnumbered[kind]:
            unnumbered[kind] -= 1
            continue
        if shown[kind] < state.components.counts.get(kind, 0):
            shown[kind] += 1
            down_until_ns = max(state.opened_ns, piece.down_until_ns or 0)  # all lay face down when the round opened
            revealed.append(TokenRevealed(state.round, kind, piece.id, down_until_ns, piece.up_from_ns or 0))
    return revealed
