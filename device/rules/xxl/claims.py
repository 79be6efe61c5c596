"""A hand on a pizza: the verdict, with the additional rules (one hand, false claims, several hands).

The seat's button is the hand. The claim is judged against the table at the time of its first contact.
"""

from enum import StrEnum

import msgspec

from device.events import ClaimJudged
from device.rules.refereed import Claim
from device.rules.xxl.components import TOKENS
from device.rules.xxl.ready import Readiness, Span, readiness, ready_span
from device.rules.xxl.state import IN_ROUND, Slot, State
from vision.reading import Board, Face


class Reason(StrEnum):
    """Why a verdict is what it is."""

    ACCEPTED = "accepted"
    FALSE_CLAIM = "false_claim"  # the pizza was not ready: no claim for the rest of the round
    LOCKED_OUT = "locked_out"  # after a false claim (X7)
    LATE = "late"  # somebody else has it (X5)
    LOST_TIE = "lost_tie"  # at the same time as a younger player (X8)
    SECOND_TOUCH = "second_touch"  # one hand, once a round (X2, X6), so nobody takes two pizzas
    EMPTY_SLOT = "empty_slot"
    NO_ROUND = "no_round"
    ASK_REFEREE = "ask_referee"


def judge(state: State, claim: Claim, board: Board | None, verdict: int, waited: bool) -> ClaimJudged | None:
    """The verdict on a claim, numbered `verdict`; None while a later picture may still tell.

    `board` is the newest memory of the table (None: no camera); `waited`: no more waiting, decide now.
    """
    unaccounted = _unaccounted(state, board, claim.at_ns)
    judged = _judge(state, claim, unaccounted, verdict)
    if judged.reason == Reason.ASK_REFEREE and unaccounted and not waited:
        return None
    return judged


def judge_plainly(state: State, claim: Claim) -> ClaimJudged:
    """The verdict where everybody knows what lies face up; it has no number."""
    return _judge(state, claim, unaccounted=0, verdict=0)


def judge_again(state: State, judged: ClaimJudged) -> ClaimJudged:
    """The verdict that the same claim would get in `state`, from what was seen then."""
    claim = Claim(judged.seat, judged.slot, judged.at_ns, judged.tie)
    again = _judge(state, claim, judged.unaccounted, judged.verdict)
    return msgspec.structs.replace(again, picture=judged.picture)


def _judge(state: State, claim: Claim, unaccounted: int, verdict: int) -> ClaimJudged:
    slot = state.slots[claim.slot] if 0 <= claim.slot < len(state.slots) else Slot()
    span = ready_span(state, slot.pizza) if slot.pizza else None
    return ClaimJudged(
        verdict=verdict,
        seat=claim.seat,
        slot=claim.slot,
        at_ns=claim.at_ns,
        reason=_refused(state, claim, slot) or _seen(state, claim.at_ns, slot, unaccounted, span),
        pizza=slot.pizza,
        tie=claim.tie,
        ready_after_ns=span.after_ns if span else None,
        ready_by_ns=span.by_ns if span else None,
        unaccounted=unaccounted,
    )


def _seen(state: State, at_ns: int, slot: Slot, unaccounted: int, span: Span | None) -> Reason:
    """The reason that rests on what lay face up. A hand up to `grace_ns` before the first picture of it counts."""
    if slot.pizza is None:
        return Reason.EMPTY_SLOT
    ready = readiness(state, slot.pizza, at_ns, unaccounted)
    if ready is Readiness.UNSURE:
        within_grace = span is not None and span.after_ns < at_ns and span.by_ns - state.grace_ns <= at_ns
        return Reason.ACCEPTED if within_grace else Reason.ASK_REFEREE
    return Reason.ACCEPTED if ready is Readiness.YES else Reason.FALSE_CLAIM


def _refused(state: State, claim: Claim, slot: Slot) -> Reason | None:
    """The reason that needs no picture, if there is one."""
    if state.phase not in IN_ROUND:
        return Reason.NO_ROUND
    if claim.at_ns < state.opened_ns or (state.closes_ns is not None and claim.at_ns > state.closes_ns):
        return Reason.NO_ROUND
    player = state.player(claim.seat)
    if player.locked:
        return Reason.LOCKED_OUT
    if player.touched:
        return Reason.SECOND_TOUCH
    taken = slot.taken
    if taken is None:
        return None
    same_time = claim.tie and taken.tie and abs(claim.at_ns - taken.at_ns) < max(1, state.tie_window_ns)
    return Reason.LOST_TIE if same_time else Reason.LATE


def _unaccounted(state: State, board: Board | None, at_ns: int) -> int:
    """How many tokens were neither revealed nor seen face down at or after `at_ns`.

    A token known without its number is one of the pieces that were not seen down, if it was up by then. Once revealed
    tokens are being turned back, face down proves nothing: a token may have been up under a hand in between.
    """
    numbered = {token.piece for token in state.tokens if token.piece is not None}
    named = sum(1 for token in state.tokens if token.piece is None and token.up_from_ns <= at_ns)
    discs = [piece for piece in board.pieces if piece.kind == "disc"] if board else []
    down = {p.id for p in discs if p.down_until_ns is not None and p.down_until_ns >= at_ns} - numbered
    if any(piece.id in numbered and piece.face is Face.DOWN for piece in discs):
        down = set()
    return max(0, TOKENS - len(numbered) - named - len(down))


def may_claim(state: State) -> tuple[int, ...]:
    """The seats whose next hand on a pizza would be judged by what lies face up."""
    if state.phase not in IN_ROUND:
        return ()
    return tuple(player.seat.seat for player in state.players if not player.locked and not player.touched)


def choices(judged: ClaimJudged) -> tuple[Reason, ...]:
    """What the referee may make of a verdict: on a pizza, anything that a hand on it can be."""
    if judged.pizza is None:
        return ()
    return (Reason.ACCEPTED, Reason.FALSE_CLAIM, Reason.LATE, Reason.LOST_TIE)
