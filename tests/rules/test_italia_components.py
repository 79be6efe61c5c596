"""The box of Pizzeria Italia: what is in the house set, and what an owner's file may not say."""

from collections import Counter

import pytest
from rules.italia_builders import BOX, HOUSE

from device.errors import ComponentsError
from device.games import library
from device.rules.italia.components import load


def test_the_box_has_55_cards_and_7_pizzette() -> None:
    assert len(BOX.deck) == len(set(BOX.deck)) == 55
    assert BOX.pizzette.count == 7


def test_the_house_deck_is_15_pairs_twice_6_doubles_5_mozzarella_and_14_edge_cards() -> None:
    cards = list(BOX.card_by_id.values())
    two = [card for card in cards if not card.edge and card.left != card.right]
    twice = [card for card in cards if not card.edge and card.left == card.right and len(card.icons) == 2]
    single = [card for card in cards if len(card.icons) == 1]
    edges = Counter(card.left for card in cards if card.edge)
    assert len(two) == 30 and set(Counter(card.label for card in two).values()) == {2}
    assert len(twice) == len({card.label for card in twice}) == 6
    assert [card.label for card in single] == ["mozzarella"] * 5
    assert len(edges) == 7 and set(edges.values()) == {2}


@pytest.mark.parametrize(
    ("label", "left", "right", "points"),
    [
        ("salami|egg", "salami", "egg", 3),  # the rulebook's example: 2 for the eggs, 1 for the salami
        ("chili|salami", "chili", "salami", 2),
        ("mushroom|egg", "mushroom", "egg", 4),
        ("egg|egg", "egg", "egg", 4),
        ("mozzarella", "mozzarella", "mozzarella", 1),
        ("chili|mozzarella3*", "chili", None, 4),  # the example's last card
        ("egg|mozzarella3*", "egg", None, 5),
        ("mozzarella|mozzarella3*", "mozzarella", None, 4),
    ],
)
def test_I15_each_icon_counts_its_points_a_double_both_and_mozzarella_one(
    label: str, left: str, right: str | None, points: int
) -> None:
    card = BOX.card_by_label[label]
    assert (card.left, card.right, card.points, card.edge) == (left, right, points, right is None)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('count = 5\nmark = "house"', 'count = 4\nmark = "house"', "the cards add up to 54"),
        ("count = 7", "count = 6", "there are 6 pizzette"),
        ('kind = "egg"\npoints = 2', 'kind = "egg"\npoints = 4', "egg has 4 points"),
        ('kind = "egg"\npoints = 2', 'kind = "onion"\npoints = 2', "onion is described twice"),
        ('left = "egg"\nright = "egg"', 'left = "egg"\nright = "ham"', "a card shows ham"),
        ('left = "egg"\nright = "egg"', 'left = "egg"', "the card egg has no right side"),
        ('left = "egg"\nright = "egg"', 'left = "egg"\nright = "egg"\nedge = true', "the edge card egg and egg"),
        ('left = "egg"\nright = "egg"', 'left = "egg"\nright = "mozzarella"', "shows mozzarella beside something"),
        ('left = "egg"\nright = "egg"', 'left = "egg"\nright = "mushroom"', "egg and mushroom is listed 2 times"),
        ('left = "egg"\nright = "egg"\ncount = 1', 'left = "egg"\nright = "egg"\ncount = 0', "egg and egg has count 0"),
        ("width_mm = 56.0", "width_mm = 5.6", "size has width_mm 5.6"),
        ("points_at_crust = 3", "points_at_crust = 9", "mozzarella at a crust has 9 points"),
        ("[pizzette]", "[pizette]", "not a Pizzeria Italia components file"),
    ],
)
def test_a_file_that_contradicts_the_rulebook_is_refused(old: str, new: str, complaint: str) -> None:
    text = HOUSE.decode()
    assert old in text
    with pytest.raises(ComponentsError, match=complaint):
        load(text.replace(old, new, 1).encode(), "own.toml")


def test_a_kind_of_card_that_the_rulebook_has_may_not_be_missing() -> None:
    text = HOUSE.decode().replace('left = "mozzarella"\nedge = true\ncount = 2\nmark = "house"', "", 1)
    text = text.replace("[[cards]]\n\n", "").rstrip().removesuffix("[[cards]]")
    text = text.replace("count = 5", "count = 7", 1)
    with pytest.raises(ComponentsError, match="no card shows mozzarella twice at the crust"):
        load(text.encode(), "own.toml")


def test_the_library_has_the_game() -> None:
    game = library()["italia", "standard"]
    assert (game.name, game.variant, game.seats) == ("italia", "standard", (2, 6))
