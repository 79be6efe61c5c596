"""Pizzeria Italia's scores, winners and best pizzas against an oracle that was written from the rulebook alone."""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace
from rules.every_game import LIBRARY, start, steps
from rules.italia_builders import BOX, composing, done
from rules.oracle_italia import Card, Pizza, best, card, every_sequence, every_valid_pizza, round_winner, score, valid

from device.events import Event
from device.rules.italia.actions import Slap
from device.rules.italia.best import best_pizza
from device.rules.italia.events import CardPlaced, CardTakenBack, GoCalled, RoundScored, TableSlapped
from device.rules.italia.scoring import scored
from device.rules.italia.state import Laid, Result

MATCHES = 40  # for each number of players
ROUNDS = 1500  # for each number of players, laid out at random
HANDS = 500
CARDS_EACH = 6


def plain(cards: list[str]) -> list[Card]:
    """Cards by their labels, "~" before one that is turned."""
    return [card(each[1:]).turned() if each.startswith("~") else card(each) for each in cards]


def lying(row: tuple[Laid, ...]) -> Pizza:
    """The cards of a sequence as they lie."""
    found = [(card(laid.card.rsplit("-", 1)[0]), laid.turned) for laid in row]
    return [each.turned() if turned else each for each, turned in found]


def test_the_oracle_scores_the_rulebooks_example() -> None:
    pizza = plain(["~salami|egg", "~chili|salami", "mozzarella", "chili|mozzarella3*"])
    assert [each.points for each in pizza] == [3, 2, 1, 4]
    assert score(pizza, unused=3) == 7


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        ["egg|egg"],
        ["egg|mozzarella3*"],
        ["egg|egg", "salami|egg"],
        ["egg|mozzarella3*", "mozzarella"],
        ["mozzarella", "egg|mozzarella3*", "mozzarella"],
        ["mozzarella", "~egg|mozzarella3*", "mozzarella"],
    ],
)
def test_the_oracle_knows_what_is_no_pizza(wrong: list[str]) -> None:
    assert not valid(plain(wrong)) and score(plain(wrong), unused=2) == 0


def test_the_oracle_takes_two_edges_and_mozzarella_with_all() -> None:
    assert score(plain(["~egg|mozzarella3*", "egg|mozzarella3*"]), unused=4) == 6
    assert score(plain(["~egg|mozzarella3*", "mozzarella", "mozzarella", "onion|chili"]), unused=0) == 9


def test_the_oracle_finds_the_winner_of_a_round() -> None:
    two, three = plain(["egg|egg", "egg|egg"]), plain(["chili|mushroom", "mushroom|mushroom", "~onion|mushroom"])
    assert round_winner({4: (two, 4), 2: (three, 3)}, {4}) == 2  # 8 - 4 and 10 - 3
    assert round_winner({4: (two, 0), 2: (three, 2)}, {4}) == 2  # 8 and 8: the longer
    assert round_winner({4: (two, 1), 2: (two, 1)}, {4}) == 4
    assert round_winner({4: (two, 1), 2: (two, 1), 5: ([], 6)}, {5}) is None
    assert round_winner({4: (two, 1), 2: (two, 1)}, {2, 4}) is None
    assert round_winner({4: ([], 6), 2: (plain(["onion|onion", "onion|chili"]), 9)}, {4}) == 2  # 0 and -5
    assert round_winner({4: ([], 6), 2: ([], 6)}, {4}) is None


def test_card_by_card_finds_the_same_as_every_sequence_without_any_thought() -> None:
    rng = Random("thought")
    for _ in range(60):
        cards = [card(rng.choice(BOX.deck).rsplit("-", 1)[0]) for _ in range(4)]
        plainly = {tuple(pizza) for pizza in every_sequence(cards) if valid(pizza)}
        assert {tuple(pizza) for pizza in every_valid_pizza(cards)} == plainly


def test_every_card_of_the_box_is_worth_and_shows_what_the_oracle_reads_from_its_label() -> None:
    for found in BOX.card_by_id.values():
        assert Card(found.left, found.right, found.points) == card(found.label)


def test_the_best_pizza_of_a_hand_is_the_best_of_all_sequences() -> None:
    rng, valid_ones = Random("hands"), 0
    for at in range(HANDS):
        hand = rng.sample(BOX.deck, rng.choice((2, 3, 4, 5)) if at % 3 == 0 else CARDS_EACH)
        placed = best_pizza([BOX.card_by_id[each] for each in hand], BOX.mozzarella.kind)
        pizza = lying(tuple(Laid(hand[place], turned) for place, turned in placed))
        assert len({place for place, _ in placed}) == len(placed)
        expected = best(plain([each.rsplit("-", 1)[0] for each in hand]))
        if expected is None:
            assert placed == ()
        else:
            valid_ones += 1
            assert valid(pizza) and (score(pizza, len(hand) - len(pizza)), len(pizza)) == expected
    assert valid_ones > HANDS / 2


