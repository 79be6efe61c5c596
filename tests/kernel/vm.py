"""One run of a command in a guest whose kernel has simulated GPIO chips.

The guest runs on a virtual clock: one instruction is one nanosecond and idle time is jumped over, so that what this
machine is busy with does not show in the guest's timing. It has one processor and no network.
"""

import base64
import json
import re
import subprocess
from pathlib import Path

QEMU = "qemu-system-x86_64"
VIRTUAL_CLOCK = ["-accel", "tcg,thread=single", "-cpu", "max", "-icount", "shift=0,sleep=off", "-rtc", "clock=vm"]
QUICK_BOOT = "mitigations=off rodata=off init_on_alloc=0 nokaslr random.trust_cpu=on"
PI_4B = "c03115"


def run(kernel: Path, initramfs: Path, command: list[str], timeout_s: float) -> tuple[int | None, str]:
    """Exit status of the guest's Python with these arguments (None: it came to no end), and what its console said."""
    told = base64.b64encode(json.dumps(command).encode()).decode()
    kernel_line = f"console=ttyS0 quiet panic=-1 rdinit=/init {QUICK_BOOT} guest.revision={PI_4B} guest.run={told}"
    qemu = [
        *(QEMU, *VIRTUAL_CLOCK, "-M", "q35", "-m", "256M", "-smp", "1", "-nodefaults", "-display", "none"),
        *("-no-reboot", "-net", "none", "-serial", "stdio"),
        *("-kernel", str(kernel / "vmlinuz"), "-initrd", str(initramfs), "-append", kernel_line),
    ]
    try:
        done = subprocess.run(
            qemu, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=timeout_s
        )
        console = done.stdout
    except subprocess.TimeoutExpired as expired:
        console = expired.stdout or b""
    text = console.decode(errors="replace").replace("\r", "")
    status = re.search(r"^guest: exit status (\d+)$", text, re.MULTILINE)
    return (int(status[1]) if status else None), text
