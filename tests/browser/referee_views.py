"""The same moments as a referee sees them: with the health of the table and the board as the camera reads it."""

from typing import Any

from browser.views import PIZZAS, TOKENS, View

CAMERA = {"ok": "30 pictures a second.", "lost": "The camera does not answer. Check its ribbon cable."}
WIRING = {17: (0, 0), 27: (0, 1), 22: (0, 2), 5: (1, 0), 6: (1, 1), 13: (1, 2), 19: (2, 0), 26: (2, 1), 21: (2, 2)}
STUCK_LINE = 26


def for_referee(view: View, camera: str = "ok") -> View:
    """`view` with all that only a referee is shown."""
    return {**view, "role": "referee", "health": health(camera), "board": board(view["game"])}


def health(camera: str) -> dict[str, Any]:
    """A table with a stuck button and a covered marker."""
    return {
        "camera": {"state": camera, "sentence": CAMERA[camera], "frames_per_second": 29.7},
        "markers": [{"id": marker, "seen": marker != 2} for marker in range(4)],
        "buttons": [claim_button(line) for line in WIRING] + [referee_button(2, "go"), referee_button(3, "hold")],
        "log": {"state": "ok", "events": 412, "sentence": ""},
        "disk": {"free_mb": 31000, "state": "ok", "sentence": ""},
        "recording": {"on": False, "mb": 0.0, "limit_mb": 500, "sentence": ""},
    }


def claim_button(line: int) -> dict[str, Any]:
    seat, slot = WIRING[line]
    stuck = line == STUCK_LINE
    return {
        "line": line,
        "seat": seat,
        "slot": slot,
        "role": "claim",
        "state": "stuck" if stuck else "up",
        "presses": line,
        "sentence": "Down for 40 s; look at its spring." if stuck else "",
    }


def referee_button(line: int, role: str) -> dict[str, Any]:
    return {"line": line, "seat": None, "slot": None, "role": role, "state": "up", "presses": 0, "sentence": ""}


def board(game: View | None) -> dict[str, Any]:
    """The board as it would be read when all goes well."""
    tokens = game["tokens"] if game else []
    slots = [slot for slot in game["slots"] if slot["pizza"]] if game else []
    discs = [
        piece(token["piece"], "disc", token["face"], token["kind"], token["x_mm"], token["y_mm"]) for token in tokens
    ]
    squares = [
        piece(100 + slot["slot"], "square", "up", slot["pizza"]["id"], 340 + 220 * slot["slot"], 180) for slot in slots
    ]
    return {
        "surface_mm": [1120, 630],
        "pieces": discs + squares,
        "labels": {"disc": [*TOKENS, "cheese", "fly"], "square": PIZZAS},
        "hand": False,
    }


def piece(number: int, kind: str, face: str, label: str | None, x_mm: float, y_mm: float) -> dict[str, Any]:
    return {
        "id": number,
        "kind": kind,
        "face": face,
        "label": label,
        "x_mm": x_mm,
        "y_mm": y_mm,
        "rotation_deg": 3.0,
        "confidence": 0.97,
    }
