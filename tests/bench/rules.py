"""How fast the rules are: legal actions listed and applied in random play, and a whole game folded, on one core.

The reference is random play of the games that open-spiel ships as Python implementations, through its own interface, in
the same run. One step is: list what is legal, choose at random, apply (ours checks the action again while doing so).
"""

import time
from collections.abc import Callable
from random import Random

from rules.every_game import LIBRARY, seats

from device.events import Event
from device.match import by_chance
from device.rules.game import Game, Refusal

SECONDS = 1.0  # of play for each game
MOST_STEPS = 20_000  # of one game, should it not end
Played = tuple[int, int]
"""Steps, and legal actions listed in them."""


def play(game: Game, rng: Random, log: list[Event] | None = None) -> Played:
    """One random game of ours at its usual number of seats."""
    at_table = seats(min(max(3, game.seats[0]), game.seats[1]))
    state, steps, listed = game.setup(at_table, {}), 0, 0
    while True:
        while (asked := game.chance(state)) is not None:
            brought = by_chance(asked, rng)
            state = game.apply(state, brought)
            if log is not None:
                log.append(brought)
        turns = game.turns(state)
        if not turns:
            return steps, listed
        seat = turns[int(rng.random() * len(turns))]
        legal = game.legal(state, seat)
        told = game.act(state, seat, legal[int(rng.random() * len(legal))])
        assert not isinstance(told, Refusal)
        for event in told:
            state = game.apply(state, event)
        if log is not None:
            log += told
        steps, listed = steps + 1, listed + len(legal)


def play_reference(game: object, rng: Random) -> Played:
    """One random game of open-spiel's."""
    state, steps, listed = game.new_initial_state(), 0, 0  # type: ignore[attr-defined]
    while not state.is_terminal() and steps < MOST_STEPS:
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
        elif state.is_simultaneous_node():
            legal = [state.legal_actions(player) for player in range(game.num_players())]  # type: ignore[attr-defined]
            state.apply_actions([each[int(rng.random() * len(each))] for each in legal])
            steps, listed = steps + len(legal), listed + sum(len(each) for each in legal)
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            steps, listed = steps + 1, listed + len(legal)
    return steps, listed


def rates(one: Callable[[], Played]) -> tuple[float, float, float]:
    """Steps a second, listed actions a second, and steps a game."""
    one()
    games = steps = listed = 0
    begun_s = time.perf_counter()
    while (took_s := time.perf_counter() - begun_s) < SECONDS:
        done = one()
        games, steps, listed = games + 1, steps + done[0], listed + done[1]
    return steps / took_s, listed / took_s, steps / games


def fold_ms(game: Game) -> float:
    """A whole random game folded from its events, in milliseconds: the median of 25 games."""
    took_ms = []
    for seed in range(25):
        log: list[Event] = []
        play(game, Random(seed), log)
        state = game.setup(seats(min(max(3, game.seats[0]), game.seats[1])), {})
        begun_s = time.perf_counter()
        for event in log:
            state = game.apply(state, event)
        took_ms.append(1000 * (time.perf_counter() - begun_s))
    return sorted(took_ms)[12]


def references() -> dict[str, object]:
    """open-spiel's Python games by name; none where it is not installed."""
    try:
        import open_spiel.python.games
        import pyspiel
    except ImportError:
        return {}
    assert open_spiel.python.games
    names = [name for name in pyspiel.registered_names() if name.startswith("python_")]
    games = {}
    for name in names:
        game = pyspiel.load_game(name)
        if game.get_type().dynamics != pyspiel.GameType.Dynamics.MEAN_FIELD:
            games[name] = game
    return games


def main() -> None:
    """Print the tables."""
    heading = f"{'game':34}{'steps/s':>10}{'listed/s':>12}{'µs a step':>11}{'steps a game':>14}{'fold ms':>9}"
    print(heading)
    ours = {}
    for (name, variant), game in LIBRARY.items():
        rng = Random(1)
        ours[name, variant] = rates(lambda game=game, rng=rng: play(game, rng))  # type: ignore[misc]
        print(_row(f"{name} {variant}", *ours[name, variant]), f"{fold_ms(game):8.2f}")
    found = references()
    if not found:
        print("open-spiel is not installed here; no reference.")
        return
    theirs = {}
    for label, reference in found.items():
        rng = Random(1)
        theirs[label] = rates(lambda game=reference, rng=rng: play_reference(game, rng))  # type: ignore[misc]
        print(_row(f"open-spiel {label}", *theirs[label]))
    for column, what in enumerate(("steps", "listed actions")):
        slowest = min(ours, key=lambda key: ours[key][column])
        fastest = max(theirs, key=lambda key: theirs[key][column])
        share = ours[slowest][column] / theirs[fastest][column]
        print(f"{what}: our slowest ({' '.join(slowest)}) is {share:.2f} times the fastest reference ({fastest}).")


def _row(name: str, steps: float, listed: float, length: float) -> str:
    return f"{name:34}{steps:10,.0f}{listed:12,.0f}{1e6 / steps:11.1f}{length:14.0f}"


if __name__ == "__main__":
    main()
