"""Draws the table as a camera would see it, so that a table without hardware goes through exactly the same eyes."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import artwork
from vision.frames import BgrImage
from vision.kinds import Kind
from vision.scene_hand import hand_patch
from vision.scene_light import SURFACE, Floats, Size, drawn_camera, empty_table, light_maps, noise, stretch
from vision.scene_patch import Patch, lay

FULL_SIZE: Size = (2304, 1296)
_SPRITE_PX_PER_MM = 3.0
_PAD_MM = 5.0  # room around a piece for its shadow
_PILE_SHOWN = 5  # cards deeper in a pile do not stick out


class Design(Protocol):
    """How a piece looks upright from both sides, and its outline; equal ones look alike."""

    @property
    def kind(self) -> str: ...
    @property
    def size_mm(self) -> tuple[float, float]: ...
    def face(self) -> BgrImage: ...
    def back(self) -> BgrImage: ...
    def __hash__(self) -> int: ...


@dataclass(frozen=True, slots=True)
class DrawnPiece:
    """A piece of the house set on the table; `kind` is "disc" or "square", the place is its centre.

    What else it may be says its `design`; its label is what the eyes should call the side that lies up.
    """

    kind: str
    label: str
    x_mm: float
    y_mm: float
    rotation_deg: float = 0.0
    face_up: bool = True
    design: Design | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """All that lies on the table, lowest first. `hand_mm` is the middle of a palm that lies over it."""

    pieces: tuple[DrawnPiece, ...] = ()
    hand_mm: tuple[float, float] | None = None
    light: str = "daylight"
    table: str = "wood"


def pile(label: str, x_mm: float, y_mm: float, count: int) -> tuple[DrawnPiece, ...]:
    """Face-down cards on top of each other, as carelessly as people do it."""
    lean = ((0.0, 0.0, 0.0), (1.3, -0.9, 2.1), (-1.1, 0.8, -1.4), (0.7, 1.2, 0.8), (-0.5, -0.6, -0.5))
    return tuple(
        DrawnPiece("square", label, x_mm + lean[i][0], y_mm + lean[i][1], lean[i][2], face_up=False)
        for i in range(min(count, _PILE_SHOWN))
    )


def render(scene: Scene, size: Size = FULL_SIZE) -> BgrImage:
    """The picture of the scene, BGR (height, width, 3) uint8; the same scene gives the same picture."""
    picture = empty_table(size, scene.table, scene.light).copy()
    for piece in scene.pieces:
        patch = _piece_patch(piece, scene.light, size)
        if patch:
            lay(picture, patch)
    if scene.hand_mm:
        lay(picture, hand_patch(scene.hand_mm, scene.light, size))
    return picture


def render_straight(scene: Scene, size: Size) -> BgrImage:
    """The camera's picture of the scene, straightened so that it spans exactly the surface; BGR (height, width, 3)."""
    x, y = _straightening(size)
    return np.asarray(cv2.remap(render(scene), x, y, cv2.INTER_LINEAR), np.uint8)


@lru_cache(maxsize=2)
def _straightening(size: Size) -> tuple[Floats, Floats]:
    """For each pixel of a straight picture, where the camera's picture shows it."""
    x_mm = (np.arange(size[0]) + 0.5) * SURFACE.width_mm / size[0]
    y_mm = (np.arange(size[1]) + 0.5) * SURFACE.height_mm / size[1]
    at_px = drawn_camera(FULL_SIZE).to_px(np.stack(np.meshgrid(x_mm, y_mm), axis=-1)).astype(np.float32)
    return at_px[..., 0], at_px[..., 1]


@lru_cache(maxsize=96)
def _piece_patch(piece: DrawnPiece, light: str, size: Size) -> Patch | None:
    """A piece with its shadow, lit; None when it lies outside the picture."""
    if piece.design is None:
        colour, mask = _sprite(piece.kind, piece.label if piece.face_up else None)
    else:
        colour, mask = _designed(piece.design, piece.face_up)
    height, width = colour.shape[:2]
    half_mm = np.array([width, height]) / _SPRITE_PX_PER_MM / 2
    turn = np.radians(piece.rotation_deg)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners_mm = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half_mm @ axes + (piece.x_mm, piece.y_mm)
    corners_px = drawn_camera(size).to_px(corners_mm)
    low = np.maximum(np.floor(corners_px.min(axis=0)), 0).astype(int)
    high = np.minimum(np.ceil(corners_px.max(axis=0)), size).astype(int)
    if (high <= low).any():
        return None
    flat = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - np.float32(0.5)
    to_patch = cv2.getPerspectiveTransform(flat, (corners_px - low).astype(np.float32))
    patch_size = (int(high[0] - low[0]), int(high[1] - low[1]))
    paint = np.asarray(cv2.warpPerspective(colour, to_patch, patch_size, flags=cv2.INTER_LINEAR), np.float32)
    cover = np.asarray(cv2.warpPerspective(mask, to_patch, patch_size, flags=cv2.INTER_LINEAR), np.float32)
    return _lit_patch(paint, cover, (int(low[0]), int(low[1])), light, size)


def _lit_patch(paint: Floats, cover: Floats, corner: tuple[int, int], light: str, size: Size) -> Patch:
    height, width = cover.shape
    left, top = corner
    box = (left, top, left + width, top + height)
    gain, glow = light_maps(size, light)
    lit = np.clip(paint * stretch(gain, box) + stretch(glow, box), 0, 255)
    lit += noise(size, light)[top : top + height, left : left + width]
    return Patch(left, top, lit, cover, shadow_px=0.0012 * size[0])


@lru_cache(maxsize=64)
def _sprite(kind: str, label: str | None) -> tuple[NDArray[np.uint8], Floats]:
    """A piece's face (None: its back) with room around it, and how much of each pixel it covers (0 to 1)."""
    if label is None:
        image = artwork.token_back() if kind == "disc" else artwork.card_back()
    else:
        image = artwork.token_face(label) if kind == "disc" else artwork.card_face(label)
    size_mm = artwork.DISC_MM if kind == "disc" else artwork.SQUARE_MM
    return _with_room(image, Kind(kind, size_mm, size_mm))


@lru_cache(maxsize=64)
def _designed(design: Design, face_up: bool) -> tuple[NDArray[np.uint8], Floats]:
    return _with_room(design.face() if face_up else design.back(), Kind(design.kind, *design.size_mm))


def _with_room(image: BgrImage, kind: Kind) -> tuple[NDArray[np.uint8], Floats]:
    size = round(kind.width_mm * _SPRITE_PX_PER_MM), round(kind.height_mm * _SPRITE_PX_PER_MM)
    pad = round(_PAD_MM * _SPRITE_PX_PER_MM)
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    padded = np.asarray(cv2.copyMakeBorder(small, pad, pad, pad, pad, cv2.BORDER_REPLICATE), np.uint8)
    mask = np.zeros(padded.shape[:2], np.uint8)
    if kind.name == "disc":
        middle = round((padded.shape[0] - 1) / 2 * 16)
        cv2.circle(mask, (middle, middle), size[0] * 8, (255,), -1, cv2.LINE_AA, 4)
    elif kind.name == "wedge":
        corners = kind.corners_mm() * _SPRITE_PX_PER_MM + (np.array(mask.shape[::-1]) - 1) / 2
        cv2.fillPoly(mask, [np.rint(corners * 16).astype(np.int32)], (255,), cv2.LINE_AA, 4)
    else:
        mask[pad:-pad, pad:-pad] = 255
    return padded, np.asarray(mask / 255, np.float32)
