"""The verdicts against an oracle that was written from the rulebook alone and knows when each token was turned.

The table knows only pictures. It may ask the referee, and inside the grace it may accept; it may never be wrong.
"""

from dataclasses import dataclass
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from rules.xxl_builders import (
    BOX,
    MS,
    OPENED,
    PARTY,
    PIZZAS,
    SECOND,
    SETTINGS,
    TOKEN_KINDS,
    board,
    fold,
    opened,
)

from device.claims import Arbiter, SeatPress
from device.events import ClaimJudged
from device.rules.refereed import Claim
from device.rules.xxl.events import TokenRevealed

PATIENCE_NS = 1500 * MS
GRACE_NS = SETTINGS["grace_ns"]

# What truly happens: tokens are turned at exact times


@dataclass
class Turned:
    """When each token was turned, by its number; those not named stay face down."""

    at_ns: dict[int, int]

    def ready_at_ns(self, pizza: str) -> float:
        """When the three ingredients and a cheese were first all revealed; never: infinity."""
        first = {
            kind: min((at for token, at in self.at_ns.items() if TOKEN_KINDS[token] == kind), default=float("inf"))
            for kind in (*pizza.split("-"), "cheese")
        }
        return max(first.values())


@st.composite
def turns(draw: st.DrawFn) -> Turned:
    """Some tokens turned one after another, often several in a hurry."""
    order = draw(st.permutations(list(TOKEN_KINDS)))
    gaps_ms = draw(st.lists(st.sampled_from([20, 60, 200, 700, 1500]), min_size=4, max_size=16))
    at_ns, now_ns = {}, OPENED
    for token, gap_ms in zip(order, gaps_ms, strict=False):
        now_ns += gap_ms * MS + draw(st.integers(0, MS))
        at_ns[token] = now_ns
    return Turned(at_ns)


@st.composite
def touches(draw: st.DrawFn, turned: Turned, most: int) -> list[Claim]:
    """Hands at any time, most of them near a moment at which a pizza becomes ready."""
    moments = [int(at) for at in (turned.ready_at_ns(pizza) for pizza in PIZZAS) if at != float("inf")]
    moments += list(turned.at_ns.values())
    found = {}
    for _ in range(draw(st.integers(1, most))):
        at_ns = draw(st.sampled_from(moments)) + draw(st.integers(-300 * MS, 2 * SECOND))
        found[max(at_ns, OPENED)] = Claim(draw(st.integers(0, 2)), draw(st.integers(0, 2)), max(at_ns, OPENED))
    return [found[at_ns] for at_ns in sorted(found)]


# What the camera sees of it


@st.composite
def pictures(draw: st.DrawFn, until_ns: int) -> list[tuple[int, int, frozenset[int]]]:
    """Exposures (start, end) with the tokens that a hand hides in each, until some time after the last touch."""
    taken, now_ns = [], OPENED
    while now_ns < until_ns + PATIENCE_NS + 500 * MS:
        now_ns += draw(st.sampled_from([33, 33, 100, 400])) * MS
        hidden = draw(st.frozensets(st.sampled_from(list(TOKEN_KINDS)), max_size=3))
        taken.append((now_ns, now_ns + 10 * MS, hidden))
    return taken


class Camera:
    """Remembers per token until when it was surely face down, and from when it was surely up."""

    def __init__(self, turned: Turned) -> None:
        self.turned = turned
        self.down_until_ns = dict.fromkeys(TOKEN_KINDS, OPENED)
        self.up_from_ns: dict[int, int] = {}

    def take(self, start_ns: int, end_ns: int, hidden: frozenset[int]) -> None:
        for token in TOKEN_KINDS.keys() - hidden:
            turned_ns = self.turned.at_ns.get(token)
            if turned_ns is None or end_ns < turned_ns:
                self.down_until_ns[token] = end_ns
            elif start_ns >= turned_ns:
                self.up_from_ns.setdefault(token, start_ns)


def seen_verdicts(
    turned: Turned, claims: list[Claim], taken: list[tuple[int, int, frozenset[int]]]
) -> list[ClaimJudged]:
    """The verdict on each claim by itself, as soon as the pictures allow one or patience runs out."""
    state, camera, waiting, judged = opened(), Camera(turned), list(claims), []
    for start_ns, end_ns, hidden in taken:
        camera.take(start_ns, end_ns, hidden)
        up = {token: (camera.down_until_ns[token], at_ns) for token, at_ns in camera.up_from_ns.items()}
        seen = board(end_ns, up, unseen={t: at for t, at in camera.down_until_ns.items() if t not in up})
        state = fold(state, *PARTY.observe(state, seen))
        while waiting and waiting[0].at_ns <= end_ns:
            waited = end_ns >= waiting[0].at_ns + PATIENCE_NS
            verdict = PARTY.judge(state, waiting[0], seen, len(judged) + 1, waited)
            if verdict is None:
                break
            judged.append(verdict)
            waiting.pop(0)
    return judged


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_a_verdict_from_pictures_is_right_or_a_question_or_inside_the_grace(data: st.DataObject) -> None:
    turned = data.draw(turns())
    claims = data.draw(touches(turned, most=4))
    judged = seen_verdicts(turned, claims, data.draw(pictures(claims[-1].at_ns)))
    assert len(judged) == len(claims)
    for verdict in judged:
        assert verdict.pizza is not None
        too_early_ns = turned.ready_at_ns(verdict.pizza) - verdict.at_ns
        match verdict.reason:
            case "accepted":
                assert too_early_ns <= GRACE_NS
            case "false_claim":
                assert too_early_ns > 0
            case other:
                assert other == "ask_referee"


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_with_a_picture_every_33_ms_and_nothing_hidden_the_table_never_asks(data: st.DataObject) -> None:
    turned = data.draw(turns())
    claims = data.draw(touches(turned, most=4))
    frames = range(OPENED, claims[-1].at_ns + SECOND, 33 * MS)
    judged = seen_verdicts(turned, claims, [(at_ns, at_ns + 10 * MS, frozenset()) for at_ns in frames])
    assert len(judged) == len(claims)
    assert {verdict.reason for verdict in judged} <= {"accepted", "false_claim"}


