"""Draws, learns, writes and judges: see the package's docstring for how to run it."""

import sys
import time
from pathlib import Path

import cv2
import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from vision.training import draw_dice, draw_table, export, net

SETS, CHUNK, CHUNKS, MOST = 320, 256, 80, 14  # sets of dice; tiles of a file; files; dice of a tile
STEPS, BATCH, RATE = 8000, 8, 3e-3


def draw(folder: Path) -> None:
    """Sets of dice, then files of tiles and of their dice (CHUNK, MOST, 9): pips (-1: none), corners."""
    folder.mkdir(parents=True, exist_ok=True)
    sets = folder / "sets.npz"
    if not sets.exists():
        drawn = draw_dice.draw_sets(SETS, np.random.default_rng(1))
        rgba = [[(die.rgba * 255 + 0.5).astype(np.uint8) for die in views] for views in drawn]
        faces = [[die.face_px for die in views] for views in drawn]
        pips = [[die.pips for die in views] for views in drawn]
        np.savez(sets, rgba=np.array(rgba), face_px=np.array(faces), pips=np.array(pips))
    sprites = draw_table.Sprites(**np.load(sets), edge_px=draw_dice.EDGE_PX)
    for number in range(CHUNKS):
        file = folder / f"tiles-{number:03d}.npz"
        if not file.exists():
            np.savez(file, **draw_tiles(sprites, CHUNK, np.random.default_rng(1000 + number)))


def draw_tiles(sprites: draw_table.Sprites, count: int, rng: np.random.Generator) -> dict[str, NDArray[np.generic]]:
    side = draw_table.TILE_PX
    rgb, dice = np.zeros((count, side, side, 3), np.uint8), np.full((count, MOST, 9), -1, np.float32)
    for k in range(count):
        tile = draw_table.draw_tile(sprites, rng)
        rgb[k] = tile.rgb
        for place, (pips, corners) in zip(dice[k], tile.dice, strict=False):
            place[:] = [pips, *corners.ravel()]
    return {"rgb": rgb, "dice": dice}


def loss(params: net.Params, rgb: jax.Array, kind: jax.Array, weight: jax.Array, pose: jax.Array):
    """Cross entropy of the classes, those of nothing eased where it is clear, and the faces' size and direction."""
    out, moments = net.apply(params, rgb)
    likely = jax.nn.log_softmax(out[..., :7])
    own = jnp.take_along_axis(likely, kind.astype(int)[..., None], -1)[..., 0]
    die = kind > 0
    eased = jnp.where(die, 1.0, jnp.sqrt(1 - jnp.exp(own) + 1e-6))
    off = (jnp.abs(out[..., 7:] - pose) * jnp.array([1, 0.3, 0.3])).sum(-1)
    right = ((likely.argmax(-1) == kind) * die).sum() / (die.sum() + 1)
    return (0.5 * (off * die).sum() - (own * eased * weight).sum()) / (die.sum() + 20), (moments, right)


@jax.jit
def step(state: dict[str, net.Params], batch: tuple[jax.Array, ...], count: float, rate: float):
    """One step of Adam with running means of the weights and of the layers' moments."""
    (value, (moments, right)), slope = jax.value_and_grad(loss, has_aux=True)(state["params"], *batch)
    size = jnp.sqrt(sum((g * g).sum() for g in slope.values()))
    new: dict[str, net.Params] = {name: {} for name in state}
    for k, g in slope.items():
        g = g * jnp.minimum(1, 3 / size)
        new["first"][k] = 0.9 * state["first"][k] + 0.1 * g
        new["second"][k] = 0.99 * state["second"][k] + 0.01 * g * g
        way = new["first"][k] / (1 - 0.9**count) / (jnp.sqrt(new["second"][k] / (1 - 0.99**count)) + 1e-7)
        new["params"][k] = state["params"][k] * (1 - 1e-4 * rate) - rate * way
        new["mean"][k] = 0.998 * state["mean"][k] + 0.002 * new["params"][k]
    new["moments"] = {k: 0.99 * v + 0.01 * moments[k] for k, v in state["moments"].items()}
    return new, value, right


def turned(rgb: NDArray[np.uint8], dice: NDArray[np.float32], rng: np.random.Generator):
    """A tile mirrored and turned by chance, its light changed; its dice alike."""
    dice, last = dice[dice[:, 0] >= 0].copy(), rgb.shape[0] - 1
    for way in range(3):
        if rng.random() < 0.5:
            if way == 1:
                rgb, dice[:, 1:] = rgb.transpose(1, 0, 2), dice[:, [2, 1, 4, 3, 6, 5, 8, 7]]
            else:
                rgb, dice[:, 1::2] = rgb[:, ::-1], last - dice[:, 1::2]
    if rng.random() < 0.3:
        rgb = rgb[..., rng.permutation(3)]
    light = rng.normal(0, 0.1) + rng.normal(0, 0.04, 3)
    return np.clip((rgb / 127.5 - 1) * rng.uniform(0.7, 1.15) + light, -1, 1).astype(np.float32), dice


