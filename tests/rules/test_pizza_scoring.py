"""The end of Pizza: its example, slots, tokens by zone, tiles, shared victory; set-up and components."""

from importlib.resources import files

import pytest
from msgspec.structs import replace
from rules.pizza_builders import ADVANCED, BASIC, SEATS, slice_with, slices, started, tiles, with_player

from device.errors import ComponentsError
from device.language import Language
from device.rules.pizza.components import load
from device.rules.pizza.scoring import FREED_SLOTS
from device.rules.pizza.state import Ledger, Phase, Slice, State

FULL, FREE = ("ham",), ()
SERVED = Slice(served=True)


def over(state: State) -> State:
    return replace(state, phase=Phase.OVER)


def points(state: State, seat: int = 1) -> int:
    half_points = next(score.half_points for score in BASIC.scores(state) if score.seat == seat)
    return half_points // 2


def cleared(state: State) -> State:
    """Nobody has freed a slot yet."""
    for seat in SEATS[: len(state.players)]:
        state = with_player(state, seat.seat, slots=(FULL,) * 4)
    return state


def test_the_example_of_the_rulebook() -> None:
    state = started()
    state = with_player(
        state,
        1,
        ledger=Ledger(customers=42),
        slices=slices(slice_with("ham", "", "fish"), *(SERVED,) * 5),
        slots=(FREE, FREE, FULL, FULL),
    )
    state = with_player(
        state,
        2,
        ledger=Ledger(customers=34),
        slices=slices(slice_with("", "ham ham"), slice_with("", "fish")),
        slots=(FREE, FREE, FREE, FULL),
    )
    state = with_player(
        state, 3, ledger=Ledger(customers=38), slices=slices(slice_with("ham", "fish")), slots=(FREE,) * 4
    )
    state = over(state)
    assert [points(state, seat) for seat in (1, 2, 3)] == [47, 43, 51]
    outcome = BASIC.outcome(state)
    assert outcome is not None and outcome.winners == (3,)
    assert Language().say(outcome.line) == "Matteo wins with 51 points."


@pytest.mark.parametrize(("freed", "worth"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10)])
def test_z13_freed_slots_are_worth_more_together(freed: int, worth: int) -> None:
    assert FREED_SLOTS[freed] == worth
    assert points(with_player(started(), 1, slots=(FREE,) * freed + (FULL,) * (4 - freed))) == worth


def test_tokens_on_unserved_slices_count_by_their_zone() -> None:
    state = with_player(cleared(started()), 1, slices=slices(slice_with("ham ham", "fish", "fish fish fish")))
    assert points(state) == 2 * 2 + 1


def test_z12_a_tie_is_a_shared_victory() -> None:
    outcome = BASIC.outcome(over(cleared(started())))
    assert outcome is not None and outcome.winners == (1, 2, 3)
    assert Language().say(outcome.line) == "Antonio, Andrea and Matteo share the victory with 0 points."


def test_a_score_is_explained_part_by_part() -> None:
    state = with_player(
        cleared(started()), 1, ledger=Ledger(start=6, customers=14, dough=-6, locations=-1), tiles=tiles("four points")
    )
    score = BASIC.scores(state)[0]
    assert score.half_points == sum(part.half_points for part in score.parts) == 34
    assert [Language().say(part.line) for part in score.parts] == [
        "start of the track: 6",
        "customers served: 14",
        "new dough: -6",
        "unused card locations: -1",
        "bonus tile four points: 4",
    ]


@pytest.mark.parametrize(
    ("kind", "worth"),
    [
        ("die", 0),
        ("extra token", 1),
        ("four points", 4),
        ("draw all", 2),
        ("copy", 0),
        ("any slice", 1),
        ("opponents draw two", 2),
    ],
)
def test_z16_points_of_a_tile_count_used_or_not(kind: str, worth: int) -> None:
    state = cleared(started(ADVANCED))
    for laid in (tiles(kind), tiles(used=[kind])):
        assert points(with_player(state, 1, ledger=Ledger(), tiles=laid)) == worth


