"""The board's memory under whatever pictures may come: numbers stay, times do not contradict each other."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from memory_builders import MS, PLACES, Watched, around, shown, token
from msgspec import structs

from vision.memory import BoardMemory
from vision.reading import Board, BoardReading, Face, Piece, Problem, Sighting

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


KINDS = ("square", "rect", "wedge", "disc")
names = st.sampled_from(["chili|egg", "egg|onion", "onion|onion", "ham/2"])
worlds = st.lists(
    st.builds(
        lambda kind, label, turn, sure: (kind, label, turn, sure),
        st.sampled_from(KINDS),
        names,
        st.floats(0.0, 359.0),
        st.floats(0.7, 1.0),
    ),
    min_size=1,
    max_size=6,
).map(
    lambda pieces: [
        shown(kind, label, *PLACES[n], rotation_deg=turn, sure=sure)
        for n, (kind, label, turn, sure) in enumerate(pieces)
    ]
)


@settings(max_examples=50)
@given(worlds, st.integers(1, 5))
def test_a_stable_world_is_told_as_it_is(world: list[Sighting], pictures: int) -> None:
    watched = Watched()
    for _ in range(pictures):
        board = watched.see(*world)
    assert [_told(piece) for piece in board.pieces] == [_told(sighting) for sighting in world]
    assert {piece.since_ns for piece in board.pieces} == {90 * MS}


@settings(max_examples=50)
@given(worlds, st.data())
def test_one_wrong_reading_never_changes_a_believed_name(world: list[Sighting], data: st.DataObject) -> None:
    watched = Watched()
    before = watched.see(*world)
    wrong = data.draw(st.integers(0, len(world) - 1))
    after = data.draw(st.integers(1, 4))
    misread = structs.replace(
        world[wrong],
        label=data.draw(names),
        face=data.draw(faces) if data.draw(st.booleans()) else Face.UP,
        confidence=data.draw(st.floats(0.0, 0.69)) if data.draw(st.booleans()) else 0.95,
    )
    if misread.face is not Face.UP:
        misread = structs.replace(misread, label=None, confidence=min(misread.confidence, 0.6))
    watched.see(*[misread if n == wrong else sighting for n, sighting in enumerate(world)])
    for _ in range(after):
        board = watched.see(*world)
    assert [(p.id, p.label) for p in board.pieces] == [(p.id, p.label) for p in before.pieces]


@settings(max_examples=50)
@given(worlds, st.sets(st.integers(0, 5)), st.integers(1, 4))
def test_hidden_pieces_are_kept_as_they_were_seen(world: list[Sighting], hidden: set[int], pictures: int) -> None:
    watched = Watched()
    before = {piece.id: piece for piece in watched.see(*world).pieces}
    covers = tuple(around(PLACES[number], 20.0) for number in sorted(hidden))
    for _ in range(pictures):
        board = watched.see(*[s for n, s in enumerate(world) if n not in hidden], covered=covers)
    for number, piece in enumerate(board.pieces):
        assert (piece == before[piece.id]) is (number in hidden)
    assert len(board.pieces) == len(world)


@settings(max_examples=50)
@given(
    worlds, st.lists(st.lists(st.tuples(jitters, jitters, names), min_size=6, max_size=6), max_size=4), st.integers()
)
def test_the_order_of_sightings_does_not_matter(
    world: list[Sighting], seen: list[list[tuple[float, float, str]]], seed: int
) -> None:
    one, other, rng = Watched(), Watched(), Random(seed)
    for changes in ([], *seen):
        found = [
            structs.replace(sighting, x_mm=sighting.x_mm + dx, y_mm=sighting.y_mm + dy, label=label)
            for sighting, (dx, dy, label) in zip(world, changes, strict=False)
        ] or world
        board, shuffled = one.see(*found), other.see(*rng.sample(found, len(found)))
        assert sorted(map(_but_for_its_number, board.pieces)) == sorted(map(_but_for_its_number, shuffled.pieces))


def _but_for_its_number(piece: Piece) -> str:
    return str(structs.replace(piece, id=0))


def _told(seen: Sighting | Piece) -> tuple[object, ...]:
    return seen.kind, seen.face, seen.label, seen.x_mm, seen.y_mm, seen.rotation_deg, seen.confidence


def _placed(board: Board) -> dict[int, int]:
    """Number to the place that is nearest."""
    return {
        piece.id: min(
            range(len(PLACES)),
            key=lambda n: (PLACES[n][0] - piece.x_mm) ** 2 + (PLACES[n][1] - piece.y_mm) ** 2,
        )
        for piece in board.pieces
    }
