"""Game materials: ingredients, dice locations, the track, 15 characters and 36 bonus tiles, as replaceable data."""

from collections import Counter
from functools import cached_property
from itertools import pairwise

import msgspec

from device.rules import components
from device.rules.components import Mark

SLICES = 6  # stated: 24 slices for 4 players
TOKENS = 228  # stated
CHARACTERS = 15  # stated
PLAYERS = 4  # stated: 4 ingredient cards of each ingredient, a card of each for a player
GROUPS = ("vegetable", "meat")  # pineapple, mushroom or pepper; ham, salami or fish
ANY = "any"
ZONES = ("outer", "middle", "inner")
CHILD, CHILD_POINTS, CHILD_TOKENS = "child", (6, 4), 2  # stated
HAWAIIAN, HAWAIIAN_LATER, HAWAIIAN_TOKENS = "hawaiian", 8, 4  # stated

DIE, EXTRA_TOKEN, FOUR_POINTS = "die", "extra token", "four points"
SLICE_BONUS, EATEN_SLICES, DRAW_ALL = "slice bonus", "eaten slices", "draw all"
COPY, ANY_SLICE, OPPONENTS_DRAW_TWO = "copy", "any slice", "opponents draw two"
TILES = (DIE, EXTRA_TOKEN, FOUR_POINTS, SLICE_BONUS, EATEN_SLICES, DRAW_ALL, COPY, ANY_SLICE, OPPONENTS_DRAW_TWO)


