"""Pizzeria Italia from the rulebook and its rulings alone: what a pizza is worth, the best one, who wins a round."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, permutations, product
from math import cos, hypot, radians, sin

WORTH_TWO = ("mushroom", "egg")
MOZZARELLA = "mozzarella"


@dataclass(frozen=True)
class Card:
    """A card as it lies: what shows on its left and right edge (None: crust), and its points."""

    left: str | None
    right: str | None
    points: int

    def turned(self) -> "Card":
        return Card(self.right, self.left, self.points)


Pizza = list[Card]  # from left to right


def card(label: str) -> Card:
    """A card by what is printed on it: "egg|onion", "mozzarella" (one icon), "egg|mozzarella3*" (an edge card)."""

    def worth(icon: str) -> int:
        return 2 if icon in WORTH_TWO else 1

    if label == MOZZARELLA:
        return Card(label, label, 1)
    left, right = label.split("|")
    if right == "mozzarella3*":
        return Card(left, None, worth(left) + 3)
    return Card(left, right, worth(left) + worth(right))


def joined(left: Card, right: Card) -> bool:
    """Whether the edge that two cards share shows the same ingredient; mozzarella links with all (I1)."""
    if left.right is None or right.left is None:
        return False
    return left.right == right.left or MOZZARELLA in (left.right, right.left)


def valid(pizza: Pizza) -> bool:
    """At least two cards, all of them linked (I1 to I3). So crust can only be outside, edge cards only at the ends."""
    return len(pizza) >= 2 and all(joined(*pair) for pair in pairwise(pizza))


def score(pizza: Pizza, unused: int) -> int:
    """The points of a round (I4, I15); 0 for a pizza that is not valid, with nothing taken off."""
    return sum(card.points for card in pizza) - unused if valid(pizza) else 0


def round_winner(pizzas: dict[int, tuple[Pizza, int]], slappers: set[int]) -> int | None:
    """The seat with the highest score of a valid pizza (I7), then of the longer pizza, then the slapper (I8, I10)."""
    left = {seat: (score(pizza, unused), len(pizza)) for seat, (pizza, unused) in pizzas.items() if valid(pizza)}
    if not left:
        return None
    tied = [seat for seat in left if left[seat] == max(left.values())]
    if len(tied) > 1:
        tied = [seat for seat in tied if seat in slappers]
    return tied[0] if len(tied) == 1 else None


def every_sequence(cards: list[Card]) -> Iterator[Pizza]:
    """Every order of any number of the cards, each of them upright or turned: without any thought."""
    for number in range(len(cards) + 1):
        for order in permutations(cards, number):
            for ways in product((False, True), repeat=number):
                yield [card.turned() if turned else card for card, turned in zip(order, ways, strict=True)]


def every_valid_pizza(cards: list[Card], so_far: Pizza | None = None) -> Iterator[Pizza]:
    """The valid ones among these, card by card: a sequence that is wrong does not get better by more cards."""
    so_far = so_far or []
    if valid(so_far):
        yield so_far
    for at, each in enumerate(cards):
        for lying in {each, each.turned()}:
            if not so_far or joined(so_far[-1], lying):
                yield from every_valid_pizza(cards[:at] + cards[at + 1 :], [*so_far, lying])


def best(cards: list[Card]) -> tuple[int, int] | None:
    """The highest score that these cards can have and the most cards of a pizza with it; None: no valid pizza."""
    found = [(score(pizza, len(cards) - len(pizza)), len(pizza)) for pizza in every_valid_pizza(cards)]
    return max(found, default=None)


# Cards on a table, by plain geometry: x right, y down, turned clockwise, millimetres and degrees

Point = tuple[float, float]


@dataclass(frozen=True)
class Pose:
    """Where the middle of a card lies, and how far it is turned."""

    x: float
    y: float
    turn: float

    def point(self, right: float, down: float) -> Point:
        """A point of the table, by its way from the middle of the card as seen with the card upright."""
        angle = radians(self.turn)
        return (self.x + right * cos(angle) - down * sin(angle), self.y + right * sin(angle) + down * cos(angle))

    def beyond(self, right: float, down: float, turn: float) -> "Pose":
        """The pose of another card seen from this one."""
        return Pose(*self.point(right, down), self.turn + turn)


def corners(pose: Pose, width: float, height: float) -> list[Point]:
    half = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return [pose.point(right * width / 2, down * height / 2) for right, down in half]


def distance(one: Pose, other: Pose, width: float, height: float) -> float:
    """Between two cards; 0 where they overlap."""
    first, second = corners(one, width, height), corners(other, width, height)
    if overlap(first, second):
        return 0.0
    found = []
    for points, outline in ((first, second), (second, first)):
        for point in points:
            for start, end in zip(outline, outline[1:] + outline[:1], strict=True):
                found.append(from_line(point, start, end))
    return min(found)


def overlap(first: list[Point], second: list[Point]) -> bool:
    """Two rectangles overlap unless a line along a side of one of them parts them."""
    for outline in (first, second):
        for start, end in ((outline[0], outline[1]), (outline[1], outline[2])):
            along = (end[0] - start[0], end[1] - start[1])
            one = [x * along[0] + y * along[1] for x, y in first]
            two = [x * along[0] + y * along[1] for x, y in second]
            if max(one) < min(two) or max(two) < min(one):
                return False
    return True


def from_line(point: Point, start: Point, end: Point) -> float:
    """How far a point is from the line between two others."""
    (x, y), (x1, y1), (x2, y2) = point, start, end
    length = hypot(x2 - x1, y2 - y1)
    share = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length**2
    share = min(1.0, max(0.0, share))
    return hypot(x - x1 - share * (x2 - x1), y - y1 - share * (y2 - y1))
