"""The inbox and the one thread that empties it: order within a batch, answers, and when the screens are told."""

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from rules.xxl_builders import MS, SECOND
from table_builders import GAMES, LINES, START_GAME, TableInMemory, sightings

from device.buttons import DOWN, Edge
from device.eventlog import Entry
from device.inbox import BoardStill, CameraCame, CameraGone, Inbox, Message, ReadingMade
from device.language import Language
from device.runtime import Runtime
from device.views import Views
from device.wiring import DEFAULT_WIRING
from vision.reading import BoardReading

LONG_S = 30.0


class Notes:
    """A recorder that remembers."""

    def __init__(self) -> None:
        self.edges: list[Edge] = []
        self.commands: list[tuple[int, str, dict[str, Any]]] = []
        self.logged = 0

    def edge(self, edge: Edge) -> None:
        self.edges.append(edge)

    def command(self, t_ns: int, by: str, command: dict[str, Any]) -> None:
        self.commands.append((t_ns, by, command))

    def entries(self, entries: Sequence[Entry]) -> None:
        self.logged = len(entries)


class Stop(threading.Event):
    """Lets the loop run so many times."""

    def __init__(self, rounds: int) -> None:
        super().__init__()
        self._left = rounds

    def is_set(self) -> bool:
        self._left -= 1
        return self._left < 0


class Running:
    """A runtime on a table in memory; `batch` lets it take in messages that were all there when it looked."""

    def __init__(self, answer_s: float = LONG_S) -> None:
        self.world = TableInMemory()
        self.inbox, self.recorder = Inbox(), Notes()
        self.told = 0
        self.runtime = Runtime(
            self.world.table,
            Views(GAMES, DEFAULT_WIRING, Language(), (1120, 630)),
            self.inbox,
            {"v1": b"jpeg"}.get,
            lambda: {"log": "ok"},
            lambda: self.world.now_ns,
            self.recorder,
            simulated=True,
            answer_s=answer_s,
        )
        self.runtime.subscribe(self._tell)

    def _tell(self) -> None:
        self.told += 1

    def batch(self, *messages: Message) -> None:
        for message in messages:
            self.inbox.put(message)
        self.inbox.put(None)  # nothing to wait for
        self.runtime.run(Stop(1))

    def at(self, now_ns: int, *messages: Message) -> None:
        self.world.now_ns = now_ns
        self.batch(*messages)

    def reading(self) -> ReadingMade:
        now_ns = self.world.now_ns
        return ReadingMade(BoardReading(now_ns - 10 * MS, now_ns, sightings(self.world.up)))

    def ready(self) -> None:
        """A round in which the margherita is ready."""
        self.world.play()
        self.world.make_margherita_ready()
        self.batch()


@pytest.fixture
def running() -> Running:
    return Running()


@pytest.fixture
def threaded() -> Iterator[Running]:
    """With the loop in a thread of its own."""
    running, stop = Running(), threading.Event()
    thread = threading.Thread(target=running.runtime.run, args=(stop,))
    thread.start()
    yield running
    stop.set()
    running.runtime.wake()
    thread.join()


def press(seat: int, t_ns: int, slot: int = 0) -> Edge:
    return Edge(t_ns, LINES[seat, slot], DOWN)


def test_edges_of_a_batch_come_before_the_reading_that_was_put_in_first(running: Running) -> None:
    running.ready()
    now_ns = running.world.now_ns
    running.world.now_ns = now_ns + 300 * MS
    running.batch(running.reading(), press(2, now_ns + 20 * MS))
    assert [(v.seat, v.reason, v.at_ns) for v in running.world.verdicts] == [(2, "accepted", now_ns + 20 * MS)]


def test_edges_of_a_batch_come_before_the_command_that_was_put_in_first(running: Running) -> None:
    running.ready()
    at_ns = running.world.now_ns
    answers = _submit_behind(running, {"command": "hold", "on": True})
    running.at(at_ns + 300 * MS, press(2, at_ns))
    assert answers() == {"ok": True}
    assert running.world.reasons == ["accepted"]


def test_a_tie_right_after_a_stall_of_the_table_is_a_tie(running: Running) -> None:
    running.ready()
    at_ns = running.world.now_ns
    running.world.now_ns += 500 * MS
    running.batch(press(2, at_ns), running.reading(), press(1, at_ns + 900_000))
    assert [(v.seat, v.reason) for v in running.world.verdicts] == [(1, "accepted"), (2, "lost_tie")]


