"""Components: 16 ingredient tokens and 12 pizza cards, as data that an owner can replace."""

from collections import Counter
from functools import cached_property

import msgspec

from device.rules import components
from device.rules.components import Mark

TOKENS = 16  # stated
PIZZAS = 12  # stated
TOPPINGS_PER_PIZZA = 3  # stated
LEAST_CHEESES = 3  # deduced: "a second or third cheese"
LEAST_FLIES = 2  # deduced: "those flies"


class Tokens(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`count` tokens that show `kind`."""

    kind: str
    count: int
    mark: Mark


class Pizza(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pizza card: its three toppings, in the order in which they are printed."""

    toppings: tuple[str, ...]
    mark: Mark

    @property
    def name(self) -> str:
        return "-".join(self.toppings)


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """What is in the box."""

    cheese: str
    fly: str
    tokens: tuple[Tokens, ...]
    pizzas: tuple[Pizza, ...]

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many tokens there are of each kind."""
        return {tokens.kind: tokens.count for tokens in self.tokens}

    @cached_property
    def toppings_of(self) -> dict[str, tuple[str, ...]]:
        """The toppings of each pizza by its name."""
        return {pizza.name: pizza.toppings for pizza in self.pizzas}

    def needed(self, pizza: str) -> tuple[str, ...]:
        """All kinds that must lie face up for this pizza: its toppings, then cheese."""
        return (*self.toppings_of[pizza], self.cheese)


def load(text: bytes, source: str) -> Components:
    """The components written in `text` (TOML) of the file `source`. Raises ComponentsError."""
    return components.load(text, source, "Pizza XXL", Components, _complaint)


def _complaint(box: Components) -> str | None:
    return _tokens_complaint(box) or _pizzas_complaint(box)


def _tokens_complaint(components: Components) -> str | None:
    kinds = [tokens.kind for tokens in components.tokens]
    twice = [kind for kind, times in Counter(kinds).items() if times > 1]
    if twice:
        return f"tokens list {twice[0]} twice; give one entry a kind, with its count."
    for tokens in components.tokens:
        if tokens.count < 1:
            return f"{tokens.kind} has count {tokens.count}; a kind that exists has at least 1."
    total = sum(components.counts.values())
    if total != TOKENS:
        return f"the tokens add up to {total}; the rulebook has {TOKENS}, correct the counts."
    if components.cheese == components.fly:
        return f"{components.fly} is given as cheese and as fly; name another kind for one of them."
    cheeses, flies = (components.counts.get(kind, 0) for kind in (components.cheese, components.fly))
    if cheeses < LEAST_CHEESES:
        return f"{components.cheese} has count {cheeses}; the rulebook speaks of a third cheese."
    if flies < LEAST_FLIES:
        return f"{components.fly} has count {flies}; the rulebook speaks of several flies."
    return None


def _pizzas_complaint(components: Components) -> str | None:
    if len(components.pizzas) != PIZZAS:
        return f"there are {len(components.pizzas)} pizzas; the rulebook has {PIZZAS}."
    toppings = set(components.counts) - {components.cheese, components.fly}
    for pizza in components.pizzas:
        if len(pizza.toppings) != TOPPINGS_PER_PIZZA or len(set(pizza.toppings)) != TOPPINGS_PER_PIZZA:
            found = ", ".join(pizza.toppings) or "none"
            return f"a pizza has the toppings {found}; every pizza has {TOPPINGS_PER_PIZZA} different ones."
        strange = [kind for kind in pizza.toppings if kind not in toppings]
        if strange:
            return f"pizza {pizza.name} needs {strange[0]}, which is no topping among the tokens."
    seen: dict[frozenset[str], str] = {}
    for pizza in components.pizzas:
        recipe = frozenset(pizza.toppings)
        if recipe in seen:
            return f"pizzas {seen[recipe]} and {pizza.name} have the same toppings; all {PIZZAS} must differ."
        seen[recipe] = pizza.name
    return None
