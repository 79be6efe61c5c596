"""Pizza XXL, in the order of its rulebook.

`components` (Components: 16 tokens, 12 pizzas) · `reason`, `actions`

Party variant: `events`, `state` · `ready` (Ready Pizza) · `claims` (a hand on a pizza, and the Additional Rules) ·
`fold` (what each event does: New Round) · `ending` (End of the Game) · `view` · `party` (the variant as one object);
at a table with buttons and a camera `rounds` (Setup, revealing, when a round is over), `referee` (rulings by hand) and
`summary`; without one `hands` (Setup, Gameplay).

Memory variant: `memory_events`, `memory_state` · `turning` (Setup, Gameplay, End of the Game) · `memory_fold` ·
`memory_view` · `memory` (the variant as one object).

What the rulebook leaves open is decided in numbered rulings, X1 to X14 for the party variant and X15 to X20 for the
memory variant, named where they apply.
"""
