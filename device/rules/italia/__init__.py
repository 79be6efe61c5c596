"""Pizzeria Italia, in the order of its rulebook.

`components` (55 cards, 7 pizzette) · `setup` (Setup, Preparing Subsequent Rounds) · `choosing` (Phase 1: Choosing
Ingredients) · `composing` (Phase 2: Composing the Pizza) · `sequence` (what makes a pizza valid) · `scoring` (Scoring
the Round, End of the Game) · `play` (whose turn it is, what follows) · `state`, `actions`, `events`, `fold`, `view`,
`reason` · `standard` (the game as one object).

Beside the game: `poses` and `chain` judge a pizza of real cards by where they lie, `best` finds the best pizza.

What the rulebook leaves open is decided in numbered rulings, I1 to I16, named where they apply.
"""
