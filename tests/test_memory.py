"""The board's memory: which piece is which over many pictures, and between which of them it was turned."""

from memory_builders import MS, PLACES, Watched, around, card, token

from vision.covers import FURNITURE_NS
from vision.memory import FORGOTTEN_AFTER, BoardMemory
from vision.reading import BoardReading, Face, Problem


def test_a_board_bounds_its_picture_and_names_each_piece_by_a_number() -> None:
    watched = Watched()
    board = watched.see(token(PLACES[0]), token(PLACES[1]))
    assert (board.picture_start_ns, board.until_ns) == (90 * MS, 100 * MS)
    assert [piece.id for piece in board.pieces] == [1, 2]
    assert watched.memory.board is board


def test_a_token_that_is_turned_keeps_its_number_and_both_times() -> None:
    watched = Watched()
    down = watched.only(token())
    assert (down.down_until_ns, down.up_from_ns) == (100 * MS, None)
    up = watched.only(token(face=Face.UP, label="ham"))
    assert (up.id, up.label, up.down_until_ns, up.up_from_ns) == (down.id, "ham", 100 * MS, 190 * MS)
    later = watched.only(token(face=Face.UP, label="ham"))
    assert (later.down_until_ns, later.up_from_ns, later.seen_until_ns) == (100 * MS, 190 * MS, 300 * MS)


def test_the_time_of_turning_is_kept_while_its_side_cannot_be_told() -> None:
    watched = Watched()
    watched.see(token())
    watched.see(token(face=Face.UP, label="ham"))
    watched.see(token(face=Face.UNKNOWN))
    assert watched.only(token(face=Face.UP, label="ham")).up_from_ns == 190 * MS


def test_a_token_under_a_hand_is_still_there_as_it_was() -> None:
    watched = Watched()
    before = watched.only(token())
    board = watched.see(covered=(around(PLACES[0]),))
    assert board.pieces == (before,)
    assert board.hand


def test_a_token_slid_from_under_a_hand_while_it_is_turned_keeps_its_number() -> None:
    watched = Watched()
    before = watched.only(token())
    watched.see(covered=(around(PLACES[0]),))
    after = watched.only(token((140.0, 130.0), Face.UP, "ham"))
    assert (after.id, after.down_until_ns) == (before.id, 100 * MS)


def test_a_token_pushed_in_plain_view_keeps_its_number() -> None:
    watched = Watched()
    before = watched.only(token())
    assert watched.only(token((160.0, 100.0))).id == before.id


def test_a_token_that_vanished_is_waited_for_and_then_forgotten() -> None:
    for gone, same in ((FORGOTTEN_AFTER, True), (FORGOTTEN_AFTER + 1, False)):
        watched = Watched()
        before = watched.only(token())
        for _ in range(gone):
            assert watched.see().pieces == ()
        assert (watched.only(token()).id == before.id) is same


def test_a_token_that_appears_far_away_is_another() -> None:
    watched = Watched()
    before = watched.only(token())
    assert watched.only(token((400.0, 400.0))).id != before.id


def test_one_wrong_name_is_not_believed_two_sure_ones_are_another_piece() -> None:
    watched = Watched()
    ham = watched.only(token(face=Face.UP, label="ham"))
    doubted = watched.only(token(face=Face.UP, label="corn"))
    assert (doubted.id, doubted.label) == (ham.id, "ham")
    believed = watched.only(token(face=Face.UP, label="corn"))
    assert believed.label == "corn"
    assert believed.id != ham.id


def test_unsure_names_never_outweigh_one_that_was_believed() -> None:
    watched = Watched()
    watched.see(token(face=Face.UP, label="ham"))
    for _ in range(5):
        assert watched.only(token(face=Face.UP, label="corn", sure=0.6)).label == "ham"


def test_a_name_stays_where_a_picture_gives_none() -> None:
    watched = Watched()
    watched.see(token(face=Face.UP, label="ham"))
    assert watched.only(token(face=Face.UP, sure=0.3)).label == "ham"


def test_one_unsure_glimpse_of_the_other_side_is_not_believed() -> None:
    watched = Watched()
    watched.see(token(face=Face.UP, label="ham"))
    assert watched.only(token(face=Face.DOWN, sure=0.5)).face is Face.UP
    assert watched.only(token(face=Face.DOWN, sure=0.5)).face is Face.DOWN


def test_a_card_laid_in_the_place_of_another_is_another_piece_at_once() -> None:
    watched = Watched()
    old = watched.only(card("ham-salami-olive"))
    new = watched.only(card("mushroom-tomato-onion", x_mm=506.0, rotation_deg=4.0))
    assert new.label == "mushroom-tomato-onion"
    assert new.id != old.id


def test_a_shape_without_a_side_beside_a_hand_may_be_a_knuckle() -> None:
    watched = Watched()
    knuckle = token((150.0, 100.0), Face.UNKNOWN, sure=0.5)
    assert watched.see(knuckle, covered=(around(PLACES[0]),)).pieces == ()
    assert len(watched.see(knuckle).pieces) == 1


