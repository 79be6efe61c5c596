"""The whole table on a drawn one: real threads, lines, pictures and log, from the first edge to the verdict."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from table_builders import START_GAME

from device.config import CameraConfig, Config, PathsConfig, RecordingConfig, TableConfig
from device.errors import ComponentsError
from device.eventlog import open_log
from device.events import NightEnded, NightResumed
from device.galleries import Galleries
from device.games import EVENT_TYPES
from device.nights import LOG_NAME
from device.service import Service, build, is_simulated, settings_of
from vision.errors import EyesError

LONG_S = 60.0


def config_of(state: Path) -> Config:
    return Config(paths=PathsConfig(state=str(state)), camera=CameraConfig(kind="drawn"))


class Running:
    """A service with its threads; `until` waits for a view that fits."""

    def __init__(self, config: Config) -> None:
        self.changed = threading.Condition()
        self.started_again = threading.Event()
        self.threads: list[threading.Thread] = []
        self.service: Service = build(config, self._spawn, self.started_again.set)
        self.service.runtime.subscribe(self._notify)

    def _spawn(self, name: str, loop: Callable[[], None]) -> None:
        thread = threading.Thread(target=loop, name=name)
        self.threads.append(thread)
        thread.start()

    def _notify(self) -> None:
        with self.changed:
            self.changed.notify_all()

    def view(self, role: str = "viewer") -> dict[str, Any]:
        return self.service.runtime.view(role)

    def until(self, fits: Callable[[dict[str, Any]], object], role: str = "viewer") -> dict[str, Any]:
        with self.changed:
            assert self.changed.wait_for(lambda: fits(self.view(role)), LONG_S), self.view("referee")
        return self.view(role)

    def command(self, name: str, **fields: Any) -> dict[str, Any]:
        return self.service.runtime.submit({"command": name, **fields}, "referee")

    def act(self, name: str, **fields: Any) -> None:
        assert self.service.simulation is not None
        assert self.service.simulation.act({"action": name, **fields}) == {"ok": True}

    def open_round(self) -> dict[str, Any]:
        """A game whose first round the eyes have opened."""
        assert self.service.runtime.submit(START_GAME, "referee") == {"ok": True}
        return self.until(lambda view: view["game"]["phase"] == "revealing")

    def close(self) -> None:
        self.service.close()
        for thread in self.threads:
            thread.join(LONG_S)
            assert not thread.is_alive(), f"{thread.name} goes on"


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    running = Running(config_of(tmp_path))
    yield running
    running.close()


def events_in(folder: Path) -> list[Any]:
    log, entries, damage = open_log(folder / LOG_NAME, EVENT_TYPES)
    log.close()
    assert damage is None
    return [entry.event for entry in entries]


def test_a_slap_goes_all_the_way_from_the_line_to_the_verdict_and_the_next_round(running: Running) -> None:
    view = running.open_round()
    assert view["simulated"] is True
    assert [slot["pizza"] is not None for slot in view["game"]["slots"]] == [True, True, True]
    for token in range(16):
        running.act("flip", token=token)
    running.until(lambda view: view["game"]["face_down"] == 0)
    running.act("press", seat=1, slot=2)
    [verdict] = running.until(lambda view: view["verdicts"])["verdicts"]
    assert (verdict["seat"], verdict["reason"], verdict["headline"]) == (1, "accepted", "Bartek takes the pizza")
    picture = running.service.runtime.picture(verdict["picture"])
    assert picture is not None and picture.startswith(b"\xff\xd8")
    running.act("release", seat=1, slot=2)
    running.until(lambda view: view["game"]["phase"] == "placing")
    running.act("next_round")
    assert running.until(lambda view: view["game"]["phase"] == "revealing")["game"]["round"] == 2


def test_a_night_that_was_cut_off_goes_on_with_what_it_had(tmp_path: Path) -> None:
    first = Running(config_of(tmp_path))
    first.open_round()
    first.close()
    again = Running(config_of(tmp_path))
    view = again.view()
    assert (view["game"]["round"], view["game"]["phase"]) == (1, "revealing")
    assert "Pizza XXL" in view["night"]["interrupted"]
    again.close()
    [folder] = (tmp_path / "nights").iterdir()
    resumed = next(event for event in events_in(folder) if isinstance(event, NightResumed))
    assert resumed.same_clock


def test_good_night_begins_a_night_in_a_folder_of_its_own(running: Running, tmp_path: Path) -> None:
    assert running.command("good_night") == {"ok": True}
    first, second = sorted((tmp_path / "nights").iterdir())
    running.until(lambda view: view["night"]["state"] == "idle")
    running.close()
    assert isinstance(events_in(first)[-1], NightEnded)
    assert len(events_in(second)) == 1


def test_the_referee_sees_a_healthy_table(running: Running) -> None:
    health = running.until(lambda view: view["health"]["camera"]["state"] == "ok", "referee")["health"]
    assert health["log"]["state"] == "ok"
    assert len(health["buttons"]) == 20


def test_a_table_whose_log_cannot_be_opened_runs_says_so_and_starts_again_once_it_can(tmp_path: Path) -> None:
    nights = tmp_path / "nights"
    nights.write_text("a file where the folder should be")
    running = Running(config_of(tmp_path))
    view = running.view()
    assert view["simulated"] is True
    assert [notice["level"] for notice in view["notices"]] == ["error"]
    assert running.command("hold", on=True)["reason"] == "not_saved"
    assert not running.started_again.is_set()
    nights.unlink()
    assert running.started_again.wait(LONG_S)
    running.close()


def test_a_damaged_log_is_told_on_the_screens(tmp_path: Path) -> None:
    first = Running(config_of(tmp_path))
    first.open_round()
    first.close()
    [folder] = (tmp_path / "nights").iterdir()
    for log in folder.glob(f"{LOG_NAME}*"):
        log.write_bytes(b"this is no database" * 1000)
    again = Running(config_of(tmp_path))
    view = again.view()
    again.close()
    assert view["game"] is None
    assert "damaged" in view["night"]["interrupted"]


def test_a_table_that_always_records_keeps_its_night(tmp_path: Path) -> None:
    config = replace(config_of(tmp_path), recording=RecordingConfig(on=True))
    running = Running(config)
    running.open_round()
    running.close()
    [folder] = (tmp_path / "recordings").iterdir()
    assert {"night.toml", "events.jsonl", "frames.jsonl", "commands.jsonl"} <= {p.name for p in folder.iterdir()}


def test_the_table_speaks_the_language_of_its_configuration(tmp_path: Path) -> None:
    running = Running(replace(config_of(tmp_path), table=TableConfig(language="pl")))
    assert running.command("undo")["sentence"] == "Nie ma czego cofnąć."
    running.close()


def test_where_there_is_no_pi_the_table_is_simulated(tmp_path: Path) -> None:
    assert is_simulated(Config())
    assert is_simulated(config_of(tmp_path))
    assert not is_simulated(Config(camera=CameraConfig(kind="usb")))


def test_settings_are_given_to_the_games_in_nanoseconds() -> None:
    assert settings_of(Config()) == {
        "tie_window_ns": 1_000_000,
        "second_claim_window_ns": 1_500_000_000,
        "grace_ns": 100_000_000,
    }


def test_pieces_that_were_never_enrolled_are_refused(tmp_path: Path) -> None:
    config = replace(config_of(tmp_path), camera=CameraConfig(kind="drawn", gallery="ours"))
    with pytest.raises(EyesError, match="ours"):
        build(config, lambda name, loop: None, lambda: None)


def test_a_components_file_that_is_missing_is_refused(tmp_path: Path) -> None:
    config = config_of(tmp_path)
    config = replace(config, xxl=replace(config.xxl, components=str(tmp_path / "mine.toml")))
    with pytest.raises(ComponentsError, match=r"mine\.toml"):
        build(config, lambda name, loop: None, lambda: None)


def test_the_house_gallery_knows_every_token_and_pizza(tmp_path: Path) -> None:
    gallery = Galleries(config_of(tmp_path)).load("house")
    assert "cheese" in gallery.labels("disc")
    assert len(gallery.labels("square")) >= 12


def test_pieces_are_looked_at_between_games_and_not_while_one_is_played(running: Running) -> None:
    assert running.command("start_enrolment", game="xxl") == {"ok": True}
    job = running.until(lambda view: (view["enrolment"]["job"] or {}).get("look"), "referee")["enrolment"]["job"]
    assert (job["title"], job["stage"], job["ready"]) == ("Pizza XXL", "laying", False)
    picture = running.service.runtime.picture("enrolment")
    assert picture is not None and picture.startswith(b"\xff\xd8")
    assert "enrolment" not in running.view("viewer")
    assert running.command("cancel_enrolment") == {"ok": True}
    running.until(lambda view: view["enrolment"]["job"] is None, "referee")
    running.open_round()
    assert running.command("start_enrolment", game="xxl")["reason"] == "enrol_playing"
