"""Scoring the round, and the end of the game."""

from collections.abc import Sequence

from device.events import Event
from device.rules.game import Line, Outcome, Part, Score
from device.rules.italia.events import CardsCollected, GameEnded, RoundScored
from device.rules.italia.reason import card_words, words_of
from device.rules.italia.sequence import cards_of, fault, points
from device.rules.italia.state import Phase, Player, Result, Scored, State
from device.rules.seats import clockwise

PIZZETTE_TO_WIN = 2


def result(state: State, player: Player) -> Result:
    """A player's pizza as it lies. An invalid one is worth 0, with nothing taken off (I1, I9).

    I4, I11: every own card outside of the sequence is unused, also those still in the hand.
    """
    cards = cards_of(state.components, player.row)
    wrong = fault(cards, state.components.mozzarella.kind)
    seat, unused = player.seat.seat, len(player.deck)
    if wrong:
        return Result(seat, player.row, unused, 0, *wrong)
    return Result(seat, player.row, unused, points([card for card, _ in cards], unused))


def scored(results: Sequence[Result], slappers: Sequence[int]) -> Scored:
    """Who wins the round: the highest score of a valid pizza, be it zero or less (I7).

    I8: of those tied the longer sequence wins, then the one who slapped; otherwise nobody takes a pizzetta.
    """
    valid = [each for each in results if each.fault is None]
    best = max((each.points for each in valid), default=None)
    tied = [each for each in valid if each.points == best]
    longest = max((len(each.row) for each in tied), default=0)
    longer = [each for each in tied if len(each.row) == longest]
    slapped = [each for each in longer if each.seat in slappers]
    for how, left in (("points", tied), ("longer", longer), ("slapper", slapped)):
        if len(left) == 1:
            return Scored(tuple(results), tuple(slappers), left[0].seat, how)
    return Scored(tuple(results), tuple(slappers), None, "tied" if valid else "no_pizza")


def round_scored(state: State) -> RoundScored:
    """The pizzas as they lay when the table was slapped (I9, I11)."""
    return RoundScored(scored([result(state, player) for player in state.players], state.slappers))


def what_follows(state: State) -> Event:
    """The end of the game with the second pizzetta, or another round (I16), begun by the next seat clockwise (I13)."""
    for player in state.players:
        if player.pizzette >= PIZZETTE_TO_WIN:
            return GameEnded(player.seat.seat)
    return CardsCollected(clockwise(state.players, state.first)[1])


def scores(state: State) -> tuple[Score, ...]:
    """The points of each seat's pizza, explained: as it lies now in phase 2, else in the last round that was scored.

    What wins the game are the pizzette, one a round.
    """
    if state.phase in (Phase.COMPOSING, Phase.SCORING):
        results: Sequence[Result] = [result(state, player) for player in state.players]
    elif state.scored:
        results = state.scored.results
    else:
        return tuple(Score(player.seat.seat, 0) for player in state.players)
    return tuple(Score(each.seat, 2 * each.points, parts(state, each)) for each in results)


def parts(state: State, each: Result) -> tuple[Part, ...]:
    """A part for each linked card and one for those that are not linked; or what is wrong with the pizza."""
    if each.fault is not None:
        cards = [words_of(state.components, each.row[at].card) for at in each.at]
        return (Part(0, Line(f"italia.fault.{each.fault}", {"cards": cards})),)
    linked = [
        Part(2 * card.points, Line("italia.score.card", {"card": card_words(card)}))
        for card, _ in cards_of(state.components, each.row)
    ]
    unused = [Part(-2 * each.unused, Line("italia.score.unused", {"cards": each.unused}))] if each.unused else []
    return (*linked, *unused)


def round_line(state: State) -> Line | None:
    """How the last round ended, in words."""
    if state.scored is None:
        return None
    winner = state.scored.winner
    best = next((each for each in state.scored.results if each.seat == winner), None)
    gaps = {"points": best.points, "length": len(best.row)} if best else {}
    name = {"name": state.player(winner).seat.name} if winner is not None else {}
    return Line(f"italia.round.{state.scored.how}", {**gaps, **name})


def outcome(state: State) -> Outcome | None:
    """The first player with two pizzette; there is no tie, as there is one marker a round (I16)."""
    if state.phase is not Phase.OVER:
        return None
    winner = max(state.players, key=lambda player: player.pizzette)
    gaps = {"name": winner.seat.name, "pizzette": winner.pizzette, "rounds": state.round, "last": round_line(state)}
    return Outcome((winner.seat.seat,), Line("italia.outcome.pizzette", gaps))