# A whole round with exact times


def oracle(turned: Turned, claims: list[Claim]) -> list[str]:
    """The verdicts of a round by the rulebook's own sentences, with the rulings where it is silent."""
    verdicts: list[str] = []
    without_a_taste: set[int] = set()
    hand_used: set[int] = set()
    taken: set[int] = set()
    closes_ns = float("inf")
    for claim in claims:
        if claim.at_ns > closes_ns:
            verdicts.append("no_round")
        elif claim.seat in without_a_taste:
            verdicts.append("locked_out")
        elif claim.seat in hand_used:
            verdicts.append("second_touch")
        elif claim.slot in taken:
            hand_used.add(claim.seat)
            verdicts.append("late")
        elif turned.ready_at_ns(PIZZAS[claim.slot]) <= claim.at_ns:
            taken.add(claim.slot)
            hand_used.add(claim.seat)
            closes_ns = min(closes_ns, claim.at_ns + 1500 * MS)
            verdicts.append("accepted")
        else:
            without_a_taste.add(claim.seat)
            verdicts.append("false_claim")
    return verdicts


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_with_exact_times_every_verdict_of_a_round_is_the_oracles(data: st.DataObject) -> None:
    turned = data.draw(turns())
    claims = data.draw(touches(turned, most=9))
    state = opened()
    for token, at_ns in turned.at_ns.items():
        state = fold(state, TokenRevealed(1, TOKEN_KINDS[token], token, at_ns, at_ns))
    verdicts = []
    for claim in claims:
        judged = PARTY.judge(state, claim, board(claim.at_ns + MS, up_of(turned)), 1, waited=False)
        assert judged is not None
        verdicts.append(str(judged.reason))
        state = PARTY.apply(state, judged)
    assert verdicts == oracle(turned, claims)
    assert {player.seat.seat for player in state.players if player.locked} == {
        claim.seat for claim, verdict in zip(claims, verdicts, strict=True) if verdict == "false_claim"
    }


def up_of(turned: Turned) -> dict[int, tuple[int, int]]:
    return {token: (at_ns, at_ns) for token, at_ns in turned.at_ns.items()}


@given(
    st.permutations(range(6)),
    st.dictionaries(st.integers(0, 5), st.integers(0, 3 * MS), min_size=2, max_size=6),
    st.randoms(use_true_random=False),
)
def test_x8_of_several_hands_on_one_pizza_at_the_same_time_the_youngests_takes_it(
    age_orders: list[int], touched_ns: dict[int, int], chance: Random
) -> None:
    """The same time: within the tie window of the first hand. Presses arrive in any order."""
    state = opened(*age_orders)
    for token in (1, 2, 3, 10):
        state = fold(state, TokenRevealed(1, TOKEN_KINDS[token], token, OPENED, OPENED))
    arbiter = Arbiter(tie_window_ns=SETTINGS["tie_window_ns"])
    arbiter.seat_ages(dict(enumerate(age_orders)))
    for seat in chance.sample(sorted(touched_ns), len(touched_ns)):
        arbiter.feed(SeatPress(seat, 0, OPENED + SECOND + touched_ns[seat]))
    for claim in arbiter.advance(OPENED + 2 * SECOND, None):
        judged = PARTY.judge(state, claim, None, 1, waited=True)
        assert judged is not None
        state = fold(state, judged)
    same_time = [seat for seat, at in touched_ns.items() if at - min(touched_ns.values()) < MS]
    youngest = min(same_time, key=lambda seat: age_orders[seat])
    assert [player.seat.seat for player in state.players if player.pizzas] == [youngest]


def test_the_oracle_knows_the_rulebooks_example() -> None:
    number = {kind: token for token, kind in TOKEN_KINDS.items()}
    turned = Turned({number[kind]: at for at, kind in enumerate(("cheese", "onion", "mushroom", "tomato"))})
    assert turned.ready_at_ns("mushroom-tomato-onion") == 3
    assert turned.ready_at_ns(BOX.pizzas[1].name) == float("inf")
