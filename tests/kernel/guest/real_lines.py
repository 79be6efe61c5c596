"""Our own lines and debouncer on a real kernel: gpiozero, lgpio and the character device, end to end.

Runs in the guest; `tests/test_kernel_gpio.py` starts it. Real are the kernel's interrupt handler with its time stamps,
the character device, lgpio's threads and gpiozero. Not real are the Pi's pins, wires and switches.
"""

import queue
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import lgpio
import pytest
from gpio_sim import Chip, Hand, Interval, Move

from device.buttons import ButtonNote, ButtonState, Debouncer, Edge, Press
from device.errors import HardwareError
from device.gpio import Buttons, Lamps, open_buttons, real_factory

LINES = (17, 27, 22, 5)
LAMP = 8
SPARE = 6  # for programs of their own: a line has one owner
MS = 1_000_000
# Says what it made of the edges of one line, once it is asked to.
LISTENER = """
import queue, sys, time
from device.buttons import Debouncer
from device.gpio import open_buttons, real_factory
chip, line = map(int, sys.argv[1:])
edges, debouncer = queue.SimpleQueue(), Debouncer([line])
buttons = open_buttons([line], edges.put, real_factory(chip))
print("listening", flush=True)
sys.stdin.readline()
time.sleep(0.1)
while not edges.empty():
    debouncer.feed(edges.get())
debouncer.advance(time.monotonic_ns())
print(debouncer.health()[0].drops)
"""
# Microseconds after the first contact, a switch that bounces for 3.9 ms.
BOUNCE_US = (0, 180, 420, 900, 1300, 2100, 2600, 3500, 3900)


class Table:
    """Open buttons with their debouncer, and a hand on them."""

    def __init__(self, hand: Hand, factory: Any, stuck_ns: int = 10_000 * MS) -> None:
        self.edges: queue.SimpleQueue[Edge] = queue.SimpleQueue()
        self.buttons = open_buttons(LINES, self.edges.put, factory)
        self.debouncer = Debouncer(LINES, stuck_ns=stuck_ns)
        self.play: Callable[..., list[Interval]] = hand.play

    def start(self) -> list[ButtonNote]:
        now_ns = time.monotonic_ns()
        return self.debouncer.start(self.buttons.levels(), now_ns)

    def told(self, wait_s: float = 0.03) -> list[Press | ButtonNote]:
        """What the debouncer says of all edges so far and of those within the next `wait_s`."""
        time.sleep(wait_s)
        now_ns = time.monotonic_ns()
        found: list[Press | ButtonNote] = []
        while not self.edges.empty():
            found += self.debouncer.feed(self.edges.get())
        return found + self.debouncer.advance(now_ns)

    def presses(self) -> list[Press]:
        return [item for item in self.told() if isinstance(item, Press)]

    def states(self, wait_s: float = 0.03) -> list[ButtonState]:
        return [item.state for item in self.told(wait_s) if isinstance(item, ButtonNote)]

    def release(self) -> None:
        """All buttons up, and quiet for longer than a press asks for."""
        self.play(*((0, line, 1) for line in LINES))
        self.told(0.04)


@pytest.fixture(scope="module")
def chip() -> Iterator[Chip]:
    chip = Chip()
    yield chip
    chip.close()


@pytest.fixture(scope="module")
def hand(chip: Chip) -> Iterator[Hand]:
    hand = Hand(chip, (*LINES, SPARE))
    hand.play(*((n * 100, LINES[n % 4], 1) for n in range(40)))  # its first moves are slow: code that never ran
    yield hand
    hand.close()


@pytest.fixture(scope="module")
def factory(chip: Chip) -> Iterator[Any]:
    factory = real_factory(chip.number)
    yield factory
    factory.close()


@pytest.fixture
def table(hand: Hand, factory: Any) -> Iterator[Table]:
    table = Table(hand, factory)
    table.start()
    yield table
    table.release()
    table.buttons.close()


def bouncing(line: int, at_us: int = 0) -> list[Move]:
    return [(at_us + offset, line, n % 2) for n, offset in enumerate(BOUNCE_US)]


def test_a_press_has_the_kernels_own_time(table: Table) -> None:
    for line in LINES * 2:
        ((before_ns, after_ns), _) = table.play((0, line, 0), (15_000, line, 1))
        (press,) = table.presses()
        assert press.line == line
        assert before_ns <= press.t_ns <= after_ns


