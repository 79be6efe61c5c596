"""Presses out of raw edges: the first contact keeps its time, whatever the switch does afterwards."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.buttons import ButtonNote, ButtonState, Debouncer, Edge, Press

MS = 1_000_000
SECOND = 1000 * MS
LINE, OTHER = 17, 27
# Edges after the first contact, in microseconds: a switch that bounces for 3.9 ms.
BOUNCE_US = (180, 420, 900, 1300, 2100, 2600, 3500, 3900)

untimed = settings(deadline=None)


def edges(line: int, *moves: tuple[int, int]) -> list[Edge]:
    return [Edge(t_ns, line, level) for t_ns, level in moves]


def bouncing(line: int, t_ns: int, level: int = 0) -> list[Edge]:
    offsets = (0, *(us * 1000 for us in BOUNCE_US))
    return [Edge(t_ns + offset, line, level if n % 2 == 0 else 1 - level) for n, offset in enumerate(offsets)]


def told(debouncer: Debouncer, stream: list[Edge], until_ns: int) -> list[Press | ButtonNote]:
    found = [item for edge in stream for item in debouncer.feed(edge)]
    return found + debouncer.advance(until_ns)


def presses(debouncer: Debouncer, stream: list[Edge], until_ns: int) -> list[Press]:
    return [item for item in told(debouncer, stream, until_ns) if isinstance(item, Press)]


def states(debouncer: Debouncer, stream: list[Edge], until_ns: int) -> list[ButtonState]:
    return [item.state for item in told(debouncer, stream, until_ns) if isinstance(item, ButtonNote)]


def test_a_bouncing_press_is_one_press_at_the_first_contact() -> None:
    debouncer = Debouncer([LINE])
    assert presses(debouncer, bouncing(LINE, SECOND), 2 * SECOND) == [Press(SECOND, LINE)]
    assert debouncer.health()[0].longest_bounce_ns == 3_900_000


def test_a_press_is_known_only_when_the_line_has_been_still() -> None:
    debouncer = Debouncer([LINE])
    assert debouncer.feed(Edge(SECOND, LINE, 0)) == []
    assert debouncer.pending_since_ns() == SECOND
    assert debouncer.next_deadline_ns() == SECOND + 5 * MS, "then no earlier edge can arrive any more"
    assert debouncer.advance(SECOND + 5 * MS) == []
    due_ns = debouncer.next_deadline_ns()
    assert due_ns == SECOND + 8 * MS
    assert debouncer.advance(due_ns - 1) == []
    assert Press(SECOND, LINE) in debouncer.advance(due_ns)
    assert debouncer.pending_since_ns() is None


def test_the_bouncing_player_does_not_lose_the_lead() -> None:
    stream = sorted([*bouncing(LINE, SECOND), Edge(SECOND + 1_500_000, OTHER, 0)])
    found = presses(Debouncer([LINE, OTHER]), stream, 2 * SECOND)
    assert found == [Press(SECOND, LINE), Press(SECOND + 1_500_000, OTHER)]


def test_levels_inside_a_burst_are_not_believed() -> None:
    misread = edges(LINE, (SECOND, 1), (SECOND + 100, 1), (SECOND + MS, 0))
    assert presses(Debouncer([LINE]), misread, 2 * SECOND) == [Press(SECOND, LINE)]


def test_a_tap_of_eight_milliseconds_is_a_press() -> None:
    assert presses(Debouncer([LINE]), edges(LINE, (SECOND, 0), (SECOND + 8 * MS, 1)), 2 * SECOND) == [
        Press(SECOND, LINE)
    ]


def test_a_pulse_that_goes_up_again_is_vetoed_and_counted() -> None:
    debouncer = Debouncer([LINE])
    assert told(debouncer, edges(LINE, (SECOND, 0), (SECOND + MS, 1)), 2 * SECOND) == []
    assert debouncer.health()[0].vetoed == 1


def test_a_press_just_after_a_disturbance_counts_with_its_own_time() -> None:
    stream = edges(LINE, (SECOND, 0), (SECOND + MS, 1), (SECOND + 10 * MS, 0))
    assert presses(Debouncer([LINE]), stream, 2 * SECOND) == [Press(SECOND + 10 * MS, LINE)]


def test_a_contact_within_the_quiet_time_after_release_is_no_second_press() -> None:
    held = edges(LINE, (SECOND, 0), (SECOND + 100 * MS, 1))
    flutter = edges(LINE, (SECOND + 120 * MS, 0), (SECOND + 140 * MS, 1))
    again = edges(LINE, (SECOND + 170 * MS, 0))
    found = presses(Debouncer([LINE]), held + flutter + again, 2 * SECOND)
    assert found == [Press(SECOND, LINE), Press(SECOND + 170 * MS, LINE)]


def test_many_pulses_make_a_line_noisy_until_it_has_been_quiet() -> None:
    debouncer = Debouncer([LINE])
    pulses = [
        edge for n in range(6) for edge in edges(LINE, (SECOND + n * 50 * MS, 0), (SECOND + n * 50 * MS + 1000, 1))
    ]
    assert states(debouncer, pulses, 2 * SECOND) == [ButtonState.NOISY], "said once"
    assert debouncer.health()[0].state is ButtonState.NOISY
    due_ns = debouncer.next_deadline_ns()
    assert due_ns is not None
    assert [(item.state, item.detail) for item in debouncer.advance(due_ns) if isinstance(item, ButtonNote)] == [
        (ButtonState.UP, "quiet again")
    ]


def test_a_line_that_never_stops_chattering_does_not_hold_up_the_others() -> None:
    debouncer = Debouncer([LINE, OTHER])
    chatter = [Edge(SECOND + n * MS, LINE, n % 2) for n in range(60)]
    told(debouncer, chatter, SECOND + 59 * MS)
    waiting_since_ns = debouncer.pending_since_ns()
    assert waiting_since_ns is not None and waiting_since_ns > SECOND + 50 * MS, "not since the first contact"
    assert debouncer.health()[0].state is ButtonState.NOISY
    assert presses(debouncer, edges(OTHER, (SECOND + 60 * MS, 0)), SECOND + 70 * MS) == [Press(SECOND + 60 * MS, OTHER)]


def test_a_button_that_stays_down_is_stuck_while_the_others_go_on_and_recovers() -> None:
    debouncer = Debouncer([LINE, OTHER])
    assert states(debouncer, edges(LINE, (SECOND, 0)), 12 * SECOND) == [ButtonState.DOWN, ButtonState.STUCK]
    assert presses(debouncer, edges(OTHER, (13 * SECOND, 0)), 14 * SECOND) == [Press(13 * SECOND, OTHER)]
    (note,) = told(debouncer, edges(LINE, (20 * SECOND, 1)), 21 * SECOND)
    assert note == ButtonNote(LINE, ButtonState.UP, 20 * SECOND, "works again")
    assert presses(debouncer, edges(LINE, (22 * SECOND, 0)), 23 * SECOND) == [Press(22 * SECOND, LINE)]


def test_a_button_held_at_the_start_does_not_count_until_it_was_released() -> None:
    debouncer = Debouncer([LINE, OTHER])
    (note,) = debouncer.start({LINE: 0, OTHER: 1}, SECOND)
    assert (note.line, note.state) == (LINE, ButtonState.HELD_AT_START)
    assert debouncer.health()[0].state is ButtonState.HELD_AT_START
    released = bouncing(LINE, 2 * SECOND, level=1)
    assert presses(debouncer, released, 3 * SECOND) == []
    assert presses(debouncer, edges(LINE, (4 * SECOND, 0)), 5 * SECOND) == [Press(4 * SECOND, LINE)]


def test_edges_from_before_the_start_are_in_the_levels_already() -> None:
    debouncer = Debouncer([LINE])
    debouncer.start({LINE: 0}, SECOND)
    assert told(debouncer, edges(LINE, (SECOND - 1, 0)), 2 * SECOND) == []


def test_an_edge_that_contradicts_the_level_tells_that_one_was_lost() -> None:
    debouncer = Debouncer([LINE])
    assert states(debouncer, edges(LINE, (SECOND, 1)), 2 * SECOND) == [ButtonState.EDGES_DROPPED]
    assert debouncer.health()[0].drops == 1


def test_a_release_lost_by_the_kernel_is_told_and_is_no_press() -> None:
    debouncer = Debouncer([LINE])
    assert presses(debouncer, edges(LINE, (SECOND, 0)), 2 * SECOND) == [Press(SECOND, LINE)]
    assert states(debouncer, edges(LINE, (3 * SECOND, 0)), 4 * SECOND) == [ButtonState.EDGES_DROPPED]


@pytest.mark.parametrize(("count", "dropped"), [(15, False), (17, True)])
def test_a_burst_as_long_as_the_kernels_queue_may_have_lost_its_first_edges(count: int, dropped: bool) -> None:
    burst = [Edge(SECOND + n * 100_000, LINE, n % 2) for n in range(count)]
    found = told(Debouncer([LINE]), burst, 2 * SECOND)
    assert Press(SECOND, LINE) in found
    assert any(isinstance(item, ButtonNote) and item.state is ButtonState.EDGES_DROPPED for item in found) is dropped


def test_edges_of_a_stalled_delivery_are_judged_by_their_own_times() -> None:
    debouncer = Debouncer([LINE, OTHER])
    debouncer.advance(2 * SECOND)
    pulse = edges(LINE, (SECOND, 0), (SECOND + MS, 1))
    assert presses(debouncer, [*pulse, *bouncing(OTHER, SECOND + 5 * MS)], 2 * SECOND + MS) == [
        Press(SECOND + 5 * MS, OTHER)
    ]


def test_an_edge_that_arrives_after_its_burst_was_decided_is_told_and_changes_nothing() -> None:
    debouncer = Debouncer([LINE])
    assert presses(debouncer, edges(LINE, (SECOND, 0)), 2 * SECOND) == [Press(SECOND, LINE)]
    assert states(debouncer, edges(LINE, (SECOND - MS, 1)), 2 * SECOND) == [ButtonState.EDGES_DROPPED]
    assert debouncer.health()[0].state is ButtonState.DOWN


def test_an_edge_of_an_unwatched_line_is_refused() -> None:
    with pytest.raises(ValueError, match=r"line 4, but only \[17\] are watched"):
        Debouncer([LINE]).feed(Edge(0, 4, 0))


gaps = st.lists(st.integers(1, 3 * MS - 1), max_size=12)


@st.composite
def slaps(draw: st.DrawFn, line: int) -> tuple[list[Edge], list[Press]]:
    """A line's presses with any bounce inside the limits and any level read wrongly inside a burst."""
    now_ns, stream, contacts = draw(st.integers(SECOND, 2 * SECOND)), [], []
    for _ in range(draw(st.integers(1, 3))):
        contacts.append(Press(now_ns, line))
        for level, rest_ns in ((0, 3 * MS), (1, 30 * MS)):
            times = [now_ns]
            for gap in draw(gaps):
                times.append(times[-1] + gap)
            misread = draw(st.lists(st.integers(0, 1), min_size=len(times), max_size=len(times)))
            # A lone edge is not inside a burst.
            stream += [Edge(t_ns, line, seen) for t_ns, seen in zip(times[:-1], misread, strict=False)]
            stream.append(Edge(times[-1], line, level))
            now_ns = times[-1] + rest_ns + draw(st.integers(0, 50 * MS))
    return stream, contacts


