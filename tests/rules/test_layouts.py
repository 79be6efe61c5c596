"""How each game is laid out to be learnt, against the photographs of owners' copies."""

import json
from pathlib import Path

import pytest

from device.games import layouts, photographs
from device.rules.layout import Row, rows

PHOTOS = Path(__file__).parent.parent / "data" / "photos"
SURFACE_MM, GAP_MM = (1120, 630), 12
SIZES_MM = {"disc": (36, 36), "square": (90, 90), "rect": (58, 75), "wedge": (66, 112)}


def labels(laid: tuple[Row, ...]) -> list[str]:
    return [piece.label for row in laid for piece in row.pieces]


@pytest.mark.parametrize("game", ["xxl", "italia"])
def test_the_order_is_that_of_the_photograph(game: str) -> None:
    order = json.loads((PHOTOS / game / "truth.json").read_text())["pictures"]["enrol.jpg"]["order"]
    assert labels(layouts()[game].rows) == [named["label"] for named in order]


def test_slices_are_called_by_kind_and_leaves() -> None:
    order = labels(layouts()["pizzeria"].rows)
    assert order[:2] == ["pineapple/1", "pepper/1"]
    assert order[9:] == [
        "pomodoro/0", "pepper+feta/0", "shrimp+mushroom/0", "bacon+ham/0", "salami+cheese/0", "pineapple/1 (back)",
    ]  # fmt: skip


def test_pizza_needs_tokens_and_a_slice() -> None:
    assert labels(layouts()["pizza"].rows)[-3:] == ["fish", "slice", "slice (back)"]


def test_special_offers_are_laid_out_beside_the_slices_and_one_is_turned_over() -> None:
    order = labels(layouts()["pizzeria-offers"].rows)
    assert order[-14:] == [*"ABCDEFGHIJKL", "pineapple/1 (back)", "A (back)"]
    assert order[:-14] == labels(layouts()["pizzeria"].rows)[:-1]


def test_customers_are_turned_over_for_a_second_photograph() -> None:
    for count in (1, 2):
        first, second = photographs(layouts()["pizza-customers"].rows, count)
        assert labels(first)[:9] == [*labels(layouts()["pizza"].rows), "small eater/first"]
        assert [name.replace("/later", "/first") for name in labels(second)] == labels(first)[8:]


def test_discs_lie_beside_the_tokens() -> None:
    first, _ = photographs(layouts()["pizza-discs"].rows, 2)
    assert labels(first)[8:13] == ["black disc", "white disc", "purple disc", "lime disc", "small eater/first"]


@pytest.mark.parametrize("game", layouts())
def test_everything_is_named_once_and_fits_on_the_table(game: str) -> None:
    laid = layouts()[game].rows
    assert len(set(labels(laid))) == len(labels(laid))
    for row in laid:
        assert sum(SIZES_MM[piece.kind][0] + GAP_MM for piece in row.pieces) < SURFACE_MM[0] - 120
    for photograph in photographs(laid, 1):
        high_mm = sum(max(SIZES_MM[p.kind][1] for p in row.pieces) + GAP_MM for row in photograph)
        assert high_mm < SURFACE_MM[1] - 20


@pytest.mark.parametrize("game", ["xxl", "italia", "pizzeria", "pizza"])
def test_two_photographs_share_the_rows(game: str) -> None:
    laid = layouts()[game].rows
    first, second = photographs(laid, 2)
    assert first and second and first + second == laid
    assert photographs(laid, 1) == [laid]


def test_long_rows_are_broken_evenly() -> None:
    assert [len(row.pieces) for row in rows("t", "disc", [str(n) for n in range(11)], 4)] == [4, 3, 4]
    assert rows("t", "disc", [], 4) == ()
