"""Trains the net of `vision/dice_pips.py`, which looks again at each place where the net of `dice_net.py` sees a die.

    python -m vision.training.pips var/dice vision/dice_pips.onnx

needs what `vision.training.train` drew and learned. It begins with the first net's weights, draws tables with the dice
of `var/dice` (some minutes), learns for 17 minutes on one core and writes the weights. No photograph is used.
"""

import sys
import time
from pathlib import Path

import cv2
import jax
import jax.numpy as jnp
import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from vision.dice_net import places
from vision.dice_pips import EDGE_PX, SIDE_PX
from vision.training import draw_dice, draw_table

TILES, BATCH, RATE, MINUTES = 7000, 64, 1.5e-3, 17.0
LAYERS = (  # name, kernel, inputs, outputs, step, padding; those to g begin with what the first net knows
    ("a", 5, 3, 16, 2, 2),
    ("b", 3, 16, 32, 2, 1),
    ("c", 3, 32, 32, 1, 1),
    ("d", 3, 32, 32, 1, 1),
    ("e", 3, 32, 64, 2, 1),
    ("f", 3, 64, 64, 1, 1),
    ("g", 3, 64, 64, 1, 1),
    ("h", 6, 64, 64, 1, 0),
    ("o", 1, 64, 7, 1, 0),
)
ONTO = {"d": "b", "g": "e"}  # layers whose outcome is added to that of an earlier one
Params = dict[str, jax.Array]


def apply(params: Params, x: jax.Array) -> jax.Array:
    """Logits (n, 7) of nothing and of 1 to 6 for crops (n, SIDE_PX, SIDE_PX, 3) RGB -1 to 1."""
    outcomes: Params = {}
    for name, _, _, _, step, pad in LAYERS:
        how = ("NHWC", "HWIO", "NHWC")
        out = jax.lax.conv_general_dilated(x, params[name], (step, step), [(pad, pad)] * 2, dimension_numbers=how)
        out = out + params[name + "_bias"] + (outcomes[ONTO[name]] if name in ONTO else 0)
        x = outcomes[name] = out if name == "o" else jax.nn.relu(out)
    return x[:, 0, 0]


def start(first_net: Path, rng: np.random.Generator) -> Params:
    """The first net's weights, which know dice already, and chance ones behind them."""
    known = {w.name: numpy_helper.to_array(w) for w in onnx.load(str(first_net)).graph.initializer}
    params: Params = {}
    for name, kernel, inputs, outputs, _, _ in LAYERS:
        if name < "h":
            params[name] = jnp.asarray(known[name].transpose(2, 3, 1, 0), jnp.float32)
            params[name + "_bias"] = jnp.asarray(known[name + "_bias"], jnp.float32)
        else:
            std = np.sqrt(2 / (kernel * kernel * inputs))
            params[name] = jnp.asarray(rng.normal(0, std, (kernel, kernel, inputs, outputs)), jnp.float32)
            params[name + "_bias"] = jnp.zeros(outputs)
    return params