def learn(folder: Path) -> dict[str, NDArray[np.float32]]:
    """Plain kernels and biases, learned from the folder's tiles; those with more dice are shown more often."""
    files = [np.load(file) for file in sorted(folder.glob("tiles-*.npz"))]
    rgb, dice = (np.concatenate([file[name] for file in files]) for name in ("rgb", "dice"))
    often = 0.5 + np.minimum((dice[:, :, 0] > 0).sum(1), 6)
    rng = np.random.default_rng(2)
    params = net.start(rng)
    nought = {k: jnp.zeros_like(v) for k, v in params.items()}
    moments = {n: jnp.stack([jnp.zeros(o), jnp.ones(o)]) for n, _, _, o, _ in net.LAYERS if n != "o"}
    state = {"params": params, "first": nought, "second": nought, "mean": params, "moments": moments}
    begun = time.monotonic()
    for count in range(1, STEPS + 1):
        chosen = [turned(rgb[k], dice[k], rng) for k in rng.choice(len(rgb), BATCH, p=often / often.sum())]
        goals = [net.targets(own, rgb.shape[1]) for _, own in chosen]
        batch = np.stack([tile for tile, _ in chosen]), *(np.stack(part) for part in zip(*goals, strict=True))
        rate = RATE * min(1, count / 100) * (0.505 + 0.5 * np.cos(np.pi * count / STEPS))
        state, value, right = step(state, batch, float(count), rate)
        if count % 100 == 0:
            print(f"{count} steps, {time.monotonic() - begun:.0f} s: loss {value:.3f}, right {right:.3f}", flush=True)
    return net.folded(state["mean"], state["moments"])


def judge(weights: Path, sets: Path) -> None:
    """Print, for thresholds of `vision.dice_net`, dice read right, read wrong and invented in new drawings."""
    sprites = draw_table.Sprites(**np.load(sets), edge_px=draw_dice.EDGE_PX)
    tiles = draw_tiles(sprites, 1500, np.random.default_rng(99))
    reader = cv2.dnn.readNetFromONNX(str(weights))
    cells: list[tuple[bool, float, float, bool]] = []  # on a die, there, sure, right
    dice_count = 0
    for rgb, dice in zip(tiles["rgb"], tiles["dice"], strict=True):
        reader.setInput(cv2.dnn.blobFromImage(rgb, 1 / 127.5, mean=(127.5,) * 3))
        maps = reader.forward()[0][:7]
        share = np.exp(maps - maps.max(0))
        share /= share.sum(0)
        own = dice[dice[:, 0] >= 0]
        kind, weight, _ = net.targets(own, rgb.shape[1])
        there = np.where(weight > 0, 1 - share[0], 0)
        middles = own[own[:, 0] > 0, 1:].reshape(-1, 4, 2).mean(1) / net.STRIDE
        for (x, y), pips in zip(middles, own[own[:, 0] > 0, 0], strict=True):
            row, column = round(float(y)), round(float(x))
            numbers = share[1:, row, column] / share[1:, row, column].sum()
            cells.append((True, there[row, column], numbers.max(), numbers.argmax() + 1 == pips))
            dice_count += 1
        nothing = np.where(kind == 0, there, 0)
        row, column = np.unravel_index(nothing.argmax(), nothing.shape)
        numbers = share[1:, row, column] / share[1:, row, column].sum()
        cells.append((False, nothing[row, column], numbers.max(), False))
    on, there, sure, right = (np.array(column) for column in zip(*cells, strict=True))
    print("there  sure   right  wrong  cannot tell  missed  invented in a picture")
    for least in (0.3, 0.5, 0.7, 0.8, 0.9):
        for number in (0.5, 0.6, 0.7, 0.8, 0.9):
            seen, told = there > least, (there > least) & (sure > number)
            shares = (on & told & right), (on & told & ~right), (on & seen & ~told), (on & ~seen)
            row = "  ".join(f"{part.sum() / dice_count:.4f}" for part in shares)
            print(f"{least:.2f}   {number:.2f}   {row}  {(~on & told).sum() / (~on).sum():.4f}")


if __name__ == "__main__":
    drawings, weights_file = Path(sys.argv[1]), Path(sys.argv[2])
    draw(drawings)
    export.write(learn(drawings), weights_file)
    judge(weights_file, drawings / "sets.npz")
