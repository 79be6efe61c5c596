"""The house set's pictures: all there, no two alike, and backs that give nothing away."""

import itertools

import cv2
import numpy as np
import pytest

from vision import artwork
from vision.artwork_pen import bgr
from vision.artwork_toppings import DRAWINGS
from vision.errors import ArtworkError
from vision.frames import BgrImage

RECIPES = (
    "mushroom-tomato-onion",
    "mushroom-tomato-pepper",
    "mushroom-onion-corn",
    "tomato-onion-pepper",
    "ham-salami-olive",
    "ham-salami-pineapple",
    "ham-olive-pineapple",
    "olive-corn-pineapple",
)


def colours_around(image: BgrImage, rings: int = 12, steps: int = 72) -> np.ndarray:
    """The picture unrolled around its middle, in LAB, without its overall light: shape (rings, steps, 3)."""
    lab = cv2.cvtColor(cv2.resize(image, (96, 96), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2LAB).astype(np.float32)
    angle, radius = np.meshgrid(np.linspace(0, 2 * np.pi, steps, endpoint=False), np.linspace(4, 42, rings))
    x, y = (47.5 + radius * np.cos(angle)).astype(np.float32), (47.5 + radius * np.sin(angle)).astype(np.float32)
    unrolled = cv2.remap(lab, x, y, cv2.INTER_LINEAR)
    return (unrolled - unrolled.mean(axis=(0, 1))) / np.linalg.norm(unrolled - unrolled.mean(axis=(0, 1)))


def likeness(one: BgrImage, other: BgrImage) -> float:
    """Best correlation over all rotations, 1 for the same picture."""
    a, b = np.fft.rfft(colours_around(one), axis=1), np.fft.rfft(colours_around(other), axis=1)
    return float(np.fft.irfft((a * b.conj()).sum(axis=(0, 2))).max())


def test_the_set_has_eleven_kinds_of_token_and_a_card_for_each_recipe() -> None:
    pieces = artwork.house_pieces(RECIPES)
    assert [p.label for p in pieces if p.kind == "disc" and "back" not in p.label] == [
        *("mushroom", "tomato", "onion", "pepper", "corn", "ham", "salami", "olive", "pineapple", "cheese", "fly")
    ]
    assert tuple(p.label for p in pieces if p.kind == "square" and "back" not in p.label) == RECIPES
    assert [p.label for p in pieces if "back" in p.label] == ["disc (back)", "square (back)"]
    assert {(p.kind, p.size_mm, p.image.shape) for p in pieces} == {
        ("disc", 34.0, (408, 408, 3)),
        ("square", 80.0, (960, 960, 3)),
    }


def test_a_picture_is_most_like_itself() -> None:
    face = artwork.token_face("ham")
    assert likeness(face, np.asarray(np.rot90(face))) > 0.99


def test_tokens_are_told_apart_at_any_rotation_by_colour() -> None:
    faces = {kind: artwork.token_face(kind) for kind in DRAWINGS} | {"back": artwork.token_back()}
    alike = {(a, b): likeness(faces[a], faces[b]) for a, b in itertools.combinations(faces, 2)}
    closest = max(alike, key=lambda pair: alike[pair])
    assert alike[closest] < 0.75, f"{closest} look too much alike"


def test_cards_are_told_apart_though_they_share_two_toppings() -> None:
    cards = {recipe: artwork.card_face(recipe) for recipe in RECIPES} | {"back": artwork.card_back()}
    alike = {(a, b): likeness(cards[a], cards[b]) for a, b in itertools.combinations(cards, 2)}
    closest = max(alike, key=lambda pair: alike[pair])
    assert alike[closest] < 0.93, f"{closest} look too much alike"


def test_no_two_kinds_share_a_ground() -> None:
    grounds = {kind: np.array(bgr(drawing.ground), float) for kind, drawing in DRAWINGS.items()}
    for a, b in itertools.combinations(grounds, 2):
        assert np.linalg.norm(grounds[a] - grounds[b]) > 55, f"{a} and {b} stand on nearly the same colour"


def test_the_same_recipe_in_another_order_is_another_card() -> None:
    assert not np.array_equal(artwork.card_face("ham-salami-olive"), artwork.card_face("olive-salami-ham"))


@pytest.mark.parametrize("recipe", ["", "ham-salami", "ham-ham-olive", "ham-salami-fly", "ham-salami-anchovy"])
def test_a_recipe_that_cannot_be_drawn_is_refused_in_words(recipe: str) -> None:
    with pytest.raises(ArtworkError, match="is no pizza of the house set; join three different ones of mushroom"):
        artwork.card_face(recipe)


def test_an_unknown_token_is_refused_in_words() -> None:
    with pytest.raises(ArtworkError, match=r"there is no drawing of 'anchovy'; the house set has mushroom"):
        artwork.token_face("anchovy")


def test_pictures_are_shared_and_therefore_locked() -> None:
    with pytest.raises(ValueError, match="read-only"):
        artwork.token_face("corn")[0, 0] = 0
