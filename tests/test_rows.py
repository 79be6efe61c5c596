"""Which piece is which, told from order, kinds, rows and gaps alone."""

import pytest

from vision.kinds import Kind
from vision.rows import Expected, Named, name_pieces
from vision.shapes import Shape

DISC, SQUARE = Kind("disc", 35.0, 35.0), Kind("square", 88.0, 88.0)


def row(names: str, kind: str) -> list[Expected]:
    return [Expected(name, kind) for name in names.split()]


def lying(count: int, kind: Kind, y_mm: float, gap_mm: float = 10.0, left_mm: float = 100.0) -> list[Shape]:
    step_mm = kind.width_mm + gap_mm
    return [Shape(kind, left_mm + kind.width_mm / 2 + step_mm * i, y_mm, 0.0) for i in range(count)]


def labels(named: Named) -> list[str]:
    return [label for label, _ in named.pieces]


ROWS = [row("a b c d e", "disc"), row("p q r", "square"), row("x y", "disc")]
LAID = [lying(5, DISC, 50), lying(3, SQUARE, 130), lying(2, DISC, 210)]


def all_but(*taken: tuple[int, int]) -> list[Shape]:
    return [shape for r, shapes in enumerate(LAID) for p, shape in enumerate(shapes) if (r, p) not in taken]


def test_complete_rows_are_named_in_reading_order() -> None:
    named = name_pieces(ROWS, list(reversed(all_but())))
    assert labels(named) == [piece.label for expected in ROWS for piece in expected]
    assert not named.missing and not named.extra


def test_rows_broken_elsewhere_are_named_all_the_same() -> None:
    rows = [[*ROWS[0], *ROWS[1]], ROWS[2]]
    assert labels(name_pieces(rows, all_but())) == [piece.label for expected in rows for piece in expected]


@pytest.mark.parametrize("taken", [(r, p) for r, shapes in enumerate(LAID) for p in range(len(shapes))])
def test_the_piece_that_is_missing_is_named_and_at_the_end_of_a_row_guessed(taken: tuple[int, int]) -> None:
    named = name_pieces(ROWS, all_but(taken))
    assert named.missing == (taken,)
    assert not named.extra
    assert named.unsure == ({taken} if taken[1] == len(ROWS[taken[0]]) - 1 else set())
    assert labels(named) == [p.label for r, e in enumerate(ROWS) for i, p in enumerate(e) if (r, i) != taken]


def test_a_gap_tells_what_is_missing_where_rows_are_broken_elsewhere() -> None:
    rows = [row("a b c d e", "disc"), row("f g h i j", "disc"), row("k l", "disc")]
    laid = [*lying(7, DISC, 50), *lying(5, DISC, 100)]
    for missing, (expected_row, place) in {3: (0, 3), 8: (1, 3), 10: (2, 0)}.items():
        named = name_pieces(rows, [shape for number, shape in enumerate(laid) if number != missing])
        assert named.missing == ((expected_row, place),)


def test_two_missing_pieces_are_named() -> None:
    named = name_pieces(ROWS, all_but((0, 2), (1, 0)))
    assert named.missing == ((0, 2), (1, 0))


def test_a_missing_piece_whose_gap_was_closed_may_be_another() -> None:
    named = name_pieces([row("a b c d", "disc")], lying(3, DISC, 50, gap_mm=12))
    assert len(named.missing) == 1
    assert set(named.missing) == named.unsure


def test_a_piece_too_many_is_told() -> None:
    more = Shape(DISC, 500.0, 130.0, 0.0)
    named = name_pieces(ROWS, [*all_but(), more])
    assert named.extra == (more,)
    assert not named.missing
    assert len(named.pieces) == 10


def test_nothing_lies_there() -> None:
    named = name_pieces(ROWS, [])
    assert len(named.missing) == 10
    assert named.pieces == named.extra == ()
