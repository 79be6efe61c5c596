from pathlib import Path

import msgspec
import pytest

from device.games import box_of
from device.rules.italia import components as italia
from device.verdict_scoring import VerdictCount
from vision.reading import BoardReading, Face, Sighting

PHOTOS = Path(__file__).parent / "data" / "photos"


def true_reading(folder: Path, picture: str) -> BoardReading:
    """What perfect eyes would read."""
    truth = msgspec.json.decode((folder / "truth.json").read_bytes())["pictures"][picture]
    return BoardReading(
        0,
        0,
        tuple(
            Sighting(p["kind"], Face(p["face"]), p["label"] if p["face"] == "up" else None, *_pose(p), 0.99)
            for p in truth["pieces"]
            if p["in_frame"] > 0
        ),
    )


def _pose(piece: dict[str, float]) -> tuple[float, float, float]:
    return piece["x_mm"], piece["y_mm"], piece["rotation_deg"]


@pytest.mark.parametrize(
    ("game", "what", "count"), [("italia", "chain and its score", 6), ("pizzeria", "slices and portions", 1)]
)
def test_the_truth_is_judged_right_and_a_piece_less_is_asked_about(game: str, what: str, count: int) -> None:
    folder = PHOTOS / game
    counting = VerdictCount(folder, box_of("italia", italia.load, None))
    reading = true_reading(folder, "009.jpg")
    counting.take("009.jpg", reading)
    assert counting.counts[what] == {"right": count}
    counting.take("009.jpg", BoardReading(0, 0, reading.sightings[1:]))
    assert counting.counts[what]["ask"] == 1
    assert counting.counts[what]["wrong"] == 0
    assert f"{what:28}" in str(counting)
