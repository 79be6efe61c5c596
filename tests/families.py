"""Pictures of enrolled pieces under what a real table does to them: a family for each trouble, drawn by a seed.

A board is drawn flat with the pieces of a gallery, markers, shadows and what else lies there; a camera with
perspective, lens, light, blur, noise and JPEG looks at it. How strong a family's trouble is runs from 0 to 1.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import photo_folder
from numpy.typing import NDArray

from vision.frames import BgrImage, Frame
from vision.gallery import Artwork, Gallery
from vision.kinds import turned
from vision.reader import Reader
from vision.reading import BoardReading
from vision.scoring import FULLY_VISIBLE, TruePiece, outcome, pair
from vision.surface import Calibration, Surface

GAMES = ("xxl", "italia", "pizzeria", "pizza")
SURFACE = Surface()
SIZE = (2304, 1296)
_PX_PER_MM, _AROUND_MM = 2.5, 80.0  # of the flat board, and how much table it shows around the surface
_CELL_MM = 150.0  # one piece in each: none touch
_PIECES = 12
_SKINS = ((150, 180, 235), (95, 130, 190), (50, 75, 120))
_SLEEVES = ((120, 70, 40), (60, 60, 150), (200, 200, 205))

Mask = NDArray[np.bool_]
Light = NDArray[np.float32]  # linear, shape (height, width, 3)


@dataclass(frozen=True)
class Shot:
    """A picture, what lies on its board, the camera that took it, and the gallery of the pieces."""

    image: BgrImage
    pieces: list[TruePiece]
    camera: Calibration
    gallery: Gallery


@dataclass
class _Board:
    """What is drawn flat; `covered` is where something lies over the pieces."""

    image: BgrImage
    covered: Mask
    free: list[tuple[float, float]]  # cells without a piece


def camera(tilt_deg: float = 0.0, roll_deg: float = 0.4, bend: float = 0.01) -> Calibration:
    """A camera one metre above the middle of the board, leant and turned by so much."""
    turn = cv2.Rodrigues(np.array([np.radians(tilt_deg), 0.0, 0.0]))[0]
    turn = turn @ cv2.Rodrigues(np.array([0.0, 0.0, np.radians(roll_deg)]))[0]
    middle = np.array([SURFACE.width_mm / 2, SURFACE.height_mm / 2, 0.0])
    shift = -turn @ middle + np.array([0.0, 0.0, 1010.0])
    rotation = cv2.Rodrigues(turn)[0].ravel()
    return Calibration(SURFACE, *SIZE, tuple(rotation), tuple(shift), 0.77 * SIZE[0], bend, 0.0, (0, 1, 2, 3))


def shot(family: str, game: str, seed: int, strength: float) -> Shot:
    """The picture of one family, of pieces of one game."""
    chance = np.random.default_rng(seed)
    gallery = photo_folder.gallery(game)
    board = _board(chance)
    pieces = _lay(board, gallery, chance)
    if family in _ON_BOARD:
        _ON_BOARD[family](board, chance, strength)
    pieces = [with_what_shows(piece, gallery, board.covered) for piece in pieces]
    lens = _CAMERAS.get(family, lambda _: camera())(strength)
    light = _linear(_seen(board.image, lens))
    if family in _IN_LIGHT:
        light = _IN_LIGHT[family](light, chance, strength)
    blur = 0.7 + (2.0 * strength if family == "defocus" else 0.0)
    light = cv2.GaussianBlur(light, (0, 0), blur)
    noise = 2 * chance.standard_normal(light.shape, np.float32)
    levels = np.clip(light, 0, 1) ** np.float32(1 / 2.2) * 255 + noise
    jpeg = cv2.imencode(".jpg", np.clip(levels, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 90])[1]
    return Shot(np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8), pieces, lens, gallery)


def read(taken: Shot, calibration: Calibration) -> BoardReading:
    return Reader(calibration, taken.gallery).read(Frame(0, 0, taken.image))


def outcomes(taken: Shot, reading: BoardReading) -> Counter[str]:
    """How the pieces in plain view are read, what is invented, and what is read under something that hides it."""
    near_mm = {name: 0.35 * min(kind.width_mm, kind.height_mm) for name, kind in taken.gallery.kinds.items()}
    pairs, strangers = pair(reading.sightings, taken.pieces, near_mm)
    counts = Counter(outcome(piece, sighting) for piece, sighting in pairs if piece.visible >= FULLY_VISIBLE)
    named = [piece for piece, sighting in pairs if sighting is not None and sighting.label is not None]
    counts["hidden"] = sum(piece.visible < 0.1 for piece in named)
    counts["invented"] = len(strangers)
    return counts


def with_what_shows(piece: TruePiece, gallery: Gallery, covered: Mask) -> TruePiece:
    """The piece with the share of it that nothing covers."""
    corners = _to_board(gallery.kinds[piece.kind].placed_mm(piece.x_mm, piece.y_mm, piece.rotation_deg or 0.0))
    area = cv2.fillPoly(np.zeros(covered.shape, np.uint8), [np.rint(corners).astype(np.int32)], (1,)) > 0
    return TruePiece(
        piece.label,
        piece.kind,
        piece.x_mm,
        piece.y_mm,
        float(1 - covered[area].mean()),
        1.0,
        piece.face,
        piece.rotation_deg,
    )


def _to_board(places_mm: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray((places_mm + _AROUND_MM) * _PX_PER_MM)


def _board(chance: np.random.Generator) -> _Board:
    """A bare wooden or cloth table with its markers."""
    width, height = (round((mm + 2 * _AROUND_MM) * _PX_PER_MM) for mm in (SURFACE.width_mm, SURFACE.height_mm))
    stretch = ((220, 2), (3, 3))[int(chance.integers(2))]
    grain = cv2.GaussianBlur(chance.normal(0, 1, (height // 2, width // 2)), (0, 0), stretch[0] / 4, sigmaY=stretch[1])
    grain = cv2.resize(grain / grain.std(), (width, height))
    colour = np.array(((60, 90, 130), (70, 80, 75), (120, 100, 60))[int(chance.integers(3))], np.float64)
    image = np.clip(colour * (1 + 0.07 * grain[..., None]), 0, 255).astype(np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for marker in range(4):
        side = round(SURFACE.marker_mm * _PX_PER_MM)
        sheet = cv2.copyMakeBorder(
            cv2.aruco.generateImageMarker(dictionary, marker, side), *(side // 4,) * 4, 0, None, 250
        )
        left, top = np.rint(_to_board(np.array(SURFACE.marker_centre_mm(marker))) - sheet.shape[0] / 2).astype(int)
        image[top : top + sheet.shape[0], left : left + sheet.shape[1]] = sheet[..., None]
    return _Board(image, np.zeros((height, width), np.bool_), [])


def _lay(board: _Board, gallery: Gallery, chance: np.random.Generator) -> list[TruePiece]:
    """Lays pieces into cells of the surface, turned at random, each with a soft shadow."""
    columns, rows = int(SURFACE.width_mm // _CELL_MM), int(SURFACE.height_mm // _CELL_MM)
    inset = np.array([SURFACE.width_mm - columns * _CELL_MM, SURFACE.height_mm - rows * _CELL_MM]) / 2
    cells = [(c, r) for c in range(columns) for r in range(rows) if (c, r) not in _corner_cells(columns, rows)]
    order = chance.permutation(len(cells))
    places = [tuple((np.array(cells[i]) + 0.5) * _CELL_MM + inset) for i in order]
    board.free = places[_PIECES:]
    faces = gallery.artworks
    pieces = []
    for place, number in zip(places[:_PIECES], chance.permutation(len(faces) * 2), strict=False):
        artwork = faces[int(number) % len(faces)]
        x_mm, y_mm = np.array(place) + chance.uniform(-8, 8, 2)
        turn_deg = float(chance.uniform(0, 360))
        _paste(board.image, artwork, float(x_mm), float(y_mm), turn_deg)
        face = "down" if artwork.label is None else "up"
        pieces.append(
            TruePiece(artwork.label or "back", artwork.kind.name, float(x_mm), float(y_mm), 1.0, 1.0, face, turn_deg)
        )
    return pieces


def _corner_cells(columns: int, rows: int) -> set[tuple[int, int]]:
    return {(c, r) for c in (0, columns - 1) for r in (0, rows - 1)}


def _paste(board: BgrImage, artwork: Artwork, x_mm: float, y_mm: float, turn_deg: float) -> None:
    height, width = artwork.picture.shape[:2]
    ends = np.array([[-1, -1], [1, -1], [1, 1]]) * (artwork.kind.width_mm / 2, artwork.kind.height_mm / 2)
    to_px = _to_board(ends @ turned(turn_deg).T + (x_mm, y_mm))
    matrix = cv2.getAffineTransform(
        np.array([[0, 0], [width, 0], [width, height]], np.float32), to_px.astype(np.float32)
    )
    corners_px = _to_board(artwork.kind.placed_mm(x_mm, y_mm, turn_deg, -0.3))
    start, end = (corners_px.min(axis=0) - 20).astype(int), (corners_px.max(axis=0) + 20).astype(int)
    cut = board[start[1] : end[1], start[0] : end[0]]
    corners = np.rint((corners_px - start) * 16).astype(np.int32)
    matrix[:, 2] -= start
    dark = cv2.fillPoly(np.zeros(cut.shape[:2], np.uint8), [corners + 48], (255,), cv2.LINE_AA, 4)
    lit = cut * (1 - 0.5 * cv2.GaussianBlur(dark, (0, 0), 3)[..., None] / 255)
    mask = cv2.fillPoly(np.zeros(cut.shape[:2], np.uint8), [corners], (255,), cv2.LINE_AA, 4)[..., None] / 255.0
    laid = cv2.warpAffine(artwork.picture, matrix, cut.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    cut[:] = np.rint(lit * (1 - mask) + laid * mask).astype(np.uint8)


def _seen(board: BgrImage, lens: Calibration) -> BgrImage:
    """The board as a camera sees it, sharp and evenly lit."""
    coarse = np.stack(np.meshgrid(np.linspace(0, SIZE[0] - 1, 145), np.linspace(0, SIZE[1] - 1, 82)), axis=-1)
    at = _to_board(lens.to_mm(coarse)).astype(np.float32)
    columns, rows = np.meshgrid(np.linspace(0, 144, SIZE[0]), np.linspace(0, 81, SIZE[1]))
    dense = cv2.remap(at, columns.astype(np.float32), rows.astype(np.float32), cv2.INTER_LINEAR)
    return np.asarray(
        cv2.remap(board, dense[..., 0], dense[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _linear(image: BgrImage) -> Light:
    return np.asarray((np.arange(256, dtype=np.float32) / 255) ** 2.2, np.float32)[image]


def _cover(board: _Board, corners_mm: NDArray[np.float64], colour: tuple[int, int, int]) -> None:
    """Lays something over the pieces, with a shadow beside it."""
    corners = np.rint(_to_board(corners_mm)).astype(np.int32)
    shadow = cv2.fillPoly(np.zeros(board.covered.shape, np.uint8), [corners + 14], (255,))
    dark = cv2.GaussianBlur(shadow, (0, 0), 8)[..., None] / 255
    board.image = (board.image * (1 - 0.45 * dark)).astype(np.uint8)
    mask = cv2.fillPoly(np.zeros(board.covered.shape, np.uint8), [corners], (1,)) > 0
    inner = cv2.distanceTransform(mask.astype(np.uint8), cv2.DIST_L2, 3)[mask]
    shade = 0.75 + 0.25 * np.minimum(inner / max(float(inner.max()), 1.0) * 2, 1.0)
    board.image[mask] = np.clip(np.array(colour) * shade[:, None], 0, 255).astype(np.uint8)
    board.covered |= mask


def _hands(board: _Board, chance: np.random.Generator, strength: float) -> None:
    """One to three arms that reach in from the long edges."""
    for _ in range(1 + round(2 * strength)):
        x_mm, end_mm = chance.uniform(150, SURFACE.width_mm - 150), chance.uniform(180, 330)
        top = bool(chance.integers(2))
        lean = chance.uniform(-120, 120)

        def reach(
            points: list[tuple[float, float]], x_mm: float = x_mm, lean: float = lean, top: bool = top
        ) -> NDArray[np.float64]:
            places = np.array([(x_mm + x + lean * (1 - y / 330), y) for x, y in points])
            return places if top else np.column_stack([places[:, 0], SURFACE.height_mm - places[:, 1]])

        skin = _SKINS[int(chance.integers(len(_SKINS)))]
        _cover(board, reach([(-30, 60), (30, 60), (38, end_mm - 70), (-38, end_mm - 70)]), skin)
        for finger in range(4):
            at = -36 + 20 * finger
            _cover(board, reach([(at, end_mm - 80), (at + 16, end_mm - 80), (at + 15, end_mm), (at + 1, end_mm)]), skin)
        _cover(
            board,
            reach([(-48, -_AROUND_MM), (48, -_AROUND_MM), (44, 90), (-44, 90)]),
            _SLEEVES[int(chance.integers(3))],
        )


def _clutter(board: _Board, chance: np.random.Generator, strength: float) -> None:
    """Cups, phones and pens where no piece lies."""
    for place in board.free[: 2 + round(6 * strength)]:
        what = int(chance.integers(3))
        turn = turned(float(chance.uniform(0, 180))).T
        if what == 0:
            around = np.linspace(0, 2 * np.pi, 40)
            ring = np.column_stack([np.cos(around), np.sin(around)])
            for radius_mm, colour in ((41.0, (225, 225, 220)), (35.0, (60, 50, 45))):
                _cover(board, ring * radius_mm + place, colour)
        else:
            size = ((36.0, 73.0), (4.0, 70.0))[what - 1]
            corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * size
            _cover(board, corners @ turn + place, ((35, 30, 30), (160, 60, 30))[what - 1])


def _shadows(light: Light, chance: np.random.Generator, strength: float) -> Light:
    """Broad shadows of people between the lamp and the table."""
    shade = np.zeros(light.shape[:2], np.float32)
    for _ in range(2):
        middle = chance.uniform((200, 200), (SIZE[0] - 200, SIZE[1] - 200))
        cv2.ellipse(
            shade, (np.rint(middle).astype(int).tolist(), (700, 380), float(chance.uniform(0, 180))), (1.0,), -1
        )
    return light * (1 - 0.65 * strength * cv2.GaussianBlur(shade, (0, 0), 12))[..., None]


def _glare(light: Light, chance: np.random.Generator, strength: float) -> Light:
    """Lamps mirrored in the varnish: light is added."""
    added = np.zeros(light.shape[:2], np.float32)
    rows, columns = np.mgrid[: SIZE[1] : 8, : SIZE[0] : 8].astype(np.float32)
    for _ in range(3):
        x, y = chance.uniform((0, 0), SIZE)
        spot = np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * 170.0**2))
        added += cv2.resize(spot, SIZE)
    return light + (0.45 * strength * added)[..., None]


def _lamps(light: Light, chance: np.random.Generator, strength: float) -> Light:
    """From daylight to a lamp of 2700 K, blue, green and red weighed accordingly."""
    warm = np.array([0.38, 0.72, 1.0], np.float32)
    return light * (1 + strength * (warm - 1)).astype(np.float32)


def _exposure(light: Light, chance: np.random.Generator, strength: float) -> Light:
    """Up to one and a half stops too much or too little."""
    return light * np.float32(2 ** (float(chance.choice([-1.5, 1.2])) * strength))


_ON_BOARD: dict[str, Callable[[_Board, np.random.Generator, float], None]] = {"hands": _hands, "clutter": _clutter}
_IN_LIGHT: dict[str, Callable[[Light, np.random.Generator, float], Light]] = {
    "shadows": _shadows,
    "glare": _glare,
    "lamps": _lamps,
    "exposure": _exposure,
}
_CAMERAS: dict[str, Callable[[float], Calibration]] = {
    "tilt": lambda strength: camera(tilt_deg=15 * strength),
    "turned": lambda strength: camera(roll_deg=180 + 5 * strength),
    "lens": lambda strength: camera(bend=-0.09 * strength),
    "bumped": lambda strength: camera(tilt_deg=0.6 * strength, roll_deg=0.4 + 0.8 * strength),
}
FAMILIES = ("plain", *_ON_BOARD, *_IN_LIGHT, "defocus", "tilt", "turned", "lens")
