"""Pizza against a second table that was written from the rulebook alone and plays along from the log."""

from collections import Counter
from random import Random

import msgspec
import pytest
from rules.every_game import LIBRARY, start, steps
from rules.oracle_pizza import COLOURS, ZONES, Player, Slice, Table, final, matches, walk, winners
from rules.pizza_builders import serving, slice_with, slices, started

from device.events import Event
from device.match import Match
from device.rules.chance import Rolled, Shuffled
from device.rules.game import Refusal
from device.rules.pizza.actions import Serve
from device.rules.pizza.components import Components
from device.rules.pizza.events import (
    CardPlayed,
    CookingEnded,
    DoughMade,
    GameEnded,
    LocationsScored,
    Passed,
    RoundEnded,
    ServingBegan,
    SliceChosen,
    SliceServed,
    SliceTopped,
    TileTaken,
    TileUsed,
    TokenAdded,
)
from device.rules.pizza.locations import locations_scored
from device.rules.pizza.state import Phase, State
from device.rules.pizza.track import moved

MATCHES = [("basic", 30), ("advanced", 60)]  # for each number of players


def test_the_oracle_scores_the_rulebooks_example() -> None:
    slots = {colour: ["fish"] * 3 for colour in COLOURS}

    def player(vp: int, freed: int, **tokens: int) -> Player:
        lying = {zone: ["ham"] * tokens.get(zone, 0) for zone in ZONES}
        empty: dict[str, list[str]] = {colour: [] for colour in COLOURS[:freed]}
        return Player(vp, {1: Slice(lying), 2: Slice(eaten=True)}, slots={**slots, **empty})

    antonio, andrea = player(42, 2, outer=1, inner=1), player(34, 3, middle=3)
    matteo = player(38, 4, outer=1, middle=1)
    totals = {at: final(each, False) for at, each in enumerate((antonio, andrea, matteo))}
    assert totals == {0: 47, 1: 43, 2: 51}
    assert winners(totals) == {2}


def test_the_oracle_serves_as_in_the_rulebooks_example() -> None:
    table = Table([7, 3], 7, advanced=False)
    table.customers = {
        "child": (("vegetable", "meat"), 6, 4),
        "hawaiian": (("pineapple", "pineapple", "ham", "ham"), 10, 8),
    }
    table.served_before = {"hawaiian"}
    antonio, andrea = table.players[7], table.players[3]
    antonio.slices[1].tokens = {"outer": ["mushroom"], "middle": [], "inner": ["ham"]}
    andrea.slices[2].tokens = {"outer": [], "middle": ["fish", "pepper"], "inner": []}
    antonio.slices[4].tokens = {"outer": ["ham"], "middle": ["pineapple", "ham"], "inner": ["pineapple"]}
    table.begins_serving()
    assert table.serves(7, "child", 1) == 6 + 2
    assert table.serves(3, "child", 2) == 6 + 1
    assert table.serves(7, "hawaiian", 4) == 8 + 3
    table.passes(3)
    table.passes(7)
    table.ends_round()
    table.begins_serving()
    table.passes(7)
    andrea.slices[5].tokens = {"outer": [], "middle": [], "inner": ["fish", "pepper"]}
    assert table.serves(3, "child", 5) == 4


def test_the_oracle_moves_as_in_the_rulebooks_example() -> None:
    for number in range(1, 7):
        first = walk((number, "outer"), 4)
        third = walk(walk(first, 2), 4)
        assert walk(first, 6)[0] == first[0] and walk(first, 6)[1] != first[1]
        assert third == walk(first, 6)
    assert walk((6, "inner"), 1) == (1, "outer") and walk((1, "outer"), -1) == (6, "inner")
    assert walk((1, "middle"), -1) == (6, "outer") and walk((3, "middle"), 0) == (3, "middle")


def test_the_oracle_matches_exactly() -> None:
    assert matches(("ham", "salami", "fish"), ("meat", "salami", "ham"))
    assert not matches(("ham", "ham", "fish"), ("meat", "salami", "ham"))
    assert not matches(("ham", "salami"), ("any",))


@pytest.mark.parametrize(("server", "following"), [(1, 0), (0, 2), (2, 1)])
def test_after_a_serving_the_next_turn_is_to_the_left_also_where_that_seat_has_number_0(
    server: int, following: int
) -> None:
    game = LIBRARY["pizza", "basic"]
    laid = serving(started(), "child")
    number = {1: 1, 2: 0, 3: 2}
    players = tuple(
        msgspec.structs.replace(
            player,
            seat=msgspec.structs.replace(player.seat, seat=number[player.seat.seat]),
            slices=slices(slice_with(outer="ham pepper")),
        )
        for player in laid.players
    )
    state = msgspec.structs.replace(laid, players=players, turn=server)
    told = game.act(state, server, Serve("child", 0))
    assert not isinstance(told, Refusal)
    assert game.turns(game.apply(state, told[0])) == (following,)


def test_a_disc_moves_from_everywhere_as_step_by_step() -> None:
    box: Components = started().components
    space = list(zip(box.track.slices, box.track.zones, strict=True))
    for disc in range(18):
        for number in range(-1, 9):
            assert space[moved(box, disc, number)] == walk(space[disc], number)


