"""Lays the pieces of an enrolment exactly over each other, by what the faces of a kind have in common.

A shadow along one side or a crease of the table pulls an outline; the same frame, crust or back on most pieces tells.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.frames import BgrImage
from vision.grids import inside_level
from vision.kinds import Kind
from vision.outline import Outline
from vision.sampling import Place
from vision.surface import Calibration

Placed = tuple[str, Kind, Outline]

_IN_COMMON = 0.5  # likeness of a face to the mean of all from which it may be moved
_PER_STEP = 0.02  # likeness that a move by one millimetre or degree must bring
_LEAST_PIECES = 5
_STEPS_MM, _TURNS_DEG = np.arange(-2.0, 2.1, 0.5), np.arange(-2.0, 2.1, 1.0)
_ROUNDS = 2


def aligned(image: BgrImage, calibration: Calibration, placed: list[Placed]) -> list[Placed]:
    """The pieces (name, kind, outline) with outlines moved by up to 2 mm and 2 degrees."""
    for kind in {kind for _, kind, _ in placed if kind.turns}:
        of_kind = [i for i, (_, other, _) in enumerate(placed) if other == kind]
        if len(of_kind) >= _LEAST_PIECES:
            for _ in range(_ROUNDS):
                moved = _aligned(image, calibration, kind, [placed[i][2] for i in of_kind])
                for i, outline in zip(of_kind, moved, strict=True):
                    placed[i] = placed[i][0], kind, outline
    return placed


def _aligned(image: BgrImage, calibration: Calibration, kind: Kind, outlines: list[Outline]) -> list[Outline]:
    level = inside_level(kind)
    poses = np.stack(np.meshgrid(_STEPS_MM, _STEPS_MM, _TURNS_DEG), axis=-1).reshape(-1, 3)
    still = np.zeros((1, 3))
    looks = [level.normal(image, _place(calibration, o), o.rotation_deg, still)[0] for o in outlines]
    total = np.sum(looks, axis=0)
    moved = []
    for outline, look in zip(outlines, looks, strict=True):
        others = (total - look) / np.linalg.norm(total - look)
        likeness = level.normal(image, _place(calibration, outline), outline.rotation_deg, poses) @ others
        worth = likeness - _PER_STEP * np.abs(poses).sum(axis=1)
        moved.append(_moved(outline, poses[int(worth.argmax())]) if likeness.max() >= _IN_COMMON else outline)
    return moved


def _place(calibration: Calibration, outline: Outline) -> Place:
    return Place.on(calibration, outline.x_mm, outline.y_mm)


def _moved(outline: Outline, pose: NDArray[np.float64]) -> Outline:
    x_mm, y_mm, turn_deg = (float(value) for value in pose)
    return replace(
        outline,
        x_mm=outline.x_mm + x_mm,
        y_mm=outline.y_mm + y_mm,
        rotation_deg=outline.rotation_deg + turn_deg,
    )
