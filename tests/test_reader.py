from collections import Counter

import cv2
import flat_table
import numpy as np
import photo_folder
import pytest

from vision.frames import BgrImage, Frame
from vision.places import inside
from vision.reader import Reader, read_board
from vision.reading import BoardReading, Face, Problem, Sighting

MS = 1_000_000


def reader(name: str) -> Reader:
    return Reader(photo_folder.calibration(name), photo_folder.gallery())


def frame(image: BgrImage, at_ms: int = 0) -> Frame:
    return Frame(at_ms * MS, (at_ms + 10) * MS, image)


def labels(reading: BoardReading, kind: str) -> Counter[str | None]:
    return Counter(s.label for s in reading.sightings if s.kind == kind and s.face is Face.UP)


def nearest(reading: BoardReading, kind: str, x_mm: float, y_mm: float) -> Sighting:
    of_kind = [s for s in reading.sightings if s.kind == kind]
    return min(of_kind, key=lambda s: np.hypot(s.x_mm - x_mm, s.y_mm - y_mm))


def pasted(name: str, target_mm: tuple[float, float], source: str, source_mm: tuple[float, float]) -> BgrImage:
    """One photograph with a token of another laid over a token of its own."""
    image = photo_folder.picture(name).copy()
    to_px = photo_folder.calibration(name).to_px
    centre = to_px(np.array(target_mm))
    from_px = photo_folder.calibration(source).to_px(np.array(source_mm))
    radius = 19.0 * photo_folder.calibration(name).px_per_mm
    matrix = np.array([[1, 0, from_px[0] - centre[0]], [0, 1, from_px[1] - centre[1]]])
    moved = cv2.warpAffine(
        photo_folder.picture(source), matrix, image.shape[1::-1], flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    )
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.circle(mask, (round(centre[0]), round(centre[1])), round(radius), 255, -1)
    image[mask > 0] = moved[mask > 0]
    return image


def test_the_pizzas_and_tokens_of_a_photograph_are_read() -> None:
    reading = photo_folder.reading("001.jpg")
    assert labels(reading, "square") == Counter(["tomato-pepper-corn", "olive-corn-pineapple", "mushroom-tomato-onion"])
    assert labels(reading, "disc")["fly"] == 4
    assert reading.problem is None


def test_sightings_lie_where_the_pieces_lie() -> None:
    ham = nearest(photo_folder.reading("020.jpg"), "square", 740, 118)
    assert ham.label is not None
    assert np.hypot(ham.x_mm - 740, ham.y_mm - 118) < 30
    assert ham.rotation_deg is not None


@pytest.mark.parametrize(
    ("name", "place_mm"), [("001.jpg", (640, 590)), ("004.jpg", (460, 303)), ("020.jpg", (770, 620))]
)
def test_a_hand_is_seen_to_cover_the_table(name: str, place_mm: tuple[float, float]) -> None:
    assert any(inside(place_mm, outline) for outline in photo_folder.reading(name).covered_mm)


def test_nothing_covers_a_table_with_pieces_alone() -> None:
    assert photo_folder.reading("enrol.jpg").covered_mm == ()


def test_all_enrolled_pieces_are_read_in_their_own_photograph() -> None:
    reading = photo_folder.reading("enrol.jpg")
    assert labels(reading, "disc") == Counter(photo_folder.gallery().labels("disc"))
    assert labels(reading, "square") == Counter(photo_folder.gallery().labels("square"))


def test_an_unchanged_picture_is_not_looked_at_again() -> None:
    eyes = reader("001.jpg")
    first = eyes.read(frame(photo_folder.picture("001.jpg")))
    noisy = np.clip(photo_folder.picture("001.jpg") + np.random.default_rng(1).normal(0, 2, (1, 1, 3)), 0, 255).astype(
        np.uint8
    )
    again = eyes.read(frame(noisy, 50))
    assert again.sightings is first.sightings
    assert (again.exposure_start_ns, again.exposure_end_ns) == (50 * MS, 60 * MS)


def test_a_turned_token_is_read_and_the_others_stay() -> None:
    eyes = reader("001.jpg")
    before = eyes.read(frame(photo_folder.picture("001.jpg")))
    down = next(s for s in before.sightings if s.kind == "disc" and s.face is Face.DOWN)
    tomato = next(s for s in before.sightings if s.label == "tomato")
    changed = pasted("001.jpg", (down.x_mm, down.y_mm), "001.jpg", (tomato.x_mm, tomato.y_mm))
    after = eyes.read(frame(changed, 50))
    turned = nearest(after, "disc", down.x_mm, down.y_mm)
    assert turned.label == "tomato"
    assert {id(s) for s in before.sightings} - {id(s) for s in after.sightings} == {id(down)}


def test_looking_at_changes_gives_what_a_full_look_gives() -> None:
    eyes = Reader(photo_folder.calibration("enrol.jpg"), photo_folder.gallery())
    before = eyes.read(frame(photo_folder.picture("enrol.jpg")))
    ham, corn = (next(s for s in before.sightings if s.label == label) for label in ("ham", "corn"))
    changed = pasted("enrol.jpg", (ham.x_mm, ham.y_mm), "enrol.jpg", (corn.x_mm, corn.y_mm))
    partly = eyes.read(frame(changed, 50))
    fully = read_board(frame(changed, 50), photo_folder.calibration("enrol.jpg"), photo_folder.gallery())
    assert labels(partly, "disc") == labels(fully, "disc")
    assert labels(partly, "disc")["corn"] == 2


def test_a_token_taken_away_is_no_longer_seen() -> None:
    eyes = reader("enrol.jpg")
    before = eyes.read(frame(photo_folder.picture("enrol.jpg")))
    ham = next(s for s in before.sightings if s.label == "ham")
    changed = pasted("enrol.jpg", (ham.x_mm, ham.y_mm), "enrol.jpg", (ham.x_mm, 400.0))
    after = eyes.read(frame(changed, 50))
    assert len(after.sightings) == len(before.sightings) - 1
    assert "ham" not in labels(after, "disc")


def test_a_bumped_camera_is_a_reading_with_a_problem() -> None:
    reading = reader("001.jpg").read(frame(np.roll(photo_folder.picture("001.jpg"), 60, axis=1)))
    assert reading.problem is Problem.MOVED
    assert "calibrate again" in reading.detail
    assert reading.sightings == ()


def test_after_a_problem_everything_is_looked_at_again() -> None:
    eyes = reader("001.jpg")
    good = eyes.read(frame(photo_folder.picture("001.jpg")))
    eyes.read(frame(np.zeros_like(photo_folder.picture("001.jpg")), 50))
    again = eyes.read(frame(photo_folder.picture("001.jpg"), 100))
    assert labels(again, "disc") == labels(good, "disc")
    assert eyes.markers == (0, 1, 2, 3)


def test_a_chequered_table_is_not_taken_for_pieces() -> None:
    image = flat_table.empty()
    rows, columns = np.mgrid[:1260, :2240] // 176
    image[(rows + columns) % 2 == 1] = (60, 60, 190)
    for marker in range(4):
        corners = flat_table.CAMERA.surface.marker_corners_mm(marker, 53.0) * flat_table.PX_PER_MM
        left, top = np.rint(corners.min(axis=0)).astype(int)
        image[top : top + 106, left : left + 106] = 255
        code = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), marker, 80)
        image[top + 13 : top + 93, left + 13 : left + 93] = code[..., None]
    reading = read_board(frame(image), flat_table.CAMERA, photo_folder.gallery())
    assert reading.problem is None
    assert reading.sightings == ()
