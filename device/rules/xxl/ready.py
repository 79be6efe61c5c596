"""Ready Pizza: its three toppings and at least one cheese lie face up (X1).

It stays ready until the round ends, also while nobody notices (X11); a fly is on no pizza and changes nothing (X14).

A picture shows the table only now and then, so each token has two times: surely face down until one, surely face up
from the other. What follows from them is kept as a span, never as a guess.
"""

from enum import Enum

import msgspec

from device.rules.xxl.state import State, Token


class Readiness(Enum):
    """Whether a pizza was ready at a moment."""

    YES = "yes"
    NO = "no"
    UNSURE = "unsure"


class Span(msgspec.Struct, frozen=True):
    """Something came true after `after_ns` and by `by_ns`."""

    after_ns: int
    by_ns: int


def ready_span(state: State, pizza: str) -> Span | None:
    """Between which times the pizza became ready, or None while an ingredient is not face up."""
    spans = [_first_up(state.tokens, kind) for kind in state.components.needed(pizza)]
    known = [span for span in spans if span is not None]
    if len(known) < len(spans):
        return None
    return Span(max(span.after_ns for span in known), max(span.by_ns for span in known))


def readiness(state: State, pizza: str, at_ns: int, unaccounted: int) -> Readiness:
    """Whether the pizza was ready at `at_ns`.

    `unaccounted`: how many tokens nobody saw face down at or after that time, so that any of them might have been up.
    """
    kinds = state.components.needed(pizza)
    if all(_surely_up(state, kind, at_ns) for kind in kinds):
        return Readiness.YES
    missing = [kind for kind in kinds if not _surely_up(state, kind, at_ns) and not _maybe_up(state, kind, at_ns)]
    if len(missing) <= unaccounted and all(_one_left(state, kind) for kind in missing):
        return Readiness.UNSURE
    return Readiness.NO


def _first_up(tokens: tuple[Token, ...], kind: str) -> Span | None:
    of_kind = [token for token in tokens if token.kind == kind]
    if not of_kind:
        return None
    return Span(min(token.down_until_ns for token in of_kind), min(token.up_from_ns for token in of_kind))


def _surely_up(state: State, kind: str, at_ns: int) -> bool:
    return any(token.kind == kind and token.up_from_ns <= at_ns for token in state.tokens)


def _maybe_up(state: State, kind: str, at_ns: int) -> bool:
    return any(token.kind == kind and token.down_until_ns < at_ns for token in state.tokens)


def _one_left(state: State, kind: str) -> bool:
    """Whether a token of this kind has yet to show."""
    return sum(1 for token in state.tokens if token.kind == kind) < state.components.counts[kind]
