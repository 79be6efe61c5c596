"""The command line: the only place that reads arguments, sets up logging and starts threads."""

import argparse
import json
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import msgspec

from device import nightfile
from device.config import SYSTEM_FILE, SYSTEM_STATE, Config, example, load
from device.errors import TableError
from device.games import EVENT_TYPES, games, xxl_components
from device.rejudge import rejudge
from device.replay import Told, differences, expected, fold_recording, recorded_gallery
from device.service import build, gallery_of, house_gallery
from device.wiring import wiring_table
from server.app import Screens, create_app
from server.errors import ScreensError
from server.pins import Pins, reset_pin
from server.serve import serve
from vision.enrol import enrol
from vision.errors import EyesError
from vision.gallery import Gallery
from vision.scoring import read_picture, score_folder
from vision.sheets import write_sheets

PIN_NAME = "pin.json"
FAILED, REFUSED = 1, 2

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
    _add_run(commands)
    _add_eyes(commands)
    _add_replay(commands)
    _add_house(commands)
    return parser


Commands = "argparse._SubParsersAction[argparse.ArgumentParser]"


def _add(commands: Commands, name: str, words: str, carry_out: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=words, description=words)
    command.add_argument("--config", type=Path, help=f"configuration file (default: {SYSTEM_FILE}, where it exists)")
    command.add_argument("--state", type=Path, help="folder of nights, galleries and recordings")
    command.set_defaults(carry_out=carry_out)
    return command