class Tokens(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many tokens there are of each ingredient."""

    each: int
    mark: Mark


class Ingredient(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An ingredient and the group that it belongs to."""

    kind: str
    group: str
    mark: Mark


class Location(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A coloured place for a die and for each player's card; `unused` points count in the advanced mode."""

    colour: str
    unused: int
    mark: Mark


class Track(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The slice (from 1) and the zone of each space of the disc's way, the start first."""

    slices: tuple[int, ...]
    zones: tuple[str, ...]
    mark: Mark


class Customer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A character card: what the customer wants, and the points on its first and on its later side."""

    name: str
    wants: tuple[str, ...]
    first: int
    later: int
    mark: Mark


class Tile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`count` bonus tiles of a kind, each worth so many points at the end."""

    kind: str
    count: int
    points: int
    mark: Mark


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """What is in the box."""

    tokens: Tokens
    ingredients: tuple[Ingredient, ...]
    locations: tuple[Location, ...]
    track: Track
    customers: tuple[Customer, ...]
    tiles: tuple[Tile, ...]

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The six ingredients; a player has a card of each."""
        return tuple(ingredient.kind for ingredient in self.ingredients)

    @cached_property
    def customer(self) -> dict[str, Customer]:
        """The customers by name."""
        return {customer.name: customer for customer in self.customers}

    @cached_property
    def accepted(self) -> dict[str, tuple[frozenset[str], ...]]:
        """For each customer the ingredients that meet each of the wishes."""
        groups = {group: frozenset(i.kind for i in self.ingredients if i.group == group) for group in GROUPS}
        meets = {ANY: frozenset(self.kinds), **groups, **{kind: frozenset([kind]) for kind in self.kinds}}
        return {customer.name: tuple(meets[want] for want in customer.wants) for customer in self.customers}

    @cached_property
    def tile_points(self) -> dict[str, int]:
        """What a bonus tile of each kind is worth at the end."""
        return {tile.kind: tile.points for tile in self.tiles}

    @cached_property
    def spaces(self) -> tuple[tuple[int, int], ...]:
        """Slice and zone of each space of the track, both from 0."""
        pairs = zip(self.track.slices, self.track.zones, strict=True)
        return tuple((slice - 1, ZONES.index(zone)) for slice, zone in pairs)


def load(text: bytes, source: str) -> Components:
    """The components written in `text` (TOML) of the file `source`. Raises ComponentsError."""
    return components.load(text, source, "Pizza", Components, _complaint)


def _complaint(box: Components) -> str | None:
    return (
        _ingredients_complaint(box)
        or _locations_complaint(box)
        or _track_complaint(box)
        or _customers_complaint(box)
        or _tiles_complaint(box)
    )


def _twice(names: list[str]) -> str | None:
    return next((name for name, times in Counter(names).items() if times > 1), None)


def _ingredients_complaint(box: Components) -> str | None:
    twice = _twice(list(box.kinds))
    if twice:
        return f"ingredient {twice} is listed twice; list each of the six once."
    total = box.tokens.each * len(box.kinds)
    if len(box.kinds) != 6 or total != TOKENS:
        counted = f"{len(box.kinds)} ingredients with {box.tokens.each} tokens each"
        return f"{counted} are {total}; the rulebook has 6 and {TOKENS}."
    for ingredient in box.ingredients:
        if ingredient.group not in GROUPS:
            return f"{ingredient.kind} is in group {ingredient.group!r}; the groups are {' and '.join(GROUPS)}."
        if ingredient.kind in (ANY, *GROUPS):
            return f"an ingredient is called {ingredient.kind}, which means a group; give it another name."
    for group in GROUPS:
        size = sum(1 for ingredient in box.ingredients if ingredient.group == group)
        if size != 3:
            return f"group {group} has {size} ingredients; the symbol for it shows 3."
    return None


def _locations_complaint(box: Components) -> str | None:
    colours = [location.colour for location in box.locations]
    if len(colours) != 4 or _twice(colours):
        return f"the locations are {', '.join(colours) or 'none'}; the rulebook has 4 of different colours."
    return None


def _track_complaint(box: Components) -> str | None:
    slices, zones = box.track.slices, box.track.zones
    if len(slices) != len(zones) or not slices:
        return f"the track has {len(slices)} slices and {len(zones)} zones; give one of each for every space."
    for slice, zone in zip(slices, zones, strict=True):
        if not 1 <= slice <= SLICES:
            return f"the track names slice {slice}; a pizza has slices 1 to {SLICES}."
        if zone not in ZONES:
            return f"the track names zone {zone!r}; the zones are {', '.join(ZONES)}."
    if zones[0] != ZONES[0]:
        return f"the track starts in the {zones[0]} zone; the disc starts in the outer one."
    for here, there in pairwise(slices):
        if there != here % SLICES + 1:
            return f"the track goes from slice {here} to {there}; the disc goes from slice to slice."
    return None


def _customers_complaint(box: Components) -> str | None:
    names = [customer.name for customer in box.customers]
    twice = _twice(names)
    if twice:
        return f"customer {twice} is listed twice; list each once."
    if len(names) != CHARACTERS:
        return f"there are {len(names)} customers; the rulebook has {CHARACTERS}."
    for customer in box.customers:
        strange = [want for want in customer.wants if want not in (ANY, *GROUPS, *box.kinds)]
        if strange or not customer.wants:
            return f"{customer.name} wants {strange[0] if strange else 'nothing'!r}; name ingredients, groups or {ANY}."
        if not customer.first > customer.later > 0:
            return f"{customer.name} is worth {customer.first} first and {customer.later} later; first is worth more."
    child, hawaiian = box.customer.get(CHILD), box.customer.get(HAWAIIAN)
    if child is None or ((child.first, child.later), len(child.wants)) != (CHILD_POINTS, CHILD_TOKENS):
        return f"the rulebook has a customer {CHILD} with 2 tokens, worth 6 first and 4 later; correct it."
    if hawaiian is None or (hawaiian.later, len(hawaiian.wants)) != (HAWAIIAN_LATER, HAWAIIAN_TOKENS):
        return f"the rulebook has a customer {HAWAIIAN} with 4 tokens, worth 8 later; correct it."
    return None


def _tiles_complaint(box: Components) -> str | None:
    kinds = [tile.kind for tile in box.tiles]
    if sorted(kinds) != sorted(TILES):
        return f"the bonus tiles are {', '.join(kinds) or 'none'}; the rulebook has {', '.join(TILES)}."
    for tile in box.tiles:
        if tile.count != PLAYERS:
            return f"there are {tile.count} bonus tiles {tile.kind}; the rulebook has {PLAYERS} of a kind."
    return None
