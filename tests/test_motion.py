from memory_builders import Watched, around, shown

from vision.motion import Moved, between

ANIAS = ((0.0, 0.0), (500.0, 0.0), (500.0, 600.0), (0.0, 600.0))


def test_pieces_that_lie_still_did_not_move_though_readings_differ_a_little() -> None:
    table = Watched()
    before = table.see(shown("rect", "egg", 100.0), shown("rect", "chili", 200.0, rotation_deg=359.0))
    after = table.see(shown("rect", "egg", 103.0, 302.0), shown("rect", "chili", 200.0, rotation_deg=3.0))
    assert between(before, after, ANIAS) == ()


def test_a_card_that_is_shifted_or_turned_where_it_lies_moved() -> None:
    table = Watched()
    before = table.see(shown("rect", "egg", 100.0), shown("rect", "chili", 200.0))
    table.see(shown("rect", "egg", 112.0), shown("rect", "chili", 200.0, rotation_deg=180.0))
    after = table.see(shown("rect", "egg", 112.0), shown("rect", "chili", 200.0, rotation_deg=180.0))
    assert [(m.how, m.label, m.x_mm) for m in between(before, after, ANIAS)] == [
        (Moved.SHIFTED, "egg", 112.0),
        (Moved.SHIFTED, "chili", 200.0),
    ]


def test_a_card_that_is_taken_or_laid_moved_and_what_others_do_elsewhere_does_not_matter() -> None:
    table = Watched()
    before = table.see(shown("rect", "egg", 100.0), shown("rect", "onion", 900.0))
    table.see(shown("rect", "cheese", 300.0), shown("rect", "onion", 980.0))
    after = table.see(shown("rect", "cheese", 300.0), shown("rect", "onion", 980.0))
    assert [(m.how, m.label) for m in between(before, after, ANIAS)] == [
        (Moved.TAKEN, "egg"),
        (Moved.LAID, "cheese"),
    ]


def test_what_a_hand_hides_lies_where_it_lay_and_what_it_hid_before_was_not_laid() -> None:
    table = Watched()
    table.see(shown("rect", "egg", 100.0))
    before = table.see(covered=(around((100.0, 300.0)),))
    hidden = table.see(covered=(around((100.0, 300.0)),))
    assert between(before, hidden, ANIAS) == ()
    after = table.see(shown("rect", "egg", 100.0), shown("rect", "cheese", 150.0))
    assert between(before, after, ANIAS) == ()


def test_a_card_hidden_in_the_picture_before_may_have_been_moved_before_it() -> None:
    table = Watched()
    table.see(shown("rect", "egg", 100.0), shown("rect", "chili", 300.0))
    before = table.see(shown("rect", "chili", 300.0), covered=(around((100.0, 300.0)),))
    after = table.see(shown("rect", "egg", 120.0), shown("rect", "chili", 320.0))
    assert [(motion.label, motion.seen) for motion in between(before, after, ANIAS)] == [
        ("egg", False),
        ("chili", True),
    ]


def test_a_card_that_is_read_by_another_name_where_it_lies_did_not_move() -> None:
    table = Watched()
    before = table.see(shown("rect", "egg", 100.0))
    for _ in range(4):
        after = table.see(shown("rect", "cheese", 100.0, sure=0.95))
    assert [piece.label for piece in after.pieces] == ["cheese"]
    assert between(before, after, ANIAS) == ()