@untimed
@given(st.data())
def test_any_bounce_and_any_order_of_delivery_keep_the_first_contacts(data: st.DataObject) -> None:
    one, two = data.draw(slaps(LINE)), data.draw(slaps(OTHER))
    stream = [*one[0], *two[0]]
    late = st.integers(0, 5 * MS - 1)
    arrivals = sorted((edge.t_ns + data.draw(late), edge) for edge in stream)
    debouncer = Debouncer([LINE, OTHER])
    found: list[Press | ButtonNote] = []
    for arrived_ns, edge in arrivals:
        found += debouncer.feed(edge)
        found += debouncer.advance(arrived_ns)
    found += debouncer.advance(60 * SECOND)
    assert sorted(item for item in found if isinstance(item, Press)) == sorted([*one[1], *two[1]])


@untimed
@given(st.lists(st.builds(Edge, st.integers(0, 200 * MS), st.just(LINE), st.integers(0, 1)), max_size=60))
def test_whatever_comes_in_presses_are_edges_apart_by_the_quiet_time_and_nothing_stays_open(
    stream: list[Edge],
) -> None:
    debouncer = Debouncer([LINE])
    found = presses(debouncer, stream, 10 * SECOND)
    times = [press.t_ns for press in found]
    assert set(times) <= {edge.t_ns for edge in stream}
    assert all(later - earlier >= 30 * MS for earlier, later in zip(sorted(times), sorted(times)[1:], strict=False))
    assert debouncer.pending_since_ns() is None
    assert debouncer.health()[0].presses == len(found)
