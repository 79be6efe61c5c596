"""The box: the house set stands the rulebook's arithmetic, and each fact that cannot be is named in one sentence."""

from importlib.resources import files

import pytest
from rules.pizzeria_builders import BOX

from device.errors import ComponentsError
from device.rules.pizzeria.components import load

TEXT = files("device.rules.pizzeria").joinpath("components.toml").read_text(encoding="utf-8")


def test_the_house_set_has_69_slices_of_which_four_are_mixed() -> None:
    assert len(BOX.slices) == len(BOX.slice_by_id) == 69
    assert len([piece for piece in BOX.slices if len(piece.kinds) == 2]) == 4


def test_the_number_on_a_slice_says_how_many_of_its_kind_there_are() -> None:
    for kind, value in BOX.kinds.items():
        slices = [piece for piece in BOX.slices if piece.kinds == (kind,)]
        assert {piece.value for piece in slices} == {(value,)}
        assert len(slices) == value


def test_the_kinds_whose_value_the_rulebook_states() -> None:
    stated = {"pineapple": 3, "shrimp": 5, "mushroom": 7, "bacon": 8}
    assert stated.items() <= BOX.kinds.items()


def test_mixed_slices_and_pomodoro_have_no_leaves_and_feta_has_some() -> None:
    special = [piece for piece in BOX.slices if len(piece.kinds) == 2 or piece.kinds == (BOX.pomodoro,)]
    assert {piece.leaves for piece in special} == {0}
    assert BOX.slice_by_id["feta-1"].leaves > 0
    assert max(piece.leaves for piece in BOX.slices) == 3


def test_a_mixed_slice_shows_both_numbers() -> None:
    piece = BOX.slice_by_id["shrimp/mushroom"]
    assert (piece.kinds, piece.value) == (("shrimp", "mushroom"), (5, 7))


def test_there_are_twelve_special_offers() -> None:
    assert "".join(BOX.offers) == "ABCDEFGHIJKL"


def test_an_owner_types_in_the_leaves_of_each_slice() -> None:
    box = load(TEXT.replace("[1, 1, 1]", "[0, 3, 1]", 1).encode(), "mine.toml")
    assert [box.slice_by_id[f"pineapple-{number}"].leaves for number in (1, 2, 3)] == [0, 3, 1]


@pytest.mark.parametrize(
    ("found", "wrong", "sentence"),
    [
        ('name = "ham"', 'name = "feta"', "feta is listed 2 times; give one entry a kind."),
        ('name = "ham"', 'name = "ham/egg"', 'a kind is called "ham/egg"; a name has letters and no "/", which'),
        ("value = 10", "value = 9", "the kinds have the values 3, 4, 5, 6, 7, 8, 9, 9, 11; the rulebook's arithmetic"),
        ("[1, 1, 1]", "[1, 1]", "pineapple gives leaves for 2 slices; there are 3 of this kind."),
        ("[1, 1, 1]", "[1, 4, 1]", "a pineapple slice has 4 leaves; a slice has 0 to 3."),
        ("count = 2", "count = 3", "pomodoro has 3 slices; with 65 single slices in all there are 2."),
        ("value = 2\n", "value = 4\n", "pomodoro has the value 4; its slices show 2."),
        ('[[mixed]]\nkinds = ["pepper", "feta"]\nmark = "house"', "", "there are 3 mixed slices; the rulebook has 4."),
        ('["pepper", "feta"]', '["pepper", "egg"]', "the mixed slice pepper/egg shows egg, which is no kind with"),
        ('["pepper", "feta"]', '["feta", "feta"]', "the mixed slice feta/feta shows one kind twice; it shows two."),
        (
            '["pepper", "feta"]',
            '["mushroom", "shrimp"]',
            "two mixed slices show mushroom and shrimp; all 4 must differ.",
        ),
        ('["pepper", "feta"]', '["pineapple", "feta"]', "mixed slices with a value of 3, 8 or 10 are pineapple/feta,"),
        (
            '["bacon", "ham"]',
            '["pepper", "mushroom"]',
            "mixed slices with a value of 3, 8 or 10 are none; the only one",
        ),
    ],
)
def test_a_fact_that_cannot_be_is_named(found: str, wrong: str, sentence: str) -> None:
    assert found in TEXT
    with pytest.raises(ComponentsError) as complaint:
        load(TEXT.replace(found, wrong, 1).encode(), "mine.toml")
    assert f"mine.toml: {sentence}" in str(complaint.value)


def test_a_file_that_is_no_components_file_says_so() -> None:
    with pytest.raises(ComponentsError, match=r"mine\.toml is not a Pizzeria components file"):
        load(b"slices = 69", "mine.toml")
