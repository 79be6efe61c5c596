"""Draw single dice as nobody's photograph shows them: shape, material, pips, light and direction of view by chance.

A die is a rounded cube of edge 2 centred at 0 with the read face at z = +1. Rays are marched to its signed distance, so
that rounded edges, the sphere that some dice are cut with, and side faces look right.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
EDGE_PX = 44  # length of an edge of a drawn die before it is scaled into a picture
SIDE_PX = 112  # of a drawn die's picture


@dataclass(frozen=True)
class Model:
    """What the dice of one set have in common."""

    rounding: float  # radius of the edges, in half edges
    sphere: float  # radius of the sphere the cube is cut with
    colours: Floats  # (3, 3) RGB 0 to 1, mixed by the marbling
    marbling: tuple[float, float, float]  # frequency, warp, sharpness; frequency 0 is plain
    speckle: float
    translucent: float  # 0 to 1
    pip_colour: Floats  # (3,)
    pip_radius: float
    spread: float  # from the face's centre to the outer pips
    columns: float  # distance of the six's columns from the centre
    ace: float  # how much larger a single pip is
    emblem: int  # petals of the ace's emblem, 0 for a pip
    depth: float  # how deep pips look
    gloss: float
    shininess: float
    ring: float  # darkness of a ring around pips


@dataclass(frozen=True)
class Sprite:
    """A drawn die: premultiplied RGB and cover (SIDE_PX, SIDE_PX, 4) 0 to 1, the read face's corners (4, 2) in px."""

    rgba: Floats
    face_px: Floats
    pips: int


def hue(rng: np.random.Generator, saturation: float, value: float) -> Floats:
    """A colour of chance hue as RGB (3,) 0 to 1."""
    rgb = np.clip(np.abs(np.mod(rng.random() * 6 + np.array([0, 4, 2]), 6) - 3) - 1, 0, 1)
    return (value * (1 - saturation * (1 - rgb))).astype(np.float32)


def colour(rng: np.random.Generator) -> Floats:
    """A colour that dice are made in: white and ivory, black, strong, dull."""
    kind = rng.random()
    if kind < 0.3:
        return np.float32([1, rng.uniform(0.88, 1), rng.uniform(0.7, 1)]) * np.float32(rng.uniform(0.75, 1))
    if kind < 0.42:
        return hue(rng, rng.uniform(0, 0.5), rng.uniform(0.02, 0.15))
    if kind < 0.8:
        return hue(rng, rng.uniform(0.6, 1), rng.uniform(0.3, 1))
    return hue(rng, rng.uniform(0, 0.7), rng.uniform(0.1, 0.9))


def luminance(rgb: Floats) -> float:
    return float(rgb @ np.float32([0.3, 0.59, 0.11]))


def pip_colour(rng: np.random.Generator, body: Floats) -> Floats:
    """A pips' colour that can be told from the body's (3, 3): seldom only just."""
    least = rng.choice([0.07, 0.1, 0.18, 0.3, 0.5], p=[0.1, 0.1, 0.2, 0.25, 0.35])
    for _ in range(40):
        kind = rng.random()
        if kind < 0.35:
            rgb = np.full(3, rng.uniform(0.0, 0.12), np.float32)
        elif kind < 0.65:
            rgb = np.full(3, rng.uniform(0.85, 1), np.float32)
        else:
            rgb = hue(rng, rng.uniform(0.4, 1), rng.uniform(0.1, 1))
        away = min(abs(luminance(rgb) - luminance(c)) + 0.35 * float(np.abs(rgb - c).max()) for c in body)
        if away > least:
            return rgb
    return np.full(3, 0.0 if luminance(body.mean(0)) > 0.45 else 1.0, np.float32)


