"""The lines through gpiozero's own stand-in: what the world does to a pin arrives as an edge with its time."""

import gc
import queue
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.buttons import Debouncer, Edge, Press
from device.errors import HardwareError
from device.gpio import Lamps, MockLines, is_pi, mock_factory, open_buttons, real_factory

T_NS = 1_234_567_890_123_457  # two weeks after power-on, when a second in a float is still good to a nanosecond
MS = 1_000_000


@pytest.fixture
def factory() -> Iterator[Any]:
    made = mock_factory()
    yield made
    made.reset()


def test_an_edge_arrives_with_its_time_to_the_nanosecond(factory: Any) -> None:
    edges: list[Edge] = []
    buttons = open_buttons([17, 27], edges.append, factory)
    gc.collect()  # the library holds the handlers weakly
    lines = MockLines(factory)
    lines.press(17, T_NS)
    lines.release(17, T_NS + 1)
    assert edges == [Edge(T_NS, 17, 0), Edge(T_NS + 1, 17, 1)]
    buttons.close()


def test_a_press_without_a_time_is_now(factory: Any) -> None:
    edges: list[Edge] = []
    buttons = open_buttons([17], edges.append, factory)
    at_ns = MockLines(factory).press(17)
    assert edges == [Edge(at_ns, 17, 0)]
    buttons.close()


def test_a_bouncing_press_becomes_one_press(factory: Any) -> None:
    edges: list[Edge] = []
    buttons = open_buttons([17], edges.append, factory)
    MockLines(factory).press(17, T_NS, bounce_ns=[200_000, 700_000, 900_000, 2_000_000])
    debouncer = Debouncer([17])
    found = [item for edge in edges for item in debouncer.feed(edge)] + debouncer.advance(T_NS + 20 * MS)
    assert [item for item in found if isinstance(item, Press)] == [Press(T_NS, 17)]
    buttons.close()


def test_an_odd_number_of_bounces_is_refused(factory: Any) -> None:
    with pytest.raises(ValueError, match="give an even number"):
        MockLines(factory).press(17, T_NS, bounce_ns=[1])


def test_levels_show_a_button_that_is_held(factory: Any) -> None:
    buttons = open_buttons([17, 27], lambda edge: None, factory)
    MockLines(factory).press(27, T_NS)
    assert buttons.levels() == {17: 1, 27: 0}
    buttons.close()


def test_a_full_inbox_loses_edges_but_not_the_button(factory: Any) -> None:
    inbox: queue.Queue[Edge] = queue.Queue(maxsize=1)
    buttons = open_buttons([17], inbox.put_nowait, factory)
    lines = MockLines(factory)
    lines.press(17, T_NS)
    lines.release(17, T_NS + MS)
    assert buttons.lost() == {17: 1}
    inbox.get_nowait()
    lines.press(17, T_NS + 2 * MS)
    assert inbox.get_nowait() == Edge(T_NS + 2 * MS, 17, 0)
    assert buttons.alive()
    buttons.close()


def test_a_line_has_one_owner_and_the_others_are_given_back(factory: Any) -> None:
    first = open_buttons([17], lambda edge: None, factory)
    with pytest.raises(HardwareError, match=r"The button on BCM 17 cannot be opened: .* already in use"):
        open_buttons([27, 17], lambda edge: None, factory)
    second = open_buttons([27], lambda edge: None, factory)
    first.close()
    second.close()


def test_closed_buttons_hear_nothing_and_are_not_alive(factory: Any) -> None:
    edges: list[Edge] = []
    buttons = open_buttons([17], edges.append, factory)
    buttons.close()
    MockLines(factory).press(17, T_NS)
    assert edges == []
    assert not buttons.alive()


def test_lamps_go_on_and_off_by_seat_and_a_seat_without_one_is_ignored(factory: Any) -> None:
    lamps = Lamps({0: 8, 1: 9}, factory)
    lamps.set(1, True)
    lamps.set(5, True)
    assert lamps.lit() == (1,)
    assert factory.pin(9).state
    lamps.set(1, False)
    assert lamps.lit() == ()
    lamps.close()


def test_a_lamp_on_a_line_in_use_is_told(factory: Any) -> None:
    buttons = open_buttons([8], lambda edge: None, factory)
    with pytest.raises(HardwareError, match="The lamp on BCM 8 cannot be opened"):
        Lamps({0: 9, 1: 8}, factory)
    buttons.close()


@pytest.mark.parametrize(("model", "answer"), [("Raspberry Pi 5 Model B Rev 1.0\0", True), ("Other board\0", False)])
def test_a_pi_is_known_by_its_model(tmp_path: Path, model: str, answer: bool) -> None:
    file = tmp_path / "model"
    file.write_text(model)
    assert is_pi(file) is answer


def test_a_machine_without_a_model_is_no_pi(tmp_path: Path) -> None:
    assert not is_pi(tmp_path / "model")


@pytest.mark.skipif(is_pi(), reason="this machine has the real thing")
def test_asking_for_real_lines_elsewhere_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # the library leaves a FIFO behind where it is loaded
    with pytest.raises(HardwareError, match=r"not a Raspberry Pi|lgpio is missing"):
        real_factory()
