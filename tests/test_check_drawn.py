"""The live check on drawn tables that make it hard: grain, lamp light, dark backs on dark wood, careless rows."""

from random import Random

import numpy as np
import pytest

from device.enrolling import expected_rows
from device.games import layouts
from vision.check import check_layout
from vision.lens import Lens
from vision.scene import DrawnPiece, Scene, render

ROWS = layouts()["xxl"].rows
SIZE_MM = {"disc": 34.0, "square": 81.0}
GAP_MM, SLOP_MM, SLOP_DEG = 13.0, 2.0, 3.0


def laid_out(random: Random) -> list[DrawnPiece]:
    """The house set in its rows, as carelessly as people do it."""
    pieces, top_mm = [], 20.0
    for row in ROWS:
        left_mm, high_mm = 100.0, max(SIZE_MM[piece.kind] for piece in row.pieces)
        for piece in row.pieces:
            half_mm = SIZE_MM[piece.kind] / 2
            x_mm, y_mm = (at + random.uniform(-SLOP_MM, SLOP_MM) for at in (left_mm + half_mm, top_mm + high_mm / 2))
            label = piece.label.removesuffix(" (back)")
            turn_deg = random.uniform(-SLOP_DEG, SLOP_DEG)
            pieces.append(DrawnPiece(piece.kind, label, x_mm, y_mm, turn_deg, label == piece.label))
            left_mm += 2 * half_mm + GAP_MM
        top_mm += high_mm + GAP_MM
    return pieces


@pytest.mark.parametrize(("table", "light"), [("wood", "lamp"), ("wood", "daylight"), ("cloth", "dim")])
def test_every_piece_is_found_and_named(table: str, light: str) -> None:
    pieces = laid_out(Random(5))
    check = check_layout(render(Scene(tuple(pieces), light=light, table=table)), expected_rows(ROWS))
    assert [finding.sentence for finding in check.findings if finding.blocks] == []
    for piece, (_, shape) in zip(pieces, check.named.pieces, strict=True):
        assert np.hypot(shape.x_mm - piece.x_mm, shape.y_mm - piece.y_mm) < 4


def test_a_camera_mounted_upside_down_reads_the_same_rows() -> None:
    pieces = laid_out(Random(6))
    turned = np.ascontiguousarray(render(Scene(tuple(pieces)))[::-1, ::-1])
    check = check_layout(turned, expected_rows(ROWS))
    assert check.ready
    assert [label for label, _ in check.named.pieces] == [piece.label for row in ROWS for piece in row.pieces]


def test_a_missing_back_is_told() -> None:
    pieces = laid_out(Random(7))
    check = check_layout(render(Scene((*pieces[:-2], pieces[-1]), light="lamp")), expected_rows(ROWS))
    assert [finding.labels for finding in check.findings if finding.blocks] == [("mushroom (back)",)]


def test_the_pieces_are_measured_through_a_lens_that_is_known() -> None:
    lens = Lens(2304, 1296, 0.77 * 2304, (1152.0, 648.0), -0.025, 0.0)
    check = check_layout(render(Scene()), expected_rows(ROWS), lens=lens)
    assert check.calibration is not None
    assert check.calibration.centre_px == lens.centre_px
