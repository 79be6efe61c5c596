"""The golden playthroughs of a refereed table: a whole game as text, with what the screens show after each event.

Written again with `PYTHONPATH=tests python -m rules.xxl_playthrough` from the top folder; read the difference.
"""

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from rules.xxl_builders import PARTY
from rules.xxl_play import Play

from device.language import Language
from device.rules.xxl.state import State

SEED = 1  # with it a round of the small games becomes void, and every verdict turns up
GOLDEN = Path(__file__).parent / "golden"


def golden(seat_count: int) -> Path:
    """Where the playthrough for so many seats is kept."""
    return GOLDEN / f"refereed_xxl_party_{seat_count}.txt"


def playthrough(seat_count: int) -> str:
    """A game for so many seats, always the same."""
    play = Play(seat_count, Random(SEED)).play()
    lines = [f"Pizza XXL, party, {seat_count} seats", "", *_shown(None, play.start)]
    before = play.start
    for event, after in play.told:
        lines += ["", f"> {msgspec.json.encode(event).decode()}", *_shown(before, after)]
        before = after
    return "\n".join(lines) + "\n"


def _shown(before: State | None, after: State) -> list[str]:
    """What of the view and the prompt is new."""
    old, new = (_said(before) if before else {}), _said(after)
    return [f"  {key}: {json.dumps(value)}" for key, value in new.items() if old.get(key) != value]


def _said(state: State) -> dict[str, Any]:
    view = PARTY.view(state)
    seats = {f"seat {seat.pop('seat')}": seat for seat in view.pop("seats")}
    slots = {f"slot {slot.pop('slot')}": slot for slot in view.pop("slots")}
    return {**view, **slots, **seats, "prompt": Language().say(PARTY.prompt(state))}


def write() -> None:
    """Write all playthroughs again."""
    for seat_count in range(PARTY.seats[0], PARTY.seats[1] + 1):
        golden(seat_count).write_text(playthrough(seat_count), encoding="utf-8")


if __name__ == "__main__":
    write()
