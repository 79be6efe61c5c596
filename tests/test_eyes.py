"""The eyes at work: what they tell the table of each picture, and when they keep quiet."""

import threading
from dataclasses import replace

import numpy as np
import pytest
from rules.xxl_builders import MS

from device.eyes import Eyes
from device.inbox import BoardStill, CameraCame, CameraGone, Message, ReadingMade
from vision.artwork import house_pieces
from vision.frames import BgrImage, Frame
from vision.gallery import Gallery
from vision.reading import Problem
from vision.scene import DrawnPiece, Scene, render
from vision.surface import Surface

SIZE = (1536, 864)
CORN = Scene((DrawnPiece("disc", "corn", 500.0, 300.0),))
CORN_AND_HAM = Scene((*CORN.pieces, DrawnPiece("disc", "ham", 700.0, 300.0)))


@pytest.fixture(scope="module")
def gallery() -> Gallery:
    return Gallery.from_artwork(house_pieces({}))


@pytest.fixture(scope="module")
def corn() -> BgrImage:
    return render(CORN, SIZE)


@pytest.fixture(scope="module")
def corn_and_ham() -> BgrImage:
    return render(CORN_AND_HAM, SIZE)


@pytest.fixture(scope="module")
def dark() -> BgrImage:
    return np.zeros((SIZE[1], SIZE[0], 3), np.uint8)


class Watching:
    """Eyes, what they told, and which pictures they kept."""

    def __init__(self, gallery: Gallery) -> None:
        self.told: list[Message] = []
        self.kept: list[Frame] = []
        self.now_ns = 0
        self.eyes = Eyes(gallery, Surface(1120, 630), self.told.append, self.kept.append)

    def frame(self, image: BgrImage) -> Frame:
        self.now_ns += 66 * MS
        return Frame(self.now_ns - 10 * MS, self.now_ns, image)

    def look(self, image: BgrImage) -> Message | None:
        """What they tell of this picture."""
        before = len(self.told)
        self.eyes.look(self.frame(image))
        assert len(self.told) <= before + 1
        return self.told[-1] if len(self.told) > before else None

    def settle(self, image: BgrImage) -> None:
        """Look until the table is known to be still."""
        self.look(image)
        self.look(image)


@pytest.fixture
def watching(gallery: Gallery) -> Watching:
    return Watching(gallery)


def labels(message: Message | None) -> list[str | None]:
    assert isinstance(message, ReadingMade)
    return sorted(str(sighting.label) for sighting in message.reading.sightings)


def test_a_picture_is_read_and_told_with_its_exposure(watching: Watching, corn: BgrImage) -> None:
    told = watching.look(corn)
    assert labels(told) == ["corn"]
    assert isinstance(told, ReadingMade)
    assert (told.reading.exposure_start_ns, told.reading.exposure_end_ns) == (56 * MS, 66 * MS)
    assert watching.eyes.markers == (0, 1, 2, 3)


def test_a_reading_is_told_twice_and_then_that_the_table_is_still(watching: Watching, corn: BgrImage) -> None:
    assert labels(watching.look(corn)) == ["corn"]
    again = watching.look(corn)
    assert labels(again) == ["corn"]
    assert isinstance(again, ReadingMade)
    assert again.reading.exposure_end_ns == watching.now_ns
    assert watching.look(corn) == BoardStill(watching.now_ns)
    assert len(watching.kept) == 1


def test_another_picture_of_the_same_table_says_that_it_is_still(watching: Watching, corn: BgrImage) -> None:
    watching.settle(corn)
    assert watching.look(corn.copy()) == BoardStill(watching.now_ns)
    assert len(watching.kept) == 1


def test_a_change_is_told_and_its_picture_kept(watching: Watching, corn: BgrImage, corn_and_ham: BgrImage) -> None:
    watching.look(corn)
    assert labels(watching.look(corn_and_ham)) == ["corn", "ham"]
    assert [frame.image is corn_and_ham for frame in watching.kept] == [False, True]


