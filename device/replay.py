"""Playing a recorded night again: by folding its log, or by judging its raw edges and pictures anew."""

import json
from collections.abc import Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from device import nightfile
from device.buttons import Edge
from device.errors import RecordingError
from device.eventlog import Entry, entry_decoder
from device.events import ClaimJudged, Event, NightEnded, NightResumed, NightStarted
from device.history import effective
from device.night import Games, Night, fold
from device.nightfile import COMMANDS, EDGES, EVENTS, TRUTH
from vision.enrol import enrol
from vision.gallery import Gallery

T = TypeVar("T")
TOLD = {"accepted", "false_claim", "locked_out", "late", "lost_tie"}  # presses that mean something


class Told(msgspec.Struct, frozen=True):
    """A night in short: the verdicts that mean something in the order of time, the rounds, who won. JSON-ready."""

    verdicts: list[dict[str, Any]]
    rounds: list[dict[str, Any]]
    winners: list[int]


class RefereeCommand(msgspec.Struct, frozen=True):
    """A recorded command."""

    t_ns: int
    by: str
    command: dict[str, Any]


class _TrueVerdict(msgspec.Struct, frozen=True, omit_defaults=True):
    t_ns: int
    seat: int
    slot: int
    verdict: str
    pizza: str | msgspec.UnsetType | None = msgspec.UNSET
    tie: bool | msgspec.UnsetType = msgspec.UNSET


class _Truth(msgspec.Struct, frozen=True):
    """What truth.json says besides what the pictures show; a verdict need not name all facts."""

    verdicts: list[_TrueVerdict]
    rounds: list[dict[str, Any]] = []
    winner: int | None = None


def tell(events: Sequence[Event], night: Night) -> Told:
    """A night in short; `events` as they are to be read."""
    judged = [event for event in events if isinstance(event, ClaimJudged) and event.reason in TOLD]
    verdicts = [
        {"t_ns": e.at_ns, "seat": e.seat, "slot": e.slot, "verdict": str(e.reason), "pizza": e.pizza, "tie": e.tie}
        for e in sorted(judged, key=lambda e: (e.at_ns, e.verdict))
    ]
    outcome = night.game.view(night.state)["outcome"] if night.game else None
    rounds = night.game.rounds(events) if night.game else []
    return Told(verdicts, rounds, outcome["winners"] if outcome else [])


def fold_recording(folder: Path, games: Games, types: Sequence[type[Event]]) -> Told:
    """What the recorded log adds up to today. Raises RecordingError where there is no log, or it is damaged."""
    path = folder / EVENTS
    if not path.exists():
        raise RecordingError(f"{folder} has no {EVENTS}; it was recorded by hand. Judge it anew with --rejudge.")
    entries = effective(recorded_entries(folder, types))
    counted = [entry.event for entry in entries if not isinstance(entry.event, NightEnded)]  # which clears the table
    return tell(counted, fold(Night(), counted, games))


def recorded_entries(folder: Path, types: Sequence[type[Event]]) -> list[Entry]:
    """The log as it was; empty in a recording made by hand."""
    decoder = entry_decoder(types)
    path = folder / EVENTS
    lines = _lines(path) if path.exists() else []
    return [_decoded(line, decoder, f"{path} line {number}") for number, line in lines]


def entries_before(folder: Path, types: Sequence[type[Event]]) -> list[Entry]:
    """The entries from which the recording goes on: those before the last start of the table, and up to `begun_ns`."""
    entries, begun_ns = recorded_entries(folder, types), nightfile.read(folder).begun_ns
    starts = [n for n, e in enumerate(entries, start=1) if isinstance(e.event, NightStarted | NightResumed)]
    last_start = starts[-1] if starts else 0
    since = takewhile(lambda entry: entry.t_ns <= begun_ns, entries[last_start:])
    return [*entries[:last_start], *since]


def recorded_edges(folder: Path) -> list[Edge]:
    """The raw edges in the order in which they were written."""
    decoder = msgspec.json.Decoder(Edge)
    path = folder / EDGES
    return [_decoded(line, decoder, f"{path} line {number}") for number, line in _lines(path)]


def recorded_commands(folder: Path) -> list[RefereeCommand]:
    """The referee's commands; none where nobody was there to give any."""
    decoder = msgspec.json.Decoder(RefereeCommand)
    path = folder / COMMANDS
    lines = _lines(path) if path.exists() else []
    return [_decoded(line, decoder, f"{path} line {number}") for number, line in lines]


def recorded_gallery(folder: Path, house: Gallery) -> Gallery:
    """The pieces of that night: the gallery kept with it, those of its enrolment picture, or the house set."""
    name = nightfile.read(folder).gallery
    if name and name != "house":
        return Gallery.load(folder / name)
    if (folder / "enrol.jpg").exists():
        return enrol(folder / "enrol.jpg", folder / "enrol.json")
    return house


def expected(folder: Path, games: Games, types: Sequence[type[Event]]) -> Told | None:
    """What the night should come to: its truth.json, else its own log, else nothing."""
    path = folder / TRUTH
    if path.exists():
        truth = _decoded(path.read_bytes(), msgspec.json.Decoder(_Truth), str(path))
        verdicts = [msgspec.to_builtins(verdict) for verdict in truth.verdicts]
        return Told(verdicts, truth.rounds, [] if truth.winner is None else [truth.winner])
    return fold_recording(folder, games, types) if (folder / EVENTS).exists() else None


def differences(told: Told, expected: Told) -> list[str]:
    """Each difference as a sentence; an expected verdict binds only the facts that it names."""
    found = []
    ours = {(v["t_ns"], v["seat"], v["slot"]): v for v in told.verdicts}
    theirs = {(v["t_ns"], v["seat"], v["slot"]): v for v in expected.verdicts}
    for key in sorted(ours.keys() | theirs.keys()):
        place = f"{key[0] / 1e9:.4f} s, seat {key[1]}, slot {key[2]}"
        if key not in ours:
            found.append(f"{place}: no verdict, expected {theirs[key]['verdict']}")
        elif key not in theirs:
            found.append(f"{place}: {ours[key]['verdict']}, expected no verdict")
        else:
            found += [
                f"{place}: {fact} is {ours[key].get(fact)!r}, expected {value!r}"
                for fact, value in theirs[key].items()
                if ours[key].get(fact) != value
            ]
    for number in range(max(len(told.rounds), len(expected.rounds))):
        one = told.rounds[number] if number < len(told.rounds) else None
        other = expected.rounds[number] if number < len(expected.rounds) else None
        if one != other:
            found.append(f"round {number + 1} is {json.dumps(one)}, expected {json.dumps(other)}")
    if told.winners != expected.winners:
        found.append(f"the winners are {told.winners}, expected {expected.winners}")
    return found


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise RecordingError(f"{path} cannot be read: {error.strerror}.") from error
    return enumerate(lines, start=1)


def _decoded(data: bytes, decoder: "msgspec.json.Decoder[T]", place: str) -> T:
    try:
        return decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise RecordingError(f"{place} cannot be read ({error}); copy the recording again.") from error
