"""The command line: the only place that reads arguments, sets up logging and starts threads."""

import argparse
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec.structs import replace
from rich.console import Console

from device import tools
from device.config import SYSTEM_FILE, SYSTEM_STATE, Config, load
from device.errors import TableError
from device.galleries import Galleries
from device.language import LANGUAGES
from device.play.commands import Asked, play, simulated
from device.service import build
from server.app import Screens, create_app
from server.errors import ScreensError
from server.pins import Pins, reset_pin
from server.serve import serve
from vision.errors import EyesError

PIN_NAME = "pin.json"
LOCAL_STATE = "var"
FAILED, REFUSED = 1, 2
SWITCH_S = 0.0005  # a busy thread must not hold up the one that the edges come through
JOIN_S = 3.0

logger = logging.getLogger("pizza-table")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status. What cannot be done is said in one sentence on standard error."""
    arguments = _parser().parse_args(argv)
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    try:
        return int(arguments.carry_out(arguments))
    except (TableError, EyesError, ScreensError) as error:
        print(f"pizza-table: {error}", file=sys.stderr)
        return REFUSED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pizza-table", description="A table that referees pizza board games.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(name: str, carry_out: Callable[[argparse.Namespace], int], words: str) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=words, description=words)
        command.add_argument("--config", type=Path, help=f"configuration (default: {SYSTEM_FILE}, where it exists)")
        command.add_argument("--state", help="folder of nights, galleries and recordings")
        command.set_defaults(carry_out=carry_out)
        return command

    run = add("run", _run, "Run the table and its screens.")
    run.add_argument("--host", help="address to listen on")
    run.add_argument("--port", type=int, help="port to listen on")

    enrol = add("enrol", _enrol, "Learn an owner's pieces from one or two pictures of them, or single ones anew.")
    enrol.add_argument("picture", type=Path, nargs="+")
    which = enrol.add_mutually_exclusive_group(required=True)
    which.add_argument("--game", help="xxl, italia, pizzeria or pizza, laid out as the console shows it")
    which.add_argument("--order", type=Path, help="enrol.json or truth.json: the names in reading order")
    which.add_argument("--piece", action="append", help="only this piece of a kept gallery, lying alone; repeatable")
    enrol.add_argument("--gallery", required=True, help="name to keep them under")

    read = add("read", _read, "Read one picture, and draw the reading on it.")
    read.add_argument("picture", type=Path)
    read.add_argument("--gallery", help="name of enrolled pieces (default: the configuration's)")
    read.add_argument("--json", action="store_true", help="print the reading as JSON")
    read.add_argument("--explain", action="store_true", help="tell and draw of every place why it was read so")

    lens = add("calibrate-lens", _calibrate_lens, "Measure the camera's lens by pictures of the printed lens board.")
    lens.add_argument("picture", type=Path, nargs="+", help="8 to 15 photographs by the table's camera")
    lens.add_argument("--lens", default="camera", help="name to keep the lens under (default: camera)")

    score = add("score-eyes", _score, "Enrol from a folder's enrol.jpg, read the rest, compare with its truth.json.")
    score.add_argument("folder", type=Path)

    replay = add("replay", _replay, "Fold a recorded night, or judge it anew, and compare.")
    replay.add_argument("night", type=Path)
    replay.add_argument("--rejudge", action="store_true", help="run today's eyes and rules on its edges and pictures")
    replay.add_argument("--speed", type=float, help="watch it judged anew on the screens, 1 is true timing")
    replay.add_argument("--port", type=int, help="port for watching")

    play = add("play", _play, "Play a game in the terminal against bots, or watch them.")
    simulate = add("simulate", _simulate, "Let bots play many games, and sum them up.")
    for command in (play, simulate):
        command.add_argument("game", help="pizzeria, pizza, italia or xxl")
        command.add_argument("--variant", help="basic, advanced, solo-easy, party, ... (default: the game's first)")
        command.add_argument("--seats", type=int, help="how many play (default: 3, where the game allows it)")
        command.add_argument("--bots", help="greedy or random, with commas for several seats (default: greedy)")
        command.add_argument("--seed", type=int, help="the same number gives the same chance")
        command.add_argument("--components", type=Path, help="an owner's components file")
        command.add_argument("--language", choices=LANGUAGES, help="of the sentences (default: the configuration's)")
    simulate.add_argument("--games", type=int, default=1000, help="how many games (default: 1000)")
    simulate.add_argument("--json", action="store_true", help="print the figures as JSON")

    out = add("print", _print, "Print the wiring table, an example configuration, the house set or a lens board.")
    out.add_argument("what", choices=["wiring", "config", "house", "lens-board"])
    out.add_argument("--folder", type=Path, default=Path("sheets"), help="where the sheets go")

    add("reset-pin", _reset_pin, "Forget the referee's PIN; the next to open the console chooses a new one.")
    return parser


def _config(arguments: argparse.Namespace) -> Config:
    """The configuration file, with what the command line says instead."""
    path = arguments.config or (SYSTEM_FILE if SYSTEM_FILE.exists() else None)
    config = load(path) if path else Config()
    state = arguments.state or config.paths.state
    if state == SYSTEM_STATE and not os.access(state, os.W_OK):
        state = LOCAL_STATE
    return replace(config, paths=replace(config.paths, state=str(Path(state).absolute())))


def _run(arguments: argparse.Namespace) -> int:
    config = _config(arguments)
    host = arguments.host or config.server.host
    port = arguments.port or config.server.port

    def create() -> tuple[Screens, Callable[[], None]]:
        threads = Threads(_end_worker)
        service = build(config, threads.spawn, _end_worker)
        pins = Pins(Path(config.paths.state) / PIN_NAME)
        screens = create_app(service.runtime, pins, service.simulation)
        return screens, threads.with_emitter(screens, service.close)

    print(f"Pizza Table is at http://localhost:{port}", flush=True)
    serve(create, host, port, config.server.threads)
    return 0


def _enrol(arguments: argparse.Namespace) -> int:
    config, pictures, name = _config(arguments), arguments.picture, arguments.gallery
    if arguments.piece and len(pictures) > 1:
        raise TableError(f"{len(pictures)} pictures were given; single pieces are learnt from one.")
    if arguments.piece:
        print(tools.relearn_pieces(config, pictures[0], arguments.piece, name))
    elif arguments.game:
        print(tools.enrol_game(config, pictures, arguments.game, name))
    else:
        print(tools.enrol_pieces(config, pictures, arguments.order, name))
    return 0


def _read(arguments: argparse.Namespace) -> int:
    config = _config(arguments)
    name = arguments.gallery or Galleries(config).used
    config = replace(config, camera=replace(config.camera, gallery=name))
    tell = tools.explain_one if arguments.explain else tools.read_one
    print(tell(config, arguments.picture, arguments.json))
    return 0


def _calibrate_lens(arguments: argparse.Namespace) -> int:
    print(tools.measure_lens(_config(arguments), arguments.picture, arguments.lens))
    return 0


def _score(arguments: argparse.Namespace) -> int:
    print(tools.score_eyes(arguments.folder))
    return 0


def _replay(arguments: argparse.Namespace) -> int:
    if arguments.speed is not None:
        return _watch(arguments)
    text, same = tools.replay(arguments.night, arguments.rejudge, _show_progress)
    print(text)
    return 0 if same else FAILED


def _watch(arguments: argparse.Namespace) -> int:
    if arguments.speed <= 0:
        raise TableError(f"--speed is {arguments.speed}; give a number above 0, 1 is true timing.")
    config = _config(arguments)
    port = arguments.port or config.server.port
    pins = Pins(Path(config.paths.state) / PIN_NAME)

    def create() -> tuple[Screens, Callable[[], None]]:
        threads = Threads(_end_worker)
        replay = tools.watch_replay(arguments.night, arguments.speed, config.table.language)
        screens = create_app(replay.runtime, pins)
        replay.start(threads.spawn)
        return screens, threads.with_emitter(screens, replay.close)

    print(f"Watch the night at http://localhost:{port}/table", flush=True)
    serve(create, "127.0.0.1", port)
    return 0


def _asked(arguments: argparse.Namespace) -> Asked:
    return Asked(
        arguments.game,
        arguments.variant,
        arguments.seats,
        arguments.bots,
        arguments.seed,
        arguments.components,
        arguments.language or _config(arguments).table.language,
    )


def _play(arguments: argparse.Namespace) -> int:
    play(_asked(arguments), Console())
    return 0


def _simulate(arguments: argparse.Namespace) -> int:
    simulated(_asked(arguments), arguments.games, arguments.json, Console())
    return 0


def _print(arguments: argparse.Namespace) -> int:
    print(tools.print_out(_config(arguments), arguments.what, arguments.folder))
    return 0


def _reset_pin(arguments: argparse.Namespace) -> int:
    path = Path(_config(arguments).paths.state) / PIN_NAME
    gone = reset_pin(path)
    print("The PIN is forgotten; open the console and choose a new one." if gone else f"There is no PIN in {path}.")
    return 0


def _show_progress(t_ns: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{t_ns / 1e9:8.1f} s", end="", file=sys.stderr, flush=True)


class TableThread(threading.Thread):
    """One of the table's own loops; `died` is called when it ends by an error, which is then reported as usual."""

    def __init__(self, name: str, loop: Callable[[], None], died: Callable[[], None]) -> None:
        super().__init__(target=loop, name=name, daemon=True)
        self._died = died

    def run(self) -> None:
        ended_well = False
        try:
            super().run()
            ended_well = True
        finally:
            if not ended_well:
                logger.critical("the thread %r died; the table starts again", self.name)
                self._died()


class Threads:
    """The threads of one table.

    A table with a dead thread is worse than one that starts again: `died` ends it, the next folds the log and goes on.
    A library's thread may die with its browser's connection; that is no matter of the table.
    """

    def __init__(self, died: Callable[[], None]) -> None:
        sys.setswitchinterval(SWITCH_S)
        self._died = died
        self._threads: list[threading.Thread] = []

    def spawn(self, name: str, loop: Callable[[], None]) -> None:
        """Run a loop in a thread."""
        thread = TableThread(name, loop, self._died)
        self._threads.append(thread)
        thread.start()

    def with_emitter(self, screens: Screens, close_table: Callable[[], None]) -> Callable[[], None]:
        """Start the screens' emitter too; gives what ends everything and waits for it."""
        stop = threading.Event()
        self.spawn("emitter", lambda: screens.emitter.run(stop))

        def close() -> None:
            stop.set()
            screens.emitter.notify()
            close_table()
            for thread in self._threads:
                if thread is not threading.current_thread():
                    thread.join(JOIN_S)

        return close


def _end_worker() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main())
