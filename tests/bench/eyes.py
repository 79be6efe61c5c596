"""What one reading of the board costs, measured against OpenCV's marker detection on the same picture.

One thread: run with OPENBLAS_NUM_THREADS=1, so that NumPy's library keeps to one as OpenCV does here.
"""

import itertools
import statistics
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import photo_folder

import device.rules.xxl
from device.rules.xxl.components import load
from vision.artwork import house_pieces
from vision.frames import BgrImage, Frame
from vision.gallery import Gallery
from vision.markers import calibrate
from vision.memory import BoardMemory
from vision.reader import Reader
from vision.reading import BoardReading
from vision.scene import DrawnPiece, Scene, render

ROUNDS = 9
COMPONENTS = Path(device.rules.xxl.__file__).with_name("components.toml")
PICTURES = (
    ("xxl", "enrol.jpg"),
    ("xxl", "001.jpg"),
    ("xxl", "004.jpg"),
    ("xxl", "020.jpg"),
    ("italia", "009.jpg"),
    ("pizzeria", "009.jpg"),
    ("pizza", "006.jpg"),
)


def median_ms(work: Callable[[], object]) -> float:
    """The median time that the processor works on something, after one warm-up: others on the machine do not count."""
    work()
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        times.append((time.process_time() - start) * 1000)
    return statistics.median(times)


def turned(name: str, game: str, reading: BoardReading) -> BgrImage:
    """The picture with the middle of one of its smallest pieces laid over another."""
    image = photo_folder.picture(name, game).copy()
    places = [(s.x_mm, s.y_mm) for s in reading.sightings if s.kind == reading.sightings[-1].kind]
    (x, y), (from_x, from_y) = np.rint(photo_folder.calibration(name, game).to_px(np.array(places[:2]))).astype(int)
    image[y - 40 : y + 40, x - 40 : x + 40] = photo_folder.picture(name, game)[
        from_y - 40 : from_y + 40, from_x - 40 : from_x + 40
    ]
    return image


def table() -> list[tuple[str, float, float, float, float, float]]:
    """Per picture its name, and the milliseconds of each step.

    Markers; a full read, an unchanged one, one after a token was turned; the memory's update.
    """
    cv2.setNumThreads(1)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    rows = []
    for game, name in PICTURES:
        image = photo_folder.picture(name, game)
        gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        gallery = photo_folder.gallery(game).with_dice(16.0 if game == "pizza" else None)
        calibration = photo_folder.calibration(name, game)
        warm = Reader(calibration, gallery)
        reading = warm.read(Frame(0, 1, image))
        memory = BoardMemory()
        changing = itertools.cycle((turned(name, game, reading), image))
        rows.append(
            (
                f"{game} {name}",
                median_ms(lambda gray=gray: detector.detectMarkers(gray)),
                median_ms(lambda warm=warm, image=image: warm.read_all(Frame(0, 1, image))),
                median_ms(lambda warm=warm, image=image: warm.read(Frame(0, 1, image))),
                median_ms(lambda warm=warm, changing=changing: warm.read(Frame(0, 1, next(changing)))),
                median_ms(lambda memory=memory, reading=reading: memory.update(reading)),
            )
        )
    return rows


def peak_mb(game: str, name: str) -> float:
    """The most memory that a reader holds beside picture and gallery, from its making to the end of its first look."""
    image, gallery = photo_folder.picture(name, game), photo_folder.gallery(game)
    calibration = photo_folder.calibration(name, game)
    tracemalloc.start()
    Reader(calibration, gallery.with_dice(16.0 if game == "pizza" else None)).read(Frame(0, 1, image))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most / 1e6


def growth_ms(pieces: int, width_px: int) -> float:
    """A full read of a drawn table with so many tokens, in a picture so wide."""
    components = load(COMPONENTS.read_bytes(), COMPONENTS.name)
    labels = itertools.islice(itertools.cycle(components.counts), pieces)
    tokens = [
        DrawnPiece("disc", label, 155.0 + 90.0 * (i % 10), 180.0 + 90.0 * (i // 10), 37.0 * i)
        for i, label in enumerate(labels)
    ]
    image = render(Scene(tuple(tokens)), (width_px, width_px * 9 // 16))
    reader = Reader(calibrate(image), Gallery.from_artwork(house_pieces(components.toppings_of)))
    return median_ms(lambda: reader.read_all(Frame(0, 1, image)))


def main() -> None:
    print(
        f"{'picture':20}{'markers ms':>12}{'full ms':>10}{'times':>8}{'unchanged ms':>14}{'share':>8}{'turned ms':>11}"
        f"{'times':>8}{'memory ms':>11}"
    )
    for name, markers, full, unchanged, token, memory in table():
        print(
            f"{name:20}{markers:12.1f}{full:10.1f}{full / markers:8.1f}{unchanged:14.2f}{unchanged / markers:8.3f}"
            f"{token:11.1f}{token / markers:8.1f}{memory:11.2f}"
        )
    for game, name in dict(PICTURES).items():
        print(f"memory of a reader for {game} {name}: at most {peak_mb(game, name):.0f} MB")
    for pieces in (5, 10, 20, 40):
        print(f"a drawn table with {pieces} tokens, 2304 px wide: {growth_ms(pieces, 2304):.0f} ms")
    for width_px in (1152, 1728, 2304):
        print(f"a drawn table with 20 tokens, {width_px} px wide: {growth_ms(20, width_px):.0f} ms")


if __name__ == "__main__":
    main()