@pytest.mark.parametrize(("first", "second"), [(17, 27), (27, 17), (22, 5)])
def test_presses_200_microseconds_apart_are_in_order(table: Table, first: int, second: int) -> None:
    """The hand itself may be late on a busy machine: the stamps must agree with when it really moved."""
    for _ in range(5):
        (a_before, a_after), (b_before, b_after) = table.play((0, first, 0), (200, second, 0))
        one, two = table.presses()
        assert (one.line, two.line) == (first, second)
        assert b_before - a_after <= two.t_ns - one.t_ns <= b_after - a_before
        table.release()


def test_a_bouncing_press_is_one_press_at_the_first_contact(table: Table) -> None:
    ((before_ns, after_ns), *_) = table.play(*bouncing(17))
    (press,) = table.presses()
    assert before_ns <= press.t_ns <= after_ns


def test_the_bouncing_player_does_not_lose_the_lead(table: Table) -> None:
    for _ in range(5):
        table.play(*bouncing(17), (1500, 27, 0))
        assert [press.line for press in table.presses()] == [17, 27]
        table.release()


def test_a_disturbance_is_no_press_and_delays_nobody(table: Table) -> None:
    table.play((0, 17, 0), (500, 17, 1), (700, 27, 0))
    assert [press.line for press in table.presses()] == [27]
    assert table.debouncer.health()[0].vetoed == 1


def test_a_short_tap_is_a_press(table: Table) -> None:
    table.play((0, 17, 0), (8000, 17, 1))
    assert [press.line for press in table.presses()] == [17]


def test_a_button_held_at_the_start_counts_only_after_its_release(hand: Hand, factory: Any) -> None:
    table = Table(hand, factory)
    table.play((0, 17, 0))
    (note,) = table.start()
    assert (note.line, note.state) == (17, ButtonState.HELD_AT_START)
    assert table.presses() == []
    table.release()
    table.play((0, 17, 0))
    assert [press.line for press in table.presses()] == [17]
    table.release()
    table.buttons.close()


def test_a_stuck_button_is_told_and_the_others_go_on(hand: Hand, factory: Any) -> None:
    table = Table(hand, factory, stuck_ns=100 * MS)
    table.start()
    table.play((0, 17, 0))
    assert table.states(wait_s=0.15) == [ButtonState.DOWN, ButtonState.STUCK]
    table.play((0, 27, 0))
    assert [press.line for press in table.presses()] == [27]
    table.release()
    table.buttons.close()


def test_a_lamp_drives_its_line(chip: Chip, factory: Any) -> None:
    lamps = Lamps({0: LAMP}, factory)
    lamps.set(0, True)
    assert chip.level(LAMP) == 1
    lamps.set(0, False)
    assert chip.level(LAMP) == 0
    lamps.close()


def test_a_line_of_another_program_is_told(chip: Chip, factory: Any) -> None:
    other = lgpio.gpiochip_open(chip.number)
    lgpio.gpio_claim_input(other, SPARE)
    with pytest.raises(HardwareError, match=f"BCM {SPARE} cannot be opened: another program holds it"):
        open_buttons([SPARE], lambda edge: None, factory)
    lgpio.gpiochip_close(other)


@pytest.mark.parametrize(("edges", "drops"), [(10, "0"), (40, "1")])
def test_edges_that_the_kernel_dropped_are_noticed(chip: Chip, hand: Hand, edges: int, drops: str) -> None:
    """The program is stopped for longer than the kernel's queue of a line lasts."""
    command = [sys.executable, "-B", "-c", LISTENER, str(chip.number), str(SPARE)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as listener:
        assert listener.stdin is not None and listener.stdout is not None
        assert listener.stdout.readline() == "listening\n"
        listener.send_signal(signal.SIGSTOP)
        hand.play(*((n * 500, SPARE, n % 2) for n in range(edges)))
        listener.send_signal(signal.SIGCONT)
        listener.stdin.write("\n")
        listener.stdin.flush()
        assert listener.stdout.readline().strip() == drops


def test_a_chip_that_is_not_there_is_told() -> None:
    with pytest.raises(HardwareError, match="no access to it"):
        real_factory(chip=9)


def test_a_working_directory_that_cannot_be_written_is_told() -> None:
    program = "from device.gpio import real_factory; real_factory()"
    done = subprocess.run([sys.executable, "-B", "-c", program], cwd="/proc", capture_output=True, text=True)
    assert "HardwareError: lgpio needs a working directory that it can write, not /proc" in done.stderr


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_dead_library_thread_is_noticed(hand: Hand, factory: Any) -> None:
    """The last test: no edge arrives in this process any more."""

    def broken(edge: Edge) -> None:
        raise RuntimeError(f"cannot take {edge}")

    buttons: Buttons = open_buttons(LINES, broken, factory)
    assert buttons.alive()
    hand.play((0, 17, 0))
    time.sleep(0.02)
    assert not buttons.alive()
    buttons.close()
