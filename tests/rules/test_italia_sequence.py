"""What makes a pizza valid: the rulings I1 to I3 on sequences of cards."""

import pytest
from rules.italia_builders import BOX, row

from device.rules.italia.sequence import Fault, cards_of, fault, links


def judged(*cards: str) -> tuple[Fault, tuple[int, ...]] | None:
    return fault(cards_of(BOX, row(*cards)), "mozzarella")


def test_I1_the_same_icon_links() -> None:
    assert judged("chili|salami-1", "salami|onion-1", "onion|onion-1") is None


def test_I1_a_card_can_be_turned_so_that_it_links() -> None:
    assert judged("chili|salami-1", "salami|onion-1", "~onion|onion-1") is None
    assert judged("~chili|salami-1", "chili|onion-1") is None


def test_I1_different_icons_do_not_link() -> None:
    assert judged("chili|salami-1", "salami|onion-1", "chili|onion-1") == (Fault.WRONG_JOIN, (1, 2))


def test_I1_mozzarella_links_onion_and_salami_as_in_the_rulebook() -> None:
    assert judged("chili|onion-1", "mozzarella-1", "salami|egg-1") is None


def test_I1_mozzarella_links_mozzarella_and_the_open_side_of_an_edge_card() -> None:
    assert judged("mozzarella-1", "mozzarella-2", "egg|mozzarella3*-1") is None
    assert judged("chili|onion-1", "mozzarella|mozzarella3*-1") is None


@pytest.mark.parametrize("edge", ["egg|mozzarella3*-1", "~egg|mozzarella3*-1", "~mozzarella|mozzarella3*-1"])
def test_I1_an_edge_card_in_the_middle_is_wrong(edge: str) -> None:
    assert judged("egg|egg-1", edge, "mozzarella-1") == (Fault.EDGE_INSIDE, (1,))


def test_I1_an_edge_card_lies_with_its_open_side_inward() -> None:
    assert judged("~egg|mozzarella3*-1", "egg|egg-1") is None
    assert judged("egg|egg-1", "egg|mozzarella3*-1") is None
    assert judged("egg|mozzarella3*-1", "mozzarella-1") == (Fault.CRUST_INSIDE, (0,))
    assert judged("mozzarella-1", "~egg|mozzarella3*-1") == (Fault.CRUST_INSIDE, (1,))


def test_I1_an_edge_card_links_by_its_ingredient_not_by_the_mozzarella_at_its_crust() -> None:
    assert judged("onion|onion-1", "egg|mozzarella3*-1") == (Fault.WRONG_JOIN, (0, 1))


def test_I2_less_than_two_cards_are_no_pizza() -> None:
    assert judged() == (Fault.NOTHING_PLACED, ())
    assert judged("egg|egg-1") == (Fault.ONE_CARD, (0,))
    assert judged("egg|mozzarella3*-1") == (Fault.ONE_CARD, (0,))


def test_I3_two_edge_cards_that_face_each_other_are_a_pizza() -> None:
    assert judged("~egg|mozzarella3*-1", "egg|mozzarella3*-2") is None
    assert judged("~egg|mozzarella3*-1", "mozzarella|mozzarella3*-1") is None
    assert judged("~egg|mozzarella3*-1", "onion|mozzarella3*-1") == (Fault.WRONG_JOIN, (0, 1))


def test_I3_both_ends_may_be_edge_cards() -> None:
    assert judged("~egg|mozzarella3*-1", "egg|egg-1", "egg|mozzarella3*-2") is None


def test_a_third_edge_card_has_no_place() -> None:
    assert judged("~egg|mozzarella3*-1", "egg|mozzarella3*-2", "egg|egg-1") == (Fault.EDGE_INSIDE, (1,))


def test_a_card_that_cannot_be_read_is_taken_for_the_right_one_the_others_still_can_be_wrong() -> None:
    egg, onion, edge = (BOX.card_by_label[label] for label in ("egg|egg", "onion|onion", "egg|mozzarella3*"))
    assert fault([(egg, False), (None, False), (onion, False)], "mozzarella") is None
    assert fault([(None, False), (edge, False), (onion, False)], "mozzarella") == (Fault.EDGE_INSIDE, (1,))
    assert fault([(None, False), (egg, False), (onion, False)], "mozzarella") == (Fault.WRONG_JOIN, (1, 2))


@pytest.mark.parametrize(
    ("first", "second", "linked"),
    [("egg", "egg", True), ("egg", "onion", False), ("egg", "mozzarella", True), (None, "mozzarella", False)],
)
def test_sides_link_by_icon_or_mozzarella_and_never_at_a_crust(
    first: str | None, second: str | None, linked: bool
) -> None:
    assert links(first, second, "mozzarella") is linked
    assert links(second, first, "mozzarella") is linked