def test_a_picture_without_markers_is_trouble_told_once_and_never_stillness(watching: Watching, dark: BgrImage) -> None:
    told = watching.look(dark)
    assert isinstance(told, ReadingMade)
    assert told.reading.problem is not None
    assert watching.eyes.trouble == told.reading.detail
    assert watching.look(dark) is None
    assert watching.look(dark.copy()) is None
    assert len(watching.kept) == 1
    assert watching.eyes.markers == ()


def test_after_trouble_the_table_is_told_again_even_if_nothing_changed(
    watching: Watching, corn: BgrImage, dark: BgrImage
) -> None:
    watching.look(corn)
    watching.look(dark)
    assert labels(watching.look(corn)) == ["corn"]
    assert watching.eyes.trouble is None


def test_after_a_lost_camera_the_table_is_told_again_even_if_nothing_changed(
    watching: Watching, corn: BgrImage
) -> None:
    watching.look(corn)
    watching.eyes.lost("it was unplugged")
    assert watching.told[-1] == CameraGone("it was unplugged")
    assert watching.eyes.camera_lost == "it was unplugged"
    watching.eyes.back()
    assert watching.told[-1] == CameraCame()
    assert watching.eyes.camera_lost is None
    assert labels(watching.look(corn)) == ["corn"]


def test_a_bumped_camera_is_trouble_until_it_is_calibrated_again(watching: Watching, corn: BgrImage) -> None:
    bumped = np.roll(corn, 12, axis=1)
    watching.look(corn)
    told = watching.look(bumped)
    assert isinstance(told, ReadingMade)
    assert told.reading.problem is Problem.MOVED
    watching.eyes.calibrate_again()
    assert labels(watching.look(bumped)) == ["corn"]


def test_calibrating_an_unmoved_table_changes_nothing(watching: Watching, corn: BgrImage) -> None:
    watching.settle(corn)
    watching.eyes.calibrate_again()
    assert watching.look(corn) == BoardStill(watching.now_ns)


def test_a_recorded_picture_is_told_to_hold(watching: Watching, corn: BgrImage) -> None:
    watching.eyes.look(Frame(0, 1, corn, holds=True))
    told = watching.told[-1]
    assert isinstance(told, ReadingMade)
    assert told.holds


def test_a_picture_is_drawn_with_the_last_reading_before_it(
    watching: Watching, corn: BgrImage, corn_and_ham: BgrImage
) -> None:
    frame = watching.frame(corn)
    assert watching.eyes.draw(frame) is corn, "nothing was read yet"
    watching.eyes.look(frame)
    watching.look(corn_and_ham)
    drawn = watching.eyes.draw(frame)
    assert drawn.shape == corn.shape
    assert not np.array_equal(drawn, corn)
    assert np.array_equal(drawn, watching.eyes.draw(Frame(frame.exposure_end_ns, frame.exposure_end_ns + 1, corn)))


def test_the_loop_reads_the_newest_picture_and_ends_when_it_is_told(gallery: Gallery, corn: BgrImage) -> None:
    told, stop = threading.Event(), threading.Event()
    readings: list[Message] = []

    def post(message: Message) -> None:
        readings.append(message)
        told.set()

    eyes = Eyes(gallery, Surface(1120, 630), post, lambda frame: None)
    thread = threading.Thread(target=eyes.run, args=(stop,))
    eyes.show(Frame(0, 1, corn.copy()))
    eyes.show(Frame(2, 3, corn))
    thread.start()
    assert told.wait(30)
    stop.set()
    thread.join()
    assert eyes.frames == 2
    assert isinstance(readings[0], ReadingMade)
    assert readings[0].reading.exposure_start_ns == 2


def test_other_pieces_are_read_from_the_next_picture_on(watching: Watching, corn: BgrImage, gallery: Gallery) -> None:
    watching.settle(corn)
    renamed = (replace(a, label="maize") if a.label == "corn" else a for a in gallery.artworks)
    watching.eyes.use(Gallery(renamed))
    assert labels(watching.look(corn)) == ["maize"]
    watching.settle(corn)
    assert watching.look(corn) == BoardStill(watching.now_ns)
