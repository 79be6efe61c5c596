"""Jeff's decisions: which portion he takes, what of it he saves and eats, and the example of the rulebook."""

import pytest
from msgspec.structs import replace
from rules.pizzeria_builders import BOX

from device.rules.pizzeria.components import Components
from device.rules.pizzeria.jeff import eaten_of_a_kind, last_meals, meals, portions_for_jeff
from device.rules.pizzeria.state import Portion


def portions(*sizes: int, taken: tuple[int, ...] = ()) -> tuple[Portion, ...]:
    ids = iter(BOX.slice_by_id)
    return tuple(
        Portion(tuple(next(ids) for _ in range(size)), taken_by=1 if at in taken else None)
        for at, size in enumerate(sizes)
    )


def test_jeff_chooses_the_portion_with_the_most_slices() -> None:
    assert portions_for_jeff(portions(2, 4, 3, 2)) == (1,)
    assert portions_for_jeff(portions(2, 4, 3, 2, taken=(1,))) == (2,)


def test_s6_among_equal_largest_portions_the_human_decides() -> None:
    assert portions_for_jeff(portions(3, 2, 3, 3)) == (0, 2, 3)


@pytest.mark.parametrize(
    ("ahead", "slices", "eaten"),
    [
        (0, 3, 1),  # the four cases of the rulebook's example
        (0, 1, 0),
        (1, 1, 0),
        (-2, 1, 1),
        (-1, 1, 0),
        (-1, 3, 0),
        (-1, 4, 1),
        (1, 2, 1),
        (1, 5, 4),
        (-2, 2, 0),
        (-3, 2, 2),
        (-3, 3, 0),
        (-6, 5, 5),
    ],
)
def test_what_jeff_eats_of_a_kind_that_has_leaves(ahead: int, slices: int, eaten: int) -> None:
    assert eaten_of_a_kind(ahead, slices, slices) == eaten


@pytest.mark.parametrize("ahead", [2, 3, 4])
def test_s2_two_more_means_at_least_two(ahead: int) -> None:
    assert eaten_of_a_kind(ahead, 3, 3) == 3


@pytest.mark.parametrize(("slices", "eaten"), [(4, 0), (5, 1), (6, 2)])
def test_s3_the_lead_is_at_most_two_also_when_jeff_was_behind(slices: int, eaten: int) -> None:
    assert eaten_of_a_kind(-2, slices, slices) == eaten


@pytest.mark.parametrize(
    ("ahead", "slices", "leafy", "eaten"), [(2, 3, 1, 1), (0, 4, 0, 0), (0, 4, 1, 1), (-5, 2, 0, 0)]
)
def test_s4_slices_without_leaves_are_always_saved(ahead: int, slices: int, leafy: int, eaten: int) -> None:
    assert eaten_of_a_kind(ahead, slices, leafy) == eaten


def test_s4_pomodoro_is_saved() -> None:
    assert meals(BOX, ("pomodoro-1", "pomodoro-2"), (), ()) == ((),)


def test_s1_each_kind_is_judged_alone() -> None:
    jeffs = ("feta-2", "feta-3")
    (both,) = meals(BOX, ("bacon-1", "feta-1", "bacon-2", "bacon-3"), jeffs, ())
    (other_order,) = meals(BOX, ("feta-1", "bacon-1", "bacon-2", "bacon-3"), jeffs, ())
    assert set(both) == set(other_order) == {"bacon-1", "feta-1"}


def with_leaves(**leaves: int) -> Components:
    """A box in which these slices, "bacon_1", have other leaves."""
    wanted = {name.replace("_", "-"): number for name, number in leaves.items()}
    kinds = tuple(
        replace(
            kind,
            leaves=tuple(wanted.get(f"{kind.name}-{at}", number) for at, number in enumerate(kind.leaves, start=1)),
        )
        for kind in BOX.kind
    )
    return replace(BOX, kind=kinds)


def test_s5_which_surplus_slice_is_eaten_the_human_decides_where_leaves_differ() -> None:
    box = with_leaves(bacon_1=3, bacon_2=1, bacon_3=1)
    assert meals(box, ("bacon-1", "bacon-2", "bacon-3"), (), ()) == (("bacon-2",), ("bacon-1",))
    assert len(meals(BOX, ("bacon-1", "bacon-2", "bacon-3"), (), ())) == 1


def test_the_example_of_the_rulebook() -> None:
    """E1: with the pineapple that set-up removes, so with portions given; E3: the note counts the surplus."""
    box = with_leaves(salami_1=1, salami_2=1)
    first = meals(box, ("pepper-1", "pepper-2", "pepper-3", "mushroom-1"), (), ())
    assert len(first) == 1 and len(first[0]) == 1 and first[0][0].startswith("pepper")
    saved = tuple(piece for piece in ("pepper-1", "pepper-2", "pepper-3", "mushroom-1") if piece not in first[0])
    michal = ("salami-1", "salami-2", "pineapple-1")
    assert meals(box, ("mushroom-2", "salami-3"), saved, michal) == (("salami-3",),)


def test_s8_jeff_eats_at_the_end_what_he_does_not_lead() -> None:
    jeffs = ("bacon-1", "bacon-2", "feta-1", "salami-1", "salami-2", "salami-3")
    humans = ("bacon-3", "bacon-4", "feta-2", "feta-3", "salami-4")
    assert last_meals(BOX, jeffs, humans, all_of_them=True) == (("bacon-1", "bacon-2", "feta-1"),)
    assert last_meals(BOX, jeffs, humans, all_of_them=False) == (("bacon-1", "feta-1"),)
