"""Reads the dice on the calibrated surface, where their size is known."""

import numpy as np
from numpy.typing import NDArray

from vision.dice_net import Die, find_dice
from vision.edges import TopView
from vision.frames import BgrImage
from vision.kinds import DIE
from vision.reading import Face, Sighting

_SIZES = 0.85, 1.2  # of the expected edge: farther corners, nearer upper faces, and all in one look of the net


def dice_sightings(image: BgrImage, view: TopView, dice_mm: float) -> list[Sighting]:
    """The dice in a part of the surface, with their pips as names; no name where these cannot be told."""
    calibration = view.calibration
    corners_mm = view.origin_mm + np.array([(0, 0), (view.width, 0), (view.width, view.height), (0, view.height)])
    edges = calibration.to_px(np.concatenate([corners_mm, (corners_mm + np.roll(corners_mm, 1, axis=0)) / 2]))
    height, width = image.shape[:2]
    left, top = np.clip(np.floor(edges.min(axis=0)), 0, (width, height)).astype(int)
    right, bottom = np.clip(np.ceil(edges.max(axis=0)), 0, (width, height)).astype(int)
    if right - left < dice_mm or bottom - top < dice_mm:
        return []
    edge_px = dice_mm * calibration.px_per_mm
    found = find_dice(image[top:bottom, left:right], (_SIZES[0] * edge_px, _SIZES[1] * edge_px))
    sightings = [_sighting(die, np.array([left, top]), view, dice_mm) for die in found]
    return [s for s in sightings if view.shows(s.x_mm, s.y_mm)]


def _sighting(die: Die, origin_px: NDArray[np.intp], view: TopView, dice_mm: float) -> Sighting:
    """A die where it stands: its upper face is nearer to the camera than the surface."""
    turn = np.radians(die.rotation_deg)
    middle_px = origin_px + np.array([die.x_px, die.y_px])
    along_px = middle_px + die.edge_px * np.array([np.cos(turn), np.sin(turn)])
    seen_mm = view.calibration.to_mm(np.array([middle_px, along_px]))
    across, down = seen_mm[1] - seen_mm[0]
    x_mm, y_mm = view.calibration.lowered(seen_mm[0], dice_mm)
    return Sighting(
        DIE,
        Face.UP,
        None if die.pips is None else str(die.pips),
        round(float(x_mm), 2),
        round(float(y_mm), 2),
        float(np.degrees(np.arctan2(down, across))) % 90,
        round(die.confidence, 3),
    )
