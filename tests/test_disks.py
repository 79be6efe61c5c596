"""A full disk, a folder in the way, a damaged log: told in a sentence, nothing pretended, and the table goes on."""

import resource
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from table_process import Screen, Server, free_port

GAME = {
    "command": "start_game",
    "game": "xxl",
    "variant": "party",
    "seats": [{"seat": 0, "name": "Ada"}, {"seat": 1, "name": "Ben"}],
    "youngest_first": [0, 1],
}
ROUND = {"command": "open_round", "slots": ["ham-olive-pineapple", "mushroom-onion-corn", "ham-salami-olive"]}
HAM = {"command": "reveal", "kind": "ham"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path, free_port())
    yield server
    server.stop()


@contextmanager
def screen(server: Server, token: str | None = None) -> Iterator[Screen]:
    opened = Screen(server.url, token)
    try:
        yield opened
    finally:
        opened.close()


def fill_disk(server: Server, full: bool) -> None:
    """Let the table's process write nothing more, as a full disk would; or let it write again."""
    worker = server.worker()
    assert worker is not None
    limit = 0 if full else resource.RLIM_INFINITY
    resource.prlimit(worker, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))


def ham(view: dict[str, Any]) -> int:
    return sum(r["count"] for r in view["game"]["revealed"] if r["kind"] == "ham") if view["game"] else 0


def night_folder(server: Server) -> Path:
    (folder,) = (server.state / "nights").iterdir()
    return folder


def play_a_little(server: Server) -> str:
    """A night with a round open and a ham revealed; the table is stopped again."""
    server.start()
    with screen(server) as page:
        for command in (GAME, ROUND, HAM):
            assert page.ask("command", command) == {"ok": True}
        page.wait_for(lambda view: ham(view) == 1)
        token = page.token
    server.stop()
    assert token is not None
    return token


def test_a_full_disk_is_told_and_the_table_goes_on_when_there_is_room(server: Server) -> None:
    server.start()
    with screen(server) as page:
        assert page.ask("command", GAME) == {"ok": True}
        assert page.ask("command", ROUND) == {"ok": True}
        fill_disk(server, full=True)
        answer = page.ask("command", HAM)
        assert answer is not None
        assert (answer["ok"], answer["reason"]) == (False, "not_saved")
        assert "cannot be written" in answer["sentence"]
        assert "was not carried out" in answer["sentence"]
        page.ask("sim", {"action": "press", "seat": 1, "slot": 2})
        told = page.wait_for(lambda view: view["health"]["log"]["state"] == "failing")
        assert "cannot be written" in told["health"]["log"]["sentence"]
        assert [n["level"] for n in told["notices"] if "cannot be written" in n["text"]] == ["error"]
        assert ham(told) == 0
        assert (told["slap"], told["verdicts"]) == (None, [])
        fill_disk(server, full=False)
        back = page.wait_for(lambda view: view["health"]["log"]["state"] == "ok")
        assert ham(back) == 0
        judged = page.wait_for(lambda view: view["verdicts"])["verdicts"][0]
        assert (judged["seat"], judged["slot"]) == (1, 2)
        assert page.ask("command", {"command": "undo"}) == {"ok": True}


def test_a_state_folder_that_cannot_be_written_is_told_and_the_night_begins_when_it_can(server: Server) -> None:
    in_the_way = server.state / "nights"
    in_the_way.write_text("not a folder")
    server.start()
    with screen(server) as page:
        assert page.view["health"]["log"]["state"] == "failing"
        assert "cannot be opened" in page.view["health"]["log"]["sentence"]
        answer = page.ask("command", GAME)
        assert answer is not None
        assert (answer["ok"], answer["reason"]) == (False, "not_saved")
        assert page.view["game"] is None
        in_the_way.unlink()
        page.wait_until_gone()
        token = page.token
    with screen(server, token) as page:
        assert page.view["health"]["log"]["state"] == "ok"
        assert page.ask("command", GAME) == {"ok": True}


def test_a_log_with_a_damaged_event_is_kept_aside_and_the_night_goes_on_before_it(server: Server) -> None:
    token = play_a_little(server)
    log = night_folder(server) / "log.db"
    with sqlite3.connect(log) as database:
        (last,) = database.execute("SELECT max(seq) FROM entries WHERE instr(event, 'TokenRevealed')").fetchone()
        database.execute("UPDATE entries SET event = CAST(replace(event, 'ham', 'fly') AS BLOB) WHERE seq = ?", (last,))
    database.close()
    server.start()
    with screen(server, token) as page:
        interrupted = page.view["night"]["interrupted"]
        assert f"event {last} does not match its checksum" in interrupted
        assert "log.db.damaged-1" in interrupted
        assert page.view["game"]["phase"] == "revealing"
        assert ham(page.view) == 0
        assert page.ask("command", HAM) == {"ok": True}
    assert (night_folder(server) / "log.db.damaged-1").exists()


def test_a_log_that_is_none_any_more_is_kept_aside_and_a_new_night_begins(server: Server) -> None:
    token = play_a_little(server)
    log = night_folder(server) / "log.db"
    garbage = b"The dog ate it. " * 4096
    log.write_bytes(garbage)
    server.start()
    with screen(server, token) as page:
        assert "damaged" in str(page.view["notices"]) + str(page.view["night"])
        assert page.view["game"] is None
        assert page.ask("command", GAME) == {"ok": True}
    assert (log.parent / "log.db.damaged-1").read_bytes() == garbage