def test_edges_that_arrive_out_of_order_in_a_batch_are_judged_in_the_order_of_time(running: Running) -> None:
    running.ready()
    at_ns = running.world.now_ns
    running.at(at_ns + 500 * MS, press(0, at_ns + 4 * MS), press(2, at_ns + 2 * MS))
    assert [(v.seat, v.reason) for v in running.world.verdicts] == [(2, "accepted"), (0, "late")]


def test_the_screens_are_told_once_for_a_batch(running: Running) -> None:
    running.ready()
    before, at_ns = running.told, running.world.now_ns
    running.world.now_ns += 500 * MS
    running.batch(press(0, at_ns), press(1, at_ns + 2 * MS, slot=1), running.reading())
    assert len(running.world.verdicts) == 2
    assert running.told == before + 1


def test_the_screens_are_not_told_when_nothing_changed(running: Running) -> None:
    running.ready()
    before = running.told
    running.at(running.world.now_ns + 66 * MS, BoardStill(running.world.now_ns + 66 * MS))
    assert running.told == before


def test_a_view_is_of_the_last_batch_and_its_version_grows(running: Running) -> None:
    running.ready()
    before = running.runtime.view("viewer")
    running.world.slap(0)
    assert running.runtime.view("viewer") == before, "the table's thread has not published yet"
    running.batch()
    after = running.runtime.view("viewer")
    assert after["version"] > before["version"]
    assert len(after["verdicts"]) == 1


def test_a_change_of_health_makes_the_version_grow_and_tells_the_screens(running: Running) -> None:
    before = running.runtime.view("referee")
    running.runtime.touch()
    assert running.runtime.view("referee")["version"] == before["version"] + 1
    assert running.told == 1


def test_only_the_referee_is_given_the_health(running: Running) -> None:
    assert running.runtime.view("referee")["health"] == {"log": "ok"}
    assert "health" not in running.runtime.view("viewer")


def test_a_simulated_table_says_so_even_before_its_log_does() -> None:
    assert Running().runtime.view("viewer")["simulated"] is True


def test_the_camera_comes_and_goes(running: Running) -> None:
    running.batch(CameraGone("it was unplugged"))
    assert "unplugged" in running.runtime.view("viewer")["notices"][0]["text"]
    running.batch(CameraCame())
    assert running.runtime.view("viewer")["notices"] == []


def test_edges_and_commands_and_the_log_are_recorded(threaded: Running) -> None:
    threaded.inbox.put(press(0, SECOND))
    threaded.runtime.submit(START_GAME, "referee")
    assert threaded.recorder.edges == [press(0, SECOND)]
    assert threaded.recorder.commands == [(SECOND, "referee", START_GAME)]
    assert threaded.recorder.logged == 2


def test_a_command_is_answered_when_it_is_in_the_log_and_in_the_view(threaded: Running) -> None:
    assert threaded.runtime.submit(START_GAME, "referee") == {"ok": True}
    assert threaded.runtime.view("viewer")["game"]["phase"] == "placing"


def test_a_refused_command_is_answered_with_reason_and_sentence(threaded: Running) -> None:
    answer = threaded.runtime.submit({"command": "undo"}, "referee")
    assert answer == {
        "ok": False,
        "reason": "nothing_to_undo",
        "sentence": "There is nothing to take back.",
    }


def test_a_command_that_nobody_answers_is_reported_so() -> None:
    answer = Running(answer_s=0.01).runtime.submit({"command": "undo"}, "referee")
    assert (answer["ok"], answer["reason"]) == (False, "no_answer")


def test_a_picture_is_found_by_its_name(running: Running) -> None:
    assert running.runtime.picture("v1") == b"jpeg"
    assert running.runtime.picture("v2") is None


def test_the_hands_of_a_simulated_table_learn_which_slots_to_fill(running: Running) -> None:
    assert running.runtime.places_to_clear() is None
    running.ready()
    assert running.runtime.places_to_clear() == ()
    running.world.slap(0)
    running.batch()
    assert running.runtime.places_to_clear() == (0,)


def _submit_behind(running: Running, command: dict[str, Any]) -> Callable[[], dict[str, Any]]:
    """Submits from another thread; returns once the command is in the inbox."""
    answers: list[dict[str, Any]] = []
    thread = threading.Thread(target=lambda: answers.append(running.runtime.submit(command, "referee")))
    before = running.inbox.qsize()
    thread.start()
    while running.inbox.qsize() == before:
        thread.join(0.001)

    def answer() -> dict[str, Any]:
        thread.join(LONG_S)
        return answers[0]

    return answer
