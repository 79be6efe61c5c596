"""What players do in Pizzeria."""

from device.rules.game import Action


class ServePizza(Action, frozen=True):
    """Take this stack (0: the first of those that are left) and build a whole pizza from it."""

    stack: int


class Divide(Action, frozen=True):
    """Cut the pizza before these slices (0: the first one revealed), so that each portion begins at a cut.

    `offer` is the portion on which the special offer is placed: they are numbered as the cuts, and the number after
    the last cut is a portion of the special offer alone. None: no special offer lies in the middle.
    """

    cuts: tuple[int, ...]
    offer: int | None = None


class TakePortion(Action, frozen=True):
    """Choose this portion."""

    portion: int


class Serve(Action, frozen=True):
    """Eat these slices of the portion just chosen, named as they lie, and save the others for later."""

    eat: tuple[str, ...] = ()


class LetBe(Action, frozen=True):
    """Do not use the special offer that the game asks about, for now."""


class EatSaved(Action, frozen=True):
    """Offer A: eat one or two slices saved for later, named in the order in which they were saved."""

    slices: tuple[str, ...]


class DrawSlice(Action, frozen=True):
    """Offer B: draw the slice at this place (0 to 2) of those set aside."""

    place: int


class ServeDrawn(Action, frozen=True):
    """Eat the drawn slice, or save it for later."""

    eat: bool


class MarkKind(Action, frozen=True):
    """Offer C: place it on this kind of pizza saved for later."""

    kind: str


class PickSlice(Action, frozen=True):
    """Offer D: take this slice of the pizza before it is divided, and eat it or save it for later."""

    slice: str
    eat: bool


class MoveSlice(Action, frozen=True):
    """Offer E: move this slice, which lies on the edge of its portion, to the neighbouring portion."""

    slice: str
    portion: int


class ChooseFirst(Action, frozen=True):
    """Offer F: choose a portion before all others."""


class EatKind(Action, frozen=True):
    """Offer J: eat all slices of this kind that were saved for later and have leaves."""

    kind: str


class GiveJeff(Action, frozen=True):
    """Solo: this one of the largest portions goes to Jeff."""

    portion: int


class JeffEats(Action, frozen=True):
    """Solo: Jeff eats these slices, named as they lie; there is more than one way."""

    slices: tuple[str, ...]


OF_SOLO: tuple[type[Action], ...] = (GiveJeff, JeffEats)
OF_PIZZERIA: tuple[type[Action], ...] = (ServePizza, Divide, TakePortion, Serve)
OF_SPECIAL_OFFERS: tuple[type[Action], ...] = (
    LetBe,
    EatSaved,
    DrawSlice,
    ServeDrawn,
    MarkKind,
    PickSlice,
    MoveSlice,
    ChooseFirst,
    EatKind,
)
