"""A pizza of real cards judged by where they lie."""

import json
from math import cos, radians, sin
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rules.italia_builders import BOX, SeenCard, all_turned, laid_out, moved

from device.language import Language
from device.rules.italia.chain import Answer, Judged, Why, judge, line
from device.rules.italia.sequence import Fault, fault
from vision.reading import Face, Piece, Sighting

POSES = json.loads((Path(__file__).parents[1] / "data" / "italia_poses.json").read_text())
WIDTH_MM, HEIGHT_MM = BOX.size.width_mm, BOX.size.height_mm

ROW = ("egg|egg", "~salami|egg", "mozzarella", "chili|mozzarella3*")  # 4 + 3 + 1 + 4
FAR = ("onion|onion", "cheese|cheese")


def far(*labels: str | None, down_mm: float = 120.0) -> list[SeenCard]:
    """Unused cards in a loose row well below the pizza; None lies face down."""
    cards = laid_out(*(label or "?" for label in labels), gap_mm=20.0, y_mm=100.0 + down_mm)
    return [
        card if label else SeenCard(None, card.x_mm, card.y_mm, 3.0, Face.DOWN)
        for card, label in zip(cards, labels, strict=True)
    ]


def judged(*cards: SeenCard, own: int = 0) -> Judged:
    return judge(BOX, cards, own)


def test_a_pizza_in_a_row_is_valid_in_its_order_with_its_points() -> None:
    verdict = judged(*laid_out(*ROW), *far(*FAR))
    assert verdict == Judged(Answer.VALID, (0, 1, 2, 3), (False, True, False, False), (4, 5), 12 - 2)


def test_E4_the_example_of_the_rulebook_has_7_points() -> None:
    cards = laid_out("~salami|egg", "~chili|salami", "mozzarella", "chili|mozzarella3*")
    assert judged(*cards, *far("onion|onion", None, "cheese|egg")).points == 7


def test_the_order_of_the_cards_in_the_picture_does_not_matter() -> None:
    one, two, three, four = laid_out(*ROW)
    verdict = judged(three, far("onion|onion")[0], four, one, two)
    assert verdict.answer is Answer.VALID and verdict.chain == (2, 0, 4, 3)
    assert verdict.turned == (True, True, False, True)


def test_cards_that_memory_or_a_single_picture_tell_are_judged_alike() -> None:
    pieces = [
        Piece(at, "rect", card.face, card.label, card.x_mm, card.y_mm, card.rotation_deg, 0.9, 5)
        for at, card in enumerate(laid_out(*ROW))
    ]
    sightings = [Sighting("rect", p.face, p.label, p.x_mm, p.y_mm, p.rotation_deg, 0.9) for p in pieces]
    assert judge(BOX, pieces) == judge(BOX, sightings) == judged(*laid_out(*ROW))


@pytest.mark.parametrize(
    ("labels", "why", "cards"),
    [
        (("egg|egg", "salami|egg", "mozzarella"), Fault.WRONG_JOIN, (0, 1)),
        (("onion|onion", "egg|mozzarella3*", "mozzarella"), Fault.EDGE_INSIDE, (1,)),
        (("egg|mozzarella3*", "mozzarella"), Fault.CRUST_INSIDE, (0,)),
        (("mozzarella", "egg|egg", "~egg|mozzarella3*"), Fault.CRUST_INSIDE, (2,)),
    ],
)
def test_I1_a_wrong_row_is_not_valid_and_says_which_cards_are_wrong(
    labels: tuple[str, ...], why: Fault, cards: tuple[int, ...]
) -> None:
    verdict = judged(*laid_out(*labels), *far(*FAR))
    assert (verdict.answer, verdict.why, verdict.cards, verdict.points) == (Answer.INVALID, why, cards, 0)


