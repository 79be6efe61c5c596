"""The dice net: from a picture to a map, one cell for four pixels, of what lies there."""

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

STRIDE = 4
OUTPUTS = 10  # logits of nothing and of 1 to 6, log2 of edge / 24 px, cosine and sine of four times the direction
LAYERS = (  # name, kernel, inputs, outputs, step
    ("a", 5, 3, 16, 2),
    ("b", 3, 16, 32, 2),
    ("c", 3, 32, 32, 1),
    ("d", 3, 32, 32, 1),
    ("e", 3, 32, 64, 2),
    ("f", 3, 64, 64, 1),
    ("g", 3, 64, 64, 1),
    ("u", 1, 64, 32, 1),
    ("h", 3, 32, 32, 1),
    ("o", 1, 32, OUTPUTS, 1),
)
Params = dict[str, jax.Array]


def start(rng: np.random.Generator) -> Params:
    """Chance weights; each layer but the last of each way is normalised by its batch, with gain and bias."""
    params: Params = {}
    for name, kernel, inputs, outputs, _ in LAYERS:
        std = np.sqrt(2 / (kernel * kernel * inputs))
        params[name] = jnp.asarray(rng.normal(0, std, (kernel, kernel, inputs, outputs)), jnp.float32)
        params[name + "_bias"] = jnp.zeros(outputs)
        if name != "o":
            params[name + "_gain"] = jnp.full(outputs, 0.3 if name in "gd" else 1.0)
    params["o_bias"] = params["o_bias"].at[0].set(3.0)
    return params


def apply(params: Params, x: jax.Array, moments: Params | None = None) -> tuple[jax.Array, Params]:
    """Maps (n, h/4, w/4, OUTPUTS) of pictures (n, h, w, 3) RGB -1 to 1; h and w multiples of 8. Cell i lies at 4 i.

    With `moments`, means and variances of each layer, these normalise, else the batch's own, which are given back.
    """
    seen: Params = {}

    def conv(name: str, value: jax.Array) -> jax.Array:
        kernel, step = next((k, s) for n, k, _, _, s in LAYERS if n == name)
        pad = [(kernel // 2, kernel // 2)] * 2
        out = jax.lax.conv_general_dilated(
            value, params[name], (step, step), pad, dimension_numbers=("NHWC", "HWIO", "NHWC")
        )
        if name == "o":
            return out + params["o_bias"]
        seen[name] = jnp.stack([out.mean((0, 1, 2)), out.var((0, 1, 2))])
        mean, variance = (seen if moments is None else moments)[name]
        return (out - mean) * jax.lax.rsqrt(variance + 1e-4) * params[name + "_gain"] + params[name + "_bias"]

    relu = jax.nn.relu
    fine = relu(conv("b", relu(conv("a", x))))
    fine = relu(fine + conv("d", relu(conv("c", fine))))
    wide = relu(conv("e", fine))
    wide = relu(wide + conv("g", relu(conv("f", wide))))
    up = jnp.repeat(jnp.repeat(conv("u", wide), 2, 1), 2, 2)
    return conv("o", relu(conv("h", relu(fine + up)))), seen


def folded(params: Params, moments: Params) -> dict[str, NDArray[np.float32]]:
    """Kernels and biases of plain convolutions that say the same."""
    plain = {}
    for name, *_ in LAYERS:
        kernel, bias = np.asarray(params[name]), np.asarray(params[name + "_bias"])
        if name != "o":
            mean, variance = np.asarray(moments[name])
            factor = np.asarray(params[name + "_gain"]) / np.sqrt(variance + 1e-4)
            kernel, bias = kernel * factor, bias - mean * factor
        plain[name], plain[name + "_bias"] = kernel, bias
    return plain


def targets(dice: NDArray[np.float32], side: int) -> tuple[NDArray[np.float32], ...]:
    """What the net should say of a picture `side` px wide with dice (n, 9): pips, x and y of the corners.

    Class 0 to 6, weight, log2 size and direction (2), each (side/4, side/4).
    """
    cells = side // STRIDE
    y, x = np.mgrid[:cells, :cells].astype(np.float32) * STRIDE
    kind = np.zeros((cells, cells), np.float32)
    weight = np.ones((cells, cells), np.float32)
    pose = np.zeros((cells, cells, 3), np.float32)
    for die in dice:
        corners = die[1:].reshape(4, 2)
        c = corners.mean(0)
        a = (corners[1] - corners[0] + corners[2] - corners[3]) / 4
        b = (corners[3] - corners[0] + corners[2] - corners[1]) / 4
        det = a[0] * b[1] - a[1] * b[0]
        dx, dy = x - c[0], y - c[1]
        u, v = (dx * b[1] - dy * b[0]) / det, (dy * a[0] - dx * a[1]) / det
        r = np.sqrt(u * u + v * v)
        weight[r < (0.85 if die[0] else 1.3)] = 0
        if not die[0]:
            continue
        at = r < 0.5
        at[r == r.min()] = True
        kind[at], weight[at] = die[0], 1
        edge = np.sqrt(4 * abs(det))
        fourfold = sum((complex(*side) / np.hypot(*side)) ** 4 for side in (a, b)) / 2
        pose[at] = [np.log2(edge / 24), fourfold.real, fourfold.imag]
    return kind, weight, pose
