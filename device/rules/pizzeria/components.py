"""Components: 69 slices and 12 special offers, as data that an owner can replace."""

from collections import Counter
from functools import cached_property

import msgspec

from device.rules import components
from device.rules.components import Mark

SLICES = 69  # stated
SINGLE_SLICES = 65  # stated
MIXED_SLICES = 4  # stated
VALUES = tuple(range(3, 12))  # deduced: the number is how many slices of the kind there are, and they add up to 63
MOST_LEAVES = 3  # stated
OFFERS = tuple("ABCDEFGHIJKL")  # stated: each is marked with a different letter, and twelve are described
RETURNED_VALUES = {3, 8, 10}  # stated: go to the box with two or four players, with the mixed 8/10 slice alone


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of pizza with the number on its slices, and the basil leaves on each of them."""

    name: str
    value: int
    mark: Mark
    leaves: tuple[int, ...]
    leaves_mark: Mark


class Mixed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A slice with two kinds; it has no leaves."""

    kinds: tuple[str, str]
    mark: Mark


class Pomodoro(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The kind whose slices score by themselves; they have no leaves."""

    name: str
    value: int
    count: int
    mark: Mark


class Slice(msgspec.Struct, frozen=True):
    """One slice: "bacon-3", or "bacon/ham" for a mixed one, with the numbers printed for its kinds."""

    id: str
    kinds: tuple[str, ...]
    value: tuple[int, ...]
    leaves: int


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """What is in the box."""

    kind: tuple[Kind, ...]
    mixed: tuple[Mixed, ...]
    tomato: Pomodoro

    @property
    def offers(self) -> tuple[str, ...]:
        """The letters of the special offers."""
        return OFFERS

    @property
    def pomodoro(self) -> str:
        """The name of the kind that is no majority kind."""
        return self.tomato.name

    @cached_property
    def kinds(self) -> dict[str, int]:
        """The number on the slices of each majority kind."""
        return {kind.name: kind.value for kind in self.kind}

    @cached_property
    def slices(self) -> tuple[Slice, ...]:
        """All slices: by kind, then pomodoro, then the mixed ones."""
        single = [
            Slice(f"{kind.name}-{number}", (kind.name,), (kind.value,), leaves)
            for kind in self.kind
            for number, leaves in enumerate(kind.leaves, start=1)
        ]
        tomato = self.tomato
        pomodoro = [
            Slice(f"{tomato.name}-{number}", (tomato.name,), (tomato.value,), 0)
            for number in range(1, tomato.count + 1)
        ]
        mixed = [
            Slice("/".join(pair.kinds), pair.kinds, tuple(self.kinds[kind] for kind in pair.kinds), 0)
            for pair in self.mixed
        ]
        return (*single, *pomodoro, *mixed)

    @cached_property
    def slice_by_id(self) -> dict[str, Slice]:
        """Each slice by its name."""
        return {piece.id: piece for piece in self.slices}


def load(text: bytes, source: str) -> Components:
    """The components written in `text` (TOML) of the file `source`. Raises ComponentsError."""
    return components.load(text, source, "Pizzeria", Components, _complaint)


def _complaint(box: Components) -> str | None:
    return _kinds_complaint(box) or _leaves_complaint(box) or _tomato_complaint(box) or _mixed_complaint(box)


def _kinds_complaint(box: Components) -> str | None:
    names = [*(kind.name for kind in box.kind), box.tomato.name]
    for name, times in Counter(names).items():
        if times > 1:
            return f"{name} is listed {times} times; give one entry a kind."
        if "/" in name or not name:
            return f'a kind is called "{name}"; a name has letters and no "/", which names mixed slices.'
    values = sorted(kind.value for kind in box.kind)
    if values != list(VALUES):
        found = ", ".join(map(str, values)) or "none"
        return f"the kinds have the values {found}; the rulebook's arithmetic needs each from 3 to 11 once."
    return None


def _leaves_complaint(box: Components) -> str | None:
    for kind in box.kind:
        if len(kind.leaves) != kind.value:
            return f"{kind.name} gives leaves for {len(kind.leaves)} slices; there are {kind.value} of this kind."
        wrong = [leaves for leaves in kind.leaves if not 0 <= leaves <= MOST_LEAVES]
        if wrong:
            return f"a {kind.name} slice has {wrong[0]} leaves; a slice has 0 to {MOST_LEAVES}."
    return None


def _tomato_complaint(box: Components) -> str | None:
    tomato, single = box.tomato, sum(VALUES) + box.tomato.count
    if single != SINGLE_SLICES:
        return f"{tomato.name} has {tomato.count} slices; with {SINGLE_SLICES} single slices in all there are 2."
    if tomato.value != 2:
        return f"{tomato.name} has the value {tomato.value}; its slices show 2."
    return None


def _mixed_complaint(box: Components) -> str | None:
    if len(box.mixed) != MIXED_SLICES:
        return f"there are {len(box.mixed)} mixed slices; the rulebook has {MIXED_SLICES}."
    pairs = [mixed.kinds for mixed in box.mixed]
    for first, second in pairs:
        strange = [kind for kind in (first, second) if kind not in box.kinds]
        if strange:
            return f"the mixed slice {first}/{second} shows {strange[0]}, which is no kind with a value from 3 to 11."
        if first == second:
            return f"the mixed slice {first}/{second} shows one kind twice; it shows two."
    twice = [pair for pair, times in Counter(frozenset(pair) for pair in pairs).items() if times > 1]
    if twice:
        return f"two mixed slices show {' and '.join(sorted(twice[0]))}; all {MIXED_SLICES} must differ."
    returned = [pair for pair in pairs if {box.kinds[kind] for kind in pair} & RETURNED_VALUES]
    if [{box.kinds[kind] for kind in pair} for pair in returned] != [{8, 10}]:
        found = ", ".join("/".join(pair) for pair in returned) or "none"
        return f"mixed slices with a value of 3, 8 or 10 are {found}; the only one is that of 8 and 10."
    return None
