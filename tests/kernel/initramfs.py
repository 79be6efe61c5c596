"""A file system for the guest: this very Python, some of its packages, our code and the kernel's modules.

The archive is written here, so neither root nor loop devices nor any tool but `ldd` are needed. The interpreter and its
standard library keep their paths; packages go to /site, the guest's own programs to /guest.
"""

import importlib.metadata
import os
import py_compile
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

MODULES = ("configfs", "dev-sync-probe", "gpio-sim")
UNUSED_LIBRARY = {
    "__phello__", "__pycache__", "config", "curses", "dbm", "dist-packages", "distutils", "ensurepip", "idlelib",
    "lib2to3", "pydoc_data", "site-packages", "sqlite3", "test", "tests", "tkinter", "turtledemo", "venv", "wsgiref",
}  # fmt: skip
UNUSED_EXTENSION = re.compile(r"_(ssl|hashlib|sqlite3|tkinter|curses|dbm|gdbm|crypt|test|ctypes_test|xx|codecs)|nis|xx")


class Archive:
    """A cpio archive in the format that the kernel unpacks (newc)."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb")
        self._count = 0
        self._seen: set[str] = set()

    def _entry(self, name: str, mode: int, data: bytes = b"") -> None:
        self._count += 1
        encoded = name.encode() + b"\0"
        fields = (self._count, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(encoded), 0)
        head = b"070701" + b"".join(b"%08x" % value for value in fields)
        for block in (head + encoded, data):
            self._file.write(block + b"\0" * (-len(block) % 4))

    def folder(self, path: str) -> None:
        """Add a folder and those above it."""
        path = path.strip("/")
        if path and path not in self._seen:
            self.folder(str(Path(path).parent) if "/" in path else "")
            self._seen.add(path)
            self._entry(path, 0o040755)

    def file(self, path: str, data: bytes, mode: int = 0o644) -> None:
        """Add a file with this content."""
        path = path.strip("/")
        if path not in self._seen:
            self.folder(str(Path(path).parent))
            self._seen.add(path)
            self._entry(path, 0o100000 | mode, data)

    def copy(self, source: Path, path: str = "") -> None:
        """Add a file of this machine, programs without their debug information."""
        data = source.read_bytes()
        if data[:4] == b"\x7fELF" and source.suffix != ".ko":
            data = _stripped(source, data)
        self.file(path or str(source), data, source.stat().st_mode & 0o777)

    def close(self) -> None:
        """Finish the archive."""
        self._entry("TRAILER!!!", 0)
        self._file.close()


def _stripped(source: Path, data: bytes) -> bytes:
    if not shutil.which("strip"):
        return data
    with tempfile.NamedTemporaryFile() as out:
        done = subprocess.run(["strip", "--strip-unneeded", "-o", out.name, str(source)], capture_output=True)
        return data if done.returncode else Path(out.name).read_bytes()


def _libraries(program: Path) -> set[str]:
    told = subprocess.run(["ldd", str(program)], text=True, capture_output=True).stdout
    return set(re.findall(r"(/\S+) \(0x", told))


def _compiled(source: Path, shown: str) -> bytes:
    unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
    with tempfile.NamedTemporaryFile(suffix=".pyc") as out:
        py_compile.compile(str(source), cfile=out.name, dfile=shown, doraise=True, invalidation_mode=unchecked)
        return Path(out.name).read_bytes()


def _add_interpreter(archive: Archive) -> Path:
    program = Path(sys.executable).resolve()
    archive.copy(program)
    libraries = _libraries(program)
    home = Path(sysconfig.get_path("stdlib")).resolve()
    for folder, inner, names in os.walk(home):
        inner[:] = [name for name in inner if name.split("-")[0] not in UNUSED_LIBRARY and name not in UNUSED_LIBRARY]
        for source in (Path(folder, name) for name in names):
            if source.suffix == ".py":
                # Byte code in the place of the source: smaller, and nothing to compile under emulation.
                archive.file(f"{source}c", _compiled(source, str(source)))
            elif source.suffix == ".so" and not UNUSED_EXTENSION.match(source.name):
                archive.copy(source)
                libraries |= _libraries(source)
    archive.copy(home / "os.py")  # the interpreter finds its home by this file
    archive.folder(str(home / "lib-dynload"))
    for library in sorted(libraries):
        archive.copy(Path(library).resolve(), library)
    return program


def _distributions(names: list[str]) -> Iterator[importlib.metadata.Distribution]:
    """The named packages and all that they need; raises PackageNotFoundError for a named one only."""
    waiting, done = list(names), set()
    while waiting:
        name = re.sub(r"[-_.]+", "-", waiting.pop(0)).lower()
        if name in done:
            continue
        done.add(name)
        try:
            found = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            if name in names:
                raise
            continue  # needed on another system or Python only
        yield found
        waiting += [re.split(r"[^\w.-]", need)[0] for need in found.requires or () if "extra ==" not in need]


def _add_packages(archive: Archive, names: list[str]) -> None:
    for found in _distributions(names):
        for entry in found.files or ():
            source = Path(str(found.locate_file(entry))).resolve()
            if str(entry).startswith("..") or "__pycache__" in entry.parts or not source.exists():
                continue
            _add_module(archive, source, f"/site/{entry}")


def _add_module(archive: Archive, source: Path, path: str) -> None:
    archive.copy(source, path)
    if source.suffix == ".py":
        cached = Path(path).parent / "__pycache__" / f"{source.stem}.{sys.implementation.cache_tag}.pyc"
        archive.file(str(cached), _compiled(source, path))
    elif ".so" in source.name:
        for library in _libraries(source):
            archive.copy(Path(library).resolve(), library)


def build(out: Path, kernel: Path, packages: list[str], trees: dict[Path, str]) -> None:
    """Write the archive: the kernel's modules, these installed packages, and folders of Python at places in the guest.

    Raises PackageNotFoundError for a package that is not installed.
    """
    archive = Archive(out)
    for folder in ("dev", "proc", "sys", "tmp", "run", "etc", "root", "work"):
        archive.folder(folder)
    program = _add_interpreter(archive)
    _add_packages(archive, packages)
    for tree, place in trees.items():
        for source in sorted(tree.rglob("*.py")):
            _add_module(archive, source, f"{place}/{source.relative_to(tree)}")
    for module in MODULES:
        if (kernel / f"{module}.ko").exists():
            archive.copy(kernel / f"{module}.ko", f"/modules/{module}.ko")
    first = Path(__file__).parent / "guest" / "init.py"
    archive.file("/init", f"#!{program} -Bu\n".encode() + first.read_bytes(), 0o755)
    archive.close()
