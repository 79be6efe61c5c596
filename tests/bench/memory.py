"""How long the table takes from its start to ready, and the memory that it holds once the ring of pictures is full."""

import tempfile
import time
from pathlib import Path

from device.config import Config
from tests.table_process import Screen, Server, free_port

MOVES_S = 0.1  # between two pictures that differ


def resident_mb(pid: int, what: str) -> float:
    """`VmRSS` now or `VmHWM` at most, of a process."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(what)) / 1024


def main() -> None:
    """Print the figures."""
    ring = Config().camera.ring_frames
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), free_port())
        begun_s = time.monotonic()
        server.start()
        screen = Screen(server.url)
        print(f"start to a screen that shows the table: {time.monotonic() - begun_s:.1f} s")
        screen.wait_for(lambda view: len(view["board"]["pieces"]) >= 19)
        print(f"start to a table that was read: {time.monotonic() - begun_s:.1f} s")
        worker = server.worker()
        assert worker is not None
        print(f"memory of the worker before: {resident_mb(worker, 'VmRSS'):.0f} MB")
        for number in range(3 * ring):
            screen.ask("sim", {"action": "hand", "x_mm": 300.0 + number, "y_mm": 400.0})
            time.sleep(MOVES_S)
        now_mb, most_mb = resident_mb(worker, "VmRSS"), resident_mb(worker, "VmHWM")
        print(f"memory with a ring of {ring} different pictures: {now_mb:.0f} MB (at most {most_mb:.0f} MB)")
        screen.close()
        server.stop()


if __name__ == "__main__":
    main()