class Told:
    """The sequences as the log tells them."""

    def __init__(self, seats: list[int]) -> None:
        self.rows: dict[int, list[Laid]] = {seat: [] for seat in seats}
        self.slappers: tuple[int, ...] = ()

    def tell(self, event: Event) -> None:
        match event:
            case GoCalled():
                self.rows = {seat: [] for seat in self.rows}
            case CardPlaced(seat=seat, laid=laid, end="left"):
                self.rows[seat].insert(0, laid)
            case CardPlaced(seat=seat, laid=laid):
                self.rows[seat].append(laid)
            case CardTakenBack(seat=seat, end=end):
                assert self.rows[seat].pop(0 if end == "left" else -1).card == event.card
            case TableSlapped(seats=seats):
                self.slappers = seats

    def check(self, event: RoundScored) -> None:
        pizzas = {seat: (lying(tuple(row)), CARDS_EACH - len(row)) for seat, row in self.rows.items()}
        points = {each.seat: each.points for each in event.scored.results}
        assert points == {seat: score(*pizza) for seat, pizza in pizzas.items()}
        assert {each.seat for each in event.scored.results if each.fault is None} == {
            seat for seat, (pizza, _) in pizzas.items() if valid(pizza)
        }
        assert event.scored.winner == round_winner(pizzas, set(self.slappers))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_rounds_that_bots_play_are_scored_and_won_as_the_oracle_says(players: int) -> None:
    game, rounds = LIBRARY["italia", "standard"], 0
    for seed in range(MATCHES):
        rng = Random(f"italia {players} {seed}")
        match = start(game, players, rng)
        told, won = Told([seat.seat for seat in match.seats]), Counter[int]()
        for step in steps(match, rng, ("greedy", "mixed")[seed % 2]):
            for event in step.events:
                told.tell(event)
                if isinstance(event, RoundScored):
                    told.check(event)
                    rounds += 1
                    won.update([] if event.scored.winner is None else [event.scored.winner])
        outcome = game.outcome(match.state)
        assert outcome is not None
        assert list(outcome.winners) == [seat for seat in won if won[seat] == 2] and max(won.values()) == 2  # I16
    assert rounds >= 2 * MATCHES


def some_row(hand: list[str], rng: Random) -> tuple[Laid, ...]:
    """Often a pizza that is valid, sometimes any cards side by side."""
    if rng.random() < 0.3:
        cards = rng.sample(hand, rng.randint(0, len(hand)))
        return tuple(Laid(each, rng.random() < 0.5) for each in cards)
    row: list[Laid] = []
    for each in rng.sample(hand, len(hand)):
        for turned in rng.sample((False, True), 2):
            longer = (*row, Laid(each, turned))
            if len(longer) == 1 or valid(lying(longer)):
                row = list(longer)
                break
    return tuple(row)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_rounds_laid_out_at_random_are_scored_and_won_as_the_oracle_says(players: int) -> None:
    rng, came = Random(f"rounds {players}"), Counter[str]()
    laid_out = composing(*([each] for each in BOX.deck[:players]))
    for _ in range(ROUNDS):
        deck = rng.sample(BOX.deck, CARDS_EACH * players)
        rows = {}
        for at, player in enumerate(laid_out.players):
            hand = deck[CARDS_EACH * at : CARDS_EACH * (at + 1)]
            rows[player.seat.seat] = (hand, some_row(hand, rng))
        state = replace(
            laid_out,
            players=tuple(
                replace(player, row=row, deck=tuple(set(hand) - {laid.card for laid in row}))
                for player in laid_out.players
                for hand, row in [rows[player.seat.seat]]
            ),
        )
        slapper = rng.choice(list(rows))
        after, _ = done(state, slapper, Slap())
        assert after.scored is not None
        pizzas = {seat: (lying(row), len(hand) - len(row)) for seat, (hand, row) in rows.items()}
        points = {each.seat: each.points for each in after.scored.results}
        assert points == {seat: score(*pizza) for seat, pizza in pizzas.items()}
        winner = round_winner(pizzas, {slapper})
        assert after.scored.winner == winner
        came[
            "won" if winner is not None else "tied" if any(valid(pizza) for pizza, _ in pizzas.values()) else "no"
        ] += 1
    assert came["won"] > ROUNDS / 2


def test_winners_of_made_up_results_are_the_oracles_with_any_slappers() -> None:
    """Points and lengths are few, so that ties are common."""
    rng, came = Random("results"), Counter[bool]()
    pair, three = plain(["egg|egg", "egg|egg"]), plain(["egg|egg", "egg|onion", "onion|onion"])
    for _ in range(2000):
        seats = rng.sample(range(9), rng.randint(2, 6))
        pizzas = {seat: (rng.choice(([], pair, pair, three)), rng.randint(6, 12)) for seat in seats}
        slappers = tuple(seat for seat in seats if rng.random() < 0.4)
        results = [
            Result(
                seat,
                tuple(Laid("", False) for _ in pizza),
                unused,
                score(pizza, unused),
                None if valid(pizza) else "nothing_placed",
            )
            for seat, (pizza, unused) in pizzas.items()
        ]
        winner = round_winner(pizzas, set(slappers))
        assert scored(results, slappers).winner == winner
        came[winner is None] += 1
    assert min(came.values()) > 100
