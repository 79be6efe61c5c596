"""The memory variant of Pizza XXL against a second table that was written from the rulebook alone."""

from collections import Counter
from importlib.resources import files
from random import Random

import pytest
from rules.every_game import LIBRARY, start, steps
from rules.oracle_xxl import MemoryTable

from device.events import Event
from device.match import Match
from device.rules.chance import Shuffled
from device.rules.game import Game
from device.rules.xxl.components import Components, load
from device.rules.xxl.events import TokenTurned
from device.rules.xxl.memory import Memory
from device.rules.xxl.memory_events import GameEnded, PizzaClaimed, PizzaDrawn, TurnEnded
from device.rules.xxl.memory_state import MemoryState

MATCHES = 36  # for each number of players
MUSHROOM = {"mushroom", "tomato", "onion"}


def table(*tokens: str) -> MemoryTable:
    """Krzyś looks for mushroom, tomato and onion; Ania for mushroom, ham and corn."""
    dealt = MemoryTable([5, 3], 5, {"krzyś": MUSHROOM, "ania": {"mushroom", "ham", "corn"}, "next": MUSHROOM})
    dealt.deals(["krzyś", "ania", "next"])
    dealt.shuffles(list(tokens))
    return dealt


def test_the_oracle_plays_the_rulebooks_examples() -> None:
    krzys = table("mushroom", "tomato", "cheese", "cheese", "onion", "fly")
    assert [krzys.turns(5, place)[1] for place in range(5)] == ["on"] * 4 + ["claimed"]
    assert krzys.claimed[5] == ["krzyś"] and krzys.before[5] == "next" and krzys.turn == 3 and krzys.shuffle_due
    ania = table("fly", "mushroom", "tomato")
    assert ania.turns(5, 0) == ("fly", "unneeded")
    assert [ania.turns(3, place)[1] for place in (1, 2)] == ["on", "unneeded"]
    assert ania.turn == 5 and ania.up == [] and not ania.shuffle_due


def test_the_oracle_wants_a_cheese_and_no_second_copy() -> None:
    assert [table("mushroom", "mushroom").turns(5, 0)[1]] == ["on"]
    double = table("mushroom", "mushroom")
    assert [double.turns(5, place)[1] for place in (0, 1)] == ["on", "unneeded"]
    late = table("mushroom", "tomato", "onion", "cheese")
    assert [late.turns(5, place)[1] for place in range(4)] == ["on", "on", "on", "claimed"]


class Beside:
    """Tells the second table who turned which place, and compares what the log says came of it."""

    def __init__(self, match: Match) -> None:
        state: MemoryState = match.state
        youngest = min(match.seats, key=lambda seat: seat.age_order).seat
        toppings = {name: set(three) for name, three in state.components.toppings_of.items()}
        self.table = MemoryTable([seat.seat for seat in match.seats], youngest, toppings)
        self.compared: Counter[str] = Counter()

    def tell(self, events: list[Event]) -> None:
        """All that one action, or chance, made happen."""
        if any(isinstance(event, TokenTurned | TurnEnded) for event in events):
            happened = [event for event in events if not isinstance(event, Shuffled | GameEnded)]
            assert happened == self._expected(happened[0])
        for event in events:
            match event:
                case Shuffled(what="pizzas", order=order):
                    self.table.deals(list(order))
                case Shuffled(order=order):
                    self.table.shuffles(list(order))

    def _expected(self, first: Event) -> list[Event]:
        """What follows by the rulebook when the seat turns this place over, or stops."""
        table, seat = self.table, self.table.turn
        if not isinstance(first, TokenTurned):
            table.stops(seat)
            return [TurnEnded(seat, "stopped", table.turn)]
        pizza, pile = table.before[seat], len(table.pile)
        kind, came = table.turns(first.seat, first.place)
        self.compared[came] += 1
        happens: list[Event] = [TokenTurned(seat, first.place, kind)]
        if came == "unneeded":
            happens.append(TurnEnded(seat, "unneeded", table.turn))
        if came == "claimed":
            assert pizza is not None
            happens.append(PizzaClaimed(seat, pizza))
            if len(table.pile) < pile:
                drawn = table.before[seat]
                assert drawn is not None
                happens.append(PizzaDrawn(seat, drawn))
            if table.winners is None:
                happens.append(TurnEnded(seat, "claimed", table.turn))
        return happens

    def compare(self, match: Match) -> None:
        state, table = match.state, self.table
        assert {player.seat.seat: list(player.pizzas) for player in state.players} == table.claimed
        assert match.turns == (() if table.winners else (table.turn,))
        assert list(state.up) == table.up or table.winners
        self.compared["states"] += 1


def box_with_doubles() -> Components:
    """Two toppings twice and two flies: an owner's box may be such, the house set has every topping once."""
    text = files("device.rules.xxl").joinpath("components.toml").read_text(encoding="utf-8")
    for kind in ("mushroom", "ham"):
        text = text.replace(f'kind = "{kind}"\ncount = 1', f'kind = "{kind}"\ncount = 2')
    return load(text.replace('kind = "fly"\ncount = 4', 'kind = "fly"\ncount = 2').encode(), "another box")


@pytest.mark.parametrize("players", range(LIBRARY["xxl", "memory"].seats[0], LIBRARY["xxl", "memory"].seats[1] + 1))
def test_a_second_table_told_of_every_turned_token_comes_to_the_same_claims_and_winners(players: int) -> None:
    doubles = Memory(box_with_doubles())
    compared: Counter[str] = Counter()
    for seed in range(MATCHES):
        rng = Random(f"memory {players} {seed}")
        game: Game = LIBRARY["xxl", "memory"] if seed % 2 else doubles
        match = start(game, players, rng)
        beside = Beside(match)
        beside.tell([entry.event for entry in match.entries])
        told = len(match.entries)
        for done in steps(match, rng, ("random", "mixed", "greedy")[seed % 3]):
            beside.tell([entry.event for entry in match.entries[told:]])
            told = len(match.entries)
            beside.compare(match)
            assert done.seat in [seat.seat for seat in match.seats]
        outcome = game.outcome(match.state)
        assert outcome is not None and set(outcome.winners) == beside.table.winners
        compared += beside.compared
    assert compared["claimed"] >= 3 * MATCHES and compared["unneeded"] > 100
