"""Pizza XXL, in the order of its rulebook.

`components` (Components: 16 tokens, 12 pizzas) · `events`, `state` · `ready` (Ready Pizza) · `claims` (a hand on a
pizza, and the Additional Rules) · `rounds` (Setup, revealing, when a round is over) · `fold` (what each event does: New
Round, End of the Game) · `referee` (rulings by hand) · `view` · `summary` · `party` (the variant as one object).

What the rulebook leaves open is decided in numbered rulings, X1 to X14 for the party variant, named where they apply.
"""
