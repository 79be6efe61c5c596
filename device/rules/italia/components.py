"""Components: 55 ingredient cards and 7 pizzette, as data that an owner can replace.

A card has two sides where it meets its neighbours. Each shows an icon, or crust, which meets nothing.
"""

from collections import Counter
from functools import cached_property

import msgspec

from device.rules import components
from device.rules.components import Mark

CARDS = 55  # found
PIZZETTE = 7  # found; six players can take one each before somebody takes a second
MOST_PER_ICON = 3  # stated: "x2", "x3"
SIZES_MM = (20.0, 200.0)


class Pizzette(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The score markers."""

    count: int
    mark: Mark


class Size(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The outline of an upright card; cards meet at their left and right sides, which are `height_mm` long."""

    width_mm: float
    height_mm: float
    mark: Mark


class Mozzarella(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What links with everything, and its points; `points_at_crust` on an edge card."""

    kind: str
    points: int
    points_at_crust: int
    mark: Mark


class Ingredient(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An ingredient and the points of its icon."""

    kind: str
    points: int
    mark: Mark


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`count` cards that look alike. `right` is left out where the card has one icon, or crust on its right."""

    left: str
    count: int
    mark: Mark
    right: str | None = None
    edge: bool = False


class Icon(msgspec.Struct, frozen=True):
    """A printed icon, and its points."""

    kind: str
    points: int


class Card(msgspec.Struct, frozen=True):
    """A card as it lies upright: what its sides show (None: crust), and its icons.

    `label` is what the eyes call it: "chili|salami", "mozzarella", "egg|mozzarella3*" (an edge card).
    """

    label: str
    left: str | None
    right: str | None
    icons: tuple[Icon, ...]

    @property
    def edge(self) -> bool:
        """Whether it may only begin or end a pizza."""
        return self.right is None

    @property
    def points(self) -> int:
        """I15: each icon counts, so a card that shows the same icon twice counts both."""
        return sum(icon.points for icon in self.icons)


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """What is in the box."""

    pizzette: Pizzette
    size: Size
    mozzarella: Mozzarella
    ingredients: tuple[Ingredient, ...]
    cards: tuple[Printed, ...]

    @cached_property
    def points(self) -> dict[str, int]:
        """The points of each icon, but for mozzarella at a crust."""
        return {self.mozzarella.kind: self.mozzarella.points, **{each.kind: each.points for each in self.ingredients}}

    @cached_property
    def card_by_id(self) -> dict[str, Card]:
        """Each card of the box by its id: its label and a number ("chili|salami-2")."""
        return {
            f"{card.label}-{number}": card
            for printed in self.cards
            for card in (self.card(printed),)
            for number in range(1, printed.count + 1)
        }

    @cached_property
    def card_by_label(self) -> dict[str, Card]:
        """Each kind of card by its label."""
        return {card.label: card for card in self.card_by_id.values()}

    @cached_property
    def deck(self) -> tuple[str, ...]:
        """The ids of all cards."""
        return tuple(self.card_by_id)

    def card(self, printed: Printed) -> Card:
        """The card as it is played with."""
        soft, left = self.mozzarella, Icon(printed.left, self.points[printed.left])
        if printed.edge:
            icons = (left, Icon(soft.kind, soft.points_at_crust))
            return Card(f"{left.kind}|{soft.kind}{soft.points_at_crust}*", left.kind, None, icons)
        if printed.right is None:
            return Card(left.kind, left.kind, left.kind, (left,))
        right = Icon(printed.right, self.points[printed.right])
        return Card(f"{left.kind}|{right.kind}", left.kind, right.kind, (left, right))


def load(text: bytes, source: str) -> Components:
    """The components written in `text` (TOML) of the file `source`. Raises ComponentsError."""
    return components.load(text, source, "Pizzeria Italia", Components, _complaint)


def _complaint(box: Components) -> str | None:
    return _icons_complaint(box) or _cards_complaint(box) or _counts_complaint(box)


def _icons_complaint(box: Components) -> str | None:
    kinds = [box.mozzarella.kind, *(each.kind for each in box.ingredients)]
    twice = [kind for kind, times in Counter(kinds).items() if times > 1]
    if twice:
        return f"{twice[0]} is described twice; give each ingredient one entry, and mozzarella its own."
    for kind, points in (*box.points.items(), ("mozzarella at a crust", box.mozzarella.points_at_crust)):
        if not 1 <= points <= MOST_PER_ICON:
            return f"{kind} has {points} points; an icon counts 1, 2 or {MOST_PER_ICON}."
    for name, length_mm in (("width_mm", box.size.width_mm), ("height_mm", box.size.height_mm)):
        if not SIZES_MM[0] <= length_mm <= SIZES_MM[1]:
            return f"size has {name} {length_mm:g}; measure a card, {SIZES_MM[0]:g} to {SIZES_MM[1]:g} mm are expected."
    return None


def _cards_complaint(box: Components) -> str | None:
    for printed in box.cards:
        shown = [kind for kind in (printed.left, printed.right) if kind is not None]
        name = " and ".join(shown)
        strange = [kind for kind in shown if kind not in box.points]
        if strange:
            return f"a card shows {strange[0]}, which is no ingredient of this box; describe it or correct the card."
        if printed.edge and printed.right is not None:
            return f"the edge card {name} has a right side; write its open side as left, as the other one is crust."
        if not printed.edge and printed.right is None and printed.left != box.mozzarella.kind:
            return f"the card {name} has no right side; only the mozzarella card and edge cards are written so."
        if printed.right == box.mozzarella.kind or (printed.right and printed.left == box.mozzarella.kind):
            return f"the card {name} shows mozzarella beside something; only an edge card does, by edge = true."
        if printed.count < 1:
            return f"the card {name} has count {printed.count}; a card that exists has at least 1."
    return None


def _counts_complaint(box: Components) -> str | None:
    looks = Counter((frozenset((printed.left, printed.right)), printed.edge) for printed in box.cards)
    for (sides, _), times in looks.items():
        if times > 1:
            name = " and ".join(sorted(side for side in sides if side))
            return f"the card {name} is listed {times} times; give it one entry, with its count."
    total = sum(printed.count for printed in box.cards)
    if total != CARDS:
        return f"the cards add up to {total}; the box has {CARDS}, correct the counts."
    if box.pizzette.count != PIZZETTE:
        return f"there are {box.pizzette.count} pizzette; the box has {PIZZETTE}."
    soft = box.mozzarella.kind
    kinds = {
        "two different ingredients": any(p.right and p.right != p.left for p in box.cards),
        "the same ingredient twice": any(p.right == p.left for p in box.cards),
        "mozzarella": any(not p.edge and p.left == soft for p in box.cards),
        "an ingredient and mozzarella at the crust": any(p.edge and p.left != soft for p in box.cards),
        "mozzarella twice at the crust": any(p.edge and p.left == soft for p in box.cards),
    }
    missing = [name for name, there in kinds.items() if not there]
    return f"no card shows {missing[0]}; the rulebook has such cards, add them." if missing else None
