"""Photographs of pieces laid out for an enrolment, and what may be wrong with them: made from those in the folder."""

import cv2
import numpy as np
import photo_folder

from vision.enrol import NamedPlace, load_order
from vision.frames import BgrImage
from vision.rows import Expected

KIND_OF = {"italia": "rect", "pizzeria": "wedge"}
BARE_MM = 250.0  # so much lower the table of every picture is bare


def order(game: str) -> list[NamedPlace]:
    return load_order(photo_folder.PHOTOS / game / "truth.json", "enrol.jpg")[0]


def kind_of(game: str, label: str) -> str:
    return KIND_OF.get(game) or ("square" if "-" in label else "disc")


def rows(game: str) -> list[list[Expected]]:
    """The rows as they lie in the photograph."""
    laid: list[list[Expected]] = []
    last_mm = np.inf
    for named in order(game):
        if (named.x_mm or 0.0) < last_mm:
            laid.append([])
        last_mm = named.x_mm or 0.0
        laid[-1].append(Expected(named.label, kind_of(game, named.label)))
    return laid


def place_of(game: str, label: str) -> tuple[float, float]:
    return next((n.x_mm or 0.0, n.y_mm or 0.0) for n in order(game) if n.label == label)


def picture(game: str = "xxl") -> BgrImage:
    return photo_folder.picture("enrol.jpg", game)


def bare(game: str, *boxes_mm: tuple[float, float, float, float], image: BgrImage | None = None) -> BgrImage:
    """The photograph with nothing in these boxes (left, top, right, bottom): what is bare elsewhere, in their light."""
    result = (picture(game) if image is None else image).copy()
    calibration = photo_folder.calibration("enrol.jpg", game)
    for left, top, right, bottom in boxes_mm:
        (x0, y0), (x1, y1) = np.rint(calibration.to_px(np.array([(left, top), (right, bottom)]))).astype(int)
        height, width = y1 - y0, x1 - x0
        below = round(BARE_MM * calibration.px_per_mm)
        grain = result[y0 + below : y1 + below, x0:x1].astype(np.float32)
        grain -= cv2.GaussianBlur(grain, (0, 0), 12)
        pad = 8
        around = cv2.resize(result[y0 - pad : y1 + pad, x0 - pad : x1 + pad], None, fx=0.25, fy=0.25)
        hole = np.zeros(around.shape[:2], np.uint8)
        hole[1:-1, 1:-1] = 255
        filled = cv2.inpaint(around, hole, 3, cv2.INPAINT_TELEA)
        light = cv2.resize(cv2.GaussianBlur(filled, (0, 0), 2), (width + 2 * pad, height + 2 * pad))
        result[y0:y1, x0:x1] = np.clip(light[pad:-pad, pad:-pad] + grain, 0, 255).astype(np.uint8)
    return result


def without(game: str, label: str, width_mm: float, height_mm: float, image: BgrImage | None = None) -> BgrImage:
    """The photograph without one piece, which a box as large covers."""
    x, y = place_of(game, label)
    return bare(game, (x - width_mm / 2, y - height_mm / 2, x + width_mm / 2, y + height_mm / 2), image=image)


def moved(game: str, label: str, size_mm: tuple[float, float], to_mm: tuple[float, float], onto: BgrImage) -> BgrImage:
    """A picture with one piece of the photograph, and a little of the table around it, laid elsewhere."""
    result = onto.copy()
    calibration = photo_folder.calibration("enrol.jpg", game)
    ends = np.rint(calibration.to_px(np.array([place_of(game, label), to_mm]))).astype(int)
    across, down = (round(mm / 2 * calibration.px_per_mm) for mm in size_mm)
    (x0, y0), (x1, y1) = ends
    there = np.s_[y1 - down : y1 + down, x1 - across : x1 + across]
    piece = picture(game)[y0 - down : y0 + down, x0 - across : x0 + across]
    share = np.zeros(piece.shape[:2])
    share[4:-4, 4:-4] = 1.0
    share = cv2.GaussianBlur(share, (9, 9), 2.5)[..., None]
    result[there] = np.rint(piece * share + result[there] * (1 - share)).astype(np.uint8)
    return result