def test_z21_a_slice_bonus_counts_all_tokens_of_its_slice_on_top_of_the_zones() -> None:
    bonus = replace(tiles("slice bonus")[0], slice=0)
    state = with_player(
        cleared(started(ADVANCED)), 1, ledger=Ledger(), slices=slices(slice_with("ham", "fish", "fish"))
    )
    assert points(with_player(state, 1, tiles=(bonus,))) == 3 + 3
    assert points(with_player(state, 1, tiles=(bonus, bonus))) == 3 + 6


def test_z22_eaten_slices_are_counted_as_they_lie_at_the_end() -> None:
    state = with_player(cleared(started(ADVANCED)), 1, ledger=Ledger(), tiles=tiles("eaten slices"))
    assert points(with_player(state, 1, slices=slices(SERVED, SERVED))) == 2
    assert points(with_player(state, 1, slices=slices(SERVED))) == 1  # the other was made new


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_setup_by_number_of_players(seats: int) -> None:
    state = started(seats=seats)
    assert set(state.supply.values()) == {38 - 2 * seats}  # 34, 32, 30
    assert len(state.guests) == 7 and len({guest.name for guest in state.guests}) == 7
    for player in state.players:
        assert sorted(token for slot in player.slots for token in slot) == sorted(state.components.kinds * 2)
        assert [len(slot) for slot in player.slots] == [3] * 4
        assert (player.points, player.disc) == (0, 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_advanced_setup_has_a_tile_of_each_kind_for_each_player_and_six_points(seats: int) -> None:
    state = started(ADVANCED, seats=seats)
    assert set(state.stock.values()) == {seats} and len(state.stock) == 9
    assert {player.points for player in state.players} == {6}


HOUSE = files("device.rules.pizza").joinpath("components.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("each = 38", "each = 37", "6 ingredients with 37 tokens each are 222; the rulebook has 6 and 228"),
        ('kind = "ham"', 'kind = "fish"', "ingredient fish is listed twice"),
        ('kind = "ham"\ngroup = "meat"', 'kind = "ham"\ngroup = "fruit"', "ham is in group 'fruit'"),
        ('kind = "ham"\ngroup = "meat"', 'kind = "ham"\ngroup = "vegetable"', "group vegetable has 4 ingredients"),
        ('kind = "ham"\n', 'kind = "meat"\n', "an ingredient is called meat, which means a group"),
        ('colour = "pink"', 'colour = "blue"', "the rulebook has 4 of different colours"),
        ("slices = [1, 2,", "slices = [1, 3,", "the track goes from slice 1 to 3"),
        ("slices = [1, 2,", "slices = [1,", "the track has 17 slices and 18 zones"),
        ("slices = [1, 2,", "slices = [7, 2,", "the track names slice 7"),
        ('zones = [\n    "outer"', 'zones = [\n    "inner"', "the track starts in the inner zone"),
        ('zones = [\n    "outer"', 'zones = [\n    "rim"', "the track names zone 'rim'"),
        ('name = "glutton"', 'name = "child"', "customer child is listed twice"),
        ('wants = ["any"]', "wants = []", "small eater wants 'nothing'"),
        ('wants = ["any"]', 'wants = ["chili"]', "small eater wants 'chili'"),
        ("first = 4\nlater = 2", "first = 2\nlater = 2", "small eater is worth 2 first and 2 later"),
        ("first = 6\nlater = 4", "first = 6\nlater = 5", "a customer child with 2 tokens, worth 6 first and 4 later"),
        ("first = 10\nlater = 8", "first = 11\nlater = 9", "a customer hawaiian with 4 tokens, worth 8 later"),
        ('kind = "copy"\ncount = 4', 'kind = "copy"\ncount = 3', "there are 3 bonus tiles copy"),
        ('kind = "copy"', 'kind = "joker"', "the bonus tiles are"),
    ],
)
def test_components_that_break_the_rulebook_are_told_in_a_sentence(old: str, new: str, said: str) -> None:
    assert old in HOUSE
    changed = HOUSE.replace(old, new) if said.startswith("a customer hawaiian") else HOUSE.replace(old, new, 1)
    with pytest.raises(ComponentsError, match=said):
        load(changed.encode(), "mine.toml")
