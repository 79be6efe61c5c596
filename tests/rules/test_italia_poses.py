"""How two real cards lie to each other: every band at its boundary."""

import pytest
from rules.italia_builders import BOX, SeenCard, laid_out, moved

from device.rules.italia.poses import Bands, Lie, distance_mm, meeting, relations
from device.rules.italia.state import End
from vision.reading import Face

BANDS = Bands()
WIDTH_MM, HEIGHT_MM = BOX.size.width_mm, BOX.size.height_mm
A_LITTLE = 0.01


def options(one: SeenCard, other: SeenCard) -> tuple[Lie, ...]:
    found = relations([one, other], BOX.size, BANDS)
    return found[0].options if found else (Lie.APART,)


def at_gap(gap_mm: float) -> tuple[Lie, ...]:
    one, other = laid_out("egg|egg", "salami|egg", gap_mm=gap_mm)
    return options(one, other)


@pytest.mark.parametrize(
    ("gap_mm", "expected"),
    [
        (0.0, (Lie.LINKED,)),
        (5.0, (Lie.LINKED,)),
        (BANDS.link_gap_mm - A_LITTLE, (Lie.LINKED,)),
        (BANDS.link_gap_mm + A_LITTLE, (Lie.LINKED, Lie.APART, Lie.TOUCHING)),
        (BANDS.doubt_gap_mm - A_LITTLE, (Lie.LINKED, Lie.APART, Lie.TOUCHING)),
        (BANDS.doubt_gap_mm + A_LITTLE, (Lie.APART, Lie.TOUCHING)),
        (BANDS.apart_share * WIDTH_MM - A_LITTLE, (Lie.APART, Lie.TOUCHING)),
        (BANDS.apart_share * WIDTH_MM + A_LITTLE, (Lie.APART,)),
        (-BANDS.link_overlap_mm + A_LITTLE, (Lie.LINKED,)),
        (-BANDS.link_overlap_mm - A_LITTLE, (Lie.LINKED, Lie.TOUCHING)),
        (-BANDS.doubt_overlap_mm + A_LITTLE, (Lie.LINKED, Lie.TOUCHING)),
        (-BANDS.doubt_overlap_mm - A_LITTLE, (Lie.TOUCHING,)),
    ],
)
def test_I6_the_gap_between_two_sides_makes_them_linked_doubtful_or_apart(
    gap_mm: float, expected: tuple[Lie, ...]
) -> None:
    assert at_gap(gap_mm) == expected


@pytest.mark.parametrize("sign", [-1, 1])
@pytest.mark.parametrize(
    ("side_mm", "expected"),
    [
        (8.0, (Lie.LINKED,)),
        (BANDS.link_side_mm - A_LITTLE, (Lie.LINKED,)),
        (BANDS.link_side_mm + A_LITTLE, (Lie.LINKED, Lie.TOUCHING)),
        (BANDS.doubt_side_mm - A_LITTLE, (Lie.LINKED, Lie.TOUCHING)),
        (BANDS.doubt_side_mm + A_LITTLE, (Lie.TOUCHING,)),
    ],
)
def test_a_card_that_is_shifted_along_the_side_of_another_is_at_last_not_linked_to_it(
    side_mm: float, expected: tuple[Lie, ...], sign: int
) -> None:
    one, other = laid_out("egg|egg", "salami|egg", gap_mm=1.0)
    assert options(one, moved(other, down_mm=sign * side_mm)) == expected


@pytest.mark.parametrize("sign", [-1, 1])
@pytest.mark.parametrize(
    ("turn_deg", "expected"),
    [
        (10.0 - A_LITTLE, (Lie.LINKED,)),
        (BANDS.link_turn_deg - A_LITTLE, (Lie.LINKED,)),
        (BANDS.link_turn_deg + A_LITTLE, (Lie.LINKED, Lie.TOUCHING)),
        (BANDS.doubt_turn_deg - A_LITTLE, (Lie.LINKED, Lie.TOUCHING)),
        (BANDS.doubt_turn_deg + A_LITTLE, (Lie.TOUCHING,)),
    ],
)
def test_a_card_that_is_turned_against_another_is_at_last_not_linked_to_it(
    turn_deg: float, expected: tuple[Lie, ...], sign: int
) -> None:
    one, other = laid_out("egg|egg", "salami|egg", gap_mm=1.0)
    assert options(one, moved(other, turn_deg=sign * turn_deg)) == expected


