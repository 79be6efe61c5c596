"""What is known of Italia's cards whatever the eyes see: which there are, and which were taken in front of all."""

from rules.italia_builders import ANIA, BARTEK, BOX, OTHER_SIX, SIX, composing, done

from device.rules.italia import knowledge
from device.rules.italia.actions import PlaceCard
from device.rules.italia.state import End
from vision.knowledge import Doubt, weigh
from vision.reading import Face, Sighting

ANIAS = ((0.0, 0.0), (500.0, 0.0), (500.0, 300.0), (0.0, 300.0))
BARTEKS = tuple((x_mm + 600.0, y_mm) for x_mm, y_mm in ANIAS)
AREAS = {ANIA: ANIAS, BARTEK: BARTEKS}


def card(label: str, x_mm: float, sure: float = 0.95) -> Sighting:
    return Sighting("rect", Face.UP, label, x_mm, 150.0, 0.0, sure)


def test_the_box_says_how_many_there_are_of_each_card() -> None:
    known = knowledge.in_the_box(BOX)
    assert sum(known.counts["rect"].values()) == 55
    assert known.counts["rect"]["onion|cheese"] == 2
    assert known.areas == ()


def test_four_of_a_players_six_cards_are_known_and_two_are_not() -> None:
    known = knowledge.composing(composing(SIX, OTHER_SIX), AREAS)
    [anias, barteks] = known.areas
    assert (anias.polygon_mm, anias.unknown) == (ANIAS, 2)
    assert anias.labels == {"chili|egg": 1, "chili|mozzarella3*": 1, "onion|cheese": 2}
    assert barteks.labels == {"chili|egg": 1, "egg|mozzarella3*": 1, "onion|egg": 2}


def test_a_third_card_that_nobody_saw_taken_is_doubted() -> None:
    known = knowledge.composing(composing(SIX, OTHER_SIX), AREAS)
    seen = [card("salami|egg", 50.0, 0.99), card("egg|egg", 120.0, 0.99), card("chili|egg", 190.0)]
    assert weigh(seen, known)[1] == ()
    weighed, [remark] = weigh([*seen, card("mozzarella", 260.0, 0.6)], known)
    assert [each.label for each in weighed] == ["salami|egg", "egg|egg", "chili|egg", None]
    assert (remark.why, remark.label) == (Doubt.NOT_HERE, "mozzarella")


def test_a_laid_card_is_known_as_one_in_the_hand_is() -> None:
    state = composing(SIX, OTHER_SIX)
    laid, _ = done(state, ANIA, PlaceCard("chili|egg-1", End.RIGHT))
    assert knowledge.composing(laid, AREAS) == knowledge.composing(state, AREAS)
