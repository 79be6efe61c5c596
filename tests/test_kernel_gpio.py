"""The button layer on a real kernel: `tests/kernel/guest/real_lines.py` in a virtual machine with simulated GPIO lines.

The kernel is fetched once into build/kernel; the rest is this environment's own Python and packages.
"""

import importlib.metadata
import platform
import shutil
import subprocess
from pathlib import Path

import pytest
from kernel import initramfs, vm

HERE = Path(__file__).parent / "kernel"
ROOT = HERE.parent.parent
KERNEL = ROOT / "build" / "kernel"
PACKAGES = ["gpiozero", "lgpio", "msgspec", "pytest"]
INSTALL = "hardware/apt.sh qemu-system-x86 xz-utils binutils"


def prepared(out: Path) -> Path:
    """The guest's file system; fails the test with what is missing."""
    if not shutil.which(vm.QEMU):
        pytest.fail(f"{vm.QEMU} is missing; run: {INSTALL}", pytrace=False)
    fetched = subprocess.run([HERE / "fetch_kernel.sh", KERNEL], capture_output=True, text=True)
    if fetched.returncode:
        pytest.fail(f"the kernel cannot be fetched: {fetched.stderr}", pytrace=False)
    trees = {HERE / "guest": "/guest", ROOT / "device": "/site/device"}
    try:
        initramfs.build(out, KERNEL, PACKAGES, trees)
    except importlib.metadata.PackageNotFoundError as missing:
        pytest.fail(f"{missing}; run: make .venv/installed-test", pytrace=False)
    return out


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the guest runs this machine's Python on an x86-64 kernel")
def test_buttons_keep_their_times_and_their_order_on_a_real_kernel(tmp_path: Path) -> None:
    guest = ["-m", "pytest", "-q", "--color=no", "--tb=short", "-p", "no:cacheprovider", "/guest/real_lines.py"]
    status, console = vm.run(KERNEL, prepared(tmp_path / "initramfs.cpio"), guest, timeout_s=150)
    if status != 0:
        pytest.fail(f"in the guest (exit status {status}):\n{console}", pytrace=False)
