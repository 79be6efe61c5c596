"""The systemd units: they agree with the program and with what the GPIO library needs."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from device.config import SYSTEM_FILE, SYSTEM_STATE

ROOT = Path(__file__).parent.parent
UNITS = ROOT / "systemd"
INSTALLED = "/opt/pizza-table/"
TABLE, KIOSK = UNITS / "pizza-table.service", UNITS / "pizza-table-kiosk.service"


def setting(unit: Path, key: str) -> str:
    """The value of a key that stands once in a unit."""
    (value,) = re.findall(rf"^{key}=((?:.*\\\n)*.*)", unit.read_text(encoding="utf-8"), re.MULTILINE)
    return str(value)


def test_the_table_works_in_a_runtime_directory_of_its_own() -> None:
    assert setting(TABLE, "WorkingDirectory") == f"%t/{setting(TABLE, 'RuntimeDirectory')}"


def test_state_and_configuration_are_where_the_program_looks() -> None:
    assert f"/var/lib/{setting(TABLE, 'StateDirectory')}" == SYSTEM_STATE
    assert f"/etc/{setting(TABLE, 'ConfigurationDirectory')}" == str(SYSTEM_FILE.parent)


def test_the_table_may_use_lines_and_camera() -> None:
    assert setting(TABLE, "SupplementaryGroups").split() == ["gpio", "video"]


def test_the_kiosk_opens_a_page_that_exists() -> None:
    page = setting(KIOSK, "ExecStart").split()[-1].removeprefix(f"file://{INSTALLED}")
    assert (ROOT / page).is_file()


def test_the_users_of_the_units_are_made_by_the_sysusers_file() -> None:
    made = re.findall(r"^u (\S+)", (UNITS / "pizza-table.sysusers").read_text(encoding="utf-8"), re.MULTILINE)
    assert made == [setting(TABLE, "User"), setting(KIOSK, "User")]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_finds_nothing_wrong(tmp_path: Path) -> None:
    for unit in (TABLE, KIOSK):
        # The programs themselves are not installed here.
        text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", unit.read_text(encoding="utf-8"), flags=re.MULTILINE)
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *tmp_path.iterdir()], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
