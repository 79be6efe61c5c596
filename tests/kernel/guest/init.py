"""The guest's first process: mount, load the GPIO simulator, run one command, switch off.

The command stands on the kernel's command line as guest.run=<base64 of a JSON list of Python's arguments>. Its exit
status goes to the host as the last line of the console.
"""

import atexit
import base64
import ctypes
import json
import os
import subprocess
import sys
import time
from pathlib import Path

FINIT_MODULE = 313  # the system call's number on x86-64
POWER_OFF = 0x4321FEDC
BIND = 4096
libc = ctypes.CDLL(None, use_errno=True)


def mount(kind: str, where: str, flags: int = 0) -> None:
    """Mount a kernel file system, or bind a file over another."""
    if not Path(where).exists():
        Path(where).mkdir(parents=True)
    if libc.mount(kind.encode(), where.encode(), kind.encode(), flags, None):
        raise OSError(ctypes.get_errno(), f"mount {kind} on {where}")


def load(module: Path) -> None:
    """Load a kernel module."""
    file = os.open(module, os.O_RDONLY | os.O_CLOEXEC)
    if libc.syscall(FINIT_MODULE, file, b"", 0):
        raise OSError(ctypes.get_errno(), f"load {module}")
    os.close(file)


def option(name: str) -> str:
    """A word of the kernel's command line."""
    words = Path("/proc/cmdline").read_text().split()
    return next(word.partition("=")[2] for word in words if word.startswith(f"{name}="))


def pretend_to_be_a_pi() -> None:
    """gpiozero asks which Pi it is on; answer as a Pi would, in /proc/cpuinfo."""
    told = Path("/proc/cpuinfo").read_text() + f"\nRevision\t: {option('guest.revision')}\n"
    Path("/run/cpuinfo").write_text(told)
    mount("/run/cpuinfo", "/proc/cpuinfo", BIND)


def main() -> int:
    """Run the command; gives its exit status."""
    for kind, where in (("proc", "/proc"), ("sysfs", "/sys"), ("devtmpfs", "/dev")):
        mount(kind, where)
    for name in ("configfs", "dev-sync-probe", "gpio-sim"):
        if Path(f"/modules/{name}.ko").exists():
            load(Path(f"/modules/{name}.ko"))
    mount("configfs", "/sys/kernel/config")
    pretend_to_be_a_pi()
    command = json.loads(base64.b64decode(option("guest.run")))
    surroundings = {
        "PATH": "/bin:/usr/bin",
        "HOME": "/root",
        "PYTHONPATH": "/site:/guest",
        "LANG": "C.UTF-8",
        "PYTHONUNBUFFERED": "1",
    }
    return subprocess.call([sys.executable, "-B", *command], env=surroundings, cwd="/work")


def switch_off() -> None:
    """End the guest; whatever was printed has left by then."""
    time.sleep(0.05)
    libc.reboot(POWER_OFF)


if __name__ == "__main__":
    atexit.register(switch_off)  # runs after a traceback, too: the first process must not just die
    sys.stdout.write(f"guest: exit status {main()}\n")
    sys.stdout.flush()
