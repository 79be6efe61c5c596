"""The box: the house set stands the rulebook's arithmetic, and each fact that cannot be is named in one sentence."""

import tomllib
from collections import Counter

import pytest
from rules.xxl_builders import BOX, HOUSE

from device.errors import ComponentsError
from device.rules.xxl.components import PIZZAS, TOKENS, Mark, load

TEXT = HOUSE.decode()
CHEESE = 'kind = "cheese"\ncount = 3'
FLY = 'kind = "fly"\ncount = 4'
TOMATO = 'kind = "tomato"\ncount = 1'
FIRST = '["mushroom", "tomato", "onion"]'


def test_the_house_set_has_sixteen_tokens_and_twelve_pizzas() -> None:
    assert sum(BOX.counts.values()) == TOKENS == 16
    assert len(BOX.pizzas) == PIZZAS == 12


def test_each_topping_of_the_house_set_is_on_exactly_four_pizzas() -> None:
    uses = Counter(topping for pizza in BOX.pizzas for topping in pizza.toppings)
    assert set(uses) == set(BOX.counts) - {"cheese", "fly"}
    assert set(uses.values()) == {4}


def test_twenty_pairs_of_house_pizzas_differ_in_one_topping() -> None:
    recipes = [frozenset(pizza.toppings) for pizza in BOX.pizzas]
    pairs = [(one, other) for index, one in enumerate(recipes) for other in recipes[:index]]
    assert sum(1 for one, other in pairs if len(one & other) == 2) == 20


def test_the_rulebooks_example_is_stated_and_needs_mushroom_tomato_onion_and_cheese() -> None:
    example = next(pizza for pizza in BOX.pizzas if pizza.mark is Mark.STATED)
    assert BOX.needed(example.name) == ("mushroom", "tomato", "onion", "cheese")


def test_a_fly_is_on_no_pizza() -> None:
    assert all(BOX.fly not in BOX.needed(pizza.name) for pizza in BOX.pizzas)


@pytest.mark.parametrize(
    ("found", "wrong", "sentence"),
    [
        (TOMATO, 'kind = "onion"\ncount = 1', "tokens list onion twice; give one entry a kind, with its count."),
        (TOMATO, 'kind = "tomato"\ncount = 0', "tomato has count 0; a kind that exists has at least 1."),
        (TOMATO, 'kind = "tomato"\ncount = 2', "the tokens add up to 17; the rulebook has 16, correct the counts."),
        (
            f'{TOMATO}\nmark = "house"\n',
            'kind = "tomato"\ncount = 2\nmark = "house"\n',
            "the tokens add up to 17; the rulebook has 16, correct the counts.",
        ),
        ('fly = "fly"', 'fly = "cheese"', "cheese is given as cheese and as fly; name another kind for one of them."),
        ('cheese = "cheese"', 'cheese = "onion"', "onion has count 1; the rulebook speaks of a third cheese."),
        ('cheese = "cheese"', 'cheese = "brie"', "brie has count 0; the rulebook speaks of a third cheese."),
        ('fly = "fly"', 'fly = "ham"', "ham has count 1; the rulebook speaks of several flies."),
        (
            FIRST,
            '["mushroom", "tomato"]',
            "a pizza has the toppings mushroom, tomato; every pizza has 3 different ones.",
        ),
        (FIRST, "[]", "a pizza has the toppings none; every pizza has 3 different ones."),
        (
            FIRST,
            '["mushroom", "tomato", "tomato"]',
            "a pizza has the toppings mushroom, tomato, tomato; every pizza has 3 different ones.",
        ),
        (
            FIRST,
            '["mushroom", "tomato", "cheese"]',
            "pizza mushroom-tomato-cheese needs cheese, which is no topping among the tokens.",
        ),
        (
            FIRST,
            '["mushroom", "tomato", "anchovy"]',
            "pizza mushroom-tomato-anchovy needs anchovy, which is no topping among the tokens.",
        ),
        (
            FIRST,
            '["pepper", "tomato", "mushroom"]',
            "pizzas pepper-tomato-mushroom and mushroom-tomato-pepper have the same toppings; all 12 must differ.",
        ),
    ],
)
def test_a_fact_that_cannot_be_is_named_in_one_sentence(found: str, wrong: str, sentence: str) -> None:
    assert found in TEXT
    with pytest.raises(ComponentsError) as raised:
        load(TEXT.replace(found, wrong, 1).encode(), "mine.toml")
    assert str(raised.value) == f"mine.toml: {sentence}"


def test_too_few_pizzas_are_counted() -> None:
    text = TEXT[: TEXT.rindex("[[pizzas]]")]
    with pytest.raises(ComponentsError, match=r"^mine\.toml: there are 11 pizzas; the rulebook has 12\.$"):
        load(text.encode(), "mine.toml")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (TEXT.replace("count = 3", 'count = "three"'), r"Expected `int`, got `str` - at `\$\.tokens\[9\]\.count`"),
        (TEXT.replace('mark = "deduced"', 'mark = "guessed"'), "'guessed'"),
        (TEXT.replace('cheese = "cheese"', ""), "missing required field `cheese`"),
        (TEXT + 'colour = "red"\n', "unknown field `colour`"),
        ("cheese = ", "Invalid value"),
    ],
)
def test_a_file_of_another_shape_is_refused_with_the_place_named(text: str, part: str) -> None:
    with pytest.raises(ComponentsError, match=part) as raised:
        load(text.encode(), "mine.toml")
    assert str(raised.value).startswith("mine.toml is not a Pizza XXL components file: ")


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(ComponentsError, match="is not a Pizza XXL components file"):
        load(b"\xff\xfe", "mine.toml")


def test_the_error_is_also_a_value_error() -> None:
    assert issubclass(ComponentsError, ValueError)


def test_every_fact_of_the_house_set_is_marked() -> None:
    data = tomllib.loads(TEXT)
    assert all(fact["mark"] in set(Mark) for fact in [*data["tokens"], *data["pizzas"]])
