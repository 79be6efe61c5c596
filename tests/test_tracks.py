"""What is believed of a piece over readings: its name, how surely it was seen, and since when it lies as it does."""

from memory_builders import MS, Watched, around, card, shown, token

from vision.memory import BoardMemory
from vision.reading import BoardReading, Face, Sighting


def test_an_unsure_name_is_believed_when_it_comes_again() -> None:
    watched = Watched()
    first = watched.only(shown("rect", "chili|egg", 100.0, sure=0.6))
    assert (first.face, first.label) == (Face.UP, None)
    second = watched.only(shown("rect", "chili|egg", 100.0, sure=0.6))
    assert (second.id, second.label, second.confidence) == (first.id, "chili|egg", 0.6)


def test_unsure_names_that_differ_are_none() -> None:
    watched = Watched()
    for label in ("chili|egg", "chili|onion", "chili|egg", "chili|onion"):
        assert watched.only(shown("rect", label, 100.0, sure=0.6)).label is None


def test_a_sure_name_needs_a_surer_one_to_be_given_up() -> None:
    watched = Watched()
    for _ in range(3):
        watched.see(shown("rect", "chili|egg", 100.0, sure=0.97))
    for _ in range(2):
        doubted = watched.only(shown("rect", "egg|egg", 100.0, sure=0.75))
        assert doubted.label == "chili|egg"
        assert doubted.confidence < 0.97
    again = watched.only(shown("rect", "chili|egg", 100.0, sure=0.9))
    assert (again.id, again.confidence) == (doubted.id, 0.97)


def test_a_half_hidden_card_keeps_the_name_and_the_place_it_was_seen_with() -> None:
    watched = Watched()
    seen = watched.only(shown("rect", "chili|egg", 100.0, rotation_deg=10.0, sure=0.97))
    for label in ("onion|egg", None, "onion|egg", "onion|egg"):
        half = watched.only(shown("rect", label, 102.0, rotation_deg=13.0, sure=0.8, visible=0.5))
        assert (half.label, half.x_mm, half.rotation_deg) == ("chili|egg", seen.x_mm, seen.rotation_deg)


def test_a_half_hidden_card_whose_side_cannot_be_told_is_still_what_it_was() -> None:
    watched = Watched()
    seen = watched.only(shown("rect", "chili|egg", 100.0))
    for _ in range(4):
        half = watched.only(unknown(100.0, visible=0.6))
    assert (half.id, half.face, half.label) == (seen.id, Face.UP, "chili|egg")
    for _ in range(2):
        whole = watched.only(unknown(100.0, visible=0.95))
    assert whole.face is Face.UNKNOWN


def unknown(x_mm: float, visible: float) -> Sighting:
    """A card of which not even the side can be told."""
    return Sighting("rect", Face.UNKNOWN, None, x_mm, 300.0, 0.0, 0.0, visible)


def test_a_name_that_was_moved_gives_way_more_easily() -> None:
    for moves, label in ((False, "ham"), (True, "corn")):
        watched = Watched()
        for _ in range(3):
            watched.see(token((100.0, 100.0), Face.UP, "ham", 0.97))
        place = (106.0, 100.0) if moves else (100.0, 100.0)
        watched.see(token(place, Face.UP, "ham", 0.6))
        for _ in range(2):
            piece = watched.only(token(place, Face.UP, "corn", 0.85))
        assert piece.label == label


def test_since_when_a_piece_lies_so_begins_anew_when_it_is_moved_or_turned() -> None:
    watched = Watched()
    assert watched.only(shown("rect", "chili|egg", 100.0)).since_ns == 90 * MS
    assert watched.only(shown("rect", "chili|egg", 101.0)).since_ns == 90 * MS
    assert watched.only(shown("rect", "chili|egg", 106.0)).since_ns == 290 * MS
    assert watched.only(shown("rect", "chili|egg", 106.0, rotation_deg=8.0)).since_ns == 390 * MS
    assert watched.only(shown("rect", "chili|egg", 106.0, rotation_deg=8.0)).since_ns == 390 * MS


def test_each_card_of_a_row_that_is_pushed_along_keeps_its_number() -> None:
    labels = ("chili|egg", "egg|onion", "onion|onion", "onion|cheese")
    watched = Watched()
    before = watched.see(*(shown("rect", label, 100.0 + 57 * n) for n, label in enumerate(labels)))
    after = watched.see(*(shown("rect", label, 142.0 + 57 * n) for n, label in enumerate(labels)))
    assert {(p.id, p.label) for p in after.pieces} == {(p.id, p.label) for p in before.pieces}


def test_a_card_that_another_replaced_under_a_hand_is_not_hidden_there() -> None:
    watched = Watched()
    watched.see(card("ham-salami-olive"))
    hand = around((560.0, 500.0))
    [new] = watched.see(card("mushroom-tomato-onion", x_mm=506.0), covered=(hand,)).pieces
    assert new.label == "mushroom-tomato-onion"


def test_what_a_person_said_a_piece_is_not_stays_so_while_it_lies_there() -> None:
    watched = Watched()
    piece = watched.only(token(face=Face.UP, label="fly", sure=0.97))
    watched.memory.correct(piece.id, Face.UP, "cheese")
    for _ in range(5):
        assert watched.only(token(face=Face.UP, label="fly", sure=0.97)).label == "cheese"
    for _ in range(2):
        other = watched.only(token(face=Face.UP, label="ham", sure=0.97))
    assert other.label == "ham"


def test_a_correction_holds_in_recorded_pictures_too() -> None:
    memory = BoardMemory()
    for number in range(3):
        start_ns = 100 * MS * number
        board = memory.update(BoardReading(start_ns, start_ns + MS, (token(face=Face.UP, label="fly"),)), holds=True)
        assert board.pieces[0].label == ("cheese" if number else "fly")
        memory.correct(board.pieces[0].id, Face.UP, "cheese")
