import cv2
import flat_table
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.comparing import Comparison, local_leads
from vision.frames import BgrImage
from vision.gallery import Gallery
from vision.outline import Outline
from vision.sampling import Place

TOPPINGS = ((40, 40, 200), (40, 160, 40), (40, 200, 230), (160, 90, 40), (90, 60, 120))


def pizza(*toppings: int) -> BgrImage:
    """A card with four toppings, 176 px."""
    card = np.full((176, 176, 3), 235, np.uint8)
    cv2.circle(card, (88, 88), 70, (150, 210, 240), -1, cv2.LINE_AA)
    for place, topping in zip(((60, 60), (116, 60), (60, 116), (116, 116)), toppings, strict=True):
        cv2.circle(card, place, 14 + 2 * topping, TOPPINGS[topping], -1, cv2.LINE_AA)
        cv2.circle(card, (place[0] + 5, place[1] - 4), 4, (30, 30, 30), -1, cv2.LINE_AA)
    return card


GALLERY = Gallery.from_artwork(
    [
        ("first", "square", 88.0, pizza(0, 1, 2, 3)),
        ("second", "square", 88.0, pizza(0, 1, 2, 4)),
        ("third", "square", 88.0, pizza(4, 3, 1, 0)),
        ("first (back)", "square", 88.0, np.full((176, 176, 3), 70, np.uint8)),
    ]
)


def laid(card: BgrImage, x_mm: float, y_mm: float, turn_deg: float) -> BgrImage:
    image = flat_table.empty()
    matrix = cv2.getRotationMatrix2D((87.5, 87.5), -turn_deg, 1.0)
    matrix[:, 2] += np.array([x_mm, y_mm]) * flat_table.PX_PER_MM - 88
    mask = cv2.warpAffine(np.full((176, 176), 255, np.uint8), matrix, (2240, 1260))
    moved = cv2.warpAffine(card, matrix, (2240, 1260))
    image[mask > 127] = moved[mask > 127]
    return image


def compared(image: BgrImage, x_mm: float, y_mm: float, outline_deg: float) -> Comparison:
    outline = Outline("square", x_mm, y_mm, outline_deg, 1.0)
    place = Place.on(flat_table.CAMERA, x_mm, y_mm)
    (found,) = GALLERY.matchers["square"].compare(image, [outline], [place])
    return found


@pytest.mark.parametrize("turn_deg", [0.0, 7.0, 100.0, 352.0])
def test_a_card_is_told_with_its_rotation(turn_deg: float) -> None:
    found = compared(laid(pizza(0, 1, 2, 3), 500, 300, turn_deg), 500, 300, turn_deg)
    assert GALLERY.matchers["square"].labels[found.best] == "first"
    assert abs((found.rotation_deg - turn_deg + 180) % 360 - 180) <= 3
    assert found.lead > 0.3


def test_cards_that_differ_in_one_topping_are_told_apart() -> None:
    for card, label in ((pizza(0, 1, 2, 3), "first"), (pizza(0, 1, 2, 4), "second")):
        found = compared(laid(card, 500, 300, 20), 500, 300, 20)
        assert GALLERY.matchers["square"].labels[found.best] == label
        assert found.lead > 0.3


def test_half_way_between_two_cards_there_is_no_lead() -> None:
    middle = (pizza(0, 1, 2, 3).astype(int) + pizza(0, 1, 2, 4)) // 2
    assert compared(laid(middle.astype(np.uint8), 500, 300, 0), 500, 300, 0).lead < 0.15


def test_an_outline_a_little_off_is_shifted() -> None:
    found = compared(laid(pizza(0, 1, 2, 3), 500, 300, 0), 502, 298.5, 0)
    assert found.shift_mm == pytest.approx((-2.0, 1.5), abs=0.5)


def test_light_of_another_colour_and_strength_changes_nothing() -> None:
    card = laid(pizza(0, 1, 2, 3), 500, 300, 20)
    warm = np.clip(card * np.array([0.5, 0.7, 0.9]), 0, 255).astype(np.uint8)
    found = compared(warm, 500, 300, 20)
    assert GALLERY.matchers["square"].labels[found.best] == "first"
    assert found.likeness[found.best] > 0.9


def test_the_bare_table_is_like_nothing() -> None:
    assert compared(flat_table.empty(), 500, 300, 0).likeness.max() < 0.3


def test_nothing_to_compare_gives_nothing() -> None:
    assert GALLERY.matchers["square"].compare(flat_table.empty(), [], []) == []