def test_what_lies_still_for_long_is_no_hand() -> None:
    watched = Watched()
    watched.see()
    cup = around(PLACES[5])
    assert watched.see(covered=(cup,)).hand
    watched.now_ns += FURNITURE_NS
    assert not watched.see(covered=(cup,)).hand
    assert watched.see(covered=(cup, around(PLACES[15]))).hand


def test_what_lies_there_from_the_start_is_no_hand_until_it_moves() -> None:
    watched = Watched()
    assert not watched.see(covered=(around(PLACES[5]),)).hand
    assert not watched.see(covered=(around(PLACES[5]),)).hand
    assert watched.see(covered=(around(PLACES[6]),)).hand


def test_a_cup_that_a_hand_hid_is_still_a_cup() -> None:
    watched = Watched()
    watched.see(covered=(around(PLACES[5]),))
    assert watched.see(covered=(around(PLACES[15]),)).hand
    assert not watched.see(covered=(around(PLACES[5]),)).hand


def test_stillness_stretches_what_was_seen_and_how_long_it_was_down() -> None:
    watched = Watched()
    watched.see(token(PLACES[0]), token(PLACES[1], Face.UP, "ham"))
    board = watched.memory.hold(500 * MS)
    assert board.until_ns == 500 * MS
    assert [(p.seen_until_ns, p.down_until_ns) for p in board.pieces] == [(500 * MS, 500 * MS), (500 * MS, None)]
    assert watched.memory.hold(400 * MS) is board, "time does not run back"


def test_stillness_says_nothing_of_a_token_under_a_hand() -> None:
    watched = Watched()
    watched.see(token())
    watched.see(covered=(around(PLACES[0]),))
    [piece] = watched.memory.hold(900 * MS).pieces
    assert (piece.seen_until_ns, piece.down_until_ns) == (100 * MS, 100 * MS)


def test_a_picture_with_a_problem_changes_nothing_and_nothing_holds_after_it() -> None:
    watched = Watched()
    before = watched.see(token())
    problem = BoardReading(190 * MS, 200 * MS, (token(PLACES[3]),), problem=Problem.TOO_DARK, detail="too dark")
    assert watched.memory.update(problem) == before
    assert watched.memory.hold(900 * MS) == before
    watched.now_ns = 900 * MS
    assert watched.only(token()).down_until_ns == 1000 * MS


def test_a_recorded_picture_holds_until_the_next_one_even_one_with_a_problem() -> None:
    watched = Watched()
    watched.see(token(), holds=True)
    problem = BoardReading(190 * MS, 200 * MS, problem=Problem.TOO_DARK, detail="too dark")
    assert watched.memory.update(problem, holds=True).pieces[0].down_until_ns == 190 * MS
    watched.now_ns = 800 * MS
    up = watched.only(token(face=Face.UP, label="ham"))
    assert (up.down_until_ns, up.up_from_ns) == (190 * MS, 890 * MS)


def test_a_recorded_picture_is_believed_at_once() -> None:
    watched = Watched()
    watched.see(token(face=Face.UP, label="ham"), holds=True)
    [piece] = watched.see(token(face=Face.UP, label="corn"), holds=True).pieces
    assert piece.label == "corn"


def test_a_person_corrects_a_piece_and_pictures_must_contradict_twice() -> None:
    watched = Watched()
    piece = watched.only(token(face=Face.UP, label="fly"))
    [corrected] = watched.memory.correct(piece.id, Face.UP, "cheese").pieces
    assert (corrected.label, corrected.confidence, corrected.up_from_ns) == ("cheese", 1.0, piece.up_from_ns)
    assert watched.only(token(face=Face.UP, label="fly")).label == "cheese"


def test_a_piece_that_a_person_names_counts_from_when_it_was_last_seen() -> None:
    watched = Watched()
    piece = watched.only(token())
    [corrected] = watched.memory.correct(piece.id, Face.UP, "cheese").pieces
    assert (corrected.face, corrected.up_from_ns, corrected.down_until_ns) == (Face.UP, 100 * MS, 100 * MS)


def test_a_token_seen_up_in_an_exposure_that_began_while_it_was_down_was_up_from_then_on() -> None:
    memory = BoardMemory()
    memory.update(BoardReading(0, 43 * MS, (token(),)))
    [piece] = memory.update(BoardReading(33 * MS, 76 * MS, (token(face=Face.UP, label="ham"),))).pieces
    assert (piece.down_until_ns, piece.up_from_ns) == (43 * MS, 43 * MS)


def test_in_pictures_that_show_every_change_a_hidden_token_stays_as_it_was_until_the_next() -> None:
    for hidden_stays, down_until_ns in ((False, 190 * MS), (True, 290 * MS)):
        watched = Watched(hidden_stays)
        watched.see(token(), holds=True)
        watched.see(covered=(around(PLACES[0]),), holds=True)
        turned = watched.only(token(face=Face.UP, label="ham"), holds=True)
        assert (turned.down_until_ns, turned.up_from_ns) == (down_until_ns, 290 * MS)
