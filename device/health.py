"""How the table is: what the referee sees of camera, buttons, log, disk and recording."""

import shutil
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from device.buttons import Debouncer
from device.eyes import Eyes
from device.gpio import Buttons
from device.pictures import Pictures
from device.recording import Recording
from device.table import Table
from device.wiring import Wiring

LOW_DISK_MB = 500
EVERY_S = 2.0


class Health:
    """Looks at everything every few seconds; `read` may be called from any thread."""

    def __init__(
        self,
        eyes: Eyes,
        debouncer: Debouncer,
        buttons: Buttons,
        wiring: Wiring,
        pictures: Pictures,
        recording: Recording,
        table: Table,
        folder: Path,
    ) -> None:
        self._eyes = eyes
        self._debouncer = debouncer
        self._buttons = buttons
        self._wiring = wiring
        self._pictures = pictures
        self._recording = recording
        self._table = table
        self._folder = folder
        self._frames_per_second = 0.0

    def run(self, stop: threading.Event, changed: Callable[[], None], start_again: Callable[[], None]) -> None:
        """Count pictures and tell of changes until `stop`; for a thread of the caller's.

        Calls `start_again` when no edges can arrive any more: nothing within this process can mend that.
        """
        frames, at_s, last = self._eyes.frames, time.monotonic(), self.read()
        while not stop.wait(EVERY_S):
            now_frames, now_s = self._eyes.frames, time.monotonic()
            self._frames_per_second = round((now_frames - frames) / (now_s - at_s), 1)
            frames, at_s = now_frames, now_s
            now = self.read()
            if now != last:
                changed()
            last = now
            if not self._buttons.alive():
                start_again()
                return

    def read(self) -> Mapping[str, Any]:
        """Everything, JSON-ready."""
        failing = self._table.failing
        recording = self._recording.state
        return {
            "camera": self._camera(),
            "markers": [{"id": marker, "seen": marker in self._eyes.markers} for marker in range(4)],
            "buttons": self._lines(),
            "log": {
                "state": "failing" if failing else "ok",
                "events": len(self._table.entries),
                "sentence": failing or "",
            },
            "disk": self._disk(),
            "recording": {
                "on": recording.on,
                "mb": round(recording.bytes / 1e6, 1),
                "limit_mb": self._recording.limit_mb,
                "sentence": recording.sentence,
            },
        }

    def _camera(self) -> dict[str, Any]:
        if self._eyes.camera_lost:
            state, sentence = "lost", self._eyes.camera_lost
        elif self._eyes.trouble:
            state, sentence = "problem", self._eyes.trouble
        else:
            state, sentence = ("ok", "") if self._eyes.frames else ("starting", "")
        return {"state": state, "sentence": sentence, "frames_per_second": self._frames_per_second}

    def _lines(self) -> list[dict[str, Any]]:
        roles: dict[int, dict[str, Any]] = {
            line: {"seat": seat, "slot": slot, "role": "claim"}
            for line, (seat, slot) in self._wiring.claim_by_line.items()
        }
        for role, line in (("go", self._wiring.go), ("hold", self._wiring.hold)):
            if line is not None:
                roles[line] = {"seat": None, "slot": None, "role": role}
        lost = self._buttons.lost()
        return [
            {
                "line": health.line,
                **roles[health.line],
                "state": health.state,
                "presses": health.presses,
                "sentence": _note(health.vetoed, health.drops + lost.get(health.line, 0)),
            }
            for health in self._debouncer.health()
        ]

    def _disk(self) -> dict[str, Any]:
        try:
            free_mb = shutil.disk_usage(self._folder).free // 1_000_000
        except OSError as error:
            return {"free_mb": 0, "state": "low", "sentence": f"The disk cannot be asked: {error}."}
        low = free_mb < LOW_DISK_MB
        sentence = f"Only {free_mb} MB are free; make room." if low else self._pictures.failing or ""
        return {"free_mb": free_mb, "state": "low" if low else "ok", "sentence": sentence}


def _note(vetoed: int, drops: int) -> str:
    parts = ([f"{vetoed} pulses were no press"] if vetoed else []) + ([f"edges lost {drops} times"] if drops else [])
    return ", ".join(parts)
