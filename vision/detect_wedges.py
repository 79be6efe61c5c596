"""Proposes where slices lie: two sides that meet in a point, and an arc around it."""

from math import degrees

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import FACING_STEPS, TURN_STEP_DEG, TURNS, Candidate, TurnedFrame, by_facing, spread
from vision.edges import CELL_MM, EdgePoints, TopView
from vision.kinds import Kind, half_angle

Cells = NDArray[np.float32]

_LEAST = 1.3  # of two sides and an arc, each up to 1
_START, _END = 0.1, 0.95  # shares of a side that are looked at: at its ends others meet
_FULL = 200  # what stands for a whole side while it is turned back
_ARC_BINS = 36
_CONSIDERED = 4000
_BEYOND_MM, _NEARLY = (8.0, 12.0, 16.0), 0.6
_NEAR_MM, _NEAR_DEG = 6.0, 7.0


def find_wedges(view: TopView, edges: EdgePoints, kind: Kind, most: int = 90) -> list[Candidate]:
    """Slices whose sides and arc show at one of 72 rotations, best first."""
    half = half_angle(kind.width_mm, kind.height_mm)
    sides, arcs = _side_shares(view, edges, kind.height_mm), _arc_shares(view, edges, kind.height_mm, half)
    found: list[Candidate] = []
    steps = len(sides)
    for number in range(steps):
        axis_deg = number * TURN_STEP_DEG
        left, right = (round((axis_deg + sign * degrees(half)) / TURN_STEP_DEG) % steps for sign in (-1, 1))
        votes = cv2.addWeighted(sides[left], 1 / _FULL, sides[right], 1 / _FULL, 0.0, dtype=cv2.CV_32F)
        votes += arcs[number // 2] if number % 2 == 0 else (arcs[number // 2] + arcs[(number // 2 + 1) % _ARC_BINS]) / 2
        highest = cv2.dilate(votes, np.ones((5, 5), np.uint8))
        outward = np.array([np.cos(np.radians(axis_deg)), np.sin(np.radians(axis_deg))])
        top = (votes >= highest) & (votes > _LEAST)
        for row, column in [*np.argwhere(top), *_farther_out(votes, top, outward)]:
            x_mm, y_mm = (np.array([column, row]) + 0.5) * CELL_MM + view.origin_mm + outward * kind.height_mm / 2
            turn_deg = (axis_deg + 90) % 360
            found.append(Candidate(kind.name, float(x_mm), float(y_mm), turn_deg, float(votes[row, column])))
    found.sort(key=lambda c: -c.votes)
    return spread(found[:_CONSIDERED], _NEAR_MM, _NEAR_DEG, 360.0, most)


def _farther_out(votes: Cells, top: NDArray[np.bool_], outward: NDArray[np.float64]) -> NDArray[np.intp]:
    """Cells farther along the axis than the most voted ones where nearly as many votes are, shape (n, 2).

    The line between a topping and its crust may be sharper than the outer edge.
    """
    cells = np.argwhere(top)
    steps = np.rint(np.array(_BEYOND_MM)[:, None] / CELL_MM * outward[::-1]).astype(np.intp)
    moved = (cells[:, None] + steps).reshape(-1, 2)
    inside = ((moved >= 0) & (moved < votes.shape)).all(axis=1)
    before = np.repeat(cells, len(steps), axis=0)[inside]
    moved = moved[inside]
    good = votes[tuple(moved.T)] > np.maximum(_LEAST, _NEARLY * votes[tuple(before.T)])
    return np.asarray(moved[good])


def _side_shares(view: TopView, edges: EdgePoints, length_mm: float) -> NDArray[np.uint8]:
    """How much of a side would show that starts in a cell and runs in one of 72 directions.

    Shape (directions, rows, columns) in cells of the view, 200 for a whole side.
    """
    middle = np.array([view.width / 2, view.height / 2]) + view.origin_mm
    points, starts = by_facing(edges, middle)
    rows, columns = view.height // CELL_MM + 1, view.width // CELL_MM + 1
    length = round(length_mm * (_END - _START) / CELL_MM)
    far = length_mm * (_START + _END) / 2 / CELL_MM  # from a side's start to the middle of what is looked at
    shares = np.zeros((4 * TURNS, rows, columns), np.uint8)
    for number in range(2 * TURNS):
        frame = TurnedFrame.over(view, number * TURN_STEP_DEG)
        cells = frame.cells(points[:, starts[2 * number] : starts[2 * number + FACING_STEPS]])
        wide = cv2.dilate(cells, np.ones((1, 3), np.uint8))
        sums = cv2.boxFilter(wide, cv2.CV_16U, (1, length), normalize=False, borderType=cv2.BORDER_CONSTANT)
        share = cv2.convertScaleAbs(sums, alpha=_FULL / (255 * length))
        for direction, sign in ((number + TURNS, 1), (number - TURNS, -1)):
            back = frame.from_view(view, sign * far)
            flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            shares[direction % (4 * TURNS)] = cv2.warpAffine(share, back, (columns, rows), flags=flags)
    return shares


def _arc_shares(view: TopView, edges: EdgePoints, radius_mm: float, half: float) -> Cells:
    """How much of an arc would show around each cell towards one of 36 directions, (directions, rows, columns)."""
    rows, columns = view.height // CELL_MM + 1, view.width // CELL_MM + 1
    step_deg = 360 / _ARC_BINS
    facing_deg = np.degrees(np.arctan2(edges.across_y, edges.across_x))
    at, weights = [], []
    for radius, turn_deg in ((radius_mm, 0), (-radius_mm, 180)):
        bins = ((facing_deg + (turn_deg + step_deg / 2)) / step_deg).astype(np.int32) % _ARC_BINS
        column = ((edges.x_mm - radius * edges.across_x - view.origin_mm[0]) / CELL_MM).astype(np.int32)
        row = ((edges.y_mm - radius * edges.across_y - view.origin_mm[1]) / CELL_MM).astype(np.int32)
        inside = (column >= 0) & (column < columns) & (row >= 0) & (row < rows)
        at.append(((bins * rows + row) * columns + column)[inside])
        weights.append(edges.weight[inside])
    votes = np.bincount(np.concatenate(at), np.concatenate(weights), _ARC_BINS * rows * columns)
    layers = votes.astype(np.float32).reshape(_ARC_BINS, rows, columns)
    blurred: Cells = np.asarray([cv2.blur(layer, (3, 3)) for layer in layers], np.float32)
    spread = degrees(half) / step_deg - 0.5  # bins on either side of the middle one
    whole = int(spread)
    total = (spread - whole) * (np.roll(blurred, whole + 1, axis=0) + np.roll(blurred, -whole - 1, axis=0))
    for k in range(-whole, whole + 1):
        total = total + np.roll(blurred, k, axis=0)
    return np.asarray(np.minimum(total * (9 / (2 * half * radius_mm)), 1.0), np.float32)
