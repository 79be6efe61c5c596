"""A board to print, and what photographs of it tell about a lens: its focal length, its centre and how it bends.

The board is a chessboard with fiducial markers (ChArUco), so that a part of it is enough. Its size does not matter,
only that it is flat.
"""

from collections.abc import Mapping
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.artwork_sheets import PAGE_MM, Page, Sheet, page_png
from vision.errors import LensError
from vision.frames import BgrImage, GrayImage
from vision.lens import Lens

COLUMNS, ROWS = 7, 9  # squares
SQUARE_MM, MARKER_MM = 27.0, 20.0
LEAST_PICTURES = 6
_FIRST_MARKER = 10  # the table's own are 0 to 3
_TOP_MM = 25.0
_DOTS_PER_MM = 300 / 25.4
_LEAST_CORNERS = 12
_CELLS = (4, 3)  # the picture is cut into so many parts, in each of which the board should have been
_LEAST_IN_CELL = 4
_NAMES_ACROSS, _NAMES_DOWN = ("left", "middle left", "middle right", "right"), ("top", "middle", "bottom")
_MOST_MISSING = 2
_MOST_OFF_PX = 1.0  # in a picture 2304 wide
_WIDE_PX = 2304
_TILTED_DEG, _LEAST_TILTED = 12.0, 3  # without tilt a longer lens looks like a board farther off

Corners = tuple[NDArray[np.float32], NDArray[np.float32]]  # on the board in mm (n, 3), in the picture in pixels (n, 2)


@cache
def board() -> cv2.aruco.CharucoBoard:
    """The board as OpenCV knows it."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    ids = np.arange(_FIRST_MARKER, _FIRST_MARKER + COLUMNS * ROWS // 2)
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), SQUARE_MM, MARKER_MM, dictionary, ids)


def board_picture(px_per_mm: float) -> GrayImage:
    """The bare board, (height, width), black on white to its very edge."""
    size = round(COLUMNS * SQUARE_MM * px_per_mm), round(ROWS * SQUARE_MM * px_per_mm)
    return np.asarray(board().generateImage(size, marginSize=0, borderBits=1), np.uint8)


def board_sheet() -> Sheet:
    """The board as an A4 page to print."""
    page = Page("lens board. Glue it to something flat. Its size does not matter")
    ink = np.asarray(cv2.cvtColor(board_picture(_DOTS_PER_MM), cv2.COLOR_GRAY2BGR), np.uint8)
    top, left = round(_TOP_MM * _DOTS_PER_MM), round((PAGE_MM[0] - COLUMNS * SQUARE_MM) / 2 * _DOTS_PER_MM)
    page.picture[top : top + ink.shape[0], left : left + ink.shape[1]] = ink
    return Sheet("lens-board.png", page_png(page.picture))


def find_board(image: BgrImage) -> Corners | None:
    """The corners of the squares that show; None where too little of the board does."""
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board()).detectBoard(gray)
    if ids is None or len(ids) < _LEAST_CORNERS:
        return None
    on_board = np.asarray(board().getChessboardCorners(), np.float32)[np.reshape(ids, -1)]
    if np.linalg.matrix_rank(on_board[:, :2] - on_board[:1, :2]) < 2:
        return None
    return on_board.reshape(-1, 3), np.reshape(corners, (-1, 2)).astype(np.float32)


def calibrate_lens(pictures: Mapping[str, BgrImage]) -> Lens:
    """The lens that took these photographs of the board, each with its name.

    Raises LensError with a sentence when they do not tell enough.
    """
    height_px, width_px = _one_size(pictures)
    seen = {name: corners for name, image in pictures.items() if (corners := find_board(image)) is not None}
    if len(seen) < LEAST_PICTURES:
        blind = [name for name in pictures if name not in seen]
        without = f" (not in {', '.join(blind)})" if blind else ""
        raise LensError(
            f"the board was found in {len(seen)} of {len(pictures)} pictures{without}, {LEAST_PICTURES} are needed: "
            "take 8 to 15 sharp and well lit ones of the printed lens board"
        )
    _refuse_small_coverage(list(seen.values()), width_px, height_px)
    return _fitted(list(seen.values()), width_px, height_px)


def _one_size(pictures: Mapping[str, BgrImage]) -> tuple[int, int]:
    """Height and width of all of them."""
    first: tuple[str, tuple[int, int]] | None = None
    for name, image in pictures.items():
        size = (image.shape[0], image.shape[1])
        if first is None:
            first = name, size
        elif size != first[1]:
            raise LensError(
                f"{first[0]} is {first[1][1]} by {first[1][0]} pixels, but {name} {size[1]} by {size[0]}: "
                "take all pictures with the table's camera, at one size"
            )
    if first is None:
        raise LensError(f"there are no pictures: give {LEAST_PICTURES} or more of the printed lens board")
    return first[1]


def _refuse_small_coverage(seen: list[Corners], width_px: int, height_px: int) -> None:
    places = np.concatenate([px for _, px in seen])
    across, down = _CELLS
    column = np.clip(places[:, 0] * across / width_px, 0, across - 1).astype(int)
    row = np.clip(places[:, 1] * down / height_px, 0, down - 1).astype(int)
    counts = np.bincount(row * across + column, minlength=across * down)
    missing = [
        f"{_NAMES_DOWN[n // across]} {_NAMES_ACROSS[n % across]}" for n in np.flatnonzero(counts < _LEAST_IN_CELL)
    ]
    if len(missing) > _MOST_MISSING:
        raise LensError(
            f"the board was never in these parts of the picture: {', '.join(missing)}; "
            "take more pictures with the board there, up to the picture's edges"
        )


def _fitted(seen: list[Corners], width_px: int, height_px: int) -> Lens:
    guess = np.array([[0.77 * width_px, 0, width_px / 2], [0, 0.77 * width_px, height_px / 2], [0, 0, 1]])
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_K3
    residual_px, camera, bend, turns, _ = cv2.calibrateCamera(
        [on_board for on_board, _ in seen],
        [px for _, px in seen],
        (width_px, height_px),
        guess,
        np.zeros(5),
        flags=flags,
    )
    most_px = _MOST_OFF_PX * width_px / _WIDE_PX
    if not residual_px <= most_px:
        raise LensError(
            f"the board's corners fit only within {residual_px:.1f} pixels, {most_px:.1f} are expected: glue the board "
            "to something flat, keep the focus fixed and take the pictures without shaking"
        )
    tilts_deg = [float(np.degrees(np.arccos(np.clip(abs(cv2.Rodrigues(turn)[0][2, 2]), 0.0, 1.0)))) for turn in turns]
    tilted = sum(tilt_deg >= _TILTED_DEG for tilt_deg in tilts_deg)
    if tilted < _LEAST_TILTED:
        raise LensError(
            f"the board was tilted in {tilted} pictures, {_LEAST_TILTED} are needed: "
            "take some with the board tilted by some 30 degrees, each time to another side"
        )
    focal_px, centre_px = float(camera[0, 0]), (round(float(camera[0, 2]), 2), round(float(camera[1, 2]), 2))
    k1, k2 = (round(float(term), 5) for term in np.ravel(bend)[:2])
    return Lens(width_px, height_px, round(focal_px, 2), centre_px, k1, k2, round(float(residual_px), 3), len(seen))
