"""Pizza XXL, in the order of its rulebook.

`components` (16 tokens, 12 pizzas) · `state` · `ready` (Ready Pizza) · `claims` (a hand on a pizza, and the additional
rules) · `rounds` (revealing, new round, end of the game) · `fold` · `referee` (rulings by hand) · `view` · `party` (the
variant as one object).
"""
