"""What a player can do in Pizza. Slices and locations are numbered from 0."""

from device.rules.game import Action


class PlayCard(Action, frozen=True):
    """Place an ingredient card of the hand on an empty card location: the disc moves, the token follows."""

    card: str
    location: int


class Top(Action, frozen=True):
    """Place the token on this slice, in the zone of the disc."""

    slice: int


class MakeDough(Action, frozen=True):
    """Pay for new dough: this served slice is turned back, and topped."""

    slice: int


class SkipTopping(Action, frozen=True):
    """The slice was served already: place no token."""


class AdjustDie(Action, frozen=True):
    """Bonus tile: the die of the next move counts so much more or less. `copy`: by a copy tile."""

    change: int
    copy: bool = False


class ChooseAnySlice(Action, frozen=True):
    """Bonus tile: the next token may go on any slice."""

    copy: bool = False


class ExtraToken(Action, frozen=True):
    """Bonus tile: a token of this kind from the supply goes where the disc is."""

    token: str
    copy: bool = False


class DrawAll(Action, frozen=True):
    """Bonus tile: take the whole draw pile into the hand."""

    copy: bool = False


class LimitOpponents(Action, frozen=True):
    """Bonus tile: the others draw up to two cards in this round."""

    copy: bool = False


class LetBe(Action, frozen=True):
    """Do not use that tile now."""


class TakeTile(Action, frozen=True):
    """Take a bonus tile for a freed slot."""

    kind: str


class DeclineTile(Action, frozen=True):
    """Take no bonus tile for a freed slot."""


class Serve(Action, frozen=True):
    """Serve this slice to the customer."""

    customer: str
    slice: int


class Pass(Action, frozen=True):
    """Serve no more in this phase."""


class Reserve(Action, frozen=True):
    """Set the last card of the draw pile aside for the next round."""


class ShuffleAll(Action, frozen=True):
    """Shuffle all cards into the new draw pile."""


class ChooseSlice(Action, frozen=True):
    """Slice bonus: the tokens on this slice count once more."""

    slice: int


OF_PIZZA: tuple[type[Action], ...] = (
    PlayCard,
    Top,
    MakeDough,
    SkipTopping,
    AdjustDie,
    ChooseAnySlice,
    ExtraToken,
    DrawAll,
    LimitOpponents,
    LetBe,
    TakeTile,
    DeclineTile,
    Serve,
    Pass,
    Reserve,
    ShuffleAll,
    ChooseSlice,
)
