"""A camera that was bumped is told before anything is read with the old calibration; a nudge is followed."""

from functools import cache

import cv2
import numpy as np
import pytest

from device.eyes import Eyes
from device.inbox import Message, ReadingMade
from vision.artwork import house_pieces
from vision.frames import BgrImage, Frame
from vision.gallery import Gallery
from vision.marker_watch import DRIFTED_MM, MarkersSeen, MarkerWatch, follow
from vision.markers import calibrate
from vision.reading import Problem
from vision.scene import FULL_SIZE, DrawnPiece, Scene, render
from vision.scene_light import drawn_camera
from vision.surface import Calibration, Surface

HIDDEN = [(), (1,), (0, 2), (1, 2), (0, 1, 3)]
CORNERS = np.array([[40.0, 40.0], [1080.0, 40.0], [1080.0, 590.0], [40.0, 590.0], [560.0, 315.0]])
TOKEN = DrawnPiece("disc", "corn", 1020.0, 480.0)


@cache
def table(hidden: tuple[int, ...] = ()) -> BgrImage:
    """The table with a token, and plain discs over some markers."""
    picture = render(Scene((TOKEN,)))
    camera = drawn_camera(FULL_SIZE)
    for marker in hidden:
        x, y = np.rint(camera.to_px(np.array(camera.surface.marker_centre_mm(marker)))).astype(int).tolist()
        cv2.circle(picture, (x, y), 75, (120, 140, 170), -1)
    picture.flags.writeable = False
    return picture


@cache
def calibration() -> Calibration:
    return calibrate(table())


def bump_of(shift_mm: float = 0.0, turn_deg: float = 0.0, zoom: float = 1.0, about_mm: object = None) -> np.ndarray:
    """What a bump of the camera does to the places in its picture, shape (2, 3)."""
    about = calibration().to_px(np.array(about_mm)) if about_mm else np.array(FULL_SIZE) / 2
    matrix = cv2.getRotationMatrix2D((float(about[0]), float(about[1])), turn_deg, zoom)
    matrix[:, 2] += np.array([0.8, 0.6]) * shift_mm * calibration().px_per_mm
    return matrix


def bumped(image: BgrImage, matrix: np.ndarray) -> BgrImage:
    size = image.shape[1::-1]
    return np.asarray(
        cv2.warpAffine(image, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT), np.uint8
    )


def after(matrix: np.ndarray, hidden: tuple[int, ...] = ()) -> MarkersSeen:
    watch = MarkerWatch(calibration())
    watch.look(table(hidden))
    return watch.look(bumped(table(hidden), matrix))


def off_mm(now: Calibration, matrix: np.ndarray) -> float:
    """How far places of the table are off after a bump, from where they were before it."""
    at_px = calibration().to_px(CORNERS) @ matrix[:, :2].T + matrix[:, 2]
    return float(np.hypot(*(now.to_mm(at_px) - CORNERS).T).max())


BUMPS = [
    bump_of(shift_mm=3.0),
    bump_of(shift_mm=12.0),
    bump_of(shift_mm=40.0),
    bump_of(turn_deg=0.4),
    bump_of(turn_deg=2.0),
    bump_of(zoom=1.01),
    bump_of(zoom=1.04),
    bump_of(turn_deg=0.5, about_mm=(30.0, 30.0)),
    bump_of(turn_deg=2.5, about_mm=(30.0, 30.0)),
    bump_of(turn_deg=2.5, about_mm=(1090.0, 600.0)),
]


@pytest.mark.parametrize("hidden", HIDDEN, ids=str)
@pytest.mark.parametrize("number", range(len(BUMPS)))
def test_a_bump_is_told_whatever_markers_are_hidden(number: int, hidden: tuple[int, ...]) -> None:
    refusal = after(BUMPS[number], hidden).refusal
    if hidden == (0, 1, 3) and number == len(BUMPS) - 1:
        assert refusal is None  # turned about the only marker that shows: nobody can tell
    else:
        assert refusal is not None
        assert refusal.problem is Problem.MOVED


NUDGES = [
    bump_of(shift_mm=0.8),
    bump_of(shift_mm=1.5),
    bump_of(turn_deg=0.09),
    bump_of(turn_deg=0.15),
    bump_of(zoom=1.0018),
    bump_of(turn_deg=0.1, about_mm=(30.0, 30.0)),
]


@pytest.mark.parametrize("hidden", HIDDEN[:4], ids=str)
@pytest.mark.parametrize("number", range(len(NUDGES)))
def test_a_nudge_is_noticed_and_followed(number: int, hidden: tuple[int, ...]) -> None:
    matrix = NUDGES[number]
    seen = after(matrix, hidden)
    assert seen.refusal is None
    assert seen.drift_mm > DRIFTED_MM
    now = follow(bumped(table(hidden), matrix), calibration())
    assert now is not None
    assert off_mm(now, matrix) < max(0.2, 0.6 * off_mm(calibration(), matrix))


def test_a_still_camera_does_not_drift() -> None:
    for hidden in HIDDEN:
        watch = MarkerWatch(calibration())
        watch.look(table())
        assert watch.look(table(hidden)).drift_mm < 0.1


def test_a_sheet_that_slid_alone_is_not_followed() -> None:
    slid = table().copy()
    x, y = np.rint(calibration().to_px(np.array([1090.0, 30.0]))).astype(int).tolist()
    slid[y - 60 : y + 60, x - 60 : x + 60] = table()[y - 60 : y + 60, x - 63 : x + 57]
    watch = MarkerWatch(calibration())
    watch.look(table())
    seen = watch.look(slid)
    assert seen.refusal is None
    assert seen.drift_mm < DRIFTED_MM


def test_the_eyes_read_a_nudged_picture_with_the_calibration_that_fits_it() -> None:
    told: list[Message] = []
    eyes = Eyes(Gallery.from_artwork(house_pieces({})), Surface(), told.append, lambda frame: None)
    eyes.look(Frame(0, 1, table()))
    eyes.look(Frame(2, 3, bumped(table(), bump_of(shift_mm=1.5))))
    places = []
    for message in told:
        assert isinstance(message, ReadingMade)
        (corn,) = message.reading.sightings
        places.append((corn.x_mm, corn.y_mm))
    assert len(places) == 2
    assert np.hypot(*np.subtract(*places)) < 0.4
