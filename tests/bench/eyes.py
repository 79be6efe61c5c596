"""What one reading of the board costs, measured against OpenCV's marker detection on the same picture.

One thread: run with OPENBLAS_NUM_THREADS=1, so that NumPy's library keeps to one as OpenCV does here.
"""

import statistics
import time
from collections.abc import Callable

import cv2
import photo_folder

from vision.frames import Frame
from vision.memory import BoardMemory
from vision.reader import Reader

ROUNDS = 9
PICTURES = ("enrol.jpg", "001.jpg", "004.jpg", "020.jpg")


def median_ms(work: Callable[[], object]) -> float:
    """The median time of a piece of work, after one warm-up."""
    work()
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def table() -> list[tuple[str, float, float, float, float]]:
    """Per picture: its name, and the milliseconds for markers, a full and an unchanged read, the memory's update."""
    cv2.setNumThreads(1)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    rows = []
    for name in PICTURES:
        image = photo_folder.picture(name)
        gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        frame = Frame(0, 10_000_000, image)
        gallery, calibration = photo_folder.gallery(), photo_folder.calibration(name)
        warm = Reader(calibration, gallery)
        reading = warm.read(frame)
        memory = BoardMemory()
        rows.append(
            (
                name,
                median_ms(lambda gray=gray: detector.detectMarkers(gray)),
                median_ms(lambda warm=warm, frame=frame: warm.read_all(frame)),
                median_ms(lambda warm=warm, frame=frame: warm.read(frame)),
                median_ms(lambda memory=memory, reading=reading: memory.update(reading)),
            )
        )
    return rows


def main() -> None:
    print(
        f"{'picture':12}{'markers ms':>12}{'full ms':>10}{'times':>8}{'unchanged ms':>14}{'share':>8}{'memory ms':>11}"
    )
    for name, markers, full, unchanged, memory in table():
        print(
            f"{name:12}{markers:12.1f}{full:10.1f}{full / markers:8.1f}{unchanged:14.2f}{unchanged / markers:8.3f}"
            f"{memory:11.2f}"
        )


if __name__ == "__main__":
    main()