def test_I2_cards_that_are_not_linked_are_no_pizza() -> None:
    for cards in ([], laid_out("egg|egg"), far("egg|egg", "egg|egg", "onion|onion")):
        verdict = judged(*cards)
        assert (verdict.answer, verdict.why, verdict.points) == (Answer.INVALID, Why.NO_SEQUENCE, 0)
        assert verdict.unused == tuple(range(len(cards)))


def test_I3_two_edge_cards_may_be_all() -> None:
    assert judged(*laid_out("~egg|mozzarella3*", "egg|mozzarella3*")).points == 10


def test_I4_I11_cards_that_were_not_seen_are_in_the_hand_and_unused() -> None:
    assert judged(*laid_out(*ROW), own=6).points == 12 - 2
    assert judged(*laid_out(*ROW), *far("onion|onion"), own=6).points == 12 - 2
    assert judged(*laid_out(*ROW), *far(*FAR), own=3).points == 12 - 2


def test_I5_of_two_rows_the_longer_counts_then_the_higher() -> None:
    short = laid_out("mushroom|mushroom", "~egg|mozzarella3*", y_mm=300)[:1] + laid_out("egg|egg", y_mm=500)
    assert judged(*laid_out(*ROW), *short).points == 12 - 2
    pair = laid_out("~egg|mozzarella3*", "egg|egg", y_mm=300)
    three = laid_out("onion|onion", "onion|cheese", "cheese|cheese")
    longer = judged(*pair, *three)
    assert (longer.chain, longer.unused, longer.points) == ((2, 3, 4), (0, 1), 6 - 2)
    higher = judged(*laid_out("onion|onion", "onion|cheese"), *pair)
    assert (higher.chain, higher.points) == ((2, 3), 5 + 4 - 2)


def test_I5_a_wrong_row_that_is_not_longer_is_a_heap_of_unused_cards() -> None:
    heap = laid_out("onion|onion", "cheese|cheese", y_mm=300)
    assert judged(*laid_out(*ROW), *heap).points == 12 - 2
    assert judged(*heap, *laid_out("egg|egg", "mozzarella")).points == 5 - 2


def test_I5_a_longer_row_that_is_wrong_may_be_the_pizza_so_it_is_asked() -> None:
    heap = laid_out("onion|onion", "cheese|cheese", "chili|chili", y_mm=300)
    verdict = judged(*laid_out("egg|egg", "mozzarella"), *heap)
    assert (verdict.answer, verdict.why, verdict.cards) == (Answer.ASK, Why.WHICH_PIZZA, (2, 3, 4))
    assert verdict.points == 5 - 3


@pytest.mark.parametrize("below_mm", [-30.0, 0.0, 1.5])
def test_I6_an_unused_card_that_touches_the_pizza_makes_it_invalid(below_mm: float) -> None:
    cards = laid_out(*ROW)
    verdict = judged(*cards, moved(laid_out("onion|onion")[0], down_mm=HEIGHT_MM + below_mm))
    assert (verdict.answer, verdict.why, verdict.points) == (Answer.INVALID, Why.ATTACHED, 0)
    assert verdict.cards == (0, 4)


@pytest.mark.parametrize("below_mm", [3.0, 14.0, 25.0])
def test_I6_between_contact_and_about_half_a_card_the_referee_is_asked(below_mm: float) -> None:
    cards = laid_out(*ROW)
    verdict = judged(*cards, moved(cards[1], down_mm=HEIGHT_MM + below_mm))
    assert (verdict.answer, verdict.why, verdict.cards) == (Answer.ASK, Why.PERHAPS_ATTACHED, (1, 4))
    assert (verdict.chain, verdict.points) == ((0, 1, 2, 3), 12 - 1)


@pytest.mark.parametrize("below_mm", [26.0, WIDTH_MM / 2])
def test_I6_from_about_half_a_card_on_it_is_apart(below_mm: float) -> None:
    cards = laid_out(*ROW)
    assert judged(*cards, moved(cards[1], down_mm=HEIGHT_MM + below_mm)).answer is Answer.VALID


