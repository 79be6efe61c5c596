"""Pizza retold with plain lists from the rulebook and its rulings alone: a second table that plays along.

It is told what people decided and what chance brought, and works out by itself what follows. Slices are numbered from
1, clockwise; zones are "outer", "middle", "inner".
"""

from dataclasses import dataclass, field
from functools import cache
from itertools import permutations

COLOURS = ("orange", "green", "pink", "blue")  # the locations, from the lowest die to the highest
UNUSED = {"orange": 2, "green": 0, "pink": 1, "blue": -1}
ZONES = ("outer", "middle", "inner")
IN_ZONE = {"outer": 2, "middle": 1, "inner": 0}
FREED = (0, 1, 3, 6, 10)
DOUGH = 6
PRINTED_ON_TILES = {
    "die": 0,
    "extra token": 1,
    "four points": 4,
    "slice bonus": 0,
    "eaten slices": 0,
    "draw all": 2,
    "copy": 0,
    "any slice": 1,
    "opponents draw two": 2,
}


@dataclass
class Slice:
    """A pizza slice with tokens in each zone; `eaten` when it lies on its back."""

    tokens: dict[str, list[str]] = field(default_factory=lambda: {zone: [] for zone in ZONES})
    eaten: bool = False

    def all(self) -> list[str]:
        return [token for zone in ZONES for token in self.tokens[zone]]


@dataclass
class Player:
    """What lies before a player."""

    vp: int
    slices: dict[int, Slice] = field(default_factory=lambda: {number: Slice() for number in range(1, 7)})
    disc: tuple[int, str] = (1, "outer")
    slots: dict[str, list[str]] = field(default_factory=dict)
    used: dict[str, str] = field(default_factory=dict)  # the card on each location
    tiles: list[str] = field(default_factory=list)
    bonus_slices: list[int] = field(default_factory=list)
    change: int = 0
    freed: int = 0


def one_step(disc: tuple[int, str]) -> tuple[int, str]:
    """Clockwise to the next slice; after the sixth an arrow leads a zone in, at last back to the start (Z2)."""
    number, zone = disc
    if number < 6:
        return number + 1, zone
    return 1, {"outer": "middle", "middle": "inner", "inner": "outer"}[zone]


def walk(disc: tuple[int, str], steps: int) -> tuple[int, str]:
    """Step by step. One step back is to the space from which one step leads here (Z3)."""
    if steps < 0:
        assert steps == -1
        (disc,) = [(number, zone) for zone in ZONES for number in range(1, 7) if one_step((number, zone)) == disc]
    for _ in range(steps):
        disc = one_step(disc)
    return disc


VEGETABLE = ("pineapple", "mushroom", "pepper")
MEAT = ("ham", "salami", "fish")


def pleases(token: str, wish: str) -> bool:
    return {"any": True, "vegetable": token in VEGETABLE, "meat": token in MEAT}.get(wish, token == wish)


@cache
def matches(tokens: tuple[str, ...], wishes: tuple[str, ...]) -> bool:
    """Z7: type and number exactly, tried in every order."""
    if len(tokens) != len(wishes):
        return False
    return any(all(map(pleases, order, wishes)) for order in permutations(tokens))


