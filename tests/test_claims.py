"""The order in which claims are judged: by time, and by age inside the tie window."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.buttons import Debouncer, Edge, Press
from device.claims import Arbiter, SeatPress
from device.rules.refereed import Claim

MS = 1_000_000
SECOND = 1000 * MS
LATER = 5 * SECOND


def arbiter() -> Arbiter:
    """Seats 0 to 3; seat 2 is the youngest, seat 0 the oldest."""
    made = Arbiter()
    made.seat_ages({2: 0, 1: 1, 3: 2, 0: 3})
    return made


def judged(*presses: SeatPress) -> list[tuple[int, int]]:
    """(seat, slot) in the order of judging."""
    return [(claim.seat, claim.slot) for claim in claims(*presses)]


def claims(*presses: SeatPress) -> list[Claim]:
    made = arbiter()
    for press in presses:
        made.feed(press)
    return made.advance(LATER, None)


def test_the_earlier_press_is_judged_first_whatever_arrives_first() -> None:
    assert judged(SeatPress(2, 0, SECOND + 2 * MS), SeatPress(0, 0, SECOND)) == [(0, 0), (2, 0)]


def test_inside_the_tie_window_the_youngest_goes_first() -> None:
    first, second = claims(SeatPress(0, 0, SECOND), SeatPress(2, 0, SECOND + 999_999))
    assert (first, second) == (
        Claim(2, 0, SECOND + 999_999, tie=True, margin_ns=999_999),
        Claim(0, 0, SECOND, tie=True, margin_ns=999_999),
    )


def test_a_whole_tie_window_apart_is_no_tie() -> None:
    first, second = claims(SeatPress(0, 0, SECOND), SeatPress(2, 0, SECOND + MS))
    assert (first.seat, first.tie, second.tie) == (0, False, False)
    assert first.margin_ns == second.margin_ns == MS


def test_a_tie_is_counted_from_its_first_press_and_does_not_creep_on() -> None:
    found = claims(SeatPress(0, 0, SECOND), SeatPress(1, 0, SECOND + 800_000), SeatPress(2, 0, SECOND + 1_600_000))
    assert [claim.seat for claim in found] == [1, 0, 2]
    assert [claim.tie for claim in found] == [True, True, False]


def test_different_slots_stay_in_the_order_of_time() -> None:
    first, second = claims(SeatPress(0, 0, SECOND), SeatPress(2, 1, SECOND + 100))
    assert (first.seat, second.seat) == (0, 2)
    assert not first.tie and first.margin_ns is None


def test_one_seats_own_presses_keep_their_order_through_a_tie() -> None:
    """The youngest touched another pizza first, and that touch is the one that counts (X6)."""
    pressed = (SeatPress(0, 0, SECOND), SeatPress(2, 1, SECOND + 500_000), SeatPress(2, 0, SECOND + 900_000))
    assert judged(*pressed) == [(2, 1), (2, 0), (0, 0)]


def test_nobody_near_has_no_margin() -> None:
    (first, second) = claims(SeatPress(0, 0, SECOND), SeatPress(2, 0, 2 * SECOND))
    assert first.margin_ns is None and second.margin_ns is None


def test_a_claim_waits_for_the_collect_time() -> None:
    made = arbiter()
    made.feed(SeatPress(0, 0, SECOND))
    assert made.next_deadline_ns() == SECOND + 10 * MS
    assert made.advance(SECOND + 10 * MS - 1, None) == []
    assert [claim.seat for claim in made.advance(SECOND + 10 * MS, None)] == [0]
    assert made.next_deadline_ns() is None
    assert made.advance(LATER, None) == [], "given once"


def test_a_claim_waits_for_an_earlier_contact_that_is_still_bouncing() -> None:
    made = arbiter()
    made.feed(SeatPress(0, 0, SECOND))
    assert made.advance(SECOND + 20 * MS, SECOND - MS) == []
    made.feed(SeatPress(1, 0, SECOND - MS))
    assert [claim.seat for claim in made.advance(SECOND + 20 * MS, None)] == [1, 0]


def test_a_claim_waits_for_a_contact_that_may_be_a_tie_with_it_but_not_for_a_much_later_one() -> None:
    made = arbiter()
    made.feed(SeatPress(0, 0, SECOND))
    assert made.advance(SECOND + 20 * MS, SECOND + 900_000) == []
    assert len(made.advance(SECOND + 20 * MS, SECOND + 15 * MS)) == 1


def test_the_late_hand_learns_by_how_much_even_when_the_winner_was_judged_before() -> None:
    made = arbiter()
    made.feed(SeatPress(0, 0, SECOND))
    assert len(made.advance(SECOND + 10 * MS, None)) == 1
    made.feed(SeatPress(1, 0, SECOND + 4 * MS))
    (late,) = made.advance(LATER, None)
    assert late.margin_ns == 4 * MS


def test_a_tie_window_longer_than_the_collecting_is_refused() -> None:
    with pytest.raises(ValueError, match="must not be longer than half"):
        Arbiter(tie_window_ns=6 * MS)


def test_from_edges_to_claims_the_long_bouncer_keeps_the_lead_and_is_waited_for() -> None:
    """Seat 0's switch bounces for 20 ms; seat 1's clean press 2 ms later must not be judged meanwhile."""
    seats, debouncer, made = {17: 0, 27: 1}, Debouncer([17, 27]), arbiter()
    bouncing = [Edge(SECOND + n * 2 * MS, 17, n % 2) for n in range(11)]
    found: list[tuple[int, int]] = []
    for edge in sorted([*bouncing, Edge(SECOND + 2 * MS, 27, 0), Edge(SECOND + 300 * MS, 27, 1)]):
        for item in [*debouncer.advance(edge.t_ns), *debouncer.feed(edge)]:
            if isinstance(item, Press):
                made.feed(SeatPress(seats[item.line], 0, item.t_ns))
        found += [(claim.seat, claim.at_ns) for claim in made.advance(edge.t_ns, debouncer.pending_since_ns())]
    assert found == [(0, SECOND), (1, SECOND + 2 * MS)]


def test_a_tie_that_waited_in_the_inbox_is_still_a_tie() -> None:
    """The table was busy for 50 ms: all edges are fed, and only then does time pass."""
    seats, debouncer, made = {17: 0, 27: 2}, Debouncer([17, 27]), arbiter()
    found = debouncer.feed(Edge(SECOND, 17, 0)) + debouncer.feed(Edge(SECOND + 500_000, 27, 0))
    for item in found + debouncer.advance(SECOND + 50 * MS):
        if isinstance(item, Press):
            made.feed(SeatPress(seats[item.line], 0, item.t_ns))
    claimed = made.advance(SECOND + 50 * MS, debouncer.pending_since_ns())
    assert [(claim.seat, claim.tie) for claim in claimed] == [(2, True), (0, True)]


presses = st.lists(
    st.builds(SeatPress, st.integers(0, 3), st.integers(0, 2), st.integers(SECOND, SECOND + 12 * MS)),
    max_size=8,
    unique_by=lambda press: (press.seat, press.slot),
)


@settings(deadline=None)
@given(presses, st.data())
def test_any_order_and_pace_of_arrival_gives_the_same_claims(pressed: list[SeatPress], data: st.DataObject) -> None:
    expected = claims(*pressed)
    late = st.integers(0, 5 * MS - 1)
    arrivals = sorted(((p.at_ns + data.draw(late), n, p) for n, p in enumerate(pressed)), key=lambda item: item[:2])
    made, found = arbiter(), []
    for arrived_ns, _, press in arrivals:
        found += made.advance(arrived_ns, None)
        made.feed(press)
        found += made.advance(arrived_ns, None)
    assert found + made.advance(LATER, None) == expected


@settings(deadline=None)
@given(presses)
def test_every_press_is_judged_once_and_nobody_is_overtaken_outside_the_tie_window(pressed: list[SeatPress]) -> None:
    found = claims(*pressed)
    assert sorted((c.seat, c.slot, c.at_ns) for c in found) == sorted((p.seat, p.slot, p.at_ns) for p in pressed)
    for number, claim in enumerate(found):
        overtaken = [c for c in found[number + 1 :] if c.slot == claim.slot and c.at_ns < claim.at_ns]
        assert all(claim.at_ns - c.at_ns < MS and claim.tie for c in overtaken)


def test_draining_gives_all_that_is_held_in_the_order_of_judging() -> None:
    made = arbiter()
    made.feed(SeatPress(0, 0, SECOND))
    made.feed(SeatPress(2, 0, SECOND + 999_999))
    assert made.held_since_ns() == SECOND
    assert [(claim.seat, claim.tie) for claim in made.drain()] == [(2, True), (0, True)]
    assert made.held_since_ns() is None
    assert made.drain() == []


def test_later_presses_are_no_rivals_of_those_that_were_drained() -> None:
    made = arbiter()
    made.feed(SeatPress(0, 0, SECOND))
    made.drain()
    made.feed(SeatPress(2, 0, SECOND + 100_000))
    [claim] = made.advance(LATER, None)
    assert (claim.tie, claim.margin_ns) == (False, None)


def test_the_deadline_is_that_of_the_press_that_is_judged_first() -> None:
    made = arbiter()
    made.feed(SeatPress(0, 0, SECOND))
    made.feed(SeatPress(2, 0, SECOND + 900_000))
    due_ns = made.next_deadline_ns()
    assert due_ns == SECOND + 900_000 + 10 * MS
    assert len(made.advance(due_ns - 1, None)) == 0
    assert len(made.advance(due_ns, None)) == 2
