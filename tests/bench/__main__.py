"""Run all benchmarks and print their tables: `python -m tests.bench`; `python -m tests.bench log verdict` runs some."""

import importlib
import os
import platform
import sys
from pathlib import Path

import cv2

HERE = Path(__file__).parent


def main() -> None:
    """Print the machine, then each benchmark's tables."""
    sys.path.insert(0, str(HERE.parent))
    names = sys.argv[1:] or sorted(path.stem for path in HERE.glob("*.py") if not path.stem.startswith("_"))
    cores, python = os.cpu_count(), platform.python_version()
    print(f"{platform.machine()}, {cores} cores, Python {python}, OpenCV {cv2.__version__}, {platform.system()}")
    for name in names:
        print(f"\n== {name}", flush=True)
        importlib.import_module(f"tests.bench.{name}").main()


if __name__ == "__main__":
    main()
