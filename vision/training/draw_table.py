"""Draw tables with dice on them, and all that could be taken for dice: the pictures that the net learns from."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.draw_decoys import Floats, checked_square, decoy, pictured_disc, tint

TILE_PX = 128
SMALLEST_PX, LARGEST_PX = 18.0, 44.0  # edges of dice that the net sees; others are scaled to these


@dataclass(frozen=True)
class Sprites:
    """Drawn dice: RGB and cover (sets, views, px, px, 4) uint8, corners (sets, views, 4, 2), pips (sets, views)."""

    rgba: NDArray[np.uint8]
    face_px: Floats
    pips: NDArray[np.int64]
    edge_px: float


@dataclass(frozen=True)
class Tile:
    """A picture (TILE_PX, TILE_PX, 3) RGB uint8 and its dice: rows of pips (0: do not learn), corners x 4, y 4."""

    rgb: NDArray[np.uint8]
    dice: list[tuple[int, Floats]]


def noise(rng: np.random.Generator, shape: tuple[int, int], grain: tuple[float, float]) -> Floats:
    """Smooth noise of standard deviation 1 with grains of so many pixels (x, y)."""
    h, w = shape
    small = rng.normal(0, 1, (max(2, int(h / grain[1]) + 2), max(2, int(w / grain[0]) + 2))).astype(np.float32)
    out = cv2.resize(small, (w, h), interpolation=cv2.INTER_CUBIC)
    return (out - out.mean()) / (out.std() + 1e-6)


def turned(image: Floats, rng: np.random.Generator) -> Floats:
    """The picture turned by a chance angle, cut to TILE_PX."""
    m = cv2.getRotationMatrix2D((image.shape[1] / 2, image.shape[0] / 2), rng.uniform(0, 360), 1.0)
    m[:, 2] += TILE_PX / 2 - np.array([image.shape[1] / 2, image.shape[0] / 2])
    return np.asarray(
        cv2.warpAffine(image, m, (TILE_PX, TILE_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), np.float32
    )


def background(rng: np.random.Generator, edge: float) -> Floats:
    """A surface (TILE_PX, TILE_PX, 3): plain, cloth, carpet, wood, weave, dots."""
    n = int(TILE_PX * 1.45)
    base = tint(rng)
    kind = rng.integers(7)
    field = np.zeros((n, n), np.float32)
    if kind == 1:  # cloth and carpet: grains of any size
        for _ in range(rng.integers(1, 4)):
            g = float(np.exp(rng.uniform(np.log(1), np.log(edge / 2))))
            field += noise(rng, (n, n), (g, g)) * rng.uniform(0.02, 0.25)
    elif kind == 2:  # wood
        g = float(np.exp(rng.uniform(np.log(1.5), np.log(edge))))
        field = noise(rng, (n, n), (g * rng.uniform(6, 40), g)) * rng.uniform(0.03, 0.25)
        field += noise(rng, (n, n), (g * 20, 1.2)) * rng.uniform(0, 0.12)
        rings = np.arange(n, dtype=np.float32)[:, None] / edge * rng.uniform(2, 15)
        field += np.sin(rings + 2 * noise(rng, (n, n), (60, 20))) * rng.uniform(0, 0.12)
    elif kind == 3:  # weave and checks
        period = np.exp(rng.uniform(np.log(0.06), np.log(0.8))) * edge
        x = np.arange(n, dtype=np.float32) / max(period, 2.2) * 2 * np.pi
        field = np.sin(x[None]) * np.sin(x[:, None] * rng.uniform(0.6, 1.5) + rng.choice([0, 1]) * x[None])
        if rng.random() < 0.5:
            field = np.tanh(3 * field)
        field = field * rng.uniform(0.05, 0.4) * (1 + 0.4 * noise(rng, (n, n), (6, 6)))
        field += noise(rng, (n, n), (1.5, 1.5)) * rng.uniform(0, 0.25)
    elif kind == 4:  # pebbled carpet: lit bumps
        g = float(np.exp(rng.uniform(np.log(1.5), np.log(edge / 2.5))))
        bumps = noise(rng, (n, n), (g, g))
        field = (np.roll(bumps, (1, 1), (0, 1)) - bumps) * rng.uniform(0.05, 0.5) + bumps * rng.uniform(-0.1, 0.1)
    elif kind == 5:  # round spots in rows or by chance
        field = spots(rng, n, edge)
    out = base * np.exp(np.clip(field, -2, 2))[..., None]
    if kind in (2, 3, 5) and rng.random() < 0.5:
        other = tint(rng)
        share = np.clip(0.5 + field * 2, 0, 1)[..., None]
        out = base * (1 - share) + other * share
    return turned(out.astype(np.float32), rng)


def spots(rng: np.random.Generator, n: int, edge: float) -> Floats:
    """Round spots as of a printed cloth (n, n)."""
    field = np.zeros((n, n), np.float32)
    step, radius = edge * rng.uniform(0.25, 1.5), edge * rng.uniform(0.05, 0.3)
    strength = float(rng.choice([-1, 1]) * rng.uniform(0.2, 1))
    by_chance = rng.random() < 0.4
    for x in np.arange(0, n, step):
        for y in np.arange(0, n, step):
            c = rng.uniform(0, n, 2) if by_chance else (x + step / 2, y + step / 2)
            cv2.circle(field, (int(c[0] * 8), int(c[1] * 8)), int(radius * 8), strength, -1, cv2.LINE_AA, 3)
    return cv2.GaussianBlur(field, (0, 0), 0.6)


def dice_of_another_size(sprites: Sprites, edge: float, rng: np.random.Generator) -> list[tuple[Floats, int, int]]:
    """Dice that are too small or too large for the net: patches with their corners."""
    laid = []
    middle = rng.uniform(0, TILE_PX, 2)
    which = int(rng.integers(len(sprites.rgba)))
    small = rng.random() < 0.65
    size = rng.uniform(3, 11) if small else rng.uniform(70, 190)
    for _ in range(int(rng.integers(2, 9)) if small else 1):
        view = int(rng.integers(sprites.rgba.shape[1]))
        rgba, face = sprites.rgba[which, view], sprites.face_px[which, view]
        patch, _ = scaled(rgba, face, float(size * rng.uniform(0.9, 1.1) / sprites.edge_px), rng)
        at = middle + rng.normal(0, 1.4 * size if small else 30, 2) - len(patch) / 2
        laid.append((patch, int(at[0]), int(at[1])))
        if rng.random() < 0.3:
            which = int(rng.integers(len(sprites.rgba)))
    return laid


def lay(picture: Floats, patch: Floats, x: int, y: int) -> None:
    """Put a patch (h, w, 4), colour premultiplied, with its corner at x, y; what is outside is lost."""
    h, w = patch.shape[:2]
    x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + w, TILE_PX), min(y + h, TILE_PX)
    if x0 < x1 and y0 < y1:
        part = patch[y0 - y : y1 - y, x0 - x : x1 - x]
        picture[y0:y1, x0:x1] = picture[y0:y1, x0:x1] * (1 - part[..., 3:]) + part[..., : picture.shape[2]]


@dataclass
class Placed:
    patch: Floats
    x: int
    y: int
    face: Floats  # (4, 2) in the tile
    pips: int


def choose_dice(sprites: Sprites, edge: float, rng: np.random.Generator) -> list[Placed]:
    """Dice of one or several sets, alone, in groups that touch, over the border."""
    placed: list[Placed] = []
    own_set = int(rng.integers(len(sprites.rgba)))
    mixed = rng.random() < 0.5
    count = int(rng.choice([0, 1, 2, 3, 5, 6, 8, 10, 12]))
    gap = rng.choice([0.95, 1.05, 1.3])
    taken = np.zeros((TILE_PX, TILE_PX), bool)
    for _ in range(count):
        which = int(rng.integers(len(sprites.rgba))) if mixed else own_set
        view = int(rng.integers(sprites.rgba.shape[1]))
        size = np.clip(edge * rng.uniform(0.85, 1.18), SMALLEST_PX, LARGEST_PX)
        scale = size / sprites.edge_px
        patch, face = scaled(sprites.rgba[which, view], sprites.face_px[which, view], float(scale), rng)
        half = len(patch) / 2
        if placed and rng.random() < 0.7:
            near = placed[int(rng.integers(len(placed)))]
            angle, away = rng.uniform(0, 2 * np.pi), size * gap * rng.uniform(1, 1.45)
            cx, cy = near.face.mean(0) + away * np.array([np.cos(angle), np.sin(angle)])
        else:
            cx, cy = rng.uniform(-0.3 * size, TILE_PX + 0.3 * size, 2)
        x, y = int(cx - half), int(cy - half)
        cover = np.zeros((TILE_PX, TILE_PX, 1), np.float32)
        lay(cover, np.repeat(patch[..., 3:], 4, -1), x, y)
        solid = cover[..., 0] > 0.5
        if (solid & taken).sum() > 0.06 * size * size:
            continue
        taken |= solid
        placed.append(Placed(patch, x, y, face + np.float32([x, y]), int(sprites.pips[which, view])))
    return placed


def scaled(rgba: NDArray[np.uint8], face: Floats, scale: float, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """A sprite turned by a chance angle and made smaller."""
    n = int(np.ceil(rgba.shape[0] * scale * 1.05)) | 1
    m = cv2.getRotationMatrix2D((rgba.shape[0] / 2 - 0.5,) * 2, rng.uniform(0, 360), scale)
    m[:, 2] += n / 2 - rgba.shape[0] / 2
    blurred = cv2.GaussianBlur(rgba, (0, 0), 0.38 / scale) if scale < 0.8 else rgba
    patch = cv2.warpAffine(blurred, m, (n, n), flags=cv2.INTER_LINEAR).astype(np.float32) / 255
    return patch, (face @ m[:, :2].T + m[:, 2]).astype(np.float32)


def shadows(picture: Floats, placed: list[Placed], edge: float, rng: np.random.Generator) -> Floats:
    """Darken the table where the dice keep the light off, and close to them."""
    cover = np.zeros((TILE_PX, TILE_PX, 1), np.float32)
    for die in placed:
        lay(cover, np.repeat(die.patch[..., 3:], 4, -1), die.x, die.y)
    flat = cover[..., 0]
    angle, length = rng.uniform(0, 2 * np.pi), edge * rng.uniform(0.1, 1.6)
    cast = flat.copy()
    for step in np.linspace(0, 1, 9)[1:]:
        m = np.float32([[1, 0, length * step * np.cos(angle)], [0, 1, length * step * np.sin(angle)]])
        cast = np.maximum(cast, cv2.warpAffine(flat, m, (TILE_PX, TILE_PX)))
    soft = cv2.GaussianBlur(cast, (0, 0), edge * rng.choice([0.02, 0.08, 0.25]) + 0.3)
    contact = cv2.GaussianBlur(flat, (0, 0), edge * rng.uniform(0.08, 0.3))
    dark = 1 - soft * rng.choice([0, rng.uniform(0.1, 0.9)], p=[0.2, 0.8])
    return picture * (dark * (1 - contact * rng.uniform(0, 0.6)))[..., None]


def unevenly_lit(picture: Floats, rng: np.random.Generator) -> Floats:
    """Gradients, edges of light, spots of gloss."""
    y, x = np.mgrid[:TILE_PX, :TILE_PX].astype(np.float32) / TILE_PX - 0.5
    angle = rng.uniform(0, 2 * np.pi)
    along = x * np.cos(angle) + y * np.sin(angle)
    picture = picture * np.exp(along * rng.normal(0, 0.4))[..., None]
    if rng.random() < 0.25:
        edge = 1 / (1 + np.exp(-(along - rng.uniform(-0.4, 0.4)) * np.exp(rng.uniform(1.5, 5))))
        picture = picture * (1 - rng.uniform(0.2, 0.85) * edge)[..., None]
    if rng.random() < 0.15:
        at = rng.uniform(-0.5, 0.5, 2)
        glare = np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / rng.uniform(0.01, 0.1))
        picture = picture + rng.uniform(0.1, 0.7) * glare[..., None]
    return picture


def photographed(picture: Floats, edge: float, rng: np.random.Generator) -> NDArray[np.uint8]:
    """What a camera makes of it: exposure, colour of light, blur, noise, sharpening, JPEG."""
    gain = np.exp(rng.normal(0, 0.3)) * np.exp(rng.normal(0, rng.choice([0.03, 0.12]), 3))
    out = np.clip(picture * gain, 0, 1.5) ** rng.uniform(0.65, 1.5)
    out = out * rng.uniform(0.6, 1) + rng.uniform(0, 0.12)
    sigma = rng.choice([0.0, rng.uniform(0.3, 0.04 * edge + 0.3)], p=[0.35, 0.65])
    if sigma:
        out = cv2.GaussianBlur(out, (0, 0), float(sigma))
    if rng.random() < 0.1:
        m = cv2.getRotationMatrix2D((3, 3), rng.uniform(0, 180), 1)
        line = np.zeros((7, 7), np.float32)
        line[3, 3 - 1 : 3 + 2] = 1
        line = cv2.warpAffine(line, m, (7, 7))
        out = cv2.filter2D(out, -1, line / line.sum())
    strength = rng.choice([0, 0.015, 0.05]) * rng.uniform(0, 1)
    grain = rng.normal(0, strength, out.shape).astype(np.float32)
    if rng.random() < 0.5:
        grain = cv2.GaussianBlur(grain, (0, 0), 0.8) * 1.6
    out = out + grain
    if rng.random() < 0.3:
        out = out + rng.uniform(0.2, 1.2) * (out - cv2.GaussianBlur(out, (0, 0), 1.0))
    if rng.random() < 0.08:
        out = np.repeat(out.mean(-1, keepdims=True), 3, -1)
    image = np.clip(out * 255, 0, 255).astype(np.uint8)
    if rng.random() < 0.7:
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(35, 97))])
        image = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return image


def draw_tile(sprites: Sprites, rng: np.random.Generator) -> Tile:
    """One picture to learn from."""
    edge = float(np.exp(rng.uniform(np.log(SMALLEST_PX), np.log(LARGEST_PX))))
    picture = background(rng, edge)
    for _ in range(int(rng.choice([0, 0, 1, 3, 6]))):
        draw = decoy, decoy, pictured_disc, pictured_disc, checked_square
        patch = draw[int(rng.integers(len(draw)))](rng, edge)
        lay(picture, patch, *(int(v) for v in rng.uniform(-0.5 * len(patch), TILE_PX - 0.5 * len(patch), 2)))
    for _ in range(int(rng.choice([0, 0, 1, 2]))):
        for patch, x, y in dice_of_another_size(sprites, edge, rng):
            lay(picture, patch, x, y)
    placed = choose_dice(sprites, edge, rng)
    picture = shadows(picture, placed, edge, rng)
    for die in placed:
        lay(picture, die.patch, die.x, die.y)
    dice = []
    for die in placed:
        out = max(0.0, float(-die.face.min()), float(die.face.max()) - (TILE_PX - 1))
        solid = np.argwhere(die.patch[..., 3] > 0.5) + np.array([die.y, die.x])
        cut = solid.min() < 0 or solid.max() >= TILE_PX
        if out <= 0:
            dice.append((0 if cut else die.pips, die.face))
        elif out < 0.35 * edge:
            dice.append((0, die.face))
    picture = unevenly_lit(picture, rng)
    return Tile(photographed(picture, edge, rng), dice)
