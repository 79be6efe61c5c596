"""What one reading of the board costs, measured against OpenCV's marker detection on the same picture.

One thread: run with OPENBLAS_NUM_THREADS=1, so that NumPy's library keeps to one as OpenCV does here.
"""

import itertools
import statistics
import time
from collections.abc import Callable

import cv2
import numpy as np
import photo_folder

from vision.frames import BgrImage, Frame
from vision.memory import BoardMemory
from vision.reader import Reader
from vision.reading import BoardReading

ROUNDS = 9
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
    """The median time of a piece of work, after one warm-up."""
    work()
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1000)
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


if __name__ == "__main__":
    main()
