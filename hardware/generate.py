"""Write the wiring table of the build guide and the example configuration from the program's own declarations."""

from pathlib import Path

from device.config import example
from device.wiring import DEFAULT_WIRING, wiring_table

ROOT = Path(__file__).parent.parent
BEGIN, END = "<!-- wiring: written by hardware/generate.py -->\n", "<!-- end of wiring -->"


def main() -> None:
    """Rewrite both files in place."""
    guide = ROOT / "hardware" / "README.md"
    before, _, rest = guide.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    guide.write_text(f"{before}{BEGIN}{wiring_table(DEFAULT_WIRING)}{END}{after}", encoding="utf-8")
    (ROOT / "systemd" / "config.toml").write_text(example(), encoding="utf-8")


if __name__ == "__main__":
    main()
