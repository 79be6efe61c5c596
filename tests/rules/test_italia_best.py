"""The best pizza that cards can make."""

from itertools import permutations, product

from hypothesis import given, settings
from hypothesis import strategies as st
from rules.italia_builders import BOX

from device.rules.italia.best import Placed, best_pizza
from device.rules.italia.components import Card
from device.rules.italia.sequence import fault, points

LABELS = sorted(BOX.card_by_label)


def cards(*labels: str) -> list[Card]:
    return [BOX.card_by_label[label] for label in labels]


def worth(hand: list[Card], pizza: tuple[Placed, ...]) -> tuple[int, int]:
    return points([hand[at] for at, _ in pizza], len(hand) - len(pizza)), len(pizza)


def test_two_cards_that_link_are_the_least_pizza() -> None:
    assert best_pizza(cards("egg|egg", "onion|onion"), "mozzarella") == ()
    assert len(best_pizza(cards("egg|egg", "salami|egg"), "mozzarella")) == 2
    assert best_pizza([], "mozzarella") == best_pizza(cards("egg|egg"), "mozzarella") == ()


def test_mozzarella_ties_two_halves_together_and_edge_cards_close_them() -> None:
    hand = cards("egg|mozzarella3*", "onion|onion", "mozzarella", "egg|egg", "onion|mozzarella3*")
    pizza = best_pizza(hand, "mozzarella")
    assert worth(hand, pizza) == (5 + 2 + 1 + 4 + 4, 5)


def test_of_pizzas_that_are_worth_the_same_in_the_round_the_longer_is_the_best() -> None:
    two, three = ("egg|mozzarella3*", "egg|egg"), ("onion|mozzarella3*", "onion|onion", "onion|cheese")
    for hand in (cards(*two, *three), cards(*three, *two)):
        assert worth(hand, best_pizza(hand, "mozzarella")) == (8 - 2, 3)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(LABELS), max_size=4))
def test_no_other_order_of_the_cards_is_worth_more(labels: list[str]) -> None:
    hand = cards(*labels)
    pizza = best_pizza(hand, "mozzarella")
    orders = (order for size in range(2, len(hand) + 1) for order in permutations(range(len(hand)), size))
    others = (
        tuple(zip(order, turns, strict=True)) for order in orders for turns in product((False, True), repeat=len(order))
    )
    valid = [worth(hand, other) for other in others if not fault([(hand[at], t) for at, t in other], "mozzarella")]
    if pizza:
        assert fault([(hand[at], turned) for at, turned in pizza], "mozzarella") is None
        assert worth(hand, pizza) == max(valid)
    else:
        assert not valid
