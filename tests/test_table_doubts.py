"""What the eyes read is weighed against what the game knows of its pieces before anybody is judged by it."""

from msgspec.structs import replace
from rules.xxl_builders import FOR_MARGHERITA, MS, TOKEN_KINDS
from table_builders import EXPOSURE_NS, TableInMemory, sightings

from vision.knowledge import Doubt
from vision.reading import BoardReading, Face

[HAM] = [number for number, kind in TOKEN_KINDS.items() if kind == "ham"]
[MUSHROOM] = [number for number, kind in TOKEN_KINDS.items() if kind == "mushroom"]


def read_ham_as_mushroom(table: TableInMemory, sure: float, mushroom_sure: float = 0.9) -> None:
    """A picture of the table in which the ham, face up too, is taken for the mushroom."""
    seen = list(sightings({*table.up, HAM}, table.pizzas))
    seen[HAM - 1] = replace(seen[HAM - 1], label="mushroom", confidence=sure)
    seen[MUSHROOM - 1] = replace(seen[MUSHROOM - 1], confidence=mushroom_sure)
    table.read(BoardReading(table.now_ns - EXPOSURE_NS, table.now_ns, tuple(seen)))


def test_two_that_exist_once_are_both_doubted_and_a_slap_is_asked_about() -> None:
    table = TableInMemory()
    table.play()
    table.turn(*FOR_MARGHERITA)
    table.wait(500)
    read_ham_as_mushroom(table, 0.9)
    assert [remark.why for remark in table.table.live().remarks] == [Doubt.TOO_MANY] * 2
    texts = [notice["text"] for notice in table.view()["notices"]]
    assert any("More pieces were read as mushroom than there are (1)" in text for text in texts)
    table.press(1)
    table.wait(30)
    read_ham_as_mushroom(table, 0.9)
    table.wait(2000)
    assert table.reasons == ["ask_referee"]


def test_the_surer_of_the_two_keeps_its_name() -> None:
    table = TableInMemory()
    table.play()
    table.make_margherita_ready()
    read_ham_as_mushroom(table, 0.72, 0.98)
    table.wait(100)
    read_ham_as_mushroom(table, 0.72, 0.98)
    board = table.table.live().board
    assert board is not None
    assert [piece.label for piece in board.pieces if piece.face is Face.UP and piece.kind == "disc"].count(None) == 1
    table.press(1)
    table.wait(30)
    read_ham_as_mushroom(table, 0.72, 0.98)
    assert table.reasons == ["accepted"]


def test_without_a_game_nothing_is_known_of_the_pieces() -> None:
    table = TableInMemory()
    table.now_ns += 100 * MS
    read_ham_as_mushroom(table, 0.9)
    assert table.table.live().remarks == ()
