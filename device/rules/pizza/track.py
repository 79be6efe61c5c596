"""The way of the pizza disc: from slice to slice clockwise, an arrow leads a zone in, the double arrow to the start.

Neither arrow costs a step of its own: the step that meets it lands on the next slice one zone in (the rulebook's
example, where six steps end on the same slice in another zone), or on the start (Z2).
"""

from device.rules.pizza.components import Components


def moved(box: Components, disc: int, steps: int) -> int:
    """The space of the disc after so many steps; -1 is a step back, also over an arrow (Z3)."""
    return (disc + steps) % len(box.spaces)