def draw_model(rng: np.random.Generator) -> Model:
    first = colour(rng)
    kind = rng.random()
    if kind < 0.6:
        colours = np.stack([first] * 3)
    elif kind < 0.85:
        colours = np.stack([first, np.clip(first * rng.uniform(0.3, 1.6), 0, 1), colour(rng)])
    else:
        colours = np.stack([first, first, np.clip(first + rng.normal(0, 0.12, 3), 0, 1)])
    spread = rng.uniform(0.42, 0.6)
    columns = spread * rng.uniform(0.72, 1.02)
    return Model(
        rounding=rng.uniform(0.06, 0.5),
        sphere=rng.choice([9.0, rng.uniform(1.3, 1.7)], p=[0.5, 0.5]),
        colours=colours.astype(np.float32),
        marbling=(0.0, 0.0, 1.0) if kind < 0.5 else (rng.uniform(0.7, 4), rng.uniform(0, 3), rng.uniform(0.7, 5)),
        speckle=rng.choice([0, rng.uniform(0, 0.15)], p=[0.7, 0.3]),
        translucent=rng.choice([0, rng.uniform(0.2, 1)], p=[0.7, 0.3]),
        pip_colour=pip_colour(rng, colours.astype(np.float32)),
        pip_radius=float(min(rng.uniform(0.11, 0.26), 0.44 * spread)),
        spread=spread,
        columns=columns,
        ace=rng.choice([1.0, rng.uniform(1, 1.9)], p=[0.75, 0.25]),
        emblem=int(rng.choice([0, rng.integers(3, 8)], p=[0.95, 0.05])),
        depth=rng.uniform(0, 1),
        gloss=rng.choice([0, rng.uniform(0, 1)], p=[0.3, 0.7]),
        shininess=float(np.exp(rng.uniform(1.5, 5))),
        ring=rng.choice([0, rng.uniform(-0.3, 0.5)], p=[0.75, 0.25]),
    )


def pip_places(pips: int, spread: float, columns: float) -> Floats:
    """Centres (n, 2) of a face's pips."""
    a, b = spread, columns
    places = {
        1: [(0, 0)],
        2: [(-a, -a), (a, a)],
        3: [(-a, -a), (0, 0), (a, a)],
        4: [(-a, -a), (a, a), (-a, a), (a, -a)],
        5: [(-a, -a), (a, a), (-a, a), (a, -a), (0, 0)],
        6: [(-b, -a), (-b, 0), (-b, a), (b, -a), (b, 0), (b, a)],
    }
    return np.float32(places[pips])


def distance(p: Floats, model: Model) -> Floats:
    """Signed distance of points (..., 3) to the die."""
    q = np.abs(p) - (1 - model.rounding)
    box = np.linalg.norm(np.maximum(q, 0), axis=-1) + np.minimum(q.max(-1), 0) - model.rounding
    return np.maximum(box, np.linalg.norm(p, axis=-1) - model.sphere)


def normals(p: Floats, model: Model) -> Floats:
    q = np.abs(p) - (1 - model.rounding)
    n = np.sign(p) * np.maximum(q, 1e-4)
    n /= np.linalg.norm(n, axis=-1, keepdims=True) + 1e-6
    r = np.linalg.norm(p, axis=-1, keepdims=True)
    ball = np.clip((r - model.sphere + 0.03) / 0.03, 0, 1)
    n = n * (1 - ball) + ball * p / r
    return n / (np.linalg.norm(n, axis=-1, keepdims=True) + 1e-6)


def marble(p: Floats, model: Model, rng: np.random.Generator) -> Floats:
    """The body's colour at points (n, 3)."""
    frequency, warp, sharp = model.marbling
    mixed = np.repeat(model.colours[:1], len(p), 0)
    if frequency > 0:
        for other in model.colours[1:]:
            a, b, c = (rng.normal(0, frequency, 3).astype(np.float32) for _ in range(3))
            wave = np.sin(p @ a + warp * np.sin(p @ b + rng.uniform(0, 6)) + np.sin(2 * p @ c) + rng.uniform(0, 6))
            share = 1 / (1 + np.exp(-sharp * 2 * (wave - rng.uniform(-0.3, 0.7))))
            mixed = mixed * (1 - share[:, None]) + other * share[:, None]
    if model.speckle:
        mixed = mixed + rng.normal(0, model.speckle, (len(p), 1)).astype(np.float32)
    return np.clip(mixed, 0, 1)


