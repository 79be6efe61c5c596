"""Pizza XXL's memory variant retold from the log of tokens turned over, from the rulebook and its rulings alone."""

CHEESE, FLY = "cheese", "fly"


class MemoryTable:
    """Players clockwise, each with a pizza; `toppings` has the three of each pizza."""

    def __init__(self, seats: list[int], youngest: int, toppings: dict[str, set[str]]) -> None:
        self.seats = seats
        self.toppings = toppings
        self.turn = youngest
        self.pile: list[str] = []
        self.before: dict[int, str | None] = {}
        self.claimed: dict[int, list[str]] = {seat: [] for seat in seats}
        self.places: list[str] = []
        self.up: list[int] = []
        self.winners: set[int] | None = None
        self.shuffle_due = True

    def deals(self, pile: list[str]) -> None:
        """A pizza to each player, from the top of the pile."""
        self.pile = list(pile)
        for seat in self.seats:
            self.before[seat] = self.pile.pop(0)

    def shuffles(self, tokens: list[str]) -> None:
        assert self.shuffle_due
        self.places, self.up, self.shuffle_due = list(tokens), [], False

    def turns(self, seat: int, place: int) -> tuple[str, str]:
        """The token, and what comes of it: "on", "claimed" or "unneeded" (X16, X17)."""
        assert seat == self.turn and place not in self.up and not self.shuffle_due and self.winners is None
        pizza = self.before[seat]
        assert pizza is not None
        kind = self.places[place]
        already = [self.places[other] for other in self.up]
        self.up.append(place)
        needed = self.toppings[pizza]
        if kind != CHEESE and (kind == FLY or kind not in needed or kind in already):
            self.ends_turn(shuffled=False)
            return kind, "unneeded"
        shown = {*already, kind}
        if CHEESE in shown and needed <= shown:
            self.claims(seat, pizza)
            return kind, "claimed"
        return kind, "on"

    def stops(self, seat: int) -> None:
        """X15."""
        assert seat == self.turn and self.winners is None
        self.ends_turn(shuffled=False)

    def claims(self, seat: int, pizza: str) -> None:
        """X18, X19: a new pizza from the pile, and the third one wins."""
        self.claimed[seat].append(pizza)
        self.before[seat] = None
        if len(self.claimed[seat]) == 3:
            self.winners = {seat}
            return
        if self.pile:
            self.before[seat] = self.pile.pop(0)
        if not any(self.before.values()):
            most = max(map(len, self.claimed.values()))
            self.winners = {other for other in self.seats if len(self.claimed[other]) == most}
            return
        self.ends_turn(shuffled=True)

    def ends_turn(self, shuffled: bool) -> None:
        """X20: tokens down, shuffled only after a claim; the next seat that has a pizza."""
        self.up, self.shuffle_due = [], shuffled
        at = self.seats.index(self.turn)
        around = self.seats[at + 1 :] + self.seats[: at + 1]
        self.turn = next(seat for seat in around if self.before[seat] is not None)