def test_I6_unused_cards_may_touch_each_other_and_lie_in_a_heap() -> None:
    heap = [moved(card, down_mm=200, right_mm=20 * at, turn_deg=40 * at) for at, card in enumerate(laid_out(*FAR * 2))]
    piled = [moved(laid_out("onion|onion")[0], down_mm=200, turn_deg=turn) for turn in (0, 5, 30)]
    for unused in (heap, piled):
        assert judged(*laid_out(*ROW), *unused).points == 12 - len(unused)


def test_a_card_at_the_side_of_another_is_attached_and_not_linked() -> None:
    cards = laid_out(*ROW)
    below = moved(laid_out("mozzarella")[0], down_mm=HEIGHT_MM + 0.5)
    assert judged(*cards, below).why is Why.ATTACHED


def test_a_pizza_that_goes_round_a_corner_is_not_a_row() -> None:
    one, two, three = laid_out("egg|egg", "mozzarella", "onion|onion")
    corner = SeenCard(three.label, two.x_mm, two.y_mm + HEIGHT_MM / 2 + WIDTH_MM / 2 + 1, 90.0)
    assert judged(one, two, corner).why is Why.ATTACHED


def test_a_pizza_may_bend_a_little_from_card_to_card() -> None:
    cards = laid_out("egg|egg", "~salami|egg", "mozzarella")
    bent = [cards[0], moved(cards[1], turn_deg=8, down_mm=3), moved(cards[2], turn_deg=15, down_mm=14, right_mm=-2)]
    assert judged(*bent).points == 8


def test_two_cards_at_the_same_side_are_no_line() -> None:
    cards = laid_out("egg|egg", "mozzarella")
    fork = [*cards, moved(SeenCard("egg|egg", cards[1].x_mm, cards[1].y_mm), down_mm=6.0)]
    verdict = judged(*fork)
    assert (verdict.answer, verdict.why, verdict.cards) == (Answer.INVALID, Why.NO_LINE, (1, 2))


def test_a_face_down_card_apart_is_unused_and_one_in_the_row_is_attached() -> None:
    cards = laid_out(*ROW)
    assert judged(*cards, *far(None, None)).points == 12 - 2
    hidden = SeenCard(None, cards[3].x_mm, cards[3].y_mm, 0.0, Face.DOWN)
    verdict = judged(*cards[:3], hidden)
    assert (verdict.answer, verdict.why, verdict.cards) == (Answer.INVALID, Why.ATTACHED, (2, 3))


@pytest.mark.parametrize(("face", "label"), [(Face.UP, None), (Face.UNKNOWN, None), (Face.UNKNOWN, "salami|egg")])
def test_an_unreadable_card_is_asked_about_where_it_matters_only(face: Face, label: str | None) -> None:
    cards = laid_out(*ROW)
    unread = SeenCard(label, cards[1].x_mm, cards[1].y_mm, 0.0, face)
    verdict = judged(cards[0], unread, *cards[2:])
    assert (verdict.answer, verdict.why, verdict.cards) == (Answer.ASK, Why.UNREADABLE, (1,))
    assert judged(*cards, moved(unread, down_mm=200)).points == 12 - 1


def test_a_row_that_is_wrong_elsewhere_needs_no_reading_of_its_unreadable_card() -> None:
    cards = laid_out("mozzarella", "egg|egg", "onion|onion")
    verdict = judged(SeenCard(None, cards[0].x_mm, cards[0].y_mm), *cards[1:])
    assert (verdict.answer, verdict.why, verdict.cards) == (Answer.INVALID, Fault.WRONG_JOIN, (1, 2))


def test_a_row_with_an_unreadable_card_that_is_as_long_as_a_valid_one_is_asked_about() -> None:
    pair = laid_out("egg|egg", "mozzarella", y_mm=300)
    verdict = judged(*laid_out("egg|egg", "mozzarella"), pair[0], SeenCard(None, pair[1].x_mm, pair[1].y_mm))
    assert (verdict.answer, verdict.why, verdict.cards) == (Answer.ASK, Why.UNREADABLE, (3,))


