"""Counts how whole boards are judged from pictures with a known truth: chains, portions, toppings and dice.

A verdict is right, wrong, or left to the referee; what a picture does not show must be.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import hypot
from pathlib import Path
from typing import NamedTuple

import msgspec

from device.errors import TableError
from device.rules.italia import chain
from device.rules.italia.components import Components
from device.rules.italia.knowledge import in_the_box
from device.rules.pizza import boards, dice
from device.rules.pizzeria import portions
from vision.knowledge import weigh
from vision.places import hidden
from vision.reading import BoardReading, Sighting

Point = tuple[float, float]
OUTCOMES = ("right", "ask", "wrong")
OWN = 6  # cards of a player of Italia


class _Seat(msgspec.Struct):
    centre_mm: Point
    chain: list[str]
    valid: bool
    score: int


class _Slice(msgspec.Struct):
    eaten: bool
    toppings: list[tuple[str, str]]


class _Board(msgspec.Struct):
    centre_mm: Point
    slices: list[_Slice]


class _Piece(msgspec.Struct):
    kind: str
    pips: int | None = None


class _Picture(msgspec.Struct):
    pieces: list[_Piece] = []
    seats: dict[str, _Seat] = {}
    boards: dict[str, _Board] = {}
    ring: list[str] | None = None
    portions: list[int] = []


class _Truth(msgspec.Struct):
    pictures: dict[str, _Picture]


class Verdict(NamedTuple):
    """One verdict on one picture: right, ask or wrong, and what was said of it."""

    what: str
    outcome: str
    note: str


class VerdictCount:
    """Judges each picture's reading and counts the outcomes; printed, it is a table after what was not right."""

    def __init__(self, folder: Path, italia: Components) -> None:
        try:
            self._truth = msgspec.json.decode((folder / "truth.json").read_bytes(), type=_Truth).pictures
        except (OSError, msgspec.MsgspecError) as error:
            raise TableError(f"{folder / 'truth.json'} does not say what the pictures show: {error}") from error
        self._italia = italia
        self.counts: dict[str, Counter[str]] = {}
        self.notes: list[str] = []

    def take(self, name: str, reading: BoardReading) -> None:
        for verdict in verdicts(self._truth[name], reading, self._italia):
            self.counts.setdefault(verdict.what, Counter())[verdict.outcome] += 1
            if verdict.outcome != "right":
                self.notes.append(f"{name}: {verdict.outcome}: {verdict.what}, {verdict.note}")

    def __str__(self) -> str:
        if not self.counts:
            return ""
        header = f"{'verdicts':28}" + "".join(f"{outcome:>12}" for outcome in OUTCOMES)
        rows = [f"{what:28}" + "".join(f"{c[o]:>12}" for o in OUTCOMES) for what, c in self.counts.items()]
        return "\n".join([*self.notes, "", header, *rows])


def verdicts(truth: _Picture, reading: BoardReading, italia: Components) -> Iterator[Verdict]:
    """All that can be judged in one picture, compared with what is true."""
    if truth.seats:
        yield from _chains(truth, reading, italia)
    if truth.ring is not None:
        yield _portions(truth.ring, truth.portions, reading)
    if truth.boards:
        yield from _boards(truth, reading)
    pips = [piece.pips for piece in truth.pieces if piece.pips is not None]
    if pips:
        yield _dice(pips, reading)


def _chains(truth: _Picture, reading: BoardReading, box: Components) -> Iterator[Verdict]:
    believed, _ = weigh(reading.sightings, in_the_box(box))
    by_seat = _nearest([seat.centre_mm for seat in truth.seats.values()], believed)
    for (name, seat), cards in zip(truth.seats.items(), by_seat, strict=True):
        judged = chain.judge(box, cards, OWN)
        labels = [cards[at].label for at in judged.chain]
        said = f"{name}: {judged.answer} {judged.points} {labels}, is {seat.valid} {seat.score} {seat.chain}"
        if reading.problem or judged.answer is chain.Answer.ASK or len(cards) < OWN:
            yield Verdict("chain and its score", "ask", f"{said}: {judged.why or f'{len(cards)} cards seen'}")
            continue
        same = judged.answer == ("valid" if seat.valid else "invalid") and judged.points == seat.score
        same = same and (not seat.valid or seat.chain in (labels, labels[::-1]))
        yield Verdict("chain and its score", "right" if same else "wrong", said)


def _portions(ring: list[str], groups: list[int], reading: BoardReading) -> Verdict:
    seen = reading.sightings
    pizza = portions.read_pizza(seen)
    said = f"{[[seen[at].label for at in portion] for portion in pizza.portions]}"
    if pizza.why is not None:
        return Verdict("slices and portions", "ask", f"{pizza.why} {len(pizza.ring)} slices {said}")
    starts = [at for at in range(len(ring)) if groups[at] != groups[at - 1]] or [0]
    true = [_from(ring, start, end) for start, end in zip(starts, [*starts[1:], starts[0]], strict=True)]
    found = [[str(seen[at].label) for at in portion] for portion in pizza.portions]
    same = any(found == true[at:] + true[:at] for at in range(len(true)))
    if len(true) == 1 == len(found):  # undivided: any slice may come first
        same = any(found[0] == _from(ring, at, at) for at in range(len(ring)))
    return Verdict("slices and portions", "right" if same else "wrong", f"{said}, is {true}")


def _from(ring: list[str], start: int, end: int) -> list[str]:
    """The slices from one place of the ring to before another, at least one and at most all."""
    count = (end - start) % len(ring) or len(ring)
    return [ring[(start + at) % len(ring)] for at in range(count)]


def _boards(truth: _Picture, reading: BoardReading) -> Iterator[Verdict]:
    seen = reading.sightings
    for name, board in truth.boards.items():
        read = boards.read_board(seen, board.centre_mm, lambda place: hidden(place, reading))
        if reading.problem or read.why is not None:
            yield Verdict("toppings of a pizza", "ask", f"{name}: {read.why}, {len(read.slices)} slices")
            continue
        found = [(s.eaten, sorted((str(zone), str(seen[at].label)) for zone, at in s.tokens)) for s in read.slices]
        true = [(s.eaten, sorted(s.toppings)) for s in board.slices]
        same = any(found == true[at:] + true[:at] for at in range(len(true)))
        yield Verdict("toppings of a pizza", "right" if same else "wrong", f"{name}: {found}, is {true}")


def _dice(pips: Sequence[int], reading: BoardReading) -> Verdict:
    total = dice.total(reading.sightings, len(pips))
    if total is None:
        return Verdict("sum of the dice", "ask", f"{len(dice.on_table(reading.sightings))} dice of {len(pips)} seen")
    return Verdict("sum of the dice", "right" if total == sum(pips) else "wrong", f"{total}, is {sum(pips)}")


def _nearest(centres_mm: Sequence[Point], sightings: Sequence[Sighting]) -> list[list[Sighting]]:
    """The cards of each seat: those nearer to it than to any other."""
    of_seat: list[list[Sighting]] = [[] for _ in centres_mm]
    for sighting in sightings:
        far = [hypot(sighting.x_mm - x_mm, sighting.y_mm - y_mm) for x_mm, y_mm in centres_mm]
        of_seat[far.index(min(far))].append(sighting)
    return of_seat