@pytest.mark.parametrize(
    ("below_mm", "expected"),
    [
        (0.0, (Lie.TOUCHING,)),
        (BANDS.contact_mm - A_LITTLE, (Lie.TOUCHING,)),
        (BANDS.contact_mm + A_LITTLE, (Lie.APART, Lie.TOUCHING)),
        (BANDS.apart_share * WIDTH_MM + A_LITTLE, (Lie.APART,)),
    ],
)
def test_I6_a_card_below_another_touches_it_or_lies_apart_but_is_never_linked(
    below_mm: float, expected: tuple[Lie, ...]
) -> None:
    card = laid_out("egg|egg")[0]
    assert options(card, moved(card, down_mm=HEIGHT_MM + below_mm)) == expected


def test_a_card_across_the_end_of_another_touches_it_and_is_not_linked() -> None:
    one, other = laid_out("egg|egg", "salami|egg", gap_mm=8.0)
    assert options(one, moved(other, turn_deg=90)) == (Lie.TOUCHING,)


@pytest.mark.parametrize("turned", [0.0, 180.0])
@pytest.mark.parametrize("other_turned", [0.0, 180.0])
def test_the_sides_that_meet_are_those_that_lie_next_to_each_other(turned: float, other_turned: float) -> None:
    one, other = laid_out("egg|egg", "salami|egg")
    met = meeting(moved(one, turn_deg=turned), moved(other, turn_deg=other_turned), BOX.size)
    assert met.ends == (End.LEFT if turned else End.RIGHT, End.RIGHT if other_turned else End.LEFT)
    assert met.gap_mm == pytest.approx(1.0) and met.side_mm == pytest.approx(0.0, abs=1e-9)
    assert met.turn_deg == pytest.approx(0.0, abs=1e-5)


def test_cards_on_top_of_each_other_meet_nowhere() -> None:
    card = laid_out("egg|egg")[0]
    assert options(card, card) == (Lie.TOUCHING,)


def test_a_card_that_lies_face_down_is_never_linked() -> None:
    one, other = laid_out("egg|egg", "salami|egg")
    down = SeenCard(None, other.x_mm, other.y_mm, 0.0, Face.DOWN)
    assert options(one, down) == options(down, one) == (Lie.TOUCHING,)


@pytest.mark.parametrize(("far_mm", "apart"), [(115.0, False), (117.0, True)])
def test_a_card_of_unknown_rotation_is_apart_only_where_it_would_be_in_any(far_mm: float, apart: bool) -> None:
    card = laid_out("egg|egg")[0]
    other = SeenCard("salami|egg", card.x_mm, card.y_mm + far_mm, None)
    assert options(card, other) == ((Lie.APART,) if apart else (Lie.LINKED, Lie.TOUCHING, Lie.APART))


def test_the_distance_is_measured_between_the_outlines() -> None:
    card = laid_out("egg|egg")[0]
    assert distance_mm(card, moved(card, right_mm=WIDTH_MM + 3, down_mm=HEIGHT_MM + 4), BOX.size) == pytest.approx(5)
    assert distance_mm(card, moved(card, right_mm=WIDTH_MM + 20), BOX.size) == pytest.approx(20)
    assert distance_mm(card, moved(card, right_mm=10, turn_deg=45), BOX.size) == 0.0
    corner_mm = (WIDTH_MM + HEIGHT_MM) / 2 / 2**0.5
    turned = moved(card, right_mm=100, turn_deg=45)
    assert distance_mm(card, turned, BOX.size) == pytest.approx(100 - WIDTH_MM / 2 - corner_mm)