def test_a_card_of_unknown_rotation_is_asked_about_near_the_pizza_only() -> None:
    cards = laid_out(*ROW)
    assert judged(*cards[:3], SeenCard(cards[3].label, cards[3].x_mm, cards[3].y_mm, None)).answer is Answer.ASK
    assert judged(*cards, SeenCard("onion|onion", cards[3].x_mm, cards[3].y_mm + 200, None)).points == 12 - 1


def test_two_cards_are_asked_about_when_one_is_of_unknown_rotation() -> None:
    one, other = laid_out("egg|egg", "salami|egg")
    assert judged(one, SeenCard(other.label, other.x_mm, other.y_mm, None)).answer is Answer.ASK


def test_how_unused_cards_lie_to_each_other_is_never_a_question() -> None:
    spread = [moved(card, down_mm=(HEIGHT_MM + 20) * line) for line in range(3) for card in far(*["onion|onion"] * 4)]
    assert judged(*laid_out(*ROW), *spread).answer is Answer.VALID


def test_a_perhaps_linked_card_is_asked_about() -> None:
    cards = laid_out(*ROW)
    verdict = judged(*cards[:3], moved(cards[3], right_mm=9.0))
    assert (verdict.answer, verdict.why, verdict.cards) == (Answer.ASK, Why.PERHAPS_LINKED, (2, 3))
    assert verdict.points == 12


def test_a_doubt_that_changes_nothing_is_not_asked_about() -> None:
    wrong = laid_out("egg|egg", "onion|onion")
    verdict = judged(*wrong, moved(wrong[1], down_mm=HEIGHT_MM + 10.0))
    assert (verdict.answer, verdict.why) == (Answer.INVALID, Fault.WRONG_JOIN)


def test_a_table_full_of_doubts_is_a_question_as_a_whole() -> None:
    cards = [
        moved(card, right_mm=10.0 * at, down_mm=(at % 2) * (HEIGHT_MM + 9) - (at % 2) * 60)
        for at, card in enumerate(laid_out(*["mozzarella"] * 9, gap_mm=0.0))
    ]
    verdict = judged(*cards)
    assert (verdict.answer, verdict.why) == (Answer.ASK, Why.UNCLEAR)


@pytest.mark.parametrize("seen", POSES)
def test_pizzas_that_were_laid_out_for_photographs_are_judged_as_they_were_meant(seen: dict[str, object]) -> None:
    rows = seen["cards"]
    assert isinstance(rows, list)
    cards = [SeenCard(label, x, y, turn, Face.UP if label else Face.DOWN) for label, x, y, turn in rows]
    verdict = judge(BOX, cards, own=6)
    assert verdict.answer is (Answer.VALID if seen["valid"] else Answer.INVALID)
    assert verdict.points == seen["score"]
    assert verdict.chain == tuple(range(int(str(seen["chain"]))))
    assert [int(turned) for turned in verdict.turned] == seen["turned"]


LAYOUTS = [
    [*laid_out(*ROW), *far(*FAR)],
    [*laid_out("egg|egg", "salami|egg", "mozzarella"), *far(None, "onion|onion")],
    [*laid_out(*ROW), moved(laid_out("onion|onion")[0], down_mm=HEIGHT_MM - 10)],
    far("egg|egg", "egg|egg", None, down_mm=0),
]


@given(
    st.sampled_from(LAYOUTS),
    st.floats(-360, 360),
    st.floats(-500, 500),
    st.floats(-500, 500),
)
def test_a_verdict_does_not_depend_on_where_and_how_turned_the_cards_lie(
    cards: list[SeenCard], turn_deg: float, right_mm: float, down_mm: float
) -> None:
    elsewhere = [moved(card, right_mm, down_mm) for card in all_turned(cards, turn_deg)]
    assert judge(BOX, elsewhere) == judge(BOX, cards)


