"""How Pizza XXL is laid out to be learnt: a token of each kind, every pizza, and a back of either."""

from device.rules.layout import Laid, Row, backs, rows
from device.rules.xxl.components import Components

TOKENS_IN_A_ROW, PIZZAS_IN_A_ROW = 14, 6


def layout(box: Components) -> tuple[Row, ...]:
    """The rows of the whole game."""
    tokens, pizzas = list(box.counts), list(box.toppings_of)
    return (
        *rows("One token of each kind, face up", "disc", tokens, TOKENS_IN_A_ROW),
        *rows("The pizzas, face up and upright", "square", pizzas, PIZZAS_IN_A_ROW),
        backs("Any token and any pizza, face down", Laid(tokens[0], "disc"), Laid(pizzas[0], "square")),
    )
