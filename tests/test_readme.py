"""The README is carried out: its commands run, its files exist, its figures are the configuration's."""

import re
import subprocess
from pathlib import Path

import pytest

from device.cli import main
from device.config import Config

ROOT = Path(__file__).parent.parent
PAGES = ("README.md", "CONTRIBUTING.md", "hardware/README.md", "systemd/README.md")


def commands() -> list[str]:
    """Every `pizza-table` command that the table of the README names."""
    rows = re.findall(r"^\| `pizza-table ([a-z-]+)", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert len(rows) >= 7
    return rows


def explained(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("command", commands())
def test_each_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"usage: pizza-table {command}" in explained(command, capsys)


def test_every_option_that_the_readme_names_exists(capsys: pytest.CaptureFixture[str]) -> None:
    for row in re.findall(r"^\| `(pizza-table .*?)` \| (.*?) \|$", (ROOT / "README.md").read_text(), re.MULTILINE):
        command = row[0].split()[1]
        told = explained(command, capsys)
        for option in re.findall(r"--[a-z-]+", " ".join(row)):
            assert option in told, f"{command} {option}"


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_a_page_links_to_exists(page: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", (ROOT / page).read_text())
    for link in links:
        assert (ROOT / page).parent.joinpath(link).exists(), link


def test_the_two_commands_are_targets_of_make() -> None:
    for target in re.findall(r"^    make ([a-z]+)$", (ROOT / "README.md").read_text(), re.MULTILINE):
        subprocess.run(["make", "--dry-run", target], cwd=ROOT, capture_output=True, check=True)
    listed = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for target in ("run", "test", "bench"):
        assert re.search(rf"^{target} ", listed, re.MULTILINE)


def test_the_figures_of_the_readme_are_the_defaults() -> None:
    text, config = (ROOT / "README.md").read_text(), Config()
    assert f"{config.xxl.grace_ms} ms before the first sure picture counts (`grace_ms`)" in text
    assert f"{config.xxl.patience_ms / 1000:g} s for a clear picture (`patience_ms`)" in text
    assert f"closer than {config.buttons.tie_window_us / 1000:g} ms, the youngest (`tie_window_us`)" in text
    assert f"http://localhost:{config.server.port}" in text
