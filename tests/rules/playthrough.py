"""The golden playthroughs: a whole game of bots as text, for every game, variant and number of seats.

Written again with `PYTHONPATH=tests python -m rules.playthrough` from the top folder; read the difference.
"""

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from rules.every_game import LIBRARY, TABLES, start, steps

from device.language import Language
from device.match import Match
from device.rules.game import half

GOLDEN = Path(__file__).parent / "golden"
LONG = 4
ENGLISH, POLISH = Language("en"), Language("pl")
STANDS = ("cards", "track", "groups", "name", "colour", "shape", "age_order")  # of a view, the same all through


def golden(game: str, variant: str, count: int) -> Path:
    """Where the playthrough is kept."""
    return GOLDEN / f"{game}_{variant}_{count}.txt"


def playthrough(game: str, variant: str, count: int) -> str:
    """A game for so many seats, always the same."""
    rules, rng = LIBRARY[game, variant], Random(f"{game} {variant} {count}")
    match = start(rules, count, rng)
    names = {seat.seat: seat.name for seat in match.seats}
    lines = [f"{rules.title}, {rules.variant_title}, {count} seats", ""]
    lines += [f"> {_json(entry.event)}" for entry in match.entries]
    told, before = len(match.entries), _flat(match)
    lines += _changes({}, before)
    for done in steps(match, rng, "greedy"):
        lines += ["", f"{names[done.seat]}: {_json(done.action)}"]
        lines += [f"> {_json(entry.event)}" for entry in match.entries[told:]]
        told, after = len(match.entries), _flat(match)
        lines += _changes(before, after)
        before = after
    return "\n".join([*lines, *_ending(match)]) + "\n"


def _json(thing: Any) -> str:
    return msgspec.json.encode(thing).decode()


def _flat(match: Match) -> dict[str, str]:
    """The view and the prompt, a line for each thing that may change."""
    view = match.game.view(match.state)
    told = {key: value for key, value in view.items() if key not in (*STANDS, "seats")}
    for seat in view["seats"]:
        told |= {f"{seat['name']}'s {key}": value for key, value in seat.items() if key not in (*STANDS, "seat")}
    flat = {}
    for key, value in told.items():
        flat |= _apart(key, value)
    return {**flat, "prompt": ENGLISH.say(match.game.prompt(match.state))}


def _apart(key: str, value: Any) -> dict[str, str]:
    """A long list thing by thing, so that a change of one shows alone."""
    things = {key: value}
    if isinstance(value, list) and len(value) >= LONG:
        things = {f"{key} {at}": each for at, each in enumerate(value)}
    return {name: json.dumps(each, ensure_ascii=False) for name, each in things.items()}


def _changes(before: dict[str, str], after: dict[str, str]) -> list[str]:
    return [f"  {key}: {value}" for key, value in after.items() if before.get(key) != value]


def _ending(match: Match) -> list[str]:
    lines = [""]
    names = {seat.seat: seat.name for seat in match.seats}
    for score in match.game.scores(match.state):
        lines.append(f"{names.get(score.seat, 'Jeff')}: {half(score.half_points)}")
        lines += [f"  {half(part.half_points)}  {ENGLISH.say(part.line)}" for part in score.parts]
    outcome = match.game.outcome(match.state)
    assert outcome is not None
    return [*lines, ENGLISH.say(outcome.line), POLISH.say(outcome.line)]


def write() -> None:
    """Write all playthroughs again."""
    GOLDEN.mkdir(exist_ok=True)
    for table in TABLES:
        golden(*table).write_text(playthrough(*table), encoding="utf-8")


if __name__ == "__main__":
    write()
