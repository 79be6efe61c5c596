"""The command line: what it prints, how it ends, and that what cannot be done is one sentence."""

import json
import shutil
import socket
import threading
from pathlib import Path

import pytest

from device.cli import TableThread, main
from device.config import Config, load

BY_HAND = Path(__file__).parent / "data" / "nights" / "xxl-two-rounds"

Printed = pytest.CaptureFixture[str]


@pytest.fixture
def short(tmp_path: Path) -> Path:
    """The night's first claim, with a truth."""
    folder = Path(shutil.copytree(BY_HAND, tmp_path / "night"))
    lines = (folder / "frames.jsonl").read_text().splitlines()[:12]
    (folder / "frames.jsonl").write_text("\n".join(lines) + "\n")
    edges = [line for line in (folder / "edges.jsonl").read_text().splitlines() if json.loads(line)["t_ns"] < 20e9]
    (folder / "edges.jsonl").write_text("\n".join(edges) + "\n")
    truth = json.loads((folder / "truth.json").read_text())
    truth = {"verdicts": truth["verdicts"][:1], "rounds": truth["rounds"][:1]}
    (folder / "truth.json").write_text(json.dumps(truth))
    return folder


def test_a_night_that_is_judged_as_it_should_be_ends_well(short: Path, capsys: Printed) -> None:
    assert main(["replay", str(short), "--rejudge"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "No difference."


def test_each_difference_from_the_truth_is_printed_and_the_status_is_one(short: Path, capsys: Printed) -> None:
    truth = json.loads((short / "truth.json").read_text())
    truth["verdicts"][0]["verdict"] = "late"
    truth["verdicts"][0]["pizza"] = None
    truth["winner"] = 2
    (short / "truth.json").write_text(json.dumps(truth))
    assert main(["replay", str(short), "--rejudge"]) == 1
    printed = capsys.readouterr().out
    assert "14.5310 s, seat 0, slot 0: verdict is 'accepted', expected 'late'" in printed
    assert "14.5310 s, seat 0, slot 0: pizza is 'ham-olive-pineapple', expected None" in printed
    assert "the winners are [], expected [2]" in printed
    assert printed.endswith("3 differences.\n")


def test_a_night_that_cannot_be_read_is_one_sentence_and_status_two(tmp_path: Path, capsys: Printed) -> None:
    assert main(["replay", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert error == f"pizza-table: {tmp_path}/night.toml is missing; a recording is a folder with a night.toml.\n"


def test_a_speed_of_nought_is_refused(capsys: Printed) -> None:
    assert main(["replay", str(BY_HAND), "--speed", "0"]) == 2
    assert "--speed is 0.0; give a number above 0" in capsys.readouterr().err


def test_an_unknown_setting_is_told_with_the_nearest_known_one(tmp_path: Path, capsys: Printed) -> None:
    path = tmp_path / "config.toml"
    path.write_text("[server]\nprot = 80\n")
    assert main(["run", "--config", str(path)]) == 2
    assert "port" in capsys.readouterr().err


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path, capsys: Printed) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert main(["run", "--state", str(tmp_path), "--port", port]) == 2
    assert f"Port {port} is taken" in capsys.readouterr().err


def test_the_printed_configuration_can_be_loaded(tmp_path: Path, capsys: Printed) -> None:
    assert main(["print", "config"]) == 0
    path = tmp_path / "config.toml"
    path.write_text(capsys.readouterr().out)
    assert load(path) == Config()


def test_the_wiring_names_every_line(capsys: Printed) -> None:
    assert main(["print", "wiring"]) == 0
    printed = capsys.readouterr().out
    assert all(str(line) in printed for line in (17, 27, 22, 5, 6, 13))


def test_the_pin_is_forgotten_once(tmp_path: Path, capsys: Printed) -> None:
    (tmp_path / "pin.json").write_text("{}")
    assert main(["reset-pin", "--state", str(tmp_path)]) == 0
    assert "The PIN is forgotten" in capsys.readouterr().out
    assert main(["reset-pin", "--state", str(tmp_path)]) == 0
    assert "There is no PIN" in capsys.readouterr().out


def test_without_a_command_the_usage_is_shown(capsys: Printed) -> None:
    with pytest.raises(SystemExit) as left:
        main([])
    assert left.value.code == 2
    assert "usage: pizza-table" in capsys.readouterr().err


def test_a_dead_thread_of_the_table_ends_it_but_not_one_that_ended_well(monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[type[BaseException]] = []
    monkeypatch.setattr(threading, "excepthook", lambda died: reported.append(died.exc_type))
    ended: list[str] = []
    for name, loop in (("eyes", lambda: None), ("table", lambda: 1 / 0)):
        thread = TableThread(name, loop, lambda name=name: ended.append(name))
        thread.start()
        thread.join()
    assert ended == ["table"]
    assert reported == [ZeroDivisionError]


def test_single_pieces_are_learnt_from_one_picture(tmp_path: Path, capsys: Printed) -> None:
    pictures = ["one.jpg", "two.jpg"]
    assert main(["enrol", *pictures, "--piece", "ham", "--gallery", "mine", "--state", str(tmp_path)]) == 2
    assert "2 pictures were given; single pieces are learnt from one." in capsys.readouterr().err
    assert main(["enrol", "one.jpg", "--piece", "ham", "--gallery", "mine", "--state", str(tmp_path)]) == 2
    assert "mine/gallery.json is missing: enrol the pieces first" in capsys.readouterr().err
