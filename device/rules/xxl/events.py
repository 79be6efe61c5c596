"""What happens in Pizza XXL besides claims."""

from device.events import Decision, Event


class RoundOpened(Event, frozen=True):
    """All tokens lie face down and these pizzas face up; the starter reveals first.

    Undone only when the referee opened it: the eyes would see the same again at once.
    """

    pizzas: tuple[str | None, ...]
    at_ns: int
    starter: int
    by_referee: bool = False

    @property
    def undoable(self) -> bool:
        return self.by_referee


class TokenRevealed(Event, frozen=True):
    """A token was turned face up between two times of this round; `piece` None: the referee named it."""

    round: int
    kind: str
    piece: int | None
    down_until_ns: int
    up_from_ns: int
    by_referee: bool = False

    @property
    def undoable(self) -> bool:
        return self.by_referee


class TokenHidden(Decision, frozen=True):
    """The referee says that this piece lies face down."""

    piece: int


class SlotCorrected(Decision, frozen=True):
    """The referee says which pizza lies in this slot."""

    slot: int
    pizza: str | None


class TokenTurned(Decision, frozen=True):
    """Without a table: the seat turned the token at this place face up."""

    seat: int
    place: int
    kind: str


class ClaimLeft(Decision, frozen=True):
    """Without a table: the seat claims nothing, in the moment for claims or when all tokens are face up (X9)."""

    seat: int


class RoundEnded(Event, frozen=True):
    """The moment for further claims is over; a new round, or the end of the game."""


class RoundVoided(Event, frozen=True):
    """Nobody can claim any more, or wants to, or the referee called the round off (X9, X10)."""

    by_referee: bool = False

    @property
    def undoable(self) -> bool:
        return self.by_referee


OF_PARTY: tuple[type[Event], ...] = (
    RoundOpened,
    TokenRevealed,
    TokenTurned,
    TokenHidden,
    SlotCorrected,
    ClaimLeft,
    RoundEnded,
    RoundVoided,
)
