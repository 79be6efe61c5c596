from vision.memory import FORGOTTEN_AFTER, FURNITURE_NS, BoardMemory
from vision.reading import Board, BoardReading, Face, Piece, Problem, Sighting

MS = 1_000_000
EXPOSURE_NS = 10 * MS
Outline = tuple[tuple[float, float], ...]


def down(x_mm: float, y_mm: float = 300.0, kind: str = "disc", confidence: float = 0.95) -> Sighting:
    return Sighting(kind, Face.DOWN, None, x_mm, y_mm, None, confidence)


def up(
    label: str | None, x_mm: float, y_mm: float = 300.0, kind: str = "disc", confidence: float = 0.95, turn: float = 0.0
) -> Sighting:
    return Sighting(kind, Face.UP, label, x_mm, y_mm, turn, confidence)


def unclear(x_mm: float, y_mm: float = 300.0) -> Sighting:
    return Sighting("disc", Face.UNKNOWN, None, x_mm, y_mm, None, 0.0)


def hand(x_mm: float, y_mm: float = 300.0, half_mm: float = 50.0) -> Outline:
    left, right, top, bottom = x_mm - half_mm, x_mm + half_mm, y_mm - half_mm, y_mm + half_mm
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def reading(at_ms: int, *sightings: Sighting, covered: tuple[Outline, ...] = ()) -> BoardReading:
    return BoardReading(at_ms * MS, at_ms * MS + EXPOSURE_NS, sightings, covered)


def remembered(*readings: BoardReading, holds: bool = False) -> Board:
    memory = BoardMemory()
    for one in readings:
        memory.update(one, holds)
    return memory.board


def only(board: Board) -> Piece:
    (piece,) = board.pieces
    return piece


def test_nothing_is_remembered_before_the_first_picture() -> None:
    assert BoardMemory().board == Board(0, 0)


def test_a_board_says_which_picture_it_is_of() -> None:
    board = remembered(reading(5, down(100)))
    assert (board.picture_start_ns, board.until_ns) == (5 * MS, 15 * MS)


def test_a_piece_keeps_its_number_while_it_lies() -> None:
    first = only(remembered(reading(0, down(100))))
    later = only(remembered(reading(0, down(100)), reading(100, down(103))))
    assert first.id == later.id
    assert later.x_mm == 103


def test_a_token_is_turned_between_two_exposures() -> None:
    piece = only(remembered(reading(0, down(100)), reading(50, down(100)), reading(100, up("ham", 100))))
    assert piece.down_until_ns == 60 * MS
    assert piece.up_from_ns == 100 * MS
    assert (piece.face, piece.label) == (Face.UP, "ham")


def test_up_from_is_the_first_picture_that_showed_it_up() -> None:
    piece = only(remembered(reading(0, down(100)), reading(50, up("ham", 100)), reading(100, up("ham", 100))))
    assert piece.up_from_ns == 50 * MS
    assert piece.seen_until_ns == 110 * MS


def test_turned_back_it_is_down_again_and_not_up() -> None:
    piece = only(remembered(reading(0, down(100)), reading(50, up("ham", 100)), reading(100, down(100))))
    assert (piece.face, piece.label, piece.up_from_ns) == (Face.DOWN, None, None)
    assert piece.down_until_ns == 110 * MS


def test_never_seen_down_has_no_such_time() -> None:
    assert only(remembered(reading(0, up("ham", 100)))).down_until_ns is None


def test_a_token_slid_while_it_was_turned_is_the_same_token() -> None:
    piece = only(remembered(reading(0, down(100)), reading(50, up("ham", 150))))
    assert piece.id == 1
    assert (piece.down_until_ns, piece.up_from_ns) == (10 * MS, 50 * MS)


def test_a_token_far_away_is_another_token() -> None:
    piece = only(remembered(reading(0, down(100)), reading(50, up("ham", 300))))
    assert piece.id == 2
    assert piece.down_until_ns is None


