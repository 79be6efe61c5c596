"""Rows of real cards, from how they are linked."""

from device.rules.italia.poses import Lie, Relation
from device.rules.italia.rows import Row, rows
from device.rules.italia.state import End

RIGHT_TO_LEFT = (End.RIGHT, End.LEFT)


def linked(*pairs: tuple[int, int]) -> list[Relation]:
    return [Relation(first, second, (Lie.LINKED,), RIGHT_TO_LEFT) for first, second in pairs]


def test_a_row_begins_with_the_end_that_was_seen_first() -> None:
    found = linked((2, 0), (0, 1))
    assert rows(found, [Lie.LINKED] * 2) == [Row((1, 0, 2), (True, True, True), None, None)]


def test_rows_that_nothing_joins_are_two() -> None:
    assert [row.cards for row in rows(linked((0, 1), (2, 3)), [Lie.LINKED] * 2)] == [(0, 1), (2, 3)]


def test_two_cards_at_one_side_make_a_fork() -> None:
    (row,) = rows(linked((0, 1), (0, 2)), [Lie.LINKED] * 2)
    assert row.forked == (1, 2)


def test_a_ring_is_no_line() -> None:
    (row,) = rows(linked((0, 1), (1, 2), (2, 0)), [Lie.LINKED] * 3)
    assert row.cards == (0, 1, 2) and row.forked == (0, 1)


def test_what_touches_a_row_is_told_and_a_heap_is_no_row() -> None:
    touching = Relation(1, 2, (Lie.TOUCHING,), RIGHT_TO_LEFT)
    (row,) = rows([*linked((0, 1)), touching], [Lie.LINKED, Lie.TOUCHING])
    assert row.touched == (1, 2)
    assert rows([touching], [Lie.TOUCHING]) == []


def test_a_doubt_counts_as_it_is_resolved() -> None:
    doubt = Relation(0, 1, (Lie.LINKED, Lie.APART), RIGHT_TO_LEFT)
    assert [row.cards for row in rows([doubt], [Lie.LINKED])] == [(0, 1)]
    assert rows([doubt], [Lie.APART]) == []
