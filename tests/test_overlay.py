import flat_table
import numpy as np
import pytest

from vision.gallery import Gallery
from vision.overlay import close_up, draw_reading
from vision.reading import BoardReading, Face, Problem, Sighting

GALLERY = Gallery.from_artwork([("ham", "disc", 35.0, np.full((70, 70, 3), 200, np.uint8))])
HAM = Sighting("disc", Face.UP, "ham", 400, 300, 0.0, 0.9)


def drawn(reading: BoardReading) -> np.ndarray:
    return draw_reading(flat_table.empty(), reading, flat_table.CAMERA, GALLERY) != flat_table.empty()


def test_a_picture_is_drawn_on_where_something_was_seen_and_only_there() -> None:
    changed = drawn(BoardReading(0, 1, (HAM,)))
    assert changed[520:680, 700:900].any()
    assert not changed[:, 1200:].any()


def test_the_picture_itself_is_left_alone() -> None:
    image = flat_table.empty()
    draw_reading(image, BoardReading(0, 1, (HAM,)), flat_table.CAMERA, GALLERY)
    assert (image == flat_table.empty()).all()


@pytest.mark.parametrize("face", list(Face))
def test_each_answer_has_a_colour_of_its_own(face: Face) -> None:
    sighting = Sighting("disc", face, "ham" if face is Face.UP else None, 400, 300, None, 0.9)
    picture = draw_reading(flat_table.empty(), BoardReading(0, 1, (sighting,)), flat_table.CAMERA, GALLERY)
    expected = {Face.UP: (80, 200, 60), Face.DOWN: (190, 190, 190), Face.UNKNOWN: (40, 170, 250)}[face]
    assert (picture[560:640, 760:840] == expected).all(axis=-1).any()


def test_covered_places_are_outlined() -> None:
    changed = drawn(BoardReading(0, 1, covered_mm=(((700.0, 100.0), (800.0, 100.0), (800.0, 200.0)),)))
    assert changed[190:210, 1450:1550].any()


def test_a_problem_is_written_even_without_a_calibration() -> None:
    reading = BoardReading(0, 1, problem=Problem.TOO_DARK, detail="the picture is too dark")
    picture = draw_reading(flat_table.empty(), reading, None, GALLERY)
    assert (picture != flat_table.empty()).any()


def test_a_close_up_holds_all_pieces_with_room_around_them_in_the_pictures_proportions() -> None:
    other = Sighting("disc", Face.DOWN, None, 600, 400, 0.0, 0.9)
    picture = flat_table.empty()
    part = close_up(picture, BoardReading(0, 1, (HAM, other)), flat_table.CAMERA)
    height, width = part.shape[:2]
    assert width / height == pytest.approx(picture.shape[1] / picture.shape[0], rel=0.02)
    assert width < picture.shape[1]
    marked = picture.copy()
    for x_mm, y_mm in ((400, 300), (600, 400)):
        x_px, y_px = np.rint(flat_table.CAMERA.to_px(np.array([[x_mm, y_mm]], float))[0]).astype(int)
        marked[y_px, x_px] = (1, 2, 3)
    part = close_up(marked, BoardReading(0, 1, (HAM, other)), flat_table.CAMERA)
    assert ((part == (1, 2, 3)).all(axis=-1)).sum() == 2


def test_a_close_up_never_leaves_the_picture_and_shows_it_whole_when_nothing_was_seen() -> None:
    corner = Sighting("disc", Face.DOWN, None, 5, 5, 0.0, 0.9)
    picture = flat_table.empty()
    part = close_up(picture, BoardReading(0, 1, (corner,)), flat_table.CAMERA)
    assert 0 < part.shape[0] < picture.shape[0]
    assert close_up(picture, BoardReading(0, 1), flat_table.CAMERA) is picture
