"""The photographs that the tests of the eyes share, read once."""

from functools import cache
from pathlib import Path

from vision.enrol import enrol, load_picture
from vision.frames import BgrImage, Frame
from vision.gallery import Gallery
from vision.markers import calibrate
from vision.reader import read_board
from vision.reading import BoardReading
from vision.surface import Calibration

FOLDER = Path(__file__).parent / "data" / "photos" / "xxl"


@cache
def picture(name: str) -> BgrImage:
    image = load_picture(FOLDER / name)
    image.flags.writeable = False
    return image


@cache
def calibration(name: str) -> Calibration:
    return calibrate(picture(name))


@cache
def gallery() -> Gallery:
    return enrol(FOLDER / "enrol.jpg", FOLDER / "truth.json")


@cache
def reading(name: str) -> BoardReading:
    return read_board(Frame(0, 10, picture(name)), calibration(name), gallery())
