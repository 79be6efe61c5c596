"""The table under any order of presses, pictures, commands and failures: it never breaks its promises."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from rules.xxl_builders import HAM, MARGHERITA, PEPPER, TOKEN_KINDS
from table_builders import GAMES, LINES, START_GAME, TableInMemory, after_a_cut

from device.buttons import UP, Edge
from device.ledger import Ledger
from device.wiring import DEFAULT_WIRING
from vision.reading import Problem

seats, slots = st.integers(0, 2), st.integers(0, 2)
reasons = st.sampled_from(["accepted", "false_claim", "late", "lost_tie"])


class AnyNight(RuleBasedStateMachine):
    """People, eyes, a referee and a failing world act in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.table = TableInMemory()
        self.table.start_game()
        self.down: set[tuple[int, int]] = set()
        self.version = 0

    @rule(milliseconds=st.sampled_from([1, 4, 9, 30, 200, 1600, 4000]))
    def time_passes(self, milliseconds: int) -> None:
        self.table.wait(milliseconds)

    @rule(seat=seats, slot=slots)
    def press(self, seat: int, slot: int) -> None:
        if (seat, slot) not in self.down:
            self.down.add((seat, slot))
            self.table.press(seat, slot)

    @rule()
    def let_all_go(self) -> None:
        for seat, slot in sorted(self.down):
            self.table.table.edge(Edge(self.table.now_ns, LINES[seat, slot], UP), self.table.now_ns)
        self.down.clear()
        self.table.wait(60)

    @rule()
    def look(self) -> None:
        self.table.wait(30)
        self.table.look()

    @rule()
    def still(self) -> None:
        self.table.table.still(self.table.now_ns, self.table.now_ns)

    @rule(number=st.sampled_from(sorted(TOKEN_KINDS)))
    def turn(self, number: int) -> None:
        self.table.up.add(number)

    @rule()
    def all_face_down(self) -> None:
        self.table.up.clear()

    @rule()
    def margherita_ready(self) -> None:
        self.table.up |= {1, 2, 3, 10}
        self.table.wait(100)
        self.table.look()

    @rule(problem=st.sampled_from([Problem.MOVED, Problem.TOO_DARK]))
    def trouble(self, problem: Problem) -> None:
        self.table.trouble(problem, str(problem))

    @rule()
    def camera_goes(self) -> None:
        self.table.table.camera_lost("it was unplugged", self.table.now_ns)

    @rule()
    def camera_comes(self) -> None:
        self.table.table.camera_back(self.table.now_ns)

    @rule(failing=st.booleans())
    def disk(self, failing: bool) -> None:
        self.table.log.failing = failing

    @rule(verdict=st.integers(1, 6), reason=reasons)
    def overrule(self, verdict: int, reason: str) -> None:
        self.table.command("overrule", verdict=verdict, reason=reason)

    @rule(name=st.sampled_from(["undo", "redo", "open_round", "call_off_round"]))
    def command(self, name: str) -> None:
        fields = {"slots": [MARGHERITA, PEPPER, HAM]} if name == "open_round" else {}
        self.table.command(name, **fields)

    @rule(on=st.booleans())
    def hold(self, on: bool) -> None:
        self.table.command("hold", on=on)

    @rule(line=st.sampled_from([DEFAULT_WIRING.go, DEFAULT_WIRING.hold]))
    def referee_button(self, line: int) -> None:
        self.table.contact(line)
        self.table.wait(40)
        self.table.table.edge(Edge(self.table.now_ns, line, UP), self.table.now_ns)
        self.table.wait(40)

    @rule(seat=seats, slot=slots)
    def award(self, seat: int, slot: int) -> None:
        self.table.command("award", seat=seat, slot=slot)

    @rule()
    def start_game(self) -> None:
        self.table.table.command(START_GAME, self.table.now_ns)

    @precondition(lambda self: not self.table.log.failing)
    @rule(same_clock=st.booleans())
    def power_is_cut(self, same_clock: bool) -> None:
        up, pizzas = self.table.up, self.table.pizzas
        self.table = after_a_cut(self.table, same_clock, self.table.now_ns if same_clock else 10**9)
        self.table.up, self.table.pizzas = up, pizzas
        self.down.clear()
        self.version = 0

    @invariant()
    def what_is_shown_is_what_the_log_adds_up_to(self) -> None:
        assert Ledger(self.table.log, list(self.table.log.entries), GAMES).night == self.table.table.night

    @invariant()
    def the_views_can_be_made_and_their_version_never_runs_back(self) -> None:
        for role in ("viewer", "referee"):
            view = self.table.view(role)
            assert view["version"] >= self.version
            self.version = view["version"]

    @invariant()
    def only_those_who_may_claim_have_light(self) -> None:
        night = self.table.table.night
        may = sorted(night.game.lamps(night.state)) if night.game and not night.hold else []
        assert self.table.outside.lit == may

    def teardown(self) -> None:
        self.table.log.failing = False
        self.table.wait(10_000)
        assert self.table.table.failing is None
        assert self.table.table.night.unjudged() == [], "every press has its verdict in the end"


AnyNight.TestCase.settings = settings(max_examples=30, stateful_step_count=30, deadline=None)
TestAnyNight = AnyNight.TestCase
