"""The board's memory under whatever pictures may come: numbers stay, times do not contradict each other."""

from hypothesis import given, settings
from hypothesis import strategies as st
from memory_builders import MS, PLACES, Watched, around, token

from vision.memory import BoardMemory
from vision.reading import Board, BoardReading, Face, Problem, Sighting

jitters = st.floats(-3.0, 3.0)
faces = st.sampled_from(list(Face))


@given(st.lists(st.lists(st.tuples(jitters, jitters), min_size=16, max_size=16), min_size=2, max_size=6))
def test_numbers_are_stable_under_jitter(pictures: list[list[tuple[float, float]]]) -> None:
    watched = Watched()
    first = _placed(watched.see(*(token(place) for place in PLACES)))
    for offsets in pictures:
        shaken = [token((x + dx, y + dy)) for (x, y), (dx, dy) in zip(PLACES, offsets, strict=True)]
        assert _placed(watched.see(*shaken)) == first


@given(st.lists(st.sets(st.integers(0, 15)), min_size=1, max_size=6))
def test_numbers_are_stable_under_hands(pictures: list[set[int]]) -> None:
    watched = Watched()
    first = _placed(watched.see(*(token(place) for place in PLACES)))
    for hidden in pictures:
        visible = [token(place) for number, place in enumerate(PLACES) if number not in hidden]
        covers = tuple(around(PLACES[number], 20.0) for number in sorted(hidden))
        assert _placed(watched.see(*visible, covered=covers)) == first


@given(st.integers(0, 15), st.floats(-26.0, 26.0), st.floats(-26.0, 26.0), st.booleans())
def test_the_number_of_a_pushed_token_goes_with_it_and_no_other_changes(
    number: int, dx_mm: float, dy_mm: float, turned: bool
) -> None:
    watched = Watched()
    before = {piece.id: piece for piece in watched.see(*(token(place) for place in PLACES)).pieces}
    lying = [token(place) for place in PLACES]
    x_mm, y_mm = PLACES[number]
    lying[number] = token((x_mm + dx_mm, y_mm + dy_mm), Face.UP if turned else Face.DOWN, "ham" if turned else None)
    board = watched.see(*lying)
    assert [piece.id for piece in board.pieces] == sorted(before)
    moved = board.pieces[number]
    assert (moved.x_mm, moved.y_mm, moved.face) == (x_mm + dx_mm, y_mm + dy_mm, lying[number].face)
    assert all(piece.face is Face.DOWN for piece in board.pieces if piece.id != moved.id)


sightings = st.builds(
    lambda place, face, label, sure, dx, dy: Sighting(
        "disc", face, label if face is Face.UP else None, place[0] + dx, place[1] + dy, None, sure
    ),
    st.sampled_from(PLACES[:4]),
    faces,
    st.sampled_from(["ham", "corn", "fly", None]),
    st.floats(0.0, 1.0),
    st.floats(-45.0, 45.0),
    st.floats(-45.0, 45.0),
)
readings = st.tuples(
    st.lists(sightings, max_size=5),
    st.sampled_from([(), (around(PLACES[0]),), (around(PLACES[2], 60.0),)]),
    st.booleans(),
    st.sampled_from([None, None, None, Problem.TOO_DARK]),
    st.integers(1, 60),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(readings, max_size=12))
def test_whatever_is_seen_the_memory_never_contradicts_itself(seen: list[tuple[object, ...]]) -> None:
    memory, now_ns, numbers = BoardMemory(), 0, 0
    for found, covered, holds, problem, gap_ms in seen:
        now_ns += gap_ms * MS  # exposures may overlap, as those of a rolling shutter do
        reading = BoardReading(now_ns, now_ns + 30 * MS, tuple(found), covered, problem, "" if not problem else "dark")
        board = memory.update(reading, holds)
        ids = [piece.id for piece in board.pieces]
        assert ids == sorted(set(ids))
        for piece in board.pieces:
            assert piece.seen_until_ns <= board.until_ns
            assert piece.down_until_ns is None or piece.down_until_ns <= piece.seen_until_ns
            assert (piece.up_from_ns is not None) == (piece.face is Face.UP)
            assert piece.label is None or piece.face is Face.UP
            if piece.up_from_ns is not None and piece.down_until_ns is not None:
                assert piece.down_until_ns <= piece.up_from_ns
        if problem is None:
            now_seen = [piece for piece in board.pieces if piece.seen_until_ns == reading.exposure_end_ns]
            assert len(now_seen) <= len(found), "one sighting, one number"
        assert max(ids, default=0) <= numbers + len(found)
        numbers = max([numbers, *ids])


def _placed(board: Board) -> dict[int, int]:
    """Number to the place that is nearest."""
    return {
        piece.id: min(
            range(len(PLACES)),
            key=lambda n: (PLACES[n][0] - piece.x_mm) ** 2 + (PLACES[n][1] - piece.y_mm) ** 2,
        )
        for piece in board.pieces
    }