def loss(params: Params, crops: jax.Array, kinds: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Cross entropy with a little doubt left, so that confidences stay honest."""
    out = apply(params, crops)
    aim = jax.nn.one_hot(kinds, 7) * 0.96 + 0.04 / 7
    return -(aim * jax.nn.log_softmax(out)).sum(-1).mean(), (out.argmax(-1) == kinds).mean()


@jax.jit
def step(state: dict[str, Params], crops: jax.Array, kinds: jax.Array, count: float, rate: float):
    """One step of Adam with running means of the weights."""
    (value, right), slope = jax.value_and_grad(loss, has_aux=True)(state["params"], crops, kinds)
    size = jnp.sqrt(sum((g * g).sum() for g in slope.values()))
    new: dict[str, Params] = {name: {} for name in state}
    for k, g in slope.items():
        g = g * jnp.minimum(1, 3 / size)
        new["first"][k] = 0.9 * state["first"][k] + 0.1 * g
        new["second"][k] = 0.99 * state["second"][k] + 0.01 * g * g
        way = new["first"][k] / (1 - 0.9**count) / (jnp.sqrt(new["second"][k] / (1 - 0.99**count)) + 1e-7)
        new["params"][k] = state["params"][k] * (1 - 2e-2 * rate) - rate * way
        new["mean"][k] = 0.99 * state["mean"][k] + 0.01 * new["params"][k]
    return new, value, right


def draw_scenes(sprites: draw_table.Sprites, count: int, rng: np.random.Generator) -> tuple[NDArray[np.uint8], list]:
    """Tiles RGB (count, px, px, 3) and their places to look at: (tile, kind, x, y, edge)."""
    tiles = np.zeros((count, draw_table.TILE_PX, draw_table.TILE_PX, 3), np.uint8)
    looks: list[tuple[int, int, float, float, float]] = []
    for k in range(count):
        tile = draw_table.draw_tile(sprites, rng)
        while not any(pips for pips, _ in tile.dice) and rng.random() < 0.7:
            tile = draw_table.draw_tile(sprites, rng)
        tiles[k] = tile.rgb
        middles = np.array([corners.mean(0) for _, corners in tile.dice]).reshape(-1, 2)
        edges = [_edge(corners) for _, corners in tile.dice]
        for (pips, _), middle, edge in zip(tile.dice, middles, edges, strict=True):
            if pips:
                looks.append((k, pips, float(middle[0]), float(middle[1]), edge))
        elsewhere = [(p.x_px, p.y_px, p.edge_px) for p in places(tile.rgb[..., ::-1].copy(), 1.0, 0.1)]
        elsewhere += [(*rng.uniform(0, 128, 2), rng.uniform(18, 44)) for _ in range(2)]
        for x, y, edge in elsewhere:
            away = np.hypot(*(middles - (x, y)).T) / np.maximum(edges, 1) if len(middles) else np.array([9.0])
            if away.min() > 0.55:
                looks.append((k, 0, x, y, edge))
    return tiles, looks


def _edge(corners: NDArray[np.float32]) -> float:
    a, b = corners[1] - corners[0], corners[3] - corners[0]
    return float(np.sqrt(abs(a[0] * b[1] - a[1] * b[0])))


def crop(tile: NDArray[np.uint8], look: tuple, rng: np.random.Generator) -> NDArray[np.float32]:
    """The place turned, mirrored, shifted, and scaled a little wrong, its light and colours changed by chance."""
    _, kind, x, y, edge = look
    off = rng.normal(0, 0.07, 2) * edge * (kind > 0)
    scale = EDGE_PX / edge * np.exp(rng.normal(0, 0.1))
    m = cv2.getRotationMatrix2D((x + off[0], y + off[1]), rng.uniform(0, 360), scale)
    m[:, 2] += (SIDE_PX - 1) / 2 - np.array([x + off[0], y + off[1]])
    out = cv2.warpAffine(tile, m, (SIDE_PX, SIDE_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < 0.5:
        out = out[:, ::-1]
    if rng.random() < 0.3:
        out = out[..., rng.permutation(3)]
    light = rng.normal(0, 0.1) + rng.normal(0, 0.04, 3)
    return np.clip((out / 127.5 - 1) * rng.uniform(0.7, 1.2) + light, -1, 1).astype(np.float32)


def learn(sprites: draw_table.Sprites, first_net: Path) -> dict[str, NDArray[np.float32]]:
    """Kernels (h, w, in, out) and biases."""
    rng = np.random.default_rng(5)
    begun = time.monotonic()
    tiles, looks = draw_scenes(sprites, TILES, rng)
    kinds = np.array([look[1] for look in looks])
    share = np.where(kinds > 0, 0.78 / (kinds > 0).sum(), 0.22 / (kinds == 0).sum())
    print(f"{time.monotonic() - begun:.0f} s: {(kinds > 0).sum()} dice, {(kinds == 0).sum()} others", flush=True)
    params = start(first_net, rng)
    nought = {k: jnp.zeros_like(v) for k, v in params.items()}
    state = {"params": params, "first": nought, "second": nought, "mean": params}
    begun, done, count = time.monotonic(), 0.0, 0
    while done < 1:
        count, done = count + 1, (time.monotonic() - begun) / 60 / MINUTES
        chosen = rng.choice(len(looks), BATCH, p=share)
        crops = np.stack([crop(tiles[looks[k][0]], looks[k], rng) for k in chosen])
        rate = RATE * min(1, count / 50) * (0.505 + 0.495 * np.cos(np.pi * min(done, 1)))
        state, value, right = step(state, crops, kinds[chosen], float(count), rate)
        if count % 100 == 0:
            print(f"{count} steps, {done:.0%}: loss {value:.3f}, right {right:.3f}", flush=True)
    return {name: np.asarray(value) for name, value in state["mean"].items()}


def write(plain: dict[str, NDArray[np.float32]], path: Path) -> None:
    """As ONNX with half-precision weights, in the form that OpenCV reads."""
    weights, nodes, value = [], [], "picture"
    for name, kernel, _, _, stride, pad in LAYERS:
        half = plain[name].transpose(3, 2, 0, 1).astype(np.float16).copy()
        weights.append(numpy_helper.from_array(half, name))
        weights.append(numpy_helper.from_array(plain[name + "_bias"].astype(np.float16), name + "_bias"))
        shape = {"kernel_shape": [kernel] * 2, "strides": [stride] * 2, "pads": [pad] * 4}
        nodes.append(helper.make_node("Conv", [value, name, name + "_bias"], [name + "1"], **shape))
        value = name + "1"
        if name in ONTO:
            nodes.append(helper.make_node("Add", [value, ONTO[name] + "_out"], [name + "_sum"]))
            value = name + "_sum"
        if name != "o":
            nodes.append(helper.make_node("Relu", [value], [name + "_out"]))
            value = name + "_out"
    ends = [
        helper.make_tensor_value_info("picture", TensorProto.FLOAT, ["n", 3, SIDE_PX, SIDE_PX]),
        helper.make_tensor_value_info(value, TensorProto.FLOAT, ["n", 7, 1, 1]),
    ]
    graph = helper.make_graph(nodes, "pips", ends[:1], ends[1:], weights)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8), str(path))


if __name__ == "__main__":
    drawings, weights_file = Path(sys.argv[1]), Path(sys.argv[2])
    own_sets = draw_table.Sprites(**np.load(drawings / "sets.npz"), edge_px=draw_dice.EDGE_PX)
    write(learn(own_sets, weights_file.with_name("dice_net.onnx")), weights_file)