def test_the_nearer_of_two_vanished_tokens_was_turned() -> None:
    board = remembered(reading(0, down(100), down(200)), reading(50, up("ham", 170)))
    assert only(board).id == 2


def test_a_token_under_a_hand_keeps_its_memory() -> None:
    board = remembered(reading(0, up("ham", 100)), reading(50, covered=(hand(100),)))
    piece = only(board)
    assert (piece.label, piece.face) == ("ham", Face.UP)
    assert piece.seen_until_ns == 10 * MS
    assert board.hand


def test_a_token_gone_from_plain_view_is_gone() -> None:
    assert remembered(reading(0, up("ham", 100)), reading(50)).pieces == ()
    assert remembered(reading(0, up("ham", 100)), reading(50, covered=(hand(500),))).pieces == ()


def test_a_token_missed_once_is_the_same_token() -> None:
    piece = only(remembered(reading(0, down(100)), reading(50), reading(100, up("ham", 100))))
    assert (piece.id, piece.down_until_ns) == (1, 10 * MS)


def test_a_token_gone_for_long_is_forgotten() -> None:
    gone = [reading(50 * i) for i in range(1, FORGOTTEN_AFTER + 2)]
    piece = only(remembered(reading(0, down(100)), *gone, reading(900, up("ham", 100))))
    assert (piece.id, piece.down_until_ns) == (2, None)


def test_turned_under_a_hand_it_comes_out_the_same_token() -> None:
    board = remembered(
        reading(0, down(100)), reading(50, covered=(hand(100),)), reading(100, up("ham", 140), covered=(hand(100),))
    )
    piece = only(board)
    assert (piece.id, piece.down_until_ns, piece.up_from_ns) == (1, 10 * MS, 100 * MS)


def test_no_hand_without_cover() -> None:
    assert not remembered(reading(0, covered=(hand(100),)), reading(50)).hand


def test_a_cup_that_stays_is_no_hand_in_the_end() -> None:
    memory = BoardMemory()
    memory.update(reading(0, covered=(hand(100),)))
    late_ms = FURNITURE_NS // MS + 1
    assert not memory.update(reading(late_ms, covered=(hand(101),))).hand
    assert memory.update(reading(late_ms + 50, covered=(hand(101), hand(500)))).hand


def test_an_unclear_shape_at_a_hand_is_no_piece() -> None:
    assert remembered(reading(0, unclear(100), covered=(hand(140),))).pieces == ()
    assert only(remembered(reading(0, unclear(100)))).face is Face.UNKNOWN


def test_a_token_half_under_a_hand_keeps_its_name() -> None:
    piece = only(remembered(reading(0, up("ham", 100)), reading(50, unclear(100), covered=(hand(140),))))
    assert (piece.face, piece.label) == (Face.UP, "ham")


def test_a_token_that_cannot_be_told_twice_is_unknown_and_comes_back() -> None:
    seen = [reading(0, down(100)), reading(50, up("ham", 100)), reading(100, unclear(100))]
    assert only(remembered(*seen)).label == "ham"
    lost = only(remembered(*seen, reading(150, unclear(100))))
    assert (lost.face, lost.up_from_ns) == (Face.UNKNOWN, None)
    again = only(remembered(*seen, reading(150, unclear(100)), reading(200, up("ham", 100))))
    assert (again.down_until_ns, again.up_from_ns) == (10 * MS, 50 * MS)


def test_a_name_stays_where_a_later_picture_gives_none() -> None:
    piece = only(remembered(reading(0, up("ham", 100)), reading(50, up(None, 100, confidence=0.4))))
    assert (piece.label, piece.confidence) == ("ham", 0.95)


def test_a_name_comes_when_a_later_picture_gives_it() -> None:
    board = remembered(reading(0, up(None, 100, confidence=0.4)), reading(50, up("ham", 100)))
    assert (only(board).label, only(board).id) == ("ham", 1)


def test_one_other_name_is_not_believed() -> None:
    board = remembered(reading(0, up("ham", 100)), reading(50, up("corn", 100)), reading(100, up("ham", 100)))
    assert (only(board).label, only(board).id) == ("ham", 1)


