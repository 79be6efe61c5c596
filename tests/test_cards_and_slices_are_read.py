"""Cards and slices in photographs, from enrolment to score."""

from functools import cache
from pathlib import Path

import cv2
import flat_table
import msgspec
import numpy as np
import pytest

from vision.edges import TopView
from vision.enrol import enrol
from vision.frames import BgrImage
from vision.gallery import Artwork, Gallery
from vision.glance import coarse_view
from vision.kinds import turned
from vision.light import PaperLight
from vision.outline import own_support
from vision.reading import BoardReading
from vision.sampling import Place
from vision.scoring import BANDS, Score, TruePicture, Truth, outcome, pair, read_picture, score_folder
from vision.search import Scene, Search

PHOTOS = Path(__file__).parent / "data" / "photos"


@cache
def gallery(game: str) -> Gallery:
    return enrol(PHOTOS / game / "enrol.jpg", PHOTOS / game / "truth.json")


@cache
def score(game: str) -> Score:
    return score_folder(PHOTOS / game)


def truth(game: str, picture: str) -> TruePicture:
    text = (PHOTOS / game / "truth.json").read_bytes()
    return msgspec.json.decode(text, type=Truth).pictures[picture]


@cache
def reading(game: str, picture: str) -> BoardReading:
    return read_picture(PHOTOS / game / picture, gallery(game))[0]


def test_a_cards_width_and_height_are_measured() -> None:
    card = gallery("italia").kinds["rect"]
    assert (card.width_mm, card.height_mm) == pytest.approx((56.0, 72.0), abs=1.5)
    assert len(gallery("italia").labels("rect")) == 29


def test_a_slices_length_and_angle_are_measured() -> None:
    piece = gallery("pizzeria").kinds["wedge"]
    assert piece.height_mm == pytest.approx(110.0, abs=2.5)
    assert piece.width_mm == pytest.approx(2 * 110.0 * np.sin(np.pi / 11), abs=3.0)
    assert len(gallery("pizzeria").labels("wedge")) == 29


def test_a_sixth_of_a_round_and_small_tokens_are_measured_without_their_shadows() -> None:
    kinds = gallery("pizza").kinds
    assert (kinds["wedge"].width_mm, kinds["wedge"].height_mm) == pytest.approx((95.0, 95.0), abs=1.0)
    assert kinds["disc"].width_mm == pytest.approx(20.0, abs=1.0)


def test_a_saved_gallery_of_cards_comes_back_the_same(tmp_path: Path) -> None:
    gallery("italia").save(tmp_path)
    assert Gallery.load(tmp_path).kinds == gallery("italia").kinds


def test_thirty_six_cards_in_chains_are_read_and_none_wrong() -> None:
    full = score("italia").by_band[BANDS[0]]
    assert full["wrong"] == full["missed"] == score("italia").invented == 0
    assert full["right"] >= 34


def test_touching_slices_are_read_and_none_wrong() -> None:
    full = score("pizzeria").by_band[BANDS[0]]
    assert full["wrong"] == full["missed"] == score("pizzeria").invented == 0
    assert full["right"] >= 13


def test_slices_are_read_under_the_tokens_that_lie_on_them() -> None:
    slices = [piece for piece in truth("pizza", "006.jpg").pieces if piece.kind == "wedge"]
    found, _ = pair(reading("pizza", "006.jpg").sightings, slices, {"wedge": 30.0, "disc": 0.0, "cuboid": 0.0})
    outcomes = [outcome(piece, sighting) for piece, sighting in found]
    assert len(slices) == 24
    assert "wrong" not in outcomes
    assert outcomes.count("right") >= 22


def test_small_tokens_on_slices_are_read_and_none_wrong() -> None:
    tokens = [piece for piece in truth("pizza", "006.jpg").pieces if piece.kind == "disc" and piece.visible > 0.9]
    found, _ = pair(reading("pizza", "006.jpg").sightings, tokens, {"wedge": 0.0, "disc": 6.0, "cuboid": 0.0})
    outcomes = [outcome(piece, sighting) for piece, sighting in found]
    assert "wrong" not in outcomes
    assert outcomes.count("right") >= 0.9 * len(tokens)


@pytest.mark.parametrize(("game", "kind"), [("italia", "rect"), ("pizzeria", "wedge")])
def test_what_is_read_lies_where_it_is_said_to_lie(game: str, kind: str) -> None:
    off_mm, off_deg = zip(*score(game).poses[kind], strict=True)
    assert np.median(off_mm) < 2.0
    assert np.percentile([deg for deg in off_deg if deg is not None], 90) < 3.0


def test_the_report_tells_poses_and_how_far_to_rely_on_confidence() -> None:
    report = str(score("italia"))
    assert "rect, degrees" in report
    assert "share right" in report


def laid(image: BgrImage, artwork: Artwork, x_mm: float, y_mm: float, turn_deg: float) -> None:
    """Lays an enrolled piece on the flat table."""
    height, width = artwork.picture.shape[:2]
    ends = np.array([[-1, -1], [1, -1], [1, 1]]) * (artwork.kind.width_mm / 2, artwork.kind.height_mm / 2)
    to_px = (ends @ turned(turn_deg).T + (x_mm, y_mm)) * flat_table.PX_PER_MM
    matrix = cv2.getAffineTransform(
        np.array([[0, 0], [width, 0], [width, height]], np.float32), to_px.astype(np.float32)
    )
    moved = cv2.warpAffine(artwork.picture, matrix, image.shape[1::-1])
    corners = artwork.kind.placed_mm(x_mm, y_mm, turn_deg, -0.5) * flat_table.PX_PER_MM
    shows = cv2.fillPoly(np.zeros(image.shape[:2], np.uint8), [np.rint(corners).astype(np.int32)], (1,)) > 0
    image[shows] = moved[shows]


def test_a_gap_between_slices_is_no_slice() -> None:
    image = flat_table.empty((60, 60, 60))
    slices = [artwork for artwork in gallery("pizzeria").artworks if artwork.label]
    for number, artwork in enumerate(slices[:6]):
        laid(image, artwork, 300 + 66 * number, 300, 0.0)
    view = TopView(flat_table.CAMERA)
    above = view.straighten(image)
    paper = PaperLight.of(image, flat_table.CAMERA, ())
    scene = Scene(image, view, coarse_view(above), view.edges(above), paper)
    found = Search(flat_table.CAMERA, gallery("pizzeria")).sightings(scene, [])
    assert [s.label for s in sorted(found, key=lambda s: s.x_mm)] == [a.label for a in slices[:6]]


def test_no_outline_is_the_own_of_a_piece_between_others() -> None:
    image = flat_table.empty((60, 60, 60))
    kind = gallery("pizzeria").kinds["wedge"]
    for x_mm in (-32.0, 32.0):
        corners = kind.placed_mm(400 + x_mm, 300, 0.0) * flat_table.PX_PER_MM
        cv2.fillPoly(image, [np.rint(corners).astype(np.int32)], (230, 230, 230))
    place = Place.on(flat_table.CAMERA, 400, 300)
    others = [kind.placed_mm(x_mm, 0.0, 0.0) for x_mm in (-32.0, 32.0)]
    assert own_support(image, place, 180.0, kind, []) > 0.6
    assert own_support(image, place, 180.0, kind, others) < 0.3
