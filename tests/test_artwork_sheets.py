"""The printable pages: true to size, backs behind their fronts, and markers that a camera can read."""

import struct
from collections.abc import Mapping
from itertools import islice

import cv2
import numpy as np
import pytest

from vision.artwork_cards import CARD_MM, Customer
from vision.artwork_pizza import ROUND_MM, Disc
from vision.artwork_sheets import HOW_TO_PRINT, Sheet, house_sheets
from vision.errors import ArtworkError
from vision.frames import BgrImage

TOKENS = {"tomato": 2, "cheese": 3, "fly": 1}
RECIPES = ("mushroom-tomato-onion", "ham-salami-olive")
DOTS_PER_MM = 300 / 25.4


@pytest.fixture(scope="module")
def sheets() -> Mapping[str, Sheet]:
    return {sheet.name: sheet for sheet in house_sheets(RECIPES, TOKENS)}


def picture(sheet: Sheet) -> BgrImage:
    return np.asarray(cv2.imdecode(np.frombuffer(sheet.png, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def printed(page: BgrImage) -> np.ndarray:
    """Middles and sizes in mm of all that is printed between the title and the ruler, in reading order: (n, 4)."""
    inked = (page.min(axis=2) < 250).astype(np.uint8)
    inked[: round(15 * DOTS_PER_MM)] = inked[round(281 * DOTS_PER_MM) :] = 0
    _, _, stats, _ = cv2.connectedComponentsWithStats(inked)
    left, top, width, height = stats[1:, :4][stats[1:, 4] > 9000].T / DOTS_PER_MM
    found = np.stack([left + width / 2, top + height / 2, width, height], axis=1)
    return found[np.lexsort((found[:, 0], found[:, 1].round()))]


def test_pages_come_as_fronts_with_their_backs_then_the_markers(sheets: Mapping[str, Sheet]) -> None:
    assert list(sheets) == ["1-tokens.png", "2-tokens-back.png", "3-cards.png", "4-cards-back.png", "5-markers.png"]


def test_a_page_knows_that_it_is_a4_at_300_dots_an_inch(sheets: Mapping[str, Sheet]) -> None:
    for sheet in sheets.values():
        at = sheet.png.index(b"pHYs")
        assert struct.unpack(">IIB", sheet.png[at + 4 : at + 13]) == (11811, 11811, 1)
        assert picture(sheet).shape == (3508, 2480, 3)


def test_tokens_and_cards_are_printed_in_their_size(sheets: Mapping[str, Sheet]) -> None:
    tokens, cards = printed(picture(sheets["1-tokens.png"])), printed(picture(sheets["3-cards.png"]))
    assert len(tokens) == 6
    assert np.abs(tokens[:, 2:] - 34).max() < 0.5, "the line to cut along has a width of its own"
    assert len(cards) == 2
    assert np.abs(cards[:, 2:] - 80).max() < 0.5


@pytest.mark.parametrize("fronts", ["1-tokens.png", "3-cards.png"])
def test_each_back_lies_behind_its_front_when_the_page_is_turned_over(sheets: Mapping[str, Sheet], fronts: str) -> None:
    number, name = fronts.removesuffix(".png").split("-")
    behind = picture(sheets[f"{int(number) + 1}-{name}-back.png"])[:, ::-1]
    front, back = printed(picture(sheets[fronts])), printed(behind)
    assert np.abs(front[:, :2] - back[:, :2]).max() < 0.2
    assert np.abs(back[:, 2:] - front[:, 2:] - 3).max() < 0.6, "backs reach 1.5 mm beyond the cut"


def test_the_markers_are_readable_and_40_mm_wide(sheets: Mapping[str, Sheet]) -> None:
    gray = cv2.cvtColor(picture(sheets["5-markers.png"]), cv2.COLOR_BGR2GRAY)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(gray)
    assert sorted(np.reshape(ids, -1).tolist()) == [0, 1, 2, 3]
    for quad in corners:
        square = np.reshape(quad, (4, 2))
        assert np.hypot(*(square[1] - square[0])) / DOTS_PER_MM == pytest.approx(40, abs=0.3)
        assert square[0, 1] == pytest.approx(square[1, 1], abs=2), "printed upright"


def test_the_line_to_check_the_scale_is_100_mm_long(sheets: Mapping[str, Sheet]) -> None:
    foot = picture(sheets["1-tokens.png"])[round(289 * DOTS_PER_MM)]
    dark = np.nonzero(foot.max(axis=1) < 128)[0]
    assert (dark.max() - dark.min()) / DOTS_PER_MM == pytest.approx(100, abs=0.4)
    assert "100 %" in HOW_TO_PRINT
    assert "100 mm" in HOW_TO_PRINT


def test_more_pieces_than_fit_on_a_page_go_on_on_the_next() -> None:
    names = [sheet.name for sheet in house_sheets([], {"fly": 17})]
    assert names == ["1-tokens.png", "2-tokens-back.png", "3-tokens.png", "4-tokens-back.png", "5-markers.png"]


def test_smaller_cards_have_each_its_own_side_behind_it() -> None:
    customers = [Customer(f"c{at}", ("a", "b"), (8, 6), (("ham", "salami")[at > 0],), at, 3) for at in range(3)]
    front, back = islice(house_sheets([], {}, {"customers": customers}), 2)
    assert (front.name, back.name) == ("1-customers.png", "2-customers-back.png")
    fronts, behind = picture(front), picture(back)
    assert np.abs(printed(fronts)[:, 2:] - CARD_MM).max() < 0.5
    x_mm, y_mm = printed(fronts)[0, :2]
    wish, also = (
        page[round((y_mm + 20) * DOTS_PER_MM), round((x - 22) * DOTS_PER_MM)].astype(int)
        for page, x in ((fronts, x_mm), (behind, 210 - x_mm))
    )
    assert np.abs(wish - also).max() < 3, "the same customer's wish"


def test_discs_are_printed_as_large_as_the_tokens_of_pizza() -> None:
    discs = [Disc(f"{colour} disc", colour) for colour in ("white", "lime")]
    front = next(house_sheets([], {}, {"discs": discs}))
    assert front.name == "1-discs.png"
    assert np.abs(printed(picture(front))[:, 2:] - ROUND_MM).max() < 0.5


def test_pieces_that_are_not_of_the_set_are_refused_before_anything_is_printed() -> None:
    with pytest.raises(ArtworkError, match="anchovy"):
        next(house_sheets(["ham-salami-anchovy"], {"fly": 1}))