def test_a_clear_back_is_told_on_the_coarse_level_with_its_place() -> None:
    back = cv2.circle(np.full((176, 176, 3), 70, np.uint8), (60, 70), 35, (40, 40, 200), -1)
    backed = Gallery.from_artwork([("first", "square", 88.0, pizza(0, 1, 2, 3)), ("x (back)", "square", 88.0, back)])
    outline = Outline("square", 502, 298.5, 0.0, 1.0)
    place = Place.on(flat_table.CAMERA, 502, 298.5)
    (found,) = backed.matchers["square"].compare(laid(back, 500, 300, 0), [outline], [place])
    assert backed.matchers["square"].labels[found.best] is None
    assert found.likeness[found.best] > 0.8
    assert found.shift_mm == pytest.approx((-2.0, 1.5), abs=0.7)


def detail_and_plain(points: int = 200) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Two looks of length 1 that differ in a detail at a tenth of the points only."""
    noise = np.random.default_rng(5)
    plain = noise.normal(size=(3, points))
    plain[:, : points // 10] *= 0.1
    detailed = plain.copy()
    detailed[:, : points // 10] += noise.normal(size=(3, points // 10))
    return tuple((a.ravel() / np.linalg.norm(a)).astype(np.float32) for a in (detailed, plain))


@pytest.mark.parametrize("contrast", [0.45, 0.7, 1.0])
def test_a_detail_of_low_contrast_is_still_told_from_none(contrast: float) -> None:
    detailed, plain = detail_and_plain()
    look = plain + contrast * (detailed - plain)
    (ahead,) = local_leads(look, detailed, plain[None], 200)
    (behind,) = local_leads(look, plain, detailed[None], 200)
    assert ahead > 0.2
    assert behind < -0.2


def test_half_way_between_two_looks_neither_is_ahead() -> None:
    detailed, plain = detail_and_plain()
    (ahead,) = local_leads(plain + 0.25 * (detailed - plain), detailed, plain[None], 200)
    assert abs(ahead) < 0.1


def striped() -> BgrImage:
    """The back of a card with stripes of 4 mm, 176 px."""
    across = (np.arange(176)[:, None] + np.arange(176)) // 6 % 2
    return np.repeat(np.where(across, 90, 50).astype(np.uint8)[..., None], 3, axis=2)


@pytest.mark.parametrize("off_mm", [0.0, 2.0, -3.0])
def test_a_striped_back_is_known_where_its_outline_is_a_little_off(off_mm: float) -> None:
    artworks = [("first", "square", 88.0, pizza(0, 1, 2, 3)), ("first (back)", "square", 88.0, striped())]
    matcher = Gallery.from_artwork(artworks).matchers["square"]
    image = laid(striped(), 500, 300, 12.0)
    outline = Outline("square", 500 + off_mm, 300, 12.0, 1.0)
    (found,) = matcher.compare(image, [outline], [Place.on(flat_table.CAMERA, 500 + off_mm, 300)])
    assert matcher.labels[found.best] is None
    assert found.likeness[found.best] > 0.5


def test_bright_light_that_bends_blue_against_yellow_takes_no_lead_away() -> None:
    rng = np.random.default_rng(3)
    own, other = (rng.normal(size=(3, 200)).astype(np.float32) for _ in range(2))
    bent = np.vstack([own[:2], other[2:]])
    own, other, bent = (each.reshape(-1) / np.linalg.norm(each) for each in (own, other, bent))
    (ahead,) = local_leads(bent, own, other[None], 200)
    (halfway,) = local_leads(own + other, own, other[None], 200)
    assert ahead > 0.2
    assert abs(halfway) < 0.05


def striped_card(seed: int) -> BgrImage:
    """A card with stripes 5 mm apart and six spots, 176 px: a stripe farther it looks much like itself."""
    rng = np.random.default_rng(seed)
    card = np.full((176, 176, 3), 225, np.uint8)
    for x in range(0, 176, 10):
        card[:, x : x + 3] = (60, 60, 70)
    for _ in range(6):
        x, y = (int(value) for value in rng.integers(20, 150, 2))
        cv2.circle(card, (x, y), 9, tuple(int(value) for value in rng.integers(0, 255, 3)), -1, cv2.LINE_AA)
    return card


def test_a_pattern_that_repeats_is_not_taken_for_itself_one_step_aside() -> None:
    pieces = Gallery.from_artwork([(f"card {seed}", "square", 88.0, striped_card(seed)) for seed in range(6)])
    outline, place = Outline("square", 500.0, 300.0, 0.0, 1.0), Place.on(flat_table.CAMERA, 500.0, 300.0)
    for seed in range(6):
        image = laid(striped_card(seed), 500, 300, 0)
        (found,) = pieces.matchers["square"].compare(image, [outline], [place])
        assert pieces.matchers["square"].labels[found.best] == f"card {seed}"
        assert np.hypot(*found.shift_mm) < 1.5
