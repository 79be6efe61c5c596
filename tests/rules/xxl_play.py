"""Whole games by chance at a real table: pieces are turned, hands come down, and the rules say what it amounts to."""

from random import Random

from rules.xxl_builders import BOX, MS, PARTY, SECOND, SETTINGS, TOKEN_KINDS, board, seats

from device.claims import Arbiter, SeatPress
from device.events import Event
from device.rules.xxl.state import Phase, State

MOST_ROUNDS = 300


class Play:
    """One game for this many seats; `told` holds each event with the state that follows from it."""

    def __init__(self, seat_count: int, chance: Random) -> None:
        self.chance = chance
        ages = list(range(seat_count))
        chance.shuffle(ages)
        self.start = self.state = PARTY.setup(seats(*ages), SETTINGS)
        self.told: list[tuple[Event, State]] = []
        self.now_ns = 10 * SECOND
        self.verdicts = 0
        self.pile = [pizza.name for pizza in BOX.pizzas]
        chance.shuffle(self.pile)
        self.lying: list[str | None] = [self.pile.pop() for _ in range(3)]
        self.up: dict[int, tuple[int, int]] = {}
        self.arbiter = Arbiter(tie_window_ns=SETTINGS["tie_window_ns"])
        self.arbiter.seat_ages(dict(enumerate(ages)))

    def play(self) -> "Play":
        """Play to the end."""
        while not PARTY.over(self.state) and self.state.round < MOST_ROUNDS:
            self.round()
        return self

    def round(self) -> None:
        self.up = {}
        self.look()
        assert self.state.phase is Phase.REVEALING
        down = list(TOKEN_KINDS)
        self.chance.shuffle(down)
        while self.state.phase is Phase.REVEALING:
            if down:
                self.turn(down.pop())
            self.hands(late=not down)
            self.wait(2 * SECOND)
        while self.state.phase is Phase.CLOSING:
            self.wait(2 * SECOND)
        for slot in range(3):
            if self.state.slots[slot].pizza is None:
                self.lying[slot] = self.pile.pop() if self.pile else None

    def turn(self, token: int) -> None:
        """Somebody turns a token between two pictures."""
        self.up[token] = (self.now_ns, self.now_ns + 40 * MS)
        self.wait(60 * MS)
        self.look()

    def hands(self, late: bool) -> None:
        """Nobody, or some put a hand on a pizza; each chooses one that is ready, or errs, or touches twice."""
        able = [p.seat.seat for p in self.state.players if not p.locked or self.chance.random() < 0.2]
        lying = [slot for slot in range(3) if self.lying[slot]]
        ready = [slot for slot in lying if self.is_ready(slot)]
        if not ready or not able:
            claimers = self.chance.sample(able, min(1, len(able))) if self.chance.random() < 0.06 else []
        elif late or self.chance.random() < 0.7:
            claimers = self.chance.sample(able, self.chance.randint(1, len(able)))
        else:
            claimers = []
        if claimers and self.chance.random() < 0.2:
            claimers.append(self.chance.choice(claimers))
        at_ns = self.now_ns
        for seat in claimers:
            slot = self.chance.choice(ready if ready and self.chance.random() < 0.9 else lying)
            self.arbiter.feed(SeatPress(seat, slot, at_ns))
            at_ns += self.chance.choice([300_000, 700_000, 30 * MS, 400 * MS])
        self.wait(at_ns - self.now_ns + 20 * MS)
        self.judge()

    def is_ready(self, slot: int) -> bool:
        """By the rulebook: its three ingredients are revealed on the table, and at least one cheese."""
        pizza = self.lying[slot]
        shown = {TOKEN_KINDS[token] for token in self.up}
        return pizza is not None and shown.issuperset({*BOX.toppings_of[pizza], "cheese"})

    def judge(self) -> None:
        for claim in self.arbiter.advance(self.now_ns, None):
            self.verdicts += 1
            judged = PARTY.judge(self.state, claim, board(self.now_ns, self.up), self.verdicts, waited=False)
            assert judged is not None
            self.tell(judged)

    def look(self) -> None:
        self.tell(*PARTY.observe(self.state, board(self.now_ns, self.up, tuple(self.lying))))

    def wait(self, for_ns: int) -> None:
        self.now_ns += for_ns
        self.tell(*PARTY.on_time(self.state, self.now_ns))

    def tell(self, *events: Event) -> None:
        for event in events:
            self.state = PARTY.apply(self.state, event)
            self.told.append((event, self.state))