@given(st.sampled_from(LAYOUTS), st.data())
def test_small_errors_of_the_eyes_never_change_a_verdict(cards: list[SeenCard], data: st.DataObject) -> None:
    error_mm, error_deg = st.floats(-1.5, 1.5), st.floats(-3.0, 3.0)
    shaken = [moved(card, data.draw(error_mm), data.draw(error_mm), data.draw(error_deg)) for card in cards]
    assert judge(BOX, shaken) == judge(BOX, cards)


JOINS = st.tuples(st.floats(0, 5), st.floats(-8, 8), st.floats(-10, 10))  # gap and side in mm, turn in degrees


@given(
    st.lists(st.tuples(st.sampled_from(sorted(BOX.card_by_label)), st.booleans(), JOINS), min_size=2, max_size=6),
    st.floats(0, 360),
)
def test_cards_that_are_laid_side_by_side_by_hand_are_judged_as_the_same_row_on_a_screen(
    joined: list[tuple[str, bool, tuple[float, float, float]]], turn_deg: float
) -> None:
    cards, heading_deg, at = [], turn_deg, (0.0, 0.0)
    for label, turned, (gap_mm, side_mm, bend_deg) in joined:
        halfway_deg, heading_deg = heading_deg + bend_deg / 2, heading_deg + bend_deg
        at = _onward(_onward(at, halfway_deg, gap_mm), halfway_deg + 90, side_mm)
        centre = _onward(at, heading_deg, WIDTH_MM / 2)
        cards.append(SeenCard(label, *centre, heading_deg + 180 * turned))
        at = _onward(at, heading_deg, WIDTH_MM)
    row = [(BOX.card_by_label[label], turned) for label, turned, _ in joined]
    verdict, wrong = judge(BOX, cards), fault(row, "mozzarella")
    assert (verdict.answer, verdict.why) == ((Answer.INVALID, wrong[0]) if wrong else (Answer.VALID, None))
    assert verdict.chain == tuple(range(len(row)))
    assert verdict.points == (0 if wrong else sum(card.points for card, _ in row))


def _onward(at: tuple[float, float], heading_deg: float, far_mm: float) -> tuple[float, float]:
    return at[0] + far_mm * cos(radians(heading_deg)), at[1] + far_mm * sin(radians(heading_deg))


@given(st.data())
def test_the_order_in_which_cards_are_seen_changes_nothing(data: st.DataObject) -> None:
    cards = data.draw(st.sampled_from(LAYOUTS))
    order = data.draw(st.permutations(range(len(cards))))
    verdict, other = judge(BOX, cards), judge(BOX, [cards[at] for at in order])
    assert (other.answer, other.why, other.points) == (verdict.answer, verdict.why, verdict.points)
    assert {order[at] for at in other.chain} == set(verdict.chain)


@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_verdict_has_its_words(language: str) -> None:
    told = Language(language)
    assert not [why for why in Why if not told.knows(f"italia.why.{why}")]
    row = laid_out(*ROW)
    assert told.say(line(BOX, row, judge(BOX, row)))
    unread = [row[0], SeenCard(None, row[1].x_mm, row[1].y_mm)]
    assert told.say(line(BOX, unread, judge(BOX, unread)))


def test_a_verdict_names_the_cards_as_people_see_them() -> None:
    told, row = Language("en"), laid_out("egg|egg", "onion|mozzarella3*")
    assert told.say(line(BOX, row, judge(BOX, row))) == (
        "not valid: egg ×2 + egg ×2 and edge card onion ×1 + mozzarella ×3 do not match where they meet: 0 points"
    )
    hidden = [*laid_out("egg|egg", "mozzarella"), SeenCard(None, 100.0, 110.0 + HEIGHT_MM, 0.0, Face.DOWN)]
    assert told.say(line(BOX, hidden, judge(BOX, hidden))) == (
        "The referee decides: do egg ×2 + egg ×2 and a face-down card lie well apart?"
    )
