"""The party variant as one object: what `device.rules.game.Game` asks for, gathered from this folder."""

from collections.abc import Mapping, Sequence
from typing import Any

from device.events import ClaimJudged, Event, Seat
from device.rules.game import Line, Refusal
from device.rules.refereed import Claim, Command, Point
from device.rules.xxl import claims, fold, referee, rounds, summary, view
from device.rules.xxl.components import Components
from device.rules.xxl.events import RoundEnded, RoundOpened, RoundVoided, SlotCorrected, TokenHidden, TokenRevealed
from device.rules.xxl.state import Phase, Player, State
from vision.reading import Board, Piece


class Party:
    """Pizza XXL, party variant, for 2 to 6 seats, with this box and these places for the pizzas."""

    title = "Pizza XXL"
    variant = "party"
    variant_title = "Party"
    seats = (2, 6)
    events: tuple[type[Event], ...] = (RoundOpened, TokenRevealed, TokenHidden, SlotCorrected, RoundEnded, RoundVoided)
    commands: tuple[type[Command], ...] = referee.COMMANDS

    def __init__(self, components: Components, slots_mm: Sequence[Point]) -> None:
        self.components = components
        self.slots_mm = tuple(slots_mm)
        self.labels: Mapping[str, Sequence[str]] = {
            "disc": tuple(components.counts),
            "square": tuple(components.toppings_of),
        }

    def setup(self, seats: tuple[Seat, ...], settings: Mapping[str, int]) -> State:
        """The youngest starts. `settings`: tie_window_ns, second_claim_window_ns, grace_ns."""
        youngest = min(seats, key=lambda seat: seat.age_order).seat
        return State(
            components=self.components,
            players=tuple(Player(seat) for seat in seats),
            tie_window_ns=settings["tie_window_ns"],
            second_claim_window_ns=settings["second_claim_window_ns"],
            grace_ns=settings["grace_ns"],
            starter=youngest,
        )

    def apply(self, state: State, event: Event) -> State:
        return fold.apply(state, event)

    def resume(self, state: State, same_clock: bool) -> State:
        return fold.resume(state, same_clock)

    def observe(self, state: State, board: Board) -> list[Event]:
        return rounds.observe(state, board, self.slots_mm)

    def on_time(self, state: State, now_ns: int) -> list[Event]:
        return rounds.on_time(state, now_ns)

    def deadline_ns(self, state: State) -> int | None:
        return rounds.deadline_ns(state)

    def lamps(self, state: State) -> tuple[int, ...]:
        return claims.may_claim(state)

    def judge(self, state: State, claim: Claim, board: Board | None, verdict: int, waited: bool) -> ClaimJudged | None:
        return claims.judge(state, claim, board, verdict, waited)

    def judge_again(self, state: State, judged: ClaimJudged) -> ClaimJudged:
        return claims.judge_again(state, judged)

    def decide(self, state: State, command: Command, piece: Piece | None, now_ns: int) -> list[Event] | Refusal:
        return referee.decide(state, command, piece, now_ns)

    def choices(self, judged: ClaimJudged) -> tuple[str, ...]:
        return claims.choices(judged)

    def view(self, state: State) -> dict[str, Any]:
        return view.view(state)

    def prompt(self, state: State) -> Line:
        return view.prompt(state)

    def places_to_clear(self, state: State) -> tuple[int, ...] | None:
        return rounds.places_to_clear(state)

    def rounds(self, events: Sequence[Event]) -> list[dict[str, Any]]:
        return summary.rounds(events)

    def over(self, state: State) -> bool:
        return state.phase is Phase.OVER
