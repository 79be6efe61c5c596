"""What a player of Pizza XXL can do without a table, in either variant."""

from device.rules.game import Action


class Reveal(Action, frozen=True):
    """Turn the face-down token at this place face up."""

    place: int


class Touch(Action, frozen=True):
    """Party: put a hand on the pizza in this slot."""

    slot: int


class Leave(Action, frozen=True):
    """Party: claim nothing, when a pizza was claimed or all tokens are face up."""


class Stop(Action, frozen=True):
    """Memory: turn no more tokens in this turn."""


OF_PARTY: tuple[type[Action], ...] = (Reveal, Touch, Leave)
OF_MEMORY: tuple[type[Action], ...] = (Reveal, Stop)