@pytest.mark.parametrize("points", range(4))
@pytest.mark.parametrize("unused", range(4))
def test_a_card_location_that_is_not_used_moves_the_cube_as_the_oracle_says(points: int, unused: int) -> None:
    state = started(LIBRARY["pizza", "advanced"])
    played = tuple(None if at == unused else "ham" for at in range(4))
    players = tuple(msgspec.structs.replace(player, points=points, played=played) for player in state.players)
    beside = Table([player.seat.seat for player in players], state.starter, advanced=True)
    for player in beside.players.values():
        player.vp, player.used = points, {colour: "ham" for at, colour in enumerate(COLOURS) if at != unused}
    beside.scores_locations()
    told = locations_scored(msgspec.structs.replace(state, players=players))
    assert [points + change for _, change in told.points] == [player.vp for player in beside.players.values()]


class Beside:
    """Tells the second table what the log says, and compares all that follows from it."""

    def __init__(self, match: Match, advanced: bool) -> None:
        state: State = match.state
        box: Components = state.components
        self.table = Table([seat.seat for seat in match.seats], state.starter, advanced)
        self.space = [(number, zone) for number, zone in zip(box.track.slices, box.track.zones, strict=True)]
        self.wishes = {each.name: (each.wants, each.first, each.later) for each in box.customers}
        self.location = [each.colour for each in box.locations]
        self.compared: Counter[str] = Counter()

    def same(self, what: str, found: object, expected: object) -> None:
        assert found == expected, what
        self.compared[what] += 1

    def tell(self, event: Event) -> None:
        table = self.table
        match event:
            case Shuffled(what="customers", order=order):
                table.customers = {name: self.wishes[name] for name in order[:7]}
            case Shuffled(what="slot tokens", order=order, seat=int(seat)):
                laid = {colour: list(order[3 * at : 3 * at + 3]) for at, colour in enumerate(COLOURS)}
                table.players[seat].slots = laid
            case Rolled(dice=dice):
                table.rolls(dice)
            case CardPlayed(seat=seat):
                disc = table.plays(seat, event.card, self.location[event.location])
                self.same("where a disc ends", self.space[event.disc], disc)
            case TileUsed(seat=seat, kind="die"):
                assert -2 <= event.change <= 2
                table.players[seat].change = event.change
            case SliceTopped(seat=seat):
                colour = next(
                    colour for colour, card in reversed(table.players[seat].used.items()) if card == event.token
                )
                found = (ZONES[event.zone], event.slot is not None)
                self.same(
                    "where a token comes from and goes", found, table.tops(seat, event.slice + 1, event.token, colour)
                )
            case TokenAdded(seat=seat):
                found = (event.slice + 1, ZONES[event.zone])
                self.same("where an extra token goes", found, table.adds_token(seat, event.token))
            case DoughMade(seat=seat):
                table.makes_dough(seat, event.slice + 1)
            case CookingEnded(order=order):
                self.same("who takes bonus tiles", list(order), table.bonus_order())
            case TileTaken(seat=seat):
                table.players[seat].tiles.append(event.kind)
            case LocationsScored():
                table.scores_locations()
            case SliceServed(seat=seat):
                vp = table.serves(seat, event.customer, event.slice + 1)
                self.same("the points for a slice", event.points, vp)
                self.same("who serves next", event.next, table.turn)
            case ServingBegan(seat=seat):
                table.begins_serving()
                self.same("who serves first", seat, table.turn)
            case Passed(seat=seat):
                table.passes(seat)
                self.same("who serves next", event.next, table.turn)
            case RoundEnded():
                table.ends_round()
            case SliceChosen(seat=seat):
                table.players[seat].bonus_slices.append(event.slice + 1)

    def compare(self, match: Match) -> None:
        """The track at every moment; what can be served on each serving turn."""
        state: State = match.state
        track = {player.seat.seat: player.points for player in state.players}
        self.same("the track", track, {seat: player.vp for seat, player in self.table.players.items()})
        if state.phase is Phase.SERVING:
            for seat in match.turns:
                may = {(act.customer, act.slice + 1) for act in match.legal(seat) if isinstance(act, Serve)}
                self.same("what may be served", may, self.table.may_serve(seat))

    def compare_end(self, match: Match) -> None:
        totals = self.table.totals()
        scores = match.game.scores(match.state)
        assert all(sum(part.half_points for part in score.parts) == score.half_points for score in scores)
        self.same(
            "the final points",
            {score.seat: score.half_points for score in scores},
            {s: 2 * vp for s, vp in totals.items()},
        )
        outcome = match.game.outcome(match.state)
        assert outcome is not None
        self.same("the winners", set(outcome.winners), winners(totals))


@pytest.mark.parametrize(("variant", "number"), MATCHES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_second_table_that_plays_along_comes_to_the_same(variant: str, number: int, players: int) -> None:
    game = LIBRARY["pizza", variant]
    compared: Counter[str] = Counter()
    for seed in range(number):
        rng = Random(f"{variant} {players} {seed}")
        match = start(game, players, rng)
        beside = Beside(match, variant == "advanced")
        told = 0
        for _ in steps(match, rng, ("random", "mixed", "greedy")[seed % 3]):
            for entry in match.entries[told:]:
                beside.tell(entry.event)
            told = len(match.entries)
            beside.compare(match)
        assert isinstance(match.entries[-1].event, GameEnded)
        beside.compare_end(match)
        compared += beside.compared
    assert compared["the final points"] == compared["the winners"] == number
    assert compared["the points for a slice"] > 20 and compared["where a disc ends"] == number * players * 18
