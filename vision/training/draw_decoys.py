"""Things on a table that could be taken for dice and are none, each on a patch (px, px, 4), colour premultiplied."""

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


def tint(rng: np.random.Generator) -> Floats:
    """A table's colour (3,): any brightness, most dull."""
    value = rng.uniform(0.04, 0.95)
    return np.clip(value * (1 + rng.normal(0, rng.choice([0.04, 0.15, 0.5]), 3)), 0.01, 1).astype(np.float32)


def decoy(rng: np.random.Generator, edge: float) -> Floats:
    """Something that is no die, on its patch (px, px, 4): coins, buttons, tokens, blank and printed squares, words."""
    n = int(edge * rng.uniform(1.3, 3.2))
    out = np.zeros((n, n, 4), np.float32)
    body, other = tint(rng), tint(rng)
    kind = rng.integers(6)
    c, r = n / 2, n * 0.34
    if kind <= 1:  # round: coin, button, token with things on it
        disc(out, (c, c), r, body)
        if rng.random() < 0.6:
            disc(out, (c, c), r * rng.uniform(0.6, 0.95), other)
        holes = int(rng.choice([0, 1, 2, 4, 4, 5, 6, 7]))
        ring, size, ink = r * rng.uniform(0.15, 0.6), r * rng.uniform(0.08, 0.3), tint(rng)
        start = rng.uniform(0, 6)
        for k in range(holes):
            jitter = rng.normal(0, 0.05 * r, 2)
            angle = start + 2 * np.pi * k / holes
            disc(out, (c + ring * np.cos(angle) + jitter[0], c + ring * np.sin(angle) + jitter[1]), size, ink)
    elif kind <= 3:  # a rectangle: blank, with one word, with stripes, with too many spots
        w, h = r * rng.uniform(0.5, 1), r * rng.uniform(0.5, 1)
        box = [(c - w, c - h), (c + w, c - h), (c + w, c + h), (c - w, c + h)]
        cv2.fillPoly(out, [np.int32(np.float32(box) * 8)], (*map(float, body), 1.0), cv2.LINE_AA, 3)
        inside = rng.integers(4)
        if inside == 1:
            write(out, rng, (int(c - w), int(c + h * 0.6)), h / 16, other)
        elif inside == 2:
            cv2.line(out, (int(c - w), int(c)), (int(c + w), int(c)), (*map(float, other), 1.0), int(1 + h * 0.3))
        elif inside == 3:
            for _ in range(rng.integers(8, 16)):
                at = c + rng.uniform(-0.8, 0.8) * w, c + rng.uniform(-0.8, 0.8) * h
                disc(out, at, h * rng.uniform(0.06, 0.16), other)
    elif kind == 4:  # words
        for row in range(rng.integers(1, 4)):
            write(out, rng, (2, int(n * (0.3 + 0.3 * row))), edge * rng.uniform(0.008, 0.03), body)
    else:  # bare spots: dots without a die around them
        radius = edge * rng.uniform(0.05, 0.3)
        for _ in range(rng.integers(1, 7)):
            disc(out, (c + rng.uniform(-r, r), c + rng.uniform(-r, r)), radius, body)
    out[..., :3] *= out[..., 3:]
    m = cv2.getRotationMatrix2D((c, c), rng.uniform(0, 360), 1.0)
    return np.asarray(cv2.warpAffine(out, m, (n, n)), np.float32)


def pictured_disc(rng: np.random.Generator, edge: float) -> Floats:
    """A round token with a picture of blobs, (px, px, 4) premultiplied."""
    n = int(edge * rng.uniform(1.2, 2.6))
    out = np.zeros((n, n, 4), np.float32)
    c, r = n / 2, n * 0.4
    disc(out, (c, c), r, tint(rng))
    if rng.random() < 0.6:
        disc(out, (c, c), r * rng.uniform(0.75, 0.95), tint(rng))
    inks = [tint(rng) for _ in range(3)]
    reach = rng.uniform(0.1, 0.6)
    for _ in range(rng.integers(1, 9)):
        at = c + rng.uniform(-reach, reach, 2) * r
        axes = np.maximum(1, r * rng.uniform(0.08, 0.5) * np.array([1, rng.uniform(0.4, 1)]))
        ink = (*map(float, inks[int(rng.integers(3))]), 1.0)
        turn, whole = float(rng.uniform(0, 360)), float(rng.choice([360, 180, 90]))
        centre, size = (int(at[0] * 8), int(at[1] * 8)), (int(axes[0] * 8), int(axes[1] * 8))
        cv2.ellipse(out, centre, size, turn, 0, whole, ink, -1, cv2.LINE_AA, 3)
    return out


def checked_square(rng: np.random.Generator, edge: float) -> Floats:
    """A square of black and white cells like a printed marker, (px, px, 4) premultiplied."""
    cells = int(rng.integers(4, 8))
    grid = np.zeros((cells, cells), np.float32)
    grid[1:-1, 1:-1] = rng.random((cells - 2, cells - 2)) < 0.5
    side = int(edge * rng.uniform(0.8, 4))
    grid = cv2.resize(grid, (side, side), interpolation=cv2.INTER_NEAREST)
    rim = int(side * rng.choice([0, 0.15]))
    grid = cv2.copyMakeBorder(grid, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=1)
    grid = grid * rng.uniform(0.6, 0.95) + 0.04
    patch = np.repeat(grid[..., None], 4, -1)
    patch[..., 3] = 1
    room = int(len(patch) * 0.25) + 1
    patch = cv2.copyMakeBorder(patch, room, room, room, room, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
    n = len(patch)
    m = cv2.getRotationMatrix2D((n / 2, n / 2), rng.uniform(0, 360), 1)
    return np.asarray(cv2.warpAffine(patch, m, (n, n)), np.float32)


def disc(image: Floats, at: tuple[float, float], radius: float, rgb: Floats) -> None:
    colour = (*map(float, rgb), 1.0)
    cv2.circle(image, (int(at[0] * 8), int(at[1] * 8)), max(4, int(radius * 8)), colour, -1, cv2.LINE_AA, 3)


def write(image: Floats, rng: np.random.Generator, at: tuple[int, int], scale: float, rgb: Floats) -> None:
    word = "".join(rng.choice(list("ABoO08i:.•PRa49%8BQ"), rng.integers(1, 9)))
    ink = np.zeros(image.shape[:2], np.uint8)
    cv2.putText(ink, word, at, int(rng.choice([0, 2, 3, 4])), scale * 1.3, 255, 1, cv2.LINE_AA)
    share = ink[..., None].astype(np.float32) / 255
    image[:] = image * (1 - share) + np.append(rgb, 1).astype(np.float32) * share
