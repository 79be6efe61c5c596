"""A recorded night folded again, and compared; what is damaged is named with its file and line."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from virtual_night import HEAD, house_games, night_started

from device import nightfile
from device.buttons import Edge
from device.errors import RecordingError
from device.eventlog import Entry
from device.events import ClaimJudged, Event, GameStarted, NightResumed, Pressed, Seat, Undone
from device.games import EVENT_TYPES
from device.replay import (
    Told,
    differences,
    entries_before,
    expected,
    fold_recording,
    recorded_commands,
    recorded_edges,
)

ADA, BEN = Seat(0, "Ada", "red", "circle", 0), Seat(1, "Ben", "blue", "square", 1)
STARTED = GameStarted("xxl", "party", (ADA, BEN), HEAD.settings())
PIZZA = "ham-olive-pineapple"
FALSE = ClaimJudged(1, 0, 2, 5_000_000_000, "false_claim", PIZZA)
VERDICT = {"t_ns": 5_000_000_000, "seat": 0, "slot": 2, "verdict": "false_claim", "pizza": PIZZA, "tie": False}
TOLD = Told([VERDICT], [{"starter": 0, "winners": [], "locked": [0]}], [])


def recording(folder: Path, *events: Event, t_ns: int = 0, begun_ns: int = 0) -> Path:
    nightfile.write(folder, msgspec.structs.replace(HEAD, begun_ns=begun_ns))
    entries = [Entry(number, number, t_ns + number, event) for number, event in enumerate(events, start=1)]
    (folder / "events.jsonl").write_bytes(b"".join(msgspec.json.encode(entry) + b"\n" for entry in entries))
    return folder


def test_a_log_folds_to_its_verdicts(tmp_path: Path) -> None:
    told = fold_recording(recording(tmp_path, night_started(), STARTED, FALSE), house_games(), EVENT_TYPES)
    assert told.verdicts == [VERDICT]
    assert told.winners == []


def test_what_was_undone_is_not_told(tmp_path: Path) -> None:
    folder = recording(tmp_path, night_started(), STARTED, FALSE, Undone(3))
    assert fold_recording(folder, house_games(), EVENT_TYPES).verdicts == []


def test_a_night_made_by_hand_has_no_log_to_fold(tmp_path: Path) -> None:
    nightfile.write(tmp_path, HEAD)
    with pytest.raises(RecordingError, match="Judge it anew with --rejudge"):
        fold_recording(tmp_path, house_games(), EVENT_TYPES)


def test_truth_stands_before_the_log_and_without_both_nothing_is_expected(tmp_path: Path) -> None:
    nightfile.write(tmp_path, HEAD)
    assert expected(tmp_path, house_games(), EVENT_TYPES) is None
    recording(tmp_path, night_started(), STARTED, FALSE)
    by_log = expected(tmp_path, house_games(), EVENT_TYPES)
    assert by_log is not None
    assert by_log.verdicts == [VERDICT]
    (tmp_path / "truth.json").write_text(json.dumps({"verdicts": [], "winner": 1}))
    assert expected(tmp_path, house_games(), EVENT_TYPES) == Told([], [], [1])


def test_a_recording_goes_on_from_what_the_log_said_before_it_began(tmp_path: Path) -> None:
    folder = recording(tmp_path, night_started(), STARTED, Pressed(0, 1, 2), FALSE, t_ns=100, begun_ns=103)
    assert [entry.seq for entry in entries_before(folder, EVENT_TYPES)] == [1, 2, 3]


def test_entries_before_the_last_start_count_whatever_their_clock_said(tmp_path: Path) -> None:
    resumed = NightResumed("", same_clock=False, wall="", boot="")
    folder = recording(tmp_path, night_started(), STARTED, resumed, FALSE, t_ns=100, begun_ns=1)
    assert [entry.seq for entry in entries_before(folder, EVENT_TYPES)] == [1, 2, 3]


def test_the_same_telling_differs_in_nothing() -> None:
    assert differences(TOLD, TOLD) == []


def test_each_difference_is_a_sentence_of_plain_values() -> None:
    other = {**VERDICT, "verdict": "accepted"}
    assert differences(Told([other], TOLD.rounds, []), TOLD) == [
        "5.0000 s, seat 0, slot 2: verdict is 'accepted', expected 'false_claim'"
    ]
    assert differences(Told([], [], [1]), TOLD) == [
        "5.0000 s, seat 0, slot 2: no verdict, expected false_claim",
        'round 1 is null, expected {"starter": 0, "winners": [], "locked": [0]}',
        "the winners are [1], expected []",
    ]
    assert differences(TOLD, Told([], TOLD.rounds, [])) == [
        "5.0000 s, seat 0, slot 2: false_claim, expected no verdict"
    ]


def test_an_expected_verdict_binds_only_what_it_names() -> None:
    bare = {name: VERDICT[name] for name in ("t_ns", "seat", "slot", "verdict")}
    assert differences(TOLD, Told([bare], TOLD.rounds, [])) == []


def test_edges_and_commands_are_read_as_they_were_written(tmp_path: Path) -> None:
    (tmp_path / "edges.jsonl").write_text('{"t_ns": 5, "line": 17, "level": 0}\n{"t_ns": 4, "line": 5, "level": 1}\n')
    (tmp_path / "commands.jsonl").write_text('{"t_ns": 7, "by": "referee", "command": {"command": "undo"}}\n')
    assert recorded_edges(tmp_path) == [Edge(5, 17, 0), Edge(4, 5, 1)]
    assert [(c.t_ns, c.by, c.command) for c in recorded_commands(tmp_path)] == [(7, "referee", {"command": "undo"})]


def test_without_commands_nobody_gave_any(tmp_path: Path) -> None:
    assert recorded_commands(tmp_path) == []


@pytest.mark.parametrize("line", ['{"t_ns": 5, "line": 17', '{"t_ns": "x", "line": 17, "level": 0}', "\udcff"])
def test_a_damaged_line_is_named_with_its_file_and_number(tmp_path: Path, line: str) -> None:
    whole = '{"t_ns": 5, "line": 17, "level": 0}\n'
    (tmp_path / "edges.jsonl").write_bytes((whole + line).encode(errors="surrogateescape"))
    with pytest.raises(RecordingError, match=r"edges\.jsonl line 2 cannot be read"):
        recorded_edges(tmp_path)


def test_a_damaged_log_and_truth_are_named(tmp_path: Path) -> None:
    folder = recording(tmp_path, night_started())
    with (folder / "events.jsonl").open("ab") as log:
        log.write(b'{"seq": 2, "batch": 2, "t_ns": 1, "event": {"event": "Unheard"}}\n')
    with pytest.raises(RecordingError, match=r"events\.jsonl line 2 .*Unheard"):
        fold_recording(folder, house_games(), EVENT_TYPES)
    truths: list[Any] = ["{", "[]", '{"verdicts": 3}', '{"winner": 1}', '{"verdicts": [{"seat": 0}]}']
    for truth in truths:
        (folder / "truth.json").write_text(truth)
        with pytest.raises(RecordingError, match=r"truth\.json cannot be read"):
            expected(folder, house_games(), EVENT_TYPES)


def test_a_missing_list_of_edges_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match=r"edges\.jsonl cannot be read: No such file"):
        recorded_edges(tmp_path)