def paint_pips(
    p: Floats, n: Floats, colours: Floats, model: Model, faces: list[tuple[int, bool, int]], light: Floats
) -> Floats:
    """Put each face's pips on the body's colours (n, 3); the faces are +x, -x, +y, -y, +z, -z as (pips, turned, _)."""
    axis = np.abs(p).argmax(-1)
    side = np.take_along_axis(p, axis[:, None], 1)[:, 0] > 0
    out = colours.copy()
    for k, (pips, turned, mirror) in enumerate(faces):
        at = np.flatnonzero((axis == k // 2) & (side == (k % 2 == 0)))
        if not len(at):
            continue
        uv = np.delete(p[at], k // 2, 1)
        shine = np.delete(light, k // 2)
        uv = uv * np.float32([1, mirror])
        shine = shine * np.float32([1, mirror])
        if turned:
            uv, shine = uv[:, ::-1], shine[::-1]
        radius = model.pip_radius * (model.ace if pips == 1 else 1)
        for place in pip_places(pips, model.spread, model.columns):
            d = uv - place
            r = np.linalg.norm(d, axis=1)
            edge = radius
            if pips == 1 and model.emblem:
                edge = 2.2 * model.pip_radius * (0.7 + 0.3 * np.cos(model.emblem * np.arctan2(d[:, 1], d[:, 0])))
            if model.ring:
                rim = (r < edge * 1.25) & (r >= edge)
                out[at[rim]] = np.clip(out[at[rim]] * (1 - model.ring), 0, 1)
            within = r < edge
            hollow = 1 - 0.5 * model.depth * np.clip(d[within] @ shine / radius, -1, 1)
            out[at[within]] = np.clip(model.pip_colour * hollow[:, None] + 0.06 * (1 - hollow[:, None]), 0, 1)
    return out


def chance_faces(pips: int, rng: np.random.Generator) -> list[tuple[int, bool, int]]:
    """The six faces of a die that shows `pips` at +z; opposite faces sum up to seven."""
    rest = [n for n in range(1, 7) if n not in (pips, 7 - pips)]
    x = int(rng.choice(rest))
    y = int(rng.choice([n for n in rest if n not in (x, 7 - x)]))
    return [(n, bool(rng.random() < 0.5), int(rng.choice([-1, 1]))) for n in (x, 7 - x, y, 7 - y, pips, 7 - pips)]


def draw_die(model: Model, pips: int, tilt_deg: float, rng: np.random.Generator) -> Sprite:
    """A die seen `tilt_deg` from straight above, turned by chance."""
    tilt, turn, roll = np.deg2rad(tilt_deg), rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi)
    eye = np.float32([np.sin(tilt) * np.cos(turn), np.sin(tilt) * np.sin(turn), np.cos(tilt)])
    right = np.float32([-np.sin(turn), np.cos(turn), 0])
    up = np.cross(eye, right).astype(np.float32)
    right, up = right * np.cos(roll) + up * np.sin(roll), up * np.cos(roll) - right * np.sin(roll)
    away = np.float32(np.exp(rng.uniform(np.log(8), np.log(60))))
    fine = 2 * SIDE_PX
    unit = 2 * EDGE_PX / 2  # fine pixels for a half edge
    grid = (np.arange(fine, dtype=np.float32) - fine / 2 + 0.5) / unit
    x, y = (a.ravel() for a in np.meshgrid(grid, grid))
    near = np.flatnonzero(x * x + y * y < 1.8**2)
    rays = x[near, None] * right + y[near, None] * up - away * eye
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)
    p = away * eye + rays * (away - 1.75)
    live = np.arange(len(p))
    for _ in range(14):
        d = distance(p[live], model)
        p[live] += rays[live] * d[:, None]
        live = live[(d > 0.004) & (d < 2)]
    hit = np.flatnonzero(distance(p, model) < 0.03)
    rgb = shade(p[hit], rays[hit], model, chance_faces(pips, rng), rng)
    rgba = np.zeros((fine * fine, 4), np.float32)
    rgba[near[hit], :3] = rgb
    rgba[near[hit], 3] = 1
    small = cv2.resize(rgba.reshape(fine, fine, 4), (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA)
    inset = 1 - 0.3 * model.rounding
    corners = np.float32([(a, b, 1) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]) * [inset, inset, 1]
    scale = away / (away - corners @ eye) * unit / 2
    face = np.stack([corners @ right * scale, corners @ up * scale], 1) + SIDE_PX / 2 - 0.5
    return Sprite(small, face.astype(np.float32), pips)


def shade(
    p: Floats, rays: Floats, model: Model, faces: list[tuple[int, bool, int]], rng: np.random.Generator
) -> Floats:
    """RGB (n, 3) 0 to 1 of points (n, 3) on the die."""
    high, around = rng.uniform(0.25, 1.0), rng.uniform(0, 2 * np.pi)
    flat = np.sqrt(1 - high**2)
    light = np.float32([flat * np.cos(around), flat * np.sin(around), high])
    n = normals(p, model)
    body = marble(p, model, rng)
    painted = paint_pips(p, n, body, model, faces, light)
    ambient = rng.uniform(0.25, 0.9)
    lit = ambient * (0.65 + 0.35 * n[:, 2]) + (1 - ambient) * np.maximum(n @ light, 0) * 1.3
    facing = np.abs((n * rays).sum(1))
    if model.translucent:
        lit = lit * (1 - 0.5 * model.translucent) + 0.5 * model.translucent * (1.25 - 0.6 * facing)
    half = light - rays
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    glint = model.gloss * np.maximum((n * half).sum(1), 0) ** model.shininess * rng.uniform(0, 0.9)
    sky = rays - 2 * (n * rays).sum(1, keepdims=True) * n
    window = rng.normal(0, 1, 3).astype(np.float32)
    sheen = model.gloss * 0.25 / (1 + np.exp(-6 * (sky @ window - rng.uniform(0, 1.2)))) * rng.uniform(0, 1)
    rim = model.gloss * 0.4 * (1 - facing) ** 3
    return np.clip(painted * lit[:, None] + (glint + sheen + rim)[:, None], 0, 1).astype(np.float32)


def draw_sets(count: int, rng: np.random.Generator) -> list[list[Sprite]]:
    """`count` sets of dice, each of twelve views: every face twice."""
    sets = []
    for _ in range(count):
        model = draw_model(rng)
        tilts = np.minimum(np.abs(rng.normal(0, 20, 12)), 43)
        dice = [draw_die(model, 1 + k % 6, float(t), rng) for k, t in enumerate(tilts)]
        sets.append([with_glints(die, rng) if rng.random() < 0.8 * model.gloss else die for die in dice])
    return sets


def with_glints(die: Sprite, rng: np.random.Generator) -> Sprite:
    """The die with what gloss puts on its read face: white bows along its rim and spots, over its pips too."""
    white = np.zeros((SIDE_PX, SIDE_PX), np.float32)
    middle = die.face_px.mean(0)
    to_picture = np.stack([die.face_px[1] - middle, die.face_px[2] - middle]) @ np.float32([[1, 1], [-1, 1]]) / 2
    for _ in range(rng.integers(1, 4)):
        start, radius = rng.uniform(0, 2 * np.pi), rng.uniform(0.3, 0.95)
        length, thick = (rng.uniform(0.5, 2.5), 1) if rng.random() < 0.6 else (rng.uniform(0.01, 0.3), 3)
        angles = start + np.linspace(0, length, 24)
        round_bow = radius * np.stack([np.cos(angles), np.sin(angles)], 1)
        bow = np.clip(round_bow * rng.choice([1, 1.3]), -radius, radius).astype(np.float32)
        at = np.int32((middle + bow @ to_picture) * 8)
        width = int(rng.integers(thick, 2 * thick + 2))
        one = cv2.polylines(np.zeros_like(white), [at], False, float(rng.uniform(0.3, 1)), width, cv2.LINE_AA, 3)
        white = np.maximum(white, cv2.GaussianBlur(one, (0, 0), rng.uniform(0.4, 1.5)))
    rgba = die.rgba.copy()
    rgba[..., :3] += (rgba[..., 3:] - rgba[..., :3]) * np.clip(white, 0, 1)[..., None]
    return Sprite(rgba, die.face_px, die.pips)
