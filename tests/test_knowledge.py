"""What was seen against what a game knows: names are withdrawn, and sometimes given, never made wrong."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_builders import shown
from msgspec.structs import replace

from vision.knowledge import LEAST_CHANCE, Doubt, right_at_most, weigh, weigh_board
from vision.reading import Area, Board, Face, Knowledge, Piece, Sighting

ONE_EACH = Knowledge({"rect": {"egg": 1, "chili": 1, "onion": 1, "cheese": 2}})
HERE = ((0.0, 0.0), (500.0, 0.0), (500.0, 600.0), (0.0, 600.0))


def names(found: tuple[Sighting, ...]) -> list[str | None]:
    return [sighting.label for sighting in found]


def test_what_agrees_with_the_game_stays_as_it_is() -> None:
    seen = [shown("rect", "egg", 100.0), shown("rect", "cheese", 200.0), shown("rect", "cheese", 300.0)]
    assert weigh(seen, ONE_EACH) == (tuple(seen), ())


def test_kinds_of_which_nothing_is_known_may_be_anything() -> None:
    seen = [shown("disc", "egg", 100.0), shown("disc", "egg", 200.0)]
    assert weigh(seen, ONE_EACH) == (tuple(seen), ())


def test_of_two_that_exist_once_the_weaker_loses_its_name_and_the_other_is_less_sure() -> None:
    seen = [shown("rect", "egg", 100.0, sure=0.98), shown("rect", "egg", 200.0, sure=0.6)]
    found, remarks = weigh(seen, ONE_EACH)
    assert names(found) == ["egg", None]
    assert LEAST_CHANCE < found[0].confidence < 0.98
    assert (found[1].confidence, found[1].rivals[0][0]) == (0.0, "egg")
    assert [(r.why, r.label, r.x_mm, r.most) for r in remarks] == [(Doubt.TOO_MANY, "egg", 200.0, 1)]


def test_of_two_as_sure_as_each_other_both_ask() -> None:
    found, remarks = weigh([shown("rect", "egg", 100.0), shown("rect", "egg", 200.0)], ONE_EACH)
    assert names(found) == [None, None]
    assert len(remarks) == 2


def test_what_is_elsewhere_cannot_lie_here() -> None:
    known = replace(ONE_EACH, elsewhere={"rect": {"egg": 1}})
    found, [remark] = weigh([shown("rect", "egg", 100.0)], known)
    assert (names(found), remark.why, remark.most) == ([None], Doubt.TOO_MANY, 0)


def test_what_is_not_in_the_box_has_no_name() -> None:
    found, [remark] = weigh([shown("rect", "ham", 100.0)], ONE_EACH)
    assert (names(found), remark.why) == ([None], Doubt.NOT_IN_BOX)


def test_in_an_area_lie_the_pieces_known_and_no_more_unknown_ones_than_there_are() -> None:
    for unknown, expected in ((2, ["egg", "chili", "onion"]), (1, ["egg", "chili", None]), (0, ["egg", None, None])):
        known = replace(ONE_EACH, areas=(Area(HERE, "rect", {"egg": 1}, unknown),))
        seen = [
            shown("rect", "egg", 100.0, sure=0.9),
            shown("rect", "chili", 200.0, sure=0.98),
            shown("rect", "onion", 300.0, sure=0.6),
        ]
        found, remarks = weigh(seen, known)
        assert names(found) == expected
        assert {remark.why for remark in remarks} <= {Doubt.NOT_HERE}


def test_what_is_known_to_lie_in_another_area_is_none_of_the_unknown_ones() -> None:
    there = ((600.0, 0.0), (1100.0, 0.0), (1100.0, 600.0), (600.0, 600.0))
    known = replace(ONE_EACH, areas=(Area(HERE, "rect", {}, 2), Area(there, "rect", {"egg": 1}, 2)))
    found, [remark] = weigh([shown("rect", "egg", 100.0), shown("rect", "onion", 700.0)], known)
    assert (names(found), remark.why) == ([None, "onion"], Doubt.NOT_HERE)


def test_a_piece_that_can_be_nothing_else_has_a_name() -> None:
    doubtful = replace(shown("rect", None, 300.0, sure=0.4), rivals=(("egg", 0.9), ("chili", 0.86), ("onion", 0.5)))
    found, [remark] = weigh([shown("rect", "egg", 100.0, sure=0.97), doubtful], ONE_EACH)
    assert (names(found), remark.why) == (["egg", "chili"], Doubt.NOTHING_ELSE)


@pytest.mark.parametrize(
    ("rivals", "named"),
    [
        ((("egg", 0.9), ("chili", 0.86), ("onion", 0.8)), ("egg", 0.97)),  # it may be an onion as well
        ((("egg", 0.9), ("chili", 0.7), ("onion", 0.4)), ("egg", 0.97)),  # it looks too much like the egg
        ((("egg", 0.6), ("chili", 0.58), ("onion", 0.3)), ("egg", 0.97)),  # it looks like nothing much
        ((("egg", 0.9), ("chili", 0.86), ("onion", 0.5)), ("egg", 0.8)),  # the egg is not sure itself
        ((("egg", 0.9), ("chili", 0.86)), ("egg", 0.97)),  # others may look as much like it
        ((), ("egg", 0.97)),
    ],
)
def test_a_piece_that_can_be_something_else_has_no_name(
    rivals: tuple[tuple[str, float], ...], named: tuple[str, float]
) -> None:
    doubtful = replace(shown("rect", None, 300.0, sure=0.4), rivals=rivals)
    found, remarks = weigh([shown("rect", named[0], 100.0, sure=named[1]), doubtful], ONE_EACH)
    assert (names(found), remarks) == ([named[0], None], ())


def test_two_pieces_are_not_both_the_last_of_a_kind() -> None:
    doubtful = [
        replace(shown("rect", None, x_mm, sure=0.4), rivals=(("egg", 0.9), ("chili", 0.86), ("onion", 0.5)))
        for x_mm in (300.0, 400.0)
    ]
    found, _ = weigh([shown("rect", "egg", 100.0, sure=0.97), *doubtful], ONE_EACH)
    assert names(found) == ["egg", None, None]


def test_a_remembered_piece_gives_way_to_one_that_is_seen() -> None:
    pieces = tuple(
        Piece(number, "rect", Face.UP, "egg", x_mm, 300.0, 0.0, 0.97, seen_until_ns)
        for number, x_mm, seen_until_ns in ((1, 100.0, 50), (2, 200.0, 100))
    )
    board, [remark] = weigh_board(Board(90, 100, pieces), ONE_EACH)
    assert [piece.label for piece in board.pieces] == [None, "egg"]
    assert remark.x_mm == 100.0


def test_the_chances_of_many_are_those_of_all_ways_in_which_they_can_be_right() -> None:
    assert right_at_most([0.9, 0.9], 1) == pytest.approx([0.09 / 0.19] * 2)
    assert right_at_most([0.99, 0.6], 1) == pytest.approx([0.396 / 0.406, 0.006 / 0.406])
    assert right_at_most([0.9, 0.8, 0.7], 3) == pytest.approx([0.9, 0.8, 0.7])
    assert right_at_most([0.9, 0.8], 0) == [0.0, 0.0]


LABELS = ("egg", "chili", "onion", "cheese")
deals = st.permutations(["egg", "chili", "onion", "cheese", "cheese"])
sureness = st.floats(0.5, 1.0)


def read(place: int, truth: str, told: str | None, sure: float, likes: list[float], turned: bool) -> Sighting:
    """A card that is `truth`, read as `told`; if as nothing it looks nearly as much like itself as like any other."""
    likeness = dict(zip(LABELS, likes, strict=True))
    likeness[truth] = max(likeness[truth], max(likes) - 0.1)
    rivals = tuple(sorted(((label, like) for label, like in likeness.items() if label != told), key=lambda r: -r[1]))
    return Sighting("rect", Face.UP, told, 100.0 + 60 * place, 300.0, 90.0 * turned, sure, 1.0, rivals)


likes = st.lists(st.floats(0.0, 1.0), min_size=4, max_size=4)


@settings(max_examples=300)
@given(deals, st.lists(st.tuples(st.booleans(), sureness, likes, st.booleans()), min_size=5, max_size=5))
def test_knowledge_never_gives_a_wrong_name_where_the_truth_satisfies_it(
    deal: list[str], drawn: list[tuple[bool, float, list[float], bool]]
) -> None:
    seen = [
        read(place, truth, truth if told else None, sure, like, turned)
        for place, (truth, (told, sure, like, turned)) in enumerate(zip(deal, drawn, strict=True))
    ]
    known = replace(ONE_EACH, areas=(Area(HERE, "rect", {deal[0]: 1}, 4),))
    found, _ = weigh(seen, known)
    for before, after, truth in zip(seen, found, deal, strict=True):
        assert after.label == before.label or (before.label, after.label) == (None, truth)


@given(
    st.lists(st.tuples(st.sampled_from(LABELS), st.sampled_from([*LABELS, None]), sureness, likes), max_size=8),
    st.integers(),
)
def test_names_are_only_withdrawn_or_given_and_in_any_order_the_same(
    drawn: list[tuple[str, str | None, float, list[float]]], seed: int
) -> None:
    seen = [read(place, *each, turned=False) for place, each in enumerate(drawn)]
    known = replace(ONE_EACH, areas=(Area(HERE, "rect", {"egg": 1}, 2),))
    found, remarks = weigh(seen, known)
    changed = {remark.x_mm for remark in remarks}
    for before, after in zip(seen, found, strict=True):
        assert (before.x_mm, before.rotation_deg, before.face) == (after.x_mm, after.rotation_deg, after.face)
        assert (before.label != after.label) is (before.x_mm in changed)
        assert before.label is None or (after.label in (before.label, None) and after.confidence <= before.confidence)
    order = Random(seed).sample(range(len(seen)), len(seen))
    again, _ = weigh([seen[at] for at in order], known)
    assert names(again) == [found[at].label for at in order]
