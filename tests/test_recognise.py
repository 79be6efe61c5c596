import flat_table
import numpy as np
import pytest

from vision.frames import BgrImage
from vision.gallery import Gallery
from vision.light import PaperLight
from vision.outline import Outline
from vision.reading import Face, Sighting
from vision.recognise import PLAIN_BACK_CONFIDENCE, Recogniser, off_paler
from vision.sampling import Place

PAPER = PaperLight(np.zeros((1, 2)), np.full((1, 3), np.log(247.0)))


def face(colour: tuple[int, int, int], spots: int) -> BgrImage:
    """A white token with a bar of colour and some dark spots, 70 px."""
    picture = np.full((70, 70, 3), 235, np.uint8)
    picture[22:34, 18:52] = colour
    for spot in range(spots):
        picture[42:48, 18 + 12 * spot : 24 + 12 * spot] = (40, 40, 40)
    return picture


def gallery(back: BgrImage) -> Gallery:
    return Gallery.from_artwork(
        [
            ("red", "disc", 35.0, face((40, 40, 200), 1)),
            ("green", "disc", 35.0, face((40, 160, 40), 2)),
            ("blue", "disc", 35.0, face((200, 90, 30), 3)),
            ("red (back)", "disc", 35.0, back),
        ]
    )


def plain(level: tuple[int, int, int]) -> BgrImage:
    return np.full((70, 70, 3), level, np.uint8)


def striped() -> BgrImage:
    back = plain((60, 60, 90))
    back[::8] = back[1::8] = back[2::8] = (140, 140, 170)
    return back


def seen(inside: BgrImage, back: BgrImage) -> Sighting:
    """How a token that looks like this is read."""
    image = flat_table.empty()
    image[565:635, 765:835] = inside
    outline = Outline("disc", 400.0, 300.0, 0.0, 1.0)
    ((sighting, _),) = Recogniser(gallery(back)).look(image, flat_table.CAMERA, "disc", [outline], PAPER)
    return sighting


@pytest.mark.parametrize(("colour", "spots", "label"), [((40, 40, 200), 1, "red"), ((40, 160, 40), 2, "green")])
def test_a_clear_face_is_named(colour: tuple[int, int, int], spots: int, label: str) -> None:
    sighting = seen(face(colour, spots), striped())
    assert (sighting.face, sighting.label) == (Face.UP, label)
    assert sighting.confidence > 0.9
    assert sighting.rotation_deg is not None
    assert sighting.rivals[0][1] < 0.9


def test_a_turned_face_is_named_with_its_rotation() -> None:
    quarter = np.ascontiguousarray(np.rot90(face((40, 40, 200), 1), -1))
    sighting = seen(quarter, striped())
    assert sighting.label == "red"
    assert sighting.rotation_deg == pytest.approx(90, abs=4)


def small_face(colour: tuple[int, int, int]) -> BgrImage:
    """A white token with white spots on a patch of colour, which look like themselves in the very place only."""
    picture = np.full((70, 70, 3), 235, np.uint8)
    picture[20:50, 20:50] = colour
    picture[24:50:9, 20:50] = picture[25:50:9, 20:50] = picture[26:50:9, 20:50] = 235
    return picture


@pytest.mark.parametrize("off_mm", [(0.0, 0.0), (1.5, -1.0), (3.0, 3.0), (-4.5, 0.5)])
def test_a_face_is_named_where_a_shadow_pulled_the_outline_aside(off_mm: tuple[float, float]) -> None:
    pieces = Gallery.from_artwork(
        [("red", "disc", 35.0, small_face((40, 40, 200))), ("green", "disc", 35.0, small_face((40, 160, 40)))]
    )
    image = flat_table.empty()
    image[565:635, 765:835] = small_face((40, 160, 40))
    outline = Outline("disc", 400.0 + off_mm[0], 300.0 + off_mm[1], 0.0, 1.0)
    ((sighting, likeness),) = Recogniser(pieces).look(image, flat_table.CAMERA, "disc", [outline], PAPER)
    assert (sighting.label, likeness > 0.9) == ("green", True)
    assert (sighting.x_mm, sighting.y_mm) == pytest.approx((400.0, 300.0), abs=0.8)


def test_half_way_between_two_faces_there_is_no_name() -> None:
    both = (face((40, 40, 200), 1).astype(int) + face((40, 160, 40), 2)) // 2
    sighting = seen(both.astype(np.uint8), striped())
    assert sighting.label is None
    assert sighting.confidence < 0.5


def test_a_patterned_back_is_down() -> None:
    sighting = seen(striped(), striped())
    assert (sighting.face, sighting.label, sighting.rivals) == (Face.DOWN, None, ())
    assert sighting.confidence > PLAIN_BACK_CONFIDENCE


def test_a_plain_back_is_known_by_its_colour() -> None:
    sighting = seen(plain((60, 50, 110)), plain((60, 50, 110)))
    assert sighting.face is Face.DOWN
    assert sighting.confidence == PLAIN_BACK_CONFIDENCE
    assert (sighting.x_mm, sighting.y_mm) == (400.0, 300.0)


def test_a_plain_back_in_dimmer_light_is_still_one() -> None:
    assert seen(plain((36, 30, 66)), plain((60, 50, 110))).face is Face.DOWN


def test_glare_is_no_back_and_no_face() -> None:
    sighting = seen(plain((252, 252, 252)), plain((60, 50, 110)))
    assert (sighting.face, sighting.label, sighting.confidence) == (Face.UNKNOWN, None, 0.0)


def test_another_plain_colour_is_no_back() -> None:
    assert seen(plain((60, 160, 60)), plain((60, 50, 110))).face is Face.UNKNOWN


def test_nothing_of_the_gallery_is_unknown() -> None:
    noise = np.random.default_rng(5).integers(0, 255, (70, 70, 3)).astype(np.uint8)
    assert seen(noise, striped()).face is Face.UNKNOWN


def test_no_outlines_give_no_sightings() -> None:
    assert Recogniser(gallery(striped())).look(flat_table.empty(), flat_table.CAMERA, "disc", [], PAPER) == []


def test_a_place_is_flat() -> None:
    place = Place.on(flat_table.CAMERA, 400, 300)
    assert place.centre_px == pytest.approx((800, 600))
    assert place.per_mm == pytest.approx(np.eye(2) * 2)


def test_a_back_that_glare_made_pale_is_no_face() -> None:
    back, face = np.array([-0.77, 0.36, -0.31]), np.array([-0.05, 0.04, -0.25])
    pale = 0.35 * back
    assert off_paler(pale, back) < 0.02
    assert off_paler(pale, face) > 0.1
