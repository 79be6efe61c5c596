"""The party variant as one object: what `device.rules.game.Game` asks for, and `device.rules.refereed.Refereed` at a
table, gathered from this folder."""

from collections.abc import Mapping, Sequence
from typing import Any

from device.events import ClaimJudged, Event, Seat
from device.rules.chance import Shuffle
from device.rules.game import Action, Line, Outcome, Refusal, Score
from device.rules.refereed import Claim, Command, Freeze, Point
from device.rules.xxl import actions, claims, ending, fold, hands, referee, rounds, summary, view
from device.rules.xxl.components import Components
from device.rules.xxl.events import OF_PARTY
from device.rules.xxl.state import Phase, Player, State
from vision.reading import Board, Knowledge, Piece

WITHOUT_CLOCK = 2**62  # no count of what happens gets there: the moment for claims ends when nobody wants it


class Party:
    """Pizza XXL, party variant, for 2 to 6 seats, with this box and, at a table, these places for the pizzas."""

    name = "xxl"
    title = "Pizza XXL"
    variant = "party"
    variant_title = "Party"
    seats = (2, 6)
    events: tuple[type[Event], ...] = OF_PARTY
    actions: tuple[type[Action], ...] = actions.OF_PARTY
    commands: tuple[type[Command], ...] = referee.COMMANDS

    def __init__(self, components: Components, slots_mm: Sequence[Point] = ()) -> None:
        self.components = components
        self.slots_mm = tuple(slots_mm)
        self.labels: Mapping[str, Sequence[str]] = {
            "disc": tuple(components.counts),
            "square": tuple(components.toppings_of),
        }

    def setup(self, seats: tuple[Seat, ...], settings: Mapping[str, int]) -> State:
        """The youngest starts. `settings` at a table: tie_window_ns, second_claim_window_ns, grace_ns."""
        youngest = min(seats, key=lambda seat: seat.age_order).seat
        return State(
            components=self.components,
            players=tuple(Player(seat) for seat in seats),
            tie_window_ns=settings.get("tie_window_ns", 0),
            second_claim_window_ns=settings.get("second_claim_window_ns", WITHOUT_CLOCK),
            grace_ns=settings.get("grace_ns", 0),
            starter=youngest,
        )

    def chance(self, state: State) -> Shuffle | None:
        return hands.chance(state)

    def turns(self, state: State) -> tuple[int, ...]:
        return hands.turns(state)

    def legal(self, state: State, seat: int) -> Sequence[Action]:
        return hands.legal(state, seat)

    def act(self, state: State, seat: int, action: Action) -> list[Event] | Refusal:
        return hands.act(state, seat, action)

    def scores(self, state: State) -> tuple[Score, ...]:
        return ending.scores(state.components, state.players)

    def outcome(self, state: State) -> Outcome | None:
        return Outcome(state.outcome.winners, ending.told(state, state.outcome)) if state.outcome else None

    def apply(self, state: State, event: Event) -> State:
        return fold.apply(state, event)

    def resume(self, state: State, same_clock: bool) -> State:
        return fold.resume(state, same_clock)

    def knowledge(self, state: State) -> Knowledge:
        return Knowledge({"disc": state.components.counts, "square": dict.fromkeys(state.components.toppings_of, 1)})

    def observe(self, state: State, board: Board) -> list[Event]:
        return rounds.observe(state, board, self.slots_mm)

    def on_time(self, state: State, now_ns: int) -> list[Event]:
        return rounds.on_time(state, now_ns)

    def deadline_ns(self, state: State) -> int | None:
        return rounds.deadline_ns(state)

    def lamps(self, state: State) -> tuple[int, ...]:
        return claims.may_claim(state)

    def frozen(self, state: State) -> Freeze | None:
        return None  # tokens are turned on after a claim, and turned back after the round

    def judge(self, state: State, claim: Claim, board: Board | None, verdict: int, waited: bool) -> ClaimJudged | None:
        return claims.judge(state, claim, board, verdict, waited)

    def judge_again(self, state: State, judged: ClaimJudged) -> ClaimJudged:
        return claims.judge_again(state, judged)

    def decide(self, state: State, command: Command, piece: Piece | None, now_ns: int) -> list[Event] | Refusal:
        return referee.decide(state, command, piece, now_ns)

    def choices(self, judged: ClaimJudged) -> tuple[str, ...]:
        return claims.choices(judged)

    def view(self, state: State, seat: int | None = None) -> dict[str, Any]:
        seen = view.view(state, hands.turns(state))
        return seen if seat is None else {**seen, "own": {}}

    def prompt(self, state: State) -> Line:
        return view.prompt(state)

    def places_to_clear(self, state: State) -> tuple[int, ...] | None:
        return rounds.places_to_clear(state)

    def rounds(self, events: Sequence[Event]) -> list[dict[str, Any]]:
        return summary.rounds(events)

    def over(self, state: State) -> bool:
        return state.phase is Phase.OVER