def test_another_name_twice_is_believed_as_another_piece() -> None:
    board = remembered(reading(0, up("ham", 100)), reading(50, up("corn", 100)), reading(100, up("corn", 100)))
    assert (only(board).label, only(board).id) == ("corn", 2)


def test_an_unsure_other_name_is_never_believed() -> None:
    doubts = [reading(50 * i, up("corn", 100, confidence=0.55)) for i in range(1, 6)]
    assert only(remembered(reading(0, up("ham", 100)), *doubts)).label == "ham"


def test_another_name_in_a_recording_is_believed_at_once() -> None:
    board = remembered(reading(0, up("ham", 100)), reading(50, up("corn", 100)), holds=True)
    assert only(board).label == "corn"


def test_a_pizza_laid_anew_in_the_same_slot_is_another_pizza() -> None:
    board = remembered(
        reading(0, up("ham-salami-olive", 380, 118, "square")),
        reading(50, up("ham-salami-corn", 386, 120, "square", turn=7.0)),
    )
    assert (only(board).label, only(board).id) == ("ham-salami-corn", 2)


def test_a_pizza_moved_across_the_table_keeps_its_number() -> None:
    board = remembered(
        reading(0, up("ham-salami-olive", 380, 118, "square")), reading(50, up("ham-salami-olive", 700, 500, "square"))
    )
    assert only(board).id == 1


def test_a_doubtful_side_needs_two_pictures() -> None:
    seen = [reading(0, up("ham", 100)), reading(50, down(100, confidence=0.6))]
    assert only(remembered(*seen)).face is Face.UP
    assert only(remembered(*seen, reading(100, down(100, confidence=0.6)))).face is Face.DOWN


def test_kinds_are_never_mixed() -> None:
    board = remembered(reading(0, down(100)), reading(50, down(100, kind="square")))
    assert [(piece.kind, piece.id) for piece in board.pieces] == [("square", 2)]


def test_a_reading_with_a_problem_changes_nothing() -> None:
    memory = BoardMemory()
    before = memory.update(reading(0, down(100)))
    assert memory.update(BoardReading(50 * MS, 60 * MS, problem=Problem.TOO_DARK)) == before


def test_a_held_picture_stretches_what_it_showed() -> None:
    memory = BoardMemory()
    memory.update(reading(0, down(100), up("ham", 300)))
    board = memory.hold(500 * MS)
    lying, turned = board.pieces
    assert (lying.down_until_ns, lying.seen_until_ns) == (500 * MS, 500 * MS)
    assert (turned.down_until_ns, turned.up_from_ns, turned.seen_until_ns) == (None, 0, 500 * MS)
    assert (board.picture_start_ns, board.until_ns) == (0, 500 * MS)


def test_holding_does_not_stretch_what_a_hand_hid() -> None:
    memory = BoardMemory()
    memory.update(reading(0, down(100)))
    memory.update(reading(50, covered=(hand(100),)))
    assert only(memory.hold(500 * MS)).down_until_ns == 10 * MS


def test_holding_back_in_time_changes_nothing() -> None:
    memory = BoardMemory()
    before = memory.update(reading(100, down(100)))
    assert memory.hold(50 * MS) == before


def test_a_recorded_picture_holds_until_the_next() -> None:
    piece = only(remembered(reading(0, down(100)), reading(800, up("ham", 100)), holds=True))
    assert (piece.down_until_ns, piece.up_from_ns) == (800 * MS, 800 * MS)


def test_a_recorded_picture_holds_until_one_that_cannot_be_read() -> None:
    memory = BoardMemory()
    memory.update(reading(0, down(100)), holds=True)
    memory.update(BoardReading(300 * MS, 310 * MS, problem=Problem.BLURRED), holds=True)
    piece = only(memory.update(reading(800, up("ham", 100)), holds=True))
    assert piece.down_until_ns == 300 * MS
