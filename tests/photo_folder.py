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

PHOTOS = Path(__file__).parent / "data" / "photos"
FOLDER = PHOTOS / "xxl"


@cache
def picture(name: str, game: str = "xxl") -> BgrImage:
    image = load_picture(PHOTOS / game / name)
    image.flags.writeable = False
    return image


@cache
def calibration(name: str, game: str = "xxl") -> Calibration:
    return calibrate(picture(name, game))


@cache
def gallery(game: str = "xxl") -> Gallery:
    return enrol(PHOTOS / game / "enrol.jpg", PHOTOS / game / "truth.json")


@cache
def reading(name: str) -> BoardReading:
    return read_board(Frame(0, 10, picture(name)), calibration(name), gallery())