class Table:
    """All players, clockwise; `customers` are name -> (wishes, VP in the first round of service, VP later)."""

    def __init__(self, seats: list[int], starter: int, advanced: bool) -> None:
        at = seats.index(starter)
        self.order = seats[at:] + seats[:at]
        self.advanced = advanced
        self.players = {seat: Player(6 if advanced else 0) for seat in seats}
        self.customers: dict[str, tuple[tuple[str, ...], int, int]] = {}
        self.served_before: set[str] = set()
        self.served_now: set[str] = set()
        self.passed: set[int] = set()
        self.turn: int | None = None
        self.dice: dict[str, int] = {}

    # Cooking phase

    def rolls(self, dice: tuple[int, ...]) -> None:
        self.dice = dict(zip(COLOURS, sorted(dice), strict=True))
        for player in self.players.values():
            player.used, player.freed = {}, 0

    def plays(self, seat: int, card: str, colour: str) -> tuple[int, str]:
        """Where the disc ends."""
        player = self.players[seat]
        assert colour not in player.used
        player.used[colour] = card
        player.disc = walk(player.disc, self.dice[colour] + player.change)
        player.change = 0
        return player.disc

    def tops(self, seat: int, number: int, token: str, colour: str) -> tuple[str, bool]:
        """In which zone the token goes, and whether it comes from the slot beside the card."""
        player = self.players[seat]
        assert player.used[colour] == token
        zone = player.disc[1]
        assert not player.slices[number].eaten
        player.slices[number].tokens[zone].append(token)
        slot = player.slots[colour]
        if token not in slot:  # Z4
            return zone, False
        slot.remove(token)
        if not slot:  # Z13
            player.freed += 1
        return zone, True

    def makes_dough(self, seat: int, number: int) -> None:
        player = self.players[seat]
        assert player.slices[number].eaten and player.vp >= DOUGH  # Z5
        player.vp -= DOUGH
        player.slices[number].eaten = False

    def adds_token(self, seat: int, token: str) -> tuple[int, str]:
        """Z19: where the extra token goes."""
        player = self.players[seat]
        number, zone = player.disc
        assert not player.slices[number].eaten
        player.slices[number].tokens[zone].append(token)
        return player.disc

    def bonus_order(self) -> list[int]:
        """Z14: who takes a tile, one at a time, until all have as many as slots that they freed."""
        if not self.advanced:
            return []
        by_vp = sorted(self.order, key=lambda seat: -self.players[seat].vp)  # ties stay in the players' order
        return [seat for turn in range(4) for seat in by_vp if self.players[seat].freed > turn]

    def scores_locations(self) -> None:
        """The card location that each player did not use; nobody falls below 0 (Z6)."""
        for player in self.players.values():
            (unused,) = [colour for colour in COLOURS if colour not in player.used]
            player.vp = max(0, player.vp + UNUSED[unused])

    # Serving phase

    def may_serve(self, seat: int) -> set[tuple[str, int]]:
        """Every customer and slice that fit exactly."""
        found = set()
        for number, slice in self.players[seat].slices.items():
            tokens = tuple(sorted(slice.all()))
            for name, (wishes, _, _) in self.customers.items():
                if tokens and not slice.eaten and matches(tokens, wishes):
                    found.add((name, number))
        return found

    def serves(self, seat: int, name: str, number: int) -> int:
        """The VP for it (Z8)."""
        assert (name, number) in self.may_serve(seat)
        assert seat == self.turn
        _, first, later = self.customers[name]
        slice = self.players[seat].slices[number]
        vp = later if name in self.served_before else first
        if slice.tokens["outer"]:
            vp += 2
        if slice.tokens["middle"]:
            vp += 1
        self.served_now.add(name)
        self.players[seat].vp += vp
        self.players[seat].slices[number] = Slice(eaten=True)
        self.to_the_left()
        return vp

    def begins_serving(self) -> None:
        self.passed, self.turn = set(), self.order[0]

    def passes(self, seat: int) -> None:
        """Z9: final for this phase."""
        assert seat == self.turn
        self.passed.add(seat)
        self.to_the_left()

    def to_the_left(self) -> None:
        """The next player to the left who has not passed; nobody, once all have."""
        assert self.turn is not None
        at = self.order.index(self.turn)
        around = self.order[at + 1 :] + self.order[: at + 1]
        self.turn = next((seat for seat in around if seat not in self.passed), None)

    def ends_round(self) -> None:
        assert self.turn is None
        self.served_before |= self.served_now
        self.served_now = set()

    # End of the game

    def totals(self) -> dict[int, int]:
        return {seat: final(player, self.advanced) for seat, player in self.players.items()}


def final(player: Player, advanced: bool) -> int:
    """All that a player has at the end of the game."""
    total = player.vp
    for slice in player.slices.values():
        for zone in ZONES:
            total += IN_ZONE[zone] * len(slice.tokens[zone]) * (not slice.eaten)
    total += FREED[list(player.slots.values()).count([])]
    assert advanced or not player.tiles
    for tile in player.tiles:
        total += PRINTED_ON_TILES[tile]  # Z16: used or not
        if tile == "eaten slices":  # Z22
            total += len([slice for slice in player.slices.values() if slice.eaten])
    for number in player.bonus_slices:  # Z21
        assert not player.slices[number].eaten
        total += len(player.slices[number].all())
    assert len(player.bonus_slices) <= player.tiles.count("slice bonus")
    return total


def winners(totals: dict[int, int]) -> set[int]:
    """The most VP; a tie is shared (Z12)."""
    return {seat for seat, vp in totals.items() if vp == max(totals.values())}
