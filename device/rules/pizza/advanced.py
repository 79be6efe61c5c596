"""The advanced mode as one object: bonus tiles for freed slots, and points for unused card locations."""

from device.rules.pizza.basic import Basic


class Advanced(Basic):
    """Pizza for 2 to 4 seats, with bonus tiles."""

    variant = "advanced"
    variant_title = "Advanced"
    bonus_tiles = True
