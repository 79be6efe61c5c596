"""A slap that freezes the table: what it is judged by, and who moved after it."""

from memory_builders import EXPOSURE_NS, PERIOD_NS, Watched, around, shown
from msgspec.structs import replace

from device import frozen
from device.events import MovedAfterSlap
from device.rules.refereed import Freeze
from vision.reading import Board, Face, Sighting

BLUES = ((0.0, 0.0), (500.0, 0.0), (500.0, 600.0), (0.0, 600.0))
REDS = ((600.0, 0.0), (1100.0, 0.0), (1100.0, 600.0), (600.0, 600.0))
AREAS = {1: BLUES, 2: REDS}
EGG, CHILI, ONION = shown("rect", "egg", 100.0), shown("rect", "chili", 200.0), shown("rect", "onion", 900.0)
CHILI_ELSEWHERE = shown("rect", "chili", 240.0)


def boards(*pictures: tuple[Sighting, ...]) -> list[Board]:
    table = Watched()
    return [table.see(*seen) for seen in pictures]


def test_the_picture_at_the_slap_counts_and_none_that_came_later() -> None:
    seen = boards(
        (EGG, CHILI, ONION), (EGG, CHILI, ONION), (EGG, CHILI_ELSEWHERE, ONION), (EGG, CHILI_ELSEWHERE, ONION)
    )
    slap = frozen.at_slap(seen, 2 * PERIOD_NS - EXPOSURE_NS // 2)
    assert slap is seen[1]
    assert frozen.at_slap(seen, 5 * PERIOD_NS) is None
    [blue] = frozen.stirred(slap, seen[3], AREAS)
    assert (blue.seat, [motion.label for motion in blue.pieces]) == (1, ["chili"])


def test_what_the_slapping_arm_hides_is_judged_as_it_lay_just_before() -> None:
    table = Watched()
    table.see(EGG, CHILI, ONION)
    slap = table.see(EGG, ONION, covered=(around((200.0, 300.0), 60.0),))
    assert {piece.label for piece in slap.pieces} == {"egg", "chili", "onion"}
    after = table.see(EGG, CHILI, ONION)
    assert frozen.stirred(slap, after, AREAS) == ()


def test_a_half_hidden_card_misread_in_the_picture_of_the_slap_keeps_its_name() -> None:
    table = Watched()
    table.see(EGG, CHILI, ONION)
    table.see(EGG, CHILI, ONION)
    half = shown("rect", "mushroom", 200.0, sure=0.6, visible=0.5)
    slap = table.see(EGG, half, ONION, covered=(around((230.0, 300.0), 30.0),))
    assert [piece.label for piece in slap.pieces] == ["egg", "chili", "onion"]


def test_a_hand_that_only_passes_over_moved_nothing() -> None:
    table = Watched()
    slap = table.see(EGG, CHILI, ONION)
    for _ in range(3):
        table.see(ONION, covered=(around((150.0, 300.0), 120.0),))
    assert frozen.stirred(slap, table.see(EGG, CHILI, ONION), AREAS) == ()


def test_a_side_that_the_referee_corrects_after_the_slap_was_not_turned() -> None:
    table, stillness = Watched(), frozen.Stillness()
    misread = replace(CHILI, face=Face.DOWN, label=None)
    freeze = Freeze(PERIOD_NS, AREAS)
    for seen in ((EGG, misread), (EGG, misread)):
        stillness.see(table.see(*seen))
        assert stillness.news(freeze, ()) == []
    stillness.see(table.memory.correct(2, Face.UP, "chili"))
    for _ in range(3):
        stillness.see(table.see(EGG, CHILI))
        assert stillness.news(freeze, ()) == []


def test_a_slap_without_a_picture_yet_and_a_table_that_is_not_frozen_tell_nothing() -> None:
    table, stillness = Watched(), frozen.Stillness()
    for seen in ((EGG, CHILI), (EGG, CHILI_ELSEWHERE), (EGG, CHILI_ELSEWHERE)):
        stillness.see(table.see(*seen))
    assert stillness.news(None, ()) == []
    assert stillness.news(Freeze(table.now_ns + 1, AREAS), ()) == []
    assert stillness.news(Freeze(1, AREAS), ()) == [MovedAfterSlap(1, 1, 1)]
    assert stillness.news(Freeze(1, AREAS), [MovedAfterSlap(1, 1, 1)]) == []


def told(*pictures: tuple[Sighting, ...]) -> list[tuple[int, int, int]]:
    """Who is told to have moved after a slap at the third picture: seat, pieces moved, pieces hidden at the slap."""
    table, stillness = Watched(), frozen.Stillness()
    found: list[MovedAfterSlap] = []
    for number, seen in enumerate(pictures, start=1):
        stillness.see(table.see(*seen, covered=(around((900.0, 100.0)),)))
        if number >= 3:
            news = stillness.news(Freeze(3 * PERIOD_NS - EXPOSURE_NS, AREAS), found)
            found += [event for event in news if isinstance(event, MovedAfterSlap)]
    return [(event.seat, event.moved, event.hidden) for event in found]


def test_a_half_hidden_card_that_seems_to_lie_otherwise_for_a_while_did_not_move() -> None:
    askew = replace(CHILI, x_mm=208.0, visible=0.5)
    still, hidden = (EGG, CHILI), (EGG, askew)
    assert told(still, still, hidden, hidden, still, still, still) == []
    assert told(still, hidden, hidden, hidden, still, still, still) == []
    assert told(still, still, still, hidden, hidden, hidden, still, still) == []


def test_a_half_hidden_card_that_lies_elsewhere_once_it_shows_is_told_apart() -> None:
    askew = replace(CHILI, x_mm=208.0, visible=0.5)
    still, hidden, moved = (EGG, CHILI), (EGG, askew), (EGG, CHILI_ELSEWHERE)
    assert told(still, still, hidden, moved, moved) == [(1, 0, 1)]
    assert told(still, still, still, hidden, moved, moved) == [(1, 1, 0)]
