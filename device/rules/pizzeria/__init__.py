"""Pizzeria, in the order of its rulebook.

`components` (Components) · `state`, `actions`, `events`, `reason` · `setup` (Setup) · `served` (Served to the table) ·
`enjoy` (Enjoy your meal, End of round) · `play` (Sequence of play) · `scoring` (Special kinds of pizza, End of game) ·
the special offers of the advanced variant: `offers` (whose moment it is), `lightning` (A, B, C), `clock` (D, E, F),
`dessert` (J), `bonus` (points of C, G, H, K, L) · `fold` (what each event does) · `view` · `basic`, `advanced` (the
variants as objects).

What the rulebook leaves open is decided in numbered rulings, P1 to P26, named where they apply.
"""
